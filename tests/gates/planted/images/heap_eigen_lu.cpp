// On Linux this uses no heap, because Eigen uses alloca. On a bare CPU it uses the heap.
#include <Eigen/LU>

Eigen::Matrix<float, 20, 20> A;
Eigen::Matrix<float, 20, 1> b;

int main() { b = A.partialPivLu().solve(b); }
