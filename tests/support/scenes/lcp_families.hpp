// LCPs of known kinds, singular and badly scaled ones among them, for campaigns of tests. They are made in the
// widest type and rounded to the problem's scalar, A symmetrically; where a solution is meant to exist, b follows
// from the rounded A.
#pragma once

#include <cmath>
#include <vector>

#include "core/lcp/problem.hpp"
#include "tests/support/benches/random_contact_lcp.hpp"
#include "tests/support/oracles/gauss_jordan.hpp"
#include "tests/support/random.hpp"

namespace footing::test {

enum class LcpFamily {
  kFullRank,     // A = JJᵀ of full rank, 4 to 48 rows, any b
  kRank18,       // 32 to 150 rows of rank 18, b = w* − A z* of a solution z*, w*
  kColumnSpace,  // 16 to 96 rows of any lower rank, b = A x
  kScaled,       // one of the above as D A D, D b with D over six decades
  kMassRatios,   // bodies of 1 to 1e6 kg that touch in pairs, in a row, or the ground; b = J v
  kInfeasible,   // rank-deficient with a direction y ≥ 0, A y = 0, bᵀy < 0
  kContacts,     // eq. 15 of Tan, Siu and Liu: boxes on 1 to 16 points and legged bodies (not symmetric)
  kUnsymmetric,  // any entries, some zero
};
inline constexpr int kLcpFamilies = 8;
inline constexpr int kSymmetricFamilies = 6;  // the first

constexpr const char* Name(LcpFamily family) {
  constexpr const char* kNames[] = {"full rank",   "rank 18",    "in column space", "scaled 1e±3",
                                    "mass ratios", "infeasible", "eq. 15",          "unsymmetric"};
  return kNames[static_cast<int>(family)];
}

template <typename Scalar, int kCapacity>
class LcpFamilies {
 public:
  using Problem = LcpProblem<Scalar, kCapacity>;

  // `most`: rows, at most kCapacity.
  void Make(LcpFamily family, int most, Random& random, Problem* problem) {
    problem->size = 0;
    switch (family) {
      case LcpFamily::kFullRank: return FullRank(most, random, problem);
      case LcpFamily::kRank18: return Rank18(most, random, problem);
      case LcpFamily::kColumnSpace: return ColumnSpace(most, random, problem);
      case LcpFamily::kScaled: return Scaled(most, random, problem);
      case LcpFamily::kMassRatios: return MassRatios(most, random, problem);
      case LcpFamily::kInfeasible: return Infeasible(most, random, problem);
      case LcpFamily::kContacts: return Contacts(most, random, problem);
      case LcpFamily::kUnsymmetric: return Unsymmetric(most, random, problem);
    }
  }

  static int Between(int low, int high, int most, Random& random) {
    const int top = high < most ? high : most;
    const int from = low < top ? low : top;
    return from + random.Integer(top - from + 1);
  }

 private:
  static Real Uniform(Random& random) { return Real(random.Uniform(-1.0, 1.0)); }

  // A = JJᵀ with `rank` columns in J.
  void Gram(int n, int rank, Random& random, Problem* problem) {
    j_.assign(static_cast<unsigned>(n * rank), 0);
    for (Real& entry : j_) entry = Uniform(random);
    FromJ(n, rank, problem);
  }

