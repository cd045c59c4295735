// Problem: the index sets of Dantzig's method with friction (Baraff 1994, sections 4.1 and 5.3), one tangent
// row at a time, and how rows move between them. Forces and velocities are kept consistent with the sets.
//   normal    C: u_n = 0, f_n follows                       NC: f_n = 0
//   tangent   CF: u_t = 0, f_t follows                      kPlus, kMinus: f_t = ±μ f_n (NC± of the paper)
//             kNone: f_t stands, its condition is not held yet; it may not leave its bounds
// Departure: the paper finds a normal force without friction and then drives the friction. Here friction
// comes and goes with its normal: at f_n = 0 a tangent begins on the bound that opposes its velocity. A contact
// then takes one drive in place of three.
#pragma once

#include <array>
#include <cstdint>

#include "core/contact/dantzig/friction_tableau.hpp"

namespace footing {

enum class TangentSet : std::uint8_t { kNone, kCF, kPlus, kMinus };

template <typename Scalar, int kContacts>
struct DantzigContactMemory {
  static constexpr int kRows = 3 * kContacts;
  using Vector = BoundedVector<Scalar, kRows>;
  FrictionTableau<Scalar, kContacts> tableau;
  Vector f;       // N
  Vector u;       // m/s, with the bias in normal rows
  Vector f_rate;  // change by a unit of what is driven
  Vector u_rate;
  Vector root_diagonal;  // r_i = sqrt(dt A_ii)
  std::array<TangentSet, static_cast<unsigned>(kRows)> set;  // of tangent rows
};

template <typename Scalar, int kContacts>
class BoxSets {
 public:
  using Problem = ContactProblem<Scalar, kContacts>;
  using Memory = DantzigContactMemory<Scalar, kContacts>;

  // Numbers that rounding errors of this many last places could have made count as zero.
  static constexpr Scalar kRounding = Scalar(32) * kEpsilon<Scalar>;

  // n_ at most 3 * kContacts
  BoxSets(const Problem& problem, Memory& memory)
      : problem_(problem), m_(memory), tableau_(memory.tableau), n_(problem.rows()) {
    for (int i = 0; i < n_; ++i) {
      m_.root_diagonal[i] = Sqrt(problem_.dt * problem_.delassus(i, i));
      largest_b_ = Max(largest_b_, Abs(FreeVelocity(i)));
    }
  }

  // No forces: all normals are in NC.
  void Clear() {
    tableau_.Fill(problem_);
    for (int i = 0; i < n_; ++i) {
      m_.f[i] = Scalar(0);
      m_.u[i] = FreeVelocity(i);
      Set(i) = TangentSet::kNone;
    }
    f_size_ = Scalar(0);
  }

  bool InC(int contact) const { return tableau_.clamped(3 * contact); }
  TangentSet& Set(int tangent) { return m_.set[static_cast<unsigned>(tangent)]; }
  Scalar Bound(int contact) const { return problem_.friction[contact] * m_.f[3 * contact]; }
  // Rounding error of the present u_i.
  Scalar Rounding(int i) const { return kRounding * (largest_b_ + m_.root_diagonal[i] * f_size_); }

  // f += length · f_rate, u += length · u_rate.
  void Advance(Scalar length) {
    for (int i = 0; i < n_; ++i) {
      m_.f[i] += length * m_.f_rate[i];
      m_.u[i] += length * m_.u_rate[i];
    }
    MeasureForces();
  }

  // Chooses the sets of contact c's tangents, whose normal, in NC, is about to leave f_n = 0. A tangent at rest
  // goes to CF by a step of length zero, if it must.
  void Load(int c) {
    const Scalar mu = problem_.friction[c];
    for (const int t : {3 * c + 1, 3 * c + 2}) {
      const bool plus = m_.u[t] < Scalar(0);
      tableau_.TieToGiven(3 * c, t, plus ? mu : -mu);
      Set(t) = plus ? TangentSet::kPlus : TangentSet::kMinus;
    }
  }

  // Contact c, which carries nothing, into C with its tangents as in `sets`. False: it depends on other rows.
  template <typename TangentSets>
  bool Restore(int c, const TangentSets& sets) {
    const Scalar mu = problem_.friction[c];
    for (const int t : {3 * c + 1, 3 * c + 2}) {
      Set(t) = sets[static_cast<unsigned>(t)];
      if (Set(t) == TangentSet::kPlus || Set(t) == TangentSet::kMinus) {
        tableau_.TieToGiven(3 * c, t, Set(t) == TangentSet::kPlus ? mu : -mu);
      } else if (!tableau_.Exchange(t)) {
        return false;
      } else {
        Set(t) = TangentSet::kCF;
      }
    }
    return tableau_.Exchange(3 * c);
  }

