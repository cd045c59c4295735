// The calls of footing_tracker.h in double, for the A1.
#include "core/c_api/tracker_calls.hpp"
#include "firmware/robots/a1/model.hpp"

using Calls = footing::c_api::TrackerCalls<footing::robots::A1, double>;

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
