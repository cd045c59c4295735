// Problem: contacts with circular Coulomb cones and joint rows within bounds, any rank.
// Method: guess every contact's mode and solve what the modes make equations of: u = 0 where it
// sticks, f = 0 where it separates; where it slides u_n = 0 and f_t = μ f_n d, d opposing the slip, by
// one Newton step on d's angle. The new forces and velocities name the next modes: the semismooth
// Newton method on the projections of Alart and Curnier 1991 with unknowns that it fixes left out.
// Contacts that depend on each other: each step is taken on a problem with δ more on its diagonal, about
// the forces before it (proximal points, Rockafellar 1976): full rank, and of all forces that solve
// the modes' equations those next to the start. δ falls while modes stay, rises when one changes, and
// is then held for longer each time, which ends the cycles that a plain Newton method falls into.
// All in units in which each contact's block of the Delassus matrix has a largest diagonal of 1.
#pragma once

#include "core/contact/coulomb.hpp"
#include "core/linalg/general_solve.hpp"

namespace footing {

// How strongly δ holds a step back, relative to the scaled diagonal.
template <typename Scalar>
struct ProximalSchedule {
  Scalar start = Scalar(1e-3L);
  Scalar least = sizeof(Scalar) == 4 ? Scalar(1e-6L) : Scalar(1e-9L);
  Scalar most = Scalar(1);
  Scalar fall = Scalar(0.1L);
  Scalar rise = Scalar(2);
  int free_rounds = 15;  // in which a change of modes does not hold δ yet
  int longest_hold = 8;  // rounds
};

template <typename Scalar, int kContacts, int kJointRows>
struct ModeNewtonWorkspace {
  static constexpr int kRows = 3 * kContacts + kJointRows;
  BoundedMatrix<Scalar, kRows> delassus;         // scaled, dt in it
  BoundedVector<Scalar, kRows> free_velocity;    // scaled, normal bias in it
  BoundedVector<Scalar, kRows> scale;            // force = scale · scaled force
  BoundedVector<Scalar, kRows> lower, upper;     // of scaled joint forces, in their rows
  BoundedVector<Scalar, kRows> force, velocity;  // scaled
  BoundedVector<Scalar, kRows> centre;           // the forces that δ pulls to
  BoundedVector<Scalar, kRows> best;             // the forces of least natural map so far
  BoundedMatrix<Scalar, kRows> system;
  BoundedVector<Scalar, kRows> unknown;
  PivotRows<kRows> swaps;
  std::array<ContactMode, static_cast<unsigned>(kContacts)> mode;
  std::array<Vector3<Scalar>, static_cast<unsigned>(kContacts)> direction;  // d as (0, d_1, d_2)
  std::array<std::int8_t, static_cast<unsigned>(kJointRows + 1)> bound;     // −1 lower, 0 free, 1 upper
};

template <typename Scalar, int kContacts, int kJointRows>
class ModeNewton {
 public:
  using Problem = ContactProblem<Scalar, kContacts, kJointRows>;
  using Solution = ContactSolution<Scalar, kContacts, kJointRows>;
  using Workspace = ModeNewtonWorkspace<Scalar, kContacts, kJointRows>;

  ModeNewton(const Problem& problem, Workspace& work)
      : problem_(problem), work_(work), rows_(problem.rows()), first_joint_(3 * problem.contacts) {
    Scale();
  }

  // Scaled forces from those of *solution, clipped; modes as they name them.
  void StartFrom(const Solution& solution) {
    for (int i = 0; i < first_joint_; ++i)
      work_.force[i] = solution.force[static_cast<unsigned>(i / 3)][i % 3] / work_.scale[i];
    for (int k = 0; k < problem_.joint_rows; ++k)
      work_.force[first_joint_ + k] = solution.joint_force[k] / work_.scale[first_joint_ + k];
    UpdateVelocity();
    UpdateModes(Scalar(0));
  }

  // No forces; contacts that close without any stick.
  void StartCold() {
    for (int i = 0; i < rows_; ++i) work_.force[i] = Scalar(0);
    UpdateVelocity();
    for (int c = 0; c < problem_.contacts; ++c) {
      work_.mode[static_cast<unsigned>(c)] =
          work_.free_velocity[3 * c] < Scalar(0) && CanPush(c) ? ContactMode::kStick : ContactMode::kSeparate;
    }
    for (int k = 0; k < problem_.joint_rows; ++k) work_.bound[static_cast<unsigned>(k)] = 0;
  }

