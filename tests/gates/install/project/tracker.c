/* The trackers of two robots in one program: this source is of one of them, and compiled once for each. */
#include "core/c_api/footing_tracker.h"

#include <string.h>

#define PASTE(a, b) a##b
#define EXPANDED(a, b) PASTE(a, b)

/* 0 where all is well. An empty sample has no unit quaternion, and is flagged. */
int EXPANDED(use_, FOOTING_TRACKER_ROBOT)(const char* robot, const char* last_joint) {
  static footing_tracker_f32 tracker;
  static footing_sample_f32 sample;
  static footing_tracked_f32 now;
  const footing_robot_counts counts = footing_tracker_counts();
  if (strcmp(footing_tracker_robot_name(), robot) != 0) return 1;
  if (counts.joints != FOOTING_TRACKER_JOINTS || counts.feet != FOOTING_TRACKER_FEET) return 2;
  if (strcmp(footing_tracker_joint_name(counts.joints - 1), last_joint) != 0) return 3;
  if (counts.bytes_f32 != (int)sizeof tracker) return 4;
  if (footing_tracker_init_f32(&tracker, 0) != FOOTING_SOLVED) return 5;
  (void)footing_tracker_update_f32(&tracker, &sample, &now);
  return (now.flags & FOOTING_IMU_LOST) != 0 ? 0 : 6;
}
