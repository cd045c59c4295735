/* Footing for C: contact forces of one time step with Coulomb friction, contact modes, margins.

   C11 and C++. Nothing is allocated: the caller owns a footing_memory, whose size is a constant, and hands
   it to every call; two memories are independent of each other, also across threads and interrupts.
   A block is aligned as its type, and initialised once; then solves follow; modes and margins are read off the block's last solve:

     static footing_memory_f32 memory;
     footing_init_f32(&memory);
     status = footing_solve_f32(&memory, &problem, 0, &solution);
     footing_read_modes_f32(&memory, modes);

   All calls come for float (_f32) and double (_f64), and give the bits of the C++ calls that they stand for
   (core/contact/solve_contacts.hpp, contact_modes.hpp, contact_margin.hpp, least_wrench.hpp). SI units.
   docs/reference/c-api.md says more. */
#ifndef FOOTING_C_API_FOOTING_H_
#define FOOTING_C_API_FOOTING_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most contacts that a problem may have: 4, 8 or 16. Define it before this header, or link the CMake target
   footing::c4, footing::c8 or footing::c16, which defines it. */
#ifndef FOOTING_CONTACTS
#define FOOTING_CONTACTS 4
#endif
#define FOOTING_ROWS (3 * FOOTING_CONTACTS) /* row 3c + k: contact c; k = 0 normal, 1 and 2 tangents */

/* The solver (docs/solvers.md). CONE: circular cones, with all stages (footing::c4, c8, c16). NEWTON: circular
   cones by plain Newton steps alone, at most 4 of them, for boards whose worst case must be known
   (footing::c4_newton, c8_newton, c16_newton). DANTZIG: friction in boxes, |f_t| <= mu f_n for each tangent by
   itself, by Dantzig's pivoting (footing::c4_dantzig, c8_dantzig, c16_dantzig). The CMake targets define it.
   FOOTING_NEWTON_ONLY 1 is another word for NEWTON. */
#define FOOTING_SOLVER_CONE 0
#define FOOTING_SOLVER_NEWTON 1
#define FOOTING_SOLVER_DANTZIG 2
#ifndef FOOTING_NEWTON_ONLY
#define FOOTING_NEWTON_ONLY 0
#endif
#ifndef FOOTING_SOLVER
#if FOOTING_NEWTON_ONLY
#define FOOTING_SOLVER FOOTING_SOLVER_NEWTON
#else
#define FOOTING_SOLVER FOOTING_SOLVER_CONE
#endif
#endif

#if FOOTING_SOLVER < FOOTING_SOLVER_CONE || FOOTING_SOLVER > FOOTING_SOLVER_DANTZIG
#error "FOOTING_SOLVER is FOOTING_SOLVER_CONE, FOOTING_SOLVER_NEWTON or FOOTING_SOLVER_DANTZIG"
#elif FOOTING_CONTACTS == 4 && FOOTING_SOLVER == FOOTING_SOLVER_DANTZIG
#define FOOTING_MEMORY_BYTES_F32 1984
#define FOOTING_MEMORY_BYTES_F64 3904
#elif FOOTING_CONTACTS == 4 && FOOTING_SOLVER == FOOTING_SOLVER_NEWTON
#define FOOTING_MEMORY_BYTES_F32 3840
#define FOOTING_MEMORY_BYTES_F64 7424
#elif FOOTING_CONTACTS == 4
#define FOOTING_MEMORY_BYTES_F32 20992
#define FOOTING_MEMORY_BYTES_F64 40960
#elif FOOTING_CONTACTS == 8 && FOOTING_SOLVER == FOOTING_SOLVER_DANTZIG
#define FOOTING_MEMORY_BYTES_F32 6400
#define FOOTING_MEMORY_BYTES_F64 12544
#elif FOOTING_CONTACTS == 8 && FOOTING_SOLVER == FOOTING_SOLVER_NEWTON
#define FOOTING_MEMORY_BYTES_F32 11264
#define FOOTING_MEMORY_BYTES_F64 22016
#elif FOOTING_CONTACTS == 8
#define FOOTING_MEMORY_BYTES_F32 73728
#define FOOTING_MEMORY_BYTES_F64 145408
#elif FOOTING_CONTACTS == 16 && FOOTING_SOLVER == FOOTING_SOLVER_DANTZIG
#define FOOTING_MEMORY_BYTES_F32 22528
#define FOOTING_MEMORY_BYTES_F64 45056
#elif FOOTING_CONTACTS == 16 && FOOTING_SOLVER == FOOTING_SOLVER_NEWTON
#define FOOTING_MEMORY_BYTES_F32 35840
#define FOOTING_MEMORY_BYTES_F64 71680
#elif FOOTING_CONTACTS == 16
#define FOOTING_MEMORY_BYTES_F32 274432
#define FOOTING_MEMORY_BYTES_F64 548864
#else
#error "FOOTING_CONTACTS is 4, 8 or 16"
#endif

