// Where a wrench lies in the modes' cones, and how far from their faces.
#pragma once

#include "tools/modes/mode_list.hpp"

namespace footing::tools {

enum class Place { kInside, kOnFace, kOutside };

const char* PlaceWords(Place place);

struct WrenchPlace {
  Place place = Place::kOutside;
  // N: to the nearest face of the cone, within it; negative outside, by the face that is exceeded most.
  // Moments count as τ / length.
  double margin = 0;
};

// A wrench within 1e-9 of its size of a face is on it. Inside: not on a face, and in the cone's own space
// where that has fewer dimensions.
std::vector<WrenchPlace> PlaceWrench(const ModesScene& scene, const std::vector<Mode>& modes,
                                     const DoubleVector& wrench);

// The mode that has the wrench inside while no other holds it even on a face; modes.size() if none.
std::size_t GuaranteedMode(const std::vector<WrenchPlace>& places);

}  // namespace footing::tools
