// Which feet of a Unitree A1 hold, slip, land or lift, and with what force, from a log of its sensors.
//   foot_tracker LOG.csv
// LOG.csv has a header line, then 59 numbers a line: t [s], q[12] [rad], dq[12] [rad/s], tau[12] [N·m], attitude
// w x y z, gyro[3] [rad/s], acceleration[3] [m/s²], commanded[12] [N·m]; joints hip, thigh, calf of the legs FR, FL,
// RR, RL. `footing simulate --sensors LOG.csv` writes one; trot.csv is a piece of it, in which two feet lift off.
#include <cstdio>
#include <fstream>
#include <limits>

#include "core/estimation/foot_tracker.hpp"
#include "firmware/robots/a1/model.hpp"  // for another robot write a header like it

namespace robots = footing::robots;
static footing::FootTracker<robots::A1, float> tracker;  // all memory is here

template <std::size_t kCount>
std::array<float, kCount> Read(std::istream& in) {
  std::array<float, kCount> numbers{};
  for (float& number : numbers) in >> number, in.ignore();  // and its comma or line feed
  return numbers;
}

int main(int argc, char** argv) {
  std::ifstream log(argc == 2 ? argv[1] : "");
  log.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  double t = 0, last = 0;
  for (; log >> t; last = t) {
    log.ignore();
    const auto& now = tracker.Update({.position = Read<12>(log), .velocity = Read<12>(log), .torque = Read<12>(log),
                                      .attitude = Read<4>(log), .gyro = Read<3>(log), .acceleration = Read<3>(log),
                                      .commanded = Read<12>(log), .dt = static_cast<float>(t - last)});
    std::printf("%.3f s", t);
    for (const auto& foot : now.feet) {
      constexpr const char* kNames[] = {"open", "sticks", "slips"};
      std::printf("  %-6s %6.1f N", kNames[static_cast<int>(foot.state)], static_cast<double>(foot.force[2]));
    }
    std::puts("");
  }
  return log.eof() && t > 0 ? 0 : (std::puts("usage: foot_tracker LOG.csv"), 1);
}
