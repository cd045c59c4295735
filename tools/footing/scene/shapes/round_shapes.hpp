// What contacts in the plane and in space share: round shapes, and points on a plane.
#pragma once

#include "tools/footing/scene/scene.hpp"

namespace footing::tools {

// A contact of flat surfaces or edges, without bodies and friction.
SceneTouch TouchAt(const Point& point, const Point& normal, double gap, RigidContactKind kind);

// Appends the contact of two circles or two spheres whose gap is at most `margin` [m].
void FindRoundContact(const SceneShape& first, const SceneShape& second, double margin,
                      std::vector<SceneTouch>* touches);

// Appends the contacts with a plane of these points, or of a circle or a sphere.
void FindPointsOnPlane(const std::vector<Point>& points, const SceneShape& plane, double margin,
                       std::vector<SceneTouch>* touches);
void FindRoundOnPlane(const SceneShape& round, const SceneShape& plane, double margin,
                      std::vector<SceneTouch>* touches);

}  // namespace footing::tools
