// Puts random contacts to SolvePolyhedral, SolveBaraff and Berard's LCPs, and counts what contact_judge.hpp and
// row_judge.hpp refute.
#pragma once

#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "core/papers/baraff/baraff.hpp"
#include "tests/support/benches/lcp_trials.hpp"
#include "tests/support/benches/mode_bench.hpp"
#include "tests/support/oracles/contact_judge.hpp"
#include "tests/support/scenes/mode_problems.hpp"
#include "tests/support/scenes/random_baraff.hpp"

namespace footing::test {

inline constexpr int kContactFamilies = 5;
inline constexpr const char* kContactFamily[] = {"one body", "many bodies", "mass ratios", "scaled 1e±6", "closing"};

template <typename Scalar>
class ContactTrials {
 public:
  static constexpr int kContacts = 6;

  void Run(int family, Random& random, Tallies* tallies) {
    Make(family, random);
    memory_->polyhedral.warm_contacts = 0;
    auto& contacts = memory_->contacts;
    contacts.contacts = baraff().contacts;
    contacts.dt = static_cast<Scalar>(random.Integer(2) == 0 ? 1e-3 : 1.0 / 64);
    for (int i = 0; i < 3 * contacts.contacts; ++i) {
      for (int j = 0; j < 3 * contacts.contacts; ++j) contacts.delassus(i, j) = baraff().A(i, j);
      contacts.free_velocity[i] = baraff().b[i];
    }
    for (int c = 0; c < contacts.contacts; ++c) {
      contacts.friction[c] = baraff().mu[c];
      const bool gap = family == 4 || random.Integer(4) == 0;
      contacts.normal_bias[c] =
          gap ? random.Uniform(Scalar(-0.5), Scalar(1)) * Abs(contacts.free_velocity[3 * c]) : Scalar(0);
    }
    auto& answer = memory_->answer;
    const bool solved =
        SolvePolyhedral(contacts, {}, memory_->polyhedral, answer) == SolveStatus::kSolved;
    Add("SolvePolyhedral", family, solved, WorstPolyhedralContact(contacts, answer), tallies);

    for (auto& slip : baraff().slip) {
      if (random.Integer(6) == 0) slip = {random.Uniform(Scalar(-1), Scalar(1)), random.Uniform(Scalar(-1), Scalar(1))};
    }
    auto& forces = memory_->forces;
    const bool balanced = SolveBaraff(baraff(), {}, memory_->work, forces) == SolveStatus::kSolved;
    Add("SolveBaraff", family, balanced, WorstBaraffContact(baraff(), forces.f), tallies);

    Modes(memory_->quadrants, family, random, tallies);
    Modes(memory_->octagons, family, random, tallies);
  }

 private:
  using Baraff = BaraffProblem<Scalar, kContacts, 0>;
  struct Memory {
    Baraff baraff;
    BaraffWorkspace<Baraff> work;
    BaraffSolution<Baraff> forces;
    ContactProblem<Scalar, kContacts> contacts;
    PolyhedralState<Scalar, kContacts, 4> polyhedral;
    ContactSolution<Scalar, kContacts> answer;
    ModeBench<Scalar, kContacts, 2, 0> quadrants;
    ModeBench<Scalar, kContacts, 2, 8> octagons;
  };
  Baraff& baraff() { return memory_->baraff; }

  static void Add(const char* solver, int family, bool claimed, Real worst, Tallies* tallies) {
    const std::string scalar = sizeof(Scalar) == 4 ? "float" : "double";
    (*tallies)[std::string(solver) + " | " + scalar + " | " + kContactFamily[family]].Add(
        claimed, worst, kJudgeTolerance<Scalar>);
  }

  void Make(int family, Random& random) {
    const BaraffKind kind{.dimension = 3,
                                .contacts = 1 + random.Integer(kContacts),
                                .bodies = family == 1 || family == 2 ? 1 + random.Integer(4) : 1,
                                .largest_mu = 1.2,
                                .compliance = random.Integer(3) == 0 ? 0.01 : 0.0};
    scene_.Make(kind, random, &baraff());
    if (family == 2) Stack(random);
    if (family == 3) {
      const double decades = 2.0 * static_cast<double>(random.Integer(7) - 3);
      const auto factor = static_cast<Scalar>(std::pow(10.0, decades));
      for (int i = 0; i < baraff().rows(); ++i) baraff().b[i] *= factor;
    }
    if (family == 4) {  // normals that close on what cannot give way
      for (int c = 0; c < baraff().contacts; ++c) baraff().b[3 * c] = -Abs(baraff().b[3 * c]);
    }
  }

  // A stack of point masses, 1 to 1e6 kg, on the ground: contact c is between body c and body c − 1.
  void Stack(Random& random) {
    auto& p = baraff();
    const double decades = random.Uniform(0.0, 6.0);
    std::array<double, kContacts> light{};
    for (double& entry : light) entry = std::pow(10.0, -random.Uniform(0.0, decades));
    std::array<std::array<double, 3>, kContacts> v{};
    for (auto& body : v) {
      for (double& entry : body) entry = random.Uniform(-1.0, 1.0);
    }
    p.A.setZero();
    for (int c = 0; c < p.contacts; ++c) {
      const auto at = static_cast<unsigned>(c);
      for (int k = 0; k < 3; ++k) {
        p.b[3 * c + k] = static_cast<Scalar>(v[at][static_cast<unsigned>(k)] -
                                             (c > 0 ? v[at - 1][static_cast<unsigned>(k)] : 0.0));
        p.A(3 * c + k, 3 * c + k) = static_cast<Scalar>(light[at] + (c > 0 ? light[at - 1] : 0.0));
        if (c == 0) continue;
        p.A(3 * c + k, 3 * c + k - 3) = p.A(3 * c + k - 3, 3 * c + k) = -static_cast<Scalar>(light[at - 1]);
      }
    }
  }

  template <typename Bench>
  void Modes(Bench& bench, int family, Random& random, Tallies* tallies) {
    RandomModeProblem(1 + random.Integer(kContacts), 0.2, 1.2, random, &bench.problem);
    if (family == 3) {
      const auto factor = static_cast<Scalar>(std::pow(10.0, 2.0 * static_cast<double>(random.Integer(7) - 3)));
      for (int i = 0; i < 3 * bench.problem.contacts; ++i) bench.problem.b[i] *= factor;
    }
    const bool solved = bench.Solve() == SolveStatus::kSolved;
    const auto bounds = [](int) { return std::pair<Real, Real>{0, std::numeric_limits<Real>::infinity()}; };
    Add(Bench::kPairs == 5 ? "Berard eq. 30" : "Berard eq. 37", family, solved,
        WorstRow(bench.lcp.lcp, bench.solution.z, bounds), tallies);
  }

  RandomBaraff<Baraff> scene_;
  std::unique_ptr<Memory> memory_ = std::make_unique<Memory>();
};

}  // namespace footing::test
