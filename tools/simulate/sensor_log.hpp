// What the tracker takes, tick by tick, as text: for programs that read a log (examples/foot_tracker.cpp).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "hal/measurement.hpp"

namespace footing::tools {

using JointTorques = std::array<float, hal::kJointCount>;  // N·m

// CSV to `path`: a header line, then in each line time [s], q[12] [rad], dq[12] [rad/s], tau[12] [N·m],
// attitude w x y z, gyro[3] [rad/s], acceleration[3] [m/s²], commanded[12] [N·m], with 9 digits, so that
// each float is read back as it was. `commanded` are the answers to `records`; in a line stands the answer to
// the line before, which acts after it. False: the file cannot be written.
bool WriteSensorLog(const std::string& path, const std::vector<hal::Measurement>& records,
                    const std::vector<JointTorques>& commanded);

}  // namespace footing::tools
