// Problem: sum numbers and products, and bound the distance of the result from the exact sum.
// Method: the rounding error of each addition (Knuth) and of each product (Dekker, who splits the factors) is
// itself a floating-point number. These errors are summed and added at the end (Ogita, Rump and Oishi,
// Accurate sum and dot product, SIAM J. Sci. Comput. 26, 2005, Dot2).
// Departure: the magnitudes of the errors are summed too. This gives a bound for the numbers at hand. If
// nothing was rounded the bound is zero, so signs can be proven.
#pragma once

#include <limits>

#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
class ErrorFreeSum {
 public:
  void Add(Scalar x) {
    const Scalar sum = sum_ + x;
    const Scalar x_part = sum - sum_;
    Keep((sum_ - (sum - x_part)) + (x - x_part));
    sum_ = sum;
  }

  void AddProduct(Scalar a, Scalar b) {
    if (a == Scalar(0) || b == Scalar(0)) return;
    const Scalar product = a * b;
    const Scalar a_high = HighPart(a);
    const Scalar b_high = HighPart(b);
    const Scalar a_low = a - a_high;
    const Scalar b_low = b - b_high;
    Keep(((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low);
    // Below this size the error of the product is too small for a normal number.
    if (Abs(product) < kSmallest / (kEpsilon<Scalar> * kEpsilon<Scalar>)) lost_ += kSmallest;
    Add(product);
  }

  Scalar Value() const { return sum_ + error_; }

  // |exact − Value()| is not above this bound. It is NaN or infinite if a factor is too large to be split:
  // above 1 / kSplit of the largest number.
  Scalar Bound() const {
    if (error_size_ == Scalar(0) && lost_ == Scalar(0)) return error_size_;
    const Scalar terms = static_cast<Scalar>(count_ + 4);
    return Scalar(2) * (kEpsilon<Scalar> * (Abs(Value()) + terms * error_size_) + lost_);
  }

  Scalar Upper() const { return Value() + Bound(); }
  Scalar Lower() const { return Value() - Bound(); }

 private:
  static constexpr Scalar kSmallest = std::numeric_limits<Scalar>::min();
  // 2^⌈digits/2⌉ + 1.
  static constexpr Scalar kSplit = static_cast<Scalar>(sizeof(Scalar) == 4 ? 4097 : 134217729);

  static Scalar HighPart(Scalar x) {
    const Scalar scaled = kSplit * x;
    return scaled - (scaled - x);
  }

  void Keep(Scalar error) {
    error_ += error;
    error_size_ += Abs(error);
    ++count_;
  }

  Scalar sum_ = Scalar(0);
  Scalar error_ = Scalar(0);
  Scalar error_size_ = Scalar(0);
  Scalar lost_ = Scalar(0);
  int count_ = 0;
};

// Adds the products of row i of `matrix` with z to *sum, and their magnitudes to *terms.
template <typename Scalar, typename Matrix, typename Vector>
void AddRow(const Matrix& matrix, int i, const Vector& z, int size, ErrorFreeSum<Scalar>* sum,
            Scalar* terms) {
  for (int j = 0; j < size; ++j) {
    sum->AddProduct(matrix(i, j), z[j]);
    *terms += Abs(matrix(i, j) * z[j]);
  }
}

}  // namespace footing
