// How forces and velocities of a solved contact problem follow the free velocity as long as every contact
// keeps its mode: the derivative of the solution, and where nothing slides the solution itself, which is
// affine there. Margins and sensitivities are made of it.
//   stick  δu = 0                          separate, approach  δf = 0
//   slide  δu_n = 0, f_t stays opposed to the slip: across the slip δu + |u_t| / (μ f_n) δf = 0, and along it
//          δf = −μ δf_n (Alart and Curnier 1991 have the same rows)
// Method: LU over the loaded contacts' 3 × 3 blocks. A row that depends on those before it keeps its force:
// then forces are not unique, and this is the choice made.
#pragma once

#include "core/contact/contact_modes.hpp"
#include "core/contact/contact_problem.hpp"

namespace footing {

template <typename ScalarType, int kContactCapacity>
class FixedModes {
 public:
  using Scalar = ScalarType;
  static constexpr int kContacts = kContactCapacity;
  template <int kColumns>
  using Columns = Eigen::Matrix<Scalar, 3 * kContacts, kColumns, Eigen::RowMajor>;

  // `turns`: friction turns with the slip, as on the circular cone; on a pyramid's vertex it does not.
  // A contact is loaded where solution.mode says so. kSolved; kInaccurate: the solution is none, and every
  // response is zero.
  // Cost: 9 m³ multiply-adds for m loaded contacts, half where none slides.
  SolveStatus Factor(const ContactProblem<Scalar, kContacts>& problem,
                     const ContactSolution<Scalar, kContacts>& solution, bool turns = true) {
    loaded_ = 0;
    unique_ = true;
    if (solution.status != SolveStatus::kSolved) return SolveStatus::kInaccurate;
    bool slides = false;
    for (int c = 0; c < problem.contacts; ++c) {
      if (solution.mode[Index(c)] == ContactMode::kSeparate) continue;
      contact_[Index(loaded_)] = c;
      slides |= Describe(problem, solution, c, turns, &sliding_[Index(loaded_)]);
      ++loaded_;
    }
    for (int k = 0; k < loaded_; ++k) {
      for (int j = k; j < loaded_; ++j) {
        Block sum = Entry(problem, k, j);
        for (int p = 0; p < k; ++p) sum -= block(k, p).lazyProduct(block(p, j));
        block(k, j) = sum;
      }
      Invert(problem, k);
      for (int i = k + 1; i < loaded_; ++i) {
        if (!slides) {
          block(i, k) = block(k, i).transpose().lazyProduct(inverse_[Index(k)]);
          continue;
        }
        Block sum = Entry(problem, i, k);
        for (int p = 0; p < k; ++p) sum -= block(i, p).lazyProduct(block(p, k));
        block(i, k) = sum.lazyProduct(inverse_[Index(k)]);
      }
    }
    return SolveStatus::kSolved;
  }

  // Whether the modes leave one choice of forces only; of the last Factor.
  bool unique() const { return unique_; }
  int loaded() const { return loaded_; }
  int contact(int k) const { return contact_[Index(k)]; }

  // δf [N per unit] of each column of changes of the free velocity [m/s per unit], rows as in the problem.
  // kColumns is a multiple of 3. 9 m² kColumns multiply-adds.
  template <int kColumns>
  void Respond(const Columns<kColumns>& velocity, Columns<kColumns>* force) const {
    static_assert(kColumns % 3 == 0);
    force->setZero();
    for (int column = 0; column < kColumns; column += 3) {
      for (int k = 0; k < loaded_; ++k) {
        Block sum = -AskedRows(k, velocity.template block<3, 3>(3 * contact(k), column));
        for (int p = 0; p < k; ++p) sum -= block(k, p).lazyProduct(unknown(force, p, column));
        unknown(force, k, column) = sum;
      }
      for (int k = loaded_ - 1; k >= 0; --k) {
        Block sum = unknown(force, k, column);
        for (int j = k + 1; j < loaded_; ++j) sum -= block(k, j).lazyProduct(unknown(force, j, column));
        unknown(force, k, column) = inverse_[Index(k)].lazyProduct(sum);
      }
      for (int k = 0; k < loaded_; ++k) ToForce(k, unknown(force, k, column));
    }
  }

 private:
  using Block = Eigen::Matrix<Scalar, 3, 3, Eigen::RowMajor>;
  static constexpr unsigned Index(int i) { return static_cast<unsigned>(i); }

  // Of a sliding contact: unknowns are (f_n, the force across the slip, none).
  struct Sliding {
    bool slides = false;
    Scalar force_1 = 0;  // f_t / f_n
    Scalar force_2 = 0;
    Scalar across_1 = 0;  // unit direction across the slip; zero where μ is
    Scalar across_2 = 0;
    Scalar turning = 0;  // |u_t| / (μ f_n)
  };

