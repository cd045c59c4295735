// Systems and the contacts between them, stacked as in Tan, Siu, Liu eqs. 7 to 9. M is block diagonal over
// the systems. The rows of a contact carry + at its first system and − at its second; the normal points
// toward the first. Either system may be the world, which has no rows in M.
// Joint rows stand beside the contacts, with one velocity each. They couple or drive systems but are no
// contacts (Trefny section 2); joint_rows.hpp has the usual ones.
#pragma once

#include <Eigen/Core>
#include <array>

#include "core/contact/friction_basis.hpp"
#include "core/dynamics/kinematics.hpp"
#include "core/linalg/branch_cholesky.hpp"
#include "core/linalg/storage.hpp"

namespace footing {

inline constexpr int kWorld = -1;

// kSupportCapacity: the most degrees of freedom that one row touches, together with all their parents. For a
// robot's foot these are the base's six and the joints of its leg.
// kTrunkLength: that of FactorBranch, where it is known: 6 for one robot of several limbs. Assembly is then
// faster, and has a smaller bound.
template <typename ScalarType, int kDof, int kContactCapacity, int kJointRowCapacity = 0,
          int kSupportCapacity = kDof, int kTrunkLength = kAnyTrunk>
struct SystemStack {
  using Scalar = ScalarType;
  static constexpr int kDofCapacity = kDof;
  static constexpr int kContacts = kContactCapacity;
  static constexpr int kJointRows = kJointRowCapacity;
  static constexpr int kSupport = kSupportCapacity;
  static constexpr int kTrunk = kTrunkLength;
  // The trunk's length where it is known, else 0. Every row is then taken to touch the trunk.
  static constexpr int kKnownTrunk = (kTrunkLength > 0) * kTrunkLength;
  static constexpr int kBeyondTrunk = kSupport - kKnownTrunk;  // the most that a row touches beyond it
  static constexpr int kDofBeyondTrunk = kDof - kKnownTrunk;
  static constexpr int kFirstJointRow = 3 * kContacts;
  static constexpr int kRows = kFirstJointRow + kJointRows;

  using MassMatrix = BoundedMatrix<Scalar, kDof>;

  int dof = 0;                                              // at most kDofCapacity
  int contacts = 0;                                         // at most kContacts
  int joint_rows = 0;                                       // at most kJointRows
  bool overfull = false;                                    // something did not fit: assembly fails
  MassMatrix mass_matrix;                                   // kg, kg·m, kg·m²
  const MassMatrix* lent_mass_matrix = nullptr;             // of LendSystem, in the place of mass_matrix
  std::array<int, static_cast<unsigned>(kDof)> dof_parent;  // of M's branches; −1 at a root
  BoundedVector<Scalar, kDof> velocity;                     // q̇ [m/s, rad/s]
  BoundedVector<Scalar, kDof> force;                        // τ − C [N, N·m]
  // Rows n, t1, t2 of each contact; joint row k is row kFirstJointRow + k.
  BoundedMatrix<Scalar, kRows, kDof> jacobian;
  // The degrees of freedom that the rows of a contact touch, and all their ancestors: of contact c entry c,
  // of joint row k entry kContacts + k.
  using Touched = std::array<bool, static_cast<unsigned>(kDof)>;
  std::array<Touched, static_cast<unsigned>(kContacts + kJointRows)> touched;
  // Added to J q̇⁺ in each row: J̇ q̇ dt, the known error of a measured velocity, and in a joint row minus
  // the wanted velocity.
  BoundedVector<Scalar, kRows> velocity_offset;  // m/s, or rad/s for a rotation
  BoundedVector<Scalar, kContacts> friction;     // μ
  BoundedVector<Scalar, kContacts> normal_bias;  // m/s
  BoundedVector<Scalar, kJointRows> lower;       // of joint rows: N, N·m; −∞ allowed
  BoundedVector<Scalar, kJointRows> upper;       // +∞ allowed
  std::array<Matrix3<Scalar>, static_cast<unsigned>(kContacts)> frame;  // columns n, t1, t2, world

  // Removes all systems, contacts and joint rows.
  void Clear() {
    dof = 0;
    contacts = 0;
    joint_rows = 0;
    overfull = false;
    lent_mass_matrix = nullptr;
  }

  const MassMatrix& Mass() const { return lent_mass_matrix != nullptr ? *lent_mass_matrix : mass_matrix; }

  // Does what AddSystem does, for the only system of a stack, which has all kDof degrees of freedom. `mass`
  // is not copied: it must not change until Assemble has run. Code that reads mass_matrix needs
  // AddSystem. Returns the first row, 0. Cost: 3 kDof copies.
  template <typename Velocity, typename Force, typename Parent>
  int LendSystem(const MassMatrix& mass, const Velocity& system_velocity, const Force& system_force,
                 const Parent& parent) {
    lent_mass_matrix = &mass;
    for (int i = 0; i < kDof; ++i) {
      velocity[i] = system_velocity[i];
      force[i] = system_force[i];
      dof_parent[static_cast<unsigned>(i)] = parent(i);
    }
    dof = kDof;
    return 0;
  }

