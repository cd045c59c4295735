// A scene of rigid bodies in space, read anew: in other axes, and so that each contact's three rows are again
// those of one point. What contacts share, as the distance between two points that stick, or the plane that
// they lie in, is then exact, where rounding in the file's rows had lost it.
#pragma once

#include <Eigen/Core>

#include "tools/modes/mode_list.hpp"

namespace footing::tools {

using Axes = Eigen::Matrix3d;  // unit vectors, one a row, in the file's coordinates

// In which a scene may be exact: the frames t1, t2, n of the contacts, those midway between two normals, of
// which a groove is the mirror image of itself, and the file's; each once. None where coordinates are not six
// a body, x, y, z of a force and of a moment, by their number and length_weight.
std::vector<Axes> AxesOf(const ModesScene& scene);

// The scene with coordinates along `axes`. Numbers are read within 16 roundings; such as differ by less
// become the same. Where a contact's rows are d and p × d for three orthonormal d, to 1e-12, they are that
// exactly, for the fractions that d and p are read as.
ModesScene Turned(const ModesScene& scene, const Axes& axes);

// ListModes of the file's rows as they are, and where they are degenerate within rounding, of the scene
// turned to one of AxesOf. Generators and faces are in the file's coordinates; the exact cones stay in those
// in which they were found.
std::vector<Mode> ListModesInAnyAxes(const ModesScene& scene, int directions);

}  // namespace footing::tools
