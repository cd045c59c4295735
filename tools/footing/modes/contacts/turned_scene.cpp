#include "tools/footing/modes/contacts/turned_scene.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

namespace footing::tools {

namespace {

constexpr double kRoundings = 16 * 0x1p-53;
constexpr double kOrthonormal = 1e-12;
constexpr double kLeastTurn = 1e-3;  // rad, least angle of two normals with an axis between

// x, y, z of force or moment number `at` of a row.
Eigen::Map<const Eigen::Vector3d> ThreeOf(const DoubleVector& row, std::size_t at) {
  return Eigen::Map<const Eigen::Vector3d>(&row[3 * at]);
}

bool IsFrame(const Axes& axes) {
  return (axes * axes.transpose() - Axes::Identity()).cwiseAbs().maxCoeff() <= kOrthonormal;
}

DoubleVector Along(const Axes& axes, const DoubleVector& row) {
  DoubleVector along(row.size());
  for (std::size_t at = 0; at < row.size() / 3; ++at) {
    Eigen::Map<Eigen::Vector3d> to(&along[3 * at]);
    to = axes * ThreeOf(row, at);
  }
  return along;
}

// Turns back to the file's coordinates. Entries that are zero within rounding become zero.
DoubleVector Back(const Axes& axes, const DoubleVector& along) {
  DoubleVector row = Along(axes.transpose(), along);
  for (std::size_t k = 0; k < row.size(); ++k) {
    if (std::abs(row[k]) <= kRoundings * ThreeOf(along, k / 3).norm()) row[k] = 0;
  }
  return row;
}

// Reads numbers. Those of equal size within rounding become the same fraction, whatever their sign.
class SharedFractions {
 public:
  // A rounding is relative to the largest vector, but to at most 16 times the entry's own vector.
  ExactVector ReadRow(const DoubleVector& row) {
    double largest = 0;
    for (std::size_t at = 0; at < row.size() / 3; ++at) largest = std::max(largest, ThreeOf(row, at).norm());
    ExactVector result;
    for (std::size_t k = 0; k < row.size(); ++k) {
      result.push_back(Read(row[k], kRoundings * std::min(largest, 16 * ThreeOf(row, k / 3).norm())));
    }
    return result;
  }

  Exact Read(double value, double tolerance) {
    const double size = std::abs(value);
    const auto same = [&](const Known& known) {
      return std::abs(size - known.size) <= std::min(tolerance, known.tolerance);
    };
    auto known = std::find_if(known_.begin(), known_.end(), same);
    if (known == known_.end())
      known = known_.insert(known, {size, tolerance, SimplestFraction(size, tolerance)});
    return value < 0 ? -known->fraction : known->fraction;
  }

