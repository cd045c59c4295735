#include "tools/simulate/sensor_log.hpp"

#include <cstdio>
#include <fstream>

namespace footing::tools {

namespace {

void WriteHeader(std::ostream& out) {
  out << "t";
  for (const char* name : {"q", "dq", "tau"}) {
    for (int j = 0; j < hal::kJointCount; ++j) out << "," << name << j;
  }
  out << ",w,x,y,z,gyro_x,gyro_y,gyro_z,acc_x,acc_y,acc_z";
  for (int j = 0; j < hal::kJointCount; ++j) out << ",commanded" << j;
  out << "\n";
}

}  // namespace

bool WriteSensorLog(const std::string& path, const std::vector<hal::Measurement>& records,
                    const std::vector<JointTorques>& commanded) {
  std::ofstream out(path);
  WriteHeader(out);
  const auto write = [&out](const auto& numbers) {
    char text[32];
    for (const float number : numbers) {
      std::snprintf(text, sizeof text, ",%.9g", static_cast<double>(number));
      out << text;
    }
  };
  for (std::size_t i = 0; i < records.size(); ++i) {
    const hal::Measurement& m = records[i];
    char time[32];
    std::snprintf(time, sizeof time, "%.6f", static_cast<double>(m.time_us) * 1e-6);
    out << time;
    write(m.joint_position);
    write(m.joint_velocity);
    write(m.joint_torque);
    write(m.attitude);
    write(m.gyro);
    write(m.accelerometer);
    write(i > 0 ? commanded[i - 1] : JointTorques{});
    out << "\n";
  }
  out.close();
  return static_cast<bool>(out);
}

}  // namespace footing::tools
