#include "tools/footing/modes/exact/strict_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace footing::tools {

namespace {

constexpr double kImplied = 1e-8;
constexpr double kFreed = 1e-4;

// Indices of rows that are independent by `least` or more; the rows have length 1. Each step takes the row
// with the largest remaining length, until `most` rows are taken.
std::vector<std::size_t> Independent(DoubleRows left, double least, std::size_t most) {
  std::vector<std::size_t> taken;
  while (taken.size() < most) {
    const auto far = std::max_element(left.begin(), left.end(),
                                      [](const auto& a, const auto& b) { return Dot(a, a) < Dot(b, b); });
    if (far == left.end() || Dot(*far, *far) < least * least) break;
    taken.push_back(static_cast<std::size_t>(far - left.begin()));
    Project(DoubleVector(*far), &left);
  }
  return taken;
}

// The rays without their components along the lines, scaled to length 1.
DoubleRows Rays(const Span& span, const DoubleVector& weight) {
  DoubleRows rays = ScaledUnits(span.rays, weight);
  DoubleRows lines = ScaledUnits(span.lines, weight);
  for (const std::size_t line : Independent(lines, kNear, lines.size())) {
    const DoubleVector axis = lines[line];
    Project(axis, &lines);
    Project(axis, &rays);
  }
  for (DoubleVector& ray : rays) {
    const double length = std::sqrt(Dot(ray, ray));
    for (double& entry : ray) entry /= length;
  }
  return rays;
}

Span Closure(const StrictSystem& system, std::size_t size) {
  ExactRows bounds;
  for (const ExactVector& row : system.strict) bounds.push_back(Negative(row));
  return SpanOfFaces(bounds, system.equalities, size);
}

// The margin of a strict row is its largest product with a ray. Returns the least margin of the strict rows,
// or 0 if exactly no ray has a positive product with one of them.
double LargestMargin(const StrictSystem& system, const Span& closure, const DoubleVector& scale) {
  const DoubleRows rays = Rays(closure, Inverse(scale));
  double least = std::numeric_limits<double>::infinity();
  for (const ExactVector& row : system.strict) {
    const DoubleVector unit = ScaledUnit(row, scale);
    double most = std::numeric_limits<double>::min();
    for (const DoubleVector& ray : rays) most = std::max(most, Dot(unit, ray));
    const auto positive = [&row](const ExactVector& ray) { return Dot(row, ray) > 0; };
    if (most < kNear && std::none_of(closure.rays.begin(), closure.rays.end(), positive)) return 0;
    least = std::min(least, most);
  }
  return least;
}

// The system without the equalities that the others nearly imply.
StrictSystem Freed(const StrictSystem& system, const DoubleVector& scale) {
  StrictSystem freed{{}, system.strict};
  const DoubleRows units = ScaledUnits(system.equalities, scale);
  for (const std::size_t row : Independent(units, kImplied, units.size()))
    freed.equalities.push_back(system.equalities[row]);
  return freed;
}

}  // namespace

Decision Decide(const StrictSystem& system, const ExactVector& exact_scale) {
  const DoubleVector scale = ToDoubles(exact_scale);
  Decision decision{Solvable::kNo, Closure(system, scale.size())};
  const double margin = LargestMargin(system, decision.closure, scale);
  if (margin > 0) {
    decision.solvable = margin >= kNear ? Solvable::kYes : Solvable::kNear;
    return decision;
  }
  const StrictSystem freed = Freed(system, scale);
  const bool same = freed.equalities.size() == EchelonBasis(system.equalities).size();
  if (!same && LargestMargin(freed, Closure(freed, scale.size()), scale) >= kFreed)
    decision.solvable = Solvable::kNear;
  return decision;
}

bool NearlyDependent(const ExactRows& rows, const ExactVector& scale) {
  const std::size_t rank = EchelonBasis(rows).size();
  return Independent(ScaledUnits(rows, ToDoubles(scale)), kNear, rank).size() < rank;
}

}  // namespace footing::tools
