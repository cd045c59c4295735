#include "tools/footing/files/replay_csv.hpp"

#include <charconv>
#include <string>
#include <type_traits>

#include "firmware/robots/a1/model.hpp"

namespace footing::tools {

namespace {

constexpr const char* kAxes[3] = {"x", "y", "z"};

const char* StateName(ContactState state) {
  switch (state) {
    case ContactState::kOpen: return "open";
    case ContactState::kStick: return "stick";
    case ContactState::kSlip: return "slip";
    case ContactState::kTilt: return "tilt";
  }
  return "?";
}

// A line of fields, separated by commas. A number has as few digits as distinguish it from all other numbers.
class Line {
 public:
  void Add(const std::string& text) {
    if (!text_.empty()) text_ += ',';
    text_ += text;
  }
  template <typename Number>
  requires std::is_arithmetic_v<Number>
  void Add(Number number) {
    char text[32];
    Add(std::string(text, std::to_chars(text, text + sizeof text, number).ptr));
  }
  template <typename List>
  void AddAll(const List& list, int count) {
    for (int i = 0; i < count; ++i) Add(list[static_cast<unsigned>(i)]);
  }
  void AddNumbered(const std::string& name, int count) {
    for (int i = 0; i < count; ++i) Add(name + std::to_string(i));
  }
  void AddAxes(const std::string& name) {
    for (const char* axis : kAxes) Add(name + axis);
  }
  std::string Text() const { return text_ + "\n"; }

 private:
  std::string text_;
};

}  // namespace

double SampleClock::At(std::uint32_t time_us) {
  // The difference is negative if the sample is older than the last one.
  if (started_) elapsed_us_ += static_cast<std::int32_t>(time_us - last_us_);
  started_ = true;
  last_us_ = time_us;
  return static_cast<double>(elapsed_us_) / 1e6;
}

TickCsv::TickCsv(std::ostream& out) : out_(out) {
  Line line;
  for (const char* name : {"tick", "sequence", "t", "flags", "status"}) line.Add(name);
  for (const std::string foot : robots::A1::kFootNames) {
    line.Add(foot + "_state");
    line.AddAxes(foot + "_force_");
    line.AddAxes(foot + "_predicted_");
    for (const char* name : {"_mode", "_lift_off", "_slip"}) line.Add(foot + name);
  }
  out_ << line.Text();
}

template <typename Scalar>
void TickCsv::Add(const hal::Measurement& measurement, const TickReport<Scalar>& report) {
  Line line;
  line.Add(ticks_++);
  line.Add(measurement.sequence);
  line.Add(clock_.At(measurement.time_us));
  line.Add(report.flags);
  line.Add(std::string(Name(report.status)));
  for (const TrackedFoot<Scalar>& foot : report.feet) {
    line.Add(std::string(StateName(foot.state)));
    line.AddAll(foot.force, 3);
    line.AddAll(foot.predicted_force, 3);
    line.Add(std::string(Name(foot.predicted_mode)));
    line.Add(foot.margin.lift_off);
    line.Add(foot.margin.slip);
  }
  out_ << line.Text();
}

MeasurementCsv::MeasurementCsv(std::ostream& out) : out_(out) {
  Line line;
  line.Add("t");
  for (const char* name : {"q", "dq", "tau"}) line.AddNumbered(name, kJoints);
  for (const char* name : {"qw", "qx", "qy", "qz"}) line.Add(name);
  line.AddAxes("gyro_");
  line.AddAxes("acc_");
  line.AddNumbered("commanded", kJoints);
  out_ << line.Text();
}

template <typename Scalar>
void MeasurementCsv::Add(const hal::Measurement& measurement, const TickReport<Scalar>& report) {
  Line line;
  line.Add(clock_.At(measurement.time_us));
  line.AddAll(measurement.joint_position, kJoints);
  line.AddAll(measurement.joint_velocity, kJoints);
  line.AddAll(measurement.joint_torque, kJoints);
  line.AddAll(measurement.attitude, 4);
  line.AddAll(measurement.gyro, 3);
  line.AddAll(measurement.accelerometer, 3);
  line.AddAll(commanded_, kJoints);
  for (std::size_t i = 0; i < commanded_.size(); ++i) commanded_[i] = static_cast<double>(report.torque[i]);
  out_ << line.Text();
}

template void TickCsv::Add(const hal::Measurement&, const TickReport<float>&);
template void TickCsv::Add(const hal::Measurement&, const TickReport<double>&);
template void MeasurementCsv::Add(const hal::Measurement&, const TickReport<float>&);
template void MeasurementCsv::Add(const hal::Measurement&, const TickReport<double>&);

}  // namespace footing::tools
