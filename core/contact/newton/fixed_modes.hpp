// How forces and velocities of a solved contact problem follow the free velocity while every contact keeps
// its mode: the solution's derivative, and the solution itself where nothing slides. Margins are made of it.
//   stick  δu = 0                          separate, approach  δf = 0
//   slide  δu_n = 0, and f_t stays opposed to the slip: across the slip δu + |u_t| / (μ f_n) δf = 0, and
//          along it δf = −μ δf_n (Alart and Curnier 1991 have the same rows)
// On a pyramid friction stays on a vertex, or moves along an edge that is perpendicular to the slip.
// Method: LU of the modes' linear system (mode_rows.hpp, tiled_lu.hpp). A row that depends on earlier rows
// keeps its force: the choice made if forces are not unique. With δ on the diagonal it is the least change.
#pragma once

#include "core/contact/newton/free_joints.hpp"
#include "core/contact/newton/mode_rows.hpp"
#include "core/linalg/storage.hpp"
#include "core/linalg/tiled_lu.hpp"

namespace footing {

// A `delta` for FactorRows: far above rounding, and small compared with what forces can move.
template <typename Scalar>
inline constexpr Scalar kSharing = Scalar(1e-4L);

template <typename ScalarType, int kContactCapacity, int kJointRows = 0>
class FixedModes {
 public:
  using Scalar = ScalarType;
  static constexpr int kContacts = kContactCapacity;
  using Problem = ContactProblem<Scalar, kContacts, kJointRows>;
  static constexpr int kRows = Problem::kRows;
  template <int kColumns>
  using Columns = BoundedMatrix<Scalar, 3 * kContacts, kColumns>;
  using Forces = std::array<Vector3<Scalar>, static_cast<unsigned>(kContacts)>;

  // Factors the system of the modes in `solution`. `directions` are those of its friction cone: 0 is the
  // circle, 2 the plane, where no friction acts along t2. Contacts that stick or slide are loaded.
  // kInaccurate: `solution` is not solved, and every response is zero.
  // Cost: n³/3 + n² multiply-adds, half if none slides; n is 3 for each contact that sticks, 2 if it slides.
  SolveStatus Factor(const Problem& problem, const ContactSolution<Scalar, kContacts>& solution,
                     int directions = 0) {
    const SolveStatus status = Describe(problem, solution, directions);
    if (status == SolveStatus::kSolved) FactorRows(problem);
    return status;
  }

  // The two steps of Factor: Describe, then FactorRows.
  SolveStatus Describe(const Problem& problem, const ContactSolution<Scalar, kContacts>& solution,
                       int directions = 0) {
    Begin(problem.contacts);
    if (solution.status != SolveStatus::kSolved) return SolveStatus::kInaccurate;
    turns_ = directions == 0;
    for (int c = 0; c < problem.contacts; ++c) DescribeMode(problem, solution, c, directions, &rows_);
    return SolveStatus::kSolved;
  }

  // For modes that the caller describes: call Begin, fill rows() contact by contact, and joints() with the
  // rows that no bound holds, then call FactorRows.
  void Begin(int contacts, bool turns = false) {
    loaded_ = unknowns_ = rank_ = 0;
    unique_ = true;
    turns_ = turns;
    rows_.Clear(contacts);
    joints_.Clear();
  }
  ModeRows<Scalar, kContacts>& rows() { return rows_; }
  FreeJoints<kJointRows>& joints() { return joints_; }

  // Adds `delta` times a contact's or joint row's largest diagonal entry A_c to its diagonal. The response
  // shrinks by about that share, and if forces are not unique, it is the least in Σ A_c |δf_c|².
  void FactorRows(const Problem& problem, Scalar delta = Scalar(0)) {
    FactorRows<1>(problem, delta, [&problem](int c) { return problem.LargestDiagonal(c); });
  }

