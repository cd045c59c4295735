// What the calls of footing.h do, for both scalars: plain structs to and from those of the core, and the
// caller's block as the solver's memory.
#pragma once

#include <limits>
#include <new>
#include <type_traits>

#include "core/c_api/footing.h"
#include "core/contact/dantzig/dantzig_contacts.hpp"
#include "core/contact/solve_contacts.hpp"
#include "core/margins/contact_margin.hpp"
#include "core/margins/least_wrench.hpp"

namespace footing::c_api {

// Of each capacity its own, so that libraries of several can be linked into one program.
inline namespace FOOTING_F64(capacity) {

inline constexpr int kContacts = FOOTING_CONTACTS;
inline constexpr int kRows = 3 * kContacts;
inline constexpr SolverStages kStages = FOOTING_SOLVER == FOOTING_SOLVER_DANTZIG  ? SolverStages::kDantzig
                                        : FOOTING_SOLVER == FOOTING_SOLVER_NEWTON ? SolverStages::kNewtonOnly
                                                                                  : SolverStages::kAll;
inline constexpr bool kBoxes = kStages == SolverStages::kDantzig;
inline constexpr int kFriction = kBoxes ? kBoxFriction : 0;

template <typename Scalar>
struct WrenchMemory {
  LeastWrench<Scalar, kContacts> least;
  typename LeastWrench<Scalar, kContacts>::Columns velocity;
};
struct NoWrench {};  // of boxes

// What lies in a footing_memory, behind the word that an initialised block is known by.
template <typename Scalar>
struct Memory {
  bool tried = false;                         // there is a last solve
  ContactProblem<Scalar, kContacts> problem;  // the last
  ContactSolution<Scalar, kContacts> solution;
  ContactSolverState<Scalar, kContacts, 0, kStages> solver;
  [[no_unique_address]] std::conditional_t<kBoxes, NoWrench, WrenchMemory<Scalar>> wrench;
};

template <typename Scalar>
inline constexpr std::uint64_t kMagic = 0x676e69746f6f6600ULL + 16 * FOOTING_CONTACTS +
                                        sizeof(Scalar) + FOOTING_SOLVER;

// FOOTING_SOLVED where something may be read or written through `block`.
template <typename Block>
footing_status CheckPointer(const Block* block) {
  if (block == nullptr) return FOOTING_NULL_POINTER;
  const bool aligned = reinterpret_cast<std::uintptr_t>(block) % alignof(Block) == 0;
  return aligned ? FOOTING_SOLVED : FOOTING_MISALIGNED;
}

// Null, with *status set, where `block` is null, not aligned, or was not initialised.
template <typename Scalar, typename Block>
auto* Open(Block* block, footing_status* status) {
  using Opened = std::conditional_t<std::is_const_v<Block>, const Memory<Scalar>, Memory<Scalar>>;
  Opened* memory = nullptr;
  *status = CheckPointer(block);
  if (*status != FOOTING_SOLVED) return memory;
  *status = block->words[0] == kMagic<Scalar> ? FOOTING_SOLVED : FOOTING_BAD_MEMORY;
  if (*status == FOOTING_SOLVED) memory = std::launder(reinterpret_cast<Opened*>(block->words + 1));
  return memory;
}

inline footing_status Mirror(SolveStatus status) { return static_cast<footing_status>(status); }

template <typename Scalar, typename Block>
footing_status Init(Block* block) {
  // Memory enough, and little of it left over: the compiler names the bytes needed beside the block's.
  constexpr auto kNeeded = sizeof(std::uint64_t) + sizeof(Memory<Scalar>);
  static_assert(kNeeded <= sizeof(Block));
  static_assert(10 * sizeof(Block) <= 11 * kNeeded);
  static_assert(alignof(Memory<Scalar>) <= alignof(Block) &&
                std::is_trivially_destructible_v<Memory<Scalar>>);
  const footing_status status = CheckPointer(block);
  if (status != FOOTING_SOLVED) return status;
  block->words[0] = kMagic<Scalar>;
  ::new (static_cast<void*>(block->words + 1)) Memory<Scalar>;
  return FOOTING_SOLVED;
}

template <typename Scalar, typename Problem>
void Read(const Problem& from, ContactProblem<Scalar, kContacts>* problem) {
  problem->contacts = from.contacts;
  problem->joint_rows = 0;
  problem->dt = from.dt;
  for (int i = 0; i < kRows; ++i) {
    problem->free_velocity[i] = from.free_velocity[i];
    for (int j = 0; j < kRows; ++j) problem->delassus(i, j) = from.delassus[i][j];
  }
  for (int c = 0; c < kContacts; ++c) {
    problem->friction[c] = from.friction[c];
    problem->normal_bias[c] = from.normal_bias[c];
  }
}

// (1 + ε) on the diagonal. An ε that is not finite and at least 0 leaves numbers that the solver refuses, as does a size
// that does not fit.
template <typename Scalar>
void Soften(float epsilon, ContactProblem<Scalar, kContacts>* problem) {
  if (epsilon == 0.0f || problem->contacts < 0 || problem->contacts > kContacts) return;
  if (!(epsilon > 0.0f && IsFinite(epsilon))) problem->dt = std::numeric_limits<Scalar>::quiet_NaN();
  Regularize(static_cast<Scalar>(epsilon), *problem);
}

template <typename Scalar, typename Solution>
void Write(const ContactSolution<Scalar, kContacts>& solution, Solution* to) {
  to->status = static_cast<int>(solution.status);
  to->stage = static_cast<int>(solution.stage);
  to->pivots = solution.pivots;
  to->rank = solution.rank;
  to->residual = solution.residual;
  to->cone_violation = solution.cone_violation;
  to->slip_error = solution.slip_error;
  to->rounding = solution.rounding;
  to->velocity_scale = solution.velocity_scale;
  for (unsigned c = 0; c < unsigned{kContacts}; ++c) {
    to->mode[c] = static_cast<int>(solution.mode[c]);
    for (int k = 0; k < 3; ++k) {
      to->force[c][k] = solution.force[c][k];
      to->velocity[c][k] = solution.velocity[c][k];
    }
  }
}

template <typename Scalar, typename Block, typename Problem, typename Solution>
footing_status Solve(Block* block, const Problem* problem, const footing_options* options,
                     Solution* solution) {
  footing_status status;
  Memory<Scalar>* const memory = Open<Scalar>(block, &status);
  if (memory == nullptr) return status;
  if (problem == nullptr || solution == nullptr) return FOOTING_NULL_POINTER;
  Read(*problem, &memory->problem);
  if (options != nullptr) Soften(options->epsilon, &memory->problem);
  status = Mirror(SolveContacts(memory->problem, {options == nullptr ? 0 : options->budget},
                                memory->solver, memory->solution));
  memory->tried = true;
  Write(memory->solution, solution);
  return status;
}

template <typename Scalar, typename Block>
footing_status Reset(Block* block) {
  footing_status status;
  Memory<Scalar>* const memory = Open<Scalar>(block, &status);
  if (memory != nullptr) memory->solver.warm = false;
  return status;
}

// The memory that a reading call reads, and the status that it returns; null: it writes nothing.
template <typename Scalar, typename Block>
auto* OpenSolved(Block* block, const void* output, footing_status* status) {
  auto* memory = Open<Scalar>(block, status);
  if (memory == nullptr) return memory;
  *status = Mirror(memory->solution.status);
  if (!memory->tried) *status = FOOTING_NO_SOLUTION;
  if (output == nullptr) *status = FOOTING_NULL_POINTER;
  return output == nullptr || !memory->tried ? nullptr : memory;
}

template <typename Scalar, typename Block, typename Mode>
footing_status ReadModes(const Block* block, Mode* modes) {
  footing_status status;
  const auto* const memory = OpenSolved<Scalar>(block, modes, &status);
  if (memory == nullptr) return status;
  ModeReadings<Scalar, kContacts> readings;
  ReadContactModes<kFriction>(memory->problem, memory->solution, readings);
  for (const ModeReading<Scalar>& reading : readings) {
    *modes++ = {static_cast<int>(reading.mode),
                reading.meets,
                reading.slip_speed,
                {reading.slip_1, reading.slip_2},
                SlipAngle(reading)};
  }
  return status;
}

template <typename Scalar, typename Block, typename Margin>
footing_status ReadMargins(const Block* block, Margin* margins) {
  footing_status status;
  const auto* const memory = OpenSolved<Scalar>(block, margins, &status);
  if (memory == nullptr) return status;
  const auto& problem = memory->problem;
  const auto& solution = memory->solution;
  ModeReadings<Scalar, kContacts> readings;
  ReadContactModes<kFriction>(problem, solution, readings);
  for (int c = 0; c < kContacts; ++c) {
    const auto i = static_cast<unsigned>(c);
    ContactMargin<Scalar> margin;
    if (c < problem.contacts && solution.velocity_scale > Scalar(0)) {
      margin = MarginOf<kFriction>(readings[i], solution.force[i], solution.velocity[i],
                                   problem.friction[c], problem.normal_bias[c], problem.dt);
    }
    margins[c] = {margin.lift_off, margin.slip, margin.slip_share, margin.slip_speed, margin.gap};
  }
  return status;
}

// Of a solution; not of boxes.
template <typename Scalar, typename Wrench>
footing_status FindLeast(Memory<Scalar>* memory, const Wrench& wrench, WrenchMargin<Scalar>* found) {
  auto& [least, velocity] = memory->wrench;
  bool finite = IsFinite(wrench.length) && wrench.length > Scalar(0);
  velocity.setZero();
  for (int row = 0; row < 3 * memory->problem.contacts; ++row) {
    for (int k = 0; k < 6; ++k) {
      finite = finite && IsFinite(wrench.velocity[row][k]);
      velocity(row, k) = wrench.velocity[row][k];
    }
  }
  if (!finite) return FOOTING_NOT_FINITE;
  return Mirror(least.Find(memory->problem, memory->solution, velocity, wrench.length, *found,
                           memory->solver.plain.FactorsOf(memory->solution)));
}

template <typename Scalar, typename Block, typename Wrench, typename Margin>
footing_status FindWrenchMargin(Block* block, const Wrench* wrench, Margin* margin) {
  footing_status status;
  Memory<Scalar>* const memory = OpenSolved<Scalar>(block, wrench == nullptr ? nullptr : margin, &status);
  if (memory == nullptr) return status;
  WrenchMargin<Scalar> found;
  status = FOOTING_INACCURATE;
  if constexpr (!kBoxes) {
    if (memory->solution.status == SolveStatus::kSolved) status = FindLeast(memory, *wrench, &found);
  }
  margin->size = found.size;
  for (int k = 0; k < 6; ++k) margin->wrench[k] = found.wrench[k];
  margin->contact = found.contact;
  margin->to = static_cast<int>(found.to);
  margin->unique = found.unique ? 1 : 0;
  return status;
}

}  // namespace FOOTING_F64(capacity)

}  // namespace footing::c_api
