#include "tools/footing/robot/output/robot_drawing.hpp"
#include "tools/footing/robot/posture/standing_frames.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>

namespace footing::tools {

namespace {

constexpr double kView = 420;    // px, side of a view
constexpr double kMargin = 50;   // px
constexpr double kCaption = 60;  // px, above the views
constexpr const char* kLink = "#456";
constexpr const char* kFoot = "#c40";

std::string MarkupText(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += static_cast<unsigned char>(c) < 0x20 ? ' ' : c; break;
    }
  }
  return safe;
}

// Places on the picture.
struct Place {
  double x, y;
};

std::string Pixels(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

std::string Stroke(Place a, Place b, const char* color, double width) {
  return "<line x1=\"" + Pixels(a.x) + "\" y1=\"" + Pixels(a.y) + "\" x2=\"" + Pixels(b.x) + "\" y2=\"" +
         Pixels(b.y) + "\" stroke=\"" + color + "\" stroke-width=\"" + Pixels(width) +
         "\" stroke-linecap=\"round\"/>\n";
}

std::string Dot(Place at, double radius, const std::string& style) {
  return "<circle cx=\"" + Pixels(at.x) + "\" cy=\"" + Pixels(at.y) + "\" r=\"" + Pixels(radius) + "\" " +
         style + "/>\n";
}

std::string Words(Place at, const std::string& text, const std::string& style) {
  return "<text x=\"" + Pixels(at.x) + "\" y=\"" + Pixels(at.y) + "\" " + style + ">" + MarkupText(text) +
         "</text>\n";
}

class RobotPicture {
 public:
  RobotPicture(const DescribedRobot& robot, const StandingPosture& posture)
      : robot_(robot), posture_(posture), frames_(std::make_unique<StandingFrames>()) {
    ComputeFrames(robot, robot.Model(), posture.position, frames_.get());
    Include(frames_->com);
    Include(Eigen::Vector3d(0, 0, -posture.height));
    for (std::size_t body = 0; body <= robot.joints.size(); ++body) Include(frames_->bodies.position[body]);
    for (const auto& foot : frames_->lowest)
      for (const Eigen::Vector3d& point : foot) Include(point);
    const double largest = (most_ - least_).maxCoeff();
    scale_ = largest > 0 ? (kView - 2 * kMargin) / largest : 1;
  }

  std::string Svg() const {
    const std::string width = Pixels(2 * kView), height = Pixels(kView + kCaption + 30);
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
                      "\" viewBox=\"0 0 " + width + " " + height +
                      "\" font-family=\"sans-serif\" font-size=\"12\">\n";
    svg += "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n";
    char mass[32], standing[64];
    std::snprintf(mass, sizeof mass, "%.3f kg", robot_.Mass());
    std::snprintf(standing, sizeof standing, "base %.3f m over the ground", posture_.height);
    svg += Words({kMargin / 2, 26}, robot_.name, "font-size=\"18\" font-weight=\"bold\"");
    svg += Words({kMargin / 2, 46},
                 std::to_string(robot_.joints.size()) + " joints, " + std::to_string(robot_.feet.size()) +
                     (robot_.feet.size() == 1 ? " foot, " : " feet, ") + mass + ", " + standing,
                 "fill=\"#555\"");
    svg += View(0, 0, "from the left (x to the right)");
    svg += View(1, kView, "from the front (y to the right, the robot's left)");
    return svg + "</svg>\n";
  }

 private:
  void Include(const Eigen::Vector3d& point) {
    least_ = least_.cwiseMin(point);
    most_ = most_.cwiseMax(point);
  }

  // Side view: x to the right. Front view: y to the right, as the robot comes towards the reader.
  Place At(int axis, double left, const Eigen::Vector3d& point) const {
    const double middle = (least_[axis] + most_[axis]) / 2;
    const double tall = (most_.z() - least_.z()) * scale_;
    const double bottom = kCaption + (kView + tall) / 2;
    return {left + kView / 2 + (point[axis] - middle) * scale_, bottom - (point.z() - least_.z()) * scale_};
  }

  std::string View(int axis, double left, const char* title) const {
    const auto at = [&](const Eigen::Vector3d& point) { return At(axis, left, point); };
    std::string svg =
        Words({left + kView / 2, kCaption + kView + 20}, title, "text-anchor=\"middle\" fill=\"#555\"");
    const double ground = at(Eigen::Vector3d(0, 0, -posture_.height)).y;
    svg += Stroke({left + 15, ground}, {left + kView - 15, ground}, "#999", 1.5);
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      const auto parent = static_cast<std::size_t>(robot_.joints[j].model.parent);
      svg += Stroke(at(frames_->bodies.position[parent]), at(frames_->bodies.position[j + 1]), kLink,
                    parent == 0 ? 2 : 4);
    }
    for (std::size_t i = 0; i < robot_.feet.size(); ++i) svg += FootText(axis, left, i);
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      svg +=
          Dot(at(frames_->bodies.position[j + 1]), 3.5, "fill=\"#fff\" stroke=\"#234\" stroke-width=\"1.5\"");
    }
    svg += Dot(at(frames_->bodies.position[0]), 5, std::string("fill=\"") + kLink + "\"");
    const Place com = at(frames_->com);
    svg += Dot(com, 7, "fill=\"none\" stroke=\"#07a\" stroke-width=\"2\"") + Dot(com, 2, "fill=\"#07a\"") +
           Words({com.x + 11, com.y + 4}, "centre of mass", "fill=\"#07a\"");
    return svg;
  }

  std::string FootText(int axis, double left, std::size_t foot) const {
    const DescribedFoot& ours = robot_.feet[foot];
    const Place joint = At(axis, left, frames_->bodies.position[static_cast<std::size_t>(ours.body)]);
    std::string svg;
    double x = 0, y = 0;
    for (std::size_t k = 0; k < ours.points.size(); ++k) {
      const double radius = ours.points[k].radius;
      const Eigen::Vector3d center = frames_->lowest[foot][k] + radius * Eigen::Vector3d::UnitZ();
      const Place at = At(axis, left, center);
      svg += Stroke(joint, at, kLink, ours.points.size() > 1 ? 1.5 : 4);
      svg += Dot(at, std::max(2.5, radius * scale_),
                 std::string("fill=\"") + kFoot + "\" fill-opacity=\"0.6\" stroke=\"" + kFoot + "\"");
      x += at.x / static_cast<double>(ours.points.size());
      y = std::max(y, At(axis, left, frames_->lowest[foot][k]).y);
    }
    // Names of feet at one place stand under each other.
    int above = 0;
    for (std::size_t other = 0; other < foot; ++other) {
      double other_x = 0;
      for (const Eigen::Vector3d& point : frames_->lowest[other])
        other_x += At(axis, left, point).x / static_cast<double>(frames_->lowest[other].size());
      above += std::abs(other_x - x) < 7.0 * static_cast<double>(ours.name.size());
    }
    return svg + Words({x, y + 16 + 14 * above}, ours.name,
                       std::string("text-anchor=\"middle\" fill=\"") + kFoot + "\"");
  }

  const DescribedRobot& robot_;
  const StandingPosture& posture_;
  std::unique_ptr<StandingFrames> frames_;
  Eigen::Vector3d least_ = Eigen::Vector3d::Zero();
  Eigen::Vector3d most_ = Eigen::Vector3d::Zero();
  double scale_ = 1;  // px/m
};

}  // namespace

std::string RobotSvg(const DescribedRobot& robot, const StandingPosture& posture) {
  return RobotPicture(robot, posture).Svg();
}

}  // namespace footing::tools
