#include "tools/footing/scene/methods/acceleration_methods.hpp"

#include <cmath>

#include "core/lcp/dantzig.hpp"
#include "core/lcp/lemke.hpp"
#include "core/papers/baraff/baraff_impulse.hpp"
#include "core/papers/berard/lcp_modes.hpp"
#include "core/papers/trefny/acceleration_lcp.hpp"
#include "tools/footing/scene/methods/eliminated_joints.hpp"
#include "tools/footing/solve/answer/directions.hpp"
#include "tools/footing/solve/seconds.hpp"

namespace footing::tools {

namespace {

constexpr double kJointTolerance = 1e-7;  // of what eliminated joints leave, relative to the rows' constants

template <typename Solution>
void NoteSolution(const Solution& solution, const char* stage, SceneAnswer* answer) {
  answer->status = solution.status;
  answer->stage = stage;
  answer->pivots = solution.pivots;
  answer->residual = solution.residual;
}

using Flat = RigidScene<double, kSceneBodies, kSceneContacts>;

// The scene as Trefny's section 1 has it.
void FillFlat(const Scene& scene, const SceneRows& rows, Flat* flat) {
  flat->bodies = static_cast<int>(scene.bodies.size());
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const SceneBody& from = scene.bodies[i];
    RigidBody<double>& to = flat->body[i];
    to.mass = from.mass;
    to.inertia << from.WorldInertia();
    to.position << from.position;
    to.velocity << from.velocity;
    to.angular_velocity << from.spin;
    to.force << from.force + from.mass * scene.gravity;
    to.torque << from.torque;
  }
  flat->contacts = static_cast<int>(rows.touches.size());
  for (std::size_t c = 0; c < rows.touches.size(); ++c) {
    if (rows.touches[c].first_round || rows.touches[c].second_round)
      throw ProblemError("not solved: trefny takes flat faces and straight edges alone; take baraff");
    flat->contact[c] = rows.touches[c].contact;
  }
}

using Baraff3 = BaraffProblem<double, kSceneContacts, kSceneJointRows>;

// Row of a SceneRows problem that stands in row i of Baraff's.
int RowOf(const Baraff3& problem, int i) {
  const int d = problem.dimension, n = d * problem.contacts;
  return i < n ? 3 * (i / d) + i % d : 3 * problem.contacts + i - n;
}

template <typename Vector>
void Spread(const Baraff3& problem, const Vector& rows, std::vector<Point>* force,
            std::vector<double>* joint_force) {
  const int d = problem.dimension;
  for (int c = 0; c < problem.contacts; ++c)
    force->emplace_back(rows[d * c], rows[d * c + 1], d == 3 ? rows[d * c + 2] : 0);
  for (int k = 0; k < problem.bilateral; ++k) joint_force->push_back(rows[d * problem.contacts + k]);
}

// Of eliminated joints: their forces, and whether they hold.
void RecoverJoints(const EliminatedJoints& joints, const SceneRows& rows, SceneAnswer* answer) {
  answer->joint_force = joints.JointForces(answer->force);
  if (answer->status != SolveStatus::kSolved) return;
  const auto motion = RowMotion(rows.problem, answer->force, answer->joint_force);
  double largest = 1;
  for (int i = 0; i < rows.problem.rows(); ++i)
    largest = std::max(largest, std::abs(rows.problem.free_velocity[i]));
  for (std::size_t i = 3 * answer->force.size(); i < motion.size(); ++i) {
    if (!(std::abs(motion[i]) <= kJointTolerance * largest)) answer->status = SolveStatus::kInaccurate;
  }
}

template <int kTangents>
std::string LetterOf(const LcpMode& mode) {
  std::string name(1, mode.letter);
  if (mode.letter == 'q') {
    for (int k = 0; k < kTangents; ++k)
      name += mode.sign[static_cast<std::size_t>(k)] > 0   ? '+'
              : mode.sign[static_cast<std::size_t>(k)] < 0 ? '-'
                                                           : '0';
  }
  // Two neighbours: the letter of `footing modes` for a slide between them.
  if (mode.letter == 'd') name = (mode.second < 0 ? "d" : "e") + std::to_string(mode.direction + 1);
  return name;
}

// `assemble(problem, lcp)` sets up eq. 23, 30 or 37.
template <int kTangents, int kCapacity, typename Assemble>
void SolveModes(const SceneRows& rows, const SolveRequest& request, const Assemble& assemble,
                SceneAnswer* answer) {
  using Problem = ModeProblem<double, kSceneContacts, kTangents>;
  EliminatedJoints joints(rows, SolverChoice::kBerard);
  const Contacts& contacts = joints.contacts();
  auto* const problem = &Kept<Problem>();
  constexpr int kStride = Problem::kStride;
  const auto row = [](int i) { return 3 * (i / kStride) + i % kStride; };
  problem->contacts = contacts.contacts;
  for (int i = 0; i < kStride * contacts.contacts; ++i) {
    problem->b[i] = contacts.free_velocity[row(i)];
    for (int j = 0; j < kStride * contacts.contacts; ++j)
      problem->A(i, j) = contacts.delassus(row(i), row(j));
    problem->A(i, i) += request.epsilon * problem->A(i, i);
  }
  for (int c = 0; c < contacts.contacts; ++c) {
    const auto at = static_cast<std::size_t>(c);
    const bool slides = rows.level == SceneLevel::kAcceleration && rows.slides[at];
    problem->before[at] = slides ? MotionBefore::kSlides : MotionBefore::kRolls;
    problem->static_friction[c] = contacts.friction[c];
    problem->kinetic_friction[c] = rows.kinetic_friction[at];
    for (int k = 0; k < kTangents; ++k) problem->slip[at][k] = rows.velocity[at][1 + k];
  }
  auto* const lcp = &Kept<ModeLcp<double, kTangents, kCapacity>>();
  auto* const work = &Kept<LemkeWorkspace<double, kCapacity>>();
  auto* const solution = &Kept<LcpSolution<double, kCapacity>>();
  auto* const modes = &Kept<ModeAnswer<double, kSceneContacts, kTangents>>();
  answer->status = assemble(*problem, *lcp);
  if (answer->status != SolveStatus::kSolved) return;
  answer->seconds = SecondsOf([&] { (void)SolveLemke(lcp->lcp, {request.max_pivots}, *work, *solution); });
  NoteSolution(*solution, "lemke", answer);
  answer->status = ReadModes(*problem, *lcp, *solution, *modes);
  KeepLcp(lcp->lcp, 0, &answer->lcp);
  for (int c = 0; c < contacts.contacts; ++c) {
    const auto& force = modes->force[static_cast<std::size_t>(c)];
    answer->force.emplace_back(force[0], force[1], kTangents == 2 ? force[kTangents] : 0);
    answer->modes.push_back(LetterOf<kTangents>(modes->mode[static_cast<std::size_t>(c)]));
  }
  RecoverJoints(joints, rows, answer);
}

}  // namespace

