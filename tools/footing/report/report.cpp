#include "tools/footing/report/report.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "core/status.hpp"
#include "tools/footing/report/page_parts.hpp"
#include "tools/footing/report/page_robot.hpp"
#include "tools/footing/simulate/judge/warnings.hpp"

namespace footing::tools {
namespace {

static_assert(std::endian::native == std::endian::little, "the page reads little-endian arrays");

constexpr PagePart kPageParts[] = {
#include "report_parts.inc"
};

constexpr std::size_t kCurveStride = 2;  // ticks between samples: 500 Hz for curves …
constexpr std::size_t kPoseStride = 4;   // … and 250 Hz for the robot's pose

std::string Base64(const void* data, std::size_t size) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto* bytes = static_cast<const unsigned char*>(data);
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  for (std::size_t i = 0; i < size; i += 3) {
    unsigned word = static_cast<unsigned>(bytes[i]) << 16;
    if (i + 1 < size) word |= static_cast<unsigned>(bytes[i + 1]) << 8;
    if (i + 2 < size) word |= bytes[i + 2];
    text += kDigits[word >> 18];
    text += kDigits[word >> 12 & 63];
    text += i + 1 < size ? kDigits[word >> 6 & 63] : '=';
    text += i + 2 < size ? kDigits[word & 63] : '=';
  }
  return text;
}

// One value for every stride-th tick of a run, as base64 of little-endian `Value`s.
template <typename Value, typename Get>
nlohmann::json Channel(const RunLog& log, std::size_t stride, const char* type, const Get& get) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < log.ticks.size(); i += stride) values.push_back(static_cast<Value>(get(i)));
  return {{"type", type}, {"stride", stride}, {"data", Base64(values.data(), values.size() * sizeof(Value))}};
}

class Channels {
 public:
  explicit Channels(const RunLog& log) : log_(log) {}

  template <typename Get>
  void Floats(const std::string& name, std::size_t stride, const Get& get) {
    json_[name] = Channel<float>(log_, stride, "f32", [&](std::size_t i) { return get(log_.ticks[i]); });
  }

  template <typename Array>
  void FloatArray(const std::string& name, std::size_t stride, Array TickSample::*member) {
    const std::size_t count = std::tuple_size_v<Array>;
    for (std::size_t k = 0; k < count; ++k) {
      Floats(name + std::to_string(k), stride, [=](const TickSample& tick) { return (tick.*member)[k]; });
    }
  }

  void FootForce(std::size_t foot, const std::string& name, std::array<float, 3> FootSample::*member) {
    for (std::size_t k = 0; k < 3; ++k) {
      Floats("foot" + std::to_string(foot) + "_" + name + std::to_string(k), kCurveStride,
             [=](const TickSample& tick) { return (tick.feet[foot].*member)[k]; });
    }
  }

  // One byte for each tick: bits 0-1 true state, 2-3 estimated state, 4 scheduled stance.
  void FootStates(std::size_t foot, const std::vector<std::vector<FootState>>& truth) {
    json_["foot" + std::to_string(foot) + "_states"] =
        Channel<std::uint8_t>(log_, 1, "u8", [&](std::size_t i) {
          const FootSample& sample = log_.ticks[i].feet[foot];
          return static_cast<unsigned>(truth[i][foot]) | static_cast<unsigned>(sample.estimated_state) << 2 |
                 static_cast<unsigned>(sample.scheduled_stance) << 4;
        });
  }

  // One byte for each tick: bits 0-1 the truth, open or (1) loaded, 2-3 estimated state.
  void PointStates(std::size_t point) {
    const float least = LeastLoad(log_);
    json_["point" + std::to_string(point) + "_states"] =
        Channel<std::uint8_t>(log_, 1, "u8", [&](std::size_t i) {
          const FootSample& sample = log_.ticks[i].points[point];
          return (sample.TrueLoad() > least ? 1u : 0u) | static_cast<unsigned>(sample.estimated_state) << 2;
        });
  }

  // One byte for each tick, in steps of 0.01 up to 2.55. Every tick is kept, so that no margin is lost.
  template <typename Get>
  void Shares(const std::string& name, const Get& get) {
    json_[name] = Channel<std::uint8_t>(log_, 1, "u8", [&](std::size_t i) {
      const float steps = std::round(100 * get(log_.ticks[i]));
      return steps > 0 ? std::min(steps, 255.0f) : 0.0f;
    });
    json_[name]["scale"] = 0.01;
  }

  template <typename Value, typename Get>
  void Integers(const std::string& name, const char* type, const Get& get) {
    json_[name] = Channel<Value>(log_, 1, type, [&](std::size_t i) { return get(log_.ticks[i]); });
  }

  nlohmann::json Take() { return std::move(json_); }

 private:
  const RunLog& log_;
  nlohmann::json json_ = nlohmann::json::object();
};

