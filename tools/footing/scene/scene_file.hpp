// Scenes in JSON; docs/reference/scene.md says what a file holds.
#pragma once

#include <string>

#include "tools/footing/scene/scene.hpp"

namespace footing::tools {

// Both throw ProblemError, whose text does not name the file.
Scene ReadScene(const std::string& path);
Scene ParseScene(const std::string& text);

// Whether the text is an object whose kind is "scene". Throws ProblemError if it is no JSON.
bool IsScene(const std::string& text);

}  // namespace footing::tools
