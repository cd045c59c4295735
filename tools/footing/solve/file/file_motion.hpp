// How a contact file's system moves under forces, computed from the file alone and in quadruple precision.
// The Delassus matrix that a solver gets is rounded; the worse M is conditioned, the more digits it loses.
#pragma once

#include <vector>

#include "tools/footing/solve/file/problem_file.hpp"
#include "tools/footing/solve/solvers.hpp"

namespace footing::tools {

class FileMotion {
 public:
  __extension__ using Real = __float128;

  // M must be positive definite and, up to its last digits, symmetric; all its entries are used. The file
  // must outlive this object. Cost: m³/3 multiply-adds.
  explicit FileMotion(const ContactFile& file);

  // Sets v = M⁻¹ (τ* + dt Jᵀ f) and u = J v.
  void Apply(const ContactForces& forces);

  const std::vector<long double>& v() const { return v_; }
  // Three rows for each contact: n, t_1, t_2. Rows of missing tangents are zero.
  const std::vector<long double>& u() const { return u_; }

 private:
  const ContactFile& file_;
  std::vector<std::vector<Real>> factor_;  // of M = L U, L's diagonal 1
  std::vector<long double> v_;
  std::vector<long double> u_;
};

}  // namespace footing::tools
