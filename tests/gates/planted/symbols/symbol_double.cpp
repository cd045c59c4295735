float Scale(float x, int n) { return static_cast<float>(static_cast<double>(x) * 1.1 * n); }
