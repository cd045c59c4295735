// A campaign's file, the figures of a cell and its tables, on runs made by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <stdexcept>

#include "tools/footing/campaign/campaign_file.hpp"
#include "tools/footing/campaign/campaign_table.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools::campaign_test {

double Figure(const CellFigures& figures, const char* name) {
  for (std::size_t k = 0; k < kCellColumnCount; ++k)
    if (std::strcmp(kCellColumns[k].name, name) == 0) return figures[k];
  ADD_FAILURE() << "no column " << name;
  return 0;
}

// Sums that are easy to pool; the second run fell.
std::vector<std::optional<RunRecord>> TwoRuns() {
  RunRecord one;
  one.accuracy = 0.99;
  one.threshold = 0.98;
  one.touch_down = {{-4, 1, 2}, 4, 1, 0};
  one.lift_off = {{0}, 1, 0, 0};
  one.slips = {8, 6, 10, 4, 5, 3, {1, 2, 9}, 100, 80, 60, 1000, 5};
  one.known_ground = {5, 4, 3, 30, 1, {2}};
  one.state = {{0.09, 900}, {0.01, 100}, 60, {16, 4}, {0.0009, 9}, {0.04, 2}, {0.0003, 3}, 9, 0.1};
  RunRecord two;
  two.fell = true;
  two.accuracy = 0.96;
  two.threshold = 0.97;
  two.touch_down = {{100}, 1, 0, 3};
  two.lift_off = {{}, 2, 2, 0};
  two.slips = {2, 1, 0, 0, 0, 0, {7}, 100, 20, 20, 0, 0};
  two.known_ground = {3, 2, 1, 10, 1, {}};
  two.state = {{0.07, 700}, {0, 0}, 20, {9, 12}, {0, 0}, {0.05, 7}, {0, 0}, 1, 0.4};
  return {one, std::nullopt, two};
}

TEST(CellFigures, ArePooledOverTheRuns) {
  const CellFigures pooled = Pooled(TwoRuns());
  const std::pair<const char*, double> kExpected[] = {{"runs", 2},
                                                      {"falls", 1},
                                                      {"loaded_mean", 97.5},
                                                      {"loaded_least", 96},
                                                      {"threshold_mean", 97.5},
                                                      {"touch_down_median", 3},  // of 1 2 4 100
                                                      {"touch_down_p99", 100},
                                                      {"lift_off_median", 0},
                                                      {"lift_off_p99", 0},
                                                      {"events", 8},
                                                      {"missed", 37.5},  // 3 of 8
                                                      {"extra", 37.5},
                                                      {"slips", 10},
                                                      {"slip_recall", 70},
                                                      {"slip_precision", 40},
                                                      {"slip_long_precision", 60},
                                                      {"slip_tick_recall", 40},     // 80 of 200
                                                      {"slip_tick_precision", 80},  // 80 of 100
                                                      {"slip_delay_median", 4.5},   // of 1 2 7 9
                                                      {"rest_called_slip", 0.5},
                                                      {"slips_warned", 75},       // 6 of 8
                                                      {"warning_precision", 60},  // 6 of 10
                                                      {"false_alarms", 5},        // 2 of 40
                                                      {"force_rmse", 1},          // √(0.16 / 1600)
                                                      {"settled_force_rmse", 1},
                                                      {"force_beyond_two", 5},  // 80 of 1600
                                                      {"velocity_rmse", 1.25},  // √(25 / 16)
                                                      {"drift", 5},             // 0.5 m of 10 m
                                                      {"tilt_rmse", 0.01 * 180 / 3.14159265358979},
                                                      {"ground_rmse", 0.01 * 180 / 3.14159265358979},
                                                      {"friction_error", 0.1}};  // √(0.09 / 9)
  for (const auto& [name, value] : kExpected) EXPECT_NEAR(Figure(pooled, name), value, 1e-9) << name;
}

