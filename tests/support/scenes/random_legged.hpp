// A legged robot with random bodies, posture, motion and torques, reduced to its contacts.
#pragma once

#include "tests/support/scenes/leg_shape.hpp"

namespace footing {

// A floating base with legs. Call AddLeg for each leg, then Finish; `out` then holds the contacts.
class LeggedRobot {
 public:
  LeggedRobot(double dt, double mass, double size, SceneMotion motion, Random& random, WhitenedContacts* out)
      : dt_(dt), mass_(mass), size_(size), motion_(motion), random_(random), out_(*out) {
    out_.Clear(6);
    wild_ = Chance(0.05, random);
    const Point lean = RandomVector(wild_ ? 3.14 : 0.3, random);
    base_axes_ = Rotation(2, random.Uniform(-3.14, 3.14));
    for (int k = 0; k < 2; ++k) TurnAbout(k, lean[k], &base_axes_);
    passive_ = Chance(0.2, random);
    const Point centre = RandomVector(0.1 * size, random);
    AddBody(0.6 * mass, centre, Inertia(0.6 * mass, {1.0, 0.5, 0.4}, base_axes_));
    DrawBaseVelocity();
    if (Chance(0.2, random)) base_force_.head<3>() = RandomVector(4.0 * mass, random);  // a push
  }

  // `locked` joints (bit by bit) move with the base. `stiff` joints have their drive's stiffness in M.
  void AddLeg(const LegShape& shape, double leg_mass, int locked, int stiff, bool stands, double load,
              const GroundNormals& ground) {
    const int leg = legs_++;
    Turn axes = base_axes_;
    Point place = Point::Zero();
    std::array<Point, kMostLegJoints> axis;
    std::array<Point, kMostLegJoints> centre;
    int n = 0;
    leg_mass_.setZero();
    coupling_.setZero();
    const double spread = wild_ ? 3.0 : 0.35;
    const bool straight = Chance(0.05, random_);
    for (int j = 0; j < shape.joints; ++j) {
      const auto i = static_cast<unsigned>(j);
      place += axes * shape.offset[i];
      const Point turn = axes.col(shape.axis[i]);
      axes =
          axes * Rotation(shape.axis[i], straight ? 0.0 : shape.angle[i] + random_.Uniform(-spread, spread));
      if ((locked >> j & 1) == 0) {
        axis[static_cast<unsigned>(n)] = turn;
        centre[static_cast<unsigned>(n)] = place;
        const double armature =
            (stiff >> j & 1) != 0 ? LogUniform(1, 300, random_) : random_.Uniform(1e-3, 0.05);
        leg_mass_(n, n) += armature * mass_ * size_ * size_;
        ++n;
      }
      const double link = leg_mass * random_.Uniform(0.3, 1.7) / shape.joints;
      AddLink(link, place + axes * Point(0, 0, -0.4 * size_), Inertia(link, {0.1, 0.1, 0.5}, axes), n, axis,
              centre);
    }
    const Point foot = place + axes * shape.foot;
    DrawRates(n, foot, axis, centre);
    DrawTorques(n, stands ? load : 0.0, foot, axis, centre);
    Eliminate(leg, n);
    if (stands) AddFoot(shape, leg, n, foot, axes, axis, centre, ground.Axes(random_));
  }

  // Eliminates the base, after all legs.
  void Finish() {
    // Gravity is the base's column z of M times −g; here on the base, in DrawTorques on the joints.
    RealVector6 force = (base_force_ - kSceneGravity * base_mass_.col(2)).cast<Real>() - eliminated_force_;
    RealMatrix6 factor = base_mass_.cast<Real>() - eliminated_mass_;
    const bool definite = FactorInPlace(6, &factor);
    assert(definite);
    static_cast<void>(definite);
    SolveLower(6, factor, &force);
    const RealVector6 velocity = base_velocity_.cast<Real>();
    for (int i = 0; i < 6; ++i) {
      Real sum = Real(dt_) * force[i];
      for (int k = i; k < 6; ++k) sum += factor(k, i) * velocity[k];
      out_.common_state[i] = sum;
    }
    for (int r = 0; r < 3 * out_.contacts; ++r) {
      auto row = out_.common.row(r);
      SolveLower(6, factor, &row);
    }
  }

 private:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  using Matrix6 = Eigen::Matrix<double, 6, 6>;
  using RealMatrix6 = Eigen::Matrix<Real, 6, 6>;
  using Axes = std::array<Point, kMostLegJoints>;

