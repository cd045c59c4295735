// Problem: w = A z + b in boxes of which some move with another row (CoupledBoxProblem), by ways that each
// may fail.
// Method: the stages that a stages (coupled_boxes.hpp, solve_lcp.hpp) puts in order:
//   Dantzig     where no row is coupled and A is symmetric (dantzig.hpp);
//   ActiveSets  from z as near to 0 as its bounds allow (active_set.hpp);
//   Lemke       on the equivalent LCP (boxes_as_lcp.hpp), then active sets from its answer;
//   Proof       that no z meets even the linear conditions (infeasibility.hpp);
//   Proximal    active sets, or else Lemke, on A + D, b − D z_before, D a falling share of A's diagonal
//               (Rockafellar 1976); after each step active sets on A itself from the answer.
// They share one budget of pivots; the best z met is kept.
#pragma once

#include "core/lcp/box_residual.hpp"
#include "core/lcp/dantzig.hpp"
#include "core/lcp/general/active_set.hpp"
#include "core/lcp/general/boxes_as_lcp.hpp"
#include "core/lcp/general/lcp_infeasibility.hpp"
#include "core/lcp/lemke.hpp"

namespace footing {

enum class BoxStage : std::uint8_t { kNone, kDescent, kDantzig, kActiveSet, kLemke, kProximal, kProof };
inline constexpr int kBoxStageCount = 7;

// kLcpCapacity: rows of the equivalent LCP, two for each that is coupled or bounded on both sides.
// About 5 n² scalars, and twice kLcpCapacity².
template <typename Scalar, int kCapacity, int kLcpCapacity = 2 * kCapacity>
struct CoupledBoxWorkspace {
  BoxStage stage = BoxStage::kNone;  // what the last status came from
  BoxedLcpProblem<Scalar, kCapacity> plain;
  DantzigWorkspace<Scalar, kCapacity> dantzig;
  ActiveSetWorkspace<Scalar, kCapacity> active_set;
  BoxesAsLcpWorkspace<Scalar, kCapacity, kLcpCapacity> as_lcp;
  LemkeWorkspace<Scalar, kLcpCapacity> lemke;
  InfeasibilityWorkspace<Scalar, kCapacity> infeasibility;  // of kInfeasible: y proves it
  LcpSolution<Scalar, kCapacity> trial;
  BoundedVector<Scalar, kCapacity> center;
  BoundedVector<Scalar, kCapacity> delta;
};

// The stages, for the stages to put in order. Each returns true where it ends the call.
template <typename Scalar, int kCapacity, int kLcpCapacity = 2 * kCapacity>
class BoxStages {
 public:
  using Problem = CoupledBoxProblem<Scalar, kCapacity>;
  using Workspace = CoupledBoxWorkspace<Scalar, kCapacity, kLcpCapacity>;
  using Solution = LcpSolution<Scalar, kCapacity>;
  using Vector = BoundedVector<Scalar, kCapacity>;

  // Good input (CheckCoupledBoxes) is the caller's to see to.
  BoxStages(const Problem& problem, Workspace& workspace, Solution& solution)
      : problem_(problem),
        work_(workspace),
        out_(solution),
        n_(problem.size),
        active_(problem, workspace.active_set) {}

  // z as near to 0 as its bounds allow; true where that solves already, to the last bit: what
  // rounding hides in one row may be all of another's b.
  bool Start(int budget) {
    budget_ = budget;
    work_.stage = BoxStage::kNone;
    out_.status = SolveStatus::kPivotBudget;
    out_.pivots = 0;
    out_.residual = kInfinity<Scalar>;
    for (int i = 0; i < kCapacity; ++i) {
      out_.z[i] = Scalar(0);
      out_.w[i] = Scalar(0);
      work_.trial.z[i] = Scalar(0);
    }
    (void)Offer(BoxStage::kNone);
    if (out_.residual == Scalar(0)) return out_.status == SolveStatus::kSolved;
    out_.status = SolveStatus::kPivotBudget;
    return false;
  }