TEST(CellFigures, OfNothingAreAbsent) {
  const CellFigures none = Pooled({std::nullopt});
  for (const char* count : {"runs", "falls", "events", "slips"}) EXPECT_EQ(Figure(none, count), 0);
  for (const char* name :
       {"loaded_mean", "touch_down_p99", "missed", "slip_precision", "force_rmse", "drift", "friction_error"})
    EXPECT_TRUE(std::isnan(Figure(none, name))) << name;
  auto runs = TwoRuns();
  runs[0]->state.way = 0.5;  // 1.5 m in two runs: too short
  EXPECT_TRUE(std::isnan(Figure(Pooled(runs), "drift")));
}

TEST(RunRecord, IsReadAsItWasWritten) {
  for (auto& run : TwoRuns()) {
    if (!run) continue;
    const nlohmann::json text = nlohmann::json::parse(ToJson(*run).dump());
    const RunRecord read = RecordFrom(text);
    const CellFigures before = Pooled({*run}), after = Pooled({read});
    for (std::size_t k = 0; k < kCellColumnCount; ++k) {
      const bool absent = std::isnan(before[k]) && std::isnan(after[k]);
      EXPECT_TRUE(absent || before[k] == after[k]) << kCellColumns[k].name;
    }
    run->threshold = kNoFigure;
    EXPECT_TRUE(std::isnan(RecordFrom(nlohmann::json::parse(ToJson(*run).dump())).threshold));
  }
  EXPECT_THROW((void)RecordFrom(nlohmann::json::parse(R"({"fell": false})")), nlohmann::json::exception);
}

TEST(CampaignTable, IsTextForOtherPrograms) {
  CampaignTable table;
  table.seeds = 3;
  table.robots = {"a1"};
  table.scenarios = {"one, \"two\" | </script>"};
  table.options = {"--pulled"};
  table.cells = {{table.scenarios[0], "a1", Pooled(TwoRuns())}};
  const std::string csv = CampaignCsv(table);
  EXPECT_EQ(csv.substr(0, 30), "scenario,robot,runs,falls,load");
  EXPECT_NE(csv.find("\n\"one, \"\"two\"\" | </script>\",a1,2,1,97.5,96,"), std::string::npos) << csv;
  EXPECT_EQ(csv.substr(csv.size() - 5), ",0.1\n");  // the friction's error
  const std::string markdown = CampaignMarkdown(table);
  EXPECT_NE(markdown.find("| one, \"two\" \\| \\</script\\> | a1 | 2 | 1 | 97.50 | 96.00 |"),
            std::string::npos);
  EXPECT_NE(markdown.find("| `--pulled` |"), std::string::npos);
  const std::string page = CampaignPage(table);
  const std::string open = "id=\"data\">";
  const std::size_t begin = page.find(open) + open.size();
  const auto data = nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  EXPECT_EQ(data["cells"][0]["scenario"], table.scenarios[0]);
  EXPECT_EQ(data["cells"][0]["figures"][0], 2);
  EXPECT_EQ(data["cells"][0]["figures"].back(), 0.1);
  EXPECT_EQ(page.find("@@"), std::string::npos);
  for (const char* outside : {"http://", "https://", "src="})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
}

// Takes any words, but not "--bad".
SimulationOptions Read(const std::vector<std::string>& words) {
  SimulationOptions options;
  for (const std::string& word : words) {
    if (word == "--bad") throw std::invalid_argument("no option --bad");
    if (word.starts_with("--robot=")) options.robot = word.substr(8);
    if (word.starts_with("--sensor=")) options.sensor_errors.push_back(word.substr(9));
  }
  return options;
}

TEST(CampaignFile, TakesOptionsAsListsAndAsObjects) {
  const Campaign campaign = ReadCampaign(R"({"robots": ["a1"], "seeds": [7, 3], "options": {"duration": 2.5},
      "scenarios": [{"name": "x"}, {"name": "y", "options": ["--push", 20]},
                    {"name": "z", "options": {"pulled": true, "sensor": ["delay=1", "gyro-bias=0.5"]}}]})",
                                         Read);
  EXPECT_EQ(campaign.seeds, (std::vector<std::uint64_t>{7, 3}));
  ASSERT_EQ(campaign.scenarios.size(), 3u);
  EXPECT_EQ(campaign.scenarios[0].words, (std::vector<std::string>{"--duration=2.5"}));
  EXPECT_EQ(campaign.scenarios[1].words, (std::vector<std::string>{"--duration=2.5", "--push", "20"}));
  EXPECT_EQ(
      campaign.scenarios[2].words,
      (std::vector<std::string>{"--duration=2.5", "--pulled", "--sensor=delay=1", "--sensor=gyro-bias=0.5"}));
  ASSERT_EQ(campaign.scenarios[2].options.size(), 1u);
  EXPECT_EQ(campaign.scenarios[2].options[0].sensor_errors.size(), 2u);
  EXPECT_EQ(campaign.scenarios[2].options[0].robot, "a1");
  EXPECT_EQ(ReadCampaign(R"({"robots": ["a1"], "seeds": 3, "scenarios": [{"name": "x"}]})", Read).seeds,
            (std::vector<std::uint64_t>{1, 2, 3}));
}

