#include "tests/research/bench/courses/lcp_course.hpp"

#include <cmath>

#include "core/lcp/dantzig.hpp"
#include "core/lcp/general/solve_lcp.hpp"
#include "tests/research/bench/measure/yardstick.hpp"
#include "tests/support/oracles/gauss_jordan.hpp"
#include "tests/support/random.hpp"
#include "tests/research/peers/kernel_watch.hpp"
#include "tests/research/peers/peer.hpp"

namespace footing::bench {

namespace {

constexpr int kRank = 18;

struct PlainLcp {
  std::vector<double> a, b;  // n × n, n
};

// The rows of J [n × columns], in long double. A = J Jᵀ is rounded to double.
class Rows {
 public:
  Rows(int n, int columns) : n_(n), columns_(columns), j_(Index(n * columns)) {}
  Real& At(int row, int column) { return j_[Index(row * columns_ + column)]; }

  void Product(PlainLcp* lcp) const {
    lcp->a.resize(Index(n_ * n_));
    for (int r = 0; r < n_; ++r) {
      for (int s = 0; s <= r; ++s) {
        Real sum = 0;
        for (int k = 0; k < columns_; ++k) sum += j_[Index(r * columns_ + k)] * j_[Index(s * columns_ + k)];
        lcp->a[Index(r * n_ + s)] = lcp->a[Index(s * n_ + r)] = static_cast<double>(sum);
      }
    }
  }
  std::vector<double> Times(const std::vector<double>& v) const {
    std::vector<double> b(Index(n_));
    for (int r = 0; r < n_; ++r) {
      Real sum = 0;
      for (int k = 0; k < columns_; ++k) sum += j_[Index(r * columns_ + k)] * Real(v[Index(k)]);
      b[Index(r)] = static_cast<double>(sum);
    }
    return b;
  }
  static std::size_t Index(int i) { return static_cast<std::size_t>(i); }

 private:
  int n_;
  int columns_;
  std::vector<Real> j_;
};

void DrawEntries(int n, int columns, Random* random, Rows* rows) {
  for (int r = 0; r < n; ++r) {
    for (int k = 0; k < columns; ++k) rows->At(r, k) = Real(random->Uniform(-1, 1));
  }
}

// Sets b = w − A z with z > 0 in a random half of the rows and w > 0 in the others.
void SolveHalf(int n, Random* random, PlainLcp* lcp) {
  std::vector<int> order(Rows::Index(n));
  for (int i = 0; i < n; ++i) order[Rows::Index(i)] = i;
  for (int i = n - 1; i > 0; --i)
    std::swap(order[Rows::Index(i)], order[Rows::Index(random->Integer(i + 1))]);
  std::vector<Real> b(Rows::Index(n));
  for (int k = 0; k < n; ++k) {
    const int j = order[Rows::Index(k)];
    const Real size = Real(random->Uniform(0.1, 1));
    if (2 * k >= n) b[Rows::Index(j)] += size;
    for (int i = 0; i < n && 2 * k < n; ++i) b[Rows::Index(i)] -= Real(lcp->a[Rows::Index(i * n + j)]) * size;
  }
  for (const Real x : b) lcp->b.push_back(static_cast<double>(x));
}

PlainLcp DrawLcp(LcpKind kind, int n, Random* random) {
  PlainLcp lcp;
  const bool full = kind == LcpKind::kHalfActive;
  const int columns = full ? n + n / 2 : kRank;
  Rows rows(n, columns);
  DrawEntries(n, columns, random, &rows);
  if (kind == LcpKind::kNormals) {
    for (int r = 0; r < n; ++r) rows.At(r, 0) = Real(1.5);
  }
  if (kind == LcpKind::kSoles) {  // vertical, roll and pitch of each sole, spread over all dofs
    Rows sole(kRank, kRank);
    DrawEntries(kRank, kRank, random, &sole);
    for (int r = 0; r < n; ++r) {
      const int of = r * 6 / n;
      const Real x = Real(random->Uniform(-1, 1));
      const Real y = Real(random->Uniform(-1, 1));
      for (int k = 0; k < kRank; ++k) {
        rows.At(r, k) = sole.At(3 * of, k) + x * sole.At(3 * of + 1, k) + y * sole.At(3 * of + 2, k);
      }
    }
  }
  rows.Product(&lcp);
  if (full || kind == LcpKind::kHalfSolved) {
    SolveHalf(n, random, &lcp);
    return lcp;
  }
  std::vector<double> v(Rows::Index(kRank));
  for (double& x : v) x = random->Uniform(-1, 1);
  if (kind == LcpKind::kNormals) v[0] = -1;
  lcp.b = rows.Times(v);
  return lcp;
}

// Judges each row in its own units: A_ii z_i and w_i over W. W is the largest Σ|A_ij z_j| + |b_i|, but at
// most ten times the largest |b_i|.
Verdict Judge(const PlainLcp& lcp, const double* z, bool claims) {
  const int n = static_cast<int>(lcp.b.size());
  Real scale = 0;
  Real given = 0;
  Real breach = 0;
  Real pull = 0;
  std::vector<Real> w(lcp.b.size());
  for (int i = 0; i < n; ++i) {
    const Real b = Real(lcp.b[Rows::Index(i)]);
    Real sum = b;
    Real terms = std::abs(b);
    for (int j = 0; j < n; ++j) {
      const Real term = Real(lcp.a[Rows::Index(i * n + j)]) * Real(z[j]);
      sum += term;
      terms += std::abs(term);
    }
    w[Rows::Index(i)] = sum;
    scale = std::max(scale, terms);
    given = std::max(given, std::abs(b));
  }
  scale = std::min(scale, 10 * given);
  bool finite = std::isfinite(scale);
  for (int i = 0; i < n; ++i) {
    const Real own = Real(lcp.a[Rows::Index(i * n + i)]) * Real(z[i]);
    finite = finite && std::isfinite(own) && std::isfinite(w[Rows::Index(i)]);
    breach = std::max(breach, std::abs(std::min(own, w[Rows::Index(i)])) / scale);
    pull = std::max(pull, -own / scale);
  }
  const bool right = finite && breach <= kRightTo && pull <= kRightTo;
  return {right, right, claims, static_cast<double>(pull)};
}

template <int n>
class LcpCourseOf : public Course {
 public:
  LcpCourseOf(LcpKind kind, int problems, std::uint64_t seed, const std::string& name,
              const std::string& title)
      : Course(name + "-" + std::to_string(n), title + ", n = " + std::to_string(n)) {
    Random random(seed);
    for (int k = 0; k < problems; ++k) problems_.push_back(DrawLcp(kind, n, &random));
    AddFooting();
    int count = 0;
    const survey::LcpPeer* peers = survey::InstalledLcpPeers(&count);
    for (int k = 0; k < count; ++k) {
      const survey::LcpPeer peer = peers[k];
      Add(peer.name, Role::kPeer, [this, peer] {
        claims_ = peer.solve({n, hand_.a.data(), hand_.b.data()}, z_.data());
      });
    }
    AddYardstick("Eigen PartialPivLU", SolveByPartialPivLu);
    AddYardstick("Eigen PartialPivLU, factor alone", FactorByPartialPivLu);
    AddYardstick("Eigen LDLT", SolveByLdlt);
  }

