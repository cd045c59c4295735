// A scene as the contact problem that the modes' cones are made of.
#pragma once

#include <string>

#include "tools/footing/modes/contacts/modes_scene.hpp"
#include "tools/footing/scene/scene.hpp"

namespace footing::tools {

// The JSON of a contact problem (docs/reference/modes.md). Its coordinates are the velocities and spins of
// the bodies' centres of mass, body by body. A contact with a gap above options.touching is open; gaps up to
// options.open_gap count. Throws ProblemError if the scene has joints or no contacts.
std::string ContactTextOf(const Scene& scene);

// Reads a file that is a contact problem or a scene. Throws ProblemError, whose text does not name the file.
ModesScene ReadModesScene(const std::string& path);

}  // namespace footing::tools
