#include "tools/footing/modes/drawing/planar_view.hpp"

#include <algorithm>

#include "tools/footing/commands/output/format.hpp"

namespace footing::tools {

PlanePoint Direction(const ExactVector& row) { return {ToDouble(row[0]), ToDouble(row[1])}; }

PlanePoint ContactPoint(const SceneContact& contact) {
  const PlanePoint n = Direction(contact.normal);
  const double n_lever = ToDouble(contact.normal[2]);
  if (contact.tangents.empty()) return n_lever / Dot(n, n) * PlanePoint{n.y, -n.x};
  const PlanePoint t = Direction(contact.tangents[0]);
  const double t_lever = ToDouble(contact.tangents[0][2]);
  const double area = n.x * t.y - n.y * t.x;
  return 1 / area * PlanePoint{n.x * t_lever - t.x * n_lever, n.y * t_lever - t.y * n_lever};
}

View ViewOf(const ModesScene& scene) {
  PlanePoint low{1e300, 1e300};
  PlanePoint high{-1e300, -1e300};
  const auto hold = [&](PlanePoint p, double radius) {
    low = {std::min(low.x, p.x - radius), std::min(low.y, p.y - radius)};
    high = {std::max(high.x, p.x + radius), std::max(high.y, p.y + radius)};
  };
  for (const SceneContact& contact : scene.contacts) hold(ContactPoint(contact), 0);
  if (scene.shapes.empty()) hold({0, 0}, 0);
  for (const DrawnShape& shape : scene.shapes) {
    if (shape.points.empty()) hold({shape.x, shape.y}, shape.radius);
    for (const auto& point : shape.points) hold({point[0], point[1]}, 0);
  }
  View view;
  view.middle = 0.5 * (low + high);
  const double size = std::max(high.x - low.x, high.y - low.y);
  view.scale = (scene.shapes.empty() ? 0.5 : 0.82) * kPanel / (size > 0 ? size : 1);
  return view;
}

std::string ShapesSvg(const ModesScene& scene, const View& view) {
  std::string text;
  for (const DrawnShape& shape : scene.shapes) {
    const char* kind = shape.fixed ? "fixed" : "part";
    if (shape.points.empty()) {
      const PlanePoint middle = view.At({shape.x, shape.y});
      text += Format("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>", kind, middle.x, middle.y,
                     view.scale * shape.radius);
      continue;
    }
    text += Format("<polygon class=\"%s\" points=\"", kind);
    for (const auto& point : shape.points) {
      const PlanePoint corner = view.At({point[0], point[1]});
      text += Format("%.1f,%.1f ", corner.x, corner.y);
    }
    text += "\"/>";
  }
  return text;
}

std::string ContactsSvg(const ModesScene& scene, const View& view, bool cones) {
  std::string text;
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const SceneContact& contact = scene.contacts[i];
    const PlanePoint at = view.At(ContactPoint(contact));
    const bool open = contact.state == ContactState::kOpen;
    if (cones) {
      const PlanePoint n = Direction(contact.normal);
      const PlanePoint t = contact.tangents.empty() ? PlanePoint{} : Direction(contact.tangents[0]);
      const double length = 0.2 * kPanel / Norm(n);
      std::string corners;
      for (const double side : {-1.0, 1.0}) {
        const PlanePoint edge = length * (n + side * ToDouble(contact.acting_friction()) * t);
        corners += Format("%.1f,%.1f ", at.x + edge.x, at.y - edge.y);
      }
      text += Format("<polygon class=\"cone\" %spoints=\"%.1f,%.1f %s\"/>",
                     open ? "fill=\"none\" style=\"fill:none;stroke-dasharray:3 3\" " : "", at.x, at.y,
                     corners.c_str());
      const PlanePoint label = PlanePoint{at.x, at.y} + 14 / Norm(n) * PlanePoint{-n.x, n.y};
      text += Format("<text class=\"label\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%zu</text>", label.x,
                     label.y + 4, i);
    }
    text +=
        Format("<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>", open ? "ring" : "dot", at.x, at.y);
  }
  return text;
}

}  // namespace footing::tools
