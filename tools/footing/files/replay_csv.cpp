#include "tools/footing/files/replay_csv.hpp"

#include <limits>
#include <string>

#include "tools/footing/files/csv_line.hpp"

namespace footing::tools {

namespace {

const char* StateName(ContactState state) {
  switch (state) {
    case ContactState::kOpen: return "open";
    case ContactState::kStick: return "stick";
    case ContactState::kSlip: return "slip";
    case ContactState::kTilt: return "tilt";
  }
  return "?";
}

}  // namespace

double SampleClock::At(std::uint32_t time_us) {
  // The difference is negative if the sample is older than the last one.
  if (started_) elapsed_us_ += static_cast<std::int32_t>(time_us - last_us_);
  started_ = true;
  last_us_ = time_us;
  return static_cast<double>(elapsed_us_) / 1e6;
}

namespace {

void AddPointNames(const std::string& name, CsvLine* line) {
  line->Add(name + "_state");
  line->AddAxes(name + "_force_");
  line->AddAxes(name + "_predicted_");
  for (const char* what : {"_mode", "_lift_off", "_slip"}) line->Add(name + what);
}

// In float where the tick is: it then has as few digits as tell one float from another.
void AddNumber(double number, bool is_float, CsvLine* line) {
  if (is_float)
    line->Add(static_cast<float>(number));
  else
    line->Add(number);
}

void AddPoint(const ControlSample::Point& point, bool is_float, CsvLine* line) {
  line->Add(std::string(StateName(point.state)));
  for (const double x : point.force) AddNumber(x, is_float, line);
  for (const double x : point.predicted_force) AddNumber(x, is_float, line);
  line->Add(std::string(Name(point.predicted_mode)));
  AddNumber(point.margin.lift_off, is_float, line);
  AddNumber(point.margin.slip, is_float, line);
}

}  // namespace

TickCsv::TickCsv(std::ostream& out, const RobotFigures& robot) : out_(out) {
  CsvLine line;
  for (const char* name : {"tick", "sequence", "t", "flags", "status", "suspect_joints"}) line.Add(name);
  for (const std::string& foot : robot.foot_names) AddPointNames(foot, &line);
  if (robot.points.size() > robot.Feet()) {
    for (std::size_t foot = 0; foot < robot.Feet(); ++foot) {
      for (int p = robot.first_point[foot]; p < robot.first_point[foot + 1]; ++p)
        AddPointNames(robot.foot_names[foot] + "_" + std::to_string(p - robot.first_point[foot]), &line);
    }
  }
  out_ << line.Text();
}

void TickCsv::Add(const hal::Measurement& measurement, const ControlSample& sample) {
  CsvLine line;
  line.Add(ticks_++);
  line.Add(measurement.sequence);
  line.Add(clock_.At(measurement.time_us));
  line.Add(sample.flags);
  line.Add(std::string(Name(sample.status)));
  line.Add(sample.suspect_joints);
  for (const ControlSample::Foot& foot : sample.feet) AddPoint(foot, sample.is_float, &line);
  if (sample.points.size() > sample.feet.size()) {
    for (const ControlSample::Point& point : sample.points) AddPoint(point, sample.is_float, &line);
  }
  out_ << line.Text();
}

MeasurementCsv::MeasurementCsv(std::ostream& out, const RobotFigures& robot, bool forces)
    : out_(out), commanded_(robot.joints.size()), planned_(robot.Feet()), feet_(forces ? robot.Feet() : 0) {
  const int joints = static_cast<int>(robot.joints.size());
  CsvLine line;
  line.Add("t");
  for (const char* name : {"q", "dq", "tau"}) line.AddNumbered(name, joints);
  for (const char* name : {"qw", "qx", "qy", "qz"}) line.Add(name);
  line.AddAxes("gyro_");
  line.AddAxes("acc_");
  line.AddNumbered("commanded", joints);
  line.AddNumbered("planned", static_cast<int>(planned_.size()));
  for (std::size_t foot = 0; foot < feet_; ++foot) line.AddAxes(robot.foot_names[foot] + "_measured_");
  out_ << line.Text();
}

void MeasurementCsv::Add(const hal::Measurement& measurement, const ControlSample& sample) {
  const int joints = static_cast<int>(commanded_.size());
  CsvLine line;
  line.Add(clock_.At(measurement.time_us));
  line.AddAll(measurement.joint_position, joints);
  line.AddAll(measurement.joint_velocity, joints);
  line.AddAll(measurement.joint_torque, joints);
  line.AddAll(measurement.attitude, 4);
  line.AddAll(measurement.gyro, 3);
  line.AddAll(measurement.accelerometer, 3);
  line.AddAll(commanded_, joints);
  for (const double planned : planned_) AddNumber(planned, sample.is_float, &line);
  for (std::size_t foot = 0; foot < feet_; ++foot) {
    const bool valid = (measurement.valid & hal::FootForceValid(static_cast<int>(foot))) != 0;
    for (const float force : measurement.foot_force[foot])
      line.Add(valid ? force : std::numeric_limits<float>::quiet_NaN());
  }
  commanded_ = sample.torque;
  for (std::size_t foot = 0; foot < planned_.size(); ++foot) planned_[foot] = sample.feet[foot].planned;
  out_ << line.Text();
}

}  // namespace footing::tools
