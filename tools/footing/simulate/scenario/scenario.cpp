#include "tools/footing/simulate/scenario/scenario.hpp"

#include <stdexcept>

#include "tools/footing/files/number.hpp"

namespace footing::tools {

namespace {

struct Range {
  const char* name;
  double least, most;
};

// As many numbers as there are ranges, with colons between them.
std::vector<double> Numbers(const std::string& text, const std::vector<Range>& ranges) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == ':')
      words.emplace_back();
    else
      words.back() += c;
  }
  std::string form;
  for (const Range& range : ranges) form += (form.empty() ? "" : ":") + std::string(range.name);
  if (words.size() != ranges.size())
    throw std::invalid_argument("must have the form " + form + ", is '" + text + "'");
  std::vector<double> numbers;
  for (std::size_t i = 0; i < words.size(); ++i) {
    double value = 0;
    const std::string why = ParseWithin(words[i], ranges[i].least, ranges[i].most, &value);
    if (!why.empty()) throw std::invalid_argument(std::string(ranges[i].name) + " " + why);
    numbers.push_back(value);
  }
  return numbers;
}

struct NamedTerrain {
  const char* name;
  TerrainKind kind;
  Range range;
};
constexpr NamedTerrain kTerrains[] = {
    {"ramp", TerrainKind::kRamp, {"DEG", -20, 20}},
    {"slope", TerrainKind::kSlope, {"DEG", -30, 30}},
    {"stairs", TerrainKind::kStairs, {"HEIGHT", 0.001, 0.3}},
    {"steps", TerrainKind::kSteps, {"HEIGHT", 0.001, 0.3}},
    {"rough", TerrainKind::kRough, {"HEIGHT", 0.001, 0.1}},
    {"soft", TerrainKind::kSoft, {"K", 1000, 1e6}},
};

}  // namespace

TerrainChoice ParseTerrain(const std::string& text) {
  if (text == "flat") return {};
  const std::size_t colon = text.find(':');
  std::string forms = "flat";
  for (const NamedTerrain& terrain : kTerrains) {
    forms += ", " + std::string(terrain.name) + ":" + terrain.range.name;
    if (text.substr(0, colon) != terrain.name) continue;
    const std::string value = colon == std::string::npos ? "" : text.substr(colon + 1);
    return {terrain.kind, Numbers(value, {terrain.range})[0]};
  }
  throw std::invalid_argument("must be one of " + forms + ", is '" + text + "'");
}

FrictionPatch ParsePatch(const std::string& text) {
  const std::vector<double> n = Numbers(text, {{"X0", -2000, 2000}, {"X1", -2000, 2000}, {"MU", 0, 10}});
  if (!(n[0] < n[1])) throw std::invalid_argument("X1 must be above X0, is '" + text + "'");
  return {n[0], n[1], n[2]};
}

Payload ParsePayload(const std::string& text) {
  const std::size_t colon = text.find(':');
  const bool has_place = colon != std::string::npos;
  const std::size_t percent = text.substr(0, colon).find('%');
  const bool is_share = percent != std::string::npos;
  if (is_share && percent + 1 != (has_place ? colon : text.size()))
    throw std::invalid_argument("SHARE must end with %, is '" + text + "'");
  const Range mass = is_share ? Range{"SHARE", 0, 200} : Range{"KG", 0, 200};
  std::vector<Range> ranges{mass};
  if (has_place) ranges.insert(ranges.end(), {{"X", -2, 2}, {"Y", -2, 2}, {"Z", -2, 2}});
  const std::vector<double> n = Numbers(is_share ? std::string(text).erase(percent, 1) : text, ranges);
  Payload payload;
  (is_share ? payload.share : payload.mass) = is_share ? n[0] / 100 : n[0];
  if (has_place) payload.position = {n[1], n[2], n[3]};
  return payload;
}

CraneTimes ParseCrane(const std::string& text) {
  const std::vector<double> n = Numbers(text, {{"T0", 0.5, 600}, {"T1", 0.5, 600}});
  if (!(n[1] - n[0] >= 2.5))
    throw std::invalid_argument("T1 must be 2.5 s or more behind T0, is '" + text + "'");
  return {n[0], n[1]};
}

GaitKind ParseGait(const std::string& text) {
  if (text == "trot") return GaitKind::kTrot;
  if (text == "walk") return GaitKind::kWalk;
  if (text == "pace") return GaitKind::kPace;
  throw std::invalid_argument("must be one of trot, walk, pace, is '" + text + "'");
}

}  // namespace footing::tools
