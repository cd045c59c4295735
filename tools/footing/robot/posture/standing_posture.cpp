#include "tools/footing/robot/posture/standing_posture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tools/footing/files/number.hpp"
#include "tools/footing/robot/posture/least_squares.hpp"
#include "tools/footing/robot/posture/posture_wishes.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools {

namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

constexpr double kFirstBend = 0.7;  // rad, where the search begins

constexpr double kLevel = 1e-3;      // m, how far feet may be off the ground
constexpr double kTooLow = 0.1;      // of the leg's length, how much lower a hip may be than it should
constexpr double kOffMiddle = 0.25;  // of the leg's length, of the centre of mass
constexpr double kMoved = 3e-3;      // rad: joints that do not bend a leg, and are this near zero, are there
constexpr double kDecimals = 1e4;    // of the posture

double Rounded(double value) { return std::round(value * kDecimals) / kDecimals; }

class PostureSearch {
 public:
  PostureSearch(const DescribedRobot& robot, const std::map<std::string, double>& given)
      : robot_(robot), wishes_(robot), legs_(wishes_.legs()) {
    joints_.base.assign(robot.joints.size(), 0);
    for (std::size_t j = 0; j < joints_.base.size(); ++j) joints_.base[j] = Clamped(j, 0);
    Keep(given);
    for (const LegGeometry& leg : legs_) {
      for (const int joint : leg.chain) {
        const auto j = static_cast<std::size_t>(joint);
        if (given.contains(robot.joints[j].name)) continue;
        if (std::find(joints_.free.begin(), joints_.free.end(), j) == joints_.free.end())
          joints_.free.push_back(j);
      }
    }
  }

  StandingPosture Find() {
    StandingPosture best;
    best.position = Search();
    // At zero the legs of some robots are stretched to the side.
    if (wishes_.Shortfall(best.position) > kTooLow) {
      joints_.keeps_sides = false;
      const std::vector<double> other = Search();
      if (wishes_.Shortfall(other) < wishes_.Shortfall(best.position)) best.position = other;
    }
    for (std::size_t j = 0; j < best.position.size(); ++j) {
      const bool moved = wishes_.Bends(j) || std::fabs(best.position[j] - joints_.base[j]) > kMoved;
      const bool is_free = std::find(joints_.free.begin(), joints_.free.end(), j) != joints_.free.end();
      best.position[j] = !is_free ? joints_.base[j] : InLimits(j, moved ? best.position[j] : joints_.base[j]);
    }
    Judge(&best);
    return best;
  }

 private:
  // The best of all starts.
  std::vector<double> Search() const {
    std::vector<double> best = joints_.base;
    double best_score = kInfinite;
    for (const std::vector<double>& start :
         joints_.free.empty() ? std::vector<std::vector<double>>() : Starts()) {
      std::vector<double> position = start;
      const double score = Improve(&position) + wishes_.Unusual(position);
      if (score >= best_score) continue;
      best_score = score;
      best = position;
    }
    return best;
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
      joints_.base[joint] = value;
    }
  }

  // Ways to bend: all legs one way or the other, the front ones this and the hind ones that way, and between.
  std::vector<std::vector<double>> Starts() const {
    std::vector<std::vector<double>> starts = {joints_.base};
    for (const double front : {1.0, -1.0}) {
      for (const double hind : {1.0, -1.0}) {
        for (const double size : {1.0, 1.6}) {
          std::vector<double> start = joints_.base;
          for (std::size_t i = 0; i < legs_.size(); ++i)
            Bend(legs_[i], size * (IsFront(i) ? front : hind), &start);
          starts.push_back(start);
        }
      }
    }
    std::uint32_t random = 1;
    for (int k = 0; k < 12; ++k) {
      std::vector<double> start = joints_.base;
      for (const std::size_t j : joints_.free) {
        random = random * 1664525u + 1013904223u;
        const double share = static_cast<double>(random >> 8) / 16777216.0;
        const JointLimits<double>& limits = robot_.joints[j].model.limits;
        const double lower = std::max(limits.lower, -1.5), upper = std::min(limits.upper, 1.5);
        if (wishes_.Bends(j)) start[j] = Clamped(j, lower + share * (upper - lower));
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
      if (std::find(joints_.free.begin(), joints_.free.end(), j) == joints_.free.end()) continue;
      const double bend = leg.bending.size() > 1 && k < 3 ? kPattern[k] * kFirstBend : 0;
      (*position)[j] = Clamped(j, way * leg.turn[k] * bend);
    }
  }

  // Of the free joints, then the height of the ground.
  double Improve(std::vector<double>* position) const {
    BoundedProblem problem;
    const auto size = static_cast<Eigen::Index>(joints_.free.size());
    problem.lower = Eigen::VectorXd::Constant(size + 1, -kInfinite);
    problem.upper = Eigen::VectorXd::Constant(size + 1, kInfinite);
    Eigen::VectorXd x(size + 1);
    for (Eigen::Index k = 0; k < size; ++k) {
      const std::size_t j = joints_.free[static_cast<std::size_t>(k)];
      problem.lower[k] = robot_.joints[j].model.limits.lower;
      problem.upper[k] = robot_.joints[j].model.limits.upper;
      x[k] = (*position)[j];
    }
    x[size] = -kDropOfMany * wishes_.size();
    problem.residuals = [&](const Eigen::VectorXd& at, Eigen::VectorXd* residuals) {
      for (Eigen::Index k = 0; k < size; ++k) (*position)[joints_.free[static_cast<std::size_t>(k)]] = at[k];
      wishes_.Residuals(*position, joints_, at[size], residuals);
    };
    const double cost = Minimize(problem, 200, &x);
    for (Eigen::Index k = 0; k < size; ++k) (*position)[joints_.free[static_cast<std::size_t>(k)]] = x[k];
    return cost;
  }

  void Judge(StandingPosture* posture) const {
    const StandingFrames& frames = wishes_.Frames(posture->position);
    double lowest = kInfinite;
    for (const auto& foot : frames.lowest)
      for (const Eigen::Vector3d& point : foot) lowest = std::min(lowest, point.z());
    posture->height = std::isfinite(lowest) ? std::round(-lowest * 1e5) / 1e5 : 0;
    Eigen::Vector3d middle = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < legs_.size(); ++i) {
      double highest = lowest;
      for (const Eigen::Vector3d& point : frames.lowest[i]) highest = std::max(highest, point.z());
      middle += wishes_.Middle(i) / static_cast<double>(legs_.size());
      if (highest - lowest <= kLevel) continue;
      posture->problems.push_back("foot " + robot_.feet[i].name + ": a point of it stays " +
                                  ShortNumber(std::round(1e4 * (highest - lowest)) / 10) +
                                  " mm above the ground");
    }
    const double off = (middle - frames.com).head<2>().norm();
    if (!robot_.fixed_root && !legs_.empty() && off > kOffMiddle * wishes_.size()) {
      posture->problems.push_back("the centre of mass is " + ShortNumber(std::round(1e3 * off)) +
                                  " mm beside the middle of the feet");
    }
    if (posture->height <= 0 && !robot_.fixed_root)
      posture->problems.push_back("the feet are not under the base");
  }

  const DescribedRobot& robot_;
  PostureWishes wishes_;
  const std::vector<LegGeometry>& legs_;
  FreeJoints joints_;
};

}  // namespace

StandingPosture FindPosture(const DescribedRobot& robot, const std::map<std::string, double>& given) {
  return PostureSearch(robot, given).Find();
}

}  // namespace footing::tools