  // The same with `hold`(c) [1/kg] in place of A_c, and kTangentHold times that for tangents that stick.
  template <int kTangentHold, typename Hold>
  [[gnu::always_inline]] void FactorRows(const Problem& problem, Scalar delta, const Hold& hold) {
    per_step_ = Scalar(1) / problem.dt;
    loaded_ = unknowns_ = 0;
    for (int c = 0; c < problem.contacts; ++c) {
      const int m = rows_.At(c).count;  // m at most 3
      if (m == 0) continue;
      contact_[Index(loaded_++)] = c;
      for (int i = 0; i < m; ++i)
        matrix_.Least(unknowns_ + i) = kLeast * problem.delassus(3 * c + i, 3 * c + i);
      unknowns_ += m;
    }
    if (joints_.count() == 0 && AllStick() && !(delta > Scalar(0))) {
      rank_ = matrix_.template FactorTiles<kRows>(
          loaded_, true, [&](int i, int j) { return &problem.delassus(3 * contact(i), 3 * contact(j)); });
    } else {
      FillMatrix(problem);
      if (delta > Scalar(0)) AddToDiagonal<kTangentHold>(delta, hold);
      unknowns_ = joints_.FillRows(problem, rows_, unknowns_, delta, kLeast, &matrix_);
      rank_ = matrix_.Factor(unknowns_, rows_.symmetric);
    }
    unique_ = rank_ == unknowns_ || rank_ >= RowsThatMove();
  }

  // Forces of the modes of the last factorization, on its problem, whose free velocity may have changed
  // since. On the circle a sliding contact gets no friction beyond μ f_n. Cost: n² multiply-adds.
  void Solve(const Problem& problem, Forces* force) const {
    for (auto& f : *force) f = {Scalar(0), Scalar(0), Scalar(0)};
    const auto velocity_of = [&](int c) { return &problem.free_velocity[3 * c]; };
    MoveBy(problem, velocity_of, force, nullptr);
  }

  // The same with joint rows, from forces that fit their modes and their velocities. The rest stays as it is.
  void Step(const Problem& problem, ContactForces<Scalar, kContacts, kJointRows>* at) const {
    const auto velocity_of = [&](int c) { return at->velocity[Index(c)].data(); };
    MoveBy(problem, velocity_of, &at->force, at);
  }

  // Whether the modes of the last Factor leave only one choice of forces.
  bool unique() const { return unique_; }
  // As unique(), but stricter, because rounding can make dependent rows look independent. No pivot that was
  // kept is below 1e-8 of its row's diagonal (float: 1e-3), and all together are not as near to it.
  bool IsSurelyUnique() const {
    constexpr Scalar kSure = sizeof(Scalar) == 4 ? Scalar(1e-3L) : Scalar(1e-8L);
    return unique_ && matrix_.LeastShares() * kSure < kLeast;
  }
  bool AllStick() const { return unknowns_ == 3 * loaded_; }
  // Whether each contact's mode in `solution` is the one that was described. A slide on the circle was
  // described by the direction of f_t and by |u_t| / |f_t|. Both may have changed by at most kTurned.
  bool AreModesOf(const ContactSolution<Scalar, kContacts>& solution) const {
    bool same = true;
    for (int c = 0; c < rows_.contacts; ++c) {
      const ModeUnknowns<Scalar>& described = rows_.At(c);
      const ContactMode mode = described.count == 0   ? ContactMode::kSeparate
                               : described.count == 3 ? ContactMode::kStick
                                                      : ContactMode::kSlide;
      same &= solution.mode[Index(c)] == mode;
      if (described.count != 2 || !same) continue;
      const Vector3<Scalar>&f = solution.force[Index(c)], &u = solution.velocity[Index(c)];
      const Scalar friction = Length(f[1], f[2]), speed = Length(u[1], u[2]);
      same &= Abs(described.across_1 * f[1] + described.across_2 * f[2]) <= kTurned * friction;
      same &= Abs(described.turning * friction - speed) <= kTurned * speed;
    }
    return same;
  }
  // Whether nothing slides with friction. The response is then that of the solution itself, not its
  // derivative.
  bool affine() const { return rows_.symmetric; }
  int rank() const { return rank_; }  // independent rows
  int loaded() const { return loaded_; }
  int contact(int k) const { return contact_[Index(k)]; }

  // δf [N per unit] for each column of changes of the free velocity [m/s per unit], rows as in the problem.
  // kColumns is a multiple of 3. Cost: n² kColumns multiply-adds.
  template <int kColumns>
  void Respond(const Columns<kColumns>& velocity, Columns<kColumns>* force) const {
    Scalar* const x = force->data();  // the unknowns, in the first rows until they are spread
    if (AllStick()) {
      matrix_.template SolveColumns<kColumns>(
          -per_step_, [&](int k) { return &velocity(3 * contact(k), 0); }, x);
    } else {
      rows_.template Ask<kColumns>(velocity.data(), x);
      matrix_.template ClearTail<kColumns>(unknowns_, x);
      matrix_.template SolveColumns<kColumns>(
          -per_step_, [&](int k) { return x + 3 * k * kColumns; }, x);
    }
    if (unknowns_ < kRows) rows_.template Spread<kColumns>(x, unknowns_);
  }

