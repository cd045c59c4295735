// Grades forces against a contact problem, by the friction set that their solver intends.
#pragma once

#include "tests/support/oracles/certificate.hpp"
#include "tests/support/oracles/nine_conditions.hpp"
#include "tests/research/peers/peer.hpp"

namespace footing::survey {

// A peer's force counts as rounding if it moves a contact by less than this share of V, the velocity scale:
// Newton and Lemke methods leave 1e-17 N of friction at open contacts. The core's own solvers have no such
// allowance.
inline constexpr Real kPeerNegligible = 1e-12L;

// A second tolerance, which shows how much a verdict depends on the tolerance.
inline constexpr Real kLooseTolerance = 1e-4L;

struct Grade {
  bool certified = false;
  bool nearly = false;  // at kLooseTolerance
  Real cone = 0;        // largest breach of the solver's own friction set, relative to μ f_n
  Real circular = 0;    // of the circular cone
  Certificate certificate;
};

// The largest velocity that a contact's friction gives to one of the contact's own rows.
template <typename Problem, typename Force>
Real Grip(const Problem& problem, int c, const Force& force) {
  Real moved = 0;
  for (int i = 3 * c + 1; i < 3 * c + 3; ++i) {
    moved = std::max(moved, Real(problem.dt) * Real(problem.delassus(i, i)) * std::abs(Real(force[i])));
  }
  return moved;
}

// Grades a pyramid of d directions by the paper's nine conditions. Forces are relative to the largest force,
// or to a millionth of the force that V asks for.
template <typename Problem, typename Force>
Real JudgePyramid(const Problem& problem, const Force& force, int directions, Real velocity_scale,
                  Real negligible, Real* cone) {
  Real force_scale = Real(1e-30);
  Real mobility = 0;
  for (int i = 0; i < problem.rows(); ++i) {
    force_scale = std::max(force_scale, std::abs(Real(force[i])));
    mobility = std::max(mobility, Real(problem.dt) * Real(problem.delassus(i, i)));
  }
  if (mobility > Real(0)) force_scale = std::max(force_scale, Real(1e-6) * velocity_scale / mobility);
  const NineConditions conditions(directions, force_scale, velocity_scale);
  Verdict worst;
  for (int c = 0; c < problem.contacts; ++c) {
    ContactAnswer answer{{}, {}, Real(problem.friction[c]), Real(problem.normal_bias[c])};
    for (int k = 0; k < 3; ++k) {
      answer.force[k] = Real(force[3 * c + k]);
      answer.velocity[k] = Real(problem.free_velocity[3 * c + k]);
      for (int j = 0; j < problem.rows(); ++j) {
        answer.velocity[k] += Real(problem.dt) * Real(problem.delassus(3 * c + k, j)) * Real(force[j]);
      }
    }
    const Verdict verdict = conditions.Judge(answer);
    worst.Take(verdict.expression, verdict.worst);
    if (Grip(problem, c, force) <= negligible * velocity_scale) continue;
    const Real reach = conditions.Gauge(answer.force);
    certificate_internal::Raise(certificate_internal::Excess(reach, answer.mu * answer.force[0]), cone);
  }
  return worst.worst;
}

template <typename Problem, typename Force>
Grade GradeForces(const Problem& problem, const Force& force, FrictionShape shape, Real tolerance,
                  Real negligible) {
  Grade grade;
  const Certificate certificate = Certify(problem, force, negligible);
  grade.certificate = certificate;
  grade.circular = certificate.cone;
  switch (shape) {
    case FrictionShape::kCircle:
      grade.cone = certificate.cone;
      grade.certified = certificate.HoldsCircular(tolerance);
      grade.nearly = certificate.HoldsCircular(kLooseTolerance);
      break;
    case FrictionShape::kBox:
      grade.cone = certificate.box_cone;
      grade.certified = certificate.HoldsBox(tolerance);
      grade.nearly = certificate.HoldsBox(kLooseTolerance);
      break;
    case FrictionShape::kPyramid4:
    case FrictionShape::kPyramid8: {
      const int directions = shape == FrictionShape::kPyramid4 ? 4 : 8;
      const Real scale = std::max(certificate.velocity_scale, Real(1e-30));
      const Real worst = std::max(JudgePyramid(problem, force, directions, scale, negligible, &grade.cone),
                                  certificate.natural);
      grade.certified = worst <= tolerance && certificate.pull <= tolerance;
      grade.nearly = worst <= kLooseTolerance && certificate.pull <= kLooseTolerance;
      break;
    }
  }
  return grade;
}

}  // namespace footing::survey
