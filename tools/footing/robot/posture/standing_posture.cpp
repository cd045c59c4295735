#include "tools/footing/robot/posture/standing_posture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "tools/footing/files/number.hpp"
#include "tools/footing/robot/posture/least_squares.hpp"
#include "tools/footing/robot/posture/leg_geometry.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Drop of the foot under its first bending joint, of the leg's length.
constexpr double kDropOfMany = 0.77;    // three feet or more: knees of 80 degrees
constexpr double kDropOfPoints = 0.85;  // two feet or one, without soles
constexpr double kDropOfSoles = 0.90;   // knees of 50 degrees: stretched ones hide the force under the foot
constexpr double kFirstBend = 0.7;  // rad, where the search begins

constexpr double kLevel = 1e-3;      // m, how far feet may be off the ground
constexpr double kTooLow = 0.1;      // of the leg's length, how much lower a hip may be than it should
constexpr double kOffMiddle = 0.25;  // of the leg's length, of the centre of mass
constexpr double kMoved = 3e-3;      // rad: joints that do not bend a leg, and are this near zero, are there
constexpr double kDecimals = 1e4;    // of the posture

// Weights of the wishes; lengths are of the leg's length, angles in rad.
constexpr double kOnGround = 30, kDropWeight = 3, kUnderHip = 1, kBalance = 1, kBalanceOfTwo = 5,
                 kOtherJoints = 2, kBending = 0.05, kSliders = 10, kAttitude = 1;

double Rounded(double value) { return std::round(value * kDecimals) / kDecimals; }

// A leg of hip, knee and ankle.
bool HasAnkle(const LegGeometry& leg) { return leg.chain.size() > 4; }

class PostureSearch {
 public:
  PostureSearch(const DescribedRobot& robot, const std::map<std::string, double>& given)
      : robot_(robot), model_(robot.Model()), frames_(std::make_unique<StandingFrames>()) {
    for (const DescribedFoot& foot : robot.feet) legs_.push_back(GeometryOfLeg(robot, foot));
    for (const LegGeometry& leg : legs_) size_ = std::max(size_, leg.length);
    if (size_ <= 0) size_ = 1;
    bending_.assign(robot.joints.size(), false);
    base_.assign(robot.joints.size(), 0);
    for (std::size_t j = 0; j < base_.size(); ++j) base_[j] = Clamped(j, 0);
    Keep(given);
    for (const LegGeometry& leg : legs_) {
      for (const int joint : leg.bending) bending_[static_cast<std::size_t>(joint)] = true;
      for (const int joint : leg.chain) {
        const auto j = static_cast<std::size_t>(joint);
        if (given.contains(robot.joints[j].name)) continue;
        if (std::find(free_.begin(), free_.end(), j) == free_.end()) free_.push_back(j);
      }
    }
  }

  StandingPosture Find() {
    StandingPosture best;
    best.position = Search();
    // At zero the legs of some robots are stretched to the side.
    if (Shortfall(best.position) > kTooLow) {
      keeps_sides_ = false;
      const std::vector<double> other = Search();
      if (Shortfall(other) < Shortfall(best.position)) best.position = other;
    }
    for (std::size_t j = 0; j < best.position.size(); ++j) {
      const bool moved = bending_[j] || std::fabs(best.position[j] - base_[j]) > kMoved;
      const bool is_free = std::find(free_.begin(), free_.end(), j) != free_.end();
      best.position[j] = !is_free ? base_[j] : InLimits(j, moved ? best.position[j] : base_[j]);
    }
    Judge(&best);
    return best;
  }

 private:
  // The best of all starts.
  std::vector<double> Search() const {
    std::vector<double> best = base_;
    double best_score = kInfinite;
    for (const std::vector<double>& start : free_.empty() ? std::vector<std::vector<double>>() : Starts()) {
      std::vector<double> position = start;
      const double score = Improve(&position) + Unusual(position);
      if (score >= best_score) continue;
      best_score = score;
      best = position;
    }
    return best;
  }

