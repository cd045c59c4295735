// The inner loop of every elimination here: y ← y − factor · x along a row.
#pragma once

namespace footing {

// Four entries a turn save about a quarter of the instructions on a core without branch
// prediction and without fused multiply-add (which would change the bits). Each entry is
// rounded as in the plain loop.
template <typename Scalar>
inline void SubtractMultiple(Scalar factor, const Scalar* x, Scalar* y, int count) {
  int j = 0;
  for (; j + 4 <= count; j += 4) {  // at most count / 4
    const Scalar x0 = x[j];
    const Scalar x1 = x[j + 1];
    const Scalar x2 = x[j + 2];
    const Scalar x3 = x[j + 3];
    y[j] -= factor * x0;
    y[j + 1] -= factor * x1;
    y[j + 2] -= factor * x2;
    y[j + 3] -= factor * x3;
  }
  for (; j < count; ++j) y[j] -= factor * x[j];  // at most 3
}

}  // namespace footing
