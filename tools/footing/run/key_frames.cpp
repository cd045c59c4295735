#include "tools/footing/run/key_frames.hpp"

#include <algorithm>
#include <iomanip>
#include <sstream>
#include <utility>

namespace footing::tools {

namespace {

using PagePoint = Eigen::Vector2d;

// Onto the page, in metres: x right, y up.
PagePoint OnPage(bool plane, const Point& p) {
  if (plane) return p.head<2>();
  const Point right = Point(2, 1, 0).normalized(), toward = Point(-1, 2, -1).normalized();
  return {right.dot(p), right.cross(toward).dot(p)};
}

// The corners of a shape as polygons; empty for round shapes and planes.
std::vector<std::vector<Point>> FacesOf(const Scene& scene, const SceneShape& shape) {
  const auto world = [&](const Point& local) { return scene.ToWorld(shape.body, local); };
  if (shape.kind == SceneShape::Kind::kPolygon || shape.kind == SceneShape::Kind::kPoints) {
    std::vector<Point> points;
    for (const Point& point : shape.points) points.push_back(world(point));
    return {points};
  }
  if (shape.kind != SceneShape::Kind::kBox) return {};
  std::vector<std::vector<Point>> faces;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      std::vector<Point> face;
      for (const auto& [a, b] : {std::pair{1.0, 1.0}, {-1.0, 1.0}, {-1.0, -1.0}, {1.0, -1.0}}) {
        Point sign;
        sign[axis] = side;
        sign[(axis + 1) % 3] = a;
        sign[(axis + 2) % 3] = b;
        face.push_back(world(shape.center + sign.cwiseProduct(shape.half)));
      }
      faces.push_back(face);
    }
  }
  return faces;
}

constexpr const char* kFills[] = {"#e08a2e", "#3b7dbd", "#3f9b58", "#7d5ba6", "#c7741d", "#b04a6a"};

}  // namespace

void KeyFrames::Add(const SceneRun& run) {
  Frame frame{run.scene(), {}, {}};
  if (run.tally().steps > 0) {
    frame.touches = run.rows().touches;
    for (std::size_t c = 0; c < frame.touches.size(); ++c)
      frame.force.push_back(run.rows().frames[c] * run.answer().force[c]);
  }
  frames_.push_back(frame);
}

