#include "tools/footing/modes/drawing/modes_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tools/footing/commands/output/format.hpp"
#include "tools/footing/modes/drawing/planar_view.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools {

namespace {

constexpr double kLine = 15;  // px, of the text below
constexpr std::size_t kTextRows = 6;
constexpr double kGap = 14;          // px
constexpr double kHeadLetter = 7.9;  // px, width of the header's widest letter
constexpr int kColumns = 4;
constexpr const char* kStyle =
    "text{font-family:ui-monospace,Menlo,DejaVu Sans Mono,monospace;font-size:11px;fill:#3a3f47}"
    ".title{font-size:15px;font-weight:600;fill:#14171c}.note{fill:#7a828e}.row{white-space:pre}.head{font-"
    "size:13px}"
    ".panel{fill:#fff;stroke:#d5d9e0}.part{fill:#dfe7f2;stroke:#7d90ab;stroke-width:1.2}"
    ".fixed{fill:#d8d5cf;stroke:#8d877c;stroke-width:1.2}.cone{fill:#e2a93b;fill-opacity:.35;stroke:#b37d12;"
    "stroke-width:.8}.dot{fill:#14171c}.ring{fill:#fff;stroke:#14171c;stroke-width:1.2}"
    ".action{stroke-width:1;stroke-dasharray:3 4;opacity:.6}.force{stroke-width:2.4;fill:none}"
    ".label{font-weight:700;paint-order:stroke;stroke:#fff;stroke-width:3px}";
constexpr const char* kColors[] = {"#b3261e", "#1f5fbf", "#1a7f4b", "#8a3fa8", "#a8631a", "#0f7c8a"};

std::string Escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else
      result += c;
  }
  return result;
}

std::string Head(PlanePoint tip, PlanePoint along, const char* color) {
  const PlanePoint back = tip - 9 * along;
  const PlanePoint side{-along.y, along.x};
  const PlanePoint a = back + 4.5 * side;
  const PlanePoint b = back - 4.5 * side;
  return Format("<polygon fill=\"%s\" points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f\"/>", color, tip.x, tip.y, a.x,
                a.y, b.x, b.y);
}

std::string Label(PlanePoint at, const char* color, const std::string& text) {
  return Format(
      "<text class=\"label\" style=\"fill:%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>", color,
      std::clamp(at.x, 10.0, kPanel - 10), std::clamp(at.y, kTitle + 10, kTitle + kPanel - 6) + 4,
      text.c_str());
}

// A moment about the point of the wrench; rings of later generators are wider.
std::string Moment(const View& view, double sign, bool both, std::size_t index, const char* color) {
  const PlanePoint middle = view.Origin();
  const double radius = 26 + 9 * static_cast<double>(index % 4);
  // From 40° to 320°, counter-clockwise from the right. In pixels y points down.
  const double start = 40 * std::numbers::pi / 180;
  const PlanePoint right_top{middle.x + radius * std::cos(start), middle.y - radius * std::sin(start)};
  const PlanePoint right_low{right_top.x, middle.y + radius * std::sin(start)};
  std::string text =
      Format("<path class=\"force\" stroke=\"%s\" d=\"M%.1f %.1fA%.1f %.1f 0 1 0 %.1f %.1f\"/>", color,
             right_top.x, right_top.y, radius, radius, right_low.x, right_low.y);
  const double s = std::sin(start), c = std::cos(start);
  if (sign > 0 || both) text += Head(right_low + 5.0 * PlanePoint{s, -c}, {s, -c}, color);
  if (sign < 0 || both) text += Head(right_top + 5.0 * PlanePoint{s, c}, {s, c}, color);
  return text + Label({middle.x - radius, middle.y}, color, std::to_string(index + 1));
}