  // `sweeps` of Gauss–Seidel, each contact's own normal, then its tangents; then the modes.
  void Sweep(int sweeps) {
    for (int s = 0; s < sweeps; ++s) {
      for (int c = 0; c < problem_.contacts; ++c) SweepContact(c);
      for (int i = first_joint_; i < rows_; ++i) {
        const Scalar diagonal = work_.delassus(i, i);
        if (!(diagonal > Scalar(0))) continue;
        work_.force[i] = Clamp(work_.force[i] - RowVelocity(i) / diagonal, work_.lower[i], work_.upper[i]);
      }
    }
    UpdateVelocity();
    UpdateModes(Scalar(0));
  }

  // Takes at most `rounds` steps. True: *solution holds forces that pass at `tolerance`.
  bool Iterate(const ProximalSchedule<Scalar>& schedule, Scalar tolerance, int rounds, Solution* solution) {
    Scalar delta = schedule.start;
    int hold = 0;
    int hold_length = 1;
    best_map_ = kInfinity<Scalar>;
    Recentre();
    for (int round = 0; round < rounds; ++round) {
      ++solution->pivots;
      if (!SolveModes(delta)) return false;
      UpdateVelocity();
      const bool changed = UpdateModes(delta);
      if (Judge(tolerance, solution)) return true;
      if (changed) {
        delta = Min(delta * schedule.rise, schedule.most);
        if (round >= schedule.free_rounds) {
          hold_length = Min(2 * hold_length, schedule.longest_hold);
          hold = hold_length;
        }
      } else if (hold > 0) {
        --hold;
      } else {
        delta = Max(delta * schedule.fall, schedule.least);
      }
      Recentre();
    }
    return false;
  }

  // The admissible forces of least natural map that Iterate came by, certified.
  bool TakeBest(Scalar tolerance, Solution* solution) {
    Export(work_.best, solution);
    ClipToCones(problem_, solution);
    return CertifyCoulomb(problem_, tolerance, solution);
  }

  int rank() const { return rank_; }

 private:
  // Below it the natural map is worth a certificate.
  static constexpr Scalar kNear = sizeof(Scalar) == 4 ? Scalar(1e-2L) : Scalar(1e-5L);

  bool CanPush(int c) const { return work_.delassus(3 * c, 3 * c) > Scalar(0); }

  void Scale() {
    for (int i = 0; i < rows_;) {
      const int count = i < first_joint_ ? 3 : 1;
      Scalar largest = Scalar(0);
      for (int k = i; k < i + count; ++k) largest = Max(largest, problem_.dt * problem_.delassus(k, k));
      const Scalar scale = largest > Scalar(0) ? Scalar(1) / Sqrt(largest) : Scalar(1);
      for (int k = 0; k < count; ++k) work_.scale[i + k] = scale;
      i += count;
    }
    velocity_size_ = Scalar(0);
    for (int i = 0; i < rows_; ++i) {
      const Scalar factor = problem_.dt * work_.scale[i];
      for (int j = 0; j < rows_; ++j)
        work_.delassus(i, j) = factor * problem_.delassus(i, j) * work_.scale[j];
      Scalar free = problem_.free_velocity[i];
      if (i < first_joint_ && i % 3 == 0) free += problem_.normal_bias[i / 3];
      work_.free_velocity[i] = work_.scale[i] * free;
      velocity_size_ = Max(velocity_size_, Abs(work_.free_velocity[i]));
    }
    for (int k = 0; k < problem_.joint_rows; ++k) {
      work_.lower[first_joint_ + k] = problem_.lower[k] / work_.scale[first_joint_ + k];
      work_.upper[first_joint_ + k] = problem_.upper[k] / work_.scale[first_joint_ + k];
    }
  }

  Scalar RowVelocity(int i) const {
    const Scalar* const row = &work_.delassus(i, 0);
    Scalar sum = work_.free_velocity[i];
    for (int j = 0; j < rows_; ++j) sum += row[j] * work_.force[j];
    return sum;
  }

  void UpdateVelocity() {
    for (int i = 0; i < rows_; ++i) work_.velocity[i] = RowVelocity(i);
  }

