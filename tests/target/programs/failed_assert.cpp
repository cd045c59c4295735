#include <cassert>

volatile int two = 2;

int main() { assert(two == 3); }