  // Contact c carries nothing from here on.
  void Unload(int c) {
    const int n = 3 * c;
    for (const int t : {n + 1, n + 2}) {
      if (tableau_.clamped(t)) (void)tableau_.Exchange(t);
    }
    UnloadNormal(c);
  }

  // The same, where no tangent of c is in CF.
  void UnloadNormal(int c) {
    const int n = 3 * c;
    if (tableau_.clamped(n)) (void)tableau_.Exchange(n);
    for (const int t : {n + 1, n + 2}) {
      tableau_.TieToGiven(n, t, Scalar(0));
      Set(t) = TangentSet::kNone;
    }
    for (int k = 0; k < 3; ++k) m_.f[n + k] = Scalar(0);
  }

  // A row in no set, or a normal in NC, into CF or C. False: it depends on the rows that are there.
  bool Clamp(int row) {
    if (!tableau_.Exchange(row)) return false;
    m_.u[row] = Scalar(0);
    if (row % 3 != 0) Set(row) = TangentSet::kCF;
    return true;
  }

  // A tangent in CF or in no set to f_t = μ f_n, or −μ f_n. False: the normal force would have no rate then,
  // and the tangent is in kNone.
  bool PutOnBound(int tangent, bool plus) {
    const int c = tangent / 3;
    if (tableau_.clamped(tangent)) (void)tableau_.Exchange(tangent);
    const Scalar mu = plus ? problem_.friction[c] : -problem_.friction[c];
    Set(tangent) = TangentSet::kNone;
    if (!Tie(tangent, mu)) return false;
    Set(tangent) = plus ? TangentSet::kPlus : TangentSet::kMinus;
    m_.f[tangent] = mu * m_.f[3 * c];
    return true;
  }

  // A tangent off its bound, to kNone. False as above.
  bool Release(int tangent) {
    if (!Tie(tangent, Scalar(0))) return false;
    Set(tangent) = TangentSet::kNone;
    return true;
  }

  // The forces that take u to zero in C and CF, from none; u is not computed.
  void SetForcesOfSets() {
    for (int i = 0; i < n_; ++i) {
      m_.f[i] = Scalar(0);
      m_.u[i] = FreeVelocity(i);
    }
    Correct();
  }

  // Twice f += Δf, where Δf takes u to zero in C and CF; then u of these forces.
  void Refine() {
    for (int pass = 0; pass < 2; ++pass) {
      RecomputeU();
      Correct();
    }
    RecomputeU();
  }

  // u = dt A f + b.
  void RecomputeU() {
    for (int i = 0; i < n_; ++i) {
      Scalar sum = Scalar(0);
      for (int j = 0; j < n_; ++j) sum += problem_.delassus(i, j) * m_.f[j];
      m_.u[i] = problem_.dt * sum + FreeVelocity(i);
    }
  }

 private:
  bool Tie(int tangent, Scalar slope) {
    const int normal = tangent - tangent % 3;
    if (tableau_.clamped(normal)) return tableau_.TieToFollowing(normal, tangent, slope);
    tableau_.TieToGiven(normal, tangent, slope);
    return true;
  }
  void Correct() {
    typename Memory::Vector& change = m_.f_rate;
    for (int i = 0; i < n_; ++i)
      change[i] = tableau_.clamped(i) ? tableau_.Correction(i, m_.u) : Scalar(0);
    for (int i = 0; i < n_; ++i) {
      m_.f[i] += change[i];
      const Scalar slope = tableau_.slope(i);
      if (slope != Scalar(0)) m_.f[i] = slope * m_.f[i - i % 3];  // after its normal
    }
    MeasureForces();
  }
  Scalar FreeVelocity(int i) const {
    return problem_.free_velocity[i] + (i % 3 == 0 ? problem_.normal_bias[i / 3] : Scalar(0));
  }
  void MeasureForces() {
    f_size_ = Scalar(0);
    for (int i = 0; i < n_; ++i) f_size_ += m_.root_diagonal[i] * Abs(m_.f[i]);
  }

  const Problem& problem_;
  Memory& m_;
  FrictionTableau<Scalar, kContacts>& tableau_;
  int n_;
  Scalar largest_b_ = Scalar(0);
  Scalar f_size_ = Scalar(0);  // Σ r_i |f_i|
};

}  // namespace footing
