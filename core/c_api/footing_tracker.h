/* The tracker for C: which feet of a robot are open, stick or slip, with what force, and what they will do
   in the coming step. What core/estimation/foot_tracker.hpp is for C++, with the same bits.

   C11 and C++. Nothing is allocated: the caller owns a footing_tracker, whose size is a constant, and hands
   it to every call. Two trackers are independent of each other, also across threads and interrupts; one is
   for one thread at a time.

     static footing_tracker_f32 tracker;
     footing_tracked_f32 now;
     footing_tracker_init_f32(&tracker, 0);
     for (;;) {
       footing_sample_f32 sample = {0};
       ... fill position, velocity, torque, attitude, gyro, acceleration, and what was commanded last ...
       sample.dt = 0.001f;
       footing_tracker_update_f32(&tracker, &sample, &now);
       if (now.feet[0].state == FOOTING_FOOT_SLIPS) ...
     }

   The robot is chosen by linking: the CMake target footing::c_tracker_a1 has the Unitree A1, joints in the
   order hip, thigh, calf of the legs FR, FL, RR, RL. All calls come for float (_f32) and double (_f64).
   SI units. Base axes: x forward, y left, z up; the A1's IMU has the same. World axes: those in which the
   IMU gives its attitude, z up; z = 0 is the ground under the loaded feet. */
#ifndef FOOTING_C_API_FOOTING_TRACKER_H_
#define FOOTING_C_API_FOOTING_TRACKER_H_

#include "core/c_api/footing.h"