void SolveTrefny(const Scene* scene, const SceneRows& rows, const SolveRequest& request,
                 SceneAnswer* answer) {
  if (scene == nullptr)
    throw ProblemError("not solved: trefny needs a scene; of a Delassus matrix take baraff");
  if (rows.problem.joint_rows > 0)
    throw ProblemError("not solved: trefny takes no joints at accelerations; take baraff, or cone");
  auto* const flat = &Kept<Flat>();
  FillFlat(*scene, rows, flat);
  auto* const work = &Kept<AccelerationWorkspace<Flat>>();
  auto* const problem = &Kept<BoxedLcpProblem<double, kSceneContacts>>();
  auto* const dantzig = &Kept<DantzigWorkspace<double, kSceneContacts>>();
  auto* const solution = &Kept<LcpSolution<double, kSceneContacts>>();
  answer->status = AssembleAcceleration(*flat, *work, *problem);
  if (answer->status != SolveStatus::kSolved) return;
  for (int c = 0; c < problem->size; ++c) {
    if (rows.level == SceneLevel::kImpact) {
      problem->b[c] = rows.problem.free_velocity[3 * c];
    } else {
      problem->b[c] += rows.correction[static_cast<std::size_t>(c)];
    }
  }
  Regularize(request.epsilon, *problem);
  answer->seconds =
      SecondsOf([&] { (void)SolveDantzig(*problem, {request.max_pivots}, *dantzig, *solution); });
  NoteSolution(*solution, "dantzig", answer);
  KeepLcp(*problem, 0, &answer->lcp);
  for (int c = 0; c < problem->size; ++c) answer->force.emplace_back(solution->z[c], 0, 0);
}

