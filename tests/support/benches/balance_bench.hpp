// A robot on four feet in the balance of momentum, with options that the tests know.
#pragma once

#include <array>
#include <initializer_list>

#include "core/estimation/contacts/momentum_balance.hpp"

namespace footing::balance_bench {

using Balance = MomentumBalance<double, 4>;
using Feet = Balance::Feet;
using Rows = Balance::Rows;
using Vector = Vector3<double>;

inline constexpr double kStep = 0.001;
inline constexpr double kWeight = 100.0;  // N
inline constexpr double kLength = 0.5;    // m
inline constexpr double kShare = 0.5;
inline const Vector kUp = Vector::UnitZ();

inline MomentumBalanceOptions<double> Options() {
  MomentumBalanceOptions<double> options;
  options.vertical_sigma = 0.04;
  options.along_sigma = 0.06;
  options.roll_sigma = 0.03;
  options.begin_sigma = 0;
  options.noise_time = 1;
  options.landing_sigma = 0.75;
  options.impact_sigma = 0.5;
  options.impact_time = 0.02;
  options.sideways = 0.6;
  options.directed_sideways = 0.2;
  options.directed_force = 0.5;
  options.least_force = 0.075;
  options.landing_time = 0.03;
  options.model_time = 0.2;
  return options;
}

// Feet 0 and 1 have stood for long, with 50 N each; 2 and 3 swing high. The rows of forces see half of each;
// that of the moment sees nothing unless `arm` [m] is set.
class Robot {
 public:
  Robot() {
    for (unsigned i = 0; i < 4; ++i) {
      const bool stands = i < 2;
      feet[i].open = !stands;
      feet[i].near = stands;
      feet[i].time_in_state = 1;
      feet[i].sigma = 5;
      Predict(i, stands ? 50 : 0);
      Carry(i, stands ? 50 : 0);
    }
  }

  void Carry(unsigned foot, double normal) { feet[foot].force = normal * kUp; }
  void Predict(unsigned foot, double normal) { feet[foot].predicted = normal * kUp; }
  double missing(unsigned foot) const { return feet[foot].missing[2]; }

  // One tick in which the feet truly carry these forces off the ground, and something else, `other`, pushes.
  void Tick(std::initializer_list<double> truth, double other = 0, double base = kWeight) {
    std::array<Vector, 4> forces;
    unsigned i = 0;
    for (const double f : truth) forces[i++] = f * kUp;
    Tick(forces, other * kUp, base);
  }

  void Tick(const std::array<Vector, 4>& truth, const Vector& other, double base = kWeight) {
    Rows weight = Rows::Zero(), legs = Rows::Zero();
    weight[2] = base;
    legs.head<3>() = other - base * kUp;
    for (unsigned i = 0; i < 4; ++i) {
      for (unsigned b = 0; b < 3; ++b) feet[i].seen[b] = kShare * Vector::Unit(static_cast<int>(b));
      feet[i].seen[kRollRow] = arm[i] * kUp;
      for (int b = 0; b < 4; ++b) {
        const Vector& seen = feet[i].seen[static_cast<unsigned>(b)];
        feet[i].carried[b] = seen.dot(feet[i].force);
        legs[b] += seen.dot(truth[i]);
      }
    }
    balance.Find(kUp, weight, legs, kStep, feet);
  }

  Balance balance{Options(), kWeight, kLength};
  Feet feet{};
  std::array<double, 4> arm{};
};

inline double Part(double sigma, double share, double others) {
  return sigma * sigma * share / (4 * 4 + sigma * sigma * share * share + others);
}

inline constexpr double kStanding = 2 * 5 * 5 * kShare * kShare;  // N², feet 0 and 1

}  // namespace footing::balance_bench
