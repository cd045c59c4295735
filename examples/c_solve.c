/* A robot's body on four point feet is pushed: forces, modes and margins of the feet, in C.

   It stands, then slides under a harder push, then lifts a foot. Everything is static, so the same file
   runs on a microcontroller; there it is compiled freestanding and prints nothing. The exit code says
   whether the numbers are those of a block on the ground: 0, or the number of the check that failed. */
#include "core/c_api/footing.h"

#include <stddef.h>

#if __STDC_HOSTED__
#include <stdio.h>
#define PRINT(...) ((void)printf(__VA_ARGS__))
#else
#define PRINT(...) ((void)0)
#endif

static const float kMass = 12.0f;                    /* kg */
static const float kInertia[3] = {0.2f, 0.4f, 0.5f}; /* kg m^2, about the body's axes */
static const float kWeight = 12.0f * 9.81f;          /* N */
static const float kFriction = 0.4f;
static const float kStep = 0.001f; /* s */
static const float kLength = 0.2f; /* m: a moment of 1 N m counts as 5 N */
static const float kFeet[4][3] = { /* m, from the centre of mass */
                                  {0.18f, 0.13f, -0.28f},
                                  {0.18f, -0.13f, -0.28f},
                                  {-0.18f, 0.13f, -0.28f},
                                  {-0.18f, -0.13f, -0.28f}};
/* Normal, first and second tangent of each contact: z, x, y. */
static const float kAxes[3][3] = {{0.0f, 0.0f, 1.0f}, {1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}};

static footing_memory_f32 memory;
static footing_problem_f32 problem;
static footing_solution_f32 solution;
static footing_contact_mode_f32 modes[FOOTING_CONTACTS];
static footing_margin_f32 margins[FOOTING_CONTACTS];
static footing_wrench_margin_f32 wrench_margin;
static footing_wrench_f32 wrench;

static int Near(float a, float b, float tolerance) { return a - b <= tolerance && b - a <= tolerance; }

/* Row 3 foot + axis of the Jacobian: (axis; arm x axis). */
static void JacobianRow(int row, float J[6]) {
  const float* r = kFeet[row / 3];
  const float* axis = kAxes[row % 3];
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3, last = (k + 2) % 3;
    J[k] = axis[k];
    J[3 + k] = r[next] * axis[last] - r[last] * axis[next];
  }
}

/* Describes the body at rest. It is pushed along x at its centre of mass by `push` [N]; the last foot is
   `gap` [m] above the ground. */
static void Describe(float push, float gap) {
  const float force[6] = {push, 0.0f, -kWeight, 0.0f, 0.0f, 0.0f};
  wrench.length = kLength;
  problem.contacts = 4;
  problem.dt = kStep;
  for (int i = 0; i < 3 * 4; ++i) {
    float J_i[6];
    JacobianRow(i, J_i);
    problem.free_velocity[i] = 0.0f;
    for (int k = 0; k < 6; ++k) {
      const float per_unit = kStep * J_i[k] / (k < 3 ? kMass : kInertia[k - 3]); /* dt J M^-1 */
      problem.free_velocity[i] += per_unit * force[k];
      wrench.velocity[i][k] = per_unit * (k < 3 ? 1.0f : kLength);
    }
    for (int j = 0; j < 3 * 4; ++j) {
      float J_j[6];
      JacobianRow(j, J_j);
      problem.delassus[i][j] = 0.0f;
      for (int k = 0; k < 6; ++k) {
        problem.delassus[i][j] += J_i[k] * J_j[k] / (k < 3 ? kMass : kInertia[k - 3]);
      }
    }
  }
  for (int c = 0; c < 4; ++c) {
    problem.friction[c] = kFriction;
    problem.normal_bias[c] = c == 3 ? gap / kStep : 0.0f;
  }
}

