#include "tools/modes/turned_scene.hpp"

#include <algorithm>
#include <cmath>

namespace footing::tools {

namespace {

using Numbers = std::vector<double>;
using Three = std::array<double, 3>;
constexpr double kRoundings = 16 * 0x1p-53;
constexpr double kOrthonormal = 1e-12;

double Dot(const Three& a, const Three& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double Length(const Three& a) { return std::hypot(a[0], a[1], a[2]); }

template <typename Vector>
Vector Cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// Entries 3 at to 3 at + 2 of a row.
template <typename Row>
Three ThreeOf(const Row& row, std::size_t at) {
  Three three;
  for (std::size_t k = 0; k < 3; ++k) {
    if constexpr (std::is_same_v<Row, RationalVector>)
      three[k] = row[3 * at + k].get_d();
    else
      three[k] = row[3 * at + k];
  }
  return three;
}

// The largest difference of a · b from what it is in an orthonormal frame.
double OffOrthonormal(const Axes& axes) {
  double off = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      off = std::max(off, std::abs(Dot(axes[i], axes[j]) - (i == j ? 1 : 0)));
    }
  }
  return off;
}

template <typename Row>
Numbers Along(const Axes& axes, const Row& row) {
  Numbers along;
  for (std::size_t k = 0; k < row.size(); ++k) along.push_back(Dot(axes[k % 3], ThreeOf(row, k / 3)));
  return along;
}

// And back to the file's coordinates; what is zero but for rounding is zero.
Numbers Back(const Axes& axes, const Numbers& along) {
  Numbers row;
  for (std::size_t k = 0; k < along.size(); ++k) {
    const Three three = ThreeOf(along, k / 3);
    const double entry = Dot({axes[0][k % 3], axes[1][k % 3], axes[2][k % 3]}, three);
    row.push_back(std::abs(entry) <= kRoundings * Length(three) ? 0 : entry);
  }
  return row;
}

// Reads numbers so that those which are equal but for rounding become one fraction, whatever their sign.
class SharedFractions {
 public:
  // The rounding meant is the largest vector's, so far as that is within 16 times the entry's own.
  RationalVector ReadRow(const Numbers& row) {
    double largest = 0;
    for (std::size_t k = 0; k < row.size() / 3; ++k) largest = std::max(largest, Length(ThreeOf(row, k)));
    RationalVector result;
    for (std::size_t k = 0; k < row.size(); ++k) {
      result.push_back(Read(row[k], kRoundings * std::min(largest, 16 * Length(ThreeOf(row, k / 3)))));
    }
    return result;
  }

  Rational Read(double value, double tolerance) {
    const double size = std::abs(value);
    const auto same = [&](const Known& known) {
      return std::abs(size - known.size) <= std::min(tolerance, known.tolerance);
    };
    auto known = std::find_if(known_.begin(), known_.end(), same);
    if (known == known_.end())
      known = known_.insert(known, {size, tolerance, SimplestFraction(size, tolerance)});
    return value < 0 ? Rational(-known->fraction) : known->fraction;
  }

 private:
  struct Known {
    double size, tolerance;
    Rational fraction;
  };
  std::vector<Known> known_;
};

// Moments of a contact's rows on a body, from one point, where they are to rounding: Σ d × (p × d) = 2 p.
void ReadPoint(std::size_t body, SharedFractions* fractions, std::array<RationalVector*, 3> rows) {
  Axes force, moment;
  Three point{};
  for (std::size_t i = 0; i < 3; ++i) {
    force[i] = ThreeOf(*rows[i], 2 * body);
    moment[i] = ThreeOf(*rows[i], 2 * body + 1);
    const Three part = Cross(force[i], moment[i]);
    for (std::size_t k = 0; k < 3; ++k) point[k] += part[k] / 2;
  }
  const double size = std::max(1.0, Length(point));
  bool rigid = OffOrthonormal(force) <= kOrthonormal;
  for (std::size_t i = 0; i < 3; ++i) {
    const Three lever = Cross(point, force[i]);
    for (std::size_t k = 0; k < 3; ++k) rigid &= std::abs(lever[k] - moment[i][k]) <= kOrthonormal * size;
  }
  if (!rigid) return;
  RationalVector exact;
  for (const double entry : point) exact.push_back(fractions->Read(entry, kRoundings * size));
  for (RationalVector* row : rows) {
    const auto at = row->begin() + static_cast<std::ptrdiff_t>(6 * body);
    const RationalVector lever = Cross(exact, RationalVector(at, at + 3));
    std::copy(lever.begin(), lever.end(), at + 3);
  }
}

}  // namespace

std::vector<Axes> AxesOfContacts(const ModesScene& scene) {
  const std::vector<double>& weight = scene.length_weight;
  for (std::size_t k = 0; k < weight.size(); ++k) {
    if (weight.size() % 6 != 0 || weight[k] != weight[k - k % 3]) return {};
  }
  std::vector<Axes> all;
  for (const SceneContact& contact : scene.contacts) {
    if (contact.tangents.size() != 2) continue;
    std::size_t first = 0;  // of the threes in which the contact has a direction
    while (Length(ThreeOf(contact.normal, first)) == 0) ++first;
    const Axes axes = {ThreeOf(contact.tangents[0], first), ThreeOf(contact.tangents[1], first),
                       ThreeOf(contact.normal, first)};
    const auto same = [&axes](const Axes& known) {
      double off = 0;
      for (std::size_t k = 0; k < 9; ++k)
        off = std::max(off, std::abs(known[k / 3][k % 3] - axes[k / 3][k % 3]));
      return off <= 1e-9;
    };
    if (OffOrthonormal(axes) <= kOrthonormal && std::none_of(all.begin(), all.end(), same))
      all.push_back(axes);
  }
  return all;
}

ModesScene Turned(const ModesScene& scene, const Axes& axes) {
  ModesScene turned = scene;
  std::vector<Numbers> columns;  // Q M = (M Qᵀ)ᵀ
  for (const RationalVector& row : scene.M) columns.push_back(Along(axes, row));
  std::vector<Numbers> mass;
  for (std::size_t j = 0; j < scene.dof(); ++j) {
    Numbers row;
    for (const Numbers& column : columns) row.push_back(column[j]);
    mass.push_back(Along(axes, row));
  }
  SetMass(mass, kRoundings, &turned);
  SharedFractions fractions;
  for (SceneContact& contact : turned.contacts) {
    contact.normal = fractions.ReadRow(Along(axes, contact.normal));
    for (RationalVector& tangent : contact.tangents) tangent = fractions.ReadRow(Along(axes, tangent));
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
    for (const Axes& axes : AxesOfContacts(scene)) {
      try {
        std::vector<Mode> modes = ListModes(Turned(scene, axes), directions);
        for (Mode& mode : modes) {
          for (Numbers& row : mode.generators) row = Back(axes, row);
          for (Numbers& row : mode.faces) row = Back(axes, row);
        }
        return modes;
      } catch (const DegenerateScene&) {
      }
    }
    throw;
  }
}

}  // namespace footing::tools
