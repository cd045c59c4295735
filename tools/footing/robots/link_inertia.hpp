// What a link's inertia must be: that of a body. The sum of two principal moments is at least the third.
#pragma once

#include <Eigen/Core>
#include <string>

#include "core/dynamics/robot_model.hpp"

namespace footing::tools {

Eigen::Matrix3d InertiaMatrix(const LinkInertia<double>& link);  // kg·m² about the com
std::array<double, 6> InertiaArray(const Eigen::Matrix3d& inertia);

struct PrincipalInertia {
  Eigen::Vector3d moments;  // kg·m², ascending
  Eigen::Matrix3d axes;     // its columns, right-handed
};
PrincipalInertia ToPrincipal(const Eigen::Matrix3d& inertia);

// "" for the inertia of a body. Else what is wrong with it, with figures. Violations of 1e-6 of the largest
// moment are rounding.
std::string InertiaFault(const Eigen::Matrix3d& inertia);

// The principal moments in words: "0.1, 0.2, 0.3 kg m2".
std::string MomentsOf(const Eigen::Matrix3d& inertia);

// True if the moments break the triangle inequality alone; then they can be repaired.
bool BreaksTriangle(const Eigen::Matrix3d& inertia);

// Raises the two smallest principal moments equally, until their sum is the third. The axes stay.
Eigen::Matrix3d RepairedInertia(const Eigen::Matrix3d& inertia);

// The inertia of two parts that move as one, of which one or both may have no mass.
LinkInertia<double> JoinParts(const LinkInertia<double>& a, const LinkInertia<double>& b);

}  // namespace footing::tools