  void SweepContact(int c) {
    const int i = 3 * c;
    if (!CanPush(c)) return;
    Scalar* const f = &work_.force[i];
    f[0] = Max(f[0] - RowVelocity(i) / work_.delassus(i, i), Scalar(0));
    // The larger diagonal of the two tangents keeps the step a contraction; scaled, it is at most 1.
    const Scalar diagonal = Max(work_.delassus(i + 1, i + 1), work_.delassus(i + 2, i + 2));
    if (!(diagonal > Scalar(0))) return;
    const Scalar u_1 = RowVelocity(i + 1);
    const Scalar u_2 = RowVelocity(i + 2);
    f[1] -= u_1 / diagonal;
    f[2] -= u_2 / diagonal;
    ClipToDisc(problem_.friction[c] * f[0], &f[1], &f[2]);
  }

  // The centre of the next step; what separates is drawn to zero.
  void Recentre() {
    for (int i = 0; i < rows_; ++i) work_.centre[i] = work_.force[i];
    for (int c = 0; c < problem_.contacts; ++c) {
      if (work_.mode[static_cast<unsigned>(c)] != ContactMode::kSeparate) continue;
      for (int k = 0; k < 3; ++k) work_.centre[3 * c + k] = Scalar(0);
    }
  }

  // Velocity of row i on the problem with δ.
  Scalar Proximal(Scalar delta, int i) const {
    return work_.velocity[i] + delta * (work_.force[i] - work_.centre[i]);
  }

  // Names the modes that forces and velocities ask for. True: one changed.
  bool UpdateModes(Scalar delta) {
    const Scalar step = Scalar(1) / (Scalar(1) + delta);
    bool changed = false;
    for (int c = 0; c < problem_.contacts; ++c) {
      const int i = 3 * c;
      const auto to = [&](int k) { return work_.force[i + k] - step * Proximal(delta, i + k); };
      const Scalar normal = to(0);
      const Scalar t_1 = to(1);
      const Scalar t_2 = to(2);
      const Scalar length = Length(t_1, t_2);
      const Scalar mu = problem_.friction[c];
      ContactMode next = ContactMode::kSlide;
      if (!(normal > Scalar(0)) || !CanPush(c))
        next = ContactMode::kSeparate;
      else if (mu > Scalar(0) && length <= mu * normal)
        next = ContactMode::kStick;
      if (next == ContactMode::kSlide) {
        Vector3<Scalar>& d = work_.direction[static_cast<unsigned>(c)];
        d = length > Scalar(0) ? Vector3<Scalar>(Scalar(0), t_1 / length, t_2 / length)
                               : Vector3<Scalar>(Scalar(0), Scalar(1), Scalar(0));
      }
      changed = changed || next != work_.mode[static_cast<unsigned>(c)];
      work_.mode[static_cast<unsigned>(c)] = next;
    }
    for (int k = 0; k < problem_.joint_rows; ++k) {
      const int i = first_joint_ + k;
      const Scalar to = work_.force[i] - step * Proximal(delta, i);
      const int next = to <= work_.lower[i] ? -1 : to >= work_.upper[i] ? 1 : 0;
      changed = changed || next != work_.bound[static_cast<unsigned>(k)];
      work_.bound[static_cast<unsigned>(k)] = static_cast<std::int8_t>(next);
    }
    return changed;
  }

  int Unknowns(int c) const {
    switch (work_.mode[static_cast<unsigned>(c)]) {
      case ContactMode::kStick: return 3;
      case ContactMode::kSlide: return problem_.friction[c] > Scalar(0) ? 2 : 1;
      default: return 0;
    }
  }

  // Row `column` of the system's unknowns as forces: a sliding contact's are f_n, with μ d along, and
  // the force φ across d that turns it.
  Vector3<Scalar> ForceOf(int c, int k) const {
    if (work_.mode[static_cast<unsigned>(c)] == ContactMode::kStick) return Vector3<Scalar>::Unit(k);
    const Vector3<Scalar>& d = work_.direction[static_cast<unsigned>(c)];
    if (k == 0) return {Scalar(1), problem_.friction[c] * d[1], problem_.friction[c] * d[2]};
    return {Scalar(0), -d[2], d[1]};
  }

