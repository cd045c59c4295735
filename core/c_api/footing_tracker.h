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

   The robot is chosen by linking: the CMake target footing::c_tracker_ROBOT is of one robot and defines its
   name and counts below. Joints, feet and points have the order of the robot's model.hpp; their names are
   below. All calls come for float (_f32) and double (_f64). SI units; of a prismatic joint m stands for rad,
   and N for N m. Base axes: x forward, y left, z up; the model says how the IMU sits in them. World axes:
   those in which the IMU gives its attitude, z up. Their origin is where the base began.

   One source of C is of one robot, as it is of one FOOTING_CONTACTS: so a program for another robot changes
   one line of CMake, and none of C. The linker's names have the robot in them
   (footing_tracker_init_bolt_f32): a source that was compiled for another robot than its library does not
   link, and sources and libraries of several robots can stand in one program. */
#ifndef FOOTING_C_API_FOOTING_TRACKER_H_
#define FOOTING_C_API_FOOTING_TRACKER_H_

#include "core/c_api/footing.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The robot: its name, as its model says it, and its counts. Without them: the A1's. */
#ifndef FOOTING_TRACKER_ROBOT
#define FOOTING_TRACKER_ROBOT a1
#define FOOTING_TRACKER_JOINTS 12
#define FOOTING_TRACKER_FEET 4
#define FOOTING_TRACKER_POINTS 4
#define FOOTING_TRACKER_LEG 3
#endif
#if !defined FOOTING_TRACKER_JOINTS || !defined FOOTING_TRACKER_FEET || !defined FOOTING_TRACKER_POINTS
#error "FOOTING_TRACKER_ROBOT needs FOOTING_TRACKER_JOINTS, ..._FEET and ..._POINTS beside it"
#endif
/* The most joints between the base and a foot. The library does not compile if a foot has more. */
#ifndef FOOTING_TRACKER_LEG
#define FOOTING_TRACKER_LEG (FOOTING_TRACKER_JOINTS < 12 ? FOOTING_TRACKER_JOINTS : 12)
#endif

/* Numbers that a tracker holds: of the mass matrix, of the points' Jacobians and their Delassus matrix, of
   the legs' least squares, and of lists. The compiler of the library checks that they are enough. */
#define FOOTING_TRACKER_NUMBERS                                                                       \
  (3 * FOOTING_TRACKER_JOINTS * FOOTING_TRACKER_JOINTS +                                              \
   9 * FOOTING_TRACKER_JOINTS * FOOTING_TRACKER_POINTS +                                              \
   27 * FOOTING_TRACKER_POINTS * FOOTING_TRACKER_POINTS + FOOTING_TRACKER_LEG * FOOTING_TRACKER_LEG + \
   3 * FOOTING_TRACKER_LEG * FOOTING_TRACKER_POINTS + 190 * FOOTING_TRACKER_JOINTS +                  \
   220 * FOOTING_TRACKER_POINTS + 128 * FOOTING_TRACKER_FEET + 800)
#define FOOTING_TRACKER_BYTES_F32 (4 * FOOTING_TRACKER_NUMBERS / 8 * 8)
#define FOOTING_TRACKER_BYTES_F64 (8 * FOOTING_TRACKER_NUMBERS)

#define FOOTING_OF_ROBOT_PASTE(a, b, c) a##_##b##_##c
#define FOOTING_OF_ROBOT_EXPANDED(a, b, c) FOOTING_OF_ROBOT_PASTE(a, b, c)
#define FOOTING_OF_ROBOT(name, scalar) FOOTING_OF_ROBOT_EXPANDED(name, FOOTING_TRACKER_ROBOT, scalar)
#define footing_tracker_counts FOOTING_OF_ROBOT_EXPANDED(footing_tracker, counts, FOOTING_TRACKER_ROBOT)
#define footing_tracker_robot_name \
  FOOTING_OF_ROBOT_EXPANDED(footing_tracker, robot_name, FOOTING_TRACKER_ROBOT)
#define footing_tracker_joint_name \
  FOOTING_OF_ROBOT_EXPANDED(footing_tracker, joint_name, FOOTING_TRACKER_ROBOT)