  // The inertia of a box. Its sides are `sides` times twice the robot's size, with a random spread.
  Turn Inertia(double mass, const std::array<double, 3>& sides, const Turn& axes) {
    Point half;
    for (int k = 0; k < 3; ++k) half[k] = sides[static_cast<unsigned>(k)] * size_ * random_.Uniform(0.7, 1.3);
    const double square = half.squaredNorm();
    Point moment;
    for (int k = 0; k < 3; ++k) moment[k] = mass / 3.0 * (square - half[k] * half[k]);
    return axes * moment.asDiagonal() * axes.transpose();
  }

  // Adds a body that moves with the base: rows v, ω of the base's origin.
  void AddBody(double mass, const Point& c, const Turn& inertia) {
    for (int k = 0; k < 3; ++k) base_mass_(k, k) += mass;
    const double cross[3][3] = {{0, -c[2], c[1]}, {c[2], 0, -c[0]}, {-c[1], c[0], 0}};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        base_mass_(3 + i, j) += mass * cross[i][j];
        base_mass_(j, 3 + i) += mass * cross[i][j];
        base_mass_(3 + i, 3 + j) +=
            inertia(i, j) + (i == j ? mass * c.squaredNorm() : 0.0) - mass * c[i] * c[j];
      }
    }
  }

  void AddLink(double mass, const Point& c, const Turn& inertia, int n, const Axes& axis,
               const Axes& centre) {
    AddBody(mass, c, inertia);
    std::array<Point, kMostLegJoints> linear;
    for (int j = 0; j < n; ++j) {
      const auto i = static_cast<unsigned>(j);
      linear[i] = axis[i].cross(c - centre[i]);
      const Point momentum = mass * linear[i];
      const Point spin = inertia * axis[i];
      for (int k = 0; k <= j; ++k) {
        const auto m = static_cast<unsigned>(k);
        leg_mass_(j, k) += momentum.dot(linear[m]) + spin.dot(axis[m]);
      }
      coupling_.row(j).head<3>() += momentum.transpose();
      coupling_.row(j).tail<3>() += (c.cross(momentum) + spin).transpose();
    }
  }

  void DrawBaseVelocity() {
    const double still = motion_ == SceneMotion::kRest && Chance(0.5, random_) ? 0.0 : 1.0;
    const double linear = motion_ == SceneMotion::kRest ? 0.002 : 0.5;
    base_velocity_.head<3>() = still * RandomVector(linear, random_);
    base_velocity_.tail<3>() = still * RandomVector(2 * linear, random_);
    if (motion_ == SceneMotion::kLand) base_velocity_[2] -= random_.Uniform(0.2, 2.5);
    if (motion_ == SceneMotion::kSlide) base_velocity_.head<2>() += RandomVector(2.0, random_).head<2>();
  }

  // Half of a walking robot's feet stand still if three joints can achieve it; others move at random.
  void DrawRates(int n, const Point& foot, const Axes& axis, const Axes& centre) {
    Vector6& rate = rates_;
    const double size = motion_ == SceneMotion::kRest ? 0.002 : motion_ == SceneMotion::kSlide ? 0.3 : 4.0;
    const bool still = base_velocity_.isZero();
    for (int j = 0; j < n; ++j) rate[j] = still ? 0.0 : random_.Uniform(-size, size);
    if (motion_ != SceneMotion::kWalk || n != 3 || Chance(0.5, random_)) return;
    Dense<3, 3> columns;
    Dense<3, 1> wanted;
    const Point carried = base_velocity_.head<3>() + base_velocity_.tail<3>().cross(foot);
    for (unsigned i = 0; i < 3; ++i) {
      wanted[i][0] = -Real(carried[static_cast<int>(i)]);
      for (unsigned j = 0; j < 3; ++j)
        columns[i][j] = Real(axis[j].cross(foot - centre[j])[static_cast<int>(i)]);
    }
    if (!GaussJordan<3, 1>(3, 1, &columns, &wanted)) return;
    for (unsigned j = 0; j < 3; ++j) {
      rate[static_cast<int>(j)] = std::clamp(static_cast<double>(wanted[j][0]), -20.0, 20.0);
    }
  }

  // Torques that press the foot down with its share of the weight, and random torques in addition.
  void DrawTorques(int n, double load, const Point& foot, const Axes& axis, const Axes& centre) {
    const double noise = 0.3 * mass_ * size_ * 9.81;
    const double share = load * random_.Uniform(0.3, 1.7);
    for (int j = 0; j < n; ++j) {
      const auto i = static_cast<unsigned>(j);
      const double weight = coupling_(j, 2) * kSceneGravity;
      if (passive_) {
        force_[j] = -weight;
      } else {
        force_[j] = -share * axis[i].cross(foot - centre[i])[2] + random_.Uniform(-noise, noise);
      }
    }
  }

  void Eliminate(int leg, int n) {
    const auto l = static_cast<unsigned>(leg);
    out_.joints[l] = n;
    factor_ = leg_mass_.cast<Real>();
    whitened_ = coupling_.cast<Real>();
    RealVector6 force = force_.cast<Real>();
    const bool definite = FactorInPlace(n, &factor_);
    assert(definite);
    static_cast<void>(definite);
    for (int k = 0; k < 6; ++k) {
      auto column = whitened_.col(k);
      SolveLower(n, factor_, &column);
    }
    SolveLower(n, factor_, &force);
    for (int j = 0; j < n; ++j) {
      Real state = Real(dt_) * force[j];
      for (int k = j; k < n; ++k) state += factor_(k, j) * Real(rates_[k]);
      for (int k = 0; k < 6; ++k) {
        state += whitened_(j, k) * Real(base_velocity_[k]);
        eliminated_force_[k] += whitened_(j, k) * force[j];
        for (int i = 0; i < 6; ++i) eliminated_mass_(i, k) += whitened_(j, i) * whitened_(j, k);
      }
      out_.leg_state[l][j] = state;
    }
  }

  void AddFoot(const LegShape& shape, int leg, int n, const Point& foot, const Turn& axes, const Axes& axis,
               const Axes& centre, const Turn& normals) {
    const double mu = RandomMu(random_);
    const bool alike = Chance(0.8, random_);
    if (shape.sole_length == 0) {
      AddContact(leg, n, foot, axis, centre, normals, mu);
      return;
    }
    // The sole lies on the local ground, usually with all of its corners.
    const Point normal = normals.col(0);
    Point ahead = axes.col(0) - normal * normal.dot(axes.col(0));
    if (ahead.squaredNorm() < 1e-2) ahead = normals.col(1);
    ahead.normalize();
    const Point aside = normal.cross(ahead);
    const int corners = Chance(0.8, random_) ? 15 : 1 + random_.Integer(15);
    for (int k = 0; k < 4; ++k) {
      if ((corners >> k & 1) == 0) continue;
      const double x = k < 2 ? shape.sole_length : -shape.sole_length;
      const double y = k % 2 == 0 ? shape.sole_width : -shape.sole_width;
      AddContact(leg, n, foot + x * ahead + y * aside, axis, centre, normals, alike ? mu : RandomMu(random_));
    }
  }

  void AddContact(int leg, int n, const Point& p, const Axes& axis, const Axes& centre, const Turn& normals,
                  double mu) {
    const int contact = out_.contacts++;
    const auto c = static_cast<unsigned>(contact);
    out_.leg[c] = leg;
    out_.mu[c] = mu;
    for (int k = 0; k < 3; ++k) {
      const int r = 3 * contact + k;
      const Point direction = normals.col(k);
      auto own = out_.own.row(r);
      for (int j = 0; j < n; ++j) {
        const auto i = static_cast<unsigned>(j);
        own[j] = Real(direction.dot(axis[i].cross(p - centre[i])));
      }
      SolveLower(n, factor_, &own);
      auto common = out_.common.row(r);
      common.head<3>() = direction.transpose().cast<Real>();
      common.segment<3>(3) = p.cross(direction).transpose().cast<Real>();
      for (int j = 0; j < n; ++j) common.head<6>() -= own[j] * whitened_.row(j);
    }
  }

  double dt_;    // s
  double mass_;  // kg, of the whole robot about
  double size_;  // m, of a link
  SceneMotion motion_;
  Random& random_;
  WhitenedContacts& out_;
  bool wild_;
  bool passive_;
  Turn base_axes_;
  int legs_ = 0;
  Matrix6 base_mass_ = Matrix6::Zero();
  Vector6 base_velocity_ = Vector6::Zero();
  Vector6 base_force_ = Vector6::Zero();
  RealMatrix6 eliminated_mass_ = RealMatrix6::Zero();
  RealVector6 eliminated_force_ = RealVector6::Zero();
  // Of the current leg: rows of M, and L and L⁻¹ times the coupling.
  Matrix6 leg_mass_, coupling_;
  Vector6 force_, rates_;
  RealMatrix6 factor_, whitened_;
};

}  // namespace footing