  void FromJ(int n, int rank, Problem* problem) {
    problem->size = n;
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k <= i; ++k) {
        Real sum = 0;
        for (int r = 0; r < rank; ++r) sum += J(i, r, rank) * J(k, r, rank);
        problem->A(i, k) = problem->A(k, i) = static_cast<Scalar>(sum);
      }
    }
  }
  Real& J(int i, int r, int rank) { return j_[static_cast<unsigned>(i * rank + r)]; }

  // b = w − A x.
  template <typename X, typename W>
  static void RightSide(const X& x, const W& w, Problem* problem) {
    for (int i = 0; i < problem->size; ++i) {
      Real sum = w(i);
      for (int k = 0; k < problem->size; ++k) sum -= Real(problem->A(i, k)) * x(k);
      problem->b[i] = static_cast<Scalar>(sum);
    }
  }

  void FullRank(int most, Random& random, Problem* problem) {
    const int n = Between(4, 48, most, random);
    Gram(n, n + random.Integer(6), random, problem);
    for (int i = 0; i < n; ++i) problem->b[i] = static_cast<Scalar>(Uniform(random));
  }

  void Rank18(int most, Random& random, Problem* problem) {
    const int n = Between(32, 150, most, random);
    Gram(n, 18, random, problem);
    std::vector<Real> z(static_cast<unsigned>(n)), w(static_cast<unsigned>(n));
    const double active = random.Uniform(0.05, 0.5);
    for (unsigned i = 0; i < z.size(); ++i) {
      const bool pushes = random.Uniform(0.0, 1.0) < active;
      const Real size = Real(static_cast<Scalar>(random.Uniform(0.0, 1.0)));
      (pushes ? z : w)[i] = random.Integer(8) == 0 ? Real(0) : size;
    }
    RightSide([&](int i) { return z[static_cast<unsigned>(i)]; }, [&](int i) { return w[static_cast<unsigned>(i)]; },
              problem);
  }

  void ColumnSpace(int most, Random& random, Problem* problem) {
    const int n = Between(16, 96, most, random);
    const int rank = 1 + random.Integer(n - 1);
    Gram(n, rank, random, problem);
    std::vector<Real> v(static_cast<unsigned>(rank));
    for (Real& entry : v) entry = Uniform(random);
    for (int i = 0; i < n; ++i) {
      Real sum = 0;
      for (int r = 0; r < rank; ++r) sum += J(i, r, rank) * v[static_cast<unsigned>(r)];
      problem->b[i] = static_cast<Scalar>(sum);
    }
  }

  void Scaled(int most, Random& random, Problem* problem) {
    switch (random.Integer(3)) {
      case 0: FullRank(most, random, problem); break;
      case 1: Rank18(most, random, problem); break;
      default: ColumnSpace(most, random, problem); break;
    }
    std::vector<Real> d(static_cast<unsigned>(problem->size));
    for (Real& entry : d) entry = std::ldexp(Real(1), random.Integer(21) - 10);  // powers of two do not round
    for (int i = 0; i < problem->size; ++i) {
      for (int k = 0; k < problem->size; ++k)
        problem->A(i, k) =
            static_cast<Scalar>(Real(problem->A(i, k)) * d[static_cast<unsigned>(i)] * d[static_cast<unsigned>(k)]);
      problem->b[i] = static_cast<Scalar>(Real(problem->b[i]) * d[static_cast<unsigned>(i)]);
    }
  }

  void MassRatios(int most, Random& random, Problem* problem) {
    const int n = Between(2, 48, most, random);
    const int bodies = 1 + n / (1 + random.Integer(3));
    const double decades = random.Uniform(0.0, 6.0);
    std::vector<Real> root(static_cast<unsigned>(bodies)), v(static_cast<unsigned>(2 * bodies));
    for (Real& entry : root) entry = std::pow(Real(10), -Real(random.Uniform(0.0, decades)) / 2);  // √(1/m)
    for (Real& entry : v) entry = Uniform(random);
    const int dof = 2 * bodies;  // a height and a turn each
    j_.assign(static_cast<unsigned>(n * dof), 0);
    const bool stacked = random.Integer(2) == 0;
    for (int i = 0; i < n; ++i) {
      const int upper = stacked ? i % bodies : random.Integer(bodies);
      const int lower = stacked ? upper - 1 : random.Integer(bodies + 1) - 1;
      const Real at = Uniform(random);
      J(i, 2 * upper, dof) += root[static_cast<unsigned>(upper)];
      J(i, 2 * upper + 1, dof) += at * root[static_cast<unsigned>(upper)];
      if (lower < 0 || lower == upper) continue;
      J(i, 2 * lower, dof) -= root[static_cast<unsigned>(lower)];
      J(i, 2 * lower + 1, dof) -= at * root[static_cast<unsigned>(lower)];
    }
    FromJ(n, dof, problem);
    for (int i = 0; i < n; ++i) {
      Real sum = 0;
      for (int r = 0; r < dof; ++r) {
        const Real share = root[static_cast<unsigned>(r / 2)];
        sum += J(i, r, dof) / share * v[static_cast<unsigned>(r)];
      }
      problem->b[i] = static_cast<Scalar>(sum);
    }
  }

  // J has yᵀJ = 0 for a y > 0 on some rows, and bᵀy < 0.
  void Infeasible(int most, Random& random, Problem* problem) {
    const int n = Between(2, 48, most, random);
    const int rank = 1 + random.Integer(n);
    j_.assign(static_cast<unsigned>(n * rank), 0);
    for (Real& entry : j_) entry = Real(static_cast<Scalar>(random.Integer(9) - 4) / Scalar(4));
    const int closing = 2 + random.Integer(n - 1);  // rows that sum to zero
    for (int r = 0; r < rank; ++r) {
      Real sum = 0;
      for (int i = 0; i + 1 < closing; ++i) sum += J(i, r, rank);
      J(closing - 1, r, rank) = -sum;
    }
    FromJ(n, rank, problem);
    Real total = 0;
    for (int i = 0; i < n; ++i) {
      problem->b[i] = static_cast<Scalar>(Uniform(random));
      if (i < closing) total += Real(problem->b[i]);
    }
    const Real gap = std::pow(Real(10), -Real(random.Uniform(0.0, 2.0)));
    const Real shift = (total + gap * closing) / closing;
    for (int i = 0; i < closing; ++i) problem->b[i] = static_cast<Scalar>(Real(problem->b[i]) - shift);
  }

  void Contacts(int most, Random& random, Problem* problem) {
    const auto motion = static_cast<Motion>(random.Integer(4));
    const int p = 1 + random.Integer(most / 6 < 16 ? most / 6 : 16);
    if (p == 4 && random.Integer(2) == 0) {
      contact_.Legged(motion, random);
    } else {
      contact_.Box(p, motion, random);
    }
    contact_.Assemble(random.Uniform(Scalar(0), Scalar(1.2)), *problem);
  }

  void Unsymmetric(int most, Random& random, Problem* problem) {
    const int n = Between(2, 32, most, random);
    problem->size = n;
    const double filled = random.Uniform(0.2, 1.0);
    const Real push = Real(random.Uniform(0.0, 2.0)) * std::sqrt(Real(n));  // more of it makes a solution likely
    for (int i = 0; i < n; ++i) {
      problem->b[i] = static_cast<Scalar>(Uniform(random));
      for (int k = 0; k < n; ++k) {
        const Real entry = random.Uniform(0.0, 1.0) < filled ? Uniform(random) : Real(0);
        problem->A(i, k) = static_cast<Scalar>(entry + (i == k ? push : Real(0)));
      }
    }
  }

  std::vector<Real> j_;
  ContactLcp<Scalar, kCapacity> contact_;
};

}  // namespace footing::test
