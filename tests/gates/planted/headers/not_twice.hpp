// No #pragma once.
inline int Three() { return 3; }
