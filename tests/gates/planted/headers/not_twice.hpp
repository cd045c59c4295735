// This header has no #pragma once.
inline int Three() { return 3; }