  // False: the contact sticks.
  static bool Describe(const ContactProblem<Scalar, kContacts>& problem,
                       const ContactSolution<Scalar, kContacts>& solution, int c, bool turns,
                       Sliding* sliding) {
    *sliding = {};
    if (solution.mode[Index(c)] != ContactMode::kSlide) return false;
    sliding->slides = true;
    const Vector3<Scalar>& f = solution.force[Index(c)];
    const Vector3<Scalar>& u = solution.velocity[Index(c)];
    const Scalar mu = problem.friction[c];
    const Scalar friction = Length(f[1], f[2]);
    if (!(mu > Scalar(0)) || !(friction > Scalar(0))) return true;  // and no row across
    sliding->force_1 = mu * f[1] / friction;
    sliding->force_2 = mu * f[2] / friction;
    if (!turns) return true;
    sliding->across_1 = -f[2] / friction;
    sliding->across_2 = f[1] / friction;
    sliding->turning = Length(u[1], u[2]) / friction;
    return true;
  }

  Block& block(int i, int j) { return block_[Index(i * kContacts + j)]; }
  const Block& block(int i, int j) const { return block_[Index(i * kContacts + j)]; }

  template <typename Matrix>
  auto unknown(Matrix* force, int k, int column) const {
    return force->template block<3, 3>(3 * contact(k), column);
  }

  // The velocity rows that contact k keeps at zero, of rows n, t1, t2.
  template <typename Rows>
  Block AskedRows(int k, const Rows& rows) const {
    const Sliding& s = sliding_[Index(k)];
    Block asked = rows;
    if (!s.slides) return asked;
    asked.row(1) = s.across_1 * rows.row(1) + s.across_2 * rows.row(2);
    asked.row(2).setZero();
    return asked;
  }

  // What contact k's unknowns, in place, are as forces along n, t1, t2.
  template <typename Rows>
  void ToForce(int k, Rows&& rows) const {
    const Sliding& s = sliding_[Index(k)];
    if (!s.slides) return;
    const Eigen::Matrix<Scalar, 1, 3> across = rows.row(1);
    rows.row(1) = s.force_1 * rows.row(0) + s.across_1 * across;
    rows.row(2) = s.force_2 * rows.row(0) + s.across_2 * across;
  }

  Block Entry(const ContactProblem<Scalar, kContacts>& problem, int i, int j) const {
    Block entry =
        AskedRows(i, problem.dt * problem.delassus.template block<3, 3>(3 * contact(i), 3 * contact(j)));
    const Sliding& s = sliding_[Index(j)];
    if (!s.slides) return entry;
    const Vector3<Scalar> along = entry.col(0) + s.force_1 * entry.col(1) + s.force_2 * entry.col(2);
    entry.col(1) = (s.across_1 * entry.col(1) + s.across_2 * entry.col(2)).eval();
    entry.col(0) = along;
    entry.col(2).setZero();
    if (i != j) return entry;
    entry(1, 1) += s.turning;
    if (s.across_1 == Scalar(0) && s.across_2 == Scalar(0)) entry(1, 1) = Scalar(1);
    entry(2, 2) = Scalar(1);
    return entry;
  }

  // inverse_ of block (k, k) by Gauss–Jordan, without the rows that rounding alone keeps from being
  // dependent.
  void Invert(const ContactProblem<Scalar, kContacts>& problem, int k) {
    Block& a = inverse_[Index(k)];
    a = block(k, k);
    const Sliding& s = sliding_[Index(k)];
    for (int p = 0; p < 3; ++p) {
      const int row = 3 * contact(k) + p;
      const Scalar whole = s.slides && p == 2 ? Scalar(1) : problem.dt * problem.delassus(row, row);
      if (!(Abs(a(p, p)) > Scalar(100) * kEpsilon<Scalar> * whole)) {
        a.row(p).setZero();
        a.col(p).setZero();
        if (whole > Scalar(0)) unique_ = false;
        continue;
      }
      const Scalar pivot = Scalar(1) / a(p, p);
      for (int i = 0; i < 3; ++i) {
        if (i == p) continue;
        const Scalar factor = a(i, p) * pivot;
        for (int j = 0; j < 3; ++j) a(i, j) -= factor * a(p, j);
        a(i, p) = -factor;
      }
      for (int j = 0; j < 3; ++j) a(p, j) *= pivot;
      a(p, p) = pivot;
    }
  }

  int loaded_ = 0;
  bool unique_ = true;
  std::array<int, Index(kContacts)> contact_;
  std::array<Sliding, Index(kContacts)> sliding_;
  std::array<Block, Index(kContacts* kContacts)> block_;  // U, and L below it
  std::array<Block, Index(kContacts)> inverse_;           // of U's diagonal
};

}  // namespace footing