/* The linker knows footing_solve_f32 as footing_solve_8_f32, footing_solve_8_newton_f32, footing_solve_8_dantzig_f32
   and so on: a program that was compiled with another capacity or solver than its library does not link, and
   libraries of several can stand in one program. */
#define FOOTING_PASTE(name, contacts, kind) name##_##contacts##_##kind
#define FOOTING_PASTE_EXPANDED(name, contacts, kind) FOOTING_PASTE(name, contacts, kind)
#if FOOTING_SOLVER == FOOTING_SOLVER_DANTZIG
#define FOOTING_F32(name) FOOTING_PASTE_EXPANDED(name, FOOTING_CONTACTS, dantzig_f32)
#define FOOTING_F64(name) FOOTING_PASTE_EXPANDED(name, FOOTING_CONTACTS, dantzig_f64)
#elif FOOTING_SOLVER == FOOTING_SOLVER_NEWTON
#define FOOTING_F32(name) FOOTING_PASTE_EXPANDED(name, FOOTING_CONTACTS, newton_f32)
#define FOOTING_F64(name) FOOTING_PASTE_EXPANDED(name, FOOTING_CONTACTS, newton_f64)
#else
#define FOOTING_F32(name) FOOTING_PASTE_EXPANDED(name, FOOTING_CONTACTS, f32)
#define FOOTING_F64(name) FOOTING_PASTE_EXPANDED(name, FOOTING_CONTACTS, f64)
#endif
#define footing_memory_f32 FOOTING_F32(footing_memory)
#define footing_problem_f32 FOOTING_F32(footing_problem)
#define footing_solution_f32 FOOTING_F32(footing_solution)
#define footing_contact_mode_f32 FOOTING_F32(footing_contact_mode)
#define footing_margin_f32 FOOTING_F32(footing_margin)
#define footing_wrench_f32 FOOTING_F32(footing_wrench)
#define footing_wrench_margin_f32 FOOTING_F32(footing_wrench_margin)
#define footing_init_f32 FOOTING_F32(footing_init)
#define footing_solve_f32 FOOTING_F32(footing_solve)
#define footing_reset_f32 FOOTING_F32(footing_reset)
#define footing_read_modes_f32 FOOTING_F32(footing_read_modes)
#define footing_read_margins_f32 FOOTING_F32(footing_read_margins)
#define footing_find_wrench_margin_f32 FOOTING_F32(footing_find_wrench_margin)
#define footing_memory_f64 FOOTING_F64(footing_memory)
#define footing_problem_f64 FOOTING_F64(footing_problem)
#define footing_solution_f64 FOOTING_F64(footing_solution)
#define footing_contact_mode_f64 FOOTING_F64(footing_contact_mode)
#define footing_margin_f64 FOOTING_F64(footing_margin)
#define footing_wrench_f64 FOOTING_F64(footing_wrench)
#define footing_wrench_margin_f64 FOOTING_F64(footing_wrench_margin)
#define footing_init_f64 FOOTING_F64(footing_init)
#define footing_solve_f64 FOOTING_F64(footing_solve)
#define footing_reset_f64 FOOTING_F64(footing_reset)
#define footing_read_modes_f64 FOOTING_F64(footing_read_modes)
#define footing_read_margins_f64 FOOTING_F64(footing_read_margins)
#define footing_find_wrench_margin_f64 FOOTING_F64(footing_find_wrench_margin)

