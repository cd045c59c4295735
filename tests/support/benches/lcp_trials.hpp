// Puts the families of lcp_families.hpp to each public solver of core/lcp and counts what row_judge.hpp refutes.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/lcp/dantzig.hpp"
#include "core/lcp/general/coupled_boxes.hpp"
#include "core/lcp/general/solve_lcp.hpp"
#include "core/lcp/lemke.hpp"
#include "core/lcp/mixed_lcp.hpp"
#include "tests/support/oracles/row_judge.hpp"
#include "tests/support/scenes/lcp_families.hpp"

namespace footing::test {

struct Tally {
  long tried = 0;
  long solved = 0;
  long refuted = 0;  // called solved; the judge says no
  long lost = 0;     // not called solved; the judge's violation is below a tenth of its tolerance
  Real worst = 0;    // of what was called solved

  void Add(bool claimed, Real violation, Real tolerance) {
    ++tried;
    if (claimed) {
      ++solved;
      refuted += violation <= tolerance ? 0 : 1;
      worst = std::max(worst, violation);
    } else {
      lost += violation <= tolerance / 10 ? 1 : 0;
    }
  }
};

using Tallies = std::map<std::string, Tally>;

// Bounds at z of what core/lcp calls a problem, in the judge's own words.
template <typename Problem, typename Vector>
auto BoundsInReal(const Problem& problem, const Vector& z) {
  return [&](int i) -> std::pair<Real, Real> {
    constexpr Real kInf = std::numeric_limits<Real>::infinity();
    if constexpr (requires { problem.free; }) {
      return {i < problem.free ? -kInf : Real(0), kInf};
    } else if constexpr (requires { problem.findex; }) {
      const int k = problem.findex[static_cast<unsigned>(i)];
      Real reach = k < 0 ? Real(0) : std::abs(Real(problem.hi[i]) * Real(z[k]));
      // The bound of a coupled row is a rounded product.
      using Limits = std::numeric_limits<std::decay_t<decltype(z[0])>>;
      if (std::abs(std::abs(Real(z[i])) - reach) <= Real(Limits::epsilon()) * reach) reach = std::abs(Real(z[i]));
      return k < 0 ? std::pair<Real, Real>{problem.lo[i], problem.hi[i]} : std::pair<Real, Real>{-reach, reach};
    } else if constexpr (requires { problem.lo; }) {
      return {problem.lo[i], problem.hi[i]};
    } else {
      return {0, kInf};
    }
  };
}

template <typename Scalar, int kRows>
class LcpTrials {
 public:
  static constexpr int kFree = 12;

  // One problem of `family`, put to each solver that accepts it.
  void Run(LcpFamily family, Random& random, Tallies* tallies) {
    families_.Make(family, kRows, random, &memory_->lcp);
    const std::string name = Name(family);
    const LcpProblem<Scalar, kRows>& lcp = memory_->lcp;
    Judge(lcp, SolveLemke(lcp, {}, memory_->lemke, solution()), "SolveLemke", name, tallies);
    Judge(lcp, SolveLcp(lcp, {}, memory_->general, solution()), "SolveLcp", name, tallies);
    Mixed(name, random, tallies);
    if (family < LcpFamily::kContacts) {
      auto& boxes = memory_->boxes;
      Boxes(random.Integer(3) == 0, random, &boxes);
      Judge(boxes, SolveDantzig(boxes, {}, memory_->dantzig, solution()), "SolveDantzig", name, tallies);
    }
    if (family != LcpFamily::kContacts) Coupled(name, random, tallies);
  }

 private:
  static constexpr Scalar kInf = kInfinity<Scalar>;

  struct Memory {
    LcpProblem<Scalar, kRows> lcp;
    LemkeWorkspace<Scalar, kRows> lemke;
    LcpWorkspace<Scalar, kRows> general;
    BoxedLcpProblem<Scalar, kRows> boxes;
    DantzigWorkspace<Scalar, kRows> dantzig;
    CoupledBoxProblem<Scalar, kRows> coupled;
    CoupledBoxWorkspace<Scalar, kRows> coupled_work;
    MixedLcpProblem<Scalar, kFree, kRows - kFree> mixed;
    MixedLcpWorkspace<Scalar, kFree, kRows - kFree> mixed_work;
    LcpSolution<Scalar, kRows> solution;
  };
  LcpSolution<Scalar, kRows>& solution() { return memory_->solution; }

