#include "firmware/loop.hpp"

int main() { return footing::RunLoop(); }
