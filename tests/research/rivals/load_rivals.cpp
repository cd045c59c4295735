#include "tests/research/rivals/load_rivals.hpp"

#include <cmath>

#include "tests/research/rivals/methods/contact_fusion.hpp"
#include "tests/research/rivals/methods/logistic_regression.hpp"
#include "tests/research/rivals/methods/schmitt_trigger.hpp"
#include "tests/research/rivals/search.hpp"
#include "tools/footing/commands/format.hpp"

namespace footing::rivals {
namespace {

using Streams = std::vector<FootStream>;
using tools::Format;

constexpr std::uint64_t kSeed = 7;  // of the search

const char* ForceName(bool filtered) { return filtered ? "filtered force" : "unfiltered force"; }

template <typename Rival>
double MeanAccuracy(const Rival& fresh, const Streams& streams) {
  double sum = 0;
  for (const FootStream& stream : streams) sum += Accuracy(stream, LoadsOf(fresh, stream));
  return sum / static_cast<double>(streams.size());
}

// `make(values)` is the rival of these values; `text(rival options)` what the table says of them.
template <typename Make>
TunedRival Search(const char* name, const std::vector<Range>& ranges, const Streams& streams, int runs,
                  int jobs, const Make& make, const std::function<std::string(const Values&)>& text) {
  const Found found = RandomSearch(ranges, runs, kSeed, jobs,
                                   [&](const Values& values) { return MeanAccuracy(make(values), streams); });
  return {name, text(found.values), found.runs, found.score,
          [rival = make(found.values)](const FootStream& stream) { return LoadsOf(rival, stream); }};
}

bool Filtered(double choice) { return choice < 0.5; }
constexpr Range kForceChoice = {"force", 0, 1};

TunedRival TuneThreshold(const Streams& streams, int runs, int jobs) {
  const auto make = [](const Values& v) { return Threshold{.level = v[0], .filtered = Filtered(v[1])}; };
  return Search("one threshold", {{"level", 0, 1.5}, kForceChoice}, streams, runs, jobs, make,
                [](const Values& v) { return Format("%s above %.3f", ForceName(Filtered(v[1])), v[0]); });
}

TunedRival TuneSchmitt(const Streams& streams, int runs, int jobs) {
  const auto options = [](const Values& v) {
    return SchmittOptions{.off = v[0],
                          .on = v[0] + v[1],
                          .off_ticks = static_cast<int>(v[2]),
                          .on_ticks = static_cast<int>(v[3]),
                          .filtered = Filtered(v[4])};
  };
  const std::vector<Range> ranges = {
      {"off", 0, 1.5}, {"band", 0, 1}, {"off ticks", 1, 13, true}, {"on ticks", 1, 13, true}, kForceChoice};
  return Search(
      "Schmitt trigger", ranges, streams, runs, jobs,
      [&](const Values& v) { return SchmittTrigger(options(v)); },
      [&](const Values& v) {
        const SchmittOptions o = options(v);
        return Format("%s; on above %.3f, off below %.3f; ticks in a row %d and %d", ForceName(o.filtered),
                      o.on, o.off, o.on_ticks, o.off_ticks);
      });
}

TunedRival FitBestLogistic(const Streams& streams) {
  const LogisticRegression with = FitLogistic(streams, true), without = FitLogistic(streams, false);
  const double filtered = MeanAccuracy(with, streams), unfiltered = MeanAccuracy(without, streams);
  const LogisticRegression best = filtered >= unfiltered ? with : without;
  return {"logistic regression",
          Format("%s; b₀ = %.3f, b₁ = %.3f: above %.3f", ForceName(best.filtered), best.b0, best.b1,
                 -best.b0 / best.b1),
          0, std::max(filtered, unfiltered),
          [best](const FootStream& stream) { return LoadsOf(best, stream); }};
}

TunedRival TuneFusion(const Streams& streams, int runs, int jobs) {
  const auto options = [](const Values& v) {
    return ContactFusionOptions{.phase_sigma = v[0],
                                .height_mean = v[1],
                                .height_sigma = v[2],
                                .force_mean = v[3],
                                .force_sigma = v[4],
                                .plan_variance = 1,  // only the ratios of the variances count
                                .height_variance = v[5],
                                .force_variance = v[6],
                                .decision = v[7],
                                .filtered = Filtered(v[8])};
  };
  const std::vector<Range> ranges = {{"phase sigma", 0.002, 0.5, true},
                                     {"height mean", -0.05, 0.2},
                                     {"height sigma", 0.002, 0.2, true},
                                     {"force mean", 0, 1.5},
                                     {"force sigma", 0.02, 2, true},
                                     {"height variance", 0.03, 300, true},
                                     {"force variance", 0.003, 30, true},
                                     {"decision", 0.3, 0.7},
                                     kForceChoice};
  return Search(
      "Bledt et al. 2018", ranges, streams, runs, jobs,
      [&](const Values& v) { return ContactFusion(options(v)); },
      [&](const Values& v) {
        const ContactFusionOptions o = options(v);
        return Format(
            "%s; σ_φ = %.4f, μ_z = %.4f, σ_z = %.4f, μ_f = %.3f, σ_f = %.3f; variances of plan, height and "
            "force 1 : %.3g : %.3g; decision above %.3f",
            ForceName(o.filtered), o.phase_sigma, o.height_mean, o.height_sigma, o.force_mean, o.force_sigma,
            o.height_variance, o.force_variance, o.decision);
      });
}

}  // namespace

double Accuracy(const FootStream& stream, const Loads& loads) {
  std::size_t right = 0, all = 0;
  for (std::size_t t = 0; t < stream.Ticks(); ++t) {
    if (!stream.judged[t]) continue;
    for (std::size_t k = t * stream.feet; k < (t + 1) * stream.feet; ++k) {
      right += stream.foot[k].loaded == (loads[k] != 0) ? 1 : 0;
      ++all;
    }
  }
  return static_cast<double>(right) / static_cast<double>(all);
}

std::vector<TunedRival> TuneLoadRivals(const std::vector<FootStream>& streams, int runs, int jobs) {
  return {TuneThreshold(streams, runs, jobs), TuneSchmitt(streams, 2 * runs, jobs), FitBestLogistic(streams),
          TuneFusion(streams, runs, jobs)};
}

}  // namespace footing::rivals
