#include <cmath>

float Grow(float x) { return std::exp(x) + std::pow(x, 0.3f); }
