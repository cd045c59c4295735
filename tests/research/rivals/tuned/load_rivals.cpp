#include "tests/research/rivals/tuned/load_rivals.hpp"

#include <cmath>

#include "tests/research/rivals/methods/contact_fusion.hpp"
#include "tests/research/rivals/methods/logistic_regression.hpp"
#include "tests/research/rivals/methods/schmitt_trigger.hpp"
#include "tests/research/rivals/tuned/search.hpp"
#include "tools/footing/commands/output/format.hpp"

namespace footing::rivals {
namespace {

using Streams = std::vector<FootStream>;
using tools::Format;

constexpr std::uint64_t kSeed = 7;  // of the search

const char* ForceName(bool filtered) { return filtered ? "filtered force" : "unfiltered force"; }

bool Filtered(double choice) { return choice < 0.5; }
constexpr Range kForceChoice = {"force", 0, 1};

constexpr std::size_t kFitted = 3;  // values of a kind without ranges

// A method, and how its values are found.
struct Kind {
  const char* name;
  std::vector<Range> ranges;  // none: fitted
  int runs;                   // of the search, in its unit
  std::function<std::function<Loads(const FootStream&)>(const Values&)> make;
  std::function<std::string(const Values&)> text;
};

template <typename Rival>
std::function<Loads(const FootStream&)> Listener(const Rival& fresh) {
  return [fresh](const FootStream& stream) { return LoadsOf(fresh, stream); };
}

Kind ThresholdKind() {
  return {"one threshold",
          {{"level", 0, 1.5}, kForceChoice},
          1,
          [](const Values& v) { return Listener(Threshold{.level = v[0], .filtered = Filtered(v[1])}); },
          [](const Values& v) { return Format("%s above %.3f", ForceName(Filtered(v[1])), v[0]); }};
}

SchmittOptions SchmittOf(const Values& v) {
  return {.off = v[0],
          .on = v[0] + v[1],
          .off_ticks = static_cast<int>(v[2]),
          .on_ticks = static_cast<int>(v[3]),
          .filtered = Filtered(v[4])};
}

Kind SchmittKind() {
  return {
      "Schmitt trigger",
      {{"off", 0, 1.5}, {"band", 0, 1}, {"off ticks", 1, 13, true}, {"on ticks", 1, 13, true}, kForceChoice},
      2,
      [](const Values& v) { return Listener(SchmittTrigger(SchmittOf(v))); },
      [](const Values& v) {
        const SchmittOptions o = SchmittOf(v);
        return Format("%s; on above %.3f, off below %.3f; ticks in a row %d and %d", ForceName(o.filtered),
                      o.on, o.off, o.on_ticks, o.off_ticks);
      }};
}

LogisticRegression LogisticOf(const Values& v) {
  return {.b0 = v[0], .b1 = v[1], .filtered = Filtered(v[2])};
}

Kind LogisticKind() {
  return {"logistic regression",
          {},
          0,
          [](const Values& v) { return Listener(LogisticOf(v)); },
          [](const Values& v) {
            const LogisticRegression fit = LogisticOf(v);
            return Format("%s; b₀ = %.3f, b₁ = %.3f: above %.3f", ForceName(fit.filtered), fit.b0, fit.b1,
                          -fit.b0 / fit.b1);
          }};
}

ContactFusionOptions FusionOf(const Values& v) {
  return {.phase_sigma = v[0],
          .height_mean = v[1],
          .height_sigma = v[2],
          .force_mean = v[3],
          .force_sigma = v[4],
          .plan_variance = 1,  // only the ratios of the variances count
          .height_variance = v[5],
          .force_variance = v[6],
          .decision = v[7],
          .filtered = Filtered(v[8])};
}

Kind FusionKind() {
  return {"Bledt et al. 2018",
          {{"phase sigma", 0.002, 0.5, true},
           {"height mean", -0.05, 0.2},
           {"height sigma", 0.002, 0.2, true},
           {"force mean", 0, 1.5},
           {"force sigma", 0.02, 2, true},
           {"height variance", 0.03, 300, true},
           {"force variance", 0.003, 30, true},
           {"decision", 0.3, 0.7},
           kForceChoice},
          1,
          [](const Values& v) { return Listener(ContactFusion(FusionOf(v))); },
          [](const Values& v) {
            const ContactFusionOptions o = FusionOf(v);
            return Format(
                "%s; σ_φ = %.4f, μ_z = %.4f, σ_z = %.4f, μ_f = %.3f, σ_f = %.3f; variances of plan, height "
                "and force 1 : %.3g : %.3g; decision above %.3f",
                ForceName(o.filtered), o.phase_sigma, o.height_mean, o.height_sigma, o.force_mean,
                o.force_sigma, o.height_variance, o.force_variance, o.decision);
          }};
}

std::vector<Kind> Kinds() { return {ThresholdKind(), SchmittKind(), LogisticKind(), FusionKind()}; }

TunedRival RivalOf(const Kind& kind, const Values& values) {
  return {kind.name, kind.text(values), values, 0, 0, kind.make(values)};
}

double MeanAccuracy(const TunedRival& rival, const Streams& streams) {
  double sum = 0;
  for (const FootStream& stream : streams) sum += Accuracy(stream, rival.loads(stream));
  return sum / static_cast<double>(streams.size());
}

TunedRival Fitted(const Kind& kind, const Streams& streams) {
  std::vector<TunedRival> fits;
  for (const bool filtered : {true, false}) {
    const LogisticRegression fit = FitLogistic(streams, filtered);
    fits.push_back(RivalOf(kind, {fit.b0, fit.b1, filtered ? 0.0 : 1.0}));
    fits.back().accuracy = MeanAccuracy(fits.back(), streams);
  }
  return fits[0].accuracy >= fits[1].accuracy ? fits[0] : fits[1];
}

TunedRival Searched(const Kind& kind, const Streams& streams, int runs, int jobs) {
  const Found found = RandomSearch(kind.ranges, kind.runs * runs, kSeed, jobs, [&](const Values& values) {
    return MeanAccuracy(RivalOf(kind, values), streams);
  });
  TunedRival rival = RivalOf(kind, found.values);
  rival.runs = found.runs;
  rival.accuracy = found.score;
  return rival;
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
  std::vector<TunedRival> rivals;
  for (const Kind& kind : Kinds())
    rivals.push_back(kind.ranges.empty() ? Fitted(kind, streams) : Searched(kind, streams, runs, jobs));
  return rivals;
}

std::vector<TunedRival> LoadRivalsOf(const Known& values) {
  std::vector<TunedRival> rivals;
  for (const Kind& kind : Kinds())
    rivals.push_back(RivalOf(kind, values(kind.name, kind.ranges.empty() ? kFitted : kind.ranges.size())));
  return rivals;
}

}  // namespace footing::rivals
