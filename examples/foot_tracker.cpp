// Which feet of a Unitree A1 hold, slip, land or lift, and with what force: foot_tracker LOG.csv
// LOG.csv: a header line, then 59 numbers a line: t [s], q[12] [rad], dq[12] [rad/s], tau[12] [N·m], attitude
// w x y z, gyro[3] [rad/s], acceleration[3] [m/s²], commanded[12] [N·m]. Joints are hip, thigh, calf of FR,
// FL, RR, RL. `footing replay STREAM --measurements LOG.csv` writes a log; trot.csv is a piece of one.
#include <cstdio>
#include <fstream>
#include <limits>

#include "core/estimation/foot_tracker.hpp"
#include "firmware/robots/a1/model.hpp"  // for another robot write a header like it

static footing::FootTracker<footing::robots::A1, float> tracker;  // all memory is here
static constexpr const char* kNames[] = {"open", "sticks", "slips"};

template <std::size_t kCount>
std::array<float, kCount> Read(std::istream& in) {
  std::array<float, kCount> numbers{};
  for (float& number : numbers) in >> number, in.ignore();  // and its comma or line feed
  return numbers;
}

int main(int argc, char** argv) {
  std::ifstream log(argc == 2 ? argv[1] : "");
  log.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  for (double t, last = 0; log >> t && log.ignore(); last = t) {
    const auto& now = tracker.Update({.position = Read<12>(log),
                                      .velocity = Read<12>(log),
                                      .torque = Read<12>(log),
                                      .attitude = Read<4>(log),
                                      .gyro = Read<3>(log),
                                      .acceleration = Read<3>(log),
                                      .commanded = Read<12>(log),
                                      .dt = static_cast<float>(t - last)});
    std::printf("%.3f s", t);
    for (const auto& foot : now.feet)
      std::printf("  %-6s %6.1f N", kNames[static_cast<int>(foot.state)], static_cast<double>(foot.force[2]));
    std::puts("");
  }
  return log.eof() ? 0 : 1;
}
