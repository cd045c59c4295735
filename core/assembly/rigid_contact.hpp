// Contacts of two polyhedra: a vertex on a face, or two edges that cross. Computes their unit normal n, which
// points toward the first body, and its rate ṅ (Trefny section 1; Baraff 1989):
//   face of a body:   ṅ = ω × n, ω of the body that has the face
//   edge and edge:    u = e_a × e_b, n = ±u/|u|, ṅ = ±(u̇ − (u·u̇) u/|u|²)/|u|,
//                     u̇ = (ω_a × e_a) × e_b + e_a × (ω_b × e_b)
// It departs from Trefny in one point: edges that are nearly parallel are refused. Faces are flat and edges
// straight: there is no term for curvature.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "core/assembly/system_stack.hpp"
#include "core/dynamics/kinematics.hpp"
#include "core/scalar.hpp"
#include "core/status.hpp"

namespace footing {

enum class RigidContactKind : std::uint8_t {
  kFaceOfFirst,   // a vertex of the second body on a face of the first
  kFaceOfSecond,  // a vertex of the first body on a face of the second
  kEdges,         // an edge of each
};

// Vectors are in world axes. `first` or `second` may be kWorld, which is at rest.
template <typename Scalar>
struct RigidContact {
  RigidContactKind kind = RigidContactKind::kFaceOfSecond;
  int first = 0;
  int second = kWorld;
  Vector3<Scalar> point = Vector3<Scalar>::Zero();  // m, where both bodies are
  // Face: its unit normal, which points toward the first body. Edges: any vector on that side of e_a × e_b on
  // which the first body lies; only the side matters.
  Vector3<Scalar> normal = Vector3<Scalar>::Zero();
  Vector3<Scalar> first_edge = Vector3<Scalar>::Zero();   // e_a, for edges only; any length except zero
  Vector3<Scalar> second_edge = Vector3<Scalar>::Zero();  // e_b
};

template <typename Scalar>
struct MovingNormal {
  Vector3<Scalar> normal;  // unit, toward the first body
  Vector3<Scalar> rate;    // ṅ, 1/s
};

// FindNormal refuses edges whose sine |e_a × e_b| / (|e_a| |e_b|) is below this. The normal's error is the
// edges' error divided by the sine, and ṅ grows with the inverse of the sine. At 1e-3 (0.06°) float still
// gives n to 1e-4.
template <typename Scalar>
inline constexpr Scalar kLeastEdgeSine = Scalar(1e-3L);

// n and ṅ of a contact whose bodies turn at the given rates [rad/s, world axes].
//   kSolved          `out` holds them
//   kParallelEdges   the edges' sine is below kLeastEdgeSine, or an edge is zero or NaN; `out` is zero
// Cost: one cross product for a face; five cross products and three square roots for edges.
template <typename Scalar>
SolveStatus FindNormal(const RigidContact<Scalar>& contact, const Vector3<Scalar>& first_rate,
                       const Vector3<Scalar>& second_rate, MovingNormal<Scalar>& out) {
  if (contact.kind != RigidContactKind::kEdges) {
    const bool on_first = contact.kind == RigidContactKind::kFaceOfFirst;
    out.normal = contact.normal;
    out.rate = (on_first ? first_rate : second_rate).cross(contact.normal);
    return SolveStatus::kSolved;
  }
  out.normal.setZero();
  out.rate.setZero();
  const Scalar first_length = Sqrt(contact.first_edge.squaredNorm());
  const Scalar second_length = Sqrt(contact.second_edge.squaredNorm());
  if (!(first_length > Scalar(0)) || !(second_length > Scalar(0))) return SolveStatus::kParallelEdges;
  const Vector3<Scalar> a = contact.first_edge / first_length;
  const Vector3<Scalar> b = contact.second_edge / second_length;
  Vector3<Scalar> u = a.cross(b);
  const Scalar sine = Sqrt(u.squaredNorm());
  if (!(sine >= kLeastEdgeSine<Scalar>)) return SolveStatus::kParallelEdges;
  Vector3<Scalar> u_rate = first_rate.cross(a).cross(b) + a.cross(second_rate.cross(b));
  if (u.dot(contact.normal) < Scalar(0)) {
    u = -u;
    u_rate = -u_rate;
  }
  out.normal = u / sine;
  out.rate = (u_rate - out.normal.dot(u_rate) * out.normal) / sine;
  return SolveStatus::kSolved;
}

}  // namespace footing
