// The options of the contact estimator's tests.
#pragma once

#include "core/estimation/contacts/contact_estimator_options.hpp"

namespace footing::contact_options {

// Stated here, so that tuning the defaults neither breaks nor passes these tests. Forces, lengths and speeds
// are in units of an A1: 33.7 N, 0.484 m, 2.18 m/s.
// `offset`: of the torques, before the leg has been in the air, in torque_sigma.
inline ContactEstimatorOptions<double> Options(double offset) {
  ContactEstimatorOptions<double> options;
  options.force_sigma = 12 / 33.7;
  options.edge = 2.5;
  options.smallest_load = 14 / 33.7;
  options.load_share = 0.35;
  options.largest_load = 30 / 33.7;
  options.least_load = 6 / 33.7;
  options.lift_speed = 0.25 / 2.18;
  options.rest_weight = 0.02;
  options.move_weight = 0.15;
  options.force_weight = 0.35;
  options.limit = 2.5;
  options.slip_speed = 0.05 / 2.18;
  options.slip_time = 0.006;
  options.settle_time = 0.012;
  options.drives.offset = offset;
  options.drives.offset_time = 0.1;
  options.drive_delay = 0.03;
  return options;
}

}  // namespace footing::contact_options
