#include "tools/footing/solve/answer/contact_answer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "tools/footing/solve/answer/contact_check.hpp"
#include "tools/footing/solve/answer/friction_boxes.hpp"
#include "tools/footing/solve/file/file_motion.hpp"

namespace footing::tools {

namespace {

using Real = long double;

constexpr int kMostPasses = 3;

// Fills the stack with the file's system as one branch. The force τ*/dt acts on a system at rest, so that M
// v_free = τ*. The contacts have no world frame: the rows of the Jacobian are the file's, and those of
// missing tangents are zero.
void FillStack(const ContactFile& file, Stack* stack) {
  const int dof = static_cast<int>(file.M.size());
  stack->Clear();
  stack->dof = dof;
  for (int i = 0; i < dof; ++i) {
    const auto row = static_cast<std::size_t>(i);
    for (int j = 0; j < dof; ++j) stack->mass_matrix(i, j) = file.M[row][static_cast<std::size_t>(j)];
    stack->dof_parent[row] = i - 1;
    stack->velocity[i] = 0;
    stack->force[i] = file.tau_star[row] / file.dt;
  }
  for (const FileContact& contact : file.contacts) {
    const double mu = contact.tangents.empty() ? 0.0 : contact.friction;
    const int normal_row = 3 * stack->AddContact({0, 0, 1}, mu, contact.normal_bias);
    std::copy(contact.normal.begin(), contact.normal.end(), &stack->jacobian(normal_row, 0));
    for (std::size_t t = 0; t < contact.tangents.size(); ++t) {
      std::copy(contact.tangents[t].begin(), contact.tangents[t].end(),
                &stack->jacobian(normal_row + 1 + static_cast<int>(t), 0));
    }
  }
  stack->TouchAll();
}

// Puts ε on the diagonal. A missing tangent first gets the inertia of its normal and stays at rest. This
// leaves the other rows unchanged, makes its force zero, and makes the system no more singular than it was.
void CompleteDiagonal(const ContactFile& file, double epsilon, Contacts* problem) {
  for (int row = 0; row < 3 * problem->contacts; ++row) {
    const int contact = row / 3;
    const int tangents = static_cast<int>(file.contacts[static_cast<std::size_t>(contact)].tangents.size());
    const double normal = problem->delassus(3 * contact, 3 * contact);
    if (row % 3 > tangents) problem->delassus(row, row) = normal > 0 ? normal : 1.0;
  }
  Regularize(epsilon, *problem);
}

SolverRun SolveFrictionBoxes(const Contacts& contacts, int budget, ContactForces* result) {
  auto problem = std::make_unique<Boxes>();
  auto solution = std::make_unique<LcpAnswer>();
  FillFrictionBoxes(contacts, problem.get());
  const SolverRun run = SolveBoxesWith(SolverChoice::kBoxes, *problem, budget, solution.get());
  result->status = solution->status;
  result->pivots = solution->pivots;
  result->residual = solution->residual;
  for (int i = 0; i < problem->size; ++i) result->force[static_cast<unsigned>(i / 3)][i % 3] = solution->z[i];
  return run;
}

// The largest term of the contacts' speeds without their forces; 1 if all are at rest.
double SpeedWithoutForces(const ContactFile& file, const std::vector<Real>& free) {
  Real largest = 0;
  const auto raise = [&](const std::vector<double>& row) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      largest = std::max(largest, std::abs(row[j] * free[j]));
    }
  };
  for (const FileContact& contact : file.contacts) {
    largest = std::max<Real>(largest, std::abs(contact.normal_bias));
    raise(contact.normal);
    for (const auto& tangent : contact.tangents) raise(tangent);
  }
  return largest > 0 ? static_cast<double>(largest) : 1;
}

bool IsPlanar(const ContactFile& file) {
  return std::all_of(file.contacts.begin(), file.contacts.end(),
                     [](const FileContact& contact) { return contact.tangents.size() <= 1; });
}

SolverRun SolveOnce(const ContactFile& file, const SolveRequest& request, int budget, const Contacts& problem,
                    ContactForces* result) {
  const int directions = IsPlanar(file) ? 2 : request.directions;
  switch (request.solver) {
    case SolverChoice::kDantzig: return SolveDantzigWith(problem, budget, result);
    case SolverChoice::kLemke: return SolveLemkeWith(problem, directions, budget, result);
    case SolverChoice::kNewtonPolyhedral: return SolvePolyhedralWith(problem, directions, budget, result);
    case SolverChoice::kBoxes: return SolveFrictionBoxes(problem, budget, result);
    default: return SolveConeWith(problem, budget, result);
  }
}

// The velocities that `forces` give the contacts' rows of the file, plus what ε adds.
std::vector<Real> RowVelocities(const FileMotion& motion, double epsilon, const Contacts& problem,
                                const ContactForces& forces) {
  std::vector<Real> u = motion.u();
  for (int row = 0; row < 3 * problem.contacts; ++row) {
    const Real added = problem.delassus(row, row) * Real(epsilon) / (1 + Real(epsilon));
    u[static_cast<std::size_t>(row)] +=
        added * problem.dt * forces.force[static_cast<std::size_t>(row / 3)][row % 3];
  }
  return u;
}

// Adds to the free velocities the difference between u and the problem's own sums.
void Correct(const std::vector<Real>& u, const ContactForces& forces, Contacts* problem) {
  for (int row = 0; row < 3 * problem->contacts; ++row) {
    Real sum = problem->free_velocity[row];
    for (int j = 0; j < 3 * problem->contacts; ++j) {
      sum += Real(problem->dt) * problem->delassus(row, j) *
             forces.force[static_cast<std::size_t>(j / 3)][j % 3];
    }
    problem->free_velocity[row] += static_cast<double>(u[static_cast<std::size_t>(row)] - sum);
  }
}

