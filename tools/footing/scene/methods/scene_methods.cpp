#include "tools/footing/scene/methods/scene_methods.hpp"

#include <cmath>

#include "core/contact/polyhedral/contact_lcp.hpp"
#include "core/contact/solve_contacts.hpp"
#include "core/lcp/dantzig.hpp"
#include "core/papers/tan_siu_liu/mixed_form.hpp"
#include "tools/footing/scene/methods/acceleration_methods.hpp"
#include "tools/footing/scene/methods/eliminated_joints.hpp"
#include "tools/footing/solve/answer/contact_check.hpp"
#include "tools/footing/solve/answer/directions.hpp"
#include "tools/footing/solve/answer/friction_boxes.hpp"
#include "tools/footing/solve/seconds.hpp"

namespace footing::tools {

namespace {

using ConeState = ContactSolverState<double, kSceneContacts, kSceneJointRows, SolverStages::kHeldNewton>;
using ConeAnswer = ContactSolution<double, kSceneContacts, kSceneJointRows>;

constexpr int kScenePyramidRows = kSceneContacts * (16 + 2);
constexpr int kSceneFreeRows = 6 * kSceneBodies + kSceneJointRows;
using Mixed = MixedLcpProblem<double, kSceneFreeRows, kScenePyramidRows>;

template <typename Solution>
void ReadForces(const Solution& found, int contacts, SceneAnswer* answer) {
  answer->status = found.status;
  answer->pivots = found.pivots;
  answer->residual = found.residual;
  for (int c = 0; c < contacts; ++c) answer->force.emplace_back(found.force[static_cast<std::size_t>(c)]);
}

// The problem that is solved and judged: with ε, and with what missing tangents need.
SceneRows::Problem& Changed(const SceneRows& rows, const SolveRequest& request) {
  SceneRows::Problem& problem = Kept<SceneRows::Problem>();
  problem = rows.problem;
  CompleteTangents(rows.plane, &problem);
  Regularize(request.epsilon, problem);
  return problem;
}

}  // namespace

struct SceneSolver::Memory {
  ConeState cone;  // warm from step to step

  void SolveCone(const SceneRows& rows, const SolveRequest& request, SceneAnswer* answer) {
    SceneRows::Problem& problem = Changed(rows, request);
    ConeAnswer& found = Kept<ConeAnswer>();
    const int budget = std::min(PivotsOr(kDefaultContactPivots, request), kLargestContactPivots);
    answer->seconds = SecondsOf([&] { (void)SolveContacts(problem, {budget}, cone, found); });
    answer->stage = StageName(found.stage);
    ReadForces(found, problem.contacts, answer);
    for (int k = 0; k < problem.joint_rows; ++k) answer->joint_force.push_back(found.joint_force[k]);
  }

  void SolveBoxes(const SceneRows& rows, const SolveRequest& request, SceneAnswer* answer) {
    const SceneRows::Problem& problem = Changed(rows, request);
    Boxes& all = Kept<Boxes>();
    LcpAnswer& found = Kept<LcpAnswer>();
    FillFrictionBoxes(problem, &all);
    const SolverRun run =
        SolveBoxesWith(SolverChoice::kBoxes, all, PivotsOr(kDefaultContactPivots, request), &found);
    answer->stage = run.stage;
    answer->seconds = run.seconds;
    answer->status = found.status;
    answer->pivots = found.pivots;
    answer->residual = found.residual;
    for (int c = 0; c < problem.contacts; ++c)
      answer->force.emplace_back(found.z[3 * c], found.z[3 * c + 1], found.z[3 * c + 2]);
    for (int k = 0; k < problem.joint_rows; ++k)
      answer->joint_force.push_back(found.z[3 * problem.contacts + k]);
  }

  void SolveEliminated(const SceneRows& rows, const SolveRequest& request, int directions,
                       SceneAnswer* answer) {
    EliminatedJoints joints(rows, request.solver);
    Contacts& problem = joints.contacts();
    Regularize(request.epsilon, problem);
    ContactForces& found = Kept<ContactForces>();
    Clear(&found);
    const int budget = std::min(PivotsOr(kDefaultContactPivots, request), kLargestContactPivots);
    const SolverRun run = request.solver == SolverChoice::kDantzig ? SolveDantzigWith(problem, budget, &found)
                          : request.solver == SolverChoice::kLemke
                              ? SolveLemkeWith(problem, directions, budget, &found)
                              : SolvePolyhedralWith(problem, directions, budget, &found);
    answer->stage = run.stage;
    answer->seconds = run.seconds;
    ReadForces(found, problem.contacts, answer);
    answer->joint_force = joints.JointForces(answer->force);
    if (request.solver != SolverChoice::kLemke) return;
    WithDirections(directions, [&](auto d) {
      auto& lcp = Kept<LcpProblem<double, kScenePyramidRows>>();
      AssembleLcp<d>(problem, FrictionBasis<double, d>(), {}, &lcp);
      KeepLcp(lcp, 0, &answer->lcp);
    });
  }