 private:
  struct Known {
    double size, tolerance;
    Exact fraction;
  };
  std::vector<Known> known_;
};

// If the moments of a contact's rows on a body are those of one point within rounding, makes them so exactly.
void ReadPoint(std::size_t body, SharedFractions* fractions, const std::array<ExactVector*, 3>& rows) {
  Axes force, moment;
  for (int i = 0; i < 3; ++i) {
    const DoubleVector row = ToDoubles(*rows[static_cast<unsigned>(i)]);
    force.row(i) = ThreeOf(row, 2 * body);
    moment.row(i) = ThreeOf(row, 2 * body + 1);
  }
  Eigen::Vector3d point(0, 0, 0);  // Σ d × (p × d) = 2 p
  for (int i = 0; i < 3; ++i) point += force.row(i).cross(moment.row(i)) / 2;
  Axes lever;
  for (int i = 0; i < 3; ++i) lever.row(i) = point.transpose().cross(force.row(i));
  const double size = std::max(1.0, point.norm());
  if (!IsFrame(force) || (lever - moment).cwiseAbs().maxCoeff() > kOrthonormal * size) return;
  ExactVector p;
  for (const double entry : point) p.push_back(fractions->Read(entry, kRoundings * size));
  for (ExactVector* row : rows) {
    const Exact* const d = &(*row)[6 * body];
    Exact* const to = &(*row)[6 * body + 3];
    for (int k = 0; k < 3; ++k) {
      const int i = (k + 1) % 3, j = (k + 2) % 3;
      to[k] = p[static_cast<unsigned>(i)] * d[j] - p[static_cast<unsigned>(j)] * d[i];
    }
  }
}

}  // namespace

std::vector<Axes> AxesOf(const ModesScene& scene) {
  const DoubleVector& weight = scene.length_weight;
  for (std::size_t k = 0; k < weight.size(); ++k) {
    if (weight.size() % 6 != 0 || weight[k] != weight[k - k % 3]) return {};
  }
  std::vector<Axes> all;
  const auto add = [&all](const Axes& axes) {
    const auto same = [&axes](const Axes& known) { return (known - axes).cwiseAbs().maxCoeff() <= 1e-9; };
    if (IsFrame(axes) && std::none_of(all.begin(), all.end(), same)) all.push_back(axes);
  };
  for (const SceneContact& contact : scene.contacts) {
    if (contact.tangents.size() != 2) continue;
    const DoubleVector normal = ToDoubles(contact.normal);
    std::size_t first = 0;  // the first vector in which the contact has a direction
    while (ThreeOf(normal, first).isZero(0)) ++first;
    Axes axes;
    axes.row(0) = ThreeOf(ToDoubles(contact.tangents[0]), first);
    axes.row(1) = ThreeOf(ToDoubles(contact.tangents[1]), first);
    axes.row(2) = ThreeOf(normal, first);
    add(axes);
  }
  const std::size_t frames = all.size();
  for (std::size_t i = 0; i < frames; ++i) {
    for (std::size_t j = i + 1; j < frames; ++j) {
      const Eigen::Vector3d n = all[i].row(2), m = all[j].row(2);
      if (n.cross(m).norm() < kLeastTurn) continue;
      Axes axes;
      axes.row(0) = n.cross(m).normalized();
      axes.row(2) = (n + m).normalized();
      axes.row(1) = axes.row(2).cross(axes.row(0));
      add(axes);
    }
  }
  add(Axes::Identity());
  return all;
}

ModesScene Turned(const ModesScene& scene, const Axes& axes) {
  ModesScene turned = scene;
  DoubleRows half;  // M Qᵀ; then Q is applied to its columns
  for (const ExactVector& row : scene.M) half.push_back(Along(axes, ToDoubles(row)));
  DoubleRows mass;
  for (std::size_t j = 0; j < scene.dof(); ++j) {
    DoubleVector column;
    for (const DoubleVector& row : half) column.push_back(row[j]);
    mass.push_back(Along(axes, column));
  }
  SetMass(mass, kRoundings, &turned);
  SharedFractions fractions;
  for (SceneContact& contact : turned.contacts) {
    contact.normal = fractions.ReadRow(Along(axes, ToDoubles(contact.normal)));
    for (ExactVector& tangent : contact.tangents)
      tangent = fractions.ReadRow(Along(axes, ToDoubles(tangent)));
    if (contact.tangents.size() != 2) continue;
    for (std::size_t body = 0; body < scene.dof() / 6; ++body)
      ReadPoint(body, &fractions, {&contact.normal, &contact.tangents[0], &contact.tangents[1]});
  }
  return turned;
}

std::vector<Mode> ListModesInAnyAxes(const ModesScene& scene, int directions) {
  try {
    return ListModes(scene, directions);
  } catch (const DegenerateScene&) {
    for (const Axes& axes : AxesOf(scene)) {
      try {
        std::vector<Mode> modes = ListModes(Turned(scene, axes), directions);
        for (Mode& mode : modes) {
          for (DoubleVector& row : mode.generators) row = Back(axes, row);
          for (DoubleVector& row : mode.faces) row = Back(axes, row);
        }
        return modes;
      } catch (const DegenerateScene&) {
      }
    }
    throw;
  }
}

}  // namespace footing::tools