  // The row that belongs to it: without μ d.
  Vector3<Scalar> RowOf(int c, int k) const { return k == 0 ? Vector3<Scalar>::Unit(0) : ForceOf(c, k); }

  // Turning d by φ/(μ f_n) turns the row across it, which then sees |u_t|: the Newton term of φ.
  Scalar Turning(int c, Scalar delta) const {
    const Vector3<Scalar>& d = work_.direction[static_cast<unsigned>(c)];
    const Scalar slip = -d[1] * Proximal(delta, 3 * c + 1) - d[2] * Proximal(delta, 3 * c + 2);
    const Scalar normal = Max(work_.force[3 * c], Scalar(1e-3L) * slip);
    return slip > Scalar(0) ? slip / (problem_.friction[c] * normal) : Scalar(0);
  }

  // Forces that the modes ask for, on the problem with δ. False: not finite or singular.
  bool SolveModes(Scalar delta) {
    int n = 0;
    for (int c = 0; c < problem_.contacts; ++c) {
      const int m = Unknowns(c);
      for (int k = 0; k < m; ++k) FillRow(delta, 3 * c, 3, RowOf(c, k), n + k);
      if (m == 2) work_.system(n + 1, n + 1) += Turning(c, delta);
      n += m;
    }
    for (int k = 0; k < problem_.joint_rows; ++k) {
      const int i = first_joint_ + k;
      const int bound = work_.bound[static_cast<unsigned>(k)];
      if (bound != 0) work_.force[i] = bound < 0 ? work_.lower[i] : work_.upper[i];
    }
    for (int k = 0; k < problem_.joint_rows; ++k) {
      if (work_.bound[static_cast<unsigned>(k)] == 0)
        FillRow(delta, first_joint_ + k, 1, Vector3<Scalar>::Unit(0), n++);
    }
    if (!FactorGeneral<Scalar, Workspace::kRows>(work_.system.data(), Workspace::kRows, n, work_.swaps))
      return false;
    SolveFactored<Scalar, Workspace::kRows>(work_.system.data(), Workspace::kRows, n, work_.swaps,
                                            work_.unknown.data());
    rank_ = 0;
    for (int k = 0; k < n; ++k) rank_ += Abs(work_.system(k, k)) > Scalar(16) * delta ? 1 : 0;
    return ReadForces();
  }

  // Row `to` of the system: `count` rows from row i, combined by `weight`, against every unknown.
  void FillRow(Scalar delta, int i, int count, const Vector3<Scalar>& weight, int to) {
    const auto entry = [&](int j) {
      Scalar sum = Scalar(0);
      for (int k = 0; k < count; ++k) {
        sum += weight[k] * work_.delassus(i + k, j);
        if (i + k == j) sum += weight[k] * delta;
      }
      return sum;
    };
    Scalar right = Scalar(0);
    for (int k = 0; k < count; ++k)
      right -= weight[k] * (work_.free_velocity[i + k] - delta * work_.centre[i + k]);
    int n = 0;
    for (int c = 0; c < problem_.contacts; ++c) {
      const int m = Unknowns(c);
      if (m == 0) continue;
      const Scalar normal = entry(3 * c);
      if (m == 1) {
        work_.system(to, n) = normal;
      } else {
        const Vector3<Scalar> block(normal, entry(3 * c + 1), entry(3 * c + 2));
        for (int k = 0; k < m; ++k) {
          const Vector3<Scalar> force = ForceOf(c, k);
          work_.system(to, n + k) = block[0] * force[0] + block[1] * force[1] + block[2] * force[2];
        }
      }
      n += m;
    }
    for (int k = 0; k < problem_.joint_rows; ++k) {
      const int j = first_joint_ + k;
      if (work_.bound[static_cast<unsigned>(k)] == 0)
        work_.system(to, n++) = entry(j);
      else
        right -= entry(j) * work_.force[j];
    }
    work_.unknown[to] = right;
  }