 private:
  // With this limit margins differ by up to 1.8 % from those of new factors (docs/margins.md).
  static constexpr Scalar kTurned = Scalar(1e-2L);
  using Matrix = TiledLu<Scalar, kRows>;
  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }
  // Relative to a row's diagonal: a pivot up to this size is rounding.
  static constexpr Scalar kLeast = Scalar(100) * kEpsilon<Scalar>;

  int RowsThatMove() const {
    int rows = 0;
    for (int i = 0; i < unknowns_; ++i) rows += matrix_.Least(i) > Scalar(0) ? 1 : 0;
    return rows;
  }

  // The contacts' rows of the modes' linear system, without `delta`.
  void FillMatrix(const Problem& problem) {
    int n = 0;
    for (int k = 0; k < loaded_; ++k) {
      const int c = contact(k);
      const int m = rows_.At(c).count;
      const int end = rows_.symmetric ? matrix_.LowerEnd(n + m - 1) : kRows;
      rows_.template Fill<kRows, Matrix::kRows>(c, &problem.delassus(3 * c, 0), end, matrix_.Row(n));
      joints_.template FillColumns<Matrix::kRows>(problem, c, rows_.At(c), matrix_.Row(n) + unknowns_);
      if (m == 2) matrix_(n + 1, n + 1) += rows_.At(c).turning * per_step_;
      n += m;
    }
  }

  template <int kTangentHold, typename Hold>
  [[gnu::always_inline]] void AddToDiagonal(Scalar delta, const Hold& hold) {
    int n = 0;
    for (int k = 0; k < loaded_; ++k) {
      const int c = contact(k), count = rows_.At(c).count;
      const Scalar more = delta * hold(c), tangents = count == 3 ? Scalar(kTangentHold) * more : more;
      for (int m = count; m > 0; --m, ++n) matrix_(n, n) += m < count ? tangents : more;  // at most 3
    }
  }

  // Adds the forces that stop `velocity_of`(c) of each contact c in its mode's rows, and `at`'s joint rows.
  template <typename VelocityOf>
  void MoveBy(const Problem& problem, const VelocityOf& velocity_of, Forces* force,
              ContactForces<Scalar, kContacts, kJointRows>* at) const {
    BoundedVector<Scalar, Matrix::kRows> x;
    int n = 0;
    for (int k = 0; k < loaded_; ++k) {
      const int c = contact(k);
      const ModeUnknowns<Scalar>& unknowns = rows_.At(c);
      const Scalar* const u = velocity_of(c);
      x[n] = -per_step_ * (u[0] + problem.normal_bias[c]);
      if (unknowns.count == 3) {
        x[n + 1] = -per_step_ * u[1];
        x[n + 2] = -per_step_ * u[2];
      } else if (unknowns.count == 2) {
        x[n + 1] = -per_step_ * (unknowns.across_1 * u[1] + unknowns.across_2 * u[2]);
      }
      n += unknowns.count;
    }
    if constexpr (kJointRows > 0) joints_.Ask(*at, per_step_, x.data() + n);
    matrix_.Solve(n + joints_.count(), x.data());
    const Scalar* by = x.data();
    for (int k = 0; k < loaded_; ++k) {
      const int c = contact(k);
      const ModeUnknowns<Scalar>& unknowns = rows_.At(c);
      Vector3<Scalar>& f = (*force)[Index(c)];
      Scalar f_n = f[0], f_1 = f[1], f_2 = f[2];
      unknowns.AddForce(by, f_n, f_1, f_2);
      if (turns_ && unknowns.count == 2 && f_n > Scalar(0)) {  // the force across has turned f_t
        const Scalar factor = kWithin<Scalar> * (problem.friction[c] * f_n) / Length(f_1, f_2);
        f_1 *= factor, f_2 *= factor;
      }
      f = {f_n, f_1, f_2};
      by += unknowns.count;
    }
    if constexpr (kJointRows > 0) joints_.AddForces(by, at);
  }

  int loaded_ = 0;    // at most kContacts
  int unknowns_ = 0;  // at most kRows
  int rank_ = 0;
  bool unique_ = true;
  bool turns_ = false;  // slides are on the circle
  std::array<int, Index(kContacts)> contact_;
  ModeRows<Scalar, kContacts> rows_;
  [[no_unique_address]] FreeJoints<kJointRows> joints_;
  Scalar per_step_ = 0;  // 1 / dt
  Matrix matrix_;
};

}  // namespace footing
