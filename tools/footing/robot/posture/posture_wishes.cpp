#include "tools/footing/robot/posture/posture_wishes.hpp"

#include <algorithm>

namespace footing::tools {

namespace {

// As kDropOfMany, of two feet or one.
constexpr double kDropOfPoints = 0.85;  // without soles
constexpr double kDropOfSoles = 0.90;   // knees of 50 degrees: stretched ones hide the force under the foot

// Weights of the wishes; lengths are of the leg's length, angles in rad.
constexpr double kOnGround = 30, kDropWeight = 3, kUnderHip = 1, kBalance = 1, kBalanceOfTwo = 5,
                 kOtherJoints = 2, kBending = 0.05, kSliders = 10, kAttitude = 1;

// A leg of hip, knee and ankle.
bool HasAnkle(const LegGeometry& leg) { return leg.chain.size() > 4; }

}  // namespace

PostureWishes::PostureWishes(const DescribedRobot& robot)
    : robot_(robot), model_(robot.Model()), frames_(std::make_unique<StandingFrames>()) {
  for (const DescribedFoot& foot : robot.feet) legs_.push_back(GeometryOfLeg(robot, foot));
  for (const LegGeometry& leg : legs_) size_ = std::max(size_, leg.length);
  if (size_ <= 0) size_ = 1;
  bends_.assign(robot.joints.size(), false);
  for (const LegGeometry& leg : legs_)
    for (const int joint : leg.bending) bends_[static_cast<std::size_t>(joint)] = true;
}

const StandingFrames& PostureWishes::Frames(const std::vector<double>& position) const {
  ComputeFrames(robot_, model_, position, frames_.get());
  return *frames_;
}

void PostureWishes::Residuals(const std::vector<double>& position, const FreeJoints& joints, double ground,
                              Eigen::VectorXd* residuals) const {
  Frames(position);
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
    if (leg.bending.size() > 1) wish(kDropWeight / size_, hip.z() - foot.z() - WantedDrop(leg) * leg.length);
    ahead.push_back(foot.x() - hip.x());
    wish((many || robot_.fixed_root ? kUnderHip : 0.1 * kUnderHip) / size_, ahead.back());
    if (!joints.keeps_sides) wish(kUnderHip / size_, foot.y() - hip.y());
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
  for (const std::size_t j : joints.free) {
    const bool slides = robot_.joints[j].model.kind == JointKind::kPrismatic;
    wish(slides                             ? kSliders / size_
         : bends_[j] || !joints.keeps_sides ? kBending
                                            : kOtherJoints,
         position[j] - joints.base[j]);
  }
  *residuals = Eigen::Map<const Eigen::VectorXd>(wishes.data(), static_cast<Eigen::Index>(wishes.size()));
}

double PostureWishes::Unusual(const std::vector<double>& position) const {
  constexpr double kUnusual = 0.05;
  constexpr double kFar = 0.05;  // 1/rad²
  Frames(position);
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

double PostureWishes::Shortfall(const std::vector<double>& position) const {
  Frames(position);
  double most = 0;
  for (std::size_t i = 0; i < legs_.size(); ++i) {
    if (legs_[i].bending.size() < 2) continue;
    const double drop = Origin(legs_[i].bending.front()).z() - Middle(i).z();
    most = std::max(most, WantedDrop(legs_[i]) - drop / legs_[i].length);
  }
  return most;
}

Eigen::Vector3d PostureWishes::Middle(std::size_t foot) const {
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (std::size_t k = 0; k < frames_->lowest[foot].size(); ++k) {
    middle += frames_->lowest[foot][k] + robot_.feet[foot].points[k].radius * Eigen::Vector3d::UnitZ();
  }
  return middle / static_cast<double>(frames_->lowest[foot].size());
}

double PostureWishes::WantedDrop(const LegGeometry& leg) const {
  if (legs_.size() > 2) return kDropOfMany;
  return leg.has_sole || HasAnkle(leg) ? kDropOfSoles : kDropOfPoints;
}

// Most limits say how a knee bends. Where they do not: backwards with many legs, else forwards.
bool PostureWishes::BendsUnusually(std::size_t leg, double angle) const {
  constexpr double kClear = 2;
  const auto joint = static_cast<std::size_t>(legs_[leg].bending[1]);
  const JointLimits<double>& limits = robot_.joints[joint].model.limits;
  if (limits.upper > kClear * std::max(0.0, -limits.lower)) return angle < 0.1;
  if (-limits.lower > kClear * std::max(0.0, limits.upper)) return angle > -0.1;
  const double ahead =
      Origin(legs_[leg].bending[1]).x() - (Origin(legs_[leg].bending[0]).x() + Middle(leg).x()) / 2;
  return legs_.size() > 2 ? ahead > 1e-3 * size_ : ahead < -1e-3 * size_;
}

}  // namespace footing::tools
