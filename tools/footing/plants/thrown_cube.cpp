#include "tools/footing/plants/thrown_cube.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/assembly/normal_bias.hpp"
#include "core/assembly/time_step.hpp"
#include "core/contact/polyhedral/polyhedral_solver.hpp"
#include "core/dynamics/compute_dynamics.hpp"
#include "core/dynamics/integrate.hpp"

namespace footing::tools {

namespace {

constexpr int kCorners = 8;
constexpr double kCornerReach = 0.01;  // m; a larger gap cannot close within a step: 40 m/s at 0.25 ms

// A contact at rest approaches by g dt = 2.5 mm/s in a step, which must not bounce. At 50 mm/s the
// bounce that is left out is 2 µm high, a thousandth of what the recording resolves.
constexpr double kRestitutionThreshold = 0.05;  // m/s

// The same values as in the robot's plant. Linearized rotation leaves an error of micrometres in a step.
// A start below the plane (up to 6 mm in the recordings) is corrected so slowly that the cube rises no
// higher than 0.5 mm.
constexpr double kErrorReduction = 0.05;
constexpr double kLargestPush = 0.1;  // m/s

// The counterpart of TimeStep with the polyhedral cone.
template <int kDirections>
struct PolyhedralStep {
  using Stack = SystemStack<double, CubeModel::kDof, kCorners>;
  Stack stack;
  DelassusWorkspace<Stack> delassus;
  ContactProblem<double, kCorners> problem;
  PolyhedralState<double, kCorners, kDirections> solver;
  ContactSolution<double, kCorners> solution;
  Eigen::Matrix<double, CubeModel::kDof, 1> next_velocity;
};
using CircularStep = TimeStep<double, CubeModel::kDof, kCorners>;

SolveStatus Step(double dt, CircularStep* step) { return StepVelocity(dt, SolveOptions{}, *step); }
void StartCold(CircularStep* step) { step->solver.warm = false; }

template <int kDirections>
SolveStatus Step(double dt, PolyhedralStep<kDirections>* step) {
  const SolveStatus assembled = Assemble(step->stack, dt, step->delassus, step->problem);
  if (assembled != SolveStatus::kSolved) throw std::runtime_error("the cube's mass matrix is singular");
  const SolveStatus status =
      SolvePolyhedral(step->problem, PolyhedralOptions{{800}}, step->solver, step->solution);
  NextVelocity(step->stack, step->delassus, dt, step->solution.force, step->solution.joint_force,
               step->next_velocity);
  return status;
}
template <int kDirections>
void StartCold(PolyhedralStep<kDirections>* step) {
  step->solver.warm_contacts = 0;
}

template <typename Stepper>
class SteppedCube : public ThrownCube {
 public:
  SteppedCube(const CubeOptions& options, const CubeState& start) : options_(options), state_(start) {}

  void Advance(double duration) override {
    const int steps = std::max(1, static_cast<int>(std::ceil(duration / options_.largest_step - 1e-9)));
    for (int i = 0; i < steps; ++i) Step(duration / steps);
  }

  const CubeState& State() const override { return state_; }
  const SolveTally& Tally() const override { return tally_; }

 private:
  void Step(double dt) {
    ComputeDynamics(model_, state_, options_.gravity, &terms_);
    stepper_.stack.Clear();
    const Eigen::Matrix<double, 6, 1> force = -terms_.bias;
    const int system =
        stepper_.stack.AddSystem(terms_.mass_matrix, GeneralizedVelocity(state_), force, DofParent(model_));

    const NormalBiasOptions<double> bias{options_.restitution, kRestitutionThreshold, kErrorReduction,
                                         kLargestPush};
    unsigned near = 0;
    for (unsigned corner = 0; corner < kCorners; ++corner) {
      const auto& point = terms_.points[corner];
      const double gap = point.position[2];
      if (gap > kCornerReach) continue;
      near |= 1U << corner;
      const double approach = point.velocity[2];
      const int contact = stepper_.stack.AddContact(Vector3<double>::UnitZ(), options_.friction,
                                                    NormalBias(gap, approach, dt, bias));
      stepper_.stack.Attach(contact, system, 1.0, point.jacobian);
    }
    // The last forces are not a guess for a different set of corners.
    if (near != near_before_) StartCold(&stepper_);
    near_before_ = near;

    const SolveStatus status = tools::Step(dt, &stepper_);
    if (near != 0) Count(status);
    Integrate(stepper_.next_velocity, dt, &state_);
  }

  void Count(SolveStatus status) {
    const auto& solution = stepper_.solution;
    ++tally_.by_status[static_cast<std::size_t>(status)];
    ++tally_.by_stage[static_cast<std::size_t>(solution.stage)];
    tally_.pivots += solution.pivots;
    tally_.most_pivots = std::max(tally_.most_pivots, solution.pivots);
    tally_.worst_residual = std::max(tally_.worst_residual, solution.residual);
  }

  CubeOptions options_;
  CubeModel model_ = MakeCubeModel();
  CubeState state_;
  DynamicsTerms<CubeModel> terms_;
  Stepper stepper_;
  unsigned near_before_ = 0;
  SolveTally tally_;
};

}  // namespace

long SolveTally::Solves() const {
  long sum = 0;
  for (const long count : by_status) sum += count;
  return sum;
}

long SolveTally::Unsolved() const {
  return Solves() - by_status[static_cast<std::size_t>(SolveStatus::kSolved)];
}

void SolveTally::Add(const SolveTally& other) {
  for (std::size_t i = 0; i < by_status.size(); ++i) by_status[i] += other.by_status[i];
  for (std::size_t i = 0; i < by_stage.size(); ++i) by_stage[i] += other.by_stage[i];
  pivots += other.pivots;
  most_pivots = std::max(most_pivots, other.most_pivots);
  worst_residual = std::max(worst_residual, other.worst_residual);
}

CubeModel MakeCubeModel() {
  constexpr double kHalf = kCubeWidth / 2;
  CubeModel model;
  model.base.mass = 0.37;
  model.base.inertia = {8.1e-4, 8.1e-4, 8.1e-4, 0, 0, 0};
  for (unsigned i = 0; i < kCorners; ++i) {
    model.points[i].position = {(i & 1U) != 0 ? kHalf : -kHalf, (i & 2U) != 0 ? kHalf : -kHalf,
                                (i & 4U) != 0 ? kHalf : -kHalf};
  }
  return model;
}

std::unique_ptr<ThrownCube> MakeThrownCube(const CubeOptions& options, const CubeState& start) {
  switch (options.directions) {
    case 0: return std::make_unique<SteppedCube<CircularStep>>(options, start);
    case 4: return std::make_unique<SteppedCube<PolyhedralStep<4>>>(options, start);
    case 8: return std::make_unique<SteppedCube<PolyhedralStep<8>>>(options, start);
    case 16: return std::make_unique<SteppedCube<PolyhedralStep<16>>>(options, start);
    default: return nullptr;
  }
}

}  // namespace footing::tools
