// Of the library footing_instances, in double.
#include "core/contact/instances/solver_instances.hpp"

namespace footing {
FOOTING_SOLVER_INSTANCES(template, double);
}
