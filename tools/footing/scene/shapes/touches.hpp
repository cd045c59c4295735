// The contacts of a scene as its bodies stand: found from the shapes, or those that the file lists.
#pragma once

#include "tools/footing/scene/scene.hpp"

namespace footing::tools {

// Every contact that is closed, or whose gap is at most `near` [m] plus twice what its approach closes in a
// step of scene.options.dt. Shapes of one body, of two fixed bodies or without a common level do not touch.
// The first body of a contact moves.
std::vector<SceneTouch> FindTouches(const Scene& scene, double near);

// Columns n, t1, t2 of a contact. In the plane t1 is n turned by a quarter counter-clockwise. In space it is
// the file's `tangent`, or else that of ContactFrame.
Eigen::Matrix3d FrameOf(const Scene& scene, const SceneTouch& touch);

// Velocity of the first body's point less that of the second's, the belt's included [m/s, world axes].
Point RelativeVelocity(const Scene& scene, const SceneTouch& touch);

}  // namespace footing::tools
