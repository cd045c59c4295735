// The polyhedral solver's part of the library footing_instances.
#include "core/contact/instances/polyhedral_instances.hpp"

namespace footing {

FOOTING_POLYHEDRAL_INSTANCE(template, float, 4);
FOOTING_POLYHEDRAL_INSTANCE(template, float, 8);
FOOTING_POLYHEDRAL_INSTANCE(template, double, 2);
FOOTING_POLYHEDRAL_INSTANCE(template, double, 4);
FOOTING_POLYHEDRAL_INSTANCE(template, double, 8);

}  // namespace footing
