// Resting contacts of free rigid bodies without friction, at the level of accelerations:
//   a = A f + b,  0 ≤ f ⟂ a ≥ 0,  a_i = n·(p̈_a − p̈_b) + 2 ṅ·(ṗ_a − ṗ_b)
// (Trefny section 1, eqs. 1 to 7; Baraff 1989). A is symmetric PSD. b lies in the column space of A, except
// for the part that comes from velocities. So Dantzig's method finds f.
//   A_ij: with I = LᵀL, the sum of ± n_i·n_j/m ± (L⁻ᵀ (r_i × n_i))·(L⁻ᵀ (r_j × n_j)) over the bodies that i
//     and j share. The sign is + if both forces act on the body in the same sense. In this form A is
//     symmetric to the last bit.
//   b_i: n·[F/m + (I⁻¹(τ − ω × Iω)) × r + ω × (ω × r)] of a, less the same of b, + 2 ṅ·(ṗ_a − ṗ_b).
// This is for bodies that rest on each other. If n·(ṗ_a − ṗ_b) < 0, no force is enough (time_step.hpp).
#pragma once

#include <array>

#include "core/assembly/rigid_contact.hpp"
#include "core/lcp/problem.hpp"
#include "core/linalg/branch_cholesky.hpp"

namespace footing {

// In world axes. The inertia contains the body's attitude.
template <typename Scalar>
struct RigidBody {
  Scalar mass = 1;                                             // kg
  Matrix3<Scalar> inertia = Matrix3<Scalar>::Identity();       // I about the centre of mass, kg·m²
  Vector3<Scalar> position = Vector3<Scalar>::Zero();          // of the centre of mass, m
  Vector3<Scalar> velocity = Vector3<Scalar>::Zero();          // of the centre of mass, m/s
  Vector3<Scalar> angular_velocity = Vector3<Scalar>::Zero();  // ω, rad/s
  Vector3<Scalar> force = Vector3<Scalar>::Zero();             // F, external, with gravity, N
  Vector3<Scalar> torque = Vector3<Scalar>::Zero();            // τ, external, about the centre of mass, N·m
};

template <typename ScalarType, int kBodyCapacity, int kContactCapacity>
struct RigidScene {
  using Scalar = ScalarType;
  static constexpr int kBodies = kBodyCapacity;
  static constexpr int kContacts = kContactCapacity;
  int bodies = 0;
  int contacts = 0;
  std::array<RigidBody<Scalar>, static_cast<unsigned>(kBodies)> body;
  std::array<RigidContact<Scalar>, static_cast<unsigned>(kContacts)> contact;
};

// What a unit of contact force does to one of its bodies.
template <typename Scalar>
struct HalfRow {
  int body = kWorld;
  Vector3<Scalar> linear;   // ± n / √m
  Vector3<Scalar> angular;  // ± L⁻ᵀ (r × n)
};

template <typename Scene>
struct AccelerationWorkspace {
  using Scalar = typename Scene::Scalar;
  std::array<BoundedMatrix<Scalar, 3>, static_cast<unsigned>(Scene::kBodies)> factor;  // L
  std::array<Vector3<Scalar>, static_cast<unsigned>(Scene::kBodies)> free_spin;        // ω̇ with f = 0
  std::array<MovingNormal<Scalar>, static_cast<unsigned>(Scene::kContacts)> normal;
  std::array<std::array<HalfRow<Scalar>, 2>, static_cast<unsigned>(Scene::kContacts)> half;
};

namespace acceleration_internal {

inline constexpr BranchParents<3> kDense = {-1, 0, 1};

// Finds ω̇ from Euler's equation without contact forces. False if the mass is not positive, or if the inertia
// is not positive definite.
template <typename Scalar>
bool FreeSpin(const RigidBody<Scalar>& body, BoundedMatrix<Scalar, 3>* factor, Vector3<Scalar>* spin) {
  *factor = body.inertia;
  if (!(body.mass > Scalar(0)) || !FactorBranch(*factor, kDense, 3)) return false;
  Vector3<Scalar> momentum;
  for (int i = 0; i < 3; ++i) momentum[i] = body.inertia.row(i).dot(body.angular_velocity);
  *spin = body.torque - body.angular_velocity.cross(momentum);
  SolveTransposed(*factor, kDense, 3, spin->data());
  SolveForward(*factor, kDense, 3, spin->data());
  return true;
}

// Returns one body's share of b, and fills its half row. `sign` is 1 for the first body, −1 for the second.
template <typename Scalar>
Scalar AddBody(const RigidBody<Scalar>& body, const BoundedMatrix<Scalar, 3>& factor,
               const Vector3<Scalar>& spin, const Vector3<Scalar>& point, const MovingNormal<Scalar>& n,
               Scalar sign, HalfRow<Scalar>* half) {
  const Vector3<Scalar> r = point - body.position;
  half->linear = (sign / Sqrt(body.mass)) * n.normal;
  half->angular = sign * r.cross(n.normal);
  SolveTransposed(factor, kDense, 3, half->angular.data());
  const Vector3<Scalar> turning = body.angular_velocity.cross(r);
  const Vector3<Scalar> acceleration =
      body.force / body.mass + spin.cross(r) + body.angular_velocity.cross(turning);
  return sign * (n.normal.dot(acceleration) + Scalar(2) * n.rate.dot(body.velocity + turning));
}

}  // namespace acceleration_internal

// Fills `lcp`, an LcpProblem or a BoxedLcpProblem (then with the bounds 0 and ∞). Row i belongs to contact i.
// Its z is the force [N], its w the relative normal acceleration [m/s²]. Statuses:
//   kSolved: the problem is complete. With any other status it has no rows;
//   kBadSize: a count is out of range, a contact names a body that does not exist, or both its bodies are the
//     same;
//   kSingular: a mass or an inertia is not positive;
//   kParallelEdges: two edges are too nearly parallel to have a normal;
//   kNotFinite: an entry of A or b is not finite.
// Cost: about 100 multiply-adds per body, 120 per contact, 12 per pair of contacts.
template <typename Scene, typename Problem>
SolveStatus AssembleAcceleration(const Scene& scene, AccelerationWorkspace<Scene>& work, Problem& lcp) {
  using namespace acceleration_internal;
  using Scalar = typename Scene::Scalar;
  lcp.size = 0;
  if (scene.bodies < 0 || scene.bodies > Scene::kBodies) return SolveStatus::kBadSize;
  if (scene.contacts < 0 || scene.contacts > Scene::kContacts || scene.contacts > lcp.b.size())
    return SolveStatus::kBadSize;
  for (int k = 0; k < scene.bodies; ++k) {
    const auto at = static_cast<unsigned>(k);
    if (!FreeSpin(scene.body[at], &work.factor[at], &work.free_spin[at])) return SolveStatus::kSingular;
  }

  for (int i = 0; i < scene.contacts; ++i) {
    const auto at = static_cast<unsigned>(i);
    const RigidContact<Scalar>& contact = scene.contact[at];
    const int pair[2] = {contact.first, contact.second};
    if (pair[0] == pair[1]) return SolveStatus::kBadSize;
    Vector3<Scalar> rate[2];
    for (int side = 0; side < 2; ++side) {
      if (pair[side] < kWorld || pair[side] >= scene.bodies) return SolveStatus::kBadSize;
      rate[side].setZero();
      if (pair[side] != kWorld) rate[side] = scene.body[static_cast<unsigned>(pair[side])].angular_velocity;
    }
    const SolveStatus normal = FindNormal(contact, rate[0], rate[1], work.normal[at]);
    if (normal != SolveStatus::kSolved) return normal;
    lcp.b[i] = Scalar(0);
    for (unsigned side = 0; side < 2; ++side) {
      HalfRow<Scalar>& half = work.half[at][side];
      half.body = pair[side];
      if (half.body == kWorld) continue;
      const auto body = static_cast<unsigned>(half.body);
      lcp.b[i] += AddBody(scene.body[body], work.factor[body], work.free_spin[body], contact.point,
                          work.normal[at], side == 0 ? Scalar(1) : Scalar(-1), &half);
    }
  }

  for (int i = 0; i < scene.contacts; ++i) {
    for (int j = 0; j <= i; ++j) {
      Scalar sum = Scalar(0);
      for (const auto& mine : work.half[static_cast<unsigned>(i)]) {
        for (const auto& other : work.half[static_cast<unsigned>(j)]) {
          if (mine.body != other.body || mine.body == kWorld) continue;
          sum += mine.linear.dot(other.linear) + mine.angular.dot(other.angular);
        }
      }
      lcp.A(i, j) = sum;
      lcp.A(j, i) = sum;
    }
    if constexpr (requires { lcp.lo; }) {
      lcp.lo[i] = Scalar(0);
      lcp.hi[i] = kInfinity<Scalar>;
    }
  }
  lcp.size = scene.contacts;
  const SolveStatus numbers = CheckSizeAndNumbers(lcp);
  if (numbers != SolveStatus::kSolved) lcp.size = 0;
  return numbers;
}

}  // namespace footing