void DropMissingTangents(const ContactFile& file, ContactForces* result) {
  for (std::size_t c = 0; c < file.contacts.size(); ++c) {
    for (auto missing = file.contacts[c].tangents.size(); missing < 2; ++missing) {
      result->force[c][static_cast<int>(missing) + 1] = 0;
    }
  }
}

// Whether no contact closes and each force is in its cone: the largest violation in m/s.
double ImpactViolation(const Contacts& problem, const ContactForces& forces, const std::vector<Real>& u) {
  Real worst = 0;
  for (int c = 0; c < problem.contacts; ++c) {
    const auto& f = forces.force[static_cast<std::size_t>(c)];
    const Real outside = std::hypot(Real(f[1]), Real(f[2])) - Real(problem.friction[c]) * Real(f[0]);
    const Real bias = std::max(problem.normal_bias[c], 0.0);
    for (const Real violation : {-(u[static_cast<std::size_t>(3 * c)] + bias),
                                 -Real(problem.dt) * problem.delassus(3 * c, 3 * c) * f[0],
                                 Real(problem.dt) * problem.LargestDiagonal(c) * outside}) {
      if (!(violation <= worst)) worst = violation;  // NaN stays
    }
    if (!std::isfinite(worst)) return std::numeric_limits<double>::infinity();
  }
  return static_cast<double>(worst);
}

void ReadForces(const ContactFile& file, const ContactForces& result, const FileMotion& motion,
                SolveAnswer* answer) {
  for (std::size_t c = 0; c < file.contacts.size(); ++c) {
    const auto& f = result.force[c];
    answer->contact.forces.push_back({f[0], f[1], f[2]});
  }
  answer->contact.v.assign(motion.v().begin(), motion.v().end());
}

void AnswerImpacts(const ContactFile& file, const SolveRequest& request, const Contacts& problem,
                   double speed, FileMotion* motion, SolveAnswer* answer) {
  auto result = std::make_unique<ContactForces>();
  const SolverRun run = PassOnImpactsWith(problem, request.restitution, request.max_pivots, result.get());
  DropMissingTangents(file, result.get());
  answer->status = result->status;
  answer->stage = run.stage;
  answer->seconds = run.seconds;
  answer->pivots = result->pivots;
  motion->Apply(*result);
  const std::vector<Real> u = RowVelocities(*motion, request.epsilon, problem, *result);
  answer->residual = ImpactViolation(problem, *result, u) / speed;
  if (answer->status == SolveStatus::kSolved && !(answer->residual <= kContactFileTolerance))
    answer->status = SolveStatus::kInaccurate;
  ReadForces(file, *result, *motion, answer);
}

}  // namespace

SolveAnswer SolveContactFile(const ContactFile& file, const SolveRequest& request) {
  auto stack = std::make_unique<Stack>();
  auto work = std::make_unique<DelassusWorkspace<Stack>>();
  auto problem = std::make_unique<Contacts>();
  auto result = std::make_unique<ContactForces>();
  SolveAnswer answer;
  FillStack(file, stack.get());
  answer.status = Assemble(*stack, file.dt, *work, *problem);
  if (answer.status != SolveStatus::kSolved) return answer;
  CompleteDiagonal(file, request.epsilon, problem.get());

  // In the plane the pyramid is the box of one tangent.
  FrictionLaw law{ModelOf(request.solver), request.directions};
  if (law.model == FrictionModel::kPolyhedral && IsPlanar(file)) law.model = FrictionModel::kBox;
  const int budget = std::min(PivotsOr(kDefaultContactPivots, request), kLargestContactPivots);
  FileMotion motion(file);
  Clear(result.get());
  motion.Apply(*result);
  const double speed = SpeedWithoutForces(file, motion.v());
  if (request.restitution >= 0) {
    AnswerImpacts(file, request, *problem, speed, &motion, &answer);
    return answer;
  }
  std::array<int, kStageCount> stage_pivots{};
  for (int pass = 0; pass < kMostPasses; ++pass) {
    const SolverRun run = SolveOnce(file, request, budget - answer.pivots, *problem, result.get());
    DropMissingTangents(file, result.get());
    answer.status = result->status;
    answer.stage = run.stage;
    answer.proof = run.proof;
    answer.seconds += run.seconds;
    answer.pivots += result->pivots;
    for (std::size_t stage = 0; stage < stage_pivots.size(); ++stage) {
      stage_pivots[stage] += result->stage_pivots[stage];
    }
    answer.residual = std::numeric_limits<double>::infinity();
    if (IsRefusal(answer.status)) break;
    motion.Apply(*result);
    const std::vector<Real> u = RowVelocities(motion, request.epsilon, *problem, *result);
    answer.residual = Violation(*problem, *result, u, law) / speed;
    if (answer.status != SolveStatus::kSolved || answer.residual <= kContactFileTolerance) break;
    answer.status = SolveStatus::kInaccurate;
    if (answer.pivots >= budget) break;
    Correct(u, *result, problem.get());
  }

  answer.contact.certified =
      request.solver == SolverChoice::kCone || request.solver == SolverChoice::kDantzig;
  answer.contact.cone_violation = result->cone_violation;
  answer.contact.slip_error = result->slip_error;
  answer.contact.rank = result->rank;
  for (std::size_t stage = 0; stage < stage_pivots.size(); ++stage) {
    if (stage_pivots[stage] == 0) continue;
    answer.contact.stage_pivots.emplace_back(StageName(static_cast<SolveStage>(stage)), stage_pivots[stage]);
  }
  ReadForces(file, *result, motion, &answer);
  return answer;
}

}  // namespace footing::tools
