// Where a wrench lies in the modes' cones, and how far from their faces.
#pragma once

#include "tools/footing/modes/mode_list.hpp"

namespace footing::tools {

enum class Place { kInside, kOnFace, kOutside };

const char* PlaceWords(Place place);

struct WrenchPlace {
  Place place = Place::kOutside;
  // N. Inside the cone: the distance to the nearest face. Outside: negative, by the face that is exceeded
  // most. Moments count as τ / length.
  double margin = 0;
};

// A wrench is on a face if its distance from the face is within 1e-9 of its size. It is inside if it is not
// on a face, and lies in the cone's span where that has fewer dimensions.
std::vector<WrenchPlace> PlaceWrench(const ModesScene& scene, const std::vector<Mode>& modes,
                                     const DoubleVector& wrench);

// The mode whose cone has the wrench inside while no other cone holds it, not even on a face. If there is
// none: modes.size().
std::size_t GuaranteedMode(const std::vector<WrenchPlace>& places);

}  // namespace footing::tools
