// Contacts of shapes in space: boxes, spheres and half spaces. A box is turned as its body is.
#pragma once

#include "tools/footing/scene/scene.hpp"

namespace footing::tools {

// A shape in the world. The columns of `axes` are a box's.
struct PlacedShape {
  SceneShape shape;
  Eigen::Matrix3d axes = Eigen::Matrix3d::Identity();
};

// Appends the contacts of two placed shapes whose gap is at most `margin` [m], as FindFlatContacts does. A
// plane is the second of a pair, and a sphere is before a box. Two boxes: of the 15 axes of separation the
// one with the largest gap. For a face these are the corners of the other box's nearest face, clipped to it;
// for two edges it is one contact.
void FindSolidContacts(const PlacedShape& first, const PlacedShape& second, double margin,
                       std::vector<SceneTouch>* touches);

}  // namespace footing::tools