/* Solves, reads and prints. Returns the first status that is not "solved". */
static footing_status SolveAndRead(const char* scene) {
  footing_status status = footing_solve_f32(&memory, &problem, NULL, &solution);
  if (status == FOOTING_SOLVED) status = footing_read_modes_f32(&memory, modes);
  if (status == FOOTING_SOLVED) status = footing_read_margins_f32(&memory, margins);
  if (status == FOOTING_SOLVED) status = footing_find_wrench_margin_f32(&memory, &wrench, &wrench_margin);
  PRINT("%s: %s, %d steps, residual %.1e\n", scene, footing_status_name(status), solution.pivots,
        (double)solution.residual);
  (void)scene;
  if (status != FOOTING_SOLVED) return status;
  for (int c = 0; c < 4; ++c) {
    PRINT("  foot %d %-9s force %6.2f %6.2f %6.2f N, left: %.2f N to lift, %.2f N to slip, %.4f m to land\n",
          c, footing_mode_name(modes[c].mode), (double)solution.force[c][0], (double)solution.force[c][1],
          (double)solution.force[c][2], (double)margins[c].lift_off, (double)margins[c].slip,
          (double)margins[c].gap);
  }
  PRINT("  a wrench of %.2f N makes foot %d %s\n", (double)wrench_margin.size, wrench_margin.contact,
        footing_mode_name(wrench_margin.to));
  return status;
}

static float Sum(int axis) {
  float sum = 0.0f;
  for (int c = 0; c < 4; ++c) sum += solution.force[c][axis];
  return sum;
}

int main(void) {
  const float still = 1e-5f;   /* m/s */
  const float newtons = 1e-2f; /* of 118 N */
  const float limit = kFriction * kWeight;

  /* A block of memory that was not initialised is refused. */
  if (footing_solve_f32(&memory, &problem, NULL, &solution) != FOOTING_BAD_MEMORY) return 1;
  if (footing_init_f32(&memory) != FOOTING_SOLVED) return 2;
  if (footing_read_modes_f32(&memory, modes) != FOOTING_NO_SOLUTION) return 3;

  /* It stands: friction takes up the push, and the front feet carry more. */
  Describe(20.0f, 0.0f);
  if (SolveAndRead("pushed by 20 N") != FOOTING_SOLVED) return 4;
  if (!Near(Sum(0), kWeight, newtons) || !Near(Sum(1), -20.0f, newtons) || !Near(Sum(2), 0.0f, newtons))
    return 5;
  if (!Near(solution.force[0][0] + solution.force[1][0], 0.5f * kWeight + 20.0f * 0.28f / 0.36f, newtons))
    return 6;
  for (int c = 0; c < 4; ++c) {
    if (modes[c].mode != FOOTING_STICK || modes[c].meets != FOOTING_MODE_BIT(FOOTING_STICK)) return 7;
    if (!Near(margins[c].lift_off, solution.force[c][0], 0.0f) || margins[c].slip <= 0.0f) return 8;
  }
  /* A horizontal force that makes it slide bounds the smallest wrench from above. */
  if (wrench_margin.size <= 0.0f || wrench_margin.size > limit - 20.0f + newtons) return 9;

  /* It slides: the part of the push that the feet cannot hold accelerates the body. */
  Describe(60.0f, 0.0f);
  if (SolveAndRead("pushed by 60 N") != FOOTING_SOLVED) return 10;
  if (!Near(Sum(0), kWeight, newtons) || !Near(Sum(1), -limit, newtons)) return 11;
  for (int c = 0; c < 4; ++c) {
    const float speed = kStep * (60.0f - limit) / kMass;
    if (modes[c].mode != FOOTING_SLIDE || !Near(modes[c].slip_speed, speed, still)) return 12;
    if (!Near(modes[c].slip_angle, 0.0f, 1e-2f)) return 13;
    if (!Near(margins[c].slip_speed, speed, still)) return 14;
  }

  /* The last foot is 1 cm up: the moments about the other feet give each its load. The open foot is at rest,
     so it neither opens nor approaches: both modes meet there. */
  Describe(20.0f, 0.01f);
  if (footing_reset_f32(&memory) != FOOTING_SOLVED) return 15;
  if (SolveAndRead("a foot lifted") != FOOTING_SOLVED) return 16;
  if (solution.mode[3] != FOOTING_SEPARATE || !Near(margins[3].gap, 0.01f, 1e-5f)) return 17;
  if (modes[3].meets != (FOOTING_MODE_BIT(FOOTING_SEPARATE) | FOOTING_MODE_BIT(FOOTING_APPROACH))) return 18;
  if (!Near(solution.force[0][0], 20.0f * 0.28f / 0.36f, newtons)) return 19;
  if (!Near(solution.force[1][0], 0.5f * kWeight, newtons)) return 20;

  /* An impossible problem is refused, and no force is given. */
  problem.friction[1] = -0.1f;
  if (SolveAndRead("friction below 0") != FOOTING_BAD_FRICTION || Sum(0) != 0.0f) return 21;
  return 0;
}
