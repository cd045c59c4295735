#include "tools/modes/polyhedral_cone.hpp"

#include <algorithm>
#include <cmath>

#include "tools/modes/cdd.hpp"

namespace footing::tools {

namespace {

RationalRows WithoutRepetition(const RationalRows& rows) {
  RationalRows result;
  for (const RationalVector& row : rows) {
    if (!IsZero(row)) result.push_back(Primitive(row));
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

RationalRows PrimitiveBasis(const RationalRows& rows) {
  RationalRows basis = EchelonBasis(rows);
  for (RationalVector& row : basis) row = Primitive(row);
  return basis;
}

RationalVector Weighed(RationalVector row, const RationalVector& metric) {
  for (std::size_t k = 0; k < row.size(); ++k) row[k] *= metric[k];
  return row;
}

// Takes from the row what lies along the axes, which are orthogonal.
RationalVector Reduced(RationalVector row, const RationalRows& axes, const RationalVector& metric) {
  for (const RationalVector& axis : axes) {
    const RationalVector dual = Weighed(axis, metric);
    row = Sum(row, -Dot(dual, row) / Dot(dual, axis), axis);
  }
  return row;
}

RationalRows OrthogonalBasis(const RationalRows& basis, const RationalVector& metric) {
  RationalRows axes;
  for (const RationalVector& row : basis) axes.push_back(Reduced(row, axes, metric));
  return axes;
}

void MakeOrthogonal(const RationalRows& axes, const RationalVector& metric, RationalRows* rows) {
  for (RationalVector& row : *rows) row = Primitive(Reduced(row, axes, metric));
  std::sort(rows->begin(), rows->end(), std::greater<>());
}

// From the left as many columns as there are axes, without those that are all but determined by the ones
// before: the length that is left of a column is the largest entry there of the space's unit vectors that are
// zero in the columns taken so far.
std::vector<std::size_t> PivotColumns(const RationalRows& axes, const RationalVector& metric) {
  constexpr double kLeast = 1e-3;
  std::vector<double> weight;
  for (const Rational& entry : metric) weight.push_back(std::sqrt(entry.get_d()));
  std::vector<std::vector<double>> left(metric.size());
  for (const RationalVector& axis : axes) {
    const std::vector<double> unit = UnitDoubles(axis, weight);
    for (std::size_t k = 0; k < unit.size(); ++k) left[k].push_back(weight[k] * unit[k]);
  }
  std::vector<std::size_t> columns;
  for (std::size_t k = 0; k < left.size() && columns.size() < axes.size(); ++k) {
    const std::vector<double> pivot = left[k];
    const double square = Dot(pivot, pivot);
    if (square < kLeast * kLeast) continue;
    columns.push_back(k);
    for (std::vector<double>& column : left) {
      const double along = Dot(pivot, column) / square;
      for (std::size_t i = 0; i < column.size(); ++i) column[i] -= along * pivot[i];
    }
  }
  return columns;
}

// The reduced echelon form with these pivots. With others, that would be zero but for rounding in the file,
// it is a basis too, but all its vectors can be the same in doubles.
RationalRows SpreadBasis(const RationalRows& axes, const RationalVector& metric) {
  std::vector<std::size_t> order = PivotColumns(axes, metric);
  for (std::size_t k = 0; k < metric.size(); ++k) {
    if (std::find(order.begin(), order.end(), k) == order.end()) order.push_back(k);
  }
  RationalRows turned;
  for (const RationalVector& axis : axes) {
    RationalVector& row = turned.emplace_back();
    for (const std::size_t k : order) row.push_back(axis[k]);
  }
  turned = PrimitiveBasis(turned);
  RationalRows basis;
  for (const RationalVector& row : turned) {
    RationalVector& vector = basis.emplace_back(row.size());
    for (std::size_t k = 0; k < row.size(); ++k) vector[order[k]] = row[k];
  }
  return basis;
}

}  // namespace

Span SpanOfFaces(const RationalRows& rows, const RationalRows& equalities, std::size_t dimension) {
  StartCdd();
  const RationalRows bounds = WithoutRepetition(rows);
  const RationalRows fixed = EchelonBasis(equalities);
  Span span;
  if (bounds.empty() && fixed.empty()) {
    for (std::size_t k = 0; k < dimension; ++k) {
      span.lines.emplace_back(dimension, 0);
      span.lines.back()[k] = 1;
    }
    return span;
  }
  // One more unknown, z ≥ 0, and so a ray along z: of a cone that is 0 alone cddlib never frees a ray of its
  // own.
  const CddMatrix matrix(
      dd_CreateMatrix(static_cast<long>(bounds.size() + fixed.size() + 1), static_cast<long>(dimension + 2)));
  matrix->representation = dd_Inequality;
  matrix->numbtype = dd_Rational;
  long count = 0;
  for (const RationalVector& row : fixed) {
    SetCddRow(matrix.get(), count++, 0, row);
    set_addelem(matrix->linset, count);
  }
  for (RationalVector row : bounds) {
    for (Rational& entry : row) entry = -entry;
    SetCddRow(matrix.get(), count++, 0, row);
  }
  mpq_set_si(matrix->matrix[count][dimension + 1], 1, 1);
  dd_ErrorType error = dd_NoError;
  const CddPolyhedra polyhedra(dd_DDMatrix2Poly(matrix.get(), &error));
  CheckCdd(error);
  const CddMatrix output(dd_CopyGenerators(polyhedra.get()));
  for (long i = 0; i < output->rowsize; ++i) {
    RationalVector row;
    for (std::size_t k = 0; k < dimension; ++k) row.emplace_back(output->matrix[i][k + 1]);
    if (IsZero(row) || mpq_sgn(output->matrix[i][dimension + 1]) != 0) continue;  // the ray along z
    (set_member(i + 1, output->linset) != 0 ? span.lines : span.rays).push_back(row);
  }
  span.lines = PrimitiveBasis(span.lines);
  return span;
}

// The faces of a cone are the rays of its polar.
PolyhedralCone ConeOfSpan(const RationalRows& rays, const RationalRows& lines, const RationalVector& metric) {
  const std::size_t dimension = metric.size();
  RationalVector inverse = metric;
  for (Rational& entry : inverse) entry = 1 / entry;
  PolyhedralCone cone;
  Span polar = SpanOfFaces(rays, lines, dimension);
  Span span = SpanOfFaces(polar.rays, polar.lines, dimension);
  const auto take = [](const Span& from, const RationalVector& weight, RationalRows* one, RationalRows* two) {
    const RationalRows axes = OrthogonalBasis(from.lines, weight);
    *one = from.rays;
    MakeOrthogonal(axes, weight, one);
    *two = SpreadBasis(axes, weight);
  };
  take(span, metric, &cone.rays, &cone.lines);
  take(polar, inverse, &cone.faces, &cone.equalities);
  return cone;
}

// Two vectors are the same in that sense where they lie on the same faces.
void PreferRays(const RationalRows& vectors, PolyhedralCone* cone) {
  if (cone->lines.empty()) return;
  for (RationalVector& ray : cone->rays) {
    const auto same = [&](const RationalVector& vector) {
      return std::all_of(cone->faces.begin(), cone->faces.end(), [&](const RationalVector& face) {
        return (Dot(face, ray) == 0) == (Dot(face, vector) == 0);
      });
    };
    const auto first = std::find_if(vectors.begin(), vectors.end(), same);
    if (first != vectors.end()) ray = Primitive(*first);
  }
}

}  // namespace footing::tools
