int One();
int One() { return 1; }
int (*volatile function)() = One;

int main() { return function(); }
