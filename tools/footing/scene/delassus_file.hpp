// Rows that a file gives as a matrix, in place of bodies: docs/reference/scene.md, "delassus".
#pragma once

#include "tools/footing/scene/scene_rows.hpp"
#include "tools/footing/solve/file/json_field.hpp"

namespace footing::tools {

// Fills rows->level, plane, problem, velocity, slides and kinetic_friction. `notes` gets a line for each
// field that looks misspelt. Throws ProblemError.
void ReadDelassus(const Field& root, SceneRows* rows, std::vector<std::string>* notes);

}  // namespace footing::tools
