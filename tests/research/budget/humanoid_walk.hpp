// A humanoid that walks on two flat feet: eight contact points, one problem a millisecond. Base of six
// degrees of freedom and two legs of six joints. Legs follow their feet by inverse kinematics. Torques ask
// for a chosen force at each point, with noise of a controller and of tracking: points stick, tip, slip and
// land.
#pragma once

#include <Eigen/Dense>

#include "tests/research/budget/drawn_contacts.hpp"

namespace footing::budget {

class HumanoidWalk {
 public:
  static constexpr int kFreedoms = 18, kPoints = 8;
  using Vector = Eigen::Matrix<Wide, 3, 1>;
  using Freedoms = Eigen::Matrix<Wide, kFreedoms, 1>;

  explicit HumanoidWalk(std::uint64_t seed) : random_(seed * 977 + 5) {
    for (int k = 0; k < 8; ++k) static_cast<void>(random_.Integer(2));
    mass_ = random_.Uniform(25, 80);
    leg_ = Wide(random_.Uniform(0.32, 0.45));
    step_time_ = random_.Uniform(0.25, 0.4);
    stride_ = Wide(random_.Uniform(0.05, 0.3));
    mu_ = Wide(random_.Uniform(0.2, 0.8));
    noise_ = UniformInLogarithm(0.2, 10, random_);    // N·m of torque, for each 50 kg
    error_ = UniformInLogarithm(1e-3, 0.2, random_);  // m/s or rad/s of tracking
  }

  // The problem of tick k = 0, 1, 2 …, in this order.
  void Draw(int k, DrawnContacts* drawn) {
    const double time = 1e-3 * k;
    const Freedoms q = Pose(time);
    const Freedoms rate = (Pose(time + 1e-6) - Pose(time - 1e-6)) / Wide(2e-6L);
    Place(q);
    Eigen::Matrix<Wide, kFreedoms, kFreedoms> M = Eigen::Matrix<Wide, kFreedoms, kFreedoms>::Zero();
    for (const Link& link : links_) {
      Eigen::Matrix<Wide, 3, kFreedoms> moves, turns;
      for (int j = 0; j < kFreedoms; ++j) {
        moves.col(j) = Moves(link, j, link.centre);
        turns.col(j) = Turns(link, j);
      }
      M += link.mass * moves.transpose() * moves + link.inertia * turns.transpose() * turns;
    }
    for (int j = 6; j < kFreedoms; ++j) M(j, j) += Wide(0.02L);  // rotors
    Eigen::Matrix<Wide, 3 * kPoints, kFreedoms> J;
    Eigen::Matrix<Wide, 3 * kPoints, 1> wanted = Eigen::Matrix<Wide, 3 * kPoints, 1>::Zero();
    drawn->Begin();
    drawn->contacts = kPoints;
    for (int c = 0; c < kPoints; ++c) {
      const Link& foot = links_[c < 4 ? 6 : 12];
      const Vector at = foot.centre + Vector(c % 2 == 0 ? 0.12L : -0.08L, c % 4 < 2 ? 0.05L : -0.05L, -0.03L);
      for (int j = 0; j < kFreedoms; ++j) {
        const Vector v = Moves(foot, j, at);
        J(3 * c, j) = v[2], J(3 * c + 1, j) = v[0], J(3 * c + 2, j) = v[1];
      }
      const bool swings = (c < 4) == (Swing(time) == 0) && Height(time) > 0;
      drawn->bias[DrawnContacts::Index(c)] = swings ? static_cast<double>(Height(time)) / drawn->dt : 0;
      drawn->mu[DrawnContacts::Index(c)] = static_cast<double>(mu_);
    }
    Ask(time, *drawn, &wanted);
    Eigen::LLT<decltype(M)> factor(M);
    Freedoms torque = -J.transpose() * wanted, tracking;
    for (int j = 0; j < kFreedoms; ++j) {
      torque[j] += Wide(mass_ / 50 * noise_ * random_.Uniform(-1, 1));
      drift_[j] = Wide(0.98L) * drift_[j] + Wide(0.2 * error_ * random_.Uniform(-1, 1));
      tracking[j] = rate[j] + drift_[j];
    }
    const Freedoms state =
        factor.matrixL().transpose() * tracking + Wide(drawn->dt) * Freedoms(factor.matrixL().solve(torque));
    const Eigen::Matrix<Wide, kFreedoms, 3 * kPoints> Y = factor.matrixL().solve(J.transpose());
    drawn->common_state = state;
    drawn->common.topRows<3 * kPoints>() = Y.transpose();
  }

 private:
  struct Link {
    Wide mass = 1, inertia = 0.01L;
    Vector centre = Vector::Zero();
    int side = -1;   // 0 left, 1 right, −1 base
    int joints = 0;  // of its leg, up to it
  };

  // Which foot swings, and how high it is.
  int Swing(double time) const { return static_cast<int>(time / step_time_) % 2; }
  Wide Height(double time) const {
    const double phase = Phase(time);
    return phase < 0 ? Wide(0) : Wide(0.04) * std::sin(kPi<Wide> * Wide(phase));
  }
  // Of the swing, 0 to 1; negative in double support, which takes a fifth.
  double Phase(double time) const {
    const double part = time / step_time_ - std::floor(time / step_time_);
    return part < 0.2 ? -1 : (part - 0.2) / 0.8;
  }

