// The page holds its input: the test decodes its embedded arrays and compares them.
#include "tools/footing/report/report.hpp"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

#include "tests/scenario/robot/streams/synthetic_biped.hpp"
#include "tests/scenario/robot/streams/synthetic_trot.hpp"
#include "tools/footing/simulate/judge/warnings.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools::report_test {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string FromBase64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned word = 0;
  int bits = 0;
  for (char c : text) {
    if (c == '=') break;
    word = word << 6 | static_cast<unsigned>(digits.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(word >> bits & 255);
  }
  return bytes;
}

template <typename Value>
std::vector<Value> Decode(const nlohmann::json& run, const std::string& channel) {
  const std::string bytes = FromBase64(run["channels"][channel]["data"].get<std::string>());
  std::vector<Value> values(bytes.size() / sizeof(Value));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Value));
  return values;
}

nlohmann::json DataOf(const std::string& page) {
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = page.find(open) + open.size();
  return nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
}

nlohmann::json SampleTable() {
  return nlohmann::json::parse(R"({
    "headline": [{"label": "Instructions a tick, M4F", "value": 148230, "note": "worst 201 554"},
                 {"label": "Golden hash, float", "value": "9f3c51aa07be42d1", "note": "same on 5 targets"}],
    "sections": [
      {"title": "Solver", "rows": [["ticks", 13000], ["solved", 12999], ["pivot budget", 1],
        ["pivots, mean", 1.123], ["pivots, 99.9 %", 14], ["pivots, worst", 14]]},
      {"title": "Images", "columns": ["", "M4F float", "M7 float", "M7 double"], "rows": [
        ["instructions, mean", 148230, 121004, null], ["instructions, worst", 201554, 170122, null],
        ["RAM [KiB]", 61.2, 61.2, 98.5], ["flash [KiB]", 143.8, 140.1, 188.0], ["stack [KiB]", 5.1, 5.1, null]]},
      {"title": "Golden hashes", "note": "x86-64 gcc and clang, aarch64, M4F, M7",
        "rows": [["float", "9f3c51aa07be42d1"], ["double", null], ["text </script>", "<b>"]]}]})");
}

ReportInput SampleInput(const RunLog& log, const JudgeResult& judge) {
  ReportInput input;
  input.main = {&log, &judge};
  input.strips = {{-kInfinity, kIceFrom, 0, 0.6}, {kIceFrom, kIceTo, 0, 0.12}, {kIceTo, kInfinity, 0, 0.6}};
  input.push = ReportPush{kPushBegin, kPushBegin + 0.1, {0, 60, 0}};
  input.table = SampleTable();
  return input;
}

TEST(Report, EmbeddedDataAreWhatWentIn) {
  const RunLog log = SyntheticTrot(2.0);
  const JudgeResult judge = Judge(log);
  const nlohmann::json data = DataOf(ReportPage(SampleInput(log, judge)));
  ASSERT_EQ(data["runs"].size(), 1u);
  const nlohmann::json& run = data["runs"][0];
  EXPECT_EQ(run["ticks"], 2000);

  const auto force = Decode<float>(run, "foot2_estimated2");
  const auto stride = run["channels"]["foot2_estimated2"]["stride"].get<std::size_t>();
  ASSERT_EQ(force.size(), (2000 + stride - 1) / stride);
  for (std::size_t i = 0; i < force.size(); ++i) {
    EXPECT_EQ(force[i], log.ticks[i * stride].feet[2].estimated_force[2]);
  }
  const auto states = Decode<std::uint8_t>(run, "foot1_states");
  const auto truth = TrueStates(log);
  ASSERT_EQ(states.size(), 2000u);
  for (std::size_t i = 0; i < states.size(); ++i) {
    EXPECT_EQ(states[i] & 3, static_cast<int>(truth[i][1]));
    EXPECT_EQ(states[i] >> 2 & 3, static_cast<int>(log.ticks[i].feet[1].estimated_state));
    EXPECT_EQ(states[i] >> 4, log.ticks[i].feet[1].scheduled_stance ? 1 : 0);
  }
  EXPECT_EQ(Decode<std::uint16_t>(run, "pivots")[1], log.ticks[1].pivots);
  EXPECT_EQ(data["strips"][0]["begin"], nullptr);
  EXPECT_EQ(data["table"], SampleTable());
}

