// Target: contact problems made of any bytes, given to SolveContacts, with and without joint rows, and to
// SolvePolyhedral, in float and double. The same problem is then solved again with other free velocities,
// from where the first solve ended.
#include <cstddef>
#include <cstdint>

#include "core/contact/solve_contacts.hpp"
#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "tests/fuzz/byte_reader.hpp"
#include "tests/fuzz/contact_claims.hpp"

namespace footing::fuzz {
namespace {

// How the Delassus matrix is made.
enum class Shape : std::uint8_t {
  kSquare,      // as read
  kMirrored,    // the lower triangle is read and mirrored
  kGram,        // J Jᵀ of rows that are read; the rank is read too
  kDuplicated,  // as kGram, and each contact after the first may repeat an earlier one
  kAlmost,      // as kGram, but asymmetric by up to 127 roundings
};
constexpr int kShapes = 5;

template <typename Problem>
class ProblemReader {
 public:
  using Scalar = typename Problem::Scalar;

  ProblemReader(ByteReader* bytes, Problem* problem) : bytes_(*bytes), problem_(*problem) {}

  // Reads the header of nine bytes (docs/proofs.md) and the numbers. The caller has read the first byte.
  void Read() {
    problem_.contacts = Size(Problem::kContacts);
    problem_.joint_rows = Size(Problem::kJointRows);
    if (Problem::kJointRows == 0) problem_.joint_rows = 0;
    shape_ = static_cast<Shape>(bytes_.Below(kShapes));
    rank_ = 1 + bytes_.Below(Problem::kRows);
    budget = bytes_.Byte();
    repeats = bytes_.Below(3);
    kind_ = static_cast<NumberKind>(bytes_.Below(kNumberKinds));
    const int flags = bytes_.Byte();
    positive_ = (flags & 1) != 0;
    problem_.dt = (flags & 2) != 0 ? Scalar(1e-3L) : Number();
    ReadMatrix();
    for (int i = 0; i < Problem::kRows; ++i) problem_.free_velocity[i] = Number();
    for (int c = 0; c < Problem::kContacts; ++c) {
      problem_.friction[c] = NotNegative();
      problem_.normal_bias[c] = Number();
    }
    for (int k = 0; k < Problem::kJointRows; ++k) ReadBounds(k);
  }

  void ChangeFreeVelocity() {
    for (int i = 0; i < Problem::kRows; ++i) problem_.free_velocity[i] += Number();
  }

  int budget = 0;
  int repeats = 0;

 private:
  // Most bytes give a size that fits; two of the 256 give −1 and one too many.
  int Size(int capacity) {
    const int byte = bytes_.Byte();
    return byte == 254 ? -1 : byte == 255 ? capacity + 1 : byte % (capacity + 1);
  }
  Scalar Number() { return bytes_.Number<Scalar>(kind_); }
  Scalar NotNegative() {
    const Scalar number = Number();
    return positive_ ? Abs(number) : number;
  }

  void ReadMatrix() {
    auto& A = problem_.delassus;
    if (shape_ == Shape::kSquare || shape_ == Shape::kMirrored) {
      for (int i = 0; i < Problem::kRows; ++i) {
        for (int j = 0; j < (shape_ == Shape::kSquare ? Problem::kRows : i + 1); ++j) {
          A(i, j) = i == j ? NotNegative() : Number();
          if (shape_ == Shape::kMirrored) A(j, i) = A(i, j);
        }
      }
      return;
    }
    Eigen::Matrix<Scalar, Problem::kRows, Problem::kRows> J;
    J.setZero();
    for (int c = 0; 3 * c < Problem::kRows; ++c) {
      const int copied = c > 0 && shape_ == Shape::kDuplicated ? bytes_.Below(c + 1) : c;
      for (int i = 3 * c; i < Min(3 * c + 3, +Problem::kRows); ++i) {
        for (int k = 0; k < rank_; ++k) J(i, k) = copied < c ? J(i - 3 * (c - copied), k) : Number();
      }
    }
    for (int i = 0; i < Problem::kRows; ++i) {
      for (int j = 0; j <= i; ++j) {
        Scalar sum = 0;
        for (int k = 0; k < rank_; ++k) sum += J(i, k) * J(j, k);
        A(i, j) = A(j, i) = sum;
        if (shape_ == Shape::kAlmost) {
          A(j, i) *=
              Scalar(1) + kEpsilon<Scalar> * static_cast<Scalar>(static_cast<std::int8_t>(bytes_.Byte()));
        }
      }
    }
  }