/* What a call ended in. The numbers are SolveStatus of core/status.hpp; those from 64 on are of C alone. */
typedef enum {
  FOOTING_SOLVED = 0,          /* certified: recomputed from the input, it is within tolerance */
  FOOTING_PIVOT_BUDGET = 1,    /* not found: the pivot budget ran out; proves nothing */
  FOOTING_RAY = 2,             /* not found: no pivot goes on (DANTZIG alone); proves nothing */
  FOOTING_INACCURATE = 3,      /* not found: all stages ended without a certified answer; proves nothing */
  FOOTING_NOT_FINITE = 4,      /* refused: NaN or infinity in the input, dt <= 0 or epsilon < 0 */
  FOOTING_BAD_SIZE = 5,        /* refused: contacts below 0 or above FOOTING_CONTACTS, or no such foot */
  FOOTING_BAD_BOUNDS = 6,      /* refused: an option of the tracker is outside its range */
  FOOTING_NOT_SYMMETRIC = 7,   /* refused: the Delassus matrix is not, or has a negative diagonal */
  FOOTING_BAD_FRICTION = 8,    /* refused: a friction coefficient below 0 */
  FOOTING_SINGULAR = 9,        /* (not returned by this interface) */
  FOOTING_INFEASIBLE = 10,     /* proven: no forces meet the conditions */
  FOOTING_PARALLEL_EDGES = 11, /* (not returned by this interface) */
  FOOTING_OUT_OF_ORDER = 12,   /* (not returned by this interface) */
  FOOTING_BAD_NORMAL = 13,     /* (not returned by this interface) */
  FOOTING_NULL_POINTER = 64,   /* refused: a pointer is null; nothing is written */
  FOOTING_BAD_MEMORY = 65,  /* refused: not initialised by footing_init of this scalar; nothing is written */
  FOOTING_NO_SOLUTION = 66, /* refused: nothing was solved in this memory yet; nothing is written */
  FOOTING_MISALIGNED = 67   /* refused: the block is not aligned as footing_memory; nothing is written */
} footing_status;

/* Of one contact. footing_solve names the first three. */
typedef enum {
  FOOTING_SEPARATE = 0,
  FOOTING_STICK = 1,
  FOOTING_SLIDE = 2,
  FOOTING_APPROACH = 3, /* no force, and a gap that closes, but not within the step */
  FOOTING_AMBIGUOUS = 4 /* where modes meet */
} footing_mode;
#define FOOTING_MODE_BIT(mode) (1u << (unsigned)(mode))

/* The stage of the solver that gave the answer (docs/solvers.md). */
typedef enum {
  FOOTING_STAGE_NONE = 0,
  FOOTING_STAGE_MODES = 1,
  FOOTING_STAGE_LEMKE = 2,
  FOOTING_STAGE_PROXIMAL = 3,
  FOOTING_STAGE_FRICTIONLESS = 4, /* (not returned by this interface) */
  FOOTING_STAGE_PROOF = 5,
  FOOTING_STAGE_DANTZIG = 6
} footing_stage;

/* A null pointer in its place means all zero. */
typedef struct {
  /* Newton steps and pivots at most; 0 or less: the solver's own. CONE: 400 for 4 contacts, 920 for 8, 2,920
     for 16; NEWTON: 4; DANTZIG: 170, 290, 530. */
  int budget;
  /* >= 0: what is solved, judged and read has (1 + epsilon) times the diagonal of `delassus`. 1e-4 in float
     and 1e-10 in double let DANTZIG solve contacts that depend on each other. */
  float epsilon;
} footing_options;

/* "solved", "not finite" and so on; "?" for a number that is no status. Constant text. */
const char* footing_status_name(int status);
/* "separate", "stick", "slide", "approach", "ambiguous"; "?" for a number that is no mode. */
const char* footing_mode_name(int mode);

/* ---- float ------------------------------------------------------------------------------------------ */

/* The solver's state and its last answer. It may be copied as a whole. */
typedef struct {
  uint64_t words[FOOTING_MEMORY_BYTES_F32 / 8];
} footing_memory_f32;

/* With forces f, the contacts' velocities at the step's end are u = dt delassus f + free_velocity, and each
   contact asks 0 <= f_n, u_n + normal_bias >= 0, one of them zero, and Coulomb friction on (f_t, u_t).
   Axes n, t1, t2 are right-handed, n a unit vector that points into the robot, and f acts on the robot.
   What belongs to contacts beyond `contacts` is not looked at. */
typedef struct {
  int contacts;
  float dt;                                   /* s */
  float delassus[FOOTING_ROWS][FOOTING_ROWS]; /* J M^-1 J^T, symmetric; 1/kg */
  float free_velocity[FOOTING_ROWS];          /* m/s: at the step's end without contact forces */
  float friction[FOOTING_CONTACTS];           /* mu >= 0 */
  float normal_bias[FOOTING_CONTACTS];        /* m/s: gap / dt, and restitution; 0 on the ground */
} footing_problem_f32;

