/* Which feet of a robot hold, slip, land or lift, and with what force, in C: c_tracker LOG.csv
   The robot is the one of the CMake target that is linked, footing::c_tracker_a1 or any other: nothing here
   names it. After a header each line of the log has the columns of `footing replay STREAM --measurements
   LOG.csv`: t [s], q [rad], dq [rad/s], tau [N m] of each joint, attitude w x y z, gyro x y z [rad/s],
   acceleration x y z [m/s^2], commanded torque [N m] of each joint, and of each foot 1 if it was to
   stand, -1 if it was to swing, 0 if there was no plan. trot.csv is a piece of one of the A1. */
#include "core/c_api/footing_tracker.h"

#include <stdio.h>
#include <stdlib.h>

static footing_tracker_f32 tracker; /* all memory is here */
static char line[64 * (11 + 4 * FOOTING_TRACKER_JOINTS)];

/* Takes `count` numbers and the commas behind them. 0: there are fewer. */
static int Read(const char** at, float* numbers, int count) {
  for (int i = 0; i < count; ++i) {
    char* end;
    numbers[i] = strtof(*at, &end);
    if (end == *at) return 0;
    *at = *end == ',' ? end + 1 : end;
  }
  return 1;
}

int main(int argc, char** argv) {
  static const char* const kStates[] = {"open", "sticks", "slips", "tilts"};
  FILE* const log = argc == 2 ? fopen(argv[1], "r") : NULL;
  float last = 0;
  if (log == NULL) return puts("usage: c_tracker LOG.csv"), 2;
  printf("%s: %d joints, %s to %s\n", footing_tracker_robot_name(), FOOTING_TRACKER_JOINTS,
         footing_tracker_joint_name(0), footing_tracker_joint_name(FOOTING_TRACKER_JOINTS - 1));
  (void)footing_tracker_init_f32(&tracker, NULL);
  if (fgets(line, sizeof line, log) == NULL) return puts("no header"), 1;
  while (fgets(line, sizeof line, log) != NULL) {
    footing_sample_f32 sample = {0};
    footing_tracked_f32 now;
    const char* at = line;
    float t;
    const int read = Read(&at, &t, 1) && Read(&at, sample.position, FOOTING_TRACKER_JOINTS) &&
                     Read(&at, sample.velocity, FOOTING_TRACKER_JOINTS) &&
                     Read(&at, sample.torque, FOOTING_TRACKER_JOINTS) && Read(&at, sample.attitude, 4) &&
                     Read(&at, sample.gyro, 3) && Read(&at, sample.acceleration, 3) &&
                     Read(&at, sample.commanded, FOOTING_TRACKER_JOINTS) &&
                     Read(&at, sample.planned, FOOTING_TRACKER_FEET);
    if (!read || *at != '\n')
      return printf("not %d numbers: %s", 11 + 4 * FOOTING_TRACKER_JOINTS + FOOTING_TRACKER_FEET, line), 1;
    sample.dt = t - last;
    last = t;
    (void)footing_tracker_update_f32(&tracker, &sample, &now);
    printf("%.3f s", (double)t);
    for (int i = 0; i < FOOTING_TRACKER_FEET; ++i)
      printf("  %s %-6s %6.1f N", footing_tracker_foot_name(i), kStates[now.feet[i].state],
             (double)now.feet[i].force[2]);
    puts("");
  }
  fclose(log);
  return 0;
}
