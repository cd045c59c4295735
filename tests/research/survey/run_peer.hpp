// Calls a peer on a contact problem: scales the problem, silences the peer, and returns forces.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "tests/support/scenes/robot_contacts.hpp"
#include "tests/research/peers/peer.hpp"

namespace footing::survey {

using Forces = std::array<Real, 3 * kMostContacts>;  // N, rows n, t1, t2 of each contact
struct View {                                        // with the int index of Eigen
  const Real* data;
  Real operator[](int i) const { return data[i]; }
};

template <typename Solution>
Forces ForcesOf(const Solution& solution, int contacts) {
  Forces flat{};
  for (int i = 0; i < 3 * contacts; ++i) {
    flat[static_cast<unsigned>(i)] = Real(solution.force[static_cast<unsigned>(i / 3)][i % 3]);
  }
  return flat;
}

// The plain arrays that a peer reads. Each contact has its own units, in which its A_nn is one; cones and
// boxes do not change. Velocities are in units of the largest. Peers with fixed thresholds need this.
class PlainProblem {
 public:
  template <int kContacts>
  explicit PlainProblem(const ContactProblem<double, kContacts>& problem) {
    static_assert(kContacts <= kMostContacts);
    const int rows = problem.rows();
    double fastest = 0;
    for (int i = 0; i < rows; ++i) {
      const double a = problem.delassus(i - i % 3, i - i % 3);
      scale_[static_cast<unsigned>(i)] = a > 0 ? 1.0 / std::sqrt(a) : 1.0;
    }
    for (int i = 0; i < rows; ++i) {
      const double wanted = i % 3 == 0 ? std::abs(problem.normal_bias[i / 3]) : 0.0;
      fastest = std::max(fastest, Scale(i) * (std::abs(problem.free_velocity[i]) + wanted));
    }
    velocity_ = fastest > 0 ? fastest : 1.0;
    for (int i = 0; i < rows; ++i) {
      free_velocity_[static_cast<unsigned>(i)] = Scale(i) * problem.free_velocity[i] / velocity_;
      for (int j = 0; j < rows; ++j) {
        delassus_[static_cast<unsigned>(i * rows + j)] = Scale(i) * Scale(j) * problem.delassus(i, j);
      }
    }
    for (int c = 0; c < problem.contacts; ++c) {
      friction_[static_cast<unsigned>(c)] = problem.friction[c];
      bias_[static_cast<unsigned>(c)] = Scale(3 * c) * problem.normal_bias[c] / velocity_;
    }
    view_ = {problem.contacts, delassus_.data(), free_velocity_.data(), friction_.data(), bias_.data()};
  }
  PlainProblem(const PlainProblem&) = delete;
  PlainProblem& operator=(const PlainProblem&) = delete;
  const PeerProblem& view() const { return view_; }
  // The size in N s of one unit of row i's impulse.
  Real Unit(int i) const { return Real(Scale(i)) * Real(velocity_); }

 private:
  double Scale(int i) const { return scale_[static_cast<unsigned>(i)]; }

  std::array<double, 3 * kMostContacts> scale_;
  double velocity_ = 1.0;
  std::array<double, 9 * kMostContacts * kMostContacts> delassus_;
  std::array<double, 3 * kMostContacts> free_velocity_;
  std::array<double, kMostContacts> friction_;
  std::array<double, kMostContacts> bias_;
  PeerProblem view_{};
};

// While an object lives, nothing reaches standard output or error: peers print their internal failures there.
class Quiet {
 public:
  Quiet() {
    std::fflush(nullptr);
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    for (int fd = 1; fd <= 2; ++fd) {
      saved_[fd - 1] = dup(fd);
      dup2(null, fd);
    }
    close(null);
  }
  ~Quiet() {
    std::fflush(nullptr);
    for (int fd = 1; fd <= 2; ++fd) {
      dup2(saved_[fd - 1], fd);
      close(saved_[fd - 1]);
    }
  }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;

 private:
  int saved_[2];
};

inline double Seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// *claims says whether the peer says that it solved. If `seconds` is given, *seconds grows by the peer's
// time.
inline Forces RunPeer(const Peer& peer, const ContactProblem<double, kMostContacts>& problem, bool* claims,
                      double* seconds = nullptr) {
  const PlainProblem plain(problem);
  std::array<double, 3 * kMostContacts> impulse{};
  {
    const Quiet quiet;
    const double before = Seconds();
    *claims = peer.solve(plain.view(), impulse.data());
    if (seconds != nullptr) *seconds += Seconds() - before;
  }
  Forces force{};
  for (int i = 0; i < problem.rows(); ++i) {
    const auto r = static_cast<unsigned>(i);
    force[r] = Real(impulse[r]) * plain.Unit(i) / Real(problem.dt);
  }
  return force;
}

}  // namespace footing::survey
