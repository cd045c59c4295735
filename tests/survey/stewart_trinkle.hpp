// A contact problem as the linear complementarity problem of Stewart and Trinkle with four directions:
// w = M z + q, 0 ≤ w ⟂ z ≥ 0, z = (normals; directions t1, t2, −t1, −t2 of each contact; slip speeds).
#pragma once

#include <vector>

#include "tests/survey/peer.hpp"

namespace footing::survey {

class StewartTrinkle {
 public:
  explicit StewartTrinkle(const PeerProblem& problem)
      : p_(problem.contacts),
        matrix_(static_cast<std::size_t>(size()) * static_cast<std::size_t>(size()), 0.0),
        q_(static_cast<std::size_t>(size()), 0.0) {
    const int rows = problem.rows();
    for (int i = 0; i < 5 * p_; ++i) {
      const int r = Row(i);
      Q(i) = Sign(i) * problem.free_velocity[r];
      if (i < p_) Q(i) += problem.normal_bias[i];
      for (int j = 0; j < 5 * p_; ++j) M(i, j) = Sign(i) * Sign(j) * problem.delassus[r * rows + Row(j)];
    }
    for (int c = 0; c < p_; ++c) {
      M(5 * p_ + c, c) = problem.friction[c];
      for (int k = 0; k < 4; ++k) {
        M(p_ + 4 * c + k, 5 * p_ + c) = 1.0;
        M(5 * p_ + c, p_ + 4 * c + k) = -1.0;
      }
    }
  }

  int size() const { return 6 * p_; }
  double& M(int i, int j) {  // by columns
    return matrix_[static_cast<std::size_t>(j) * static_cast<std::size_t>(size()) +
                   static_cast<std::size_t>(i)];
  }
  double& Q(int i) { return q_[static_cast<std::size_t>(i)]; }
  double* matrix() { return matrix_.data(); }
  double* q() { return q_.data(); }

  void Impulses(const double* z, double* impulse) const {
    for (int i = 0; i < 3 * p_; ++i) impulse[i] = 0.0;
    for (int i = 0; i < 5 * p_; ++i) impulse[Row(i)] += Sign(i) * z[i];
  }

 private:
  int Row(int i) const { return i < p_ ? 3 * i : 3 * ((i - p_) / 4) + 1 + (i - p_) % 2; }
  double Sign(int i) const { return i >= p_ && (i - p_) % 4 >= 2 ? -1.0 : 1.0; }

  int p_;
  std::vector<double> matrix_;
  std::vector<double> q_;
};

}  // namespace footing::survey
