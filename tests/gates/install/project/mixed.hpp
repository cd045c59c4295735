// What two targets of one program share: one links footing::core and is compiled for AVX, the other
// footing::exact.
#pragma once

#include <cstddef>
#include <vector>

#include "core/assembly/system_stack.hpp"
#include "core/contact/solve_contacts.hpp"
#include "core/dynamics/dynamics_terms.hpp"
#include "core/lcp/problem.hpp"
#include "core/margins/least_wrench.hpp"
#include "firmware/robots/a1/model.hpp"

// Sizes that Eigen aligns to 16 or 32 bytes where a compilation lets it: 4 contacts, 12 joints, 6 by 6.
template <typename Scalar>
struct Shared {
  using Model = footing::RobotModel<Scalar, 12, 4>;
  char before = 0;  // so that an alignment of more than the scalar's moves what follows
  footing::RobotState<Scalar, 12> state;
  char between = 0;
  footing::ContactProblem<Scalar, 4> problem;
  footing::ContactSolverState<Scalar, 4, 0, footing::SolverStages::kNewtonOnly> solver;
  footing::ContactSolution<Scalar, 4> solution;
  footing::SystemStack<Scalar, 12, 4> stack;
  footing::DynamicsTerms<Model> terms;
  footing::LcpProblem<Scalar, 16> lcp;
  footing::WrenchMargin<Scalar> margin;
  char after = 0;
};

namespace core_side {
std::vector<std::size_t> LayoutFloat();
std::vector<std::size_t> LayoutDouble();
void Fill(Shared<double>& shared);                 // four contacts that carry and slide
bool Solve(Shared<double>& shared);
double LargestError(const Shared<double>& shared);  // of the solution, in the problem's own equation [m/s]
}  // namespace core_side

namespace exact_side {
std::vector<std::size_t> LayoutFloat();
std::vector<std::size_t> LayoutDouble();
void Fill(Shared<double>& shared);
bool Solve(Shared<double>& shared);
double LargestError(const Shared<double>& shared);
}  // namespace exact_side
