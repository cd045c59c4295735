// The contact fusion of Bledt et al. 2018 (Contact model fusion for event-based locomotion in unstructured
// terrains, ICRA): a Kalman filter on the contact probabilities of all legs.
//
// Its transition matrix is zero: each tick the gait's plan alone predicts the probability, and two
// measurements correct it, that from the foot's height and that from its force. All covariances are diagonal,
// so the legs are independent of each other, and a leg's filter is three scalars. With Φ the integral of the
// normal distribution:
//   plan, φ of the stance or swing passed:  P = Φ(φ/σ_φ) Φ((1 − φ)/σ_φ) in a stance, 1 less that in a swing
//   height z:  P = Φ((μ_z − z)/σ_z)         force f:  P = Φ((f − μ_f)/σ_f)
// A leg is in contact where the corrected probability is above a decision level.
#pragma once

#include <cmath>
#include <numbers>

#include "tests/research/rivals/methods/threshold.hpp"

namespace footing::rivals {

struct ContactFusionOptions {
  double phase_sigma = 0.1;                        // σ_φ
  double height_mean = 0.02, height_sigma = 0.02;  // μ_z, σ_z, of the standing height
  double force_mean = 0.5, force_sigma = 0.2;      // μ_f, σ_f, of the weight shared by all feet
  double plan_variance = 0.2, height_variance = 0.3, force_variance = 0.1;
  double decision = 0.5;
  bool filtered = true;
};

class ContactFusion {
 public:
  explicit ContactFusion(const ContactFusionOptions& options) : options_(options) {}

  double PlanProbability(bool stance, double phase) const {
    const double within = Normal(phase / options_.phase_sigma) * Normal((1 - phase) / options_.phase_sigma);
    return stance ? within : 1 - within;
  }
  double HeightProbability(double height) const {
    return Normal((options_.height_mean - height) / options_.height_sigma);
  }
  double ForceProbability(double force) const {
    return Normal((force - options_.force_mean) / options_.force_sigma);
  }

  double Probability(const FootTick& tick) const {
    double x = PlanProbability(tick.stance, static_cast<double>(tick.share));
    double variance = options_.plan_variance;
    const auto correct = [&](double measured, double noise) {
      const double gain = variance / (variance + noise);
      x += gain * (measured - x);
      variance *= 1 - gain;
    };
    correct(HeightProbability(static_cast<double>(tick.height)), options_.height_variance);
    correct(ForceProbability(ForceOf(tick, options_.filtered)), options_.force_variance);
    return x;
  }

  bool Update(const FootTick& tick) const { return Probability(tick) > options_.decision; }

 private:
  static double Normal(double x) {
    if (std::abs(x) > 7) return x > 0 ? 1 : 0;  // within 2e-12, and most ticks are there
    return 0.5 * std::erfc(-x / std::numbers::sqrt2);
  }

  ContactFusionOptions options_;
};

}  // namespace footing::rivals