  // How much lower than it should be the lowest hip is over its foot, of the leg's length.
  double Shortfall(const std::vector<double>& position) const {
    ComputeFrames(robot_, model_, position, frames_.get());
    double most = 0;
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      if (legs_[i].bending.size() < 2) continue;
      const double drop = Origin(legs_[i].bending.front()).z() - Middle(i).z();
      most = std::max(most, WantedDrop(legs_[i]) - drop / legs_[i].length);
    }
    return most;
  }

  double WantedDrop(const LegGeometry& leg) const {
    if (legs_.size() > 2) return kDropOfMany;
    return leg.has_sole || HasAnkle(leg) ? kDropOfSoles : kDropOfPoints;
  }

  double Clamped(std::size_t joint, double value) const {
    const JointLimits<double>& limits = robot_.joints[joint].model.limits;
    return std::min(std::max(value, limits.lower), limits.upper);
  }

  // With four decimals, but within the limits.
  double InLimits(std::size_t joint, double value) const {
    const JointLimits<double>& limits = robot_.joints[joint].model.limits;
    double rounded = Rounded(value);
    if (rounded < limits.lower) rounded = std::ceil(limits.lower * kDecimals) / kDecimals;
    if (rounded > limits.upper) rounded = std::floor(limits.upper * kDecimals) / kDecimals;
    return Clamped(joint, rounded == 0 ? 0 : rounded);
  }

  void Keep(const std::map<std::string, double>& given) {
    for (const auto& [name, value] : given) {
      std::vector<std::string> names;
      std::size_t joint = robot_.joints.size();
      for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
        names.push_back(robot_.joints[j].name);
        if (names.back() == name) joint = j;
      }
      if (joint == names.size())
        throw ProblemError("\"" + name + "\" is no joint that moves" + NearNames(name, names));
      const JointLimits<double>& limits = robot_.joints[joint].model.limits;
      if (value < limits.lower || value > limits.upper) {
        throw ProblemError("joint \"" + name + "\": " + ShortNumber(value) + " is outside its limits, " +
                           ShortNumber(limits.lower) + " to " + ShortNumber(limits.upper));
      }
      base_[joint] = value;
    }
  }

  // Ways to bend: all legs one way or the other, the front ones this and the hind ones that way, and between.
  std::vector<std::vector<double>> Starts() const {
    std::vector<std::vector<double>> starts = {base_};
    for (const double front : {1.0, -1.0}) {
      for (const double hind : {1.0, -1.0}) {
        for (const double size : {1.0, 1.6}) {
          std::vector<double> start = base_;
          for (std::size_t i = 0; i < legs_.size(); ++i)
            Bend(legs_[i], size * (IsFront(i) ? front : hind), &start);
          starts.push_back(start);
        }
      }
    }
    std::uint32_t random = 1;
    for (int k = 0; k < 12; ++k) {
      std::vector<double> start = base_;
      for (const std::size_t j : free_) {
        random = random * 1664525u + 1013904223u;
        const double share = static_cast<double>(random >> 8) / 16777216.0;
        const JointLimits<double>& limits = robot_.joints[j].model.limits;
        const double lower = std::max(limits.lower, -1.5), upper = std::min(limits.upper, 1.5);
        if (bending_[j]) start[j] = Clamped(j, lower + share * (upper - lower));
      }
      starts.push_back(start);
    }
    return starts;
  }

  bool IsFront(std::size_t leg) const {
    double mean = 0;
    const auto x = [&](std::size_t i) {
      return robot_.joints[static_cast<std::size_t>(legs_[i].chain.front())].model.position[0];
    };
    for (std::size_t i = 0; i < legs_.size(); ++i) mean += x(i) / static_cast<double>(legs_.size());
    return x(leg) >= mean;
  }

  void Bend(const LegGeometry& leg, double way, std::vector<double>* position) const {
    constexpr double kPattern[3] = {1, -2, 1};  // hip, knee, ankle
    for (std::size_t k = 0; k < leg.bending.size(); ++k) {
      const auto j = static_cast<std::size_t>(leg.bending[k]);
      if (std::find(free_.begin(), free_.end(), j) == free_.end()) continue;
      const double bend = leg.bending.size() > 1 && k < 3 ? kPattern[k] * kFirstBend : 0;
      (*position)[j] = Clamped(j, way * leg.turn[k] * bend);
    }
  }

  // Of the free joints, then the height of the ground.
  double Improve(std::vector<double>* position) const {
    BoundedProblem problem;
    const auto size = static_cast<Eigen::Index>(free_.size());
    problem.lower = Eigen::VectorXd::Constant(size + 1, -kInfinite);
    problem.upper = Eigen::VectorXd::Constant(size + 1, kInfinite);
    Eigen::VectorXd x(size + 1);
    for (Eigen::Index k = 0; k < size; ++k) {
      const std::size_t j = free_[static_cast<std::size_t>(k)];
      problem.lower[k] = robot_.joints[j].model.limits.lower;
      problem.upper[k] = robot_.joints[j].model.limits.upper;
      x[k] = (*position)[j];
    }
    x[size] = -kDropOfMany * size_;
    problem.residuals = [&](const Eigen::VectorXd& at, Eigen::VectorXd* residuals) {
      for (Eigen::Index k = 0; k < size; ++k) (*position)[free_[static_cast<std::size_t>(k)]] = at[k];
      Residuals(*position, at[size], residuals);
    };
    const double cost = Minimize(problem, 200, &x);
    for (Eigen::Index k = 0; k < size; ++k) (*position)[free_[static_cast<std::size_t>(k)]] = x[k];
    return cost;
  }

  // Of the centres of its balls.
  Eigen::Vector3d Middle(std::size_t foot) const {
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();
    for (std::size_t k = 0; k < frames_->lowest[foot].size(); ++k) {
      middle += frames_->lowest[foot][k] + robot_.feet[foot].points[k].radius * Eigen::Vector3d::UnitZ();
    }
    return middle / static_cast<double>(frames_->lowest[foot].size());
  }

  const Eigen::Vector3d& Origin(int joint) const {
    return frames_->bodies.position[static_cast<std::size_t>(joint) + 1];
  }

  void Residuals(const std::vector<double>& position, double ground, Eigen::VectorXd* residuals) const {
    ComputeFrames(robot_, model_, position, frames_.get());
    std::vector<double> wishes;
    const auto wish = [&wishes](double weight, double error) { wishes.push_back(weight * error); };
    const bool many = legs_.size() > 2;
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();
    std::vector<double> ahead;  // m, of each foot before its hip
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      const LegGeometry& leg = legs_[i];
      for (const Eigen::Vector3d& point : frames_->lowest[i]) wish(kOnGround / size_, point.z() - ground);
      const Eigen::Vector3d foot = Middle(i);
      middle += foot / static_cast<double>(legs_.size());
      if (leg.bending.empty()) continue;
      const Eigen::Vector3d& hip = Origin(leg.bending.front());
      if (leg.bending.size() > 1)
        wish(kDropWeight / size_, hip.z() - foot.z() - WantedDrop(leg) * leg.length);
      ahead.push_back(foot.x() - hip.x());
      wish((many || robot_.fixed_root ? kUnderHip : 0.1 * kUnderHip) / size_, ahead.back());
      if (!keeps_sides_) wish(kUnderHip / size_, foot.y() - hip.y());
      // One point says nothing of an ankle: there the foot keeps the attitude that it has at zero.
      if (HasAnkle(leg) && !leg.has_sole) {
        const auto& turn = frames_->bodies.rotation[static_cast<std::size_t>(robot_.feet[i].body)];
        wish(kAttitude, turn(0, 2));
        wish(kAttitude, turn(1, 2));
      }
    }
    if (!many) {  // side by side
      for (const double x : ahead) wish(kUnderHip / size_, x - ahead.front());
    }
    if (!robot_.fixed_root && !legs_.empty()) {
      const double weight = (many ? kBalance : kBalanceOfTwo) / size_;
      wish(weight, middle.x() - frames_->com.x());
      if (!many) wish(0.1 * weight, middle.y() - frames_->com.y());
    }
    for (const std::size_t j : free_) {
      const bool slides = robot_.joints[j].model.kind == JointKind::kPrismatic;
      wish(slides                         ? kSliders / size_
           : bending_[j] || !keeps_sides_ ? kBending
                                          : kOtherJoints,
           position[j] - base_[j]);
    }
    *residuals = Eigen::Map<const Eigen::VectorXd>(wishes.data(), static_cast<Eigen::Index>(wishes.size()));
  }

  // Most limits say how a knee bends. Where they do not: backwards with many legs, else forwards.
  bool BendsUnusually(std::size_t leg, double angle) const {
    constexpr double kClear = 2;
    const auto joint = static_cast<std::size_t>(legs_[leg].bending[1]);
    const JointLimits<double>& limits = robot_.joints[joint].model.limits;
    if (limits.upper > kClear * std::max(0.0, -limits.lower)) return angle < 0.1;
    if (-limits.lower > kClear * std::max(0.0, limits.upper)) return angle > -0.1;
    const double ahead =
        Origin(legs_[leg].bending[1]).x() - (Origin(legs_[leg].bending[0]).x() + Middle(leg).x()) / 2;
    return legs_.size() > 2 ? ahead > 1e-3 * size_ : ahead < -1e-3 * size_;
  }

  // A small penalty for knees on the unusual side, and for joints far from zero: a robot whose hind legs
  // mirror its front legs stands so.
  double Unusual(const std::vector<double>& position) const {
    constexpr double kUnusual = 0.05;
    constexpr double kFar = 0.05;  // 1/rad²
    ComputeFrames(robot_, model_, position, frames_.get());
    double penalty = 0;
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      if (legs_[i].bending.size() < 2) continue;
      penalty += BendsUnusually(i, position[static_cast<std::size_t>(legs_[i].bending[1])])
                     ? kUnusual / static_cast<double>(legs_.size())
                     : 0;
      for (const int joint : legs_[i].bending) {
        const double q = position[static_cast<std::size_t>(joint)];
        penalty += kFar * q * q / static_cast<double>(legs_.size());
      }
    }
    return penalty;
  }

  void Judge(StandingPosture* posture) const {
    ComputeFrames(robot_, model_, posture->position, frames_.get());
    double lowest = kInfinite;
    for (const auto& foot : frames_->lowest)
      for (const Eigen::Vector3d& point : foot) lowest = std::min(lowest, point.z());
    posture->height = std::isfinite(lowest) ? std::round(-lowest * 1e5) / 1e5 : 0;
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      double highest = lowest;
      for (const Eigen::Vector3d& point : frames_->lowest[i]) highest = std::max(highest, point.z());
      middle += Middle(i) / static_cast<double>(legs_.size());
      if (highest - lowest <= kLevel) continue;
      posture->problems.push_back("foot " + robot_.feet[i].name + ": a point of it stays " +
                                  ShortNumber(std::round(1e4 * (highest - lowest)) / 10) +
                                  " mm above the ground");
    }
    const double off = (middle - frames_->com).head<2>().norm();
    if (!robot_.fixed_root && !legs_.empty() && off > kOffMiddle * size_) {
      posture->problems.push_back("the centre of mass is " + ShortNumber(std::round(1e3 * off)) +
                                  " mm beside the middle of the feet");
    }
    if (posture->height <= 0 && !robot_.fixed_root)
      posture->problems.push_back("the feet are not under the base");
  }

  const DescribedRobot& robot_;
  CapacityModel model_;
  std::unique_ptr<StandingFrames> frames_;  // scratch
  std::vector<LegGeometry> legs_;
  double size_ = 0;          // m, of the longest leg
  bool keeps_sides_ = true;  // joints that do not bend a leg are drawn to zero
  std::vector<bool> bending_;
  std::vector<double> base_;       // of joints that are not free, and where free ones are drawn to
  std::vector<std::size_t> free_;  // joints of the legs
};

}  // namespace

