// Target: LCPs and boxed problems made of any bytes, given to every solver of core/lcp in float and double.
#include <cstddef>
#include <cstdint>

#include "core/lcp/general/coupled_boxes.hpp"
#include "core/lcp/general/solve_lcp.hpp"
#include "core/lcp/mixed_lcp.hpp"
#include "tests/fuzz/box_claims.hpp"
#include "tests/fuzz/byte_reader.hpp"

namespace footing::fuzz {
namespace {

constexpr int kRows = 6;
constexpr int kFree = 3;

// A header of five bytes (docs/proofs.md). The caller has read the first.
struct Header {
  explicit Header(ByteReader* bytes)
      : size(SizeOf(bytes->Byte())),
        budget(bytes->Byte()),
        kind(static_cast<NumberKind>(bytes->Below(kNumberKinds))),
        shape(bytes->Below(4)) {}
  // Most bytes give a size that fits; two of the 256 give −1 and one too many.
  static int SizeOf(int byte) { return byte == 254 ? -1 : byte == 255 ? kRows + 1 : byte % (kRows + 1); }

  int size;
  int budget;
  NumberKind kind;
  int shape;  // 0: square; 1: mirrored; 2: J Jᵀ; 3: J Jᵀ, each second row of J repeats the one before
};

template <typename Scalar, typename Matrix>
void ReadMatrix(const Header& header, int rows, ByteReader* bytes, Matrix* A) {
  Matrix& a = *A;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < (header.shape == 1 ? i + 1 : rows); ++j) {
      a(i, j) = header.shape == 3 && i % 2 == 1 ? a(i - 1, j) : bytes->Number<Scalar>(header.kind);
      if (header.shape == 1) a(j, i) = a(i, j);
    }
  }
  if (header.shape < 2) return;
  const Matrix J = a;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j <= i; ++j) {
      Scalar sum = 0;
      for (int k = 0; k < rows; ++k) sum += J(i, k) * J(j, k);
      a(i, j) = a(j, i) = sum;
    }
  }
}

template <typename Scalar, typename Problem>
void ReadRows(const Header& header, ByteReader* bytes, Problem* problem) {
  problem->size = header.size;
  ReadMatrix<Scalar>(header, kRows, bytes, &problem->A);
  for (int i = 0; i < kRows; ++i) problem->b[i] = bytes->Number<Scalar>(header.kind);
}

template <typename Scalar, typename Problem>
void ReadBounds(const Header& header, ByteReader* bytes, Problem* problem) {
  for (int i = 0; i < kRows; ++i) {
    const int kind = bytes->Below(4);
    const Scalar first = kind >= 2 ? bytes->Number<Scalar>(header.kind) : Scalar(0);
    problem->lo[i] = kind == 0 ? -kInfinity<Scalar> : kind == 2 ? -Abs(first) : first;
    problem->hi[i] = kind <= 1   ? kInfinity<Scalar>
                     : kind == 2 ? Abs(first)
                                 : bytes->Number<Scalar>(header.kind);
  }
}

template <typename Scalar, typename Problem, typename Solution>
void ClaimAnswer(const Problem& problem, SolveStatus status, const Solution& solution, int rows, int budget) {
  ClaimStatus(status, solution.status);
  Claim(solution.pivots >= 0, "pivots are counted");
  ClaimAtMost(solution.pivots, budget, "pivots are within the budget");
  if (IsRefusal(status)) return ClaimRefused(solution, static_cast<int>(solution.z.size()));
  if (status == SolveStatus::kSolved) return ClaimRowsHold<Scalar>(problem, solution, rows);
  ClaimWithinBounds<Scalar>(problem, solution.z, rows, Real(0));
}

template <typename Scalar>
void TryLemke(ByteReader bytes) {
  static Soiled<LcpProblem<Scalar, kRows>> problem_memory;
  static Soiled<LemkeWorkspace<Scalar, kRows>> workspace;
  static Soiled<LcpSolution<Scalar, kRows>> solution_memory;
  auto& problem = problem_memory.Fresh();
  auto& solution = solution_memory.Fresh();
  const Header header(&bytes);
  ReadRows<Scalar>(header, &bytes, &problem);
  const int budget = header.budget == 0 ? Lemke<Scalar, kRows>::DefaultBudget(problem.size) : header.budget;
  const SolveStatus status = SolveLemke(problem, {header.budget}, workspace.Fresh(), solution);
  ClaimAnswer<Scalar>(problem, status, solution, problem.size, budget);
}

