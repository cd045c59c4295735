#include "tests/research/rivals/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <optional>

#include "tests/research/rivals/tuned/search.hpp"
#include "tools/footing/campaign/run_record.hpp"
#include "tools/footing/simulate/judge/judge.hpp"

namespace footing::rivals {
namespace {

using tools::RunRecord;
using Progress = std::function<void(const char* job, double share)>;

struct Run {
  std::size_t scenario, robot, seed;
};

std::vector<Run> RunsOf(const tools::Campaign& campaign, std::size_t seeds) {
  std::vector<Run> runs;
  for (std::size_t s = 0; s < campaign.scenarios.size(); ++s)
    for (std::size_t r = 0; r < campaign.robots.size(); ++r)
      for (std::size_t k = 0; k < seeds; ++k) runs.push_back({s, r, k});
  return runs;
}

// The simulation of a run, and what the rivals see of it.
BaseRun Make(const tools::Campaign& campaign, const Run& run, std::uint64_t seed) {
  tools::SimulationOptions options = campaign.scenarios[run.scenario].options[run.robot];
  options.seed = seed;
  BaseRun made = Hear(options).run;
  made.stream.scenario = campaign.scenarios[run.scenario].name;
  return made;
}

class Watched {
 public:
  Watched(const Progress& progress, const char* job, std::size_t count)
      : progress_(progress), job_(job), count_(count) {}
  void Done() {
    const std::lock_guard lock(mutex_);
    if (progress_) progress_(job_, static_cast<double>(++done_) / static_cast<double>(count_));
  }

