// The acrylic cube of the ContactNets tosses (Pfrommer, Halm, Posa 2020): one free body whose
// eight corners touch the plane z = 0. It uses the same time step as the robot's plant.
#pragma once

#include <array>
#include <cstddef>
#include <memory>

#include "core/contact/contact_problem.hpp"
#include "core/dynamics/robot_model.hpp"
#include "core/dynamics/robot_state.hpp"
#include "core/status.hpp"

namespace footing::tools {

inline constexpr double kCubeWidth = 0.1048;  // m

using CubeModel = RobotModel<double, 0, 8>;
using CubeState = RobotState<double, 0>;

struct CubeOptions {
  double largest_step = 0.25e-3;  // s; an advance is split into equal steps up to this length
  // 0: the circular friction cone. 4, 8 or 16: a polyhedral cone; between its directions the friction is
  // smaller than Coulomb's by 1 − cos(π/d): 29 %, 8 %, 2 %.
  int directions = 0;
  double friction = 0.18;  // published for this cube and board, like the restitution
  double restitution = 0.125;
  double gravity = 9.81;  // m/s²
};

// Steps with no corner near the plane are not counted: they have nothing to solve.
struct SolveTally {
  std::array<long, kStatusCount> by_status{};
  std::array<long, kStageCount> by_stage{};
  long pivots = 0;
  int most_pivots = 0;
  double worst_residual = 0;

  long Solves() const;
  long Unsolved() const;
  void Add(const SolveTally& other);
};

class ThrownCube {
 public:
  virtual ~ThrownCube() = default;
  virtual void Advance(double duration) = 0;  // s
  virtual const CubeState& State() const = 0;
  virtual const SolveTally& Tally() const = 0;
};

CubeModel MakeCubeModel();

// Null if options.directions is not 0, 4, 8 or 16.
std::unique_ptr<ThrownCube> MakeThrownCube(const CubeOptions& options, const CubeState& start);

}  // namespace footing::tools
