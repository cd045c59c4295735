// Exact answers to "is there an x for which these linear forms are positive and those are zero": elimination
// by Fourier and Motzkin over the numbers a + b√D, a and b whole. For small systems only. There is no
// rounding. Common factors are taken out, but overflow is not checked.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

namespace footing {

template <int D>
struct Surd {
  std::int64_t a = 0;
  std::int64_t b = 0;

  int Sign() const {
    const auto sign = [](std::int64_t x) { return (x > 0) - (x < 0); };
    if (sign(a) * sign(b) >= 0) return sign(a) != 0 ? sign(a) : sign(b);
    return a * a > D * b * b ? sign(a) : sign(b);  // D is no square
  }
  Surd operator-() const { return {-a, -b}; }
  Surd operator+(Surd o) const { return {a + o.a, b + o.b}; }
  Surd operator*(Surd o) const { return {a * o.a + D * b * o.b, a * o.b + b * o.a}; }
};

enum class Relation { kZero, kPositive };

template <int D>
struct LinearForm {
  std::vector<Surd<D>> coefficient;
  Relation relation = Relation::kPositive;
};

namespace strict_feasibility_internal {

// p · first + q · second, without common factors; p, q > 0 keep the relation's sense.
template <int D>
LinearForm<D> Combine(Surd<D> p, const LinearForm<D>& first, Surd<D> q, const LinearForm<D>& second,
                      Relation relation) {
  LinearForm<D> sum{first.coefficient, relation};
  std::int64_t common = 0;
  for (std::size_t i = 0; i < sum.coefficient.size(); ++i) {
    sum.coefficient[i] = p * first.coefficient[i] + q * second.coefficient[i];
    common = std::gcd(common, std::gcd(sum.coefficient[i].a, sum.coefficient[i].b));
  }
  if (common > 1) {
    for (Surd<D>& c : sum.coefficient) c = {c.a / common, c.b / common};
  }
  return sum;
}

}  // namespace strict_feasibility_internal

template <int D>
bool HasPoint(std::vector<LinearForm<D>> forms, std::size_t unknowns) {
  using strict_feasibility_internal::Combine;
  for (std::size_t v = 0; v < unknowns; ++v) {
    std::vector<LinearForm<D>> lower, upper, rest;
    const LinearForm<D>* equation = nullptr;
    for (const LinearForm<D>& form : forms) {
      if (form.relation == Relation::kZero && form.coefficient[v].Sign() != 0) equation = &form;
    }
    for (const LinearForm<D>& form : forms) {
      if (&form == equation) continue;
      const Surd<D> mine = form.coefficient[v];
      if (mine.Sign() == 0) {
        rest.push_back(form);
      } else if (equation != nullptr) {
        const Surd<D> pivot = equation->coefficient[v];
        const bool positive = pivot.Sign() > 0;
        rest.push_back(
            Combine(positive ? pivot : -pivot, form, positive ? -mine : mine, *equation, form.relation));
      } else {
        (mine.Sign() > 0 ? lower : upper).push_back(form);
      }
    }
    for (const auto& low : lower) {
      for (const auto& high : upper)
        rest.push_back(Combine(-high.coefficient[v], low, low.coefficient[v], high, Relation::kPositive));
    }
    forms = std::move(rest);
  }
  for (const LinearForm<D>& form : forms) {
    if (form.relation == Relation::kPositive) return false;  // 0 > 0
  }
  return true;
}

}  // namespace footing
