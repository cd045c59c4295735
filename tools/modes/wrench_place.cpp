#include "tools/modes/wrench_place.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace footing::tools {

namespace {

WrenchPlace PlaceIn(const Mode& mode, const std::vector<double>& wrench, double size) {
  const double allowed = 1e-9 * size;
  double off_space = 0;
  double exceeded = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < mode.faces.size(); ++i) {
    double& most = i < mode.cone.faces.size() ? exceeded : off_space;
    most = std::max(most, Dot(mode.faces[i], wrench));
  }
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
                                     const std::vector<double>& wrench) {
  double size = 0;
  for (std::size_t k = 0; k < wrench.size(); ++k) size = std::hypot(size, scene.length_weight[k] * wrench[k]);
  std::vector<WrenchPlace> places;
  for (const Mode& mode : modes) places.push_back(PlaceIn(mode, wrench, size));
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
