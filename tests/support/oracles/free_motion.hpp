// Two or more free rigid bodies in flight, in the widest type. Their motion follows from Newton's law and
// from angular momentum (never from Euler's equation), their gaps from geometry. Second derivatives of gaps
// come from differences.
#pragma once

#include "core/papers/trefny/acceleration_lcp.hpp"
#include "tests/support/oracles/gauss_jordan.hpp"

namespace footing {

using Vector3R = Eigen::Matrix<Real, 3, 1>;
using Matrix3R = Eigen::Matrix<Real, 3, 3>;

struct FlyingBody {
  Real mass = 1;
  Matrix3R inertia;  // at time 0, world axes
  Vector3R position, velocity, spin, force, torque;

  // A body's pose. A body with `mass` 0 is the world, which does not move.
  struct Pose {
    Vector3R position;
    Matrix3R turn;  // from its axes at time 0
  };

  // ω from L = (R I Rᵀ) ω.
  Vector3R SpinAt(const Matrix3R& turn, const Vector3R& momentum) const {
    const Matrix3R turned = turn * inertia * turn.transpose();
    Dense<3, 3> a;
    Dense<3, 1> x;
    for (unsigned i = 0; i < 3; ++i) {
      x[i][0] = momentum[static_cast<int>(i)];
      for (unsigned j = 0; j < 3; ++j) a[i][j] = turned(static_cast<int>(i), static_cast<int>(j));
    }
    GaussJordan<3, 1>(3, 1, &a, &x);
    return {x[0][0], x[1][0], x[2][0]};
  }

  static Matrix3R Cross(const Vector3R& w) {
    Matrix3R m;
    m << 0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0;
    return m;
  }

  // Integrates Ṙ = [ω] R by four Runge–Kutta steps. The force and the torque are constant in the world.
  Pose At(Real time) const {
    Pose pose{position, Matrix3R::Identity()};
    if (mass == Real(0)) return pose;
    pose.position = position + time * velocity + (time * time / (2 * mass)) * force;
    const Vector3R momentum = inertia * spin;
    const int steps = 4;
    const Real h = time / steps;
    for (int k = 0; k < steps; ++k) {
      const auto rate = [&](Real t, const Matrix3R& turn) -> Matrix3R {
        return Cross(SpinAt(turn, momentum + t * torque)) * turn;
      };
      const Real t = static_cast<Real>(k) * h;
      const Matrix3R k1 = rate(t, pose.turn);
      const Matrix3R k2 = rate(t + h / 2, pose.turn + (h / 2) * k1);
      const Matrix3R k3 = rate(t + h / 2, pose.turn + (h / 2) * k2);
      const Matrix3R k4 = rate(t + h, pose.turn + h * k3);
      pose.turn += (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return pose;
  }

  // The place of the material point that was at `point` at time 0.
  static Vector3R Carry(const Pose& pose, const Vector3R& from, const Vector3R& point) {
    return pose.position + pose.turn * (point - from);
  }
};

// The gap between `a` and `b` at `time`, for a contact that is closed at time 0.
template <typename Contact>
Real GapAt(const FlyingBody& a, const FlyingBody& b, const Contact& contact, Real time) {
  const FlyingBody::Pose pose_a = a.At(time);
  const FlyingBody::Pose pose_b = b.At(time);
  const Vector3R point = contact.point.template cast<Real>();
  const Vector3R between =
      FlyingBody::Carry(pose_a, a.position, point) - FlyingBody::Carry(pose_b, b.position, point);
  const Vector3R normal = contact.normal.template cast<Real>();
  if (contact.kind == RigidContactKind::kFaceOfFirst) return (pose_a.turn * normal).dot(between);
  if (contact.kind == RigidContactKind::kFaceOfSecond) return (pose_b.turn * normal).dot(between);
  // Signed distance of two lines, positive on the side where the first body is at time 0.
  const Vector3R edge_a = contact.first_edge.template cast<Real>();
  const Vector3R edge_b = contact.second_edge.template cast<Real>();
  const Real side = edge_a.cross(edge_b).dot(normal) < 0 ? Real(-1) : Real(1);
  const Vector3R across = (pose_a.turn * edge_a).cross(pose_b.turn * edge_b);
  return side * across.dot(between) / std::sqrt(across.dot(across));
}

// d²gap/dt² at time 0 by central differences and Richardson extrapolation over two widths.
template <typename Contact>
Real GapAcceleration(const FlyingBody& a, const FlyingBody& b, const Contact& contact) {
  const auto difference = [&](Real h) {
    return (GapAt(a, b, contact, h) - 2 * GapAt(a, b, contact, 0) + GapAt(a, b, contact, -h)) / (h * h);
  };
  const Real h = sizeof(Real) > 8 ? Real(1e-3L) : Real(4e-3L);
  return (4 * difference(h / 2) - difference(h)) / 3;
}

}  // namespace footing
