#include "tools/footing/solve/solver_choice.hpp"

namespace footing::tools {

const char* Name(SolverChoice solver) {
  switch (solver) {
    case SolverChoice::kCone: return "cone";
    case SolverChoice::kDantzig: return "dantzig";
    case SolverChoice::kLemke: return "lemke";
    case SolverChoice::kNewtonPolyhedral: return "newton-polyhedral";
    case SolverChoice::kBoxes: return "boxes";
    case SolverChoice::kMixed: return "mixed";
    case SolverChoice::kTrefny: return "trefny";
    case SolverChoice::kBaraff: return "baraff";
    case SolverChoice::kBerard: return "berard";
  }
  return "?";
}

const char* Name(FrictionModel model) {
  switch (model) {
    case FrictionModel::kCone: return "cone";
    case FrictionModel::kPolyhedral: return "polyhedral";
    case FrictionModel::kBox: return "box";
  }
  return "?";
}

FrictionModel ModelOf(SolverChoice solver) {
  switch (solver) {
    case SolverChoice::kDantzig:
    case SolverChoice::kBoxes: return FrictionModel::kBox;
    case SolverChoice::kLemke:
    case SolverChoice::kMixed:
    case SolverChoice::kNewtonPolyhedral: return FrictionModel::kPolyhedral;
    default: return FrictionModel::kCone;
  }
}

SolverChoice UsualSolver(FrictionModel model) {
  switch (model) {
    case FrictionModel::kBox: return SolverChoice::kBoxes;
    case FrictionModel::kPolyhedral: return SolverChoice::kNewtonPolyhedral;
    default: return SolverChoice::kCone;
  }
}

std::optional<SolverChoice> SolverNamed(const std::string& name) {
  for (const SolverChoice solver : kAllSolvers) {
    if (name == Name(solver)) return solver;
  }
  return {};
}

std::optional<FrictionModel> ModelNamed(const std::string& name) {
  for (const FrictionModel model : {FrictionModel::kCone, FrictionModel::kPolyhedral, FrictionModel::kBox}) {
    if (name == Name(model)) return model;
  }
  return {};
}

}  // namespace footing::tools
