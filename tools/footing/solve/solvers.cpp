#include "tools/footing/solve/solvers.hpp"

#include <array>
#include <memory>

#include "core/contact/dantzig/dantzig_contacts.hpp"
#include "core/contact/polyhedral/contact_lcp.hpp"
#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "core/contact/solve_contacts.hpp"
#include "core/lcp/dantzig.hpp"
#include "core/lcp/general/coupled_boxes.hpp"
#include "core/lcp/general/solve_lcp.hpp"
#include "core/lcp/lemke.hpp"
#include "core/solver/pass_on_impacts.hpp"
#include "tools/footing/solve/answer/directions.hpp"
#include "tools/footing/solve/answer/kept.hpp"
#include "tools/footing/solve/seconds.hpp"

namespace footing::tools {

namespace {

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
  return {"dantzig", seconds, {}};
}

// One capacity for all numbers of directions.
constexpr int kPyramidRows = kLargestContacts * (16 + 2);
using PyramidLcp = LcpProblem<double, kPyramidRows>;
using PyramidAnswer = LcpSolution<double, kPyramidRows>;

template <int kDirections>
SolverRun SolveLemkeIn(const Contacts& problem, int budget, ContactForces* forces) {
  const FrictionBasis<double, kDirections> basis;
  auto* const lcp = &Kept<PyramidLcp>();
  auto* const workspace = &Kept<LemkeWorkspace<double, kPyramidRows>>();
  auto* const answer = &Kept<PyramidAnswer>();
  Clear(forces);
  forces->status = CheckInput(problem);
  if (forces->status != SolveStatus::kSolved) return {StageName(SolveStage::kNone), 0, {}};
  const double seconds = SecondsOf([&] {
    AssembleLcp<kDirections>(problem, basis, {0.0, true}, lcp);
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

template <SolverStages kStages>
SolverRun SolveContactsBy(const Contacts& problem, int budget, ContactForces* forces) {
  auto state = std::make_unique<ContactSolverState<double, kLargestContacts, 0, kStages>>();
  const double seconds = SecondsOf([&] { (void)SolveContacts(problem, {budget}, *state, *forces); });
  SolverRun run{StageName(forces->stage), seconds, {}};
  const auto& y = forces->proof;
  if (forces->status == SolveStatus::kInfeasible) run.proof.assign(y.data(), y.data() + 3 * problem.contacts);
  return run;
}

}  // namespace

SolverRun SolveLcpWith(SolverChoice solver, const Lcp& problem, int budget, LcpAnswer* answer) {
  if (solver == SolverChoice::kDantzig) return SolveDantzigOn(problem, budget, answer);
  if (solver == SolverChoice::kLemke) {
    auto workspace = std::make_unique<LemkeWorkspace<double, kLargestRows>>();
    const double seconds = SecondsOf([&] { (void)SolveLemke(problem, {budget}, *workspace, *answer); });
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
  return WithDirections(directions, [&](auto d) { return SolvePolyhedralIn<d>(problem, budget, forces); });
}

SolverRun SolveLemkeWith(const Contacts& problem, int directions, int budget, ContactForces* forces) {
  return WithDirections(directions, [&](auto d) { return SolveLemkeIn<d>(problem, budget, forces); });
}

SolverRun SolveDantzigWith(const Contacts& problem, int budget, ContactForces* forces) {
  return SolveContactsBy<SolverStages::kDantzig>(problem, budget, forces);
}

SolverRun SolveConeWith(const Contacts& problem, int budget, ContactForces* forces) {
  return SolveContactsBy<SolverStages::kAll>(problem, budget, forces);
}

SolverRun PassOnImpactsWith(const Contacts& problem, double restitution, int budget, ContactForces* forces) {
  auto work = std::make_unique<ImpactWorkspace<double, kLargestContacts>>();
  int impacts = 0;
  const double seconds = SecondsOf([&] {
    (void)PassOnImpacts(problem, {.restitution = restitution, .budget = budget}, *work, *forces, impacts);
  });
  forces->pivots = impacts;
  return {"impacts", seconds, {}};
}

const char* StageName(SolveStage stage) {
  constexpr std::array kNames = {"none", "modes", "lemke", "proximal", "frictionless", "proof", "dantzig"};
  static_assert(kNames.size() == kStageCount);
  return kNames[static_cast<std::size_t>(stage)];
}

}  // namespace footing::tools
