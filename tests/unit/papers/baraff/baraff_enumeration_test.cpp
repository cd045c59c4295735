// Up to three contacts in the plane, compared with all choices of sets. Each choice is solved separately in
// the widest type. A is positive definite, so each solution is one of them.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/support/benches/baraff_bench.hpp"
#include "tests/support/trials.hpp"

namespace footing::baraff_enumeration_test {

constexpr int kContacts = 3;
constexpr int kRows = 2 * kContacts;

// The choices of a contact: open, sticking, f_F = μ f_N, f_F = −μ f_N. A dynamic contact is open or slides.
template <typename Problem>
class Choices {
 public:
  // Returns how many choices solve the problem. nearest() is then the distance of f from the nearest of them.
  int Count(const Problem& problem, const BoundedVector<typename Problem::Scalar, Problem::kRows>& f) {
    int solutions = 0;
    nearest_ = 1e30L;
    const int total = 1 << (2 * problem.contacts);
    for (int code = 0; code < total; ++code) {
      if (!SolveChoice(problem, code) || test::WorstBaraffViolation(problem, force_) > 1e-9L) continue;
      ++solutions;
      Real apart = 0;
      for (int i = 0; i < problem.rows(); ++i) {
        apart = std::max(apart, std::abs(force_[static_cast<unsigned>(i)] - Real(f[i])));
      }
      nearest_ = std::min(nearest_, apart);
    }
    return solutions;
  }
  Real nearest() const { return nearest_; }

 private:
  struct Forces : std::array<Real, kRows> {
    Real operator[](int i) const { return std::array<Real, kRows>::operator[](static_cast<unsigned>(i)); }
    Real& operator[](unsigned i) { return std::array<Real, kRows>::operator[](i); }
    Real operator[](unsigned i) const { return std::array<Real, kRows>::operator[](i); }
  };

  // The equations: f = 0 at an open contact; otherwise a_N = 0, and a_F = 0 or f_F = ±μ f_N.
  bool SolveChoice(const Problem& problem, int code) {
    const unsigned n = static_cast<unsigned>(problem.rows());
    for (unsigned i = 0; i < n; ++i) matrix_[i].fill(0);
    const auto row_is_acceleration = [&](unsigned i) {
      for (unsigned j = 0; j < n; ++j) {
        matrix_[i][j] = Real(problem.A(static_cast<int>(i), static_cast<int>(j)));
      }
      right_[i][0] = -Real(problem.b[static_cast<int>(i)]);
    };
    for (int c = 0; c < problem.contacts; ++c) {
      const int mode = (code >> (2 * c)) & 3;
      const unsigned normal = static_cast<unsigned>(2 * c);
      right_[normal][0] = 0;
      right_[normal + 1][0] = 0;
      if (problem.Dynamic(c) && mode > 1) return false;
      if (mode == 0) {
        matrix_[normal][normal] = 1;
        matrix_[normal + 1][normal + 1] = 1;
        continue;
      }
      row_is_acceleration(normal);
      if (mode == 1 && !problem.Dynamic(c)) {
        row_is_acceleration(normal + 1);
        continue;
      }
      Real sign = mode == 2 ? 1 : -1;
      if (problem.Dynamic(c)) sign = problem.slip[static_cast<unsigned>(c)][0] > 0 ? -1 : 1;
      matrix_[normal + 1][normal + 1] = 1;
      matrix_[normal + 1][normal] = -sign * Real(problem.mu[c]);
    }
    if (!GaussJordan<kRows, 1>(n, 1, &matrix_, &right_)) return false;
    for (unsigned i = 0; i < n; ++i) force_[i] = right_[i][0];
    return true;
  }

  Dense<kRows, kRows> matrix_;
  Dense<kRows, 1> right_;
  Forces force_;
  Real nearest_ = 0;
};

struct Tally {
  int solved = 0;
  int solvable = 0;
  int missed = 0;   // solvable, but not solved
  int several = 0;  // with more than one solution
};

template <typename Scalar>
Tally Compare(int contacts, bool dynamic, int orders, int trials) {
  using Bench = test::BaraffBench<Scalar, kContacts>;
  Bench& b = test::Memory<Bench>();
  static Choices<typename Bench::Problem> choices;
  b.options = {};
  b.options.orders = orders;
  test::BaraffKind kind;
  kind.contacts = contacts;
  kind.largest_mu = 1.5;
  kind.dynamic = dynamic;
  kind.compliance = 0.05;
  test::Random random(static_cast<std::uint64_t>(50 + contacts));
  Tally tally;
  for (int trial = 0; trial < trials; ++trial) {
    b.generator.Make(kind, random, &b.problem);
    const bool solved = b.Solve() == SolveStatus::kSolved;
    const int solutions = choices.Count(b.problem, b.solution.f);
    tally.solved += solved ? 1 : 0;
    tally.solvable += solutions > 0 ? 1 : 0;
    tally.several += solutions > 1 ? 1 : 0;
    tally.missed += !solved && solutions > 0 ? 1 : 0;
    EXPECT_TRUE(b.Admissible()) << trial;
    if (!solved) continue;
    EXPECT_TRUE(b.Certified()) << trial;
    EXPECT_GT(solutions, 0) << trial;
    Scalar largest = Scalar(1);
    for (int i = 0; i < b.problem.rows(); ++i) largest = Max(largest, Abs(b.solution.f[i]));
    EXPECT_LT(choices.nearest(), (sizeof(Scalar) == 4 ? 1e-2L : 1e-6L) * Real(largest)) << trial;
  }
  std::printf("%d contacts, %s, %d orders: solved %d, solvable %d of %d, several solutions %d\n", contacts,
              dynamic ? "half dynamic" : "static", orders, tally.solved, tally.solvable, trials,
              tally.several);
  return tally;
}

TEST(BaraffEnumeration, StaticProblemsAreSolvedByOneOfTheChoices) {
  const int trials = Trials(500, 100);
  for (int contacts = 1; contacts <= kContacts; ++contacts) {
    const Tally tally = Compare<double>(contacts, false, 4, trials);
    EXPECT_EQ(tally.solvable, trials);  // Baraff's conjecture
    EXPECT_EQ(tally.missed, 0);
  }
}

TEST(BaraffEnumeration, AlsoInFloat) {
  const Tally tally = Compare<float>(3, false, 4, Trials(200, 40));
  EXPECT_EQ(tally.missed, 0);
}

// With dynamic friction a ray proves nothing, so some solvable problems are missed.
TEST(BaraffEnumeration, DynamicProblemsAreSolvedOrUnsolvableButForAFew) {
  const int trials = Trials(500, 100);
  for (int contacts = 1; contacts <= kContacts; ++contacts) {
    const Tally tally = Compare<double>(contacts, true, 4, trials);
    EXPECT_LE(tally.missed, 1 + trials / 50);
    EXPECT_LE(tally.solved, tally.solvable);
  }
}

}  // namespace footing::baraff_enumeration_test
