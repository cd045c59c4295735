// footing_honesty TRIALS [SEED [SOLVER]]: puts TRIALS problems of each family to each public solver, in float and in
// double, and prints what the judge says of the answers. The last column is the largest violation called solved,
// as a share of the largest |b| in the row's units.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "tests/research/honesty/contact_trials.hpp"
#include "tests/research/honesty/lcp_trials.hpp"

using namespace footing;

template <typename Scalar>
void RunLcps(long trials, unsigned long seed, const char* only, honesty::Tallies* tallies) {
  honesty::LcpTrials<Scalar> lcps;
  lcps.only = only;
  for (int family = 0; family < test::kLcpFamilies; ++family) {
    Random random(seed + static_cast<unsigned long>(family));
    for (long trial = 0; trial < trials; ++trial)
      lcps.Run(static_cast<test::LcpFamily>(family), honesty::kRows, random, tallies);
  }
}

template <typename Scalar>
void RunContacts(long trials, unsigned long seed, honesty::Tallies* tallies) {
  honesty::ContactTrials<Scalar> contacts;
  for (int family = 0; family < honesty::kContactFamilies; ++family) {
    Random random(seed + 100 + static_cast<unsigned long>(family));
    for (long trial = 0; trial < trials; ++trial) contacts.Run(family, random, tallies);
  }
}

int main(int argc, char** argv) {
  const long trials = argc > 1 ? std::atol(argv[1]) : 100;
  const unsigned long seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
  const char* only = argc > 3 ? argv[3] : "";
  honesty::Tallies tallies;
  if (std::strcmp(only, "contacts") != 0) {
    RunLcps<double>(trials, seed, only, &tallies);
    RunLcps<float>(trials, seed, only, &tallies);
  }
  if (only[0] == '\0' || std::strcmp(only, "contacts") == 0) {
    RunContacts<double>(trials, seed, &tallies);
    RunContacts<float>(trials, seed, &tallies);
  }
  std::printf("| solver | scalar | family | tried | solved | refuted | lost | worst |\n|---|---|---|---:|---:|---:|---:|---:|\n");
  long refuted = 0;
  for (const auto& [name, tally] : tallies) {
    std::printf("| %s | %ld | %ld | %ld | %ld | %.1Le |\n", name.c_str(), tally.tried, tally.solved, tally.refuted,
                tally.lost, tally.worst);
    refuted += tally.refuted;
  }
  return refuted == 0 ? 0 : 1;
}