template <typename Scalar>
void TryDantzig(ByteReader bytes) {
  static Soiled<BoxedLcpProblem<Scalar, kRows>> problem_memory;
  static Soiled<DantzigWorkspace<Scalar, kRows>> workspace;
  static Soiled<LcpSolution<Scalar, kRows>> solution_memory;
  auto& problem = problem_memory.Fresh();
  auto& solution = solution_memory.Fresh();
  const Header header(&bytes);
  ReadRows<Scalar>(header, &bytes, &problem);
  ReadBounds<Scalar>(header, &bytes, &problem);
  const int budget = header.budget == 0 ? Dantzig<Scalar, kRows>::DefaultBudget(problem.size) : header.budget;
  const SolveStatus status = SolveDantzig(problem, {header.budget}, workspace.Fresh(), solution);
  ClaimAnswer<Scalar>(problem, status, solution, problem.size, budget);
}

template <typename Scalar>
void TryStages(ByteReader bytes) {
  static Soiled<LcpProblem<Scalar, kRows>> problem_memory;
  static Soiled<LcpWorkspace<Scalar, kRows>> workspace_memory;
  static Soiled<LcpSolution<Scalar, kRows>> solution_memory;
  auto& problem = problem_memory.Fresh();
  auto& workspace = workspace_memory.Fresh();
  auto& solution = solution_memory.Fresh();
  const Header header(&bytes);
  ReadRows<Scalar>(header, &bytes, &problem);
  const int budget = header.budget == 0 ? DefaultLcpBudget(problem.size) : header.budget;
  const SolveStatus status = SolveLcp(problem, {header.budget}, workspace, solution);
  ClaimAnswer<Scalar>(problem, status, solution, problem.size, budget);
  if (IsRefusal(status)) return;
  ClaimWithinBounds<Scalar>(problem, solution.z, problem.size, Real(0));
  if (status == SolveStatus::kInfeasible) ClaimInfeasible(problem, workspace.boxes.infeasibility.y);
}

template <typename Scalar>
void TryCoupled(ByteReader bytes) {
  static Soiled<CoupledBoxProblem<Scalar, kRows>> problem_memory;
  static Soiled<CoupledBoxWorkspace<Scalar, kRows>> workspace_memory;
  static Soiled<LcpSolution<Scalar, kRows>> solution_memory;
  auto& problem = problem_memory.Fresh();
  auto& workspace = workspace_memory.Fresh();
  auto& solution = solution_memory.Fresh();
  const Header header(&bytes);
  ReadRows<Scalar>(header, &bytes, &problem);
  ReadBounds<Scalar>(header, &bytes, &problem);
  for (auto& row : problem.findex) row = static_cast<std::int16_t>(bytes.Below(2 * kRows + 4) - kRows - 2);
  // A coupling out of range is refused. Therefore seven of eight problems turn the negative couplings into
  // −1, which means none.
  const bool wild = bytes.Below(8) == 7;
  for (auto& row : problem.findex) row = wild ? row : Max<std::int16_t>(row, -1);
  const int budget = header.budget == 0 ? DefaultBoxBudget(problem.size) : header.budget;
  const SolveStatus status = SolveCoupledBoxes(problem, {header.budget}, workspace, solution);
  ClaimAnswer<Scalar>(problem, status, solution, problem.size, budget);
  if (IsRefusal(status)) return;
  ClaimWithinBounds<Scalar>(problem, solution.z, problem.size, Real(0));
  if (status == SolveStatus::kInfeasible) ClaimInfeasible(problem, workspace.infeasibility.y);
}

template <typename Scalar>
void TryMixed(ByteReader bytes) {
  static Soiled<MixedLcpProblem<Scalar, kFree, kRows - kFree>> problem_memory;
  static Soiled<MixedLcpWorkspace<Scalar, kFree, kRows - kFree>> workspace_memory;
  static Soiled<LcpSolution<Scalar, kRows>> solution_memory;
  auto& problem = problem_memory.Fresh();
  auto& solution = solution_memory.Fresh();
  const Header header(&bytes);
  ReadRows<Scalar>(header, &bytes, &problem);
  problem.free = bytes.Below(kFree + 3) - 1;
  const int budget =
      header.budget == 0 ? Lemke<Scalar, kRows>::DefaultBudget(problem.size - problem.free) : header.budget;
  const SolveStatus status = SolveMixed(problem, {header.budget}, workspace_memory.Fresh(), solution);
  ClaimAnswer<Scalar>(problem, status, solution, problem.size, budget);
}

}  // namespace
}  // namespace footing::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace footing::fuzz;
  ByteReader bytes(data, size);
  switch (bytes.Below(10)) {
    case 0: TryLemke<float>(bytes); break;
    case 1: TryLemke<double>(bytes); break;
    case 2: TryDantzig<float>(bytes); break;
    case 3: TryDantzig<double>(bytes); break;
    case 4: TryStages<float>(bytes); break;
    case 5: TryStages<double>(bytes); break;
    case 6: TryCoupled<float>(bytes); break;
    case 7: TryCoupled<double>(bytes); break;
    case 8: TryMixed<float>(bytes); break;
    default: TryMixed<double>(bytes); break;
  }
  return 0;
}
