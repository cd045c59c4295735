// Contact problems as robots have them, seeded: (seed, scene, index) always gives the same problem, in any
// scalar. M and J are those of bodies. The Delassus matrix and the free velocity are computed in long double.
#pragma once

#include "tests/support/scenes/random_legged.hpp"

namespace footing {

// All but kDuplicates have copied contacts in a tenth of their problems. kDuplicates draws from the first
// four and always copies. kNegativeBias draws from the first four, with wanted (negative) normal velocities.
enum class RobotScene {
  kQuadrupedPoint,  // 18 dof, up to 4 contacts
  kQuadrupedFlat,   // 26 dof, or 18 with the ankles locked, up to 16 contacts
  kBipedFlat,       // 18 dof, up to 8 contacts
  kBoxes,           // 1 to 3 boxes, mass ratios to 1e3, up to 12 contacts
  kMassRatio,       // as kBoxes, mass ratios to 1e6
  kDuplicates,
  kNegativeBias,
};
inline constexpr int kRobotScenes = 7;

constexpr const char* Name(RobotScene scene) {
  switch (scene) {
    case RobotScene::kQuadrupedPoint: return "quadruped point";
    case RobotScene::kQuadrupedFlat: return "quadruped flat";
    case RobotScene::kBipedFlat: return "biped flat";
    case RobotScene::kBoxes: return "boxes";
    case RobotScene::kMassRatio: return "mass ratio";
    case RobotScene::kDuplicates: return "duplicates";
    case RobotScene::kNegativeBias: return "negative bias";
  }
  return "?";
}

// The number of contacts that a ContactProblem must hold.
constexpr int MostContacts(RobotScene scene) {
  switch (scene) {
    case RobotScene::kQuadrupedPoint: return 6;
    case RobotScene::kBipedFlat: return 10;
    case RobotScene::kBoxes:
    case RobotScene::kMassRatio: return 14;
    default: return kMostContacts;
  }
}

class RobotContacts {
 public:
  explicit RobotContacts(std::uint64_t seed) : seed_(seed) {}

  // Draws problem `index` of a scene; Fill then writes it in any scalar.
  void Draw(RobotScene scene, std::uint64_t index) {
    Random random(Mix(Mix(seed_ ^ Mix(static_cast<std::uint64_t>(scene) + 1)) ^ index));
    dt_ = Chance(0.8, random) ? 1e-3 : LogUniform(1e-4, 5e-3, random);
    RobotScene kind = scene;
    if (scene == RobotScene::kDuplicates || scene == RobotScene::kNegativeBias) {
      kind = static_cast<RobotScene>(random.Integer(4));
    }
    if (kind == RobotScene::kBoxes || kind == RobotScene::kMassRatio) {
      DrawBoxes(kind == RobotScene::kBoxes ? 1e3 : 1e6, random);
    } else {
      DrawRobot(kind, random);
    }
    if (scene == RobotScene::kNegativeBias) {
      WantVelocities(random);
    } else {
      DrawGaps(random);
    }
    if (scene == RobotScene::kDuplicates || Chance(0.1, random)) CopyContact(random);
  }

  template <typename Scalar, int kContacts, int kJointRows>
  void Fill(ContactProblem<Scalar, kContacts, kJointRows>* problem) const {
    contacts_.Fill(dt_, problem);
  }

  template <typename Scalar, int kContacts, int kJointRows>
  void Draw(RobotScene scene, std::uint64_t index, ContactProblem<Scalar, kContacts, kJointRows>* problem) {
    Draw(scene, index);
    Fill(problem);
  }

 private:
  // Steele, Lea, Flood 2014 (splitmix64), so that neighbouring numbers give different problems.
  static std::uint64_t Mix(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
  }