#define footing_tracker_foot_name FOOTING_OF_ROBOT_EXPANDED(footing_tracker, foot_name, FOOTING_TRACKER_ROBOT)
#define footing_tracker_f32 FOOTING_OF_ROBOT(footing_tracker, f32)
#define footing_sample_f32 FOOTING_OF_ROBOT(footing_sample, f32)
#define footing_tracked_f32 FOOTING_OF_ROBOT(footing_tracked, f32)
#define footing_tracker_init_f32 FOOTING_OF_ROBOT(footing_tracker_init, f32)
#define footing_tracker_reset_f32 FOOTING_OF_ROBOT(footing_tracker_reset, f32)
#define footing_tracker_update_f32 FOOTING_OF_ROBOT(footing_tracker_update, f32)
#define footing_tracker_wrench_covariance_f32 FOOTING_OF_ROBOT(footing_tracker_wrench_covariance, f32)
#define footing_tracker_f64 FOOTING_OF_ROBOT(footing_tracker, f64)
#define footing_sample_f64 FOOTING_OF_ROBOT(footing_sample, f64)
#define footing_tracked_f64 FOOTING_OF_ROBOT(footing_tracked, f64)
#define footing_tracker_init_f64 FOOTING_OF_ROBOT(footing_tracker_init, f64)
#define footing_tracker_reset_f64 FOOTING_OF_ROBOT(footing_tracker_reset, f64)
#define footing_tracker_update_f64 FOOTING_OF_ROBOT(footing_tracker_update, f64)
#define footing_tracker_wrench_covariance_f64 FOOTING_OF_ROBOT(footing_tracker_wrench_covariance, f64)

typedef enum { FOOTING_FOOT_OPEN = 0, FOOTING_FOOT_STICKS = 1, FOOTING_FOOT_SLIPS = 2,
               FOOTING_FOOT_TILTS = 3 /* of several points: only an edge or a corner carries */ } footing_foot_state;

/* What was wrong with a sample (docs/faults.md). */
typedef enum {
  FOOTING_JOINT_NOT_FINITE = 1 << 0, /* a joint's position, velocity or torque is NaN, or can be no joint's */
  FOOTING_ENCODER_FROZEN = 1 << 1,   /* a joint's position stands still while the others move */
  FOOTING_IMU_LOST = 1 << 2,     /* said to be, NaN, 1000 or beyond, of no unit length, or repeating itself */
  FOOTING_TICK_LATE = 1 << 3,    /* more than 1.5 periods since the last */
  FOOTING_TICK_MISSED = 1 << 4,  /* a sample's number was skipped; with a stamp alone */
  FOOTING_TICK_DOUBLED = 1 << 5, /* the same sample again, an older one, or one within half a period */
  FOOTING_UPSIDE_DOWN = 1 << 6,  /* the base's z axis points below the horizon */
  FOOTING_SOLVE_DEGRADED = 1 << 7,   /* the contact solve ended in anything but FOOTING_SOLVED */
  FOOTING_SOURCE_STILL = 1 << 9,     /* five doubled samples in a row */
  FOOTING_FOOT_FORCE_LOST = 1 << 10, /* a foot's force is NaN, or beyond eight times the weight */
  FOOTING_TORQUE_STUCK = 1 << 11, /* a joint's measured torque hardly varies while the commanded one does */
  FOOTING_TORQUE_REVERSED = 1 << 12, /* it varies against the commanded one */
  FOOTING_ENCODER_OFFSET = 1 << 13,  /* a joint's position makes feet that stand move, or stand on no plane */
  FOOTING_GYRO_FAULT = 1 << 14,      /* an axis repeats itself, or the gyro contradicts the IMU's attitude */
  FOOTING_ACCELEROMETER_FAULT = 1 << 15 /* an axis repeats itself, or it contradicts feet that stand */
} footing_tracker_flag;

/* ---- the robot -------------------------------------------------------------------------------------- */

/* What this header's numbers are in the library: for a program that cannot read the header. */
typedef struct {
  int joints, feet, points;
  int bytes_f32, bytes_f64; /* of a tracker */
} footing_robot_counts;
footing_robot_counts footing_tracker_counts(void);

/* Names, as the model says them; null for a number that the robot has not. They are constants. */
const char* footing_tracker_robot_name(void);
const char* footing_tracker_joint_name(int joint);
const char* footing_tracker_foot_name(int foot);

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
  float foot_force_sigma;   /* of a measured foot force, in the weight over all points, 0.0001 to 10 [0.06] */
  int imu_repeats;          /* equal samples in a row of an IMU that is lost [5]; below 0: not looked at */
  int budget;               /* steps of a contact solve [3; 12 where feet have several points] */
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
  float planned[FOOTING_TRACKER_FEET];     /* 1: a foot was surely to stand in the period that has passed, -1:
                                              to swing; 0: no plan */
  float dt;                                /* s since the last update, measured; not read where `stamped` */
  int imu_invalid;                         /* not 0: attitude, gyro and acceleration are not to be used */
  int velocity_invalid;                    /* not 0: the velocity is that of a filter of the position */
  int torque_invalid;                      /* not 0: the torque is the one commanded for that period */
  unsigned foot_force_valid;               /* bit i: foot i has a sensor of its force, and it measured */
  float foot_force[FOOTING_TRACKER_FEET][3]; /* N, ground on foot, axes of the body that the foot is of */
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
} footing_tracked_point_f32;

