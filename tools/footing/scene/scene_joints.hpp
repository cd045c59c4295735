// The joints and the listed contacts of a scene file.
#pragma once

#include "tools/footing/scene/scene_fields.hpp"

namespace footing::tools {

// Each adds one entry to the scene, whose bodies have been read. Throws ProblemError.
void ReadSceneJoint(const Field& entry, const SceneFields& fields);
void ReadSceneContact(const Field& entry, const SceneFields& fields);

}  // namespace footing::tools
