// A board in QEMU, without its work counter. Measurements come from a stream file on the host; the image's
// command line is the file's path. The last command is kept where a debugger can read it.
#pragma once

#include <cstdint>

namespace footing::hal {

// The machine defines it, as it does WorkCount of hal/board.hpp. It is called before any count.
void StartWorkCount();

}  // namespace footing::hal
