// What a posture is asked for, as numbers that are zero where a wish is met.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "tools/footing/robot/posture/leg_geometry.hpp"
#include "tools/footing/robot/posture/standing_frames.hpp"

namespace footing::tools {

// Drop of a foot under its first bending joint where a robot has three feet or more, of the leg's length.
inline constexpr double kDropOfMany = 0.77;  // knees of 80 degrees

// What a search may change, and where it draws it to.
struct FreeJoints {
  std::vector<std::size_t> free;  // joints of the legs
  std::vector<double> base;       // of joints that are not free, and where free ones are drawn to
  bool keeps_sides = true;        // joints that do not bend a leg are drawn to zero
};

// One object for one thread: it has frames to work in.
class PostureWishes {
 public:
  explicit PostureWishes(const DescribedRobot& robot);

  const std::vector<LegGeometry>& legs() const { return legs_; }
  double size() const { return size_; }                          // m, of the longest leg
  bool Bends(std::size_t joint) const { return bends_[joint]; }  // a leg
  // They stand until another position is asked about.
  const StandingFrames& Frames(const std::vector<double>& position) const;

  // `ground` [m]: its height under the base.
  void Residuals(const std::vector<double>& position, const FreeJoints& joints, double ground,
                 Eigen::VectorXd* residuals) const;
  // A small penalty for knees on the unusual side, and for joints far from zero: a robot whose hind legs
  // mirror its front legs stands so.
  double Unusual(const std::vector<double>& position) const;
  // How much lower than it should be the lowest hip is over its foot, of the leg's length.
  double Shortfall(const std::vector<double>& position) const;
  // Of the centres of a foot's balls in the last frames, m.
  Eigen::Vector3d Middle(std::size_t foot) const;

 private:
  double WantedDrop(const LegGeometry& leg) const;
  const Eigen::Vector3d& Origin(int joint) const {
    return frames_->bodies.position[static_cast<std::size_t>(joint) + 1];
  }
  bool BendsUnusually(std::size_t leg, double angle) const;

  const DescribedRobot& robot_;
  CapacityModel model_;
  std::unique_ptr<StandingFrames> frames_;  // scratch
  std::vector<LegGeometry> legs_;
  double size_ = 0;
  std::vector<bool> bends_;
};

}  // namespace footing::tools
