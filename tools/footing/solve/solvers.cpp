#include "tools/footing/solve/solvers.hpp"

#include <array>
#include <chrono>
#include <memory>

#include "core/contact/dantzig/dantzig_contacts.hpp"
#include "core/contact/polyhedral/contact_lcp.hpp"
#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "core/contact/solve_contacts.hpp"
#include "core/lcp/residual.hpp"
#include "core/lcp/dantzig.hpp"
#include "core/lcp/general/coupled_boxes.hpp"
#include "core/lcp/general/solve_lcp.hpp"
#include "core/lcp/lemke.hpp"

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

// Of a solver of `lcp`: the residual again, and solved only if that passes.
template <typename Problem>
void Judge(const Problem& problem, LcpAnswer* answer) {
  if (IsRefusal(answer->status)) return;
  const auto check = CheckSolution(problem, answer->z, answer->w);
  answer->residual = check.residual;
  if (answer->status == SolveStatus::kSolved && !check.solved) answer->status = SolveStatus::kInaccurate;
}

template <typename Problem>
SolverRun SolveDantzigOn(const Problem& problem, int budget, LcpAnswer* answer) {
  auto boxed = std::make_unique<BoxedLcpProblem<double, kLargestRows>>();
  auto workspace = std::make_unique<DantzigWorkspace<double, kLargestRows>>();
  boxed->size = problem.size;
  boxed->A = problem.A;
  boxed->b = problem.b;
  for (int i = 0; i < problem.size; ++i) {
    const RowBounds<double> bounds = BoundsOf(problem, i);
    boxed->lo[i] = bounds.lo;
    boxed->hi[i] = bounds.hi;
  }
  const double seconds = SecondsOf([&] { (void)SolveDantzig(*boxed, {budget}, *workspace, *answer); });
  Judge(*boxed, answer);
  return {"dantzig", seconds, {}};
}

// One capacity for all numbers of directions.
constexpr int kPyramidRows = kLargestContacts * (16 + 2);
using PyramidLcp = LcpProblem<double, kPyramidRows>;
using PyramidAnswer = LcpSolution<double, kPyramidRows>;

template <int kDirections>
SolverRun SolveLemkeIn(const Contacts& problem, int budget, ContactForces* forces) {
  const FrictionBasis<double, kDirections> basis;
  auto lcp = std::make_unique<PyramidLcp>();
  auto workspace = std::make_unique<LemkeWorkspace<double, kPyramidRows>>();
  auto answer = std::make_unique<PyramidAnswer>();
  Clear(forces);
  forces->status = CheckInput(problem);
  if (forces->status != SolveStatus::kSolved) return {StageName(SolveStage::kNone), 0, {}};
  const double seconds = SecondsOf([&] {
    AssembleLcp<kDirections>(problem, basis, {0.0, true}, lcp.get());
    (void)SolveLemke(*lcp, {budget}, *workspace, *answer);
  });
  // The numbers are finite, and only those of their LCP are not.
  forces->status = IsRefusal(answer->status) ? SolveStatus::kInaccurate : answer->status;
  forces->stage = SolveStage::kLemke;
  forces->pivots = answer->pivots;
  forces->stage_pivots[static_cast<std::size_t>(forces->stage)] = static_cast<std::int16_t>(answer->pivots);
  forces->residual = answer->residual;
  for (int c = 0; c < problem.contacts; ++c) {
    forces->force[static_cast<std::size_t>(c)] = LcpForce(basis, answer->z, problem.contacts, c);
  }
  return {StageName(forces->stage), seconds, {}};
}

}  // namespace

SolverRun SolveLcpWith(SolverChoice solver, const Lcp& problem, int budget, LcpAnswer* answer) {
  if (solver == SolverChoice::kDantzig) return SolveDantzigOn(problem, budget, answer);
  if (solver == SolverChoice::kLemke) {
    auto workspace = std::make_unique<LemkeWorkspace<double, kLargestRows>>();
    const double seconds = SecondsOf([&] { (void)SolveLemke(problem, {budget}, *workspace, *answer); });
    Judge(problem, answer);
    return {"lemke", seconds, {}};
  }
  auto workspace = std::make_unique<LcpWorkspace<double, kLargestRows>>();
  const double seconds = SecondsOf([&] { (void)SolveLcp(problem, {budget}, *workspace, *answer); });
  return RunOf(seconds, *answer, problem.size, workspace->boxes);
}

SolverRun SolveBoxesWith(SolverChoice solver, const Boxes& problem, int budget, LcpAnswer* answer) {
  if (solver == SolverChoice::kDantzig) return SolveDantzigOn(problem, budget, answer);
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

SolverRun SolveLemkeWith(const Contacts& problem, int directions, int budget, ContactForces* forces) {
  switch (directions) {
    case 2: return SolveLemkeIn<2>(problem, budget, forces);
    case 6: return SolveLemkeIn<6>(problem, budget, forces);
    case 8: return SolveLemkeIn<8>(problem, budget, forces);
    case 10: return SolveLemkeIn<10>(problem, budget, forces);
    case 12: return SolveLemkeIn<12>(problem, budget, forces);
    case 14: return SolveLemkeIn<14>(problem, budget, forces);
    case 16: return SolveLemkeIn<16>(problem, budget, forces);
    default: return SolveLemkeIn<4>(problem, budget, forces);
  }
}

SolverRun SolveDantzigWith(const Contacts& problem, int budget, ContactForces* forces) {
  auto state =
      std::make_unique<ContactSolverState<double, kLargestContacts, 0, SolverStages::kDantzig>>();
  const double seconds = SecondsOf([&] { (void)SolveContacts(problem, {budget}, *state, *forces); });
  return {StageName(forces->stage), seconds, {}};
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
  constexpr std::array kNames = {"none", "modes", "lemke", "proximal", "frictionless", "proof", "dantzig"};
  static_assert(kNames.size() == kStageCount);
  return kNames[static_cast<std::size_t>(stage)];
}

}  // namespace footing::tools
