// Reads a scene of rigid bodies in space again: in other axes, and so that each contact's three rows again
// belong to one point. What contacts have in common is then exact, even if rounding in the file's rows had
// lost it. Examples are the distance between two sticking points, or the plane in which they lie.
#pragma once

#include <Eigen/Core>

#include "tools/footing/modes/mode_list.hpp"

namespace footing::tools {

using Axes = Eigen::Matrix3d;  // unit vectors, one a row, in the file's coordinates

// The axes in which a scene may be exact, each once: the frames t1, t2, n of the contacts, the frames midway
// between two normals (a groove is symmetric in them), and the file's axes. Empty if the coordinates are not
// six for each body (x, y, z of a force and of a moment), judged by their number and length_weight.
std::vector<Axes> AxesOf(const ModesScene& scene);

// The scene with coordinates along `axes`. Numbers are read within 16 roundings; numbers that differ by less
// become the same. If a contact's rows are d and p × d for three orthonormal d within 1e-12, they become so
// exactly, for the fractions of d and p.
ModesScene Turned(const ModesScene& scene, const Axes& axes);

// ListModes of the file's rows as they are. If they are degenerate within rounding, ListModes of the scene
// turned to one of AxesOf. Generators and faces are in the file's coordinates. The exact cones stay in the
// coordinates in which they were found.
std::vector<Mode> ListModesInAnyAxes(const ModesScene& scene, int directions);

}  // namespace footing::tools
