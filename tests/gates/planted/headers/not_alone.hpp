// This header compiles only after another header has included <array>.
#pragma once

inline std::array<int, 3> Three() { return {1, 2, 3}; }