  void DrawRobot(RobotScene kind, Random& random) {
    const bool biped = kind == RobotScene::kBipedFlat;
    const double mass = biped ? LogUniform(8, 90, random) : LogUniform(2, 90, random);
    const double size = random.Uniform(0.06, 0.1) * (mass < 8 ? 1.5 : mass < 30 ? 2.5 : 4);
    const auto motion = static_cast<SceneMotion>(random.Integer(4));
    const GroundNormals ground(random);
    LeggedRobot robot(dt_, mass, size, motion, random, &contacts_);
    const int legs = biped ? 2 : 4;
    // All feet, one foot, a diagonal, or any feet.
    const int all = (1 << legs) - 1;
    const int stands = Chance(0.6, random)   ? all
                       : Chance(0.4, random) ? (biped ? 1 : 6)
                                             : 1 + random.Integer(all);
    const int standing = __builtin_popcount(static_cast<unsigned>(stands));
    const bool has_locked = Chance(0.2, random);
    const bool ankles = Chance(0.5, random);
    for (int leg = 0; leg < legs; ++leg) {
      const LegShape shape =
          biped ? BipedLeg(leg, size) : QuadrupedLeg(leg, size, kind == RobotScene::kQuadrupedFlat);
      int locked = shape.joints == 5 && !ankles ? 0b11000 : 0;
      int stiff = 0;
      if (has_locked && Chance(0.5, random)) {
        const int which = Chance(0.5, random) ? 63 : random.Integer(64);
        (Chance(0.6, random) ? locked : stiff) |= which;
      }
      const double leg_mass = 0.4 * mass / legs * random.Uniform(0.5, 1.2);
      robot.AddLeg(shape, leg_mass, locked, stiff, (stands >> leg & 1) != 0, 9.81 * mass / standing, ground);
    }
    robot.Finish();
  }

  // Boxes on the ground or on one another, in contact at the corners. A single box may have four contacts
  // more, either on the ground or at a wall.
  void DrawBoxes(double ratio, Random& random) {
    const int boxes = 1 + random.Integer(3);
    const GroundNormals ground(random);
    const auto motion = static_cast<SceneMotion>(random.Integer(4));
    // The coordinates are the slope's own axes, in which gravity is tilted.
    const Turn& slope = ground.common();
    gravity_ = -kSceneGravity * Point(slope(2, 1), slope(2, 2), slope(2, 0));
    contacts_.Clear(6 * boxes);
    const double mass = LogUniform(0.1, 100, random);
    const int order = random.Integer(2);  // heavy on light, or light on heavy
    std::array<Point, kMostBodies> half;
    for (int b = 0; b < boxes; ++b) {
      const auto i = static_cast<unsigned>(b);
      for (int k = 0; k < 3; ++k) half[i][k] = random.Uniform(0.05, 0.3);
      const bool partner = b % 2 != order;
      masses_[i] = partner ? mass * LogUniform(1.0 / ratio, 1.0, random) : mass;
      DrawBoxMotion(b, half[i], motion, random);
    }
    for (int b = 0; b < boxes; ++b) {
      const auto i = static_cast<unsigned>(b);
      const Point down(0, 0, -half[i][2]);
      const double mu = RandomMu(random);
      const bool alike = Chance(0.8, random);
      const bool more = boxes == 1 && Chance(0.4, random);
      const bool wall = Chance(0.5, random);
      for (int c = 0; c < (more ? 8 : 4); ++c) {
        Point p(c % 2 == 0 ? half[i][0] : -half[i][0], c % 4 < 2 ? half[i][1] : -half[i][1], 0);
        Turn axes = ground.differs() ? ground.Axes(random) : ContactAxes(0.0, 0.0);
        if (b > 0) {  // inside both faces, with the normal of the face below
          const auto below = static_cast<unsigned>(b - 1);
          for (int k = 0; k < 2; ++k) p[k] = std::clamp(p[k], -half[below][k], half[below][k]);
          axes = ContactAxes(0.0, 0.0);
        }
        if (c >= 4 && wall) {
          p[0] = half[i][0];
          p[2] = c < 6 ? half[i][2] : -half[i][2];
          axes = ContactAxes(1.5707963267948966, 3.141592653589793);
        } else {
          if (c >= 4) p *= Real(0.5);
          p += down;
        }
        const int contact = contacts_.contacts++;
        const auto n = static_cast<unsigned>(contact);
        contacts_.mu[n] = alike ? mu : RandomMu(random);
        contacts_.leg[n] = -1;
        contacts_.common.middleRows<3>(3 * contact).setZero();
        AddPoint(contact, b, Real(1), p, axes);
        if (b > 0) {
          p[2] = half[static_cast<unsigned>(b - 1)][2];
          AddPoint(contact, b - 1, Real(-1), p, axes);
        }
      }
    }
  }

