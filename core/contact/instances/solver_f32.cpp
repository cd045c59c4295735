// Of the library footing_instances, in float.
#include "core/contact/instances/solver_instances.hpp"

namespace footing {
FOOTING_SOLVER_INSTANCES(template, float);
}