  int size() const override { return static_cast<int>(problems_.size()); }
  void Load(int index) override { hand_ = problems_[static_cast<std::size_t>(index)]; }

 private:
  void AddFooting() {
    const auto fill = [this] {
      boxed_->size = lcp_->size = n;
      for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) boxed_->A(i, j) = lcp_->A(i, j) = hand_.a[Rows::Index(i * n + j)];
        boxed_->b[i] = lcp_->b[i] = hand_.b[Rows::Index(i)];
        boxed_->lo[i] = 0;
        boxed_->hi[i] = kInfinity<double>;
      }
    };
    const auto take = [this] {
      claims_ = solution_->status == SolveStatus::kSolved;
      for (int i = 0; i < n; ++i) z_[Rows::Index(i)] = solution_->z[i];
    };
    Add(
        "Footing SolveDantzig", Role::kFooting,
        [this, take] {
          {
            const survey::KernelWatch watch;
            static_cast<void>(SolveDantzig(*boxed_, {}, *dantzig_, *solution_));
          }
          take();
        },
        fill);
    Add(
        "Footing SolveLcp", Role::kFooting,
        [this, take] {
          {
            const survey::KernelWatch watch;
            static_cast<void>(SolveLcp(*lcp_, {}, *stages_, *solution_));
          }
          take();
        },
        fill);
  }

  void AddYardstick(const char* name, Yardstick solve) {
    contestants_.push_back({name,
                            Role::kYardstick,
                            {},
                            [this, solve] { solve(n, hand_.a.data(), hand_.b.data(), z_.data()); },
                            {}});
  }

  void Add(const char* name, Role role, std::function<void()> solve, std::function<void()> prepare = {}) {
    contestants_.push_back({name, role, std::move(prepare), std::move(solve),
                            [this] { return Judge(hand_, z_.data(), claims_); }});
  }

  std::vector<PlainLcp> problems_;
  PlainLcp hand_;
  std::vector<double> z_ = std::vector<double>(static_cast<std::size_t>(n));
  bool claims_ = false;
  std::unique_ptr<BoxedLcpProblem<double, n>> boxed_ = std::make_unique<BoxedLcpProblem<double, n>>();
  std::unique_ptr<LcpProblem<double, n>> lcp_ = std::make_unique<LcpProblem<double, n>>();
  std::unique_ptr<LcpSolution<double, n>> solution_ = std::make_unique<LcpSolution<double, n>>();
  std::unique_ptr<DantzigWorkspace<double, n>> dantzig_ = std::make_unique<DantzigWorkspace<double, n>>();
  std::unique_ptr<LcpWorkspace<double, n>> stages_ = std::make_unique<LcpWorkspace<double, n>>();
};

}  // namespace

std::unique_ptr<Course> LcpCourse(LcpKind kind, int n, int problems, std::uint64_t seed) {
  static constexpr struct {
    const char* name;
    const char* title;
  } kNames[] = {{"half-active", "Frictionless, half active, full rank"},
                {"normals", "Frictionless, rank 18, any normals"},
                {"soles", "Frictionless, rank 18, six soles"},
                {"half-solved", "Frictionless, rank 18, half active"}};
  const auto& of = kNames[static_cast<int>(kind)];
  const std::uint64_t own =
      1000 * seed + 10 * static_cast<std::uint64_t>(n) + static_cast<std::uint64_t>(kind);
  switch (n) {
    case 4: return std::make_unique<LcpCourseOf<4>>(kind, problems, own, of.name, of.title);
    case 12: return std::make_unique<LcpCourseOf<12>>(kind, problems, own, of.name, of.title);
    case 24: return std::make_unique<LcpCourseOf<24>>(kind, problems, own, of.name, of.title);
    case 48: return std::make_unique<LcpCourseOf<48>>(kind, problems, own, of.name, of.title);
    case 96: return std::make_unique<LcpCourseOf<96>>(kind, problems, own, of.name, of.title);
    default: return std::make_unique<LcpCourseOf<150>>(kind, problems, own, of.name, of.title);
  }
}

}  // namespace footing::bench
