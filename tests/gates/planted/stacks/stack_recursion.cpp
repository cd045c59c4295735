volatile int sink;

int Even(int n);
int Odd(int n) { return n == 0 ? 0 : Even(n - 1) + sink; }
int Even(int n) { return n == 0 ? 1 : Odd(n - 1) + sink; }

int main() { return Even(sink); }
