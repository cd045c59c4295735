#include "tools/footing/modes/modes_result.hpp"

#include <algorithm>
#include <cstdio>

#include "tools/footing/commands/output/json_line.hpp"

namespace footing::tools {

namespace {

const char* StateWords(ContactState state) {
  switch (state) {
    case ContactState::kRest: return "rest";
    case ContactState::kSliding: return "sliding";
    case ContactState::kOpen: return "open";
  }
  return "?";
}

std::string NameOr(const std::string& name) { return name.empty() ? "the file's coordinates" : name; }

std::string Digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string RowText(const std::vector<double>& row) {
  std::string text;
  for (const double entry : row) {
    char number[32];
    std::snprintf(number, sizeof number, "  %9.6f", entry);
    text += number;
  }
  return text + "\n";
}

std::string OverlapWords(const std::vector<Mode>& modes, const Mode& mode, std::size_t most) {
  std::string words;
  for (std::size_t i = 0; i < mode.overlaps.size(); ++i) {
    if (i == most) return words + " and " + std::to_string(mode.overlaps.size() - most) + " more";
    words.append(i == 0 ? "" : " ").append(modes[mode.overlaps[i]].name());
  }
  return words.empty() ? "none" : words;
}

std::string Verdict(const ModesResult& result) {
  std::string text = "wrench";
  for (const double entry : result.wrench) text.append(" ").append(Digits(entry));
  const std::size_t sure = GuaranteedMode(result.places);
  if (sure < result.modes.size()) return text + ": guaranteed mode " + result.modes[sure].name() + "\n";
  std::string holders;
  for (std::size_t i = 0; i < result.modes.size(); ++i) {
    if (result.places[i].place != Place::kOutside) holders.append(" ").append(result.modes[i].name());
  }
  if (!holders.empty()) return text + ": no mode guaranteed, held by" + holders + "\n";
  const auto& contacts = result.scene.contacts;
  const bool open = std::any_of(contacts.begin(), contacts.end(), [](const SceneContact& contact) {
    return contact.state == ContactState::kOpen;
  });
  return text + ": in no cone" + (open ? "; a gap that neither opens nor closes has no letter\n" : "\n");
}

}  // namespace

std::string WrenchWords(const ModesScene& scene) {
  std::string words = "wrench on ";
  if (scene.body.empty() && scene.point.empty() && scene.frame.empty()) {
    words += NameOr("");
  } else {
    words += scene.body.empty() ? "the body" : scene.body;
    if (!scene.point.empty()) words.append(", at ").append(scene.point);
    if (!scene.frame.empty()) words.append(", in ").append(scene.frame);
  }
  if (!scene.moments.empty())
    words.append("; moments are divided by ").append(Digits(scene.length)).append(" m");
  return words;
}

std::string ModesJson(const ModesResult& result) {
  const ModesScene& scene = result.scene;
  OrderedJson json;
  json["body"] = NameOr(scene.body);
  json["point"] = NameOr(scene.point);
  json["frame"] = NameOr(scene.frame);
  json["length"] = scene.length;
  json["moments"] = scene.moments;
  json["directions"] = result.directions;
  json["states"] = OrderedJson::array();
  for (const SceneContact& contact : scene.contacts) json["states"].push_back(StateWords(contact.state));
  if (!result.wrench.empty()) {
    const std::size_t sure = GuaranteedMode(result.places);
    json["wrench"] = result.wrench;
    json["guaranteed"] =
        sure < result.modes.size() ? OrderedJson(result.modes[sure].name()) : OrderedJson(nullptr);
  }
  json["modes"] = OrderedJson::array();
  for (std::size_t i = 0; i < result.modes.size(); ++i) {
    const Mode& mode = result.modes[i];
    OrderedJson entry;
    entry["letters"] = mode.name();
    entry["dimension"] = scene.dof() - mode.cone.equalities.size();
    entry["generators"] = mode.generators;
    entry["faces"] = mode.faces;
    entry["overlaps"] = OrderedJson::array();
    for (const std::size_t other : mode.overlaps) entry["overlaps"].push_back(result.modes[other].name());
    if (!result.wrench.empty()) {
      entry["place"] = PlaceWords(result.places[i].place);
      entry["margin"] = result.places[i].margin;
    }
    json["modes"].push_back(std::move(entry));
  }
  return JsonLine(json);
}

std::string ModesTable(const std::string& path, const ModesResult& result) {
  const ModesScene& scene = result.scene;
  std::string text = path + ": " + std::to_string(scene.dof()) + " coordinates, contacts at";
  for (const SceneContact& contact : scene.contacts) text.append(" ").append(StateWords(contact.state));
  text.append("\n").append(WrenchWords(scene)).append("\n\n");

  const bool placed = !result.wrench.empty();
  int width = 4;
  for (const Mode& mode : result.modes) width = std::max(width, static_cast<int>(mode.name().size()));
  char line[160];
  std::snprintf(line, sizeof line, "%-*s  dimension  generators  faces  %s%s\n", width, "mode",
                placed ? "wrench     margin [N]  " : "", "overlaps");
  text += line;
  for (std::size_t i = 0; i < result.modes.size(); ++i) {
    const Mode& mode = result.modes[i];
    std::snprintf(line, sizeof line, "%-*s  %9zu  %10zu  %5zu  ", width, mode.name().c_str(),
                  scene.dof() - mode.cone.equalities.size(), mode.generators.size(), mode.faces.size());
    text += line;
    if (placed) {
      const WrenchPlace& place = result.places[i];
      std::snprintf(line, sizeof line, "%-9s  %10.3g  ", PlaceWords(place.place), place.margin);
      text += line;
    }
    text += OverlapWords(result.modes, mode, 12) + "\n";
  }
  if (placed) text.append("\n").append(Verdict(result));
  for (const Mode& mode : result.modes) {
    text.append("\n").append(mode.name()).append(": generators\n");
    for (const auto& row : mode.generators) text += RowText(row);
    text += mode.name() + ": faces, outward normals\n";
    for (const auto& row : mode.faces) text += RowText(row);
  }
  return text;
}

}  // namespace footing::tools
