// The loop of a control program: measurements in, commands out, until there are no more.
#pragma once

namespace footing {

// 0 when the measurements ended in good order.
int RunLoop();

}  // namespace footing
