#include "tools/footing/modes/exact/polyhedral_cone.hpp"

#include <algorithm>
#include <cmath>

#include "tools/footing/modes/exact/span.hpp"

namespace footing::tools {

namespace {

ExactVector Weighed(ExactVector row, const ExactVector& metric) {
  for (std::size_t k = 0; k < row.size(); ++k) row[k] *= metric[k];
  return row;
}

// Subtracts from the row its components along the axes, which are orthogonal.
ExactVector Reduced(ExactVector row, const ExactRows& axes, const ExactVector& metric) {
  for (const ExactVector& axis : axes) {
    const ExactVector dual = Weighed(axis, metric);
    row = Sum(row, -Dot(dual, row) / Dot(dual, axis), axis);
  }
  return row;
}

ExactRows OrthogonalBasis(const ExactRows& basis, const ExactVector& metric) {
  ExactRows axes;
  for (const ExactVector& row : basis) axes.push_back(Reduced(row, axes, metric));
  return axes;
}

void MakeOrthogonal(const ExactRows& axes, const ExactVector& metric, ExactRows* rows) {
  for (ExactVector& row : *rows) row = Primitive(Reduced(row, axes, metric));
  std::sort(rows->begin(), rows->end(), std::greater<>());
}

// As many columns as there are axes, taken from the left. A column is skipped if the columns taken so far
// nearly determine it. The measure is its remaining length: the largest entry in this column of the space's
// unit vectors that are zero in the columns taken so far.
std::vector<std::size_t> PivotColumns(const ExactRows& axes, const ExactVector& metric) {
  constexpr double kLeast = 1e-3;
  DoubleVector weight = ToDoubles(metric);
  for (double& entry : weight) entry = std::sqrt(entry);
  DoubleRows left(metric.size());
  for (const ExactVector& axis : axes) {
    const DoubleVector unit = UnitDoubles(axis, weight);
    for (std::size_t k = 0; k < unit.size(); ++k) left[k].push_back(weight[k] * unit[k]);
  }
  std::vector<std::size_t> columns;
  for (std::size_t k = 0; k < left.size() && columns.size() < axes.size(); ++k) {
    const DoubleVector pivot = left[k];
    if (Dot(pivot, pivot) < kLeast * kLeast) continue;
    columns.push_back(k);
    Project(pivot, &left);
  }
  return columns;
}

// The reduced echelon form with these pivots. Pivots that are nonzero only by rounding in the file would also
// give a basis, but all its vectors could be the same in doubles.
ExactRows SpreadBasis(const ExactRows& axes, const ExactVector& metric) {
  std::vector<std::size_t> order = PivotColumns(axes, metric);
  for (std::size_t k = 0; k < metric.size(); ++k) {
    if (std::find(order.begin(), order.end(), k) == order.end()) order.push_back(k);
  }
  ExactRows turned;
  for (const ExactVector& axis : axes) {
    ExactVector& row = turned.emplace_back();
    for (const std::size_t k : order) row.push_back(axis[k]);
  }
  turned = PrimitiveBasis(turned);
  ExactRows basis;
  for (const ExactVector& row : turned) {
    ExactVector& vector = basis.emplace_back(row.size());
    for (std::size_t k = 0; k < row.size(); ++k) vector[order[k]] = row[k];
  }
  return basis;
}

// The extreme rays among the cone's rays: no other ray is on all the faces that such a ray is on.
ExactRows ExtremeRays(const ExactRows& rays, const ExactRows& faces) {
  ExactRows outside;  // outside of the lines, which are on all faces
  std::vector<std::vector<bool>> on;
  for (const ExactVector& ray : rays) {
    std::vector<bool> at;
    for (const ExactVector& face : faces) at.push_back(Dot(face, ray) == 0);
    if (std::find(at.begin(), at.end(), false) == at.end()) continue;
    outside.push_back(ray);
    on.push_back(at);
  }
  const auto within = [&](std::size_t i, std::size_t j) {
    for (std::size_t k = 0; k < faces.size(); ++k) {
      if (on[i][k] && !on[j][k]) return false;
    }
    return true;
  };
  ExactRows extreme;
  for (std::size_t i = 0; i < outside.size(); ++i) {
    bool kept = true;
    for (std::size_t j = 0; j < outside.size() && kept; ++j) {
      if (j != i && within(i, j) && (j < i || !within(j, i))) kept = false;
    }
    if (kept) extreme.push_back(outside[i]);
  }
  return extreme;
}

}  // namespace

PolyhedralCone ConeOfSpan(const ExactRows& given, const ExactRows& lines, const ExactVector& metric) {
  const ExactRows rays = WithoutRepetition(given);
  const Span polar = SpanOfFaces(rays, lines, metric.size());
  ExactRows all = polar.rays;
  Append(polar.lines, &all);
  PolyhedralCone cone;
  const auto take = [](const ExactRows& sides, const ExactRows& both, const ExactVector& weight,
                       ExactRows* one, ExactRows* two) {
    const ExactRows axes = OrthogonalBasis(both, weight);
    *one = sides;
    MakeOrthogonal(axes, weight, one);
    *two = SpreadBasis(axes, weight);
  };
  take(ExtremeRays(rays, polar.rays), PrimitiveBasis(Complement(all, metric.size())), metric, &cone.rays,
       &cone.lines);
  take(polar.rays, polar.lines, Inverse(metric), &cone.faces, &cone.equalities);
  return cone;
}

// Two vectors differ only by a positive factor and the lines if they lie on the same faces.
void PreferRays(const ExactRows& vectors, PolyhedralCone* cone) {
  if (cone->lines.empty()) return;
  for (ExactVector& ray : cone->rays) {
    const auto same = [&](const ExactVector& vector) {
      return std::all_of(cone->faces.begin(), cone->faces.end(), [&](const ExactVector& face) {
        return (Dot(face, ray) == 0) == (Dot(face, vector) == 0);
      });
    };
    const auto first = std::find_if(vectors.begin(), vectors.end(), same);
    if (first != vectors.end()) ray = Primitive(*first);
  }
}

}  // namespace footing::tools
