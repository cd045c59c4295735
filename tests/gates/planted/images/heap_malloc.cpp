#include <cstdlib>

void* volatile kept;

int main() { kept = std::malloc(8); }
