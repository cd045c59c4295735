#include "tools/modes/polyhedral_cone.hpp"

#include <algorithm>

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

// Takes from every row what lies along the basis, by Gram's and Schmidt's steps.
void MakeOrthogonal(const RationalRows& basis, const RationalVector& metric, RationalRows* rows) {
  const auto weighed = [&metric](RationalVector row) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] *= metric[k];
    return row;
  };
  RationalRows known;
  const auto reduce = [&](RationalVector row) {
    for (const RationalVector& axis : known) {
      const RationalVector dual = weighed(axis);
      row = Sum(row, -Dot(dual, row) / Dot(dual, axis), axis);
    }
    return row;
  };
  for (const RationalVector& axis : basis) known.push_back(reduce(axis));
  for (RationalVector& row : *rows) row = Primitive(reduce(row));
  std::sort(rows->begin(), rows->end(), std::greater<>());
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
  PolyhedralCone cone;
  Span polar = SpanOfFaces(rays, lines, dimension);
  cone.faces = std::move(polar.rays);
  cone.equalities = std::move(polar.lines);
  Span span = SpanOfFaces(cone.faces, cone.equalities, dimension);
  cone.rays = std::move(span.rays);
  cone.lines = std::move(span.lines);
  MakeOrthogonal(cone.lines, metric, &cone.rays);
  RationalVector inverse = metric;
  for (Rational& entry : inverse) entry = 1 / entry;
  MakeOrthogonal(cone.equalities, inverse, &cone.faces);
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
