// The solvers that a user can choose by name, and the law of friction that each of them has.
#pragma once

#include <optional>
#include <string>

namespace footing::tools {

enum class FrictionModel { kCone, kPolyhedral, kBox };

enum class SolverChoice {
  kCone,              // circular cones by Newton's method (contact/solve_contacts.hpp)
  kDantzig,           // Dantzig's pivoting: friction in boxes (contact/dantzig), or the rows of an LCP
  kLemke,             // Lemke's pivoting alone: friction in a pyramid, or the rows of an LCP
  kNewtonPolyhedral,  // friction in a pyramid, by modes first (contact/polyhedral)
  kBoxes,             // friction in boxes, or the rows of an LCP, by the stages of lcp/general
  // Of scenes alone, the papers' own methods (core/papers):
  kMixed,   // Tan, Siu, Liu eq. 12
  kTrefny,  // accelerations without friction, section 1
  kBaraff,  // accelerations with static and dynamic friction, one force at a time
  kBerard,  // accelerations by the LCPs of sections IV to VI
};

// "cone", "dantzig", "lemke", "newton-polyhedral", "boxes", "mixed", "trefny", "baraff" or "berard".
const char* Name(SolverChoice solver);

inline constexpr SolverChoice kAllSolvers[] = {
    SolverChoice::kCone,  SolverChoice::kDantzig, SolverChoice::kLemke,  SolverChoice::kNewtonPolyhedral,
    SolverChoice::kBoxes, SolverChoice::kMixed,   SolverChoice::kTrefny, SolverChoice::kBaraff,
    SolverChoice::kBerard};
constexpr bool IsOfScenes(SolverChoice solver) { return solver >= SolverChoice::kMixed; }
constexpr bool IsOfAccelerations(SolverChoice solver) { return solver >= SolverChoice::kTrefny; }

// "cone", "polyhedral" or "box".
const char* Name(FrictionModel model);

FrictionModel ModelOf(SolverChoice solver);

// The solver of a model without a choice.
SolverChoice UsualSolver(FrictionModel model);

// What the names say; nothing if it is no name.
std::optional<SolverChoice> SolverNamed(const std::string& name);
std::optional<FrictionModel> ModelNamed(const std::string& name);

}  // namespace footing::tools