nlohmann::json RunChannels(const RunLog& log, const std::vector<float>& load) {
  Channels channels(log);
  const std::vector<std::vector<FootState>> truth = TrueStates(log);
  for (std::size_t foot = 0; foot < log.robot.Feet(); ++foot) {
    channels.FootForce(foot, "true", &FootSample::true_force);
    channels.FootForce(foot, "estimated", &FootSample::estimated_force);
    channels.FootForce(foot, "predicted", &FootSample::predicted_force);
    const std::string prefix = "foot" + std::to_string(foot);
    channels.Floats(prefix + "_speed", kCurveStride,
                    [=](const TickSample& tick) { return tick.feet[foot].true_tangential_speed; });
    channels.Floats(prefix + "_friction", kCurveStride,
                    [=](const TickSample& tick) { return tick.feet[foot].true_friction; });
    channels.FootStates(foot, truth);
    channels.Shares(prefix + "_slip_share",
                    [=](const TickSample& tick) { return tick.feet[foot].slip_share; });
    const float whole = load[foot] > 0 ? load[foot] : 1;
    channels.Shares(prefix + "_lift_off_share",
                    [=](const TickSample& tick) { return tick.feet[foot].lift_off_margin / whole; });
  }
  if (log.robot.points.size() > log.robot.Feet()) {
    for (std::size_t point = 0; point < log.robot.points.size(); ++point) channels.PointStates(point);
  }
  channels.FloatArray("position", kPoseStride, &TickSample::base_position);
  channels.FloatArray("attitude", kPoseStride, &TickSample::base_attitude);
  for (std::size_t j = 0; j < log.robot.joints.size(); ++j) {
    channels.Floats("joint" + std::to_string(j), kPoseStride,
                    [=](const TickSample& tick) { return tick.joint_position[j]; });
  }
  channels.FloatArray("velocity", kCurveStride, &TickSample::base_velocity);
  channels.FloatArray("estimated_velocity", kCurveStride, &TickSample::estimated_base_velocity);
  channels.Floats("wrench_margin", 1, [](const TickSample& tick) { return tick.wrench_margin; });
  // What the wrench changes: bits 0-4 are the point plus one, 0 for none; from bit 5 on core's ContactMode.
  channels.Integers<std::uint8_t>("wrench_change", "u8", [](const TickSample& tick) {
    return tick.wrench_margin_point < 0 ? 0 : tick.wrench_margin_point + 1 + 32 * tick.wrench_margin_mode;
  });
  channels.Floats("residual", kCurveStride, [](const TickSample& tick) { return tick.residual; });
  channels.Integers<std::uint8_t>("phase", "u8", [](const TickSample& tick) { return tick.phase; });
  channels.Integers<std::uint8_t>("status", "u8", [](const TickSample& tick) { return tick.solve_status; });
  channels.Integers<std::uint16_t>("pivots", "u16", [](const TickSample& tick) { return tick.pivots; });
  channels.Integers<std::uint32_t>("flags", "u32", [](const TickSample& tick) { return tick.flags; });
  return channels.Take();
}

nlohmann::json StatusNames() {
  nlohmann::json names = nlohmann::json::array();
  for (int k = 0; k < kStatusCount; ++k) {
    names.push_back(Name(static_cast<SolveStatus>(k)));
  }
  return names;
}

nlohmann::json RunJson(const ReportRun& run) {
  const RunLog& log = *run.log;
  const WarningResult warnings = JudgeWarnings(log);
  nlohmann::json rivals = nlohmann::json::array();
  if (run.rivals)
    for (const RivalFigures& rival : *run.rivals)
      rivals.push_back({{"name", rival.name}, {"right", rival.right}});
  return {{"plant", log.plant},
          {"seed", log.seed},
          {"period", log.period},
          {"begin", log.ticks.empty() ? 0.0 : log.ticks.front().time},
          {"ticks", log.ticks.size()},
          {"nominal_friction", log.nominal_friction},
          {"fell", log.fell},
          {"judge", JudgeJson(*run.judge)},
          {"rivals", rivals},
          {"warnings", WarningsJson(warnings)},
          {"channels", RunChannels(log, warnings.load)}};
}

nlohmann::json PageData(const ReportInput& input) {
  nlohmann::json data = {{"phases", kPhaseNames}, {"statuses", StatusNames()}, {"table", input.table}};
  for (std::size_t k = 0; k < std::size(kPhaseNames); ++k)
    data["judged"].push_back(IsJudged(static_cast<Phase>(k)));
  data["robot"] = PageRobot(input.main.log->robot);
  data["robot"]["gantry"] = input.gantry;
  data["runs"].push_back(RunJson(input.main));
  if (input.second.log && input.second.judge) data["runs"].push_back(RunJson(input.second));
  if (input.pulled.log && input.pulled.judge) {
    data["runs"].push_back(RunJson(input.pulled));
    data["runs"].back()["strips"] = nlohmann::json::array();
    data["runs"].back()["push"] = nullptr;
  }
  data["strips"] = nlohmann::json::array();
  for (const ReportStrip& strip : input.strips) {  // an infinite end becomes null
    data["strips"].push_back({{"begin", strip.x_begin},
                              {"end", strip.x_end},
                              {"height", strip.height},
                              {"friction", strip.friction},
                              {"slope", strip.slope}});
  }
  if (input.push) {
    data["push"] = {{"begin", input.push->begin}, {"end", input.push->end}, {"force", input.push->force}};
  }
  return data;
}

}  // namespace

std::string ReportPage(const ReportInput& input) {
  if (!input.main.log || !input.main.judge)
    throw std::invalid_argument("a report needs a run and its judgement");
  return PageOf(kPageParts, PageData(input));
}

void WriteReport(const ReportInput& input, const std::string& path) {
  std::ofstream file(path, std::ios::binary);
  file << ReportPage(input);
  file.close();
  if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace footing::tools
