// Which feet of a Unitree A1 hold, slip, land or lift, and with what force: foot_tracker LOG.csv
// After a header each line has 63 numbers: t [s], q[12] [rad], dq[12] [rad/s], tau[12] [N·m], attitude w x y
// z, gyro[3] [rad/s], acceleration[3] [m/s²], commanded[12] [N·m], and of each foot 1 if it was to stand, −1
// if it was to swing, 0 if there was no plan. Joints are hip, thigh, calf of FR, FL, RR, RL. `footing replay
// STREAM --measurements LOG.csv` writes a log; trot.csv is a piece of one.
#include <cstdio>
#include <fstream>
#include <sstream>

#include "core/estimation/foot_tracker.hpp"
#include "firmware/robots/a1/model.hpp"  // for another robot write a header like it

static footing::FootTracker<footing::robots::A1, float> tracker;  // all memory is here
static constexpr const char* kNames[] = {"open", "sticks", "slips"};

template <std::size_t kCount>
std::array<float, kCount> Read(std::istream& in) {
  std::array<float, kCount> numbers{};
  for (float& number : numbers) (in >> number).ignore();  // and its comma
  return numbers;
}

int main(int argc, char** argv) {
  std::ifstream log(argc == 2 ? argv[1] : "");
  if (!log) return std::puts("usage: foot_tracker LOG.csv"), 2;
  std::string line;
  std::getline(log, line);  // the header
  for (double t, last = 0; std::getline(log, line); last = t) {
    std::istringstream in(line + ',');
    (in >> t).ignore();
    const footing::Measurement<12, float, float, 4> measured{.position = Read<12>(in),
                                                             .velocity = Read<12>(in),
                                                             .torque = Read<12>(in),
                                                             .attitude = Read<4>(in),
                                                             .gyro = Read<3>(in),
                                                             .acceleration = Read<3>(in),
                                                             .commanded = Read<12>(in),
                                                             .dt = static_cast<float>(t - last)};
    const auto& now = tracker.Update(measured, Read<4>(in));
    if (!in || in.peek() != EOF) return std::printf("not 63 numbers: %s\n", line.c_str()), 1;
    std::printf("%.3f s", t);
    for (const auto& foot : now.feet)
      std::printf("  %-6s %6.1f N", kNames[static_cast<int>(foot.state)], static_cast<double>(foot.force[2]));
    std::puts("");
  }
}
