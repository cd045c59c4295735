// A contact problem of rigid bodies, or of a robot whose mass matrix is factored as a whole, and its time step.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "tests/support/scenes/leg_shape.hpp"

namespace footing::budget {

using Wide = Real;
using Triple = std::array<Wide, 3>;

inline Triple Cross(const Triple& a, const Triple& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Triple Along(const Triple& a, Wide by) { return {a[0] * by, a[1] * by, a[2] * by}; }
inline Triple Unit(const Triple& a) {
  return Along(a, Wide(1) / std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]));
}

// LogUniform of leg_shape.hpp is only nearly so.
inline double UniformInLogarithm(double low, double high, Random& random) {
  return std::exp(random.Uniform(std::log(low), std::log(high)));
}

// All in the common part: no legs.
struct DrawnContacts : WhitenedContacts {
  double dt = 1e-3;  // s

  // No contacts; rows of zeros.
  void Begin() {
    Clear(kCommon);
    leg.fill(-1);
    common.setZero();
    common_state.setZero();
    mu.fill(0);
    bias.fill(0);
    dt = 1e-3;
  }

  template <typename Problem>
  void Fill(Problem* problem) const {
    WhitenedContacts::Fill(dt, problem);
  }

  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }
};

// A rigid body with principal axes along the world's.
struct DrawnBody {
  Wide mass = 1;
  Triple inertia{};  // kg·m²
  Triple half{};     // m: contacts lie within these
};

// A right-handed frame (n, t1, t2) about a unit normal.
inline std::array<Triple, 3> FrameAbout(const Triple& normal, double turn) {
  const Triple reference = std::abs(normal[0]) < Wide(0.7) ? Triple{1, 0, 0} : Triple{0, 1, 0};
  const Triple t = Unit(Cross(normal, reference)), s = Cross(normal, t);
  const Wide cosine = std::cos(Wide(turn)), sine = std::sin(Wide(turn));
  Triple first{}, second{};
  for (unsigned k = 0; k < 3; ++k) {
    first[k] = cosine * t[k] + sine * s[k];
    second[k] = cosine * s[k] - sine * t[k];
  }
  return {normal, first, second};
}

// Adds the part of `body`, the index-th, to the rows of contact c. `at` is the point from the body's centre.
inline void AttachBody(const DrawnBody& body, int index, Wide sign, const Triple& at,
                       const std::array<Triple, 3>& frame, int c, DrawnContacts* drawn) {
  for (int r = 0; r < 3; ++r) {
    const Triple& along = frame[static_cast<unsigned>(r)];
    const Triple arm = Cross(at, along);
    for (int k = 0; k < 3; ++k) {
      const auto i = static_cast<unsigned>(k);
      drawn->common(3 * c + r, 6 * index + k) += sign * along[i] / std::sqrt(body.mass);
      drawn->common(3 * c + r, 6 * index + 3 + k) += sign * arm[i] / std::sqrt(body.inertia[i]);
    }
  }
}

// Sets the body's velocity at the end of a free step [m/s, rad/s].
inline void SetMotion(const DrawnBody& body, int index, const Triple& velocity, const Triple& spin,
                      DrawnContacts* drawn) {
  for (int k = 0; k < 3; ++k) {
    const auto i = static_cast<unsigned>(k);
    drawn->common_state[6 * index + k] = velocity[i] * std::sqrt(body.mass);
    drawn->common_state[6 * index + 3 + k] = spin[i] * std::sqrt(body.inertia[i]);
  }
}

inline DrawnBody DrawBody(double mass, Random& random) {
  DrawnBody body;
  body.mass = Wide(mass);
  for (Wide& h : body.half) h = Wide(random.Uniform(0.05, 0.3));
  for (unsigned k = 0; k < 3; ++k) {
    const Wide a = body.half[(k + 1) % 3], b = body.half[(k + 2) % 3];
    body.inertia[k] = body.mass * (a * a + b * b) / Wide(3);
  }
  return body;
}

}  // namespace footing::budget
