// Contact problems with friction: the core's solvers and the surveyed peers solve the same problems.
#pragma once

#include <memory>
#include <string_view>

#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "core/papers/baraff/baraff.hpp"
#include "firmware/control_tick.hpp"
#include "firmware/robots/a1/model.hpp"
#include "tests/research/bench/courses/course.hpp"
#include "tests/research/peers/kernel_watch.hpp"
#include "tests/research/survey/grade.hpp"
#include "tests/research/survey/run_peer.hpp"
#include "tests/support/oracles/baraff_judge.hpp"

namespace footing::bench {

template <int kContacts>
class ContactCourse : public Course {
 public:
  using Problem = ContactProblem<double, kContacts>;

  // `asked` is the friction law that a right answer must meet.
  ContactCourse(std::string name, std::string title, std::vector<Problem> problems,
                survey::FrictionShape asked, int sequence = 1, bool alone = false)
      : Course(std::move(name), std::move(title)),
        problems_(std::move(problems)),
        asked_(asked),
        sequence_(sequence),
        alone_(alone) {}

  int size() const override { return static_cast<int>(problems_.size()); }
  int sequence() const override { return sequence_; }
  bool alone() const override { return alone_; }
  void Load(int index) override { *hand_ = problems_[static_cast<std::size_t>(index)]; }

  // SolveContacts: with kNewtonOnly and kDantzig at the budget of the control tick, as deployed there, else
  // at its default; `warm`: each problem from the last one's forces.
  template <SolverStages kStages = SolverStages::kAll>
  void AddCircle(const char* name, bool warm, Role role = Role::kFooting) {
    const auto state = std::make_shared<ContactSolverState<double, kContacts, 0, kStages>>();
    const auto solution = std::make_shared<ContactSolution<double, kContacts>>();
    const auto cool = [state] { state->warm = false; };
    SolveOptions options;
    auto shape = survey::FrictionShape::kCircle;
    if constexpr (kStages == SolverStages::kNewtonOnly || kStages == SolverStages::kDantzig)
      options = ControlOptions<robots::A1, double, kStages>().tracker.solver;
    if constexpr (kStages == SolverStages::kDantzig) shape = survey::FrictionShape::kBox;
    Add(name, role, shape, Real(0), [this, options, state, solution] {
      SolveStatus status = SolveStatus::kBadSize;
      {
        const survey::KernelWatch watch;
        status = SolveContacts(*hand_, options, *state, *solution);
      }
      Take(status, *solution);
    });
    (warm ? contestants_.back().begin : contestants_.back().prepare) = cool;
  }

  template <int kDirections>
  void AddPolyhedral(const char* name, const PolyhedralOptions& options) {
    const auto state = std::make_shared<PolyhedralState<double, kContacts, kDirections>>();
    const auto solution = std::make_shared<ContactSolution<double, kContacts>>();
    Add(name, Role::kFooting, ShapeOf(kDirections), Real(0), [this, options, state, solution] {
      SolveStatus status = SolveStatus::kBadSize;
      {
        const survey::KernelWatch watch;
        status = SolvePolyhedral(*hand_, options, *state, *solution);
      }
      Take(status, *solution);
    });
    contestants_.back().prepare = [state] { state->warm_contacts = 0; };
  }

  // Adds Lemke on eq. 15. As for the peers' Lemke, the matrix is ready before the clock starts.
  template <int kDirections>
  void AddLemke(const char* name) {
    constexpr int kRows = kContacts * (kDirections + 2);
    struct Memory {
      FrictionBasis<double, kDirections> basis;
      LcpProblem<double, kRows> lcp;
      LemkeWorkspace<double, kRows> lemke;
      LcpSolution<double, kRows> solution;
    };
    const auto memory = std::make_shared<Memory>();
    Add(name, Role::kFooting, ShapeOf(kDirections), survey::kPeerNegligible, [this, memory] {
      {
        const survey::KernelWatch watch;
        const int budget = Lemke<double, kRows>::DefaultBudget(memory->lcp.size);
        claims_ = SolveLemke(memory->lcp, {budget}, memory->lemke, memory->solution) == SolveStatus::kSolved;
      }
      force_.fill(Real(0));
      const int p = hand_->contacts;
      for (int c = 0; c < p; ++c) {
        const auto n = static_cast<unsigned>(3 * c);
        force_[n] = Real(memory->solution.z[c]);
        for (int k = 0; k < kDirections; ++k) {
          const Real along = Real(memory->solution.z[p + c * kDirections + k]);
          force_[n + 1] += Real(memory->basis.direction(k, 0)) * along;
          force_[n + 2] += Real(memory->basis.direction(k, 1)) * along;
        }
      }
    });
    contestants_.back().prepare = [this, memory] { AssembleLcp(*hand_, memory->basis, {}, &memory->lcp); };
  }

