// What one tick of a control side decided, of any robot and in either scalar: a TickReport sized when the
// program runs.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/estimation/contacts/contact_probability.hpp"
#include "firmware/tick_report.hpp"

namespace footing::tools {

struct ControlSample {
  struct Point {
    ContactState state;
    std::array<double, 3> force, predicted_force;  // N
    ContactMode predicted_mode;
    std::uint8_t modes_that_meet;
    ContactMargin<double> margin;
  };
  struct Foot : Point {
    bool scheduled_stance;
    double planned;   // told to the tracker in the next tick: 1 stance, −1 swing, 0 no plan
    double log_odds;  // of "loaded"
    ContactProbability<double> probability;
    double friction, friction_sigma;  // μ of the ground under it
    bool warns_of_slip;               // on ground whose friction is known
    // Filled where tracker and controller are at hand:
    double unfiltered_normal = 0;              // N, off the ground, before the observer's filter
    double height = 0;                         // m, of its first point over the believed ground
    double scheduled_share = 0.5;              // of the planned stance or swing, that has passed
    double normal_sigma;                       // N
    std::array<double, 3> moment;              // N·m
    std::array<double, 3> centre_of_pressure;  // m, from the base's origin
  };
  bool is_float = true;  // the numbers have the digits of a float
  std::uint32_t flags, sequence, work;
  JointMask suspect_joints;
  SolveStatus status;
  int pivots;
  double residual;
  std::vector<Foot> feet;
  std::vector<Point> points;
  std::array<double, 3> base_position, base_velocity;
  std::array<double, 4> base_attitude;  // w x y z
  std::array<double, 3> ground_normal;
  double wrench_margin;  // N, scaled
  int wrench_margin_point;
  ContactMode wrench_margin_mode;
  bool wrench_margin_unique;
  std::vector<double> torque;  // N·m, sent
};

template <typename Robot, typename Scalar>
ControlSample SampleOf(const TickReport<Robot, Scalar>& report) {
  const auto wide = [](const auto& v) {
    return std::array<double, 3>{static_cast<double>(v[0]), static_cast<double>(v[1]),
                                 static_cast<double>(v[2])};
  };
  const auto copy_point = [&wide](const TrackedPoint<Scalar>& from, ControlSample::Point* to) {
    to->state = from.state;
    to->force = wide(from.force);
    to->predicted_force = wide(from.predicted_force);
    to->predicted_mode = from.predicted_mode;
    to->modes_that_meet = from.modes_that_meet;
    to->margin = {static_cast<double>(from.margin.lift_off), static_cast<double>(from.margin.slip),
                  static_cast<double>(from.margin.slip_share), static_cast<double>(from.margin.slip_speed),
                  static_cast<double>(from.margin.gap)};
  };
  ControlSample sample{};
  sample.is_float = sizeof(Scalar) == sizeof(float);
  sample.flags = report.flags;
  sample.suspect_joints = report.suspect_joints;
  sample.sequence = report.sequence;
  sample.work = report.work;
  sample.status = report.status;
  sample.pivots = report.pivots;
  sample.residual = static_cast<double>(report.residual);
  for (std::size_t i = 0; i < report.feet.size(); ++i) {
    ControlSample::Foot foot{};
    copy_point(report.feet[i], &foot);
    foot.scheduled_stance = report.scheduled_stance[i];
    foot.planned = static_cast<double>(report.plan[i]);
    foot.log_odds = static_cast<double>(report.feet[i].log_odds);
    const ContactProbability<Scalar> probability = Probability<Scalar>(report.feet[i]);
    foot.probability = {static_cast<double>(probability.open), static_cast<double>(probability.stick),
                        static_cast<double>(probability.slip)};
    foot.friction = static_cast<double>(report.feet[i].friction);
    foot.friction_sigma = std::sqrt(static_cast<double>(report.feet[i].friction_variance));
    foot.warns_of_slip = report.feet[i].WarnsOfSlip();
    foot.normal_sigma = static_cast<double>(report.feet[i].normal_sigma);
    foot.moment = wide(report.feet[i].moment);
    foot.centre_of_pressure = wide(report.feet[i].centre_of_pressure);
    sample.feet.push_back(foot);
  }
  for (const auto& point : report.points) copy_point(point, &sample.points.emplace_back());
  sample.base_position = wide(report.base_position);
  sample.base_velocity = wide(report.base_velocity);
  sample.ground_normal = wide(report.ground_normal);
  const auto& q = report.base_attitude;
  sample.base_attitude = {static_cast<double>(q.w()), static_cast<double>(q.x()), static_cast<double>(q.y()),
                          static_cast<double>(q.z())};
  sample.wrench_margin = static_cast<double>(report.margin.size);
  sample.wrench_margin_point = report.margin.contact;
  sample.wrench_margin_mode = report.margin.to;
  sample.wrench_margin_unique = report.margin.unique;
  for (const Scalar torque : report.torque) sample.torque.push_back(static_cast<double>(torque));
  return sample;
}

}  // namespace footing::tools
