// A scene as the contact problem that the modes' cones are made of.
#pragma once

#include <string>

#include "tools/footing/scene/scene.hpp"

namespace footing::tools {

// The JSON of a contact problem (docs/reference/modes.md). Its coordinates are the velocities and spins of the
// bodies' centres of mass, body by body. A contact with a gap above options.touching is open; gaps up to
// options.open_gap count. Throws ProblemError if the scene has joints or no contacts.
std::string ContactTextOf(const Scene& scene);

}  // namespace footing::tools
