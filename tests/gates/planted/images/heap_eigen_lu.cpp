// On Linux this takes no heap (Eigen uses alloca); on a bare CPU it does.
#include <Eigen/LU>

Eigen::Matrix<float, 20, 20> A;
Eigen::Matrix<float, 20, 1> b;

int main() { b = A.partialPivLu().solve(b); }