TEST(CampaignFile, ErrorsNameTheirPlace) {
  const auto with = [](const std::string& scenario) {
    return R"({"robots": ["a1"], "seeds": 1, "scenarios": [{"name": "x"}, )" + scenario + "]}";
  };
  const std::string one = R"("scenarios": [{"name": "x"}])";
  const std::pair<std::string, const char*> kBad[] = {
      {"[]", "must be an object"},
      {"{", "line 1, column 2: syntax error"},
      {R"({"seeds": 1, )" + one + "}", "robots: missing"},
      {R"({"robots": [], "seeds": 1, )" + one + "}", "robots: must not be empty"},
      {R"({"robots": "a1", "seeds": 1, )" + one + "}", "robots: must be a list"},
      {R"({"robots": ["a1", "a1"], "seeds": 1, )" + one + "}", "robots[1]: is in the list twice"},
      {R"({"robots": ["a1", "rex"], "seeds": 1, )" + one + "}", "robots[1]: no robot rex"},
      {R"({"robots": ["a1"], "seeds": 0, )" + one + "}", "seeds: must be 1 to 1000"},
      {R"({"robots": ["a1"], "seeds": [1, -1], )" + one + "}", "seeds[1]: must not be negative"},
      {R"({"robots": ["a1"], "seeds": [1, 1], )" + one + "}", "seeds[1]: is in the list twice"},
      {R"({"robots": ["a1"], "seeds": [], )" + one + "}", "seeds: must not be empty"},
      {R"({"robots": ["a1"], "seeds": 1.5, )" + one + "}", "seeds: must be an integer"},
      {R"({"robots": ["a1"], "seeds": 1, "scenarios": []})", "scenarios: must not be empty"},
      {R"({"robots": ["a1"], "seeds": 1, "speed": 1, )" + one + "}", "speed: no such member"},
      {with(R"({"options": []})"), "scenarios[1].name: missing"},
      {with(R"({"name": ""})"), "scenarios[1].name: must not be empty"},
      {with(R"({"name": "x"})"), "scenarios[1]: is in the list twice"},
      {with(R"({"name": "y", "option": []})"), "scenarios[1].option: no such member"},
      {with(R"({"name": "y", "options": 1})"), "scenarios[1].options: must be a list or an object"},
      {with(R"({"name": "y", "options": ["--bad"]})"), "scenarios[1].options: no option --bad"},
      {with(R"({"name": "y", "options": [null]})"), "scenarios[1].options[0]: must be a string or a number"},
      {with(R"({"name": "y", "options": {"pulled": false}})"), "scenarios[1].options.pulled: must be true"},
      {with(R"({"name": "y", "options": {"sensor": [[]]}})"),
       "scenarios[1].options.sensor[0]: must be a string"},
      {with(R"({"name": "y", "options": ["--seed", 2]})"), "scenarios[1].options: --seed is the campaign's"},
      {with(R"({"name": "y", "options": {"robot": "a1"}})"),
       "scenarios[1].options: --robot is the campaign's"},
      {with(R"({"name": "y", "options": {"sensor": "torque-stuck@99"}})"),
       "scenarios[1].options: 'torque-stuck@99'"}};
  for (const auto& [text, why] : kBad) {
    try {
      ReadCampaign(text, Read);
      ADD_FAILURE() << text << " was taken";
    } catch (const ProblemError& error) {
      EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << text << "\n  " << error.what();
    }
  }
}

}  // namespace footing::tools::campaign_test