TEST(Report, MarginsAreThereEveryTick) {
  RunLog log = SyntheticTrot(2.0);
  log.ticks[7].feet[3].slip_share = 0.42f;
  for (TickSample& tick : log.ticks) tick.feet[3].lift_off_margin = 0;
  log.ticks[3].feet[3].lift_off_margin = 30;  // mean of those above zero: 20
  log.ticks[5].feet[3].lift_off_margin = 10;
  log.ticks[6].wrench_margin = 12.5f;
  for (TickSample& tick : log.ticks) tick.wrench_margin_point = -1;
  log.ticks[6].wrench_margin_point = 2;
  log.ticks[6].wrench_margin_mode = 4;
  const JudgeResult judge = Judge(log);
  const nlohmann::json run = DataOf(ReportPage(SampleInput(log, judge)))["runs"][0];

  const auto slip = Decode<std::uint8_t>(run, "foot3_slip_share");
  ASSERT_EQ(slip.size(), 2000u);
  EXPECT_EQ(slip[7], 42);
  const auto lift_off = Decode<std::uint8_t>(run, "foot3_lift_off_share");
  ASSERT_EQ(lift_off.size(), 2000u);
  EXPECT_EQ(lift_off[3], 150);
  EXPECT_EQ(lift_off[4], 0);
  EXPECT_EQ(lift_off[5], 50);
  EXPECT_EQ(run["channels"]["foot3_slip_share"]["scale"], 0.01);
  const auto wrench = Decode<float>(run, "wrench_margin");
  ASSERT_EQ(wrench.size(), 2000u);
  EXPECT_EQ(wrench[6], 12.5f);
  const auto change = Decode<std::uint8_t>(run, "wrench_change");
  ASSERT_EQ(change.size(), 2000u);
  EXPECT_EQ(change[5], 0);
  EXPECT_EQ(change[6], 3 | 4 << 5);

  const WarningResult warnings = JudgeWarnings(log);
  ASSERT_FALSE(warnings.events.empty());
  EXPECT_EQ(run["warnings"]["events"].size(), warnings.events.size());
  EXPECT_EQ(run["warnings"]["events"][0][2], warnings.events[0].tick);
  EXPECT_EQ(run["warnings"]["load"][3], 20);
}

TEST(Report, TakesTheRobotFromItsFigures) {
  const RunLog log = SyntheticBiped();
  const JudgeResult judge = Judge(log);
  ReportInput input;
  input.main = {&log, &judge};
  input.gantry = true;
  const nlohmann::json data = DataOf(ReportPage(input));
  const nlohmann::json& robot = data["robot"];
  EXPECT_EQ(robot["name"], "g1");
  EXPECT_EQ(robot["mass"], log.robot.Mass());
  EXPECT_EQ(robot["trots"], false);
  EXPECT_EQ(robot["gantry"], true);
  EXPECT_EQ(robot["feet"].size(), 2u);
  EXPECT_EQ(robot["first_point"], (std::vector<int>{0, 4, 8}));
  ASSERT_EQ(robot["joints"].size(), 29u);
  for (std::size_t j = 0; j < 29; ++j) {
    EXPECT_EQ(robot["joints"][j]["parent"], log.robot.joints[j].parent);
    EXPECT_EQ(robot["joints"][j]["axis"], log.robot.joints[j].axis);
    EXPECT_EQ(robot["joints"][j]["position"], log.robot.joints[j].position);
    EXPECT_EQ(robot["joints"][j]["kind"], "revolute");
  }
  EXPECT_EQ(robot["points"][5]["body"], log.robot.points[5].body);
  EXPECT_EQ(robot["points"][5]["position"], log.robot.points[5].position);

  const nlohmann::json& run = data["runs"][0];
  EXPECT_EQ(Decode<float>(run, "joint28")[1], log.ticks[4].joint_position[28]);
  EXPECT_FALSE(run["channels"].contains("joint29"));
  EXPECT_FALSE(run["channels"].contains("foot2_states"));
  const auto left_heel = Decode<std::uint8_t>(run, "point7_states");
  ASSERT_EQ(left_heel.size(), 400u);
  EXPECT_EQ(left_heel[50], 1 | 1 << 2);
  EXPECT_EQ(left_heel[150], 0 | 1 << 2);
  EXPECT_EQ(Decode<std::uint8_t>(run, "wrench_change")[0], 7 | 4 << 5);
  EXPECT_NEAR(run["judge"]["point_accuracy"].get<double>(), (400 * 8 - 300) / (400.0 * 8), 1e-9);
  EXPECT_EQ(judge.phases, (std::vector<Phase>{Phase::kSquat, Phase::kLift}));
  for (const Phase phase : judge.phases) EXPECT_EQ(data["judged"][static_cast<std::size_t>(phase)], true);
  EXPECT_EQ(data["phases"][static_cast<std::size_t>(Phase::kToes)], "toes");
  if (const char* path = std::getenv("FOOTING_BIPED_REPORT")) WriteReport(input, path);  // to look at
}

TEST(Report, KnowsNoRobotByItself) {
  const RunLog log;
  const JudgeResult judge = Judge(log);
  ReportInput input;
  input.main = {&log, &judge};
  const std::string page = ReportPage(input);
  for (const char* word : {"'FR'", "Unitree", "Quadruped", "quadruped", "thigh"})
    EXPECT_EQ(page.find(word), std::string::npos) << word;
}