  bool Dantzig() {
    for (int i = 0; i < n_; ++i) {
      if (CouplingOf(problem_, i) >= 0 || !(problem_.A(i, i) >= Scalar(0))) return false;
    }
    work_.plain.size = n_;
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) work_.plain.A(i, j) = problem_.A(i, j);
      work_.plain.b[i] = problem_.b[i];
      work_.plain.lo[i] = problem_.lo[i];
      work_.plain.hi[i] = problem_.hi[i];
    }
    const SolveStatus status =
        footing::Dantzig<Scalar, kCapacity>(work_.plain, work_.dantzig, work_.trial)
            .Solve(Min(Left(), footing::Dantzig<Scalar, kCapacity>::DefaultBudget(n_)));
    if (status == SolveStatus::kNotSymmetric) return false;
    out_.pivots += work_.trial.pivots;
    Note(status);
    return Offer(BoxStage::kDantzig) || Polish(BoxStage::kDantzig);
  }

  bool ActiveSets() {
    for (int i = 0; i < n_; ++i) work_.trial.z[i] = Scalar(0);
    Admit(problem_, work_.trial.z);
    active_.SetProximal(nullptr, nullptr);
    active_.PlacesOf(work_.trial.z, Scalar(0));
    (void)active_.Iterate(Rounds(), out_.pivots, work_.trial.z);
    return Offer(BoxStage::kActiveSet);
  }

  // The usual two paths, or six others.
  bool Lemke(int budget, bool others = false) {
    for (int i = 0; i < n_; ++i) {
      work_.center[i] = Scalar(0);
      work_.delta[i] = Scalar(0);
    }
    if (!RunLemke(budget, others)) return false;
    return Offer(BoxStage::kLemke) || Polish(BoxStage::kLemke);
  }

  bool Proof() {
    const bool proven = ProveInfeasible(problem_, Min(Left(), ContactPivots()), work_.infeasibility);
    out_.pivots += work_.infeasibility.pivots;
    if (!proven) return false;
    out_.status = SolveStatus::kInfeasible;
    work_.stage = BoxStage::kProof;
    return true;
  }

  // δ is a share of the diagonal, so that it does not depend on the units of the rows.
  bool Proximal() {
    Scalar largest = Scalar(0);
    for (int i = 0; i < n_; ++i) largest = Max(largest, Abs(problem_.A(i, i)));
    if (!(largest > Scalar(0))) largest = Scalar(1);
    for (const Scalar fall : {static_cast<Scalar>(0.03L), kSlowFall}) {
      if (ProximalSteps(largest, fall)) return true;
    }
    Note(SolveStatus::kInaccurate);
    return false;
  }

  // More than Lemke's method takes on contact problems: five a row of the equivalent LCP.
  int ContactPivots() const { return 10 * n_ + 20; }

 private:
  static constexpr bool kIsFloat = sizeof(Scalar) == 4;
  // What a stage may take to be at its bound, as a share of the largest |z|.
  static constexpr Scalar kNearBound = static_cast<Scalar>(kIsFloat ? 1e-3L : 1e-7L);
  static constexpr Scalar kFirstShare = static_cast<Scalar>(0.1L);
  static constexpr Scalar kSlowFall = static_cast<Scalar>(0.3L);
  static constexpr Scalar kLastShare = static_cast<Scalar>(kIsFloat ? 1e-5L : 1e-11L);
  static constexpr Scalar kSmallestShare = static_cast<Scalar>(1e-9L);  // of a zero on the diagonal
  static constexpr int kPolishRounds = 8;
  static constexpr int kProximalSteps = 20;

  int Left() const { return budget_ - out_.pivots; }
  int Rounds() const { return Min(Left(), 16 + n_ / 8); }

  // Judges trial.z, keeps it where it is the best; true where it solves.
  bool Offer(BoxStage stage) {
    Vector& z = work_.trial.z;
    Admit(problem_, z);
    const ResidualCheck<Scalar> check = CheckBoxes(problem_, z, work_.trial.w);
    if (check.solved || check.residual < out_.residual || stage == BoxStage::kNone) {
      for (int i = 0; i < n_; ++i) {
        out_.z[i] = z[i];
        out_.w[i] = work_.trial.w[i];
      }
      out_.residual = check.residual;
      work_.stage = stage;
    }
    if (check.solved) out_.status = SolveStatus::kSolved;
    return check.solved;
  }

  // `fall`: what is left of δ after a step that active sets solved.
  bool ProximalSteps(Scalar largest, Scalar fall) {
    Scalar share = kFirstShare;
    for (int i = 0; i < n_; ++i) work_.center[i] = out_.z[i];
    for (int step = 0; step < kProximalSteps && Left() > 0; ++step) {
      for (int i = 0; i < n_; ++i) {
        work_.delta[i] = share * Max(Abs(problem_.A(i, i)), kSmallestShare * largest);
        work_.trial.z[i] = work_.center[i];
      }
      active_.SetProximal(&work_.delta, &work_.center);
      active_.PlacesOf(work_.trial.z, Scalar(0));
      const bool easy = active_.Iterate(Rounds(), out_.pivots, work_.trial.z);
      if (!easy && !RunLemke(ContactPivots())) {
        share *= Scalar(4);
        continue;
      }
      Admit(problem_, work_.trial.z);
      for (int i = 0; i < n_; ++i) work_.center[i] = work_.trial.z[i];
      if (Offer(BoxStage::kProximal) || Polish(BoxStage::kProximal)) return true;
      share = Max(share * (easy ? fall : kSlowFall), kLastShare);
    }
    return false;
  }

  // Active sets on A itself from trial.z.
  bool Polish(BoxStage stage) {
    Scalar largest = Scalar(0);
    for (int i = 0; i < n_; ++i) largest = Max(largest, Abs(work_.trial.z[i]));
    active_.SetProximal(nullptr, nullptr);
    active_.PlacesOf(work_.trial.z, kNearBound * largest);
    (void)active_.Iterate(Min(Left(), kPolishRounds), out_.pivots, work_.trial.z);
    return Offer(stage);
  }

  // Lemke on A + diag(δ), b − δ ∘ center: its answer in trial.z. False where there is none.
  bool RunLemke(int budget, bool others = false) {
    if (Left() <= 0) return false;
    BoxesAsLcp<Scalar, kCapacity, kLcpCapacity> writer(problem_, work_.as_lcp);
    if (!writer.Write(work_.delta, work_.center)) return false;
    const SolveStatus status =
        footing::Lemke<Scalar, kLcpCapacity>(work_.as_lcp.lcp, work_.lemke)
            .Solve(Min(Left(), budget), work_.as_lcp.solution, others ? 2 : 0, others ? 6 : 2);
    if (status == SolveStatus::kNotFinite) return false;
    out_.pivots += work_.as_lcp.solution.pivots;
    writer.Read(work_.trial.z);
    Note(status);
    return status == SolveStatus::kSolved || status == SolveStatus::kInaccurate;
  }

  // The status that an unsolved call ends in: the last stage's own, while the budget lasts.
  void Note(SolveStatus status) {
    out_.status = Left() <= 0                      ? SolveStatus::kPivotBudget
                  : status == SolveStatus::kSolved ? SolveStatus::kInaccurate
                                                   : status;
  }

  const Problem& problem_;
  Workspace& work_;
  Solution& out_;
  int n_;
  int budget_ = 0;
  ActiveSet<Scalar, kCapacity> active_;
};

}  // namespace footing
