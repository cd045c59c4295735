#include "tools/footing/robots/link_inertia.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <cstdio>

namespace footing::tools {

namespace {

constexpr double kInertiaRounding = 1e-6;  // of the largest moment: files have six digits

std::string Moments(const Eigen::Vector3d& moments) {
  char text[96];
  const auto clean = [&](int k) { return std::fabs(moments[k]) < 1e-12 * moments[2] ? 0 : moments[k]; };
  std::snprintf(text, sizeof text, "%.6g, %.6g, %.6g kg m2", clean(0), clean(1), clean(2));
  return text;
}

// Ascending.
Eigen::Vector3d PrincipalMoments(const Eigen::Matrix3d& inertia) {
  return Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(inertia, Eigen::EigenvaluesOnly).eigenvalues();
}

}  // namespace

Eigen::Matrix3d InertiaMatrix(const LinkInertia<double>& link) {
  const auto& i = link.inertia;
  Eigen::Matrix3d inertia;
  inertia << i[0], i[3], i[4], i[3], i[1], i[5], i[4], i[5], i[2];
  return inertia;
}

std::string MomentsOf(const Eigen::Matrix3d& inertia) { return Moments(PrincipalMoments(inertia)); }

std::array<double, 6> InertiaArray(const Eigen::Matrix3d& i) {
  return {i(0, 0), i(1, 1), i(2, 2), i(0, 1), i(0, 2), i(1, 2)};
}

PrincipalInertia ToPrincipal(const Eigen::Matrix3d& inertia) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia);
  PrincipalInertia principal{solver.eigenvalues(), solver.eigenvectors()};
  if (principal.axes.determinant() < 0) principal.axes.col(2) *= -1;
  return principal;
}

bool BreaksTriangle(const Eigen::Matrix3d& inertia) {
  const Eigen::Vector3d moments = PrincipalMoments(inertia);
  return moments[0] >= -kInertiaRounding * moments[2] &&
         moments[0] + moments[1] < (1 - kInertiaRounding) * moments[2];
}

std::string InertiaFault(const Eigen::Matrix3d& inertia) {
  const Eigen::Vector3d moments = PrincipalMoments(inertia);
  if (!(moments[2] > 0) || moments[0] < -kInertiaRounding * moments[2]) {
    return "inertia is not positive: principal moments " + Moments(moments);
  }
  if (BreaksTriangle(inertia)) {
    return "no rigid body has such an inertia: principal moments " + Moments(moments) +
           ", the first two sum to less than the third";
  }
  return "";
}

Eigen::Matrix3d RepairedInertia(const Eigen::Matrix3d& inertia) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> principal(inertia);
  Eigen::Vector3d moments = principal.eigenvalues();
  // A hair more, so that rounding does not break it again.
  const double missing = (1 + 1e-12) * moments[2] - moments[0] - moments[1];
  if (missing <= 0) return inertia;
  moments[0] += missing / 2;
  moments[1] += missing / 2;
  const Eigen::Matrix3d& axes = principal.eigenvectors();
  Eigen::Matrix3d repaired = axes * moments.asDiagonal() * axes.transpose();
  repaired = (repaired + repaired.transpose()).eval() / 2;
  return repaired;
}

LinkInertia<double> JoinParts(const LinkInertia<double>& a, const LinkInertia<double>& b) {
  if (a.mass + b.mass > 0) return Join(a, b);
  LinkInertia<double> sum = a;
  for (std::size_t k = 0; k < 6; ++k) sum.inertia[k] += b.inertia[k];
  return sum;
}

}  // namespace footing::tools
