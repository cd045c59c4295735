#include "tools/modes/strict_system.hpp"

#include <algorithm>

#include "tools/modes/cdd.hpp"

namespace footing::tools {

namespace {

// In the scaled unknowns, with a largest entry of 1; rows of zeros are left out.
RationalRows Scaled(const RationalRows& rows, const RationalVector& scale) {
  RationalRows result;
  for (RationalVector row : rows) {
    Rational largest = 0;
    for (std::size_t k = 0; k < row.size(); ++k) {
      row[k] *= scale[k];
      largest = std::max(largest, Rational(abs(row[k])));
    }
    if (largest == 0) continue;
    for (Rational& entry : row) entry /= largest;
    result.push_back(std::move(row));
  }
  return result;
}

// The largest ε; equalities hold to within `slack`.
Rational LargestMargin(const StrictSystem& system, std::size_t size, const Rational& slack) {
  RationalRows rows;
  RationalVector constants;
  const auto add = [&](const RationalVector& row, int sign, const Rational& constant, int margin) {
    RationalVector signed_row;
    for (const Rational& entry : row) signed_row.push_back(sign * entry);
    signed_row.emplace_back(margin);
    rows.push_back(std::move(signed_row));
    constants.push_back(constant);
  };
  for (const RationalVector& row : system.equalities) {
    add(row, 1, slack, 0);
    if (slack != 0) add(row, -1, slack, 0);
  }
  const std::size_t fixed = slack != 0 ? 0 : system.equalities.size();
  for (const RationalVector& row : system.weak) add(row, 1, slack, 0);
  for (const RationalVector& row : system.strict) add(row, 1, 0, -1);
  for (std::size_t k = 0; k < size; ++k) {
    RationalVector unit(size, 0);
    unit[k] = 1;
    add(unit, 1, 1, 0);
    add(unit, -1, 1, 0);
  }
  add(RationalVector(size, 0), 1, 1, -1);  // ε ≤ 1

  const CddMatrix matrix(dd_CreateMatrix(static_cast<long>(rows.size()), static_cast<long>(size + 2)));
  matrix->representation = dd_Inequality;
  matrix->numbtype = dd_Rational;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SetCddRow(matrix.get(), static_cast<long>(i), constants[i], rows[i]);
    if (i < fixed) set_addelem(matrix->linset, static_cast<long>(i + 1));
  }
  matrix->objective = dd_LPmax;
  mpq_set_si(matrix->rowvec[size + 1], 1, 1);
  dd_ErrorType error = dd_NoError;
  const CddProgram program(dd_Matrix2LP(matrix.get(), &error));
  CheckCdd(error);
  dd_LPSolve(program.get(), dd_DualSimplex, &error);
  CheckCdd(error);
  if (program->LPS != dd_Optimal) throw std::runtime_error("cddlib: a bounded linear program has no optimum");
  return Rational(program->optvalue);
}

}  // namespace

Solvable Decide(const StrictSystem& system, const RationalVector& scale) {
  StartCdd();
  const Rational near(1, 1000000000);
  const Rational slack(1, 1000000000000);
  const Rational freed(1, 10000);
  StrictSystem scaled{Scaled(system.equalities, scale), Scaled(system.weak, scale),
                      Scaled(system.strict, scale)};
  if (scaled.strict.size() < system.strict.size()) return Solvable::kNo;
  const RationalRows basis = EchelonBasis(scaled.equalities);
  const bool held = std::any_of(scaled.strict.begin(), scaled.strict.end(),
                                [&basis](const RationalVector& row) { return InSpan(basis, row); });
  if (!held) {
    StrictSystem exact = scaled;
    exact.equalities = Scaled(basis, RationalVector(scale.size(), 1));
    const Rational margin = LargestMargin(exact, scale.size(), 0);
    if (margin >= near) return Solvable::kYes;
    if (margin > 0) return Solvable::kNear;
  }
  if (scaled.equalities.empty()) return Solvable::kNo;
  return LargestMargin(scaled, scale.size(), slack) >= freed ? Solvable::kNear : Solvable::kNo;
}

// Elimination by orthogonal projection, the row that is farthest out first: as many steps as the exact rank.
bool NearlyDependent(const RationalRows& rows, const RationalVector& scale) {
  const RationalRows scaled = Scaled(rows, scale);
  std::vector<std::vector<double>> left;
  for (const RationalVector& row : scaled) {
    left.emplace_back();
    for (const Rational& entry : row) left.back().push_back(entry.get_d());
  }
  for (std::size_t rank = EchelonBasis(scaled).size(); rank > 0; --rank) {
    const std::vector<double> axis = *std::max_element(
        left.begin(), left.end(), [](const auto& a, const auto& b) { return Dot(a, a) < Dot(b, b); });
    const double square = Dot(axis, axis);
    if (square < kNear * kNear) return true;
    for (std::vector<double>& row : left) {
      const double along = Dot(axis, row) / square;
      for (std::size_t k = 0; k < row.size(); ++k) row[k] -= along * axis[k];
    }
  }
  return false;
}

}  // namespace footing::tools
