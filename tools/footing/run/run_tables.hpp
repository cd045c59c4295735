// The tables that a run leaves: poses, and contact forces.
#pragma once

#include <fstream>

#include "tools/footing/run/scene_run.hpp"

namespace footing::tools {

// CSV: time, then for each body position, angle (in the plane, rad) or quaternion (w, x, y, z), velocity and
// spin; then contacts, status and energy. A line for each step and one before the first.
class PoseTable {
 public:
  PoseTable(std::ostream& out, const Scene& scene);
  void Add(const SceneRun& run);

 private:
  std::ostream& out_;
};

// CSV: time, both bodies, point, normal, then force and u (or a) along n, t1, t2. A line for each contact of
// each step.
class ForceTable {
 public:
  explicit ForceTable(std::ostream& out);
  void Add(const SceneRun& run);

 private:
  std::ostream& out_;
};

}  // namespace footing::tools
