// What `footing toss` prints.
#include <algorithm>
#include <cmath>

#include "core/contact/contact_problem.hpp"
#include "tools/footing/commands/output/format.hpp"
#include "tools/footing/toss/toss.hpp"

namespace footing::tools {

namespace {

// Acosta, Yang, Posa, Validating Robotics Simulators on Real-World Impacts (2022), as quoted by
// a public benchmark.
struct Published {
  const char* simulator;
  MeanAndDeviation position;
  MeanAndDeviation rotation;
};
constexpr Published kPublished[] = {
    {"Drake", {13.5, 8.2}, {16.5, 20.0}},
    {"Bullet", {14.9, 8.9}, {16.5, 20.2}},
    {"MuJoCo", {25.1, 10.8}, {21.7, 21.4}},
};

template <typename Value>
MeanAndDeviation Spread(const TossSummary& summary, const Value& value) {
  const auto n = static_cast<double>(summary.tosses.size());
  MeanAndDeviation spread;
  for (const auto& toss : summary.tosses) spread.mean += value(toss.errors) / n;
  if (n < 2) return spread;
  for (const auto& toss : summary.tosses) spread.deviation += std::pow(value(toss.errors) - spread.mean, 2);
  spread.deviation = std::sqrt(spread.deviation / (n - 1));
  return spread;
}

void PrintErrors(std::ostream& out, const char* name, const MeanAndDeviation& position,
                 const MeanAndDeviation& rotation) {
  out << Format("  %-22s %6.1f ± %4.1f        %6.1f ± %4.1f\n", name, position.mean, position.deviation,
                rotation.mean, rotation.deviation);
}

void PrintSolver(std::ostream& out, const SolveTally& tally) {
  const long solves = tally.Solves();
  const auto share = [&](SolveStage stage) {
    return 100.0 * static_cast<double>(tally.by_stage[static_cast<std::size_t>(stage)]) /
           static_cast<double>(std::max(solves, 1L));
  };
  out << Format("contact solves  %ld\n", solves);
  for (int i = 0; i < kStatusCount; ++i) {
    const long count = tally.by_status[static_cast<std::size_t>(i)];
    if (i > 0 && count == 0) continue;
    out << Format("  %-14s %ld\n", Name(static_cast<SolveStatus>(i)), count);
  }
  out << Format("ended by        modes %.2f %%, Lemke %.2f %%, proximal %.2f %%, frictionless %.2f %%\n",
                share(SolveStage::kModes), share(SolveStage::kLemke), share(SolveStage::kProximal),
                share(SolveStage::kFrictionless));
  out << Format("pivots a solve  %.2f mean, %d worst\n",
                static_cast<double>(tally.pivots) / static_cast<double>(std::max(solves, 1L)),
                tally.most_pivots);
  out << Format("worst residual  %.1e (relative)\n", tally.worst_residual);
}

}  // namespace

MeanAndDeviation PositionError(const TossSummary& summary) {
  return Spread(summary, [](const TossErrors& e) { return e.position; });
}

MeanAndDeviation RotationError(const TossSummary& summary) {
  return Spread(summary, [](const TossErrors& e) { return e.rotation; });
}

void PrintTosses(std::ostream& out, const CubeOptions& options, const TossSummary& summary) {
  out << Format("%zu tosses replayed from their first measured state; nothing fitted\n",
                summary.tosses.size());
  out << Format("μ %.3g, restitution %.3g, g %.4g m/s², %s, steps of at most %.4g ms\n", options.friction,
                options.restitution, options.gravity,
                options.directions == 0
                    ? "circular cone"
                    : (std::to_string(options.directions) + " friction directions").c_str(),
                1e3 * options.largest_step);
  out << "\n  whole trajectory       position, % of width   rotation, degrees\n";
  if (!summary.tosses.empty()) PrintErrors(out, "Footing", PositionError(summary), RotationError(summary));
  for (const auto& other : kPublished) PrintErrors(out, other.simulator, other.position, other.rotation);
  out << "  (mean ± standard deviation over tosses; the others: Acosta, Yang, Posa 2022,\n"
         "   as quoted by a public benchmark)\n\n";
  PrintSolver(out, summary.tally);
  out << Format("wall time       %.1f s\n", summary.wall_time);
}

}  // namespace footing::tools
