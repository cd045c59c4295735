struct Pair {
  float a, b;
};
Pair* volatile kept;

int main() { kept = new Pair{1, 2}; }
