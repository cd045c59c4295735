#include <vector>

volatile unsigned size = 3;

int main() { return static_cast<int>(std::vector<int>(size).size()); }
