#include "tools/modes/overlap.hpp"

#include <algorithm>
#include <cmath>

#include "tools/modes/strict_system.hpp"
#include "tools/solve/problem_file.hpp"

namespace footing::tools {

namespace {

using Doubles = std::vector<std::vector<double>>;

// Unit vectors in scaled coordinates.
struct ScaledCone {
  Doubles faces;
  Doubles equalities;
  Doubles rays;
  Doubles lines;
  std::vector<double> middle;  // the sum of the rays, a unit vector too
};

ScaledCone Scale(const PolyhedralCone& cone, const std::vector<double>& scale) {
  std::vector<double> inverse;
  for (const double factor : scale) inverse.push_back(1 / factor);
  const auto unit = [](const RationalRows& rows, const std::vector<double>& weight) {
    Doubles result;
    for (const RationalVector& row : rows) {
      result.push_back(UnitDoubles(row, weight));
      for (std::size_t k = 0; k < weight.size(); ++k) result.back()[k] *= weight[k];
    }
    return result;
  };
  ScaledCone scaled{unit(cone.faces, inverse), unit(cone.equalities, inverse), unit(cone.rays, scale),
                    unit(cone.lines, scale), std::vector<double>(scale.size(), 0.0)};
  for (const auto& ray : scaled.rays) {
    for (std::size_t k = 0; k < scale.size(); ++k) scaled.middle[k] += ray[k];
  }
  const double norm = std::sqrt(Dot(scaled.middle, scaled.middle));
  if (norm > 0) {
    for (double& entry : scaled.middle) entry /= norm;
  }
  return scaled;
}

// −1, 0 or 1; in doubles where they are sure.
int SignOf(const RationalVector& exact_a, const RationalVector& exact_b, const std::vector<double>& a,
           const std::vector<double>& b) {
  const double product = Dot(a, b);
  if (std::abs(product) > 1e-11) return product > 0 ? 1 : -1;
  return sgn(Dot(exact_a, exact_b));
}

// Is one of the first cone's faces or equalities, as a plane, between the relative interiors?
bool Separates(const PolyhedralCone& first, const ScaledCone& first_scaled, const PolyhedralCone& second,
               const ScaledCone& second_scaled) {
  const auto signs = [&](const RationalVector& exact, const std::vector<double>& row, int* least, int* most) {
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
      RationalVector exact = first.equalities[i];
      std::vector<double> row = first_scaled.equalities[i];
      for (Rational& entry : exact) entry *= side;
      for (double& entry : row) entry *= side;
      signs(exact, row, &least, &most);
      if (least >= 0 && most > 0) return true;
    }
  }
  return false;
}

// Looks for a wrench inside both of two solid cones: from between them, away from the face that it is most
// outside of, a bounded number of times.
bool MeetSurely(const ScaledCone& first, const ScaledCone& second) {
  if (!first.equalities.empty() || !second.equalities.empty()) return false;
  std::vector<double> wrench = first.middle;
  for (std::size_t k = 0; k < wrench.size(); ++k) wrench[k] += second.middle[k];
  for (int round = 0; round < 60; ++round) {
    const std::vector<double>* worst = nullptr;
    double most = 0;
    const double size = std::sqrt(Dot(wrench, wrench));
    for (const Doubles* faces : {&first.faces, &second.faces}) {
      for (const auto& face : *faces) {
        const double outside = Dot(face, wrench) + 1e-3 * size;
        if (worst == nullptr || outside > most) {
          worst = &face;
          most = outside;
        }
      }
    }
    if (size == 0) return worst == nullptr;
    if (worst == nullptr || most <= (1e-3 - 1e-8) * size) return true;
    for (std::size_t k = 0; k < wrench.size(); ++k) wrench[k] -= 1.5 * most * (*worst)[k];
  }
  return false;
}

Solvable Meet(const PolyhedralCone& first, const PolyhedralCone& second, const RationalVector& scale) {
  StrictSystem system;
  RationalVector inverse = scale;
  for (Rational& entry : inverse) entry = 1 / entry;
  for (const PolyhedralCone* cone : {&first, &second}) {
    system.equalities.insert(system.equalities.end(), cone->equalities.begin(), cone->equalities.end());
    for (RationalVector face : cone->faces) {
      for (Rational& entry : face) entry = -entry;
      system.strict.push_back(std::move(face));
    }
  }
  // Two linear spaces have at least 0 in common.
  return system.strict.empty() ? Solvable::kYes : Decide(system, inverse);
}

}  // namespace

void FindOverlaps(const RationalVector& mass_scale, std::vector<Mode>* modes) {
  std::vector<double> scale;
  for (const Rational& entry : mass_scale) scale.push_back(entry.get_d());
  std::vector<ScaledCone> scaled;
  for (const Mode& mode : *modes) scaled.push_back(Scale(mode.cone, scale));
  for (std::size_t i = 0; i < modes->size(); ++i) {
    for (std::size_t j = i + 1; j < modes->size(); ++j) {
      Mode& first = (*modes)[i];
      Mode& second = (*modes)[j];
      if (Separates(first.cone, scaled[i], second.cone, scaled[j])) continue;
      if (Separates(second.cone, scaled[j], first.cone, scaled[i])) continue;
      if (!MeetSurely(scaled[i], scaled[j])) {
        const Solvable answer = Meet(first.cone, second.cone, mass_scale);
        if (answer == Solvable::kNear) {
          throw DegenerateScene(
              "modes " + first.name() + " and " + second.name() +
              ": degenerate within rounding, whether they overlap hangs on digits beyond the ninth");
        }
        if (answer == Solvable::kNo) continue;
      }
      first.overlaps.push_back(j);
      second.overlaps.push_back(i);
    }
  }
}

}  // namespace footing::tools
