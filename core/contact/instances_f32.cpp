// Of the library footing_instances, in float.
#include "core/contact/instances.hpp"

namespace footing {
FOOTING_SOLVER_INSTANCES(template, float);
}
