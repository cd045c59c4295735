// Solves a scene, or a Delassus matrix, at one instant, and writes what was found.
#pragma once

#include <memory>

#include "tools/footing/commands/output/json_line.hpp"
#include "tools/footing/scene/methods/scene_methods.hpp"

namespace footing::tools {

// Rows and their answer. The rows of a file with a matrix have no touches.
struct SolvedRows {
  std::unique_ptr<SceneRows> rows = std::make_unique<SceneRows>();
  SceneAnswer answer;
};

// Throws ProblemError if the rows do not fit, or if the method does not take them.
std::shared_ptr<const SolvedRows> SolveSceneNow(const Scene& scene, const SolveRequest& request);
std::shared_ptr<const SolvedRows> SolveMatrix(const SceneRows& rows, const SolveRequest& request);

// Adds level, matrix, forces, motion, bodies and the method's LCP to a result (docs/reference/scene.md).
// `scene` may be null.
void AddRows(const Scene* scene, const SolvedRows& solved, OrderedJson* json);

}  // namespace footing::tools
