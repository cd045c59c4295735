#include "tests/research/rivals/tuned/tuned_rivals.hpp"

#include "tools/footing/report/report_table.hpp"
#include "tools/footing/solve/file/json_field.hpp"

namespace footing::rivals {
namespace {

void SetStates(const Loads& loads, tools::RunLog* log) {
  const std::size_t feet = log->robot.Feet();
  for (std::size_t t = 0; t < log->ticks.size(); ++t)
    for (std::size_t i = 0; i < feet; ++i)
      log->ticks[t].feet[i].estimated_state =
          loads[t * feet + i] ? tools::FootState::kStick : tools::FootState::kOpen;
}

}  // namespace

HeardRun Hear(const tools::SimulationOptions& options) {
  tools::Simulation simulation = tools::Simulate(options);
  return {{StreamOf(options, simulation), std::move(simulation.log)},
          tools::HashText(simulation.summary.hash)};
}

JudgedRivals JudgeRivals(const BaseRun& run, const TunedRivals& rivals) {
  tools::RunLog log = run.log;
  JudgedRivals judged{.footing = tools::Judge(log), .load = {}, .base = {}};
  for (const TunedRival& rival : rivals.load) {
    SetStates(rival.loads(run.stream), &log);
    judged.load.push_back(tools::Judge(log));
  }
  const Loads sticks = FootingSticks(run.stream);
  const Loads schmitt = rivals.load[kSchmittTrigger].loads(run.stream);
  for (const TunedBaseRival& rival : rivals.base) {
    RunBaseRival(run.stream, rival.by_footing ? sticks : schmitt, rival.options, &log);
    judged.base.push_back(tools::JudgeState(log));
  }
  return judged;
}

std::string TunedText(const TunedRivals& rivals) {
  tools::Json values = tools::Json::object();
  for (const TunedRival& rival : rivals.load) values[rival.name] = rival.values;
  for (const TunedBaseRival& rival : rivals.base) values[rival.name] = rival.values;
  return values.dump(1) + "\n";
}

TunedRivals ReadTuned(const std::string& text) {
  const tools::Json json = tools::ParseJson(text);
  const tools::Field root(json, "");
  const Known known = [&](const std::string& name, std::size_t count) {
    return root.At(name.c_str()).Numbers(count);
  };
  return {LoadRivalsOf(known), BaseRivalsOf(known)};
}

}  // namespace footing::rivals
