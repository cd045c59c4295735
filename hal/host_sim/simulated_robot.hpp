// A plant with a robot's sensors and drives: a source of measurements with the timing of a
// robot. A command takes effect one period after its measurement, as on a robot whose
// drives are written at the end of the tick.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "hal/host_sim/host_sim.hpp"
#include "hal/host_sim/plant.hpp"
#include "hal/host_sim/sensors.hpp"

namespace footing::hal {

struct SimulatedRobotOptions {
  double duration = 1;  // s
  std::uint64_t seed = 1;
  SensorOptions sensors;
  std::function<OperatorInput(double time)> operator_input;
  std::function<std::array<double, 6>(double time, const PlantSample& last)>
      push;                                                          // on the base, as Plant::Step's
  std::function<void(double time, Measurement* measurement)> fault;  // corrupts a measurement
  std::function<int(double time)>
      periods;  // control periods until the next tick: 1; 0 repeats a measurement, 2 misses one
  std::function<bool(const PlantSample& mean)>
      observe;  // gets the true state of each period, with mean forces; false ends the run
};

class SimulatedRobot : public Source {
 public:
  SimulatedRobot(std::unique_ptr<Plant> plant, SimulatedRobotOptions options);
  bool Next(Measurement* measurement) override;
  void Apply(const Command& command) override;
  const std::vector<Measurement>& record() const { return record_; }

 private:
  bool Advance();  // one control period; false where the observer ended the run

  std::unique_ptr<Plant> plant_;
  SimulatedRobotOptions options_;
  Sensors sensors_;
  PlantSample mean_{};
  Measurement last_{};
  std::uint32_t sequence_ = 0;
  std::uint32_t calls_ = 0;                      // of Next; gives the time of faults
  std::array<double, kJointCapacity> acting_{};  // N·m
  std::array<double, kJointCapacity> commanded_{};  // N·m, from the next period on
  std::vector<Measurement> record_;
};

}  // namespace footing::hal
