#include "tools/footing/solve/solve_problem.hpp"

#include <algorithm>
#include <memory>

#include "tools/footing/run/scene_answer_file.hpp"
#include "tools/footing/solve/answer/contact_answer.hpp"
#include "tools/footing/solve/solvers.hpp"

namespace footing::tools {

namespace {

// A and b, with ε on the diagonal.
template <typename Problem>
void FillSystem(const Rows& A, const std::vector<double>& b, double epsilon, Problem* problem) {
  problem->size = static_cast<int>(b.size());
  for (int i = 0; i < problem->size; ++i) {
    const auto row = static_cast<std::size_t>(i);
    problem->b[i] = b[row];
    for (int j = 0; j < problem->size; ++j) problem->A(i, j) = A[row][static_cast<std::size_t>(j)];
  }
  Regularize(epsilon, *problem);
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

SolveAnswer Solve(const LcpFile& file, SolverChoice solver, const SolveRequest& request) {
  auto problem = std::make_unique<Lcp>();
  auto solution = std::make_unique<LcpAnswer>();
  SolveAnswer answer;
  FillSystem(file.A, file.q, request.epsilon, problem.get());
  Note(SolveLcpWith(solver, *problem, PivotsOr(kDefaultPivots, request), solution.get()), &answer);
  ReadSolution(*solution, problem->size, &answer);
  return answer;
}

SolveAnswer Solve(const BoxedFile& file, SolverChoice solver, const SolveRequest& request) {
  if (solver == SolverChoice::kLemke) {
    throw ProblemError("not solved: lemke takes no limits; take dantzig or boxes");
  }
  const bool coupled = std::any_of(file.findex.begin(), file.findex.end(), [](int k) { return k >= 0; });
  if (solver == SolverChoice::kDantzig && coupled) {
    throw ProblemError("not solved: dantzig takes no findex; take boxes");
  }
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
  Note(SolveBoxesWith(solver, *problem, PivotsOr(kDefaultPivots, request), solution.get()), &answer);
  ReadSolution(*solution, problem->size, &answer);
  return answer;
}

SolveAnswer Solve(const ContactFile& file, SolverChoice, const SolveRequest& request) {
  return SolveContactFile(file, request);
}

SolveAnswer AnswerOf(std::shared_ptr<const SolvedRows> solved) {
  SolveAnswer answer;
  answer.status = solved->answer.status;
  answer.stage = solved->answer.stage;
  answer.pivots = solved->answer.pivots;
  answer.residual = solved->answer.residual;
  answer.seconds = solved->answer.seconds;
  answer.rows = std::move(solved);
  return answer;
}

void RefuseImpacts(const SolveRequest& request) {
  if (request.restitution >= 0) throw ProblemError("not solved: --impacts takes contact problems alone");
}

SolveAnswer Solve(const SceneFile& file, SolverChoice, const SolveRequest& request) {
  RefuseImpacts(request);
  return AnswerOf(SolveSceneNow(*file, request));
}

SolveAnswer Solve(const MatrixFile& file, SolverChoice, const SolveRequest& request) {
  RefuseImpacts(request);
  return AnswerOf(SolveMatrix(*file, request));
}

}  // namespace

std::string SizeOf(const ProblemFile& file) {
  if (const auto* lcp = std::get_if<LcpFile>(&file.problem)) return std::to_string(lcp->q.size());
  if (const auto* boxed = std::get_if<BoxedFile>(&file.problem)) return std::to_string(boxed->b.size());
  if (const auto* scene = std::get_if<SceneFile>(&file.problem))
    return std::to_string((*scene)->bodies.size()) + " bodies";
  if (const auto* rows = std::get_if<MatrixFile>(&file.problem))
    return std::to_string((*rows)->problem.rows()) + " rows";
  const auto& contact = std::get<ContactFile>(file.problem);
  return std::to_string(contact.contacts.size()) + " c " + std::to_string(contact.M.size()) + " dof";
}

SolverChoice SolverOf(const ProblemFile& file, const SolveRequest& request) {
  const bool pivots = request.solver == SolverChoice::kDantzig || request.solver == SolverChoice::kLemke;
  const bool rows_alone =
      std::holds_alternative<LcpFile>(file.problem) || std::holds_alternative<BoxedFile>(file.problem);
  const bool of_rows =
      std::holds_alternative<SceneFile>(file.problem) || std::holds_alternative<MatrixFile>(file.problem);
  if (!of_rows && IsOfScenes(request.solver))
    throw ProblemError(std::string("not solved: ") + Name(request.solver) +
                       " takes scenes and Delassus matrices alone");
  return pivots || !rows_alone ? request.solver : SolverChoice::kBoxes;
}

SolveAnswer SolveProblem(const ProblemFile& file, const SolveRequest& request) {
  const SolverChoice solver = SolverOf(file, request);
  return std::visit([&](const auto& problem) { return Solve(problem, solver, request); }, file.problem);
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
