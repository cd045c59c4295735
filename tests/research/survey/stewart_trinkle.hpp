// A contact problem as the linear complementarity problem of Stewart and Trinkle with d directions, d even:
// w = M z + q, 0 ≤ w ⟂ z ≥ 0, z = (normals; directions of each contact, the first along t1; slip speeds).
#pragma once

#include <cmath>
#include <vector>

#include "tests/research/peers/peer.hpp"

namespace footing::survey {

class StewartTrinkle {
 public:
  explicit StewartTrinkle(const PeerProblem& problem, int directions = 4)
      : p_(problem.contacts),
        d_(directions),
        matrix_(static_cast<std::size_t>(size()) * static_cast<std::size_t>(size()), 0.0),
        q_(static_cast<std::size_t>(size()), 0.0) {
    const int rows = problem.rows();
    const int lambda = (1 + d_) * p_;
    for (int i = 0; i < lambda; ++i) {
      const Row a = RowOf(i);
      for (int k = 0; k < 3; ++k) Q(i) += a.along[k] * problem.free_velocity[a.first + k];
      if (i < p_) Q(i) += problem.normal_bias[i];
      for (int j = 0; j < lambda; ++j) {
        const Row b = RowOf(j);
        for (int k = 0; k < 3; ++k) {
          for (int l = 0; l < 3; ++l) {
            M(i, j) += a.along[k] * b.along[l] * problem.delassus[(a.first + k) * rows + b.first + l];
          }
        }
      }
    }
    for (int c = 0; c < p_; ++c) {
      M(lambda + c, c) = problem.friction[c];
      for (int k = 0; k < d_; ++k) {
        M(p_ + d_ * c + k, lambda + c) = 1.0;
        M(lambda + c, p_ + d_ * c + k) = -1.0;
      }
    }
  }

  int size() const { return (d_ + 2) * p_; }
  double& M(int i, int j) {  // by columns
    return matrix_[static_cast<std::size_t>(j) * static_cast<std::size_t>(size()) +
                   static_cast<std::size_t>(i)];
  }
  double& Q(int i) { return q_[static_cast<std::size_t>(i)]; }
  double* matrix() { return matrix_.data(); }
  double* q() { return q_.data(); }

  void Impulses(const double* z, double* impulse) const {
    for (int i = 0; i < 3 * p_; ++i) impulse[i] = 0.0;
    for (int i = 0; i < (1 + d_) * p_; ++i) {
      const Row row = RowOf(i);
      for (int k = 0; k < 3; ++k) impulse[row.first + k] += row.along[k] * z[i];
    }
  }

 private:
  struct Row {
    int first;        // the contact's normal row
    double along[3];  // in its n, t1, t2
  };
  Row RowOf(int i) const {
    if (i < p_) return {3 * i, {1, 0, 0}};
    const int contact = (i - p_) / d_;
    const int k = (i - p_) % d_;
    const int half = k % (d_ / 2);
    const double sign = k == half ? 1.0 : -1.0;  // exact opposites; quarter turns are exact too
    if (4 * half == d_) return {3 * contact, {0, 0, sign}};
    const double angle = 2 * 3.14159265358979323846 * half / d_;
    return {3 * contact, {0, sign * std::cos(angle), sign * std::sin(angle)}};
  }

  int p_;
  int d_;
  std::vector<double> matrix_;
  std::vector<double> q_;
};

}  // namespace footing::survey
