// Newton steps on the untouched problem, for contacts that are independent and near their modes: last tick's,
// or those of a few sweeps. A projected step names the modes, fixed_modes.hpp solves what they make linear,
// the certificate says what is left; nothing is scaled and nothing held back. Most ticks end here; what does
// not is for mode_newton.hpp.
#pragma once

#include "core/contact/fixed_modes.hpp"

namespace footing {

template <typename Scalar, int kContacts>
class PlainNewton {
 public:
  using Problem = ContactProblem<Scalar, kContacts>;
  using Solution = ContactSolution<Scalar, kContacts>;

  // From the forces and velocities in *solution, whose status must be kSolved: at most `rounds` steps, added
  // to solution->pivots. `named`: the modes in *solution are those of the first step. True: *solution is
  // certified to `tolerance`; its modes are those of the last step. False: its forces are admissible. A step
  // costs FixedModes' factorization and 4 rows² multiply-adds.
  bool Iterate(const Problem& problem, int rounds, bool named, Scalar tolerance, Solution* solution) {
    solved_ = false;
    for (int round = 0; round < rounds; ++round) {  // at most 4, spends budget
      if (round > 0 || !named) NameModes(problem, solution);
      ++solution->pivots;
      static_cast<void>(modes_.Factor(problem, *solution));
      if (!modes_.unique()) return false;
      modes_.Solve(problem, &solution->force);
      ClipToCones(problem, solution);
      solved_ = CertifyCoulomb(problem, tolerance, solution);
      if (solved_) return true;
    }
    return false;
  }

  int rank() const { return modes_.rank(); }

  // The factors of the last step where they are those of the solution that it ended in, so where nothing slides
  // and every contact kept its mode; else none.
  const FixedModes<Scalar, kContacts>* FactorsOf(const Solution& solution) const {
    if (!solved_ || !modes_.affine()) return nullptr;
    for (int k = 0; k < modes_.loaded(); ++k) {
      if (solution.mode[static_cast<unsigned>(modes_.contact(k))] != ContactMode::kStick) return nullptr;
    }
    return &modes_;
  }

 private:
  // The modes that a projected step ends in, and its forces.
  static void NameModes(const Problem& problem, Solution* solution) {
    const Scalar per_step = Scalar(1) / problem.dt;
    for (int c = 0; c < problem.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      const Vector3<Scalar>& u = solution->velocity[i];
      Vector3<Scalar>& f = solution->force[i];
      const auto diagonal = [&](int k) { return problem.delassus(3 * c + k, 3 * c + k); };
      const Scalar step = per_step / Max(diagonal(0), Max(diagonal(1), diagonal(2)));
      f[0] -= step * (u[0] + problem.normal_bias[c]);
      if (!(f[0] > Scalar(0)) || !IsFinite(step)) {
        solution->mode[i] = ContactMode::kSeparate;
        f = {Scalar(0), Scalar(0), Scalar(0)};
        continue;
      }
      f[1] -= step * u[1];
      f[2] -= step * u[2];
      const Scalar limit = problem.friction[c] * f[0];
      const Scalar length = Length(f[1], f[2]);
      const bool sticks = length <= limit && limit > Scalar(0);
      solution->mode[i] = sticks ? ContactMode::kStick : ContactMode::kSlide;
      if (sticks) continue;
      const Scalar factor = limit / length;
      f[1] *= factor;
      f[2] *= factor;
    }
  }

  FixedModes<Scalar, kContacts> modes_;
  bool solved_ = false;
};

}  // namespace footing
