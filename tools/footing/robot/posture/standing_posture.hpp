// How a robot stands: joints within their limits, all feet on one level ground, soles flat, legs bent, the
// centre of mass above the middle of the feet, and the other joints near zero. The base is level. Method:
// damped least squares (Levenberg, Marquardt) on these wishes, from several ways to bend the legs; the best
// end counts. Knees bend backwards where a robot has three feet or more, else forwards, if limits allow both.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/footing/robot/described_robot.hpp"

namespace footing::tools {

struct StandingPosture {
  std::vector<double> position;       // of each joint, rad or m, with four decimals
  double height = 0;                  // m, of the base's origin over the ground
  std::vector<std::string> problems;  // what is not as it should be, one line each
};

// `given`: positions that are kept, by joint. Throws a ProblemError if a name is no joint's or a position is
// outside the joint's limits.
StandingPosture FindPosture(const DescribedRobot& robot, const std::map<std::string, double>& given);

}  // namespace footing::tools
