#include "tools/footing/solve/solvers.hpp"

#include <array>
#include <chrono>
#include <memory>

#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "core/contact/solve_contacts.hpp"
#include "core/lcp/general/coupled_boxes.hpp"
#include "core/lcp/general/solve_lcp.hpp"

namespace footing::tools {

namespace {

template <typename Solve>
double SecondsOf(Solve solve) {
  const auto begin = std::chrono::steady_clock::now();
  solve();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// The stage, time and proof of a call that took `seconds`.
template <typename BoxWorkspace>
SolverRun RunOf(double seconds, const LcpAnswer& answer, int size, const BoxWorkspace& workspace) {
  constexpr const char* kStageNames[] = {"none",  "descent",  "dantzig", "active set",
                                         "lemke", "proximal", "proof"};
  static_assert(std::size(kStageNames) == kBoxStageCount);
  SolverRun run{kStageNames[static_cast<std::size_t>(workspace.stage)], seconds, {}};
  const auto& y = workspace.infeasibility.y;
  if (answer.status == SolveStatus::kInfeasible) run.proof.assign(y.data(), y.data() + size);
  return run;
}

template <int kDirections>
SolverRun SolvePolyhedralIn(const Contacts& problem, int budget, ContactForces* forces) {
  auto state = std::make_unique<PolyhedralState<double, kLargestContacts, kDirections>>();
  PolyhedralOptions options;
  options.budget = budget;
  const double seconds = SecondsOf([&] { (void)SolvePolyhedral(problem, options, *state, *forces); });
  return {StageName(forces->stage), seconds, {}};
}

}  // namespace

SolverRun SolveLcpWith(const Lcp& problem, int budget, LcpAnswer* answer) {
  auto workspace = std::make_unique<LcpWorkspace<double, kLargestRows>>();
  const double seconds = SecondsOf([&] { (void)SolveLcp(problem, {budget}, *workspace, *answer); });
  return RunOf(seconds, *answer, problem.size, workspace->boxes);
}

SolverRun SolveBoxesWith(const Boxes& problem, int budget, LcpAnswer* answer) {
  auto workspace = std::make_unique<CoupledBoxWorkspace<double, kLargestRows>>();
  const double seconds = SecondsOf([&] { (void)SolveCoupledBoxes(problem, {budget}, *workspace, *answer); });
  return RunOf(seconds, *answer, problem.size, *workspace);
}

SolverRun SolvePolyhedralWith(const Contacts& problem, int directions, int budget, ContactForces* forces) {
  switch (directions) {
    case 2: return SolvePolyhedralIn<2>(problem, budget, forces);
    case 6: return SolvePolyhedralIn<6>(problem, budget, forces);
    case 8: return SolvePolyhedralIn<8>(problem, budget, forces);
    case 10: return SolvePolyhedralIn<10>(problem, budget, forces);
    case 12: return SolvePolyhedralIn<12>(problem, budget, forces);
    case 14: return SolvePolyhedralIn<14>(problem, budget, forces);
    case 16: return SolvePolyhedralIn<16>(problem, budget, forces);
    default: return SolvePolyhedralIn<4>(problem, budget, forces);
  }
}

SolverRun SolveConeWith(const Contacts& problem, int budget, ContactForces* forces) {
  auto state = std::make_unique<ContactSolverState<double, kLargestContacts>>();
  const double seconds = SecondsOf([&] { (void)SolveContacts(problem, {budget}, *state, *forces); });
  SolverRun run{StageName(forces->stage), seconds, {}};
  const auto& y = forces->proof;
  if (forces->status == SolveStatus::kInfeasible) run.proof.assign(y.data(), y.data() + 3 * problem.contacts);
  return run;
}

const char* StageName(SolveStage stage) {
  constexpr std::array<const char*, kStageCount> kNames = {"none",     "modes",        "lemke",
                                                           "proximal", "frictionless", "proof"};
  return kNames[static_cast<std::size_t>(stage)];
}

}  // namespace footing::tools
