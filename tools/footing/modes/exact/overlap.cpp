#include "tools/footing/modes/exact/overlap.hpp"

#include <algorithm>
#include <cmath>

#include "tools/footing/modes/exact/nearest_point.hpp"
#include "tools/footing/modes/exact/strict_system.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools {

namespace {

// Unit vectors in scaled coordinates.
struct ScaledCone {
  DoubleRows faces;
  DoubleRows equalities;
  DoubleRows rays;
  DoubleRows lines;
};

ScaledCone Scale(const PolyhedralCone& cone, const DoubleVector& scale) {
  const DoubleVector inverse = Inverse(scale);
  return {ScaledUnits(cone.faces, inverse), ScaledUnits(cone.equalities, inverse),
          ScaledUnits(cone.rays, scale), ScaledUnits(cone.lines, scale)};
}

// The sign of the product, −1, 0 or 1: from doubles where they decide it, otherwise exactly.
int SignOf(const ExactVector& exact_a, const ExactVector& exact_b, const DoubleVector& a,
           const DoubleVector& b) {
  const double product = Dot(a, b);
  if (std::abs(product) > 1e-11) return product > 0 ? 1 : -1;
  return Dot(exact_a, exact_b).sgn();
}

// Does the plane of one of the first cone's faces or equalities separate the relative interiors?
bool Separates(const PolyhedralCone& first, const ScaledCone& first_scaled, const PolyhedralCone& second,
               const ScaledCone& second_scaled) {
  const auto signs = [&](const ExactVector& exact, const DoubleVector& row, int* least, int* most) {
    *least = 1;
    *most = -1;
    const auto see = [&](int sign) {
      *least = std::min(*least, sign);
      *most = std::max(*most, sign);
    };
    for (std::size_t j = 0; j < second.rays.size() && *least >= 0; ++j) {
      see(SignOf(exact, second.rays[j], row, second_scaled.rays[j]));
    }
    for (std::size_t j = 0; j < second.lines.size() && *least >= 0; ++j) {
      const int sign = SignOf(exact, second.lines[j], row, second_scaled.lines[j]);
      see(sign);
      see(-sign);
    }
  };
  int least = 0;
  int most = 0;
  for (std::size_t i = 0; i < first.faces.size(); ++i) {
    signs(first.faces[i], first_scaled.faces[i], &least, &most);
    if (least >= 0) return true;
  }
  for (std::size_t i = 0; i < first.equalities.size(); ++i) {
    for (const int side : {1, -1}) {
      ExactVector exact = first.equalities[i];
      DoubleVector row = first_scaled.equalities[i];
      for (Exact& entry : exact) entry *= side;
      for (double& entry : row) entry *= side;
      signs(exact, row, &least, &most);
      if (least >= 0 && most > 0) return true;
    }
  }
  return false;
}

// Decides for two solid cones by the point nearest to zero in the hull of their faces. If the point is not
// zero, the wrench opposite to it is inside both cones. If it is zero, exact arithmetic confirms this (kNo);
// otherwise the answer is kNear.
Solvable MeetQuickly(const PolyhedralCone& first, const ScaledCone& first_scaled,
                     const PolyhedralCone& second, const ScaledCone& second_scaled) {
  if (!first.equalities.empty() || !second.equalities.empty()) return Solvable::kNear;
  DoubleRows faces = first_scaled.faces;
  faces.insert(faces.end(), second_scaled.faces.begin(), second_scaled.faces.end());
  if (faces.empty()) return Solvable::kYes;
  const NearestPoint nearest = FindNearestPoint(faces);
  if (nearest.least > 1e-10) return Solvable::kYes;
  ExactRows rows;
  for (const std::size_t face : nearest.among) {
    rows.push_back(face < first.faces.size() ? first.faces[face] : second.faces[face - first.faces.size()]);
  }
  return SumToZero(rows) ? Solvable::kNo : Solvable::kNear;
}

Solvable Meet(const PolyhedralCone& first, const PolyhedralCone& second, const ExactVector& scale) {
  StrictSystem system;
  for (const PolyhedralCone* cone : {&first, &second}) {
    Append(cone->equalities, &system.equalities);
    for (const ExactVector& face : cone->faces) system.strict.push_back(Negative(face));
  }
  // Two linear spaces have at least 0 in common.
  return system.strict.empty() ? Solvable::kYes : Decide(system, Inverse(scale)).solvable;
}

}  // namespace

void FindOverlaps(const ExactVector& mass_scale, std::vector<Mode>* modes) {
  const DoubleVector scale = ToDoubles(mass_scale);
  std::vector<ScaledCone> scaled;
  for (const Mode& mode : *modes) scaled.push_back(Scale(mode.cone, scale));
  for (std::size_t i = 0; i < modes->size(); ++i) {
    for (std::size_t j = i + 1; j < modes->size(); ++j) {
      Mode& first = (*modes)[i];
      Mode& second = (*modes)[j];
      if (Separates(first.cone, scaled[i], second.cone, scaled[j])) continue;
      if (Separates(second.cone, scaled[j], first.cone, scaled[i])) continue;
      Solvable answer = MeetQuickly(first.cone, scaled[i], second.cone, scaled[j]);
      if (answer == Solvable::kNear) answer = Meet(first.cone, second.cone, mass_scale);
      if (answer == Solvable::kNear) {
        throw DegenerateScene(
            "modes " + first.name() + " and " + second.name() +
            ": degenerate within rounding, whether they overlap hangs on digits beyond the ninth");
      }
      if (answer == Solvable::kNo) continue;
      first.overlaps.push_back(j);
      second.overlaps.push_back(i);
    }
  }
}

}  // namespace footing::tools