#ifdef __cplusplus
extern "C" {
#endif

#define FOOTING_TRACKER_FEET 4
#define FOOTING_TRACKER_JOINTS 12
#define FOOTING_TRACKER_BYTES_F32 19456
#define FOOTING_TRACKER_BYTES_F64 37888

typedef enum { FOOTING_FOOT_OPEN = 0, FOOTING_FOOT_STICKS = 1, FOOTING_FOOT_SLIPS = 2,
               FOOTING_FOOT_TILTS = 3 /* of several points: only an edge or a corner carries */ } footing_foot_state;

/* What was wrong with a sample (docs/faults.md). */
typedef enum {
  FOOTING_JOINT_NOT_FINITE = 1 << 0, /* a joint's position, velocity or torque is NaN, or 1000 or beyond */
  FOOTING_ENCODER_FROZEN = 1 << 1,   /* a joint's position stands still while the others move */
  FOOTING_IMU_LOST = 1 << 2,     /* said to be, NaN, 1000 or beyond, of no unit length, or repeating itself */
  FOOTING_TICK_LATE = 1 << 3,    /* more than 1.5 periods since the last */
  FOOTING_TICK_MISSED = 1 << 4,  /* a sample's number was skipped; with a stamp alone */
  FOOTING_TICK_DOUBLED = 1 << 5, /* the same sample again, an older one, or one within half a period */
  FOOTING_UPSIDE_DOWN = 1 << 6,  /* the base's z axis points below the horizon */
  FOOTING_SOLVE_DEGRADED = 1 << 7, /* the contact solve ended in anything but FOOTING_SOLVED */
  FOOTING_SOURCE_STILL = 1 << 9    /* five doubled samples in a row */
} footing_tracker_flag;

/* ---- float ------------------------------------------------------------------------------------------ */

/* It may be copied as a whole. */
typedef struct {
  uint64_t words[FOOTING_TRACKER_BYTES_F32 / 8];
} footing_tracker_f32;

/* Zero in a field: the value in brackets. A null pointer in its place: all of them. */
typedef struct {
  float period;             /* s, nominal, of the updates, 0.0001 to 0.02 [0.001] */
  float gravity;            /* m/s^2, up to 100 [9.81] */
  float friction;           /* nominal mu, of any ground, up to 100 [0.6] */
  float candidate_reach;    /* m, up to 1: open feet higher over the assumed ground are not predicted [0.01] */
  float wrench_length;      /* m, 0.001 to 1000: 1 N m counts as 1 / length N in the base's margin [0.3] */
  float observer_bandwidth; /* rad/s, of the reported force, 1 to 10000 [300] */
  int imu_repeats;          /* equal samples in a row of an IMU that is lost [5]; below 0: not looked at */
  int budget;               /* steps of a contact solve [3] */
} footing_tracker_options_f32;

/* One sample of all sensors. All zero but what is filled: the IMU is then taken as good, and dt counts. */
typedef struct {
  float position[FOOTING_TRACKER_JOINTS];  /* rad */
  float velocity[FOOTING_TRACKER_JOINTS];  /* rad/s */
  float torque[FOOTING_TRACKER_JOINTS];    /* N m, measured over the period that has passed */
  float attitude[4];                       /* w x y z, a unit quaternion: IMU axes to world axes */
  float gyro[3];                           /* rad/s, IMU axes */
  float acceleration[3];                   /* m/s^2, specific force, IMU axes: at rest and level (0, 0, g) */
  float commanded[FOOTING_TRACKER_JOINTS]; /* N m, the last command: it acts in the coming period */
  float dt;                                /* s since the last update, measured; not read where `stamped` */
  int imu_invalid;                         /* not 0: attitude, gyro and acceleration are not to be used */
  int stamped;                             /* not 0: the source counts and times its samples */
  uint32_t sequence;                       /* +1 a period; wraps */
  uint32_t time_us;                        /* wraps */
} footing_sample_f32;

typedef struct {
  int state;                 /* footing_foot_state, of the period that has passed */
  float force[3];            /* N, ground on foot, world axes */
  int predicted_mode;        /* footing_mode, of the coming period */
  unsigned modes_that_meet;  /* FOOTING_MODE_BIT of each; one unless ambiguous */
  float predicted_force[3];  /* N, ground on foot, world axes */
  footing_margin_f32 margin; /* of predicted_mode */
} footing_tracked_foot_f32;

typedef struct {
  uint32_t flags; /* footing_tracker_flag */
  int status;     /* footing_status of the contact solve behind the predictions */
  int stage;      /* footing_stage */
  int pivots;
  float residual; /* natural map, relative */
  footing_tracked_foot_f32 feet[FOOTING_TRACKER_FEET];
  footing_wrench_margin_f32 margin; /* on the base; `contact` is the foot's number, -1 without a margin */
  float base_position[3];           /* m; x and y drift */
  float base_attitude[4];           /* w x y z, base to world */
  float base_velocity[3];           /* m/s, world axes */
  float base_angular_velocity[3];   /* rad/s, world axes */
} footing_tracked_f32;

typedef struct {
  float position[3]; /* m */
  float attitude[4]; /* w x y z, base to world, of unit length */
} footing_pose_f32;

/* Makes `tracker` ready for the first update, whatever it held.
     FOOTING_SOLVED         done
     FOOTING_NOT_FINITE     refused: an option is negative, NaN or infinite; nothing is written
     FOOTING_BAD_BOUNDS     refused: an option is outside its range; nothing is written
     FOOTING_NULL_POINTER, FOOTING_MISALIGNED
                            nothing is written
   Call it once, before any other call with this block. */
footing_status footing_tracker_init_f32(footing_tracker_f32* tracker,
                                        const footing_tracker_options_f32* options);

/* As after footing_tracker_init. With a pose that is not null the base begins there: the heading is kept
   whatever the IMU's, the tilt is the IMU's, and z is pulled to the height over the loaded feet.
     FOOTING_SOLVED         done
     FOOTING_NOT_FINITE     refused: the pose is not finite, or its attitude of no unit length; nothing is
                            written
     FOOTING_NULL_POINTER, FOOTING_MISALIGNED, FOOTING_BAD_MEMORY
                            nothing is written */
footing_status footing_tracker_reset_f32(footing_tracker_f32* tracker, const footing_pose_f32* pose);

/* One period on. Bad samples are no error: `flags` says what was wrong, and all that is written is finite,
   a margin's size aside, which may be infinite.
     FOOTING_SOLVED         *now is filled, and its predictions are a certified solution
     any other up to 63     *now is filled; the contact solve ended so, as now->status says
     FOOTING_NULL_POINTER, FOOTING_MISALIGNED, FOOTING_BAD_MEMORY
                            nothing is written
   Cost: docs/generated/bounds.md. */
footing_status footing_tracker_update_f32(footing_tracker_f32* tracker, const footing_sample_f32* sample,
                                          footing_tracked_f32* now);

/* ---- double: the same ------------------------------------------------------------------------------- */

typedef struct {
  uint64_t words[FOOTING_TRACKER_BYTES_F64 / 8];
} footing_tracker_f64;
typedef struct {
  double period;
  double gravity;
  double friction;
  double candidate_reach;
  double wrench_length;
  double observer_bandwidth;
  int imu_repeats;
  int budget;
} footing_tracker_options_f64;
typedef struct {
  double position[FOOTING_TRACKER_JOINTS];
  double velocity[FOOTING_TRACKER_JOINTS];
  double torque[FOOTING_TRACKER_JOINTS];
  double attitude[4];
  double gyro[3];
  double acceleration[3];
  double commanded[FOOTING_TRACKER_JOINTS];
  double dt;
  int imu_invalid;
  int stamped;
  uint32_t sequence;
  uint32_t time_us;
} footing_sample_f64;

typedef struct {
  int state;
  double force[3];
  int predicted_mode;
  unsigned modes_that_meet;
  double predicted_force[3];
  footing_margin_f64 margin;
} footing_tracked_foot_f64;

typedef struct {
  uint32_t flags;
  int status;
  int stage;
  int pivots;
  double residual;
  footing_tracked_foot_f64 feet[FOOTING_TRACKER_FEET];
  footing_wrench_margin_f64 margin;
  double base_position[3];
  double base_attitude[4];
  double base_velocity[3];
  double base_angular_velocity[3];
} footing_tracked_f64;

typedef struct {
  double position[3];
  double attitude[4];
} footing_pose_f64;
footing_status footing_tracker_init_f64(footing_tracker_f64* tracker,
                                        const footing_tracker_options_f64* options);
footing_status footing_tracker_reset_f64(footing_tracker_f64* tracker, const footing_pose_f64* pose);
footing_status footing_tracker_update_f64(footing_tracker_f64* tracker, const footing_sample_f64* sample,
                                          footing_tracked_f64* now);

#ifdef __cplusplus
}
#endif

#endif /* FOOTING_C_API_FOOTING_TRACKER_H_ */
