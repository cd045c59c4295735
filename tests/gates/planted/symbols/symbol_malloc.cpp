#include <cstdlib>

void* Take() { return std::malloc(8); }