  // Appends a system; `parent(i)` is the parent dof of its dof i, −1 for none. Returns its first row, by
  // which contacts refer to it. If the capacity is too small, it returns kWorld and the stack is overfull.
  // Cost: n (n + 2 dof) copies, where `dof` is the number of degrees of freedom before the call.
  template <typename Mass, typename Velocity, typename Force, typename Parent>
  int AddSystem(const Mass& mass, const Velocity& system_velocity, const Force& system_force,
                const Parent& parent) {
    const int n = static_cast<int>(system_velocity.size());  // n at most kDof
    if (dof + n > kDof) return Refuse(kWorld);
    const int first = dof;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < first; ++j)
        mass_matrix(first + i, j) = mass_matrix(j, first + i) = Scalar(0);  // at most kDof
      for (int j = 0; j < n; ++j) mass_matrix(first + i, first + j) = mass(i, j);
      velocity[first + i] = system_velocity[i];
      force[first + i] = system_force[i];
      const int p = parent(i);
      dof_parent[static_cast<unsigned>(first + i)] = p < 0 ? -1 : first + p;
    }
    dof += n;
    return first;
  }

  // Opens a contact whose Jacobian is still zero: unit normal (world), μ, normal bias [m/s]
  // (normal_bias.hpp). The normal points into the first system, whose Attach has sign 1. Returns the
  // contact's number. If the capacity is too small, it returns −1 and the stack is overfull. Cost: 4 kDof
  // writes and a square root.
  int AddContact(const Vector3<Scalar>& normal, Scalar mu, Scalar bias) {
    if (contacts == kContacts) return Refuse(-1);
    const int c = contacts++;
    frame[static_cast<unsigned>(c)] = ContactFrame(normal);
    friction[c] = mu;
    normal_bias[c] = bias;
    for (int r = 3 * c; r < 3 * c + 3; ++r) ClearRow(r);  // at most 3
    touched[static_cast<unsigned>(c)].fill(false);
    return c;
  }

  // Opens a joint row whose Jacobian is still zero. Its force stays within [least, most] (N, or N·m for a
  // rotation). The force drives J q̇⁺ to `wanted` (m/s, rad/s) as far as these bounds allow. Returns the
  // row's number. If the capacity is too small, it returns −1 and the stack is overfull. Cost: 2 kDof writes.
  int AddJointRow(Scalar least, Scalar most, Scalar wanted) {
    if (joint_rows == kJointRows) return Refuse(-1);
    const int k = joint_rows++;
    lower[k] = least;
    upper[k] = most;
    ClearRow(kFirstJointRow + k);
    touched[static_cast<unsigned>(kContacts + k)].fill(false);
    velocity_offset[kFirstJointRow + k] = -wanted;
    return k;
  }

  // Adds ±J of a system to a contact. `point_jacobian` is the 3 × n Jacobian of the material point for the
  // whole system, in world axes; further columns are not read. Call it after AddSystem. Cost: 9 multiply-adds
  // for each column that is not zero, or of an ancestor.
  template <typename PointJacobian>
  void Attach(int contact, int system, Scalar sign, const PointJacobian& point_jacobian) {
    if (system == kWorld || contact < 0) return;  // contact −1: it did not fit
    const Matrix3<Scalar> axes = sign * frame[static_cast<unsigned>(contact)];
    const int columns = Min(static_cast<int>(point_jacobian.cols()), dof - system);
    for (int j = columns - 1; j >= 0; --j) {  // at most kDof
      const Scalar x = point_jacobian(0, j), y = point_jacobian(1, j), z = point_jacobian(2, j);
      const bool is_zero = x == Scalar(0) && y == Scalar(0) && z == Scalar(0);  // a dof of another branch
      if (!Touch(contact, system + j, !is_zero)) continue;
      for (int r = 0; r < 3; ++r)
        jacobian(3 * contact + r, system + j) += axes(0, r) * x + axes(1, r) * y + axes(2, r) * z;
    }
  }

  // Adds ± a system's Jacobian, a vector of its n entries, to a joint row; likewise. Cost: n multiply-adds.
  template <typename RowJacobian>
  void AttachJointRow(int row, int system, Scalar sign, const RowJacobian& row_jacobian) {
    if (system == kWorld || row < 0) return;
    const int entries = Min(static_cast<int>(row_jacobian.size()), dof - system);
    for (int j = entries - 1; j >= 0; --j) {  // at most kDof
      jacobian(kFirstJointRow + row, system + j) += sign * row_jacobian[j];
      Touch(kContacts + row, system + j, row_jacobian[j] != Scalar(0));
    }
  }

  int Refuse(int answer) {
    overfull = true;
    return answer;
  }

  // To be called for the degrees of freedom of a system, the last first. Returns whether the rows touch this
  // one: where `touches`, or an ancestor of one that they touch.
  bool Touch(int rows, int j, bool touches) {
    Touched& of_rows = touched[static_cast<unsigned>(rows)];
    touches = touches || of_rows[static_cast<unsigned>(j)];
    if (!touches) return false;
    of_rows[static_cast<unsigned>(j)] = true;
    const auto up = static_cast<unsigned>(dof_parent[static_cast<unsigned>(j)]);
    if (up < static_cast<unsigned>(j)) of_rows[up] = true;  // not −1; Assemble refuses others
    return true;
  }

  // For rows whose `jacobian` was not attached but written. They then touch all degrees of freedom, of which
  // there may be kSupport.
  void TouchAll() {
    for (auto& of_rows : touched) of_rows.fill(true);
  }

  // Of row r of the assembled problem: its contacts' rows come first, then its joint rows.
  const Touched& TouchedBy(int r) const {
    const int joint_row = r - 3 * contacts;
    return touched[static_cast<unsigned>(joint_row < 0 ? r / 3 : kContacts + joint_row)];
  }

  void ClearRow(int r) {
    velocity_offset[r] = 0;
    jacobian.row(r).setZero();
  }
};

// The `parent` argument of AddSystem for a floating-base robot. The base's six dof form a chain. A joint's
// parent is the joint of its parent body, or the base's last dof.
template <typename Model>
auto DofParent(const Model& model) {
  return [&model](int i) {
    if (i < 6) return i - 1;
    const int body = model.joints[static_cast<unsigned>(i - 6)].parent;
    return 5 + body;
  };
}

}  // namespace footing
