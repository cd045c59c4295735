// Address 0 holds the vectors; here is an address with nothing behind it.
int main() { return *reinterpret_cast<volatile int*>(0xA0000000u); }