  // Adds Baraff's static friction, with velocities in place of accelerations. In space its law asks only that
  // friction does not speed up a slip (21, 22), not that it opposes it.
  void AddBaraff(const char* name) {
    using Static = BaraffProblem<double, kContacts>;
    struct Memory {
      Static problem;
      BaraffWorkspace<Static> workspace;
      BaraffSolution<Static> solution;
    };
    const auto memory = std::make_shared<Memory>();
    Add(name, Role::kFooting, survey::FrictionShape::kCircle, Real(0), [this, memory] {
      {
        const survey::KernelWatch watch;
        claims_ =
            SolveBaraff(memory->problem, {}, memory->workspace, memory->solution) == SolveStatus::kSolved;
      }
      for (int i = 0; i < hand_->rows(); ++i) force_[static_cast<unsigned>(i)] = Real(memory->solution.f[i]);
    });
    contestants_.back().judge = [this, memory] {
      const survey::View view{force_.data()};
      const auto asked = survey::GradeForces(*hand_, view, asked_, kRightTo, Real(0));
      const bool own = test::WorstBaraffViolation(memory->problem, memory->solution.f) <= kRightTo;
      return Verdict{asked.certified, own, claims_, static_cast<double>(asked.cone)};
    };
    contestants_.back().prepare = [this, memory] {
      Static& to = memory->problem;
      to.contacts = hand_->contacts;
      for (int i = 0; i < hand_->rows(); ++i) {
        for (int j = 0; j < hand_->rows(); ++j) to.A(i, j) = hand_->dt * hand_->delassus(i, j);
        to.b[i] = hand_->free_velocity[i] + (i % 3 == 0 ? hand_->normal_bias[i / 3] : 0);
      }
      for (int c = 0; c < hand_->contacts; ++c) {
        to.mu[c] = hand_->friction[c];
        to.slip[static_cast<unsigned>(c)].setZero();
      }
    };
  }

  void AddPeer(const survey::Peer* peer) {
    if (peer == nullptr) return;
    const survey::Peer one = *peer;
    Add(one.name, Role::kPeer, one.shape, survey::kPeerNegligible, [this, one] {
      std::array<double, 3 * kMostContacts> impulse{};
      claims_ = one.solve(plain_->view(), impulse.data());
      force_.fill(Real(0));
      for (int i = 0; i < hand_->rows(); ++i) {
        const auto r = static_cast<unsigned>(i);
        force_[r] = Real(impulse[r]) * plain_->Unit(i) / Real(hand_->dt);
      }
    });
    contestants_.back().prepare = [this] { plain_ = std::make_unique<survey::PlainProblem>(*hand_); };
  }

  // Adds all installed peers that `wanted` accepts.
  template <typename Wanted>
  void AddPeers(const Wanted& wanted) {
    int count = 0;
    const survey::Peer* peers = survey::InstalledPeers(&count);
    for (int k = 0; k < count; ++k) {
      if (wanted(std::string_view(peers[k].name))) AddPeer(&peers[k]);
    }
  }

 private:
  static constexpr survey::FrictionShape ShapeOf(int directions) {
    return directions == 4 ? survey::FrictionShape::kPyramid4 : survey::FrictionShape::kPyramid8;
  }

  template <typename Solution>
  void Take(SolveStatus status, const Solution& solution) {
    claims_ = status == SolveStatus::kSolved;
    force_ = survey::ForcesOf(solution, hand_->contacts);
  }

  void Add(const char* name, Role role, survey::FrictionShape own, Real negligible,
           std::function<void()> solve) {
    contestants_.push_back(
        {name, role, {}, std::move(solve), [this, own, negligible] {
           const survey::View view{force_.data()};
           const auto asked = survey::GradeForces(*hand_, view, asked_, kRightTo, negligible);
           const auto by_own = survey::GradeForces(*hand_, view, own, kRightTo, negligible);
           return Verdict{asked.certified, by_own.certified, claims_, static_cast<double>(asked.cone)};
         }});
  }

  std::vector<Problem> problems_;
  survey::FrictionShape asked_;
  int sequence_;
  bool alone_;
  std::unique_ptr<Problem> hand_ = std::make_unique<Problem>();
  std::unique_ptr<survey::PlainProblem> plain_;
  survey::Forces force_{};
  bool claims_ = false;
};

}  // namespace footing::bench