  Freedoms Pose(double time) const {
    Freedoms q = Freedoms::Zero();
    const double steps = std::floor(time / step_time_);
    const Wide along = stride_ * Wide(time / step_time_);
    q[0] = along;
    q[1] = Wide(0.03L) * std::sin(kPi<Wide> * Wide(time / step_time_));
    q[2] = 2 * leg_ * Wide(0.93L) + Wide(0.04L);
    for (int side = 0; side < 2; ++side) {
      // A foot stands at the middle of the two steps that it carries; it swings two strides.
      const bool swings = Swing(time) == side;
      Wide x = stride_ * Wide(steps) + (swings ? Wide(-0.5L) : Wide(0.5L)) * stride_;
      Wide z = 0;
      if (swings && Phase(time) >= 0) {
        const Wide part = Wide(Phase(time));
        x +=
            2 * stride_ * (part - std::sin(2 * kPi<Wide> * part) / (2 * kPi<Wide>));
        z = Height(time);
      }
      const Wide y = side == 0 ? Wide(0.1L) : Wide(-0.1L);
      const Vector d(x - q[0], y - q[1] - y, z + Wide(0.03L) - q[2]);
      const Wide roll = std::atan2(d[1], -d[2]), down = std::hypot(d[1], d[2]);
      const Wide length = std::min(std::hypot(d[0], down), 2 * leg_ * Wide(0.999L));
      const Wide half = std::acos(length / (2 * leg_));
      const Wide lean = std::atan2(-d[0], down);
      Wide* const joint = &q[6 + 6 * side];  // yaw, roll, pitch, knee, ankle pitch, ankle roll
      joint[1] = roll;
      joint[2] = lean - half;
      joint[3] = 2 * half;
      joint[4] = -joint[2] - joint[3];
      joint[5] = -roll;
    }
    return q;
  }

  void Place(const Freedoms& q) {
    base_ = q.head<3>();
    links_[0] = {Wide(mass_) * Wide(0.55L), Wide(mass_) * Wide(0.03L), base_ + Vector(0, 0, 0.2L), -1, 0};
    for (int side = 0; side < 2; ++side) {
      Eigen::Matrix<Wide, 3, 3> turn = Eigen::Matrix<Wide, 3, 3>::Identity();
      Vector at = base_ + Vector(0, side == 0 ? 0.1L : -0.1L, 0);
      for (int j = 0; j < 6; ++j) {
        const Vector axis = j == 0 ? Vector::UnitZ() : j == 1 || j == 5 ? Vector::UnitX() : Vector::UnitY();
        origin_[side][j] = at;
        axis_[side][j] = turn * axis;
        turn = turn * Eigen::AngleAxis<Wide>(q[6 + 6 * side + j], axis).toRotationMatrix();
        if (j == 2 || j == 3) at += turn * Vector(0, 0, -leg_);
        const Wide share = j == 2 || j == 3 ? Wide(0.07L) : j == 5 ? Wide(0.025L) : Wide(0.02L);
        Link& link = links_[1 + 6 * side + j];
        link.mass = Wide(mass_) * share;
        link.inertia = link.mass * Wide(0.01L);
        link.centre = j == 2 || j == 3 ? Vector(at - turn * Vector(0, 0, -leg_ / 2)) : at;
        link.side = side;
        link.joints = j + 1;
      }
    }
  }

  Vector Moves(const Link& link, int j, const Vector& at) const {
    if (j < 3) return Vector::Unit(j);
    if (j < 6) return Vector::Unit(j - 3).cross(at - base_);
    const int side = (j - 6) / 6, joint = (j - 6) % 6;
    if (side != link.side || joint >= link.joints) return Vector::Zero();
    return axis_[side][joint].cross(at - origin_[side][joint]);
  }
  Vector Turns(const Link& link, int j) const {
    if (j < 3) return Vector::Zero();
    if (j < 6) return Vector::Unit(j - 3);
    const int side = (j - 6) / 6, joint = (j - 6) % 6;
    return side != link.side || joint >= link.joints ? Vector(Vector::Zero()) : axis_[side][joint];
  }

  // The forces that the controller asks for: the weight, centred at a point that wanders under the feet and
  // at times beyond them.
  template <typename Wanted>
  void Ask(double time, const DrawnContacts& drawn, Wanted* wanted) {
    for (Wide& x : centre_) x = Wide(0.97L) * x + Wide(random_.Uniform(-0.15, 0.15));
    Wide share[kPoints], sum = 0;
    for (int c = 0; c < kPoints; ++c) {
      const bool stands = !(drawn.bias[DrawnContacts::Index(c)] > 0);
      const Wide x = c % 2 == 0 ? 1 : -1, y = c % 4 < 2 ? 1 : -1;
      const Wide weight = (1 + x * std::clamp(centre_[0], Wide(-1.05L), Wide(1.05L))) *
                          (1 + y * std::clamp(centre_[1], Wide(-1.05L), Wide(1.05L)));
      share[c] = stands ? weight : 0;
      sum += share[c];
    }
    const Wide weight = Wide(mass_ * 9.81 * (1 + 0.2 * std::sin(20 * time)));
    for (int c = 0; c < kPoints && sum > 0; ++c) {
      const Wide f = share[c] / sum * weight;
      (*wanted)[3 * c] = f;
      (*wanted)[3 * c + 1] = mu_ * f * Wide(0.65 * std::sin(9 * time));
      (*wanted)[3 * c + 2] = mu_ * f * Wide(0.65 * std::cos(7 * time));
    }
  }

  Random random_;
  double mass_, step_time_, noise_, error_;
  Wide leg_, stride_, mu_;
  Wide centre_[2] = {0, 0};
  Freedoms drift_ = Freedoms::Zero();
  Vector base_;
  Link links_[13];
  Vector origin_[2][6], axis_[2][6];
};

}  // namespace footing::budget
