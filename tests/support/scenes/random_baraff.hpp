// Random contacts of rigid bodies as a BaraffProblem: A = J M⁻¹ Jᵀ, b = J g, so b is in A's column space for
// any rank. Positions, normals, masses and accelerations are random; bilateral rows have random entries.
#pragma once

#include <array>
#include <cmath>

#include "tests/support/random.hpp"

namespace footing::test {

struct BaraffKind {
  int dimension = 2;
  int contacts = 2;
  int bodies = 1;
  int bilateral = 0;
  double largest_mu = 1.0;
  bool dynamic = false;   // half of the contacts slip
  double compliance = 0;  // added to the diagonal, so that A is positive definite
};

template <typename Problem>
class RandomBaraff {
 public:
  void Make(const BaraffKind& kind, Random& random, Problem* problem) {
    using Scalar = typename Problem::Scalar;
    problem->dimension = kind.dimension;
    problem->contacts = kind.contacts;
    problem->bilateral = kind.bilateral;
    body_dof_ = kind.dimension == 2 ? 3 : 6;
    dof_ = body_dof_ * kind.bodies;
    for (auto& row : jacobian_) row.fill(0.0);
    std::array<double, kDof> inverse_mass{};
    std::array<double, kDof> acceleration{};
    for (int k = 0; k < dof_; ++k) {
      inverse_mass[At(k)] = random.Uniform(0.2, 3.0);
      acceleration[At(k)] = random.Uniform(-10.0, 10.0);
    }
    for (int c = 0; c < kind.contacts; ++c) {
      AddContact(kind, c, random);
      problem->mu[c] = static_cast<Scalar>(random.Uniform(0.0, kind.largest_mu));
      auto& slip = problem->slip[At(c)];
      slip.setZero();
      if (!kind.dynamic || random.Integer(2) == 0) continue;
      const double x = random.Uniform(-1.0, 1.0);
      if (kind.dimension == 3) slip[1] = static_cast<Scalar>(random.Uniform(-1.0, 1.0));
      slip[0] = static_cast<Scalar>(kind.dimension == 3 ? x : (x < 0.0 ? -1.0 : 1.0));
    }
    const int n = problem->rows();
    for (int row = kind.dimension * kind.contacts; row < n; ++row) {
      for (int k = 0; k < dof_; ++k) jacobian_[At(row)][At(k)] = random.Uniform(-1.0, 1.0);
    }
    for (int i = 0; i < n; ++i) {
      double right = 0.0;
      for (int k = 0; k < dof_; ++k) right += jacobian_[At(i)][At(k)] * acceleration[At(k)];
      problem->b[i] = static_cast<Scalar>(right);
      for (int j = 0; j <= i; ++j) {
        double sum = i == j ? kind.compliance : 0.0;
        for (int k = 0; k < dof_; ++k) {
          sum += jacobian_[At(i)][At(k)] * inverse_mass[At(k)] * jacobian_[At(j)][At(k)];
        }
        problem->A(i, j) = static_cast<Scalar>(sum);
        problem->A(j, i) = static_cast<Scalar>(sum);
      }
    }
  }

 private:
  static constexpr int kDof = 24;
  using Axis = std::array<double, 3>;

  static constexpr unsigned At(int i) { return static_cast<unsigned>(i); }

  // Adds a contact against the ground or another body.
  void AddContact(const BaraffKind& kind, int c, Random& random) {
    const int first = random.Integer(kind.bodies);
    int second = random.Integer(kind.bodies + 1) - 1;
    if (second == first) second = -1;
    std::array<Axis, 3> axes{};
    RandomFrame(kind.dimension, random, &axes);
    for (const bool other : {false, true}) {
      const int body = other ? second : first;
      if (body < 0) continue;
      const Axis p{random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0), random.Uniform(-1.0, 1.0)};
      for (int k = 0; k < kind.dimension; ++k) {
        const Axis& q = axes[At(k)];
        auto& row = jacobian_[At(kind.dimension * c + k)];
        const unsigned base = At(body_dof_ * body);
        const double sign = other ? -1.0 : 1.0;
        for (unsigned i = 0; i < At(kind.dimension); ++i) row[base + i] = sign * q[i];
        if (kind.dimension == 2) {
          row[base + 2] = sign * (p[0] * q[1] - p[1] * q[0]);
          continue;
        }
        for (unsigned i = 0; i < 3; ++i) {
          const unsigned u = (i + 1) % 3;
          const unsigned v = (i + 2) % 3;
          row[base + 3 + i] = sign * (p[u] * q[v] - p[v] * q[u]);
        }
      }
    }
  }

  static void RandomFrame(int dimension, Random& random, std::array<Axis, 3>* axes) {
    Axis& n = (*axes)[0];
    Axis& t = (*axes)[1];
    do {
      for (int i = 0; i < dimension; ++i) n[At(i)] = random.Uniform(-1.0, 1.0);
    } while (Dot(n, n) < 0.01);
    Scale(1.0 / std::sqrt(Dot(n, n)), &n);
    if (dimension == 2) {
      t = {-n[1], n[0], 0.0};
      return;
    }
    do {
      for (unsigned i = 0; i < 3; ++i) t[i] = random.Uniform(-1.0, 1.0);
      const double along = Dot(n, t);
      for (unsigned i = 0; i < 3; ++i) t[i] -= along * n[i];
    } while (Dot(t, t) < 0.01);
    Scale(1.0 / std::sqrt(Dot(t, t)), &t);
    (*axes)[2] = {n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]};
  }

  static double Dot(const Axis& x, const Axis& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }
  static void Scale(double by, Axis* x) {
    for (double& entry : *x) entry *= by;
  }

  int dof_ = 0;
  int body_dof_ = 3;
  std::array<std::array<double, kDof>, static_cast<unsigned>(Problem::kRows)> jacobian_{};
};

}  // namespace footing::test
