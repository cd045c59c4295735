// Of the library footing_instances, in double.
#include "core/contact/instances.hpp"

namespace footing {
FOOTING_SOLVER_INSTANCES(template, double);
}
