// The mode of each contact, read from the forces and velocities of a solution: tables I and II of Berard,
// Egan, Trinkle, with velocities at the step's end in place of accelerations from rest.
//   separate  f_n = 0, and the contact opens        stick  f_n > 0, no slip
//   approach  f_n = 0, a gap that closes in part    slide  f_n > 0, slip
// "Zero" is judged as a velocity, relative to V of the certificate. A force counts as the velocity that it
// causes at its own contact. If both quantities that tell two modes apart are zero, the mode is ambiguous,
// and all modes that meet there are given. Forces that are no solution also give an ambiguous mode.
#pragma once

#include "core/contact/coulomb.hpp"
#include "core/contact/polyhedral/pyramid.hpp"

namespace footing {

// Twice the tolerance of the certificate. A certified solution may leave a small error in a condition, and
// this error must not be read as the opposite condition.
template <typename Scalar>
inline constexpr Scalar kModeTolerance = Scalar(2) * kCoulombTolerance<Scalar>;

constexpr std::uint8_t ModeBit(ContactMode mode) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(mode));
}

template <typename Scalar>
struct ModeReading {
  ContactMode mode = ContactMode::kSeparate;
  std::uint8_t meets = ModeBit(ContactMode::kSeparate);  // ModeBits of all modes that meet here, at least one
  Scalar slip_speed = 0;                                 // m/s, of a contact that may slide
  Scalar slip_1 = 0;                                     // its unit direction along t1 and t2, or zero
  Scalar slip_2 = 0;
};

// The input of ReadMode for one contact.
template <typename Scalar>
struct ModeEvidence {
  Vector3<Scalar> force;     // N: n, t1, t2
  Vector3<Scalar> velocity;  // m/s, at the step's end
  Scalar friction_left;      // N: μ f_n minus the size of the friction force in its cone
  Scalar normal_bias;        // m/s
  Scalar per_normal_force;   // m/s per N: dt A_ii of the normal row
  Scalar per_friction;       // the same for a tangent row
};

// `zero` [m/s] is kModeTolerance · V. Cost: about 40 flops.
template <typename Scalar>
ModeReading<Scalar> ReadMode(const ModeEvidence<Scalar>& at, Scalar zero) {
  constexpr std::uint8_t kSeparate = ModeBit(ContactMode::kSeparate),
                         kApproach = ModeBit(ContactMode::kApproach), kStick = ModeBit(ContactMode::kStick),
                         kSlide = ModeBit(ContactMode::kSlide);
  const Vector3<Scalar>& f = at.force;
  const Vector3<Scalar>& u = at.velocity;
  const Scalar speed = Length(u[1], u[2]);
  const bool pushes = at.per_normal_force * f[0] > zero;
  const bool open = u[0] + at.normal_bias > zero;

  std::uint8_t meets = 0;
  if (!pushes) {
    const bool was_open = at.normal_bias > zero;
    if (!was_open || u[0] >= -zero) meets |= kSeparate;
    if (was_open && u[0] <= zero) meets |= kApproach;
  }
  if (!open) {
    const bool on_cone = at.per_friction * at.friction_left <= zero;
    if (speed <= zero) meets |= kStick;
    if (speed > zero || (pushes && on_cone)) meets |= kSlide;
    if (speed > zero && pushes && !on_cone) meets |= kStick;  // no solution: neither mode holds
  }
  if (pushes && open) meets |= kSeparate | kStick;  // no solution

  ModeReading<Scalar> reading;
  reading.meets = meets;
  switch (meets) {
    case kSeparate: reading.mode = ContactMode::kSeparate; break;
    case kApproach: reading.mode = ContactMode::kApproach; break;
    case kStick: reading.mode = ContactMode::kStick; break;
    case kSlide: reading.mode = ContactMode::kSlide; break;
    default: reading.mode = ContactMode::kAmbiguous;
  }
  if ((meets & kSlide) != 0 && speed > Scalar(0)) {
    reading.slip_speed = speed;
    reading.slip_1 = u[1] / speed;
    reading.slip_2 = u[2] / speed;
  }
  return reading;
}

template <typename Scalar, int kContacts>
using ModeReadings = std::array<ModeReading<Scalar>, static_cast<unsigned>(kContacts)>;