void ComputeFrames(const DescribedRobot& robot, const CapacityModel& model,
                   const std::vector<double>& position, StandingFrames* frames) {
  BoundedVector<double, kMostJoints> q = BoundedVector<double, kMostJoints>::Zero();
  for (std::size_t j = 0; j < position.size(); ++j) q[static_cast<Eigen::Index>(j)] = position[j];
  ComputeKinematics(model, Quaternion<double>(1, 0, 0, 0), q, &frames->bodies);
  const auto in_base = [&](std::size_t body, const std::array<double, 3>& at) {
    return Eigen::Vector3d(frames->bodies.position[body] +
                           frames->bodies.rotation[body] * footing::ToVector(at));
  };
  frames->lowest.resize(robot.feet.size());
  for (std::size_t i = 0; i < robot.feet.size(); ++i) {
    frames->lowest[i].clear();
    for (const PointModel<double>& point : robot.feet[i].points) {
      frames->lowest[i].push_back(in_base(static_cast<std::size_t>(point.body), point.position) -
                                  point.radius * Eigen::Vector3d::UnitZ());
    }
  }
  double mass = robot.base_inertia.mass;
  frames->com = mass * in_base(0, robot.base_inertia.com);
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const LinkInertia<double>& link = robot.joints[j].model.link;
    mass += link.mass;
    frames->com += link.mass * in_base(j + 1, link.com);
  }
  frames->com /= mass;
}

StandingPosture FindPosture(const DescribedRobot& robot, const std::map<std::string, double>& given) {
  return PostureSearch(robot, given).Find();
}

}  // namespace footing::tools
