// The standard LCP of a contact problem (Tan, Siu, Liu eqs. 13 to 15, section 5):
//   z = (f_n; f_d contact by contact; λ),  w = A z + b,  size p (d + 2).
// Departs from the paper in the bias on b's normal rows.
#pragma once

#include "core/contact/contact_problem.hpp"
#include "core/contact/friction_basis.hpp"
#include "core/lcp/problem.hpp"

namespace footing {

template <typename Scalar>
struct ContactLcpOptions {
  // A_ii ← (1 + ε) A_ii. Zero diagonals (the λ rows, a contact that nothing can move) stay zero.
  Scalar epsilon = 0;
  // Multiplies E, in both places, and μ by dt: the forces stay, λ comes out divided by dt.
  bool scale_by_dt = false;
};

// Fills `lcp`, p (d + 2) rows in use; `problem` must have passed CheckInput. Nothing can fail.
// Cost: about 10 (p d)² multiply-adds.
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
  for (int i = 0; i < lcp->size; ++i) lcp->A(i, i) *= Scalar(1) + options.epsilon;
}

}  // namespace footing