/* Of several points: forces are sums; mode and margin are those of the point with the largest force. */
typedef struct {
  int state;
  float force[3];
  int predicted_mode;
  unsigned modes_that_meet;
  float predicted_force[3];
  footing_margin_f32 margin;
  float centre_of_pressure[3]; /* m, world axes, from the base's origin */
  float moment[3];             /* N m about it, ground on foot: of several points that twist the foot */
  float normal_sigma;          /* N, deviation of the force off the ground */
  float open, stick, slip;     /* probabilities; their sum is 1; a foot that tilts is one that sticks */
  float friction;              /* mu of the ground under it; the nominal one where no foot has slipped */
  float friction_sigma;        /* below 0.15 mu is known: docs/margins.md has the warning of a slip there */
} footing_tracked_foot_f32;

typedef struct {
  uint32_t flags; /* footing_tracker_flag */
  int status;     /* footing_status of the contact solve behind the predictions */
  int stage;      /* footing_stage */
  int pivots;
  float residual; /* natural map, relative */
  footing_tracked_foot_f32 feet[FOOTING_TRACKER_FEET];
  footing_tracked_point_f32 points[FOOTING_TRACKER_POINTS]; /* those of the first foot first */
  footing_wrench_margin_f32 margin; /* on the base; `contact` is the point's number, -1 without a margin */
  float base_position[3];           /* m; drifts */
  float base_attitude[4];           /* w x y z, base to world */
  float base_velocity[3];           /* m/s, world axes */
  float base_angular_velocity[3];   /* rad/s, world axes */
  float attitude_sigma;             /* rad, about any axis */
  float velocity_sigma[2];          /* m/s, along the ground and off it */
  float gyro_bias[3];               /* rad/s, base axes */
  float accelerometer_bias[3];      /* m/s^2, base axes */
  float ground_normal[3];           /* unit, world axes, of the ground under the feet */
  float ground_sigma[3];            /* m, of the base's height over it; then of its rise along x and y */
  uint64_t suspect_joints; /* bit j: joint j has a torque stuck or reversed, or an encoder with an offset */
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

/* How sure the force of a foot is, and its moment about the centre of pressure, as of the last update: their
   covariance, row by row, 6 x 6, symmetric; in N^2, N^2 m and N^2 m^2, world axes.
     FOOTING_SOLVED         *covariance is filled; zero before the first update
     FOOTING_BAD_SIZE       refused: there is no such foot; nothing is written
     FOOTING_NULL_POINTER, FOOTING_MISALIGNED, FOOTING_BAD_MEMORY
                            nothing is written */
footing_status footing_tracker_wrench_covariance_f32(const footing_tracker_f32* tracker, int foot,
                                                     float (*covariance)[36]);

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
  double foot_force_sigma;
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
  double planned[FOOTING_TRACKER_FEET];
  double dt;
  int imu_invalid;
  int velocity_invalid;
  int torque_invalid;
  unsigned foot_force_valid;
  double foot_force[FOOTING_TRACKER_FEET][3];
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
} footing_tracked_point_f64;

typedef struct {
  int state;
  double force[3];
  int predicted_mode;
  unsigned modes_that_meet;
  double predicted_force[3];
  footing_margin_f64 margin;
  double centre_of_pressure[3];
  double moment[3];
  double normal_sigma;
  double open, stick, slip;
  double friction;
  double friction_sigma;
} footing_tracked_foot_f64;

typedef struct {
  uint32_t flags;
  int status;
  int stage;
  int pivots;
  double residual;
  footing_tracked_foot_f64 feet[FOOTING_TRACKER_FEET];
  footing_tracked_point_f64 points[FOOTING_TRACKER_POINTS];
  footing_wrench_margin_f64 margin;
  double base_position[3];
  double base_attitude[4];
  double base_velocity[3];
  double base_angular_velocity[3];
  double attitude_sigma;
  double velocity_sigma[2];
  double gyro_bias[3];
  double accelerometer_bias[3];
  double ground_normal[3];
  double ground_sigma[3];
  uint64_t suspect_joints;
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
footing_status footing_tracker_wrench_covariance_f64(const footing_tracker_f64* tracker, int foot,
                                                     double (*covariance)[36]);

#ifdef __cplusplus
}
#endif

#endif /* FOOTING_C_API_FOOTING_TRACKER_H_ */
