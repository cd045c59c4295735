// The calls of footing_tracker.h in double, for the robot of FOOTING_ROBOT_MODEL, whose struct is
// FOOTING_ROBOT.
#include "core/c_api/tracker_calls.hpp"

#include FOOTING_ROBOT_MODEL

using Calls = footing::c_api::TrackerCalls<footing::robots::FOOTING_ROBOT, double>;

footing_status footing_tracker_init_f64(footing_tracker_f64* tracker,
                                        const footing_tracker_options_f64* options) {
  return Calls::Init(tracker, options);
}

footing_status footing_tracker_reset_f64(footing_tracker_f64* tracker, const footing_pose_f64* pose) {
  return Calls::Reset(tracker, pose);
}

footing_status footing_tracker_update_f64(footing_tracker_f64* tracker, const footing_sample_f64* sample,
                                          footing_tracked_f64* now) {
  return Calls::Update(tracker, sample, now);
}

footing_status footing_tracker_wrench_covariance_f64(const footing_tracker_f64* tracker, int foot,
                                                     double (*covariance)[36]) {
  return Calls::WrenchCovariance(tracker, foot, covariance);
}
