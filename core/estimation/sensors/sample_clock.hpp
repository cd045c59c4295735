// Which samples are used, and what time has passed between them: by the stamp where the source gives one,
// else by the time that the caller measured.
#pragma once

#include "core/estimation/sensors/measurement.hpp"
#include "core/scalar.hpp"

namespace footing {

template <typename Scalar>
class SampleClock {
 public:
  struct Passed {
    Scalar dt = 0;            // s since the last sample that was used, at most 5 periods; 0 for a doubled one
    std::uint32_t flags = 0;  // TrackerFlag bits
  };

  // `period` [s]: nominal, of the samples.
  explicit SampleClock(Scalar period)
      : period_(period), period_us_(static_cast<std::int32_t>(period * Scalar(1e6L) + Scalar(0.5L))) {}

  // `dt` [s] since the last call; NaN or backwards counts as 0.
  Passed Hear(const SampleStamp& stamp, Scalar dt) {
    if (dt > Scalar(0)) unused_ += dt;
    const Since since = stamp.given ? ByStamp(stamp) : ByDt();
    doubled_ = since.doubled ? Min(doubled_ + 1, kStillTicks) : 0;
    // Without a stamp a fast source is told from one that stands still by its dt.
    const bool still = doubled_ == kStillTicks && (stamp.given || !(dt > Scalar(0)));
    // A source that begins to count again is believed after a while.
    const auto steps = static_cast<std::int32_t>(stamp.sequence - heard_sequence_);
    if (!started_ || steps > 0 || still) heard_sequence_ = stamp.sequence;
    if (!since.doubled || still) {
      used_time_us_ = stamp.time_us;
      unused_ = Scalar(0);
    }
    started_ = true;
    if (since.doubled) return {Scalar(0), kTickDoubled | (still ? kSourceStill : 0u)};
    return {since.dt, (since.late ? kTickLate : 0u) | (since.missed ? kTickMissed : 0u)};
  }

 private:
  // After as many doubled samples in a row, old numbers must not be used.
  static constexpr int kStillTicks = 5;

  struct Since {  // the last sample that was used
    Scalar dt;    // s
    bool doubled, late, missed;
  };

  Since ByStamp(const SampleStamp& stamp) const {
    const auto since = [this](std::uint32_t now, std::uint32_t then, std::int32_t at_first) {
      return started_ ? static_cast<std::int32_t>(now - then) : at_first;
    };
    const std::int32_t elapsed = since(stamp.time_us, used_time_us_, period_us_);
    const std::int32_t steps = since(stamp.sequence, heard_sequence_, 1);
    // After a long silence the past must not be used; no more than five periods are bridged.
    const bool early = elapsed < period_us_ / 2;
    const bool late = elapsed > period_us_ + period_us_ / 2;
    return {Scalar(Min(elapsed, 5 * period_us_)) * Scalar(1e-6L), steps <= 0 || early, late, steps > 1};
  }

  Since ByDt() const {
    const Scalar elapsed = started_ ? unused_ : period_;
    const bool early = elapsed < period_ / Scalar(2);
    const bool late = elapsed > Scalar(1.5L) * period_;
    return {Min(elapsed, Scalar(5) * period_), early, late, false};
  }

  Scalar period_;  // s
  std::int32_t period_us_;
  bool started_ = false;
  std::uint32_t heard_sequence_ = 0;  // the newest
  std::uint32_t used_time_us_ = 0;    // of the last sample that was not doubled
  Scalar unused_ = 0;                 // s of dt since then
  int doubled_ = 0;                   // samples in a row
};

}  // namespace footing