  bool ReadForces() {
    Scalar sum = Scalar(0);
    int n = 0;
    for (int c = 0; c < problem_.contacts; ++c) {
      Vector3<Scalar> f = Vector3<Scalar>::Zero();
      const int m = Unknowns(c);
      for (int k = 0; k < m; ++k) f += work_.unknown[n + k] * ForceOf(c, k);
      if (m == 1) f[1] = f[2] = Scalar(0);
      if (m == 2 && f[0] > Scalar(0)) {
        const Scalar length = Length(f[1], f[2]);
        const Scalar factor = length > Scalar(0) ? problem_.friction[c] * f[0] / length : Scalar(0);
        f[1] *= factor;
        f[2] *= factor;
      }
      for (int k = 0; k < 3; ++k) work_.force[3 * c + k] = f[k];
      sum += f[0] + f[1] + f[2];
      n += m;
    }
    for (int k = 0; k < problem_.joint_rows; ++k) {
      if (work_.bound[static_cast<unsigned>(k)] != 0) continue;
      work_.force[first_joint_ + k] = work_.unknown[n++];
      sum += work_.force[first_joint_ + k];
    }
    return IsFinite(sum);
  }

  // The largest natural map of the scaled problem, against its velocities' and forces' size.
  Scalar NaturalMap() const {
    Scalar worst = Scalar(0);
    Scalar size = velocity_size_;
    for (int i = 0; i < rows_; ++i) size = Max(size, Abs(work_.force[i]));
    for (int c = 0; c < problem_.contacts; ++c) {
      const Scalar* const f = &work_.force[3 * c];
      const Scalar* const u = &work_.velocity[3 * c];
      if (!CanPush(c)) {
        worst = Max(worst, -u[0]);
        continue;
      }
      const Scalar normal = Max(f[0] - u[0], Scalar(0));
      Scalar t_1 = f[1] - u[1];
      Scalar t_2 = f[2] - u[2];
      ClipToDisc(problem_.friction[c] * normal, &t_1, &t_2);
      worst = Max(worst, Max(Abs(f[0] - normal), Length(f[1] - t_1, f[2] - t_2)));
    }
    for (int i = first_joint_; i < rows_; ++i) {
      const Scalar f = work_.force[i];
      worst = Max(worst, Abs(f - Clamp(f - work_.velocity[i], work_.lower[i], work_.upper[i])));
    }
    return size > Scalar(0) ? worst / size : Scalar(0);
  }

  bool Judge(Scalar tolerance, Solution* solution) {
    const Scalar map = NaturalMap();
    if (map < best_map_) {
      best_map_ = map;
      for (int i = 0; i < rows_; ++i) work_.best[i] = work_.force[i];
    }
    if (!(map <= kNear)) return false;
    Export(work_.force, solution);
    for (int c = 0; c < problem_.contacts; ++c) {
      if (work_.mode[static_cast<unsigned>(c)] == ContactMode::kSeparate)
        solution->force[static_cast<unsigned>(c)].setZero();
    }
    ClipToCones(problem_, solution);
    if (CertifyCoulomb(problem_, tolerance, solution)) return true;
    // A sliding contact's small force may have lost its direction to rounding: the slip has it.
    OpposeSlip(solution);
    return CertifyCoulomb(problem_, tolerance, solution);
  }

  void Export(const BoundedVector<Scalar, Workspace::kRows>& force, Solution* solution) const {
    for (int i = 0; i < first_joint_; ++i)
      solution->force[static_cast<unsigned>(i / 3)][i % 3] = work_.scale[i] * force[i];
    for (int k = 0; k < problem_.joint_rows; ++k)
      solution->joint_force[k] = work_.scale[first_joint_ + k] * force[first_joint_ + k];
  }

  void OpposeSlip(Solution* solution) const {
    for (int c = 0; c < problem_.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      if (work_.mode[i] != ContactMode::kSlide) continue;
      const Vector3<Scalar>& u = solution->velocity[i];
      const Scalar speed = Length(u[1], u[2]);
      if (!(speed > Scalar(64) * kEpsilon<Scalar> * velocity_size_ / work_.scale[3 * c])) continue;
      const Scalar limit = problem_.friction[c] * solution->force[i][0];
      solution->force[i][1] = -limit * (u[1] / speed);
      solution->force[i][2] = -limit * (u[2] / speed);
    }
  }

  const Problem& problem_;
  Workspace& work_;
  int rows_;
  int first_joint_;
  int rank_ = 0;
  Scalar velocity_size_ = Scalar(0);
  Scalar best_map_ = kInfinity<Scalar>;
};

}  // namespace footing
