// The standard LCP of a contact problem (Tan, Siu, Liu eqs. 13 to 15, section 5), and how its answer is read:
//   z = (f_n; f_d contact by contact; λ),  w = A z + b,  size p (d + 2).
// It departs from the paper in the bias on b's normal rows.
#pragma once

#include "core/contact/contact_problem.hpp"
#include "core/contact/polyhedral/pyramid.hpp"
#include "core/lcp/problem.hpp"

namespace footing {

template <typename Scalar>
struct ContactLcpOptions {
  // A_ii ← (1 + ε) A_ii. Zero diagonals (the λ rows, a contact that nothing can move) stay zero.
  Scalar epsilon = 0;
  // Multiplies μ and both blocks E by dt. The forces stay the same; λ comes out divided by dt.
  bool scale_by_dt = false;
};

// Fills `lcp`, of which p (d + 2) rows are used. `problem` must have passed CheckInput; then nothing can
// fail. Cost: about 10 (p d)² multiply-adds.
template <int kDirections, typename Scalar, int kContacts, int kJointRows, int kCapacity>
void AssembleLcp(const ContactProblem<Scalar, kContacts, kJointRows>& problem,
                 const FrictionBasis<Scalar, kDirections>& basis, const ContactLcpOptions<Scalar>& options,
                 LcpProblem<Scalar, kCapacity>* lcp) {
  static_assert(kCapacity >= kContacts * (kDirections + 2));
  const int p = problem.contacts;
  const int friction_begin = p;
  const int lambda_begin = p + p * kDirections;
  const Scalar e = options.scale_by_dt ? problem.dt : Scalar(1);
  lcp->size = p * (kDirections + 2);

  for (int i = 0; i < lcp->size; ++i) {
    for (int j = 0; j < lcp->size; ++j) lcp->A(i, j) = Scalar(0);
    lcp->b[i] = Scalar(0);
  }
  for (int i = 0; i < p; ++i) {
    lcp->b[i] = problem.free_velocity[3 * i] + problem.normal_bias[i];
    for (int k = 0; k < kDirections; ++k) {
      lcp->b[friction_begin + i * kDirections + k] =
          basis.Along(k, problem.free_velocity[3 * i + 1], problem.free_velocity[3 * i + 2]);
    }
    for (int j = 0; j < p; ++j) {
      // The Delassus block of contacts i and j, its rows and columns spread over the directions.
      const auto at = [&](int row, int column) {
        return problem.dt * problem.delassus(3 * i + row, 3 * j + column);
      };
      lcp->A(i, j) = at(0, 0);
      for (int k = 0; k < kDirections; ++k) {
        const int row = friction_begin + i * kDirections + k;
        const int column = friction_begin + j * kDirections + k;
        lcp->A(row, j) = basis.Along(k, at(1, 0), at(2, 0));
        lcp->A(i, column) = basis.Along(k, at(0, 1), at(0, 2));
        for (int l = 0; l < kDirections; ++l) {
          lcp->A(row, friction_begin + j * kDirections + l) =
              basis.Along(k, basis.Along(l, at(1, 1), at(1, 2)), basis.Along(l, at(2, 1), at(2, 2)));
        }
      }
    }
    for (int k = 0; k < kDirections; ++k) {
      lcp->A(friction_begin + i * kDirections + k, lambda_begin + i) = e;
      lcp->A(lambda_begin + i, friction_begin + i * kDirections + k) = -e;
    }
    lcp->A(lambda_begin + i, i) = e * problem.friction[i];
  }
  Regularize(options.epsilon, *lcp);
}

// Force [N] of contact c of `contacts` from the LCP's z.
template <int kDirections, typename Scalar, int kCapacity>
Vector3<Scalar> LcpForce(const FrictionBasis<Scalar, kDirections>& basis,
                         const BoundedVector<Scalar, kCapacity>& z, int contacts, int c) {
  Vector3<Scalar> f{z[c], Scalar(0), Scalar(0)};
  for (int k = 0; k < kDirections; ++k) {
    const Scalar share = z[contacts + c * kDirections + k];
    f[1] += share * basis.direction(k, 0);
    f[2] += share * basis.direction(k, 1);
  }
  return f;
}

// Mode of contact c from the z of an LCP that was scaled by dt. Its force is `f`, and it presses.
template <int kDirections, typename Scalar, int kContacts, int kCapacity>
PyramidMode LcpPyramidMode(const ContactProblem<Scalar, kContacts>& problem,
                           const FrictionBasis<Scalar, kDirections>& basis,
                           const BoundedVector<Scalar, kCapacity>& z, int c, const Vector3<Scalar>& f) {
  const int p = problem.contacts;
  PyramidMode mode{ContactMode::kStick, 0, false};
  // Either λ or the friction that is left of μ f_n is zero; the smaller of the two is rounding. Lemke's
  // shares may be more than f_t needs.
  const PyramidShares<Scalar> needed = SharesOf(basis, f[1], f[2]);
  const Scalar left = problem.friction[c] * f[0] - needed.first_share - needed.second_share;
  const Scalar per_force = problem.dt * problem.TangentDiagonal(c);
  if (!(z[p + p * kDirections + c] > per_force * Max(left, Scalar(0)))) return mode;

  mode.mode = ContactMode::kSlide;
  int used = 0;
  for (int k = 0; k < kDirections; ++k) {
    if (z[p + c * kDirections + k] <= Scalar(0)) continue;
    // The pair that wraps around is (last, 0): its first is the last.
    if (used++ == 0 || k == kDirections - 1)
      mode.direction = static_cast<std::int8_t>(used == 2 && mode.direction != 0 ? mode.direction : k);
  }
  mode.edge = used == 2;
  return mode;
}

// Forces and modes of all contacts from the z of an LCP that was scaled by dt.
template <int kDirections, typename Scalar, int kContacts, int kCapacity>
void ReadLcp(const ContactProblem<Scalar, kContacts>& problem,
             const FrictionBasis<Scalar, kDirections>& basis, const BoundedVector<Scalar, kCapacity>& z,
             PyramidModes<kContacts>* modes, ContactSolution<Scalar, kContacts>* solution) {
  for (int c = 0; c < problem.contacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    const bool presses = !(z[c] <= Scalar(0));  // otherwise the friction in z is rounding
    Vector3<Scalar>& f = solution->force[i];
    f = presses ? LcpForce(basis, z, problem.contacts, c) : Vector3<Scalar>(z[c], Scalar(0), Scalar(0));
    (*modes)[i] = presses ? LcpPyramidMode(problem, basis, z, c, f) : PyramidMode{};
  }
}

}  // namespace footing
