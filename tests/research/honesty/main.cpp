// footing_honesty [TRIALS [SEED]]: puts TRIALS problems of each family to each public solver that judges its own
// answers, in float and in double, and prints what a judge in long double says (docs/reference/lcp.md). The last
// column is the largest violation called solved, as a share of the largest |b| in the row's units. 12,500 trials
// are 100,000 LCPs for each solver and scalar, in about ten minutes. Fails if an answer is refuted.
#include <cstdio>
#include <cstdlib>

#include "tests/support/benches/contact_trials.hpp"
#include "tests/support/benches/lcp_trials.hpp"

namespace footing {

template <typename Scalar>
void RunAll(long trials, unsigned long seed, test::Tallies* tallies) {
  test::LcpTrials<Scalar, 150> lcps;
  for (int family = 0; family < test::kLcpFamilies; ++family) {
    Random random(seed + static_cast<unsigned long>(family));
    for (long trial = 0; trial < trials; ++trial) lcps.Run(static_cast<test::LcpFamily>(family), random, tallies);
  }
  test::ContactTrials<Scalar> contacts;
  for (int family = 0; family < test::kContactFamilies; ++family) {
    Random random(seed + 100 + static_cast<unsigned long>(family));
    for (long trial = 0; trial < 2 * trials; ++trial) contacts.Run(family, random, tallies);
  }
}

}  // namespace footing

int main(int argc, char** argv) {
  const long trials = argc > 1 ? std::atol(argv[1]) : 100;
  const unsigned long seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  footing::test::Tallies tallies;
  footing::RunAll<double>(trials, seed, &tallies);
  footing::RunAll<float>(trials, seed, &tallies);
  std::puts("| solver | scalar | family | tried | solved | refuted | lost | worst |\n|---|---|---|---:|---:|---:|---:|---:|");
  long refuted = 0;
  for (const auto& [name, tally] : tallies) {
    std::printf("| %s | %ld | %ld | %ld | %ld | %.1Le |\n", name.c_str(), tally.tried, tally.solved, tally.refuted,
                tally.lost, tally.worst);
    refuted += tally.refuted;
  }
  return refuted == 0 ? 0 : 1;
}