 private:
  const Progress& progress_;
  const char* job_;
  std::size_t count_, done_ = 0;
  std::mutex mutex_;
};

// The runs to tune by: streams of all, and logs of those that the base rivals are tuned by.
struct Tuning {
  std::vector<FootStream> streams;
  std::vector<BaseRun> base;
  std::vector<double> footing;  // accuracy, of each
};

// First and last scenario: nominal, and all errors together, in the campaign of the project.
bool TunesBase(const tools::Campaign& campaign, const Run& run) {
  return run.seed == 0 && (run.scenario == 0 || run.scenario + 1 == campaign.scenarios.size());
}

Tuning MakeTuning(const tools::Campaign& campaign, const ComparisonOptions& options,
                  const Progress& progress) {
  const std::vector<Run> runs = RunsOf(campaign, options.tuning_seeds.size());
  Tuning tuning;
  tuning.streams.resize(runs.size());
  tuning.footing.resize(runs.size());
  std::vector<std::optional<BaseRun>> base(runs.size());
  Watched watched(progress, "tuning runs", runs.size());
  ForEach(runs.size(), options.jobs, [&](std::size_t i) {
    BaseRun made = Make(campaign, runs[i], options.tuning_seeds[runs[i].seed]);
    Loads called;
    for (const tools::TickSample& tick : made.log.ticks)
      for (const tools::FootSample& foot : tick.feet)
        called.push_back(foot.estimated_state != tools::FootState::kOpen);
    tuning.footing[i] = Accuracy(made.stream, called);
    tuning.streams[i] = made.stream;
    if (TunesBase(campaign, runs[i])) {
      for (tools::TickSample& tick : made.log.ticks) {  // copied often: without what is not read
        tick.points = {};
        tick.joint_position = {};
      }
      base[i] = std::move(made);
    } else {
      tuning.streams[i].base = {};
    }
    watched.Done();
  });
  for (auto& run : base)
    if (run) tuning.base.push_back(std::move(*run));
  return tuning;
}

// Those of one scenario and robot.
std::vector<FootStream> CellOf(const std::vector<FootStream>& streams, const std::string& scenario,
                               const std::string& robot) {
  std::vector<FootStream> cell;
  for (const FootStream& stream : streams)
    if (stream.scenario == scenario && stream.robot == robot) cell.push_back(stream);
  return cell;
}

// The values that suit a cell alone.
void TuneCells(const tools::Campaign& campaign, const std::vector<FootStream>& streams,
               const ComparisonOptions& options, Comparison* comparison) {
  comparison->own_rivals.assign(campaign.scenarios.size(),
                                std::vector<std::vector<TunedRival>>(campaign.robots.size()));
  const std::vector<Run> cells = RunsOf(campaign, 1);
  ForEach(cells.size(), options.jobs, [&](std::size_t i) {
    const auto& [scenario, robot, seed] = cells[i];
    const auto cell = CellOf(streams, campaign.scenarios[scenario].name, campaign.robots[robot]);
    comparison->own_rivals[scenario][robot] =
        cell.empty() ? comparison->rivals.load : TuneLoadRivals(cell, options.own_runs, 1);
  });
}

// A run of a robot that fell before a tick of it counted has nothing to tune by.
void RemoveEmpty(Tuning* tuning) {
  const auto is_empty = [](const FootStream& stream) {
    return std::count(stream.judged.begin(), stream.judged.end(), 1) == 0;
  };
  std::erase_if(tuning->footing, [](double accuracy) { return std::isnan(accuracy); });
  std::erase_if(tuning->streams, is_empty);
  std::erase_if(tuning->base, [&](const BaseRun& run) { return is_empty(run.stream); });
}

using Records = std::vector<RunRecord>;  // of each entrant

struct JudgedRun {
  Records load, base, own;
};

JudgedRun JudgeAll(const BaseRun& run, const std::vector<TunedRival>& own_rivals, const TunedRivals& rivals) {
  JudgedRivals all = JudgeRivals(run, rivals);
  const bool fell = run.log.fell;
  const RunRecord record = tools::RecordOf(all.footing, fell);
  JudgedRun judged{{record}, {record}, {record}};
  all.footing.estimator = all.footing.rival;
  judged.load.push_back(tools::RecordOf(all.footing, fell));
  for (const tools::JudgeResult& rival : all.load) judged.load.push_back(tools::RecordOf(rival, fell));
  for (const tools::StateFigures& state : all.base) judged.base.emplace_back(record).state = state;
  for (const TunedRival& rival : own_rivals)
    judged.own.emplace_back().accuracy = Accuracy(run.stream, rival.loads(run.stream));
  return judged;
}

// Pools the seeds of each cell; `pick` chooses load, base or own.
void Pool(const tools::Campaign& campaign, const std::vector<Run>& runs, const std::vector<JudgedRun>& judged,
          Records JudgedRun::*pick, std::vector<Entrant>* entrants) {
  for (std::size_t e = 0; e < entrants->size(); ++e) {
    std::vector<std::vector<std::vector<std::optional<RunRecord>>>> cells(
        campaign.scenarios.size(), {campaign.robots.size(), std::vector<std::optional<RunRecord>>{}});
    for (std::size_t i = 0; i < runs.size(); ++i)
      cells[runs[i].scenario][runs[i].robot].push_back((judged[i].*pick)[e]);
    for (const auto& row : cells) {
      auto& figures = (*entrants)[e].cells.emplace_back();
      for (const auto& cell : row) figures.push_back(tools::Pooled(cell));
    }
  }
}

}  // namespace

Comparison Compare(const tools::Campaign& campaign, const ComparisonOptions& options,
                   const Progress& progress) {
  Comparison comparison;
  {
    Tuning tuning = MakeTuning(campaign, options, progress);
    RemoveEmpty(&tuning);
    comparison.tuning_runs = tuning.streams.size();
    comparison.base_tuning_runs = tuning.base.size();
    for (const double accuracy : tuning.footing)
      comparison.footing_tuning_accuracy += accuracy / static_cast<double>(tuning.footing.size());
    if (progress) progress("tune", 0);
    comparison.rivals.load = TuneLoadRivals(tuning.streams, options.runs, options.jobs);
    TuneCells(campaign, tuning.streams, options, &comparison);
    if (progress) progress("tune", 0.6);
    comparison.rivals.base =
        TuneBaseRivals(tuning.base, comparison.rivals.load[kSchmittTrigger], options.base_runs, options.jobs);
    if (progress) progress("tune", 1);
  }
  for (const std::size_t s : {std::size_t{0}, campaign.scenarios.size() - 1}) {
    if (s > 0 || comparison.base_tuning_scenarios.empty())
      comparison.base_tuning_scenarios.push_back(campaign.scenarios[s].name);
  }
  comparison.load = {{"Footing", {}}, {kHindsight, {}}};
  comparison.base = {{"Footing", {}}};
  comparison.own = {{"Footing", {}}};
  for (const TunedRival& rival : comparison.rivals.load) {
    comparison.load.push_back({rival.name, {}});
    comparison.own.push_back({rival.name, {}});
  }
  for (const TunedBaseRival& rival : comparison.rivals.base) comparison.base.push_back({rival.name, {}});

  const std::vector<Run> runs = RunsOf(campaign, options.judging_seeds.size());
  std::vector<JudgedRun> judged(runs.size());
  Watched watched(progress, "judge", runs.size());
  ForEach(runs.size(), options.jobs, [&](std::size_t i) {
    const auto& [scenario, robot, seed] = runs[i];
    judged[i] = JudgeAll(Make(campaign, runs[i], options.judging_seeds[seed]),
                         comparison.own_rivals[scenario][robot], comparison.rivals);
    watched.Done();
  });
  Pool(campaign, runs, judged, &JudgedRun::load, &comparison.load);
  Pool(campaign, runs, judged, &JudgedRun::base, &comparison.base);
  Pool(campaign, runs, judged, &JudgedRun::own, &comparison.own);
  return comparison;
}

}  // namespace footing::rivals