// In the place of kDirections: friction in boxes, where each tangent is held by itself.
inline constexpr int kBoxFriction = -1;

// Friction that is left [N]: μ f_n − |f_t|. On a pyramid of kDirections |f_t| is the sum of its shares; in
// the plane (2) it is |f_t1|; in a box the larger of |f_t1| and |f_t2|.
template <int kDirections = 0, typename Scalar>
Scalar FrictionLeft(Scalar friction, const Vector3<Scalar>& f) {
  if constexpr (kDirections == 0) {
    return friction * f[0] - Length(f[1], f[2]);
  } else if constexpr (kDirections == kBoxFriction) {
    return friction * f[0] - Max(Abs(f[1]), Abs(f[2]));
  } else {
    const PyramidShares<Scalar> shares = SharesOf(FrictionBasis<Scalar, kDirections>{}, f[1], f[2]);
    return friction * f[0] - shares.first_share - shares.second_share;
  }
}

// The modes of all contacts. `solution` was filled by SolveContacts, by SolvePolyhedral with the same
// kDirections, or by SolverStages::kDantzig with kBoxFriction. If the problem was refused, all contacts are
// separate. Cost: about 60 flops a contact.
template <int kDirections = 0, typename Scalar, int kContacts, int kJointRows>
void ReadContactModes(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                      const ContactSolution<Scalar, kContacts, kJointRows>& solution,
                      ModeReadings<Scalar, kContacts>& readings) {
  const Scalar zero = kModeTolerance<Scalar> * solution.velocity_scale;
  for (int c = 0; c < kContacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    if (c >= problem.contacts || solution.velocity_scale == Scalar(0)) {
      readings[i] = {};
      continue;
    }
    ModeEvidence<Scalar> at{solution.force[i],
                            solution.velocity[i],
                            FrictionLeft<kDirections>(problem.friction[c], solution.force[i]),
                            problem.normal_bias[c],
                            problem.dt * problem.NormalDiagonal(c),
                            problem.dt * problem.TangentDiagonal(c)};
    if constexpr (kDirections == 2) at.velocity[2] = Scalar(0);  // nothing acts along t2: no slip
    readings[i] = ReadMode(at, zero);
  }
}

// The direction of a slip, in the terms of each friction model.

// Angle [rad] of the slip from t1 toward t2, in (−π, π]; 0 without slip.
template <typename Scalar>
Scalar SlipAngle(const ModeReading<Scalar>& reading) {
  return Atan2(reading.slip_2, reading.slip_1);
}

// Eq. 37: the direction k of the basis that friction takes, which is the most opposed to the slip. If two are
// equally opposed, the lower number. −1 without slip.
template <typename Scalar, int kDirections>
int SlideDirection(const FrictionBasis<Scalar, kDirections>& basis, const ModeReading<Scalar>& reading) {
  if (!(reading.slip_speed > Scalar(0))) return -1;
  int opposed = 0;
  SlipSpeed(basis, Vector3<Scalar>(Scalar(0), reading.slip_1, reading.slip_2), &opposed);
  return opposed;
}

// Eq. 30: the quadrant of (t1, t2) into which the slip points, counted counter-clockwise from (+, +). A slip
// along an axis belongs to the quadrant that begins there. −1 without slip.
template <typename Scalar>
int SlideQuadrant(const ModeReading<Scalar>& reading) {
  if (!(reading.slip_speed > Scalar(0))) return -1;
  if (reading.slip_1 > Scalar(0)) return reading.slip_2 < Scalar(0) ? 3 : 0;
  if (reading.slip_1 < Scalar(0)) return reading.slip_2 > Scalar(0) ? 1 : 2;
  return reading.slip_2 > Scalar(0) ? 1 : 3;
}

// The paper's letter for a contact in the plane, which slips along t1: s, a, n, l, r; ? if ambiguous.
template <typename Scalar>
char PlanarLetter(const ModeReading<Scalar>& reading) {
  switch (reading.mode) {
    case ContactMode::kSeparate: return 's';
    case ContactMode::kApproach: return 'a';
    case ContactMode::kStick: return 'n';
    case ContactMode::kSlide: return reading.slip_1 > Scalar(0) ? 'l' : 'r';
    default: return '?';
  }
}

}  // namespace footing
