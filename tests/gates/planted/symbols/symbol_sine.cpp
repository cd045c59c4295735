#include <cmath>

float Sine(float x) { return std::sin(x); }
