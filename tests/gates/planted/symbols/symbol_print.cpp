#include <cstdio>

void Print(int x) { std::printf("%d", x); }