TEST(Report, StaysSmallAndNeedsNothingElse) {
  const RunLog log = SyntheticTrot(13.0);
  const JudgeResult judge = Judge(log);
  ReportInput input = SampleInput(log, judge);
  RunLog other = log;
  other.plant = "mujoco";
  const JudgeResult other_judge = Judge(other);
  input.second = {&other, &other_judge};
  const std::string page = ReportPage(input);
  EXPECT_LT(page.size(), 6u << 20);
  EXPECT_EQ(page.find("@@"), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos);
  EXPECT_EQ(DataOf(page)["runs"].size(), 2u);
  if (const char* path = std::getenv("FOOTING_SAMPLE_REPORT")) WriteReport(input, path);  // to look at
}

TEST(Report, BearsAnEmptyRun) {
  const RunLog log;
  const JudgeResult judge = Judge(log);
  ReportInput input;
  input.main = {&log, &judge};
  const nlohmann::json data = DataOf(ReportPage(input));
  EXPECT_EQ(data["runs"][0]["ticks"], 0);
  EXPECT_EQ(data["runs"][0]["judge"]["balanced_accuracy"], nullptr);
  EXPECT_EQ(data["runs"][0]["judge"]["point_accuracy"], nullptr);
  EXPECT_EQ(data["robot"]["joints"], nlohmann::json::array());
  if (const char* path = std::getenv("FOOTING_EMPTY_REPORT")) WriteReport(input, path);
}

TEST(Report, RefusesWhatItCannotWrite) {
  EXPECT_THROW(ReportPage(ReportInput{}), std::invalid_argument);
  const RunLog log;
  const JudgeResult judge = Judge(log);
  ReportInput input;
  input.main = {&log, &judge};
  EXPECT_THROW(WriteReport(input, "/no/such/folder/report.html"), std::runtime_error);
}

std::vector<RivalRun> TwoRivals(const char* hash) {
  RivalRun run{"footing", hash, {}, {}};
  run.load = {{"A", 0.875, 3, 4, kNoFigure, kNoFigure}, {"B", 0.5, 0, 1, kNoFigure, kNoFigure}};
  run.base = {{"C", kNoFigure, kNoFigure, kNoFigure, 0.0125, kNoFigure}};
  return {run};
}

TEST(RivalTable, IsReadAsItWasWritten) {
  const std::string text = RivalsText(TwoRivals("12ab"));
  EXPECT_EQ(RivalsText(ReadRivals(text)), text);
  EXPECT_TRUE(std::isnan(ReadRivals(text)[0].base[0].drift));
}

TEST(RivalTable, WhatHasAnotherFormIsRefused) {
  const nlohmann::json good = nlohmann::json::parse(RivalsText(TwoRivals("12ab")));
  const auto refused = [&](const std::function<void(nlohmann::json*)>& spoil) {
    nlohmann::json bad = good;
    spoil(&bad);
    EXPECT_THROW((void)ReadRivals(bad.dump()), ProblemError) << bad.dump();
  };
  refused([](nlohmann::json* bad) { *bad = 1; });
  refused([](nlohmann::json* bad) { (*bad)[0].erase("hash"); });
  refused([](nlohmann::json* bad) { (*bad)[0]["load"][0]["right"] = 1.5; });
  refused([](nlohmann::json* bad) { (*bad)[0]["load"][0]["right"] = nullptr; });
  refused([](nlohmann::json* bad) { (*bad)[0]["load"][1]["missed"] = -1; });
  refused([](nlohmann::json* bad) { (*bad)[0]["base"][0]["name"] = "two\nlines"; });
  refused([](nlohmann::json* bad) {
    bad->push_back((*bad)[0]);
    (*bad)[1]["load"].erase(1);
  });
  EXPECT_THROW((void)ReadRivals("[{"), ProblemError);
}

TEST(RivalTable, StandsBesideFootingOnTheSameRunAlone) {
  const RunLog log = SyntheticTrot(2.0);
  const JudgeResult judge = Judge(log);
  const std::vector<PlantVerdict> runs = {{"footing", "12ab", &judge}};
  const nlohmann::json sections = RivalSections(runs, TwoRivals("12ab"));
  ASSERT_EQ(sections.size(), 2u);
  const nlohmann::json& rows = sections[0]["rows"];
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0][0], "Footing");
  EXPECT_EQ(rows[1], nlohmann::json::parse(R"(["A", "87.50 %", "3 + 4"])"));
  EXPECT_EQ(sections[1]["rows"][1], nlohmann::json::parse(R"(["C", "0.013", "-"])"));
  EXPECT_EQ(sections[0]["columns"].size(), 3u);
  EXPECT_THROW((void)RivalSections(runs, TwoRivals("12ac")), ProblemError);
  EXPECT_THROW((void)RivalSections(runs, {}), ProblemError);
}

}  // namespace footing::tools::report_test
