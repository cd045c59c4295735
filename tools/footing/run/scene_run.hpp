// A scene stepped in time by one method.
#pragma once

#include "tools/footing/scene/methods/scene_methods.hpp"

namespace footing::tools {

struct RunTally {
  long steps = 0;
  long unsolved = 0;  // solves, impacts included, whose answer is not "solved"
  long impacts = 0;   // solves for impacts
  long impulses = 0;  // impulses in place of forces that do not exist (Baraff section 6)
  long pivots = 0;
  int most_contacts = 0;
  double seconds = 0;      // in the solvers
  double overlap = 0;      // m, the deepest of all steps
  double joint_error = 0;  // m, the largest distance of a joint's two points
};

class SceneRun {
 public:
  // Velocity methods make one solve a step (Stewart, Trinkle). Methods of accelerations first remove what
  // approaches by an impact, with the same method on velocities, then find forces, and step by dt · a. Bodies
  // move by their new velocities. Throws ProblemError if the file lists its contacts.
  SceneRun(Scene scene, SolveRequest request);

  // One step. Throws ProblemError if the method does not take the scene, or what it holds does not fit. An
  // answer that is not "solved" is counted, and its forces, which are admissible, are used.
  void Step();

  const Scene& scene() const { return scene_; }
  const RunTally& tally() const { return tally_; }
  // Of the last step: its contacts and their forces.
  const SceneRows& rows() const { return *rows_; }
  const SceneAnswer& answer() const { return answer_; }

  double Energy() const;  // J, kinetic and of gravity

 private:
  void StepVelocities();
  void StepAccelerations();
  void Fill(const std::vector<SceneTouch>& touches, SceneLevel level);
  SceneAnswer SolveRows();
  void ApplyImpulse(const std::vector<Point>& impulse, const std::vector<double>& joint_impulse);
  void SetVelocities(const std::vector<Point>& force, const std::vector<double>& joint_force);
  void Move();

  Scene scene_;
  SolveRequest request_;
  RunTally tally_;
  std::unique_ptr<SceneRows> rows_;
  SceneSolver solver_;
  SceneAnswer answer_;
  std::vector<SceneTouch> touches_;  // of the scene as it stands
};

// The level at which a method steps.
SceneLevel LevelOf(SolverChoice method);

// Contacts that a method of this level takes: up to a gap of options.touching at accelerations, and what may
// close within a step at velocities.
std::vector<SceneTouch> TouchesOf(const Scene& scene, SceneLevel level);

// Why rows could not be filled, in words.
std::string FillError(SolveStatus status, const Scene& scene);

}  // namespace footing::tools
