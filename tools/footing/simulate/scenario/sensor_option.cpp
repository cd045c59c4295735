#include "tools/footing/simulate/scenario/sensor_option.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string_view>

#include "tools/footing/files/number.hpp"

namespace footing::tools {

namespace {

constexpr double kLatest = 600;  // s, the longest run

[[noreturn]] void Refuse(const std::string& text, const std::string& why) {
  throw std::invalid_argument("'" + text + "': " + why);
}

// Cuts the part that begins with `mark` off the front. False where there is none.
bool TakePart(std::string_view* rest, char mark, std::string_view ends, std::string* part) {
  if (rest->empty() || rest->front() != mark) return false;
  const std::size_t end = std::min(rest->find_first_of(ends, 1), rest->size());
  *part = rest->substr(1, end - 1);
  rest->remove_prefix(end);
  return true;
}

const hal::SensorErrorInfo& InfoNamed(const std::string& text, const std::string& name) {
  std::string names;
  for (const hal::SensorErrorInfo& info : hal::kSensorErrors) {
    if (name == info.name) return info;
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  }
  Refuse(text, "no sensor error '" + name + "'; there are " + names);
}

double NumberWithin(const std::string& text, const std::string& what, const std::string& number, double least,
                    double most) {
  double value = 0;
  const std::string why = ParseWithin(number, least, most, &value);
  if (!why.empty()) Refuse(text, what + " " + why);
  return value;
}

int JointNamed(const std::string& text, const std::string& joint, const RobotFigures& robot) {
  const auto& names = robot.joint_names;
  const auto found = std::find(names.begin(), names.end(), joint);
  if (found != names.end()) return static_cast<int>(found - names.begin());
  double number = 0;
  const auto count = static_cast<double>(names.size());
  const bool good = ParseNumber(joint, &number) == NumberError::kNone && number >= 0 && number < count &&
                    number == std::floor(number);
  if (good) return static_cast<int>(number);
  Refuse(text, robot.name + " has no joint '" + joint + "'; it has 0 to " + std::to_string(names.size() - 1) +
                   ", or by name " + names.front() + " to " + names.back());
}

}  // namespace

hal::SensorError ParseSensorError(const std::string& text, const RobotFigures* robot) {
  std::string_view rest = text;
  const std::size_t end = std::min(rest.find_first_of("=@:"), rest.size());
  const hal::SensorErrorInfo& info = InfoNamed(text, std::string(rest.substr(0, end)));
  rest.remove_prefix(end);
  hal::SensorError error{info.kind};
  const std::string unit = info.unit;
  std::string part;
  if (TakePart(&rest, '=', "@:", &part)) {
    if (unit.empty()) Refuse(text, std::string(info.name) + " has no value");
    const std::string what = std::string(info.name) + " [" + unit + "]";
    error.value = NumberWithin(text, what, part, info.least, info.most);
    if (info.whole && error.value != std::floor(error.value))
      Refuse(text, what + " must be a whole number, is '" + part + "'");
  } else if (!unit.empty()) {
    Refuse(text, std::string(info.name) + " needs a value in " + unit + ", as " + info.name + "=" +
                     ShortNumber(info.whole ? info.least : info.most));
  }
  if (TakePart(&rest, '@', ":", &part)) {
    if (!info.of_joints) Refuse(text, std::string(info.name) + " is not of a joint");
    if (part.empty()) Refuse(text, "a joint's name or number must follow '@'");
    if (robot != nullptr) error.joint = JointNamed(text, part, *robot);
  }
  if (TakePart(&rest, ':', ":", &part)) error.begin = NumberWithin(text, "T0 [s]", part, 0, kLatest);
  if (TakePart(&rest, ':', ":", &part)) error.end = NumberWithin(text, "T1 [s]", part, 0, kLatest);
  if (error.end <= error.begin) Refuse(text, "T1 must be later than T0");
  if (!rest.empty()) Refuse(text, "must be NAME[=VALUE][@JOINT][:T0[:T1]]");
  return error;
}

}  // namespace footing::tools
