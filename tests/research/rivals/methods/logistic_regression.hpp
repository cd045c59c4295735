// Logistic regression on the vertical force, as Pronto has it (Camurri et al. 2017):
//   P(loaded) = 1 / (1 + exp(−(b_0 + b_1 f))),   loaded where P > ½.
// The coefficients have the greatest likelihood; Newton's method finds them.
#pragma once

#include <cmath>
#include <vector>

#include "tests/research/rivals/methods/threshold.hpp"

namespace footing::rivals {

struct LogisticRegression {
  double b0 = 0, b1 = 1;
  bool filtered = true;

  double Probability(double force) const { return 1 / (1 + std::exp(-(b0 + b1 * force))); }
  bool Update(const FootTick& tick) const { return Probability(ForceOf(tick, filtered)) > 0.5; }
};

// Over the judged ticks of all streams. Begins at (0, 0). Where forces separate loaded from open without an
// error there is no finite optimum; then the steps end at their bound, 30.
inline LogisticRegression FitLogistic(const std::vector<FootStream>& streams, bool filtered) {
  constexpr int kSteps = 30;
  LogisticRegression fit{.b0 = 0, .b1 = 0, .filtered = filtered};
  for (int step = 0; step < kSteps; ++step) {
    double g0 = 0, g1 = 0, h00 = 0, h01 = 0, h11 = 0;  // gradient, and the Hessian of the negative
    for (const FootStream& stream : streams) {
      for (std::size_t k = 0; k < stream.foot.size(); ++k) {
        if (!stream.judged[k / stream.feet]) continue;
        const double force = ForceOf(stream.foot[k], filtered);
        const double p = fit.Probability(force);
        const double error = (stream.foot[k].loaded ? 1 : 0) - p;
        const double weight = p * (1 - p);
        g0 += error, g1 += error * force;
        h00 += weight, h01 += weight * force, h11 += weight * force * force;
      }
    }
    const double determinant = h00 * h11 - h01 * h01;
    if (!(determinant > 1e-12 * h00 * h11)) break;
    const double d0 = (h11 * g0 - h01 * g1) / determinant, d1 = (h00 * g1 - h01 * g0) / determinant;
    fit.b0 += d0, fit.b1 += d1;
    if (std::abs(d0) + std::abs(d1) < 1e-10) break;
  }
  return fit;
}

}  // namespace footing::rivals
