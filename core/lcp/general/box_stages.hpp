// Problem: w = A z + b in boxes, some of which move with another row (CoupledBoxProblem). Each method may
// fail.
// Method: these stages, which a solver (coupled_boxes.hpp, solve_lcp.hpp) puts in order:
//   Dantzig     if no row is coupled and A is symmetric with no negative diagonal entry (dantzig.hpp);
//   ActiveSets  from z as near to 0 as its bounds allow (active_set.hpp);
//   Lemke       on the equivalent LCP (boxes_as_lcp.hpp), then active sets from its answer;
//   Proof       that no z meets even the linear conditions (lcp_infeasibility.hpp);
//   Proximal    active sets, or else Lemke, on A + D and b − D z_before, where D is a falling share of A's
//               diagonal (Rockafellar 1976). After each step: active sets on A itself from the answer;
//   LessFriction  where coupled rows of a solution cancel each other, another solution (least_friction.hpp).
// The stages share one budget of pivots. The best z met is kept.
#pragma once

#include "core/lcp/residual.hpp"
#include "core/lcp/dantzig.hpp"
#include "core/lcp/general/active_set.hpp"
#include "core/lcp/general/boxes_as_lcp.hpp"
#include "core/lcp/general/lcp_infeasibility.hpp"
#include "core/lcp/general/least_friction.hpp"
#include "core/lcp/lemke.hpp"

namespace footing {

enum class BoxStage : std::uint8_t { kNone, kDescent, kDantzig, kActiveSet, kLemke, kProximal, kProof };
inline constexpr int kBoxStageCount = 7;

// kLcpCapacity: rows of the equivalent LCP. A row that is coupled or bounded on both sides needs two. Size:
// about 5 n² scalars, and twice kLcpCapacity².
template <typename Scalar, int kCapacity, int kLcpCapacity = 2 * kCapacity>
struct CoupledBoxWorkspace {
  BoxStage stage = BoxStage::kNone;  // the stage that the result came from
  BoxedLcpProblem<Scalar, kCapacity> plain;
  DantzigWorkspace<Scalar, kCapacity> dantzig;
  ActiveSetWorkspace<Scalar, kCapacity> active_set;
  BoxesAsLcpWorkspace<Scalar, kCapacity, kLcpCapacity> as_lcp;
  LemkeWorkspace<Scalar, kLcpCapacity> lemke;
  InfeasibilityWorkspace<Scalar, kCapacity> infeasibility;  // y proves kInfeasible
  LcpSolution<Scalar, kCapacity> trial;
  BoundedVector<Scalar, kCapacity> center;
  BoundedVector<Scalar, kCapacity> delta;
};

// The stages. Each returns true if it ends the call.
template <typename Scalar, int kCapacity, int kLcpCapacity = 2 * kCapacity>
class BoxStages {
 public:
  using Problem = CoupledBoxProblem<Scalar, kCapacity>;
  using Workspace = CoupledBoxWorkspace<Scalar, kCapacity, kLcpCapacity>;
  using Solution = LcpSolution<Scalar, kCapacity>;
  using Vector = BoundedVector<Scalar, kCapacity>;

  // The caller must check the input first (CheckCoupledBoxes).
  BoxStages(const Problem& problem, Workspace& workspace, Solution& solution)
      : problem_(problem),
        work_(workspace),
        out_(solution),
        n_(problem.size),
        active_(problem, workspace.active_set) {}

  // Sets z as near to 0 as its bounds allow. True if this z solves the problem and its residual is exactly
  // zero. A small residual is not enough: what is rounding in one row may be all of b in another.
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

  // Runs Lemke's usual two paths, or six others.
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

  // δ is a share of the diagonal, so it does not depend on the units of the rows.
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

  // Of solutions that differ in friction alone, takes one of little friction. Nothing if the call is not solved.
  void LessFriction() {
    if (out_.status != SolveStatus::kSolved || Left() <= 0) return;
    LeastFriction<Scalar, kCapacity> least(problem_, active_, work_.center, work_.delta);
    const bool found = least.Find(Min(Left(), 4 * kPolishRounds), out_, work_.trial);
    active_.SetProximal(nullptr, nullptr);
    if (found) KeepTrial();
  }

  // More than Lemke's method needs on contact problems: five pivots for each row of the equivalent LCP.
  int ContactPivots() const { return 10 * n_ + 20; }

 private:
  static constexpr bool kIsFloat = sizeof(Scalar) == 4;
  // A stage takes a row to be at its bound within this share of the largest |z|.
  static constexpr Scalar kNearBound = static_cast<Scalar>(kIsFloat ? 1e-3L : 1e-7L);
  static constexpr Scalar kFirstShare = static_cast<Scalar>(0.1L);
  static constexpr Scalar kSlowFall = static_cast<Scalar>(0.3L);
  static constexpr Scalar kLastShare = static_cast<Scalar>(kIsFloat ? 1e-5L : 1e-11L);
  static constexpr Scalar kSmallestShare = static_cast<Scalar>(1e-9L);  // the least |A_ii| / largest |A_ii|
  static constexpr int kPolishRounds = 8;
  static constexpr int kProximalSteps = 20;

  int Left() const { return budget_ - out_.pivots; }
  int Rounds() const { return Min(Left(), 16 + n_ / 8); }

  // Judges trial.z and keeps it if it is the best so far. True if it solves the problem.
  bool Offer(BoxStage stage) {
    const bool solved = AdmitAndCheck(problem_, work_.trial);
    if (solved || work_.trial.residual < out_.residual || stage == BoxStage::kNone) {
      KeepTrial();
      work_.stage = stage;
    }
    if (solved) out_.status = SolveStatus::kSolved;
    return solved;
  }

  void KeepTrial() {
    for (int i = 0; i < n_; ++i) {
      out_.z[i] = work_.trial.z[i];
      out_.w[i] = work_.trial.w[i];
    }
    out_.residual = work_.trial.residual;
  }

  // `fall` is the factor by which δ falls after a step that active sets solved.
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

  // Runs active sets on A itself, starting from trial.z.
  bool Polish(BoxStage stage) {
    Scalar largest = Scalar(0);
    for (int i = 0; i < n_; ++i) largest = Max(largest, Abs(work_.trial.z[i]));
    active_.SetProximal(nullptr, nullptr);
    active_.PlacesOf(work_.trial.z, kNearBound * largest);
    (void)active_.Iterate(Min(Left(), kPolishRounds), out_.pivots, work_.trial.z);
    return Offer(stage);
  }

  // Runs Lemke's method on A + diag(δ) and b − δ ∘ center, and writes its answer to trial.z. False if it
  // found none.
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

  // Sets the status that an unsolved call ends with: that of the last stage, or kPivotBudget if no budget is
  // left.
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
