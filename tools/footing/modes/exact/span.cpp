#include "tools/footing/modes/exact/span.hpp"

#include <libnormaliz/cone.h>

#include "tools/footing/modes/exact/nearest_point.hpp"

namespace footing::tools {

namespace {

using Normaliz = libnormaliz::Cone<Exact>;

// Outward normals of the faces of the cone that these rays span, without redundancy. Normaliz is exact for
// pointed cones only (it treats the facets of other cones as simplices). If this cone may not be pointed,
// Normaliz gets the pointed cone over the hull of 0 and the rays. Its faces through 0 are those of this cone.
ExactRows FacesOfRays(ExactRows rays, bool pointed) {
  const std::size_t dimension = rays.front().size();
  if (!pointed) {
    rays.emplace_back(dimension, 0);
    for (ExactVector& ray : rays) ray.emplace_back(1);
  }
  libnormaliz::set_thread_limit(1);  // these cones are too small for more threads
  Normaliz cone(libnormaliz::Type::cone, rays);
  cone.compute(libnormaliz::ConeProperty::SupportHyperplanes);
  ExactRows faces;
  for (ExactVector face : cone.getSupportHyperplanes()) {
    if (!pointed && face.back() != 0) continue;
    face.resize(dimension);
    faces.push_back(Negative(face));
  }
  return faces;
}

// The products of the rays with the rows `across`, which vanish on the lines. Removes the rays whose products
// are all zero, from the result and from `rays`.
ExactRows Across(const ExactRows& across, ExactRows* rays) {
  ExactRows points;
  ExactRows left;
  for (const ExactVector& ray : *rays) {
    ExactVector point;
    for (const ExactVector& row : across) point.push_back(Dot(row, ray));
    if (IsZero(point)) continue;
    points.push_back(point);
    left.push_back(ray);
  }
  *rays = left;
  return points;
}

// Outward normals. Rays with a positive combination of zero span lines. As long as there are such rays, they
// become lines, and the remaining rays are considered across the lines.
ExactRows Faces(ExactRows rays, ExactRows lines, std::size_t dimension) {
  constexpr double kSurely = 1e-10;
  while (true) {
    const ExactRows across = Complement(lines, dimension);
    const ExactRows points = Across(across, &rays);
    if (points.empty()) return {};
    const NearestPoint nearest = FindNearestPoint(ScaledUnits(points, DoubleVector(across.size(), 1.0)));
    const bool pointed = nearest.least > kSurely;
    ExactRows opposed;
    for (const std::size_t i : nearest.among) opposed.push_back(points[i]);
    if (!pointed && SumToZero(opposed)) {
      for (const std::size_t i : nearest.among) lines.push_back(rays[i]);
      continue;
    }
    ExactRows faces;
    for (const ExactVector& normal : FacesOfRays(WithoutRepetition(points), pointed)) {
      ExactVector& face = faces.emplace_back(dimension, 0);
      for (std::size_t k = 0; k < normal.size(); ++k) face = Sum(face, normal[k], across[k]);
    }
    return faces;
  }
}

}  // namespace

// The rays of a cone in face form are the faces of its polar.
Span SpanOfFaces(const ExactRows& rows, const ExactRows& equalities, std::size_t dimension) {
  Span span;
  span.rays = Faces(WithoutRepetition(rows), equalities, dimension);
  ExactRows all = rows;
  Append(equalities, &all);
  span.lines = PrimitiveBasis(Complement(all, dimension));
  return span;
}

}  // namespace footing::tools