  void DrawBoxMotion(int b, const Point& half, SceneMotion motion, Random& random) {
    const auto i = static_cast<unsigned>(b);
    const double gentle = motion == SceneMotion::kRest ? (Chance(0.5, random) ? 0.0 : 1e-3) : 0.5;
    const Point spin = 2 * RandomVector(gentle, random);
    Point velocity = RandomVector(gentle, random);
    if (motion == SceneMotion::kLand) velocity[2] -= random.Uniform(0.2, 2.5);
    if (motion == SceneMotion::kSlide) velocity.head<2>() += RandomVector(2.0, random).head<2>();
    Point force = gravity_;  // per kg
    if (Chance(0.3, random)) force += RandomVector(8.0, random);
    for (int k = 0; k < 3; ++k) {
      const double linear = std::sqrt(masses_[i]);
      const double square = half.squaredNorm() - half[k] * half[k];
      const double angular = std::sqrt(masses_[i] * square / 3.0);
      root_[6 * i + static_cast<unsigned>(k)] = linear;
      root_[6 * i + 3 + static_cast<unsigned>(k)] = angular;
      contacts_.common_state[6 * b + k] = Real(linear) * Real(velocity[k] + dt_ * force[k]);
      contacts_.common_state[6 * b + 3 + k] = Real(angular) * Real(spin[k]);
    }
  }

  void AddPoint(int contact, int b, Real sign, const Point& p, const Turn& axes) {
    for (int k = 0; k < 3; ++k) {
      auto row = contacts_.common.row(3 * contact + k);
      const Point direction = axes.col(k);
      const Point arm = p.cross(direction);
      for (int j = 0; j < 3; ++j) {
        row[6 * b + j] = sign * Real(direction[j]) / Real(root_[static_cast<unsigned>(6 * b + j)]);
        row[6 * b + 3 + j] = sign * Real(arm[j]) / Real(root_[static_cast<unsigned>(6 * b + 3 + j)]);
      }
    }
  }

  // A fifth of the problems have open gaps. In a tenth some contacts close without any force.
  void DrawGaps(Random& random) {
    contacts_.bias.fill(0);
    const bool open = Chance(0.2, random);
    const bool grazing = Chance(0.1, random);
    for (int c = 0; c < contacts_.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      if (open && Chance(0.5, random)) contacts_.bias[i] = LogUniform(1e-6, 2e-3, random) / dt_;
      if (grazing && Chance(0.5, random)) {
        contacts_.bias[i] = std::max(0.0, -static_cast<double>(contacts_.FreeVelocity(3 * c)));
      }
    }
  }

  // The wanted velocity is a restitution, or a push out of the ground.
  void WantVelocities(Random& random) {
    contacts_.bias.fill(0);
    const bool bounces = Chance(0.5, random);
    const double restitution = random.Uniform(0, 1);
    const double alike = random.Uniform(0, 0.5);
    const bool push_alike = Chance(0.5, random);
    for (int c = 0; c < contacts_.contacts; ++c) {
      const auto i = static_cast<unsigned>(c);
      const double closing = std::max(0.0, -static_cast<double>(contacts_.FreeVelocity(3 * c)));
      const double push = push_alike ? alike : random.Uniform(0, 0.5);
      contacts_.bias[i] = bounces ? -restitution * closing : -push;
    }
  }

  // Copies one contact once or twice. Without room the copies replace the last contacts.
  void CopyContact(Random& random) {
    const int copies = 1 + random.Integer(2);
    const int kept = std::min(contacts_.contacts, kMostContacts - copies);
    const int source = random.Integer(kept);
    contacts_.contacts = kept + copies;
    for (int c = kept; c < kept + copies; ++c) {
      const auto i = static_cast<unsigned>(c);
      const auto from = static_cast<unsigned>(source);
      for (int k = 0; k < 3; ++k) {
        contacts_.common.row(3 * c + k) = contacts_.common.row(3 * source + k);
        contacts_.own.row(3 * c + k) = contacts_.own.row(3 * source + k);
      }
      contacts_.leg[i] = contacts_.leg[from];
      contacts_.mu[i] = contacts_.mu[from];
      contacts_.bias[i] = contacts_.bias[from];
    }
  }

  std::uint64_t seed_;
  double dt_ = 1e-3;
  WhitenedContacts contacts_;
  Point gravity_;                               // m/s²
  std::array<double, kMostBodies> masses_{};    // kg
  std::array<double, 6 * kMostBodies> root_{};  // of the boxes' diagonal mass matrix
};

}  // namespace footing
