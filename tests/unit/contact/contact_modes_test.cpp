// Tables I and II of Berard, Egan, Trinkle, read from forces and velocities at a step's end.
#include "core/contact/contact_modes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/scalars.hpp"

namespace footing::contact_modes_test {

constexpr std::uint8_t kS = ModeBit(ContactMode::kSeparate), kA = ModeBit(ContactMode::kApproach),
                       kN = ModeBit(ContactMode::kStick), kD = ModeBit(ContactMode::kSlide);

template <typename Scalar>
class ContactModes : public testing::Test {
 protected:
  // μ = 0.5, mobility 1 and zero = 1e-3.
  static ModeReading<Scalar> Read(double f_n, double f_t, double u_n, double u_t, double bias) {
    const auto narrow = [](double x) { return static_cast<Scalar>(x); };
    return ReadMode<Scalar>({{narrow(f_n), narrow(f_t), Scalar(0)},
                             {narrow(u_n), narrow(u_t), Scalar(0)},
                             Scalar(0.5) * narrow(f_n) - Abs(narrow(f_t)),
                             narrow(bias),
                             Scalar(1),
                             Scalar(1)},
                            Scalar(1e-3L));
  }
};
TYPED_TEST_SUITE(ContactModes, Scalars);

TYPED_TEST(ContactModes, EachRowOfTheTables) {
  const auto letter = [](double f_n, double f_t, double u_n, double u_t, double bias) {
    return PlanarLetter(TestFixture::Read(f_n, f_t, u_n, u_t, bias));
  };
  EXPECT_EQ(letter(0, 0, 1, 0, 0), 's');
  EXPECT_EQ(letter(0, 0, 1, -1, 0), 's');  // for any motion along the ground
  EXPECT_EQ(letter(2, -1, 0, 1, 0), 'l');  // a_t > 0, c_t = −μ c_n
  EXPECT_EQ(letter(2, 0.3, 0, 0, 0), 'n');
  EXPECT_EQ(letter(2, 1, 0, -1, 0), 'r');
  EXPECT_EQ(letter(0, 0, -1, 0, 2), 'a');    // half the gap is left
  EXPECT_EQ(letter(0, 0, 1, 0, 2), 's');     // open, and opening
  EXPECT_EQ(letter(2, 0.3, -2, 0, 2), 'n');  // the gap has closed
}

TYPED_TEST(ContactModes, ModesThatMeetAreNamed) {
  const auto meets = [](double f_n, double f_t, double u_n, double u_t, double bias) {
    const auto reading = TestFixture::Read(f_n, f_t, u_n, u_t, bias);
    EXPECT_EQ(reading.mode, ContactMode::kAmbiguous);
    return reading.meets;
  };
  EXPECT_EQ(meets(2, 1, 0, 0, 0), kN | kD);  // on the cone, and at rest
  EXPECT_EQ(meets(0, 0, 0, 0, 0), kS | kN);  // touches without a force
  EXPECT_EQ(meets(0, 0, 0, 1, 0), kS | kD);
  EXPECT_EQ(meets(0, 0, 0, 0, 2), kS | kA);    // hovers
  EXPECT_EQ(meets(0, 0, -2, 0, 2), kA | kN);   // arrives exactly at the step's end
  EXPECT_EQ(meets(2, 0.3, 0, 1, 0), kN | kD);  // no solution: slips inside its cone
  EXPECT_EQ(meets(2, 0.3, 1, 0, 0), kS | kN);  // no solution: pushes and leaves
}

TYPED_TEST(ContactModes, ASlideIsNamedByAngleQuadrantAndDirection) {
  const FrictionBasis<TypeParam, 8> basis;
  for (int k = 0; k < 16; ++k) {
    const double angle = (k + 0.5) * 2 * kPi<double> / 16 - kPi<double>;
    ModeReading<TypeParam> reading;
    reading.mode = ContactMode::kSlide;
    reading.slip_speed = 1;
    reading.slip_1 = static_cast<TypeParam>(std::cos(angle));
    reading.slip_2 = static_cast<TypeParam>(std::sin(angle));
    EXPECT_NEAR(SlipAngle(reading), angle, 4e-7);
    const int quadrant = angle < 0 ? (angle < -kPi<double> / 2 ? 2 : 3) : (angle < kPi<double> / 2 ? 0 : 1);
    EXPECT_EQ(SlideQuadrant(reading), quadrant);
    // Friction goes along d_j, and the slip goes against d_j.
    const int opposed = static_cast<int>(std::lround((angle + kPi<double>) / (kPi<double> / 4))) % 8;
    EXPECT_EQ(SlideDirection(basis, reading), opposed);
  }
  EXPECT_EQ(SlideQuadrant(ModeReading<TypeParam>{}), -1);
  EXPECT_EQ(SlideDirection(basis, ModeReading<TypeParam>{}), -1);
}

TYPED_TEST(ContactModes, ARefusedProblemHasNoContacts) {
  static ContactProblem<TypeParam, 2> problem;
  static ContactSolution<TypeParam, 2> solution;
  ModeReadings<TypeParam, 2> readings;
  problem.contacts = 2;
  Clear(&solution);
  ReadContactModes(problem, solution, readings);
  for (const auto& reading : readings) EXPECT_EQ(reading.mode, ContactMode::kSeparate);
}

}  // namespace footing::contact_modes_test