  template <typename Problem>
  void Judge(const Problem& problem, SolveStatus status, const char* solver, const std::string& family, Tallies* tallies) {
    const Real worst = WorstRow(problem, solution().z, BoundsInReal(problem, solution().z));
    const std::string scalar = sizeof(Scalar) == 4 ? "float" : "double";
    Tally& tally = (*tallies)[std::string(solver) + " | " + scalar + " | " + family];
    tally.Add(status == SolveStatus::kSolved, worst, kJudgeTolerance<Scalar>);
  }

  void Mixed(const std::string& name, Random& random, Tallies* tallies) {
    auto& mixed = memory_->mixed;
    mixed.size = Min(memory_->lcp.size, kRows - kFree);
    mixed.free = Min(random.Integer(kFree + 1), mixed.size / 2);
    for (int i = 0; i < mixed.size; ++i) {
      for (int j = 0; j < mixed.size; ++j) mixed.A(i, j) = memory_->lcp.A(i, j);
      mixed.b[i] = memory_->lcp.b[i];
    }
    Judge(mixed, SolveMixed(mixed, {}, memory_->mixed_work, solution()), "SolveMixed", name, tallies);
  }

  // The LCP, or the same rows in boxes of any kind.
  void Boxes(bool boxed, Random& random, BoxedLcpProblem<Scalar, kRows>* boxes) {
    boxes->size = memory_->lcp.size;
    for (int i = 0; i < boxes->size; ++i) {
      for (int j = 0; j < boxes->size; ++j) boxes->A(i, j) = memory_->lcp.A(i, j);
      boxes->b[i] = memory_->lcp.b[i];
      boxes->lo[i] = Scalar(0);
      boxes->hi[i] = kInf;
      if (!boxed) continue;
      const int kind = random.Integer(6);
      const Scalar free = memory_->lcp.A(i, i) > Scalar(0) ? Abs(boxes->b[i]) / memory_->lcp.A(i, i) : Scalar(1);
      if (kind == 0) boxes->lo[i] = -kInf;
      if (kind <= 2) boxes->lo[i] = -free * random.Uniform(Scalar(0), Scalar(2));
      if (kind == 1 || kind == 3) boxes->hi[i] = free * random.Uniform(Scalar(0), Scalar(2));
      if (kind == 0 && random.Integer(2) == 0) boxes->lo[i] = -kInf;
    }
  }

  // Box friction: rows by threes, the first of each is the normal.
  void Coupled(const std::string& name, Random& random, Tallies* tallies) {
    auto& coupled = memory_->coupled;
    coupled.size = Min(memory_->lcp.size, 48);
    const bool friction = random.Integer(2) == 0;
    Boxes(!friction, random, &memory_->boxes);
    for (int i = 0; i < coupled.size; ++i) {
      for (int j = 0; j < coupled.size; ++j) coupled.A(i, j) = memory_->lcp.A(i, j);
      coupled.b[i] = memory_->lcp.b[i];
      coupled.lo[i] = memory_->boxes.lo[i];
      coupled.hi[i] = memory_->boxes.hi[i];
      coupled.findex[static_cast<unsigned>(i)] = -1;
      if (!friction || i % 3 == 0) continue;
      coupled.findex[static_cast<unsigned>(i)] = static_cast<std::int16_t>(i - i % 3);
      coupled.hi[i] = random.Uniform(Scalar(0), Scalar(1));
    }
    Judge(coupled, SolveCoupledBoxes(coupled, {}, memory_->coupled_work, solution()), "SolveCoupledBoxes", name, tallies);
  }

  LcpFamilies<Scalar, kRows> families_;
  std::unique_ptr<Memory> memory_ = std::make_unique<Memory>();
};

}  // namespace footing::test
