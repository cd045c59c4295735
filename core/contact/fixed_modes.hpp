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
#include "core/linalg/block3.hpp"

namespace footing {

template <typename ScalarType, int kContactCapacity>
class FixedModes {
 public:
  using Scalar = ScalarType;
  static constexpr int kContacts = kContactCapacity;
  static constexpr int kRows = 3 * kContacts;
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
    per_step_ = Scalar(1) / problem.dt;
    if (solution.status != SolveStatus::kSolved) return SolveStatus::kInaccurate;
    bool slides = false;
    for (int c = 0; c < problem.contacts; ++c) {
      if (solution.mode[Index(c)] == ContactMode::kSeparate) continue;
      contact_[Index(loaded_)] = c;
      slides |= Describe(problem, solution, c, turns, &sliding_[Index(loaded_)]);
      ++loaded_;
    }
    for (int k = 0; k < loaded_; ++k) {
      for (int i = k; i < loaded_; ++i) {
        Enter(problem, i, k);
        for (int p = 0; p < k; ++p) SubtractProduct3(At(i, p), kRows, At(p, k), kRows, At(i, k), kRows);
      }
      FactorDiagonal(problem, k);
      for (int j = k + 1; j < loaded_; ++j) {
        if (slides) {
          Enter(problem, k, j);
          for (int p = 0; p < k; ++p) SubtractProduct3(At(k, p), kRows, At(p, j), kRows, At(k, j), kRows);
        } else {
          Transpose3(At(j, k), kRows, At(k, j), kRows);
        }
        diagonal_[Index(k)].Solve(At(k, j), kRows);
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
      const auto at = [&](int k) { return &(*force)(3 * contact(k), column); };
      for (int k = 0; k < loaded_; ++k) {
        AskRows(k, &velocity(3 * contact(k), column), kColumns, -per_step_, at(k), kColumns);
        for (int p = 0; p < k; ++p) SubtractProduct3(At(k, p), kRows, at(p), kColumns, at(k), kColumns);
        diagonal_[Index(k)].Solve(at(k), kColumns);
      }
      for (int k = loaded_ - 2; k >= 0; --k) {
        for (int j = k + 1; j < loaded_; ++j)
          SubtractProduct3(At(k, j), kRows, at(j), kColumns, at(k), kColumns);
      }
      for (int k = 0; k < loaded_; ++k) {
        const Sliding& s = sliding_[Index(k)];
        if (!s.slides) continue;
        Scalar* const rows = at(k);
        for (int j = 0; j < 3; ++j) {
          const Scalar across = rows[kColumns + j];
          rows[kColumns + j] = s.force_1 * rows[j] + s.across_1 * across;
          rows[2 * kColumns + j] = s.force_2 * rows[j] + s.across_2 * across;
        }
      }
    }
  }

 private:
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

  // Block (i, j) of the matrix, by loaded contacts.
  Scalar* At(int i, int j) { return &matrix_[Index(3 * i * kRows + 3 * j)]; }
  const Scalar* At(int i, int j) const { return &matrix_[Index(3 * i * kRows + 3 * j)]; }

  // The velocity rows that contact k keeps at zero, of its rows n, t1, t2, times `factor`.
  void AskRows(int k, const Scalar* rows, int stride, Scalar factor, Scalar* asked, int asked_stride) const {
    const Sliding& s = sliding_[Index(k)];
    const Scalar *const t_1 = rows + stride, *const t_2 = t_1 + stride;
    Scalar *const asked_1 = asked + asked_stride, *const asked_2 = asked_1 + asked_stride;
    for (int j = 0; j < 3; ++j) asked[j] = factor * rows[j];
    if (s.slides) {
      for (int j = 0; j < 3; ++j) {
        asked_1[j] = factor * (s.across_1 * t_1[j] + s.across_2 * t_2[j]);
        asked_2[j] = Scalar(0);
      }
    } else {
      for (int j = 0; j < 3; ++j) {
        asked_1[j] = factor * t_1[j];
        asked_2[j] = factor * t_2[j];
      }
    }
  }

  // Block (i, j) of the Delassus matrix as the modes ask for it.
  void Enter(const ContactProblem<Scalar, kContacts>& problem, int i, int j) {
    Scalar* const entry = At(i, j);
    AskRows(i, &problem.delassus(3 * contact(i), 3 * contact(j)), problem.kRows, Scalar(1), entry, kRows);
    const Sliding& s = sliding_[Index(j)];
    if (!s.slides) return;
    for (int r = 0; r < 3; ++r) {
      Scalar* const row = entry + r * kRows;
      row[0] += s.force_1 * row[1] + s.force_2 * row[2];
      row[1] = s.across_1 * row[1] + s.across_2 * row[2];
      row[2] = Scalar(0);
    }
    if (i != j) return;
    entry[kRows + 1] += s.turning * per_step_;
    if (s.across_1 == Scalar(0) && s.across_2 == Scalar(0)) entry[kRows + 1] = Scalar(1);
    entry[2 * kRows + 2] = Scalar(1);
  }

  void FactorDiagonal(const ContactProblem<Scalar, kContacts>& problem, int k) {
    constexpr Scalar kLeast = Scalar(100) * kEpsilon<Scalar>;
    const int row = 3 * contact(k);
    const bool slides = sliding_[Index(k)].slides;
    int rows = 0;
    Scalar least[3];
    for (int p = 0; p < 3; ++p) {
      const Scalar whole = slides && p == 2 ? Scalar(1) : problem.delassus(row + p, row + p);
      rows += whole > Scalar(0) ? 1 : 0;
      least[p] = kLeast * whole;
    }
    if (diagonal_[Index(k)].Factor(At(k, k), kRows, least) < rows) unique_ = false;
  }

  int loaded_ = 0;  // at most kContacts
  bool unique_ = true;
  std::array<int, Index(kContacts)> contact_;
  std::array<Sliding, Index(kContacts)> sliding_;
  Scalar per_step_ = 0;  // 1 / dt
  // By loaded contacts, C on and below the diagonal and G above it: with D the blocks of C's diagonal, the
  // matrix is C (1 + G), and D⁻¹ is what Lu3 applies.
  std::array<Scalar, Index(kRows* kRows)> matrix_;
  std::array<Lu3<Scalar>, Index(kContacts)> diagonal_;
};

}  // namespace footing