/* Forces are finite, without pull and inside their cones (DANTZIG: boxes) whatever the status; velocities and the certificate
   are theirs. Contacts beyond the problem's have zeros. */
typedef struct {
  int status; /* footing_status */
  int stage;  /* footing_stage */
  int pivots; /* Newton steps and pivots taken */
  int rank;   /* independent rows of the last system solved; DANTZIG: 0, not known */
  /* The certificate, recomputed from the problem and the forces; solved: the first four at most 5e-5
     (double: 5e-9). */
  float residual;       /* of the complementarity conditions, relative to velocity_scale */
  float cone_violation; /* largest |f_t| / (mu f_n) - 1; DANTZIG: of a tangent, as `slip` below */
  float slip_error;     /* how far friction is from opposing the slip, relative to velocity_scale */
  float rounding;       /* what the three are uncertain by */
  float velocity_scale; /* m/s; 0: nothing was computed */
  float force[FOOTING_CONTACTS][3];    /* N: n, t1, t2 */
  float velocity[FOOTING_CONTACTS][3]; /* m/s, at the step's end */
  int mode[FOOTING_CONTACTS];          /* footing_mode */
} footing_solution_f32;

typedef struct {
  int mode;         /* footing_mode */
  unsigned meets;   /* FOOTING_MODE_BIT of each mode that meets here: one, or more where ambiguous */
  float slip_speed; /* m/s, of a contact that may slide; else this and what follows is 0 */
  float slip[2];    /* its unit direction along t1 and t2 */
  float slip_angle; /* rad, from t1 toward t2, in (-pi, pi] */
} footing_contact_mode_f32;

/* How far a contact is from changing its mode; what does not belong to its mode is zero. */
typedef struct {
  float lift_off;   /* N, of a loaded one: f_n */
  float slip;       /* N, of one that sticks: mu f_n - |f_t|; DANTZIG: of the tangent that has less left */
  float slip_share; /* slip / (mu f_n), in [0, 1] */
  float slip_speed; /* m/s, of one that slides */
  float gap;        /* m, of an open one, at the step's end */
} footing_margin_f32;

/* How wrenches on the robot move its contacts. */
typedef struct {
  float length; /* m, above 0 and finite: makes moments comparable with forces; half the robot's, say */
  /* Change of free_velocity by each unit of (force; moment / length), m/s per N: dt J M^-1 columns of the
     force, and `length` times those of the moment. */
  float velocity[FOOTING_ROWS][6];
} footing_wrench_f32;

/* The smallest external wrench that changes a contact's mode. */
typedef struct {
  float size;      /* N: sqrt(|force|^2 + |moment|^2 / length^2); infinity: no wrench does */
  float wrench[6]; /* N, N, N, N m, N m, N m */
  int contact;     /* that changes; -1: none */
  int to;          /* footing_mode that it changes to */
  int unique;      /* 0: of the choice of forces that docs/margins.md states */
} footing_wrench_margin_f32;

/* Makes `memory` ready for the first solve, whatever it held.
     FOOTING_SOLVED         done
     FOOTING_NULL_POINTER, FOOTING_MISALIGNED
                            nothing is written
   Call it once, before any other call with this block. */
footing_status footing_init_f32(footing_memory_f32* memory);

/* Contact forces, starting from those of the last solve where it succeeded and had as many contacts.
   `options` may be null. No pointer is kept after the call.
     FOOTING_SOLVED                           the solution, certified
     FOOTING_INFEASIBLE                       proven that there is none; forces are admissible
     FOOTING_PIVOT_BUDGET, FOOTING_INACCURATE, FOOTING_RAY
                                              none found: the best admissible forces that came by
     FOOTING_NOT_FINITE, FOOTING_BAD_SIZE, FOOTING_BAD_FRICTION, FOOTING_NOT_SYMMETRIC
                                              refused: forces and velocities are zero, all separate
     FOOTING_NULL_POINTER, FOOTING_MISALIGNED, FOOTING_BAD_MEMORY
                                              nothing is written
   Cost: a Newton step n^3 / 3 + 6 n^2 multiply-adds for n <= FOOTING_ROWS, mostly 1 to 3 steps, budget at most.
   A pivot of DANTZIG up to 6 n^2, n = 3 contacts, mostly 6 pivots for four feet. */
footing_status footing_solve_f32(footing_memory_f32* memory, const footing_problem_f32* problem,
                                 const footing_options* options, footing_solution_f32* solution);

