#include "tools/solve/solve_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "tools/solve/contact_check.hpp"

namespace footing::tools {

namespace {

// ---- lcp and boxed --------------------------------------------------------------------------

// A and b, with ε on the diagonal.
template <typename Problem>
void FillSystem(const Rows& A, const std::vector<double>& b, double epsilon, Problem* problem) {
  problem->size = static_cast<int>(b.size());
  for (int i = 0; i < problem->size; ++i) {
    const auto row = static_cast<std::size_t>(i);
    problem->b[i] = b[row];
    for (int j = 0; j < problem->size; ++j) problem->A(i, j) = A[row][static_cast<std::size_t>(j)];
    problem->A(i, i) *= 1 + epsilon;
  }
}

void Note(const SolverRun& run, SolveAnswer* answer) {
  answer->stage = run.stage;
  answer->seconds = run.seconds;
  answer->proof = run.proof;
}

void ReadSolution(const LcpAnswer& solution, int size, SolveAnswer* answer) {
  answer->status = solution.status;
  answer->pivots = solution.pivots;
  answer->residual = solution.residual;
  answer->z.assign(solution.z.data(), solution.z.data() + size);
}

int PivotsOr(int preset, const SolveRequest& request) {
  return request.max_pivots > 0 ? request.max_pivots : preset;
}

SolveAnswer Solve(const LcpFile& file, const SolveRequest& request) {
  auto problem = std::make_unique<Lcp>();
  auto solution = std::make_unique<LcpAnswer>();
  SolveAnswer answer;
  FillSystem(file.A, file.q, request.epsilon, problem.get());
  Note(SolveLcpWith(*problem, PivotsOr(kDefaultPivots, request), solution.get()), &answer);
  ReadSolution(*solution, problem->size, &answer);
  return answer;
}

SolveAnswer Solve(const BoxedFile& file, const SolveRequest& request) {
  auto problem = std::make_unique<Boxes>();
  auto solution = std::make_unique<LcpAnswer>();
  SolveAnswer answer;
  FillSystem(file.A, file.b, request.epsilon, problem.get());
  for (int i = 0; i < problem->size; ++i) {
    problem->lo[i] = file.lo[static_cast<std::size_t>(i)];
    problem->hi[i] = file.hi[static_cast<std::size_t>(i)];
    problem->findex[static_cast<std::size_t>(i)] =
        static_cast<std::int16_t>(file.findex[static_cast<std::size_t>(i)]);
  }
  Note(SolveBoxesWith(*problem, PivotsOr(kDefaultPivots, request), solution.get()), &answer);
  ReadSolution(*solution, problem->size, &answer);
  return answer;
}

// ---- contact --------------------------------------------------------------------------------

// The file's system as one branch; τ*/dt acts on a system at rest, so that M v_free = τ*. Its contacts have
// no world frame: the Jacobian's rows are the file's, those of missing tangents zero.
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
}

// ε on the diagonal; and a missing tangent gets the inertia of its normal and stays at rest, which leaves
// the other rows alone, makes its force zero, and the system no more singular than it was.
void CompleteDiagonal(const ContactFile& file, double epsilon, Contacts* problem) {
  for (int row = 0; row < 3 * problem->contacts; ++row) {
    const int contact = row / 3;
    const int tangents = static_cast<int>(file.contacts[static_cast<std::size_t>(contact)].tangents.size());
    const double normal = problem->delassus(3 * contact, 3 * contact);
    if (row % 3 > tangents) problem->delassus(row, row) = normal > 0 ? normal : 1.0;
  }
  for (int row = 0; row < 3 * problem->contacts; ++row) problem->delassus(row, row) *= 1 + epsilon;
}

// Friction boxes |f_t| ≤ μ f_n on each tangent.
SolverRun SolveFrictionBoxes(const Contacts& contacts, int budget, ContactForces* result) {
  auto problem = std::make_unique<Boxes>();
  auto solution = std::make_unique<LcpAnswer>();
  problem->size = 3 * contacts.contacts;
  for (int i = 0; i < problem->size; ++i) {
    const bool normal = i % 3 == 0;
    const double mu = contacts.friction[i / 3];
    for (int j = 0; j < problem->size; ++j) problem->A(i, j) = contacts.dt * contacts.delassus(i, j);
    problem->b[i] = contacts.free_velocity[i] + (normal ? contacts.normal_bias[i / 3] : 0);
    problem->lo[i] = normal ? 0 : -mu;
    problem->hi[i] = normal ? kInfinity<double> : mu;
    problem->findex[static_cast<unsigned>(i)] = static_cast<std::int16_t>(normal ? -1 : i - i % 3);
  }
  const SolverRun run = SolveBoxesWith(*problem, budget, solution.get());
  result->status = solution->status;
  result->pivots = solution->pivots;
  result->residual = solution->residual;
  for (int i = 0; i < problem->size; ++i) result->force[static_cast<unsigned>(i / 3)][i % 3] = solution->z[i];
  return run;
}

// The largest speed, or part of one, that the contacts have without their forces; 1 where all are at rest.
double SpeedWithoutForces(const ContactFile& file, const decltype(Stack::velocity)& free) {
  double largest = 0;
  const auto raise = [&](const std::vector<double>& row) {
    for (std::size_t j = 0; j < row.size(); ++j) {
      largest = std::max(largest, std::abs(row[j] * free[static_cast<int>(j)]));
    }
  };
  for (const FileContact& contact : file.contacts) {
    largest = std::max(largest, std::abs(contact.normal_bias));
    raise(contact.normal);
    for (const auto& tangent : contact.tangents) raise(tangent);
  }
  return largest > 0 ? largest : 1;
}

bool IsPlanar(const ContactFile& file) {
  return std::all_of(file.contacts.begin(), file.contacts.end(),
                     [](const FileContact& contact) { return contact.tangents.size() <= 1; });
}

SolveAnswer Solve(const ContactFile& file, const SolveRequest& request) {
  auto stack = std::make_unique<Stack>();
  auto work = std::make_unique<DelassusWorkspace<Stack>>();
  auto problem = std::make_unique<Contacts>();
  auto result = std::make_unique<ContactForces>();
  SolveAnswer answer;
  FillStack(file, stack.get());
  answer.status = Assemble(*stack, file.dt, work.get(), problem.get());
  if (answer.status != SolveStatus::kSolved) return answer;
  CompleteDiagonal(file, request.epsilon, problem.get());

  const int budget = std::min(PivotsOr(kDefaultContactPivots, request), kLargestContactPivots);
  if (request.model == FrictionModel::kBox) {
    Note(SolveFrictionBoxes(*problem, budget, result.get()), &answer);
  } else if (request.model == FrictionModel::kCone) {
    Note(SolveConeWith(*problem, budget, result.get()), &answer);
  } else {
    Note(SolvePolyhedralWith(*problem, IsPlanar(file) ? 2 : request.directions, budget, result.get()),
         &answer);
  }
  answer.contact.certified = request.model == FrictionModel::kCone;
  answer.status = result->status;
  answer.pivots = result->pivots;
  // In the plane the pyramid is the box of one tangent.
  SolveRequest judged = request;
  if (request.model == FrictionModel::kPolyhedral && IsPlanar(file)) judged.model = FrictionModel::kBox;
  answer.residual = IsRefusal(answer.status)
                        ? std::numeric_limits<double>::infinity()
                        : Violation(*problem, *result, judged) / SpeedWithoutForces(file, work->free);
  if (answer.status == SolveStatus::kSolved && !(answer.residual <= kContactFileTolerance)) {
    answer.status = SolveStatus::kInaccurate;
  }
  answer.contact.cone_violation = result->cone_violation;
  answer.contact.slip_error = result->slip_error;
  answer.contact.rank = result->rank;
  if (result->status == SolveStatus::kInfeasible) {
    answer.proof.assign(result->proof.data(), result->proof.data() + 3 * problem->contacts);
  }
  for (std::size_t stage = 0; stage < result->stage_pivots.size(); ++stage) {
    const int pivots = result->stage_pivots[stage];
    if (pivots > 0)
      answer.contact.stage_pivots.emplace_back(StageName(static_cast<SolveStage>(stage)), pivots);
  }
  for (std::size_t c = 0; c < file.contacts.size(); ++c) {
    auto& f = result->force[c];
    for (auto missing = file.contacts[c].tangents.size(); missing < 2; ++missing) {
      f[static_cast<int>(missing) + 1] = 0;
    }
    answer.contact.forces.push_back({f[0], f[1], f[2]});
  }
  auto next = std::make_unique<decltype(Stack::velocity)>();
  NextVelocity(*stack, *work, file.dt, result->force, result->joint_force, next.get());
  answer.contact.v.assign(next->data(), next->data() + stack->dof);
  return answer;
}

}  // namespace

std::string SizeOf(const ProblemFile& file) {
  if (const auto* lcp = std::get_if<LcpFile>(&file.problem)) return std::to_string(lcp->q.size());
  if (const auto* boxed = std::get_if<BoxedFile>(&file.problem)) return std::to_string(boxed->b.size());
  const auto& contact = std::get<ContactFile>(file.problem);
  return std::to_string(contact.contacts.size()) + " c " + std::to_string(contact.M.size()) + " dof";
}

SolveAnswer SolveProblem(const ProblemFile& file, const SolveRequest& request) {
  return std::visit([&](const auto& problem) { return Solve(problem, request); }, file.problem);
}

std::string StatusWords(SolveStatus status) {
  switch (status) {
    case SolveStatus::kPivotBudget:
    case SolveStatus::kRay:
    case SolveStatus::kInaccurate: return std::string("not found (") + Name(status) + ")";
    default: return Name(status);
  }
}

}  // namespace footing::tools
