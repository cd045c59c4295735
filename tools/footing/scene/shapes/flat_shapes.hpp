// Contacts of shapes in the plane: convex polygons, circles, points and half planes. All are in world
// coordinates, z = 0.
#pragma once

#include "tools/footing/scene/scene.hpp"

namespace footing::tools {

// Appends the contacts of two placed shapes whose gap is at most `margin` [m]. Only point, normal (toward the
// first), gap, kind and round centres are set. Two polygons: the face of largest separation, and the ends of
// the other's opposite edge, clipped to the face. A plane is the second of a pair, and a circle is before a
// polygon. Points touch half planes alone.
void FindFlatContacts(const SceneShape& first, const SceneShape& second, double margin,
                      std::vector<SceneTouch>* touches);

}  // namespace footing::tools
