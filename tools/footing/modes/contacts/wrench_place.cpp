#include "tools/footing/modes/contacts/wrench_place.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace footing::tools {

namespace {

double Length(const DoubleVector& numbers) {
  double length = 0;
  for (const double x : numbers) length = std::hypot(length, x);
  return length;
}

// The distance from the space in which all `equalities` (of length 1) are zero. They may be nearly parallel,
// and each may occur with both signs. So Gram–Schmidt, applied twice, makes a basis of them.
double Distance(const DoubleRows& equalities, const DoubleVector& from) {
  constexpr double kDependent = 1e-8;
  DoubleRows basis;
  double distance = 0;
  for (DoubleVector row : equalities) {
    for (int pass = 0; pass < 2; ++pass) {
      for (const DoubleVector& unit : basis) {
        const double along = Dot(unit, row);
        for (std::size_t k = 0; k < row.size(); ++k) row[k] -= along * unit[k];
      }
    }
    const double length = Length(row);
    if (length < kDependent) continue;
    for (double& x : row) x /= length;
    distance = std::hypot(distance, Dot(row, from));
    basis.push_back(std::move(row));
  }
  return distance;
}

// `wrench`: its moments are divided by the length.
WrenchPlace PlaceIn(const ModesScene& scene, const Mode& mode, const DoubleVector& wrench) {
  const double allowed = 1e-9 * Length(wrench);
  double exceeded = -std::numeric_limits<double>::infinity();
  DoubleRows equalities;
  for (std::size_t i = 0; i < mode.faces.size(); ++i) {
    DoubleVector face = mode.faces[i];
    for (std::size_t k = 0; k < face.size(); ++k) face[k] /= scene.length_weight[k];
    if (i < mode.cone.faces.size())
      exceeded = std::max(exceeded, Dot(face, wrench));
    else
      equalities.push_back(std::move(face));
  }
  const double off_space = Distance(equalities, wrench);
  WrenchPlace place;
  place.margin = 0 - (off_space > allowed ? std::max(exceeded, off_space) : exceeded);
  if (off_space > allowed || exceeded > allowed) return place;
  place.place = exceeded < -allowed || mode.cone.faces.empty() ? Place::kInside : Place::kOnFace;
  return place;
}

}  // namespace

const char* PlaceWords(Place place) {
  switch (place) {
    case Place::kInside: return "inside";
    case Place::kOnFace: return "on a face";
    case Place::kOutside: return "outside";
  }
  return "?";
}

std::vector<WrenchPlace> PlaceWrench(const ModesScene& scene, const std::vector<Mode>& modes,
                                     const DoubleVector& wrench) {
  // Scaled so that the largest entry is near 1 and nothing overflows.
  double largest = 0;
  for (const double x : wrench) largest = std::max(largest, std::abs(x));
  const int exponent = largest > 0 ? std::ilogb(largest) : 0;
  DoubleVector scaled = wrench;
  for (std::size_t k = 0; k < wrench.size(); ++k)
    scaled[k] = scene.length_weight[k] * std::ldexp(wrench[k], -exponent);
  std::vector<WrenchPlace> places;
  for (const Mode& mode : modes) {
    places.push_back(PlaceIn(scene, mode, scaled));
    places.back().margin = std::ldexp(places.back().margin, exponent);
  }
  return places;
}

std::size_t GuaranteedMode(const std::vector<WrenchPlace>& places) {
  std::size_t guaranteed = places.size();
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].place == Place::kOutside) continue;
    if (guaranteed != places.size() || places[i].place == Place::kOnFace) return places.size();
    guaranteed = i;
  }
  return guaranteed;
}

}  // namespace footing::tools