  template <int kDirections>
  void SolveMixedForm(const SceneRows& rows, const SolveRequest& request, SceneAnswer* answer) {
    const FrictionBasis<double, kDirections> basis;
    Mixed& all = Kept<Mixed>();
    auto& found = Kept<LcpSolution<double, kSceneFreeRows + kScenePyramidRows>>();
    RefuseBounds(rows, request.solver);
    AssembleMixedLcp(rows.stack, rows.problem.dt, basis, &all);
    auto& work = Kept<MixedLcpWorkspace<double, kSceneFreeRows, kScenePyramidRows>>();
    answer->seconds = SecondsOf([&] { answer->status = SolveMixed(all, {request.max_pivots}, work, found); });
    answer->stage = "lemke";
    answer->pivots = found.pivots;
    answer->residual = found.residual;
    KeepLcp(all, all.free, &answer->lcp);
    const int p = rows.problem.contacts;
    for (int c = 0; c < p; ++c) {
      Point force(found.z[all.free + c], 0, 0);
      for (int k = 0; k < kDirections; ++k) {
        const double share = found.z[all.free + p + c * kDirections + k];
        force.y() += share * basis.direction(k, 0);
        force.z() += share * basis.direction(k, 1);
      }
      answer->force.push_back(force);
    }
    for (int k = 0; k < rows.problem.joint_rows; ++k)
      answer->joint_force.push_back(found.z[rows.stack.dof + k]);
  }
};

namespace {

// Judges forces of a velocity level from the rows themselves, in long double.
void JudgeVelocities(const SceneRows& rows, const SolveRequest& request, int directions,
                     SceneAnswer* answer) {
  if (IsRefusal(answer->status)) return;
  const SceneRows::Problem* const problem = &Changed(rows, request);
  const auto motion = RowMotion(*problem, answer->force, answer->joint_force);
  auto* const contacts = &Kept<Contacts>();
  auto* const forces = &Kept<ContactForces>();
  contacts->contacts = problem->contacts;
  contacts->dt = problem->dt;
  double speed = 0;
  for (int i = 0; i < problem->rows(); ++i) speed = std::max(speed, std::abs(problem->free_velocity[i]));
  for (int c = 0; c < problem->contacts; ++c) {
    contacts->friction[c] = problem->friction[c];
    contacts->normal_bias[c] = problem->normal_bias[c];
    speed = std::max(speed, std::abs(problem->normal_bias[c]));
    for (int k = 0; k < 3; ++k)
      contacts->delassus(3 * c + k, 3 * c + k) = problem->delassus(3 * c + k, 3 * c + k);
    forces->force[static_cast<std::size_t>(c)] << answer->force[static_cast<std::size_t>(c)];
  }
  FrictionLaw law{ModelOf(request.solver), directions};
  if (law.model == FrictionModel::kPolyhedral && rows.plane) law.model = FrictionModel::kBox;
  double worst = Violation(*contacts, *forces, motion, law);
  for (int k = 0; k < problem->joint_rows; ++k) {
    const double f = answer->joint_force[static_cast<std::size_t>(k)];
    const auto row = 3 * problem->contacts + k;
    const double weight = problem->dt * problem->delassus(row, row);
    const double u = static_cast<double>(motion[static_cast<std::size_t>(row)]);
    // How far f is from the force that its own velocity asks for, as a velocity.
    const double asked = std::clamp(f - u / weight, problem->lower[k], problem->upper[k]);
    worst = std::max(worst, std::abs(weight * (f - asked)));
  }
  answer->residual = worst / (speed > 0 ? speed : 1);
  if (answer->status == SolveStatus::kSolved && !(answer->residual <= kContactFileTolerance))
    answer->status = SolveStatus::kInaccurate;
}

}  // namespace

SceneSolver::SceneSolver() : memory_(std::make_unique<Memory>()) {}
SceneSolver::~SceneSolver() = default;

SceneAnswer SceneSolver::Solve(const Scene* scene, const SceneRows& rows, const SolveRequest& request) {
  SceneAnswer answer;
  const int directions = rows.plane ? 2 : request.directions;
  switch (request.solver) {
    case SolverChoice::kCone: memory_->SolveCone(rows, request, &answer); break;
    case SolverChoice::kBoxes: memory_->SolveBoxes(rows, request, &answer); break;
    case SolverChoice::kMixed:
      if (scene == nullptr) throw ProblemError("not solved: mixed needs M; a Delassus matrix has none");
      if (request.epsilon > 0) throw ProblemError("not solved: mixed has no epsilon; take lemke");
      WithDirections(directions, [&](auto d) { memory_->SolveMixedForm<d>(rows, request, &answer); });
      break;
    case SolverChoice::kTrefny: SolveTrefny(scene, rows, request, &answer); break;
    case SolverChoice::kBaraff: SolveBaraffRows(rows, request, &answer); break;
    case SolverChoice::kBerard: SolveBerard(rows, request, &answer); break;
    default: memory_->SolveEliminated(rows, request, directions, &answer);
  }
  answer.force.resize(static_cast<std::size_t>(rows.problem.contacts), Point::Zero());
  answer.joint_force.resize(static_cast<std::size_t>(rows.problem.joint_rows), 0.0);
  if (!IsOfAccelerations(request.solver)) JudgeVelocities(rows, request, directions, &answer);
  const auto motion = RowMotion(rows.problem, answer.force, answer.joint_force);
  for (int c = 0; c < rows.problem.contacts; ++c) {
    const auto at = static_cast<std::size_t>(3 * c);
    answer.motion.emplace_back(static_cast<double>(motion[at]), static_cast<double>(motion[at + 1]),
                               static_cast<double>(motion[at + 2]));
  }
  return answer;
}

}  // namespace footing::tools