/* The next solve starts cold: to be called when contacts were exchanged. The last solution stays readable.
     FOOTING_SOLVED                           done
     FOOTING_NULL_POINTER, FOOTING_BAD_MEMORY nothing is written */
footing_status footing_reset_f32(footing_memory_f32* memory);

/* Modes of the last solve, as velocities and forces show them, to modes[FOOTING_CONTACTS]. Contacts beyond
   the problem's are separate.
     the status of the last solve             solved: the modes; refused: all separate; else the modes of
                                              forces that are no solution, ambiguous where they contradict
     FOOTING_NULL_POINTER, FOOTING_MISALIGNED, FOOTING_BAD_MEMORY, FOOTING_NO_SOLUTION
                                              nothing is written
   Cost: 100 flops a contact. */
footing_status footing_read_modes_f32(const footing_memory_f32* memory, footing_contact_mode_f32* modes);

/* Margins of each contact in the last solve, to margins[FOOTING_CONTACTS]; beyond the problem's all zero.
     the status of the last solve             solved: the margins; refused: all zero; else the margins of
                                              forces that are no solution
     FOOTING_NULL_POINTER, FOOTING_MISALIGNED, FOOTING_BAD_MEMORY, FOOTING_NO_SOLUTION
                                              nothing is written
   Cost: 100 flops a contact. */
footing_status footing_read_margins_f32(const footing_memory_f32* memory, footing_margin_f32* margins);

/* The smallest wrench during the step that changes a mode of the last solve.
     FOOTING_SOLVED         the margin
     FOOTING_INACCURATE     the last solve was not solved, or the response of its slides cannot be told
                            (A_nn = mu A_nt), or the solver is DANTZIG, whose boxes have no wrench margin:
                            size 0, contact -1
     FOOTING_NOT_FINITE     length <= 0, or NaN or infinity in it or the problem's rows of `velocity`: same
     FOOTING_NULL_POINTER, FOOTING_MISALIGNED, FOOTING_BAD_MEMORY, FOOTING_NO_SOLUTION
                            nothing is written
   Cost: about 5,000 flops with four loaded contacts. */
footing_status footing_find_wrench_margin_f32(footing_memory_f32* memory, const footing_wrench_f32* wrench,
                                              footing_wrench_margin_f32* margin);

/* ---- double: the same ------------------------------------------------------------------------------- */

typedef struct {
  uint64_t words[FOOTING_MEMORY_BYTES_F64 / 8];
} footing_memory_f64;
typedef struct {
  int contacts;
  double dt;
  double delassus[FOOTING_ROWS][FOOTING_ROWS];
  double free_velocity[FOOTING_ROWS];
  double friction[FOOTING_CONTACTS];
  double normal_bias[FOOTING_CONTACTS];
} footing_problem_f64;
typedef struct {
  int status;
  int stage;
  int pivots;
  int rank;
  double residual;
  double cone_violation;
  double slip_error;
  double rounding;
  double velocity_scale;
  double force[FOOTING_CONTACTS][3];
  double velocity[FOOTING_CONTACTS][3];
  int mode[FOOTING_CONTACTS];
} footing_solution_f64;

typedef struct {
  int mode;
  unsigned meets;
  double slip_speed;
  double slip[2];
  double slip_angle;
} footing_contact_mode_f64;
typedef struct {
  double lift_off;
  double slip;
  double slip_share;
  double slip_speed;
  double gap;
} footing_margin_f64;
typedef struct {
  double length;
  double velocity[FOOTING_ROWS][6];
} footing_wrench_f64;
typedef struct {
  double size;
  double wrench[6];
  int contact;
  int to;
  int unique;
} footing_wrench_margin_f64;
footing_status footing_init_f64(footing_memory_f64* memory);
footing_status footing_solve_f64(footing_memory_f64* memory, const footing_problem_f64* problem,
                                 const footing_options* options, footing_solution_f64* solution);
footing_status footing_reset_f64(footing_memory_f64* memory);
footing_status footing_read_modes_f64(const footing_memory_f64* memory, footing_contact_mode_f64* modes);
footing_status footing_read_margins_f64(const footing_memory_f64* memory, footing_margin_f64* margins);
footing_status footing_find_wrench_margin_f64(footing_memory_f64* memory, const footing_wrench_f64* wrench,
                                              footing_wrench_margin_f64* margin);

#ifdef __cplusplus
}
#endif

#endif /* FOOTING_C_API_FOOTING_H_ */
