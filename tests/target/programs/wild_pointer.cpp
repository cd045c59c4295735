// Reads an address below the stack, which the MPU forbids on Armv7-M; on Armv8-M nothing is there. Address 0
// is no use here: it holds the vectors.
int main() { return *reinterpret_cast<volatile int*>(0x1FFFF000u); }