// The wrench as a force along its line of action. If that line passes far outside, the force is drawn at the
// point of the wrench, with the sign of its moment.
std::string Generator(const View& view, const std::vector<double>& wrench, double length, bool both,
                      std::size_t index) {
  const char* color = kColors[index % std::size(kColors)];
  const PlanePoint force{wrench[0], wrench[1]};
  const double size = Norm(force);
  if (size < 1e-6) return Moment(view, wrench[2] * length, both, index, color);
  const PlanePoint along = 1 / size * force;
  const PlanePoint seen{along.x, -along.y};
  const PlanePoint foot = wrench[2] / (size * size) * PlanePoint{force.y, -force.x};
  PlanePoint middle = view.At(foot + Dot(view.middle - foot, along) * along);
  const PlanePoint panel_middle{kPanel / 2, kTitle + kPanel / 2};
  std::string text;
  const bool far = Norm(middle - panel_middle) > 0.46 * kPanel;
  if (far) {
    text += Moment(view, wrench[2], both, index, color);
    middle = view.Origin();
  } else {
    const double reach =
        std::sqrt(std::max(0.0, 0.25 * kPanel * kPanel - std::pow(Norm(middle - panel_middle), 2)));
    const PlanePoint a = middle - reach * seen;
    const PlanePoint b = middle + reach * seen;
    text += Format("<line class=\"action\" stroke=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                   color, a.x, a.y, b.x, b.y);
  }
  const double half = 0.17 * kPanel;
  const PlanePoint tip = middle + half * seen;
  const PlanePoint tail = middle - half * seen;
  const PlanePoint shaft_end = tip - 6.0 * seen;
  const PlanePoint shaft_start = both ? tail + 6.0 * seen : tail;
  text += Format("<line class=\"force\" stroke=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                 color, shaft_start.x, shaft_start.y, shaft_end.x, shaft_end.y);
  text += Head(tip, seen, color);
  if (both) text += Head(tail, -1.0 * seen, color);
  return far ? text : text + Label(tip + 12.0 * seen, color, std::to_string(index + 1));
}

std::string TextRow(std::size_t row, const char* kind, const std::string& words) {
  return Format("<text class=\"%s\" x=\"10\" y=\"%.1f\">%s</text>", kind,
                kTitle + kPanel + kLine * (static_cast<double>(row) + 1), words.c_str());
}

std::string ModePanel(const ModesResult& result, const Mode& mode, const View& view) {
  const ModesScene& scene = result.scene;
  std::string text = Format("<text class=\"title\" x=\"10\" y=\"21\">%s</text>", mode.name().c_str());
  const std::size_t rays = mode.cone.rays.size();
  text +=
      Format("<text class=\"note\" x=\"%.0f\" y=\"20\" text-anchor=\"end\">%zu generators, %zu faces</text>",
             kPanel - 10, mode.generators.size(), mode.faces.size());
  text += ShapesSvg(scene, view) + ContactsSvg(scene, view, false);
  std::size_t row = 0;
  for (std::size_t i = 0; i < rays + mode.cone.lines.size(); ++i) {
    const bool both = i >= rays;
    const std::vector<double>& wrench = mode.generators[both ? 2 * i - rays : i];
    text += Generator(view, wrench, scene.length, both, i);
    if (row + 2 == kTextRows && i + 1 < rays + mode.cone.lines.size()) {
      text += TextRow(row++, "row", "…");
    } else if (row + 1 < kTextRows) {
      text += TextRow(
          row++, "row",
          Format("<tspan fill=\"%s\" font-weight=\"700\">%zu</tspan> %s%7.4f %7.4f N %8.5f N m",
                 kColors[i % std::size(kColors)], i + 1, both ? "±" : " ", wrench[0], wrench[1], wrench[2]));
    }
  }
  std::string overlaps = "overlaps";
  for (const std::size_t other : mode.overlaps) {
    if (overlaps.size() > 32) {
      overlaps += " …";
      break;
    }
    overlaps.append(" ").append(result.modes[other].name());
  }
  return text + TextRow(kTextRows - 1, "note", mode.overlaps.empty() ? "no overlaps" : overlaps);
}

std::string ScenePanel(const ModesResult& result, const View& view) {
  const ModesScene& scene = result.scene;
  std::string text = "<text class=\"title\" x=\"10\" y=\"21\">scene</text>";
  text += ShapesSvg(scene, view) + ContactsSvg(scene, view, true);
  const PlanePoint origin = view.At({0, 0});
  text += Format("<path stroke=\"#14171c\" d=\"M%.1f %.1fh8m-4 -4v8\"/>", origin.x - 4, origin.y);
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    if (i + 1 == kTextRows && i + 1 < scene.contacts.size()) return text + TextRow(i, "row", "…");
    const SceneContact& contact = scene.contacts[i];
    const char* state = contact.state == ContactState::kOpen      ? "open"
                        : contact.state == ContactState::kSliding ? "sliding"
                                                                  : "at rest";
    text +=
        TextRow(i, "row", Format("contact %zu: %s, mu %.4g", i, state, ToDouble(contact.acting_friction())));
  }
  return text;
}

}  // namespace

void CheckDrawable(const ModesScene& scene) {
  if (scene.dof() != 3) {
    throw ProblemError("only planar files are drawn, M 3 by 3, this one is " + std::to_string(scene.dof()) +
                       " by " + std::to_string(scene.dof()));
  }
  for (std::size_t i = 0; i < scene.contacts.size(); ++i) {
    const SceneContact& contact = scene.contacts[i];
    const std::string where = "contacts[" + std::to_string(i) + "]: ";
    if (contact.tangents.size() > 1)
      throw ProblemError(where + "only planar files are drawn, it has two tangents");
    const PlanePoint n = Direction(contact.normal);
    if (Norm(n) == 0) throw ProblemError(where + "its normal has no direction in the plane");
    if (contact.tangents.empty()) continue;
    const PlanePoint t = Direction(contact.tangents[0]);
    if (std::abs(n.x * t.y - n.y * t.x) < 1e-9 * Norm(n) * Norm(t) || Norm(t) == 0) {
      throw ProblemError(where + "its normal and its tangent are parallel and tell no point");
    }
  }
}

std::string ModesSvg(const ModesResult& result) {
  const View view = ViewOf(result.scene);
  const double height = kTitle + kPanel + kLine * kTextRows + 10;
  const int count = static_cast<int>(result.modes.size()) + 1;
  const int columns = std::min(count, kColumns);
  const int rows = (count + columns - 1) / columns;
  const double header = 40;
  const std::string words = WrenchWords(result.scene);
  const double width =
      std::max(columns * (kPanel + kGap), kHeadLetter * static_cast<double>(words.size()) + kGap) + kGap;
  std::string text =
      Format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\"><style>%s</style>",
             width, header + rows * (height + kGap), kStyle);
  text += "<rect width=\"100%\" height=\"100%\" fill=\"#f5f6f8\"/>";
  text += Format("<text class=\"head\" x=\"%.0f\" y=\"25\">%s</text>", kGap, Escaped(words).c_str());
  for (int i = 0; i < count; ++i) {
    text += Format(
        "<svg x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\"><rect class=\"panel\" x=\".5\" y=\".5\" "
        "width=\"%.0f\" height=\"%.0f\" rx=\"6\"/>",
        kGap + i % columns * (kPanel + kGap), header + i / columns * (height + kGap), kPanel, height,
        kPanel - 1, height - 1);
    text += i == 0 ? ScenePanel(result, view)
                   : ModePanel(result, result.modes[static_cast<std::size_t>(i - 1)], view);
    text += "</svg>\n";
  }
  return text + "</svg>\n";
}

}  // namespace footing::tools
