// The tracker of footing::c_tracker_a1: an empty sample has no unit quaternion, and is flagged.
#include "core/c_api/footing_tracker.h"

int main(void) {
  static footing_tracker_f32 tracker;
  static footing_sample_f32 sample;
  static footing_tracked_f32 now;
  if (footing_tracker_init_f32(&tracker, 0) != FOOTING_SOLVED) return 1;
  (void)footing_tracker_update_f32(&tracker, &sample, &now);
  return (now.flags & FOOTING_IMU_LOST) != 0 ? 0 : 2;
}
