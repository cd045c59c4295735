// Reads what the MPU forbids, below the stack. Address 0 would not do: it holds the vectors.
int main() { return *reinterpret_cast<volatile int*>(0x1FFFF000u); }