void SolveBaraffRows(const SceneRows& rows, const SolveRequest& request, SceneAnswer* answer) {
  RefuseBounds(rows, SolverChoice::kBaraff);
  auto* const problem = &Kept<Baraff3>();
  auto* const work = &Kept<BaraffWorkspace<Baraff3>>();
  auto* const solution = &Kept<BaraffSolution<Baraff3>>();
  problem->dimension = rows.plane ? 2 : 3;
  problem->contacts = rows.problem.contacts;
  problem->bilateral = rows.problem.joint_rows;
  BoundedVector<double, Baraff3::kRows> velocity;
  velocity.setZero();
  for (int i = 0; i < problem->rows(); ++i) {
    const int row = RowOf(*problem, i);
    problem->b[i] = rows.problem.free_velocity[row];
    for (int j = 0; j < problem->rows(); ++j)
      problem->A(i, j) = rows.problem.delassus(row, RowOf(*problem, j));
    problem->A(i, i) += request.epsilon * problem->A(i, i);
  }
  for (int c = 0; c < problem->contacts; ++c) {
    const auto at = static_cast<std::size_t>(c);
    const bool slides = rows.level == SceneLevel::kAcceleration && rows.slides[at];
    problem->mu[c] = slides ? rows.kinetic_friction[at] : rows.problem.friction[c];
    problem->slip[at].setZero();
    for (int k = 0; k < problem->dimension; ++k) velocity[problem->dimension * c + k] = rows.velocity[at][k];
    if (!slides) continue;
    for (int k = 0; k < problem->dimension - 1; ++k) problem->slip[at][k] = rows.velocity[at][1 + k];
    problem->slip[at] /= problem->slip[at].norm();
  }
  BaraffOptions options;
  options.budget = request.max_pivots;
  answer->seconds = SecondsOf([&] { (void)SolveBaraff(*problem, options, *work, *solution); });
  NoteSolution(*solution, "baraff", answer);
  Spread(*problem, solution->f, &answer->force, &answer->joint_force);
  if (solution->status != SolveStatus::kRay || rows.level != SceneLevel::kAcceleration) return;
  auto* const impulse_work = &Kept<BaraffImpulseWorkspace<Baraff3>>();
  auto* const impulse = &Kept<BaraffImpulse<Baraff3>>();
  const SolveStatus applied =
      ApplyBaraffImpulse(*problem, *solution, velocity, options, *impulse_work, *impulse);
  answer->has_impulse = applied == SolveStatus::kSolved;
  if (answer->has_impulse) Spread(*problem, impulse->impulse, &answer->impulse, &answer->joint_impulse);
}

void SolveBerard(const SceneRows& rows, const SolveRequest& request, SceneAnswer* answer) {
  const auto by_axes = [](const auto& problem, auto& lcp) { return AssembleModeLcp(problem, lcp); };
  if (rows.plane) return SolveModes<1, 3 * kSceneContacts>(rows, request, by_axes, answer);
  if (request.directions == 0) return SolveModes<2, 5 * kSceneContacts>(rows, request, by_axes, answer);
  WithDirections(request.directions, [&](auto d) {
    if constexpr (d >= 4) {
      const FrictionBasis<double, d> basis;
      const auto by_directions = [&](const auto& problem, auto& lcp) {
        return AssembleModeLcp(problem, basis, lcp);
      };
      SolveModes<2, kSceneContacts*(16 + 2)>(rows, request, by_directions, answer);
    }
  });
}

}  // namespace footing::tools
