// A planar scene in pixels: points, the view of a panel, and the SVG of its shapes and contacts.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "tools/footing/modes/contacts/modes_scene.hpp"

namespace footing::tools {

inline constexpr double kPanel = 280;  // px, width of a panel and height of its picture
inline constexpr double kTitle = 30;   // px

struct PlanePoint {
  double x = 0;
  double y = 0;
};
inline PlanePoint operator+(PlanePoint a, PlanePoint b) { return {a.x + b.x, a.y + b.y}; }
inline PlanePoint operator-(PlanePoint a, PlanePoint b) { return {a.x - b.x, a.y - b.y}; }
inline PlanePoint operator*(double s, PlanePoint a) { return {s * a.x, s * a.y}; }
inline double Dot(PlanePoint a, PlanePoint b) { return a.x * b.x + a.y * b.y; }
inline double Norm(PlanePoint a) { return std::hypot(a.x, a.y); }

// The normal's or the tangent's direction in the plane, not normalized.
PlanePoint Direction(const ExactVector& row);

// The contact point, from the levers r × n and r × t. Without a tangent it is the point of the normal's line
// nearest to the origin.
PlanePoint ContactPoint(const SceneContact& contact);

// From metres to pixels of a panel.
struct View {
  PlanePoint middle;
  double scale = 1;  // px / m

  PlanePoint At(PlanePoint p) const {
    return {kPanel / 2 + scale * (p.x - middle.x), kTitle + kPanel / 2 - scale * (p.y - middle.y)};
  }
  // The origin, where the wrench acts, or the point of the picture nearest to it.
  PlanePoint Origin() const {
    constexpr double kFromEdge = 60;
    const PlanePoint p = At({0, 0});
    return {std::clamp(p.x, kFromEdge, kPanel - kFromEdge),
            std::clamp(p.y, kTitle + kFromEdge, kTitle + kPanel - kFromEdge)};
  }
};

// The view contains the shapes and contacts; without shapes, the contacts and the origin.
View ViewOf(const ModesScene& scene);

std::string ShapesSvg(const ModesScene& scene, const View& view);

// A dot for a closed contact, a ring for an open one. With `cones`, also its number and its friction cone.
std::string ContactsSvg(const ModesScene& scene, const View& view, bool cones);

}  // namespace footing::tools
