// hostile [COUNT [SEED]] runs the fuzz target that it is linked with on COUNT problems of hostile numbers:
// denormals, 1e±30, NaN, infinities, all bit patterns, ties. The matrices may be asymmetric or have
// duplicated rows. It prints how the solves ended. A problem that breaks a claim is left as hostile.failure,
// an input for the target itself.
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include "tests/fuzz/claims.hpp"
#include "tests/support/random.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace footing::fuzz {
namespace {

std::vector<std::uint8_t> input;

void KeepInput(int signal) {
  if (std::FILE* file = std::fopen("hostile.failure", "wb")) {
    (void)std::fwrite(input.data(), 1, input.size(), file);
    (void)std::fclose(file);
  }
  std::signal(signal, SIG_DFL);
  (void)std::raise(signal);
}

// What the numbers of one problem are like.
enum class Mood { kOrdinary, kSpiked, kAllScales, kDenormal, kFarApart, kAnyBits, kTies };
constexpr int kMoods = 7;

template <typename Scalar>
Scalar Spike(Random& random) {
  using Limits = std::numeric_limits<Scalar>;
  constexpr Scalar kSpikes[] = {Limits::quiet_NaN(), Limits::infinity(), Limits::denorm_min(),
                                Limits::min(),       Limits::max(),      Scalar(1e30L),
                                Scalar(1e-30L),      Scalar(0),          Limits::epsilon()};
  const Scalar spike = kSpikes[random.Integer(9)];
  return random.Integer(2) == 0 ? spike : -spike;
}

template <typename Scalar>
Scalar Hostile(Mood mood, Random& random) {
  using Limits = std::numeric_limits<Scalar>;
  const Scalar unit = random.Uniform<Scalar>(-1, 1);
  switch (mood) {
    case Mood::kOrdinary: return unit;
    case Mood::kSpiked: return random.Integer(24) == 0 ? Spike<Scalar>(random) : unit;
    case Mood::kAllScales: return unit * std::pow(Scalar(10), random.Uniform<Scalar>(-30, 30));
    case Mood::kDenormal: return random.Integer(4) == 0 ? unit : unit * Limits::min();
    case Mood::kFarApart: return unit * Scalar(random.Integer(2) == 0 ? 1e15L : 1e-15L);
    case Mood::kAnyBits: {
      Scalar bits;
      unsigned char bytes[sizeof bits];
      for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random.Integer(256));
      std::memcpy(&bits, bytes, sizeof bits);
      return bits;
    }
    case Mood::kTies: break;
  }
  return static_cast<Scalar>(random.Integer(5) - 2);
}

// `header` is the number of bytes before the numbers. The header byte `kind` says
// how numbers are stored; 0: as bits.
template <typename Scalar>
void Fill(Random& random, std::size_t header, std::size_t kind) {
  for (std::size_t i = 1; i < header; ++i) input[i] = static_cast<std::uint8_t>(random.Integer(256));
  input[kind] = 0;
  const auto mood = static_cast<Mood>(random.Integer(kMoods));
  for (std::size_t at = header; at + sizeof(Scalar) <= input.size(); at += sizeof(Scalar)) {
    const Scalar number = Hostile<Scalar>(mood, random);
    std::memcpy(&input[at], &number, sizeof number);
  }
}

int Run(long count, unsigned long seed) {
  const auto start = std::chrono::steady_clock::now();
  Random random(seed);
  for (long problem = 0; problem < count; ++problem) {
    input.assign(FOOTING_HOSTILE_BYTES, 0);
    const int flavour = random.Integer(FOOTING_HOSTILE_FLAVOURS);
    input[0] = static_cast<std::uint8_t>(flavour);
    if (flavour % 2 == 0) {
      Fill<float>(random, FOOTING_HOSTILE_HEADER, FOOTING_HOSTILE_KIND);
    } else {
      Fill<double>(random, FOOTING_HOSTILE_HEADER, FOOTING_HOSTILE_KIND);
    }
    LLVMFuzzerTestOneInput(input.data(), input.size());
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  long solves = 0;
  for (int status = 0; status < kStatusCount; ++status) {
    const long ended = tally[static_cast<unsigned>(status)];
    if (ended > 0) std::printf("%12ld  %s\n", ended, Name(static_cast<SolveStatus>(status)));
    solves += ended;
  }
  std::printf("%12ld  solves of %ld problems, seed %lu, %.0f s: no claim broken\n", solves, count, seed,
              seconds.count());
  return 0;
}

}  // namespace
}  // namespace footing::fuzz

int main(int argc, char** argv) {
  std::signal(SIGABRT, footing::fuzz::KeepInput);
  std::signal(SIGSEGV, footing::fuzz::KeepInput);
  std::signal(SIGFPE, footing::fuzz::KeepInput);
  const long count = argc > 1 ? std::atol(argv[1]) : 10'000'000;
  return footing::fuzz::Run(count, argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1);
}
