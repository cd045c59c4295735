// A contact problem in long double, as rigid bodies make it: rows are added body by body, then the Delassus
// matrix and the free velocity follow. Rounded to any scalar, once, by way of double.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

#include "core/contact/contact_problem.hpp"
#include "tests/support/random.hpp"

namespace footing::budget {

using Wide = long double;
using Triple = std::array<Wide, 3>;

inline constexpr int kMost = 16;          // contacts
inline constexpr int kMostFreedoms = 24;  // of all bodies, or of a robot

inline Triple Cross(const Triple& a, const Triple& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Triple Along(const Triple& a, Wide by) { return {a[0] * by, a[1] * by, a[2] * by}; }
inline Triple Unit(const Triple& a) {
  return Along(a, Wide(1) / std::sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]));
}

inline double LogUniform(double low, double high, Random& random) {
  return std::exp(random.Uniform(std::log(low), std::log(high)));
}
inline bool Chance(double share, Random& random) { return random.Uniform(0, 1) < share; }

// y = L⁻ᵀ-coordinates: each row of J is given already multiplied by M^(−1/2), so A = Y Yᵀ and b = Y y.
struct DrawnContacts {
  int contacts = 0;  // at most kMost
  Wide dt = 1e-3L;
  std::array<std::array<Wide, kMostFreedoms>, 3 * kMost> rows{};  // Y
  std::array<Wide, kMostFreedoms> state{};                        // y
  std::array<Wide, kMost> friction{}, bias{};

  Wide FreeVelocity(int i) const {
    Wide sum = 0;
    for (int k = 0; k < kMostFreedoms; ++k) sum += Row(i)[Index(k)] * state[Index(k)];
    return sum;
  }
  const std::array<Wide, kMostFreedoms>& Row(int i) const { return rows[Index(i)]; }
  std::array<Wide, kMostFreedoms>& Row(int i) { return rows[Index(i)]; }

  template <typename Scalar, int kContacts, int kJointRows>
  void Fill(ContactProblem<Scalar, kContacts, kJointRows>* problem) const {
    const auto rounded = [](Wide x) { return static_cast<Scalar>(static_cast<double>(x)); };
    problem->contacts = contacts;
    problem->joint_rows = 0;
    problem->dt = rounded(dt);
    for (int i = 0; i < 3 * contacts; ++i) {
      problem->free_velocity[i] = rounded(FreeVelocity(i));
      for (int j = 0; j <= i; ++j) {
        Wide sum = 0;
        for (int k = 0; k < kMostFreedoms; ++k) sum += Row(i)[Index(k)] * Row(j)[Index(k)];
        problem->delassus(i, j) = problem->delassus(j, i) = rounded(sum);
      }
    }
    for (int c = 0; c < contacts; ++c) {
      problem->friction[c] = rounded(friction[Index(c)]);
      problem->normal_bias[c] = rounded(bias[Index(c)]);
    }
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
    auto& row = drawn->Row(3 * c + r);
    for (int k = 0; k < 3; ++k) {
      const auto i = static_cast<unsigned>(k);
      row[DrawnContacts::Index(6 * index + k)] += sign * along[i] / std::sqrt(body.mass);
      row[DrawnContacts::Index(6 * index + 3 + k)] += sign * arm[i] / std::sqrt(body.inertia[i]);
    }
  }
}

// Sets the body's velocity at the end of a free step [m/s, rad/s].
inline void SetMotion(const DrawnBody& body, int index, const Triple& velocity, const Triple& spin,
                      DrawnContacts* drawn) {
  for (int k = 0; k < 3; ++k) {
    const auto i = static_cast<unsigned>(k);
    drawn->state[DrawnContacts::Index(6 * index + k)] = velocity[i] * std::sqrt(body.mass);
    drawn->state[DrawnContacts::Index(6 * index + 3 + k)] = spin[i] * std::sqrt(body.inertia[i]);
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