std::string KeyFrames::Svg() const {
  if (frames_.empty()) return "";
  const bool plane = frames_.front().scene.plane;
  // The part to show: what moves, in all frames.
  Eigen::AlignedBox2d shown;
  double largest_force = 0;
  for (const Frame& frame : frames_) {
    for (const SceneShape& shape : frame.scene.shapes) {
      if (shape.body == kWorld) continue;
      for (const auto& face : FacesOf(frame.scene, shape))
        for (const Point& point : face) shown.extend(OnPage(plane, point));
      if (shape.radius > 0) {
        const PagePoint center = OnPage(plane, frame.scene.ToWorld(shape.body, shape.center));
        shown.extend(Eigen::AlignedBox2d(center.array() - shape.radius, center.array() + shape.radius));
      }
    }
    for (const SceneBody& body : frame.scene.bodies) shown.extend(OnPage(plane, body.position));
    for (const Point& force : frame.force) largest_force = std::max(largest_force, force.norm());
  }
  const double margin = 0.08 * shown.sizes().maxCoeff() + 1e-3;
  shown.min().array() -= margin;
  shown.max().array() += margin;
  if (const std::vector<double>& view = frames_.front().scene.view; !view.empty())
    shown = Eigen::AlignedBox2d(PagePoint(view[0], view[1]), PagePoint(view[2], view[3]));
  constexpr int kColumns = 4;
  constexpr double kGap = 10;
  const double scale = std::min(300 / shown.sizes().x(), 300 / shown.sizes().y());
  const double width = scale * shown.sizes().x(), height = scale * shown.sizes().y();
  const auto rows = (static_cast<int>(frames_.size()) + kColumns - 1) / kColumns;
  const auto x = [&](const Point& p) { return scale * (OnPage(plane, p).x() - shown.min().x()); };
  const auto y = [&](const Point& p) { return scale * (shown.max().y() - OnPage(plane, p).y()); };

  std::ostringstream svg;
  svg << std::fixed << std::setprecision(1);
  svg << "<svg xmlns='http://www.w3.org/2000/svg' width='" << kColumns * (width + kGap) - kGap << "' height='"
      << rows * (height + kGap) - kGap << "' font-family='sans-serif' font-size='13'>\n"
      << "<rect width='100%' height='100%' fill='white'/>\n";
  for (std::size_t k = 0; k < frames_.size(); ++k) {
    const Frame& frame = frames_[k];
    svg << "<svg x='" << static_cast<int>(k) % kColumns * (width + kGap) << "' y='"
        << static_cast<int>(k) / kColumns * (height + kGap) << "' width='" << width << "' height='" << height
        << "'>\n<rect width='100%' height='100%' fill='#f4f1ea'/>\n";
    for (const SceneShape& shape : frame.scene.shapes) {
      const char* const fill =
          shape.body == kWorld ? "#444444" : kFills[static_cast<std::size_t>(shape.body) % std::size(kFills)];
      if (shape.kind == SceneShape::Kind::kPlane && plane) {
        const Point along(-shape.normal.y(), shape.normal.x(), 0),
            at = frame.scene.ToWorld(shape.body, shape.center);
        const double far = 4 * shown.sizes().maxCoeff() + at.norm();
        const Point left = at - far * along, right = at + far * along, down = -far * shape.normal;
        svg << "<polygon points='";
        for (const Point& p : {left, right, Point(right + down), Point(left + down)})
          svg << x(p) << ',' << y(p) << ' ';
        svg << "' fill='" << fill << "'/>\n";
      }
      for (const auto& face : FacesOf(frame.scene, shape)) {
        svg << (face.size() == 2 ? "<polyline" : "<polygon") << " points='";
        for (const Point& p : face) svg << x(p) << ',' << y(p) << ' ';
        svg << "' fill='" << fill << "' fill-opacity='" << (plane ? 0.85 : 0.25) << "' stroke='"
            << (face.size() == 2 ? fill : "#222") << "' stroke-width='" << (face.size() == 2 ? 3 : 0.6)
            << "'/>\n";
      }
      if (shape.radius > 0) {
        const Point center = frame.scene.ToWorld(shape.body, shape.center);
        const Point rim = center + shape.radius * frame.scene.Turned(shape.body, Point::UnitX());
        svg << "<circle cx='" << x(center) << "' cy='" << y(center) << "' r='" << scale * shape.radius
            << "' fill='" << fill << "' fill-opacity='0.85' stroke='#222' stroke-width='0.6'/>\n<line x1='"
            << x(center) << "' y1='" << y(center) << "' x2='" << x(rim) << "' y2='" << y(rim)
            << "' stroke='#222' stroke-width='0.6'/>\n";
      }
    }
    for (const SceneJoint& joint : frame.scene.joints) {
      if (joint.kind != SceneJoint::Kind::kPoint && joint.kind != SceneJoint::Kind::kHinge) continue;
      const Point at = frame.scene.ToWorld(joint.first, joint.at_first);
      svg << "<circle cx='" << x(at) << "' cy='" << y(at) << "' r='3.5' fill='white' stroke='#222'/>\n";
    }
    for (std::size_t c = 0; c < frame.touches.size(); ++c) {
      const Point at = frame.touches[c].contact.point;
      const Point tip = at + 0.3 * shown.sizes().maxCoeff() / std::max(largest_force, 1e-12) * frame.force[c];
      svg << "<line x1='" << x(at) << "' y1='" << y(at) << "' x2='" << x(tip) << "' y2='" << y(tip)
          << "' stroke='#d02020' stroke-width='2'/>\n<circle cx='" << x(at) << "' cy='" << y(at)
          << "' r='2.5' fill='#d02020'/>\n";
    }
    svg << "<text x='6' y='16'>" << std::setprecision(3) << frame.scene.time << std::setprecision(1)
        << " s</text>\n</svg>\n";
  }
  svg << "</svg>\n";
  return svg.str();
}

}  // namespace footing::tools
