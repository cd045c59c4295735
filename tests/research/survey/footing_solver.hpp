// The core's own solvers as the survey runs them: cold, each problem by itself.
#pragma once

#include <memory>

#include "core/contact/solve_contacts.hpp"
#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "tests/support/scenes/robot_contacts.hpp"
#include "tests/research/peers/peer.hpp"

namespace footing::survey {

template <typename ScalarType, SolverStages kStages = SolverStages::kAll>
class FootingCircle {
 public:
  using Scalar = ScalarType;
  static constexpr FrictionShape kShape = FrictionShape::kCircle;

  SolveStatus Solve(const ContactProblem<Scalar, kMostContacts>& problem) {
    state_->warm = false;
    return SolveContacts(problem, {}, *state_, solution_);
  }
  const ContactSolution<Scalar, kMostContacts>& solution() const { return solution_; }

 private:
  using State = ContactSolverState<Scalar, kMostContacts, 0, kStages>;
  std::unique_ptr<State> state_ = std::make_unique<State>();
  ContactSolution<Scalar, kMostContacts> solution_;
};

template <typename ScalarType>
class FootingPyramid {
 public:
  using Scalar = ScalarType;
  static constexpr FrictionShape kShape = FrictionShape::kPyramid4;

  SolveStatus Solve(const ContactProblem<Scalar, kMostContacts>& problem) {
    state_->warm_contacts = 0;
    return SolvePolyhedral(problem, {{400}}, *state_, solution_);
  }
  const ContactSolution<Scalar, kMostContacts>& solution() const { return solution_; }

 private:
  using State = PolyhedralState<Scalar, kMostContacts, 4>;
  std::unique_ptr<State> state_ = std::make_unique<State>();
  ContactSolution<Scalar, kMostContacts> solution_;
};

}  // namespace footing::survey