  void ReadBounds(int k) {
    const int kind = bytes_.Below(4);
    const Scalar first = kind >= 2 ? Number() : Scalar(0);
    problem_.lower[k] = kind == 0 ? -kInfinity<Scalar> : kind == 2 ? -Abs(first) : first;
    problem_.upper[k] = kind <= 1 ? kInfinity<Scalar> : kind == 2 ? Abs(first) : Number();
  }

  ByteReader& bytes_;
  Problem& problem_;
  Shape shape_{};
  int rank_ = 0;
  NumberKind kind_{};
  bool positive_ = false;
};

template <typename Scalar, int kContacts, int kJointRows, SolverStages kStages>
void TryContacts(ByteReader bytes) {
  using Problem = ContactProblem<Scalar, kContacts, kJointRows>;
  static Soiled<Problem> problem_memory;
  static Soiled<ContactSolverState<Scalar, kContacts, kJointRows, kStages>> state_memory;
  static Soiled<ContactSolution<Scalar, kContacts, kJointRows>> solution_memory;
  Problem& problem = problem_memory.Fresh();
  auto& state = state_memory.Fresh();
  auto& solution = solution_memory.Fresh();
  ProblemReader<Problem> reader(&bytes, &problem);
  reader.Read();
  const SolveOptions options{reader.budget};
  for (int solve = 0; solve <= reader.repeats; ++solve) {
    if (solve > 0) reader.ChangeFreeVelocity();
    const SolveStatus status = SolveContacts(problem, options, state, solution);
    ClaimStatus(status, solution.status);
    ClaimBudget(solution,
                options.BudgetOr(contact_internal::DefaultBudget(problem.contacts, problem.joint_rows)));
    ClaimAdmissible(problem, solution);
    if (status == SolveStatus::kSolved) ClaimSolved(problem, solution);
    if (status == SolveStatus::kInfeasible) ClaimProof(problem, solution);
  }
}

template <typename Scalar, int kContacts, int kDirections>
void TryPolyhedral(ByteReader bytes) {
  using Problem = ContactProblem<Scalar, kContacts>;
  static Soiled<Problem> problem_memory;
  static Soiled<PolyhedralState<Scalar, kContacts, kDirections>> state_memory;
  static Soiled<ContactSolution<Scalar, kContacts>> solution_memory;
  Problem& problem = problem_memory.Fresh();
  auto& state = state_memory.Fresh();
  auto& solution = solution_memory.Fresh();
  ProblemReader<Problem> reader(&bytes, &problem);
  reader.Read();
  const PolyhedralOptions options{{reader.budget}};
  for (int solve = 0; solve <= reader.repeats; ++solve) {
    if (solve > 0) reader.ChangeFreeVelocity();
    const SolveStatus status = SolvePolyhedral(problem, options, state, solution);
    ClaimStatus(status, solution.status);
    ClaimBudget(solution, options.BudgetOr(96));
    ClaimAdmissible(problem, solution);
    if (status == SolveStatus::kSolved) ClaimPolyhedral<kDirections>(problem, solution);
  }
}

}  // namespace
}  // namespace footing::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace footing::fuzz;
  using footing::SolverStages;
  ByteReader bytes(data, size);
  switch (bytes.Below(8)) {
    case 0: TryContacts<float, 4, 0, SolverStages::kAll>(bytes); break;
    case 1: TryContacts<double, 4, 0, SolverStages::kAll>(bytes); break;
    case 2: TryContacts<float, 2, 3, SolverStages::kHeldNewton>(bytes); break;
    case 3: TryContacts<double, 2, 3, SolverStages::kHeldNewton>(bytes); break;
    case 4: TryContacts<float, 2, 0, SolverStages::kAll>(bytes); break;
    case 5: TryContacts<double, 2, 0, SolverStages::kAll>(bytes); break;
    case 6: TryPolyhedral<float, 3, 4>(bytes); break;
    default: TryPolyhedral<double, 3, 4>(bytes); break;
  }
  return 0;
}
