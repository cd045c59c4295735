#include "tests/research/rivals/tuned/search.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "hal/host_sim/noise.hpp"

namespace footing::rivals {
namespace {

constexpr int kRounds = 5;
constexpr double kFirstSigma = 0.15, kCloser = 0.6;  // of the whole range; from round to round

double In(const Range& range, double share) {
  if (!range.logarithmic) return range.least + share * (range.most - range.least);
  return range.least * std::pow(range.most / range.least, share);
}

}  // namespace

void ForEach(std::size_t count, int jobs, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::exception_ptr broken;
  const auto run = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!broken) broken = std::current_exception();
        next = count;
      }
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < jobs; ++i) threads.emplace_back(run);
  for (std::thread& thread : threads) thread.join();
  if (broken) std::rethrow_exception(broken);
}

Found RandomSearch(const std::vector<Range>& ranges, int runs, std::uint64_t seed, int jobs,
                   const std::function<double(const Values&)>& score) {
  hal::Noise noise(seed);
  Found best;
  best.score = -std::numeric_limits<double>::infinity();
  Values centre(ranges.size(), 0.5);  // shares of the ranges
  double sigma = 0;                   // 0: anywhere
  for (int round = 0; round <= kRounds; ++round) {
    const int end = round == 0 ? runs / 2 : runs / 2 + (runs - runs / 2) * round / kRounds;
    std::vector<Values> shares, values;
    for (int i = best.runs; i < end; ++i) {
      Values& share = shares.emplace_back();
      Values& value = values.emplace_back();
      for (std::size_t k = 0; k < ranges.size(); ++k) {
        share.push_back(sigma == 0 ? noise.Uniform(0, 1)
                                   : std::clamp(centre[k] + noise.Gaussian(sigma), 0.0, 1.0));
        value.push_back(In(ranges[k], share[k]));
      }
    }
    std::vector<double> scores(values.size());
    ForEach(values.size(), jobs, [&](std::size_t i) { scores[i] = score(values[i]); });
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!(scores[i] > best.score)) continue;
      best.score = scores[i];
      best.values = values[i];
      centre = shares[i];
    }
    best.runs = end;
    sigma = sigma == 0 ? kFirstSigma : sigma * kCloser;
  }
  if (best.values.empty()) throw std::runtime_error("there is nothing to tune by: no values have a score");
  return best;
}

}  // namespace footing::rivals
