// Compiled once for each robot: FOOTING_ROBOT_MODEL is its header, FOOTING_ROBOT its struct, FOOTING_PROGRAM
// the name of the function that makes its row of the table.
#include "tools/footing/robots/robot_program.hpp"

#include FOOTING_ROBOT_MODEL

#include <stdexcept>

#include "firmware/loop.hpp"
#include "tools/footing/plants/footing_plant.hpp"

namespace footing::tools {

RobotProgram FOOTING_PROGRAM();  // robot_programs.cpp calls it

namespace {

using Robot = robots::FOOTING_ROBOT;
using Model = decltype(Robot::Model<double>());
static_assert(Robot::kPoints <= hal::kPointCapacity,
              "a robot of the host program has at most so many points");

template <typename Scalar, SolverStages kStages>
LoopSummary RunControl(const ControlSettings& settings,
                       const std::function<void(const ControlSample&)>& observe) {
  ControlOptions<Robot, Scalar, kStages> options;
  options.controller.clock_offset = static_cast<Scalar>(settings.clock_offset);
  options.controller.plan_delay = static_cast<Scalar>(settings.plan_delay);
  options.controller.tells_plan = settings.tells_plan;
  const auto memory = std::make_unique<ControlMemory<Robot, Scalar, kStages>>(options);
  return RunLoop(memory.get(), [&](const auto& now, const TickReport<Robot, Scalar>& report) {
    if (!observe) return;
    ControlSample sample = SampleOf(report);
    for (std::size_t i = 0; i < sample.feet.size(); ++i) {
      const auto foot = static_cast<int>(i);
      const auto& estimate = now.tracker.estimator().foot(foot);
      const auto first = static_cast<std::size_t>(now.tracker.kModel.first_point[i]);
      const auto place = now.tracker.terms().points[first].position - now.tracker.state().base_position;
      sample.feet[i].unfiltered_normal = static_cast<double>(estimate.unfiltered_normal);
      sample.feet[i].height = static_cast<double>(now.tracker.ground().plane().Height(place));
      if constexpr (kTrots<Robot>)
        sample.feet[i].scheduled_share = static_cast<double>(now.controller.ScheduledShare(foot));
    }
    observe(sample);
  });
}

}  // namespace

RobotProgram FOOTING_PROGRAM() {
  RobotProgram program;
  program.figures = FiguresOf<Robot>();
  program.figures.trots = kTrots<Robot>;
  program.all_kinds = FOOTING_ALL_KINDS;
  program.run = [](TickKind kind, const ControlSettings& settings,
                   const std::function<void(const ControlSample&)>& observe) {
    if (kind == TickKind::kFloat) return RunControl<float, SolverStages::kNewtonOnly>(settings, observe);
#if FOOTING_ALL_KINDS
    if (kind == TickKind::kDouble) return RunControl<double, SolverStages::kNewtonOnly>(settings, observe);
    return RunControl<float, SolverStages::kDantzig>(settings, observe);
#else
    throw std::invalid_argument(std::string(Robot::kName) +
                                ": its tick is in this program in float, with cones");
#endif
  };
  program.make_plant = [](const RobotFigures& moved, const Terrain& terrain, const PlantStart& start) {
    return std::unique_ptr<hal::Plant>(
        std::make_unique<FootingPlant<Model, LongestLeg(Robot::Model<double>())>>(ModelOf<Model>(moved),
                                                                                  terrain, start));
  };
  return program;
}

}  // namespace footing::tools
