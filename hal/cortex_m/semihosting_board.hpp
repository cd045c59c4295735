// A board in QEMU but for its counter: measurements from a stream file on the host, whose path is the image's
// command line. The last command is kept where a debugger finds it.
#pragma once

#include <cstdint>

namespace footing::hal {

// From the machine, beside WorkCount of hal/board.hpp: before any count.
void StartWorkCount();

}  // namespace footing::hal
