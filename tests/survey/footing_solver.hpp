// The core's own solver as the survey runs it: cold, on each problem by itself.
#pragma once

#include <memory>

#include "core/contact/polyhedral_solver.hpp"
#include "tests/support/robot_contacts.hpp"
#include "tests/survey/peer.hpp"

namespace footing::survey {

template <typename Scalar>
class FootingSolver {
 public:
  static constexpr FrictionShape kShape = FrictionShape::kPyramid4;
  using Problem = ContactProblem<Scalar, kMostContacts>;
  using Solution = ContactSolution<Scalar, kMostContacts>;

  SolveStatus Solve(const Problem& problem) {
    state_->warm_contacts = 0;
    return SolvePolyhedral(problem, options_, state_.get(), &solution_);
  }
  const Solution& solution() const { return solution_; }

 private:
  PolyhedralOptions options_{.mode_rounds = 16, .pivot_budget = 400};
  std::unique_ptr<PolyhedralState<Scalar, kMostContacts, 4>> state_ =
      std::make_unique<PolyhedralState<Scalar, kMostContacts, 4>>();
  Solution solution_;
};

}  // namespace footing::survey
