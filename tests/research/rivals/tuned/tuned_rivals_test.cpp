// The file of tuned values, and that the rivals of a file are those that were tuned.
#include "tests/research/rivals/tuned/tuned_rivals.hpp"

#include <gtest/gtest.h>

#include "hal/host_sim/noise.hpp"
#include "tools/footing/solve/file/json_field.hpp"

namespace footing::rivals {
namespace {

FootStream RandomStream() {
  FootStream stream;
  hal::Noise noise(9);
  for (int t = 0; t < 400; ++t) {
    stream.judged.push_back(1);
    for (std::size_t i = 0; i < stream.feet; ++i) {
      const bool loaded = noise.Sign() > 0;
      const double force = noise.Uniform(-0.2, 0.7) + (loaded ? 0.5 : 0);
      stream.foot.push_back({.force = static_cast<float>(force),
                             .unfiltered = static_cast<float>(force + noise.Uniform(-0.1, 0.1)),
                             .height = static_cast<float>(noise.Uniform(0, loaded ? 0.02 : 0.2)),
                             .share = static_cast<float>(noise.Uniform(0, 1)),
                             .stance = loaded,
                             .loaded = loaded});
    }
  }
  return stream;
}

constexpr const char* kBase[] = {"InEKF, Footing's contacts", "InEKF, Schmitt trigger's contacts",
                                 "InEKF, Footing's contacts, IMU's attitude"};

tools::Json FileOf(const std::vector<TunedRival>& load) {
  tools::Json file = tools::ParseJson(TunedText({load, {}}));
  for (const char* name : kBase) file[name] = {0.002, 0.03, 1e-4, 1e-3, 0.01, 0.002, 0.3, 7.5, 0.005};
  return file;
}

TEST(TunedRivals, ReadFromAFileCallTheSame) {
  const FootStream stream = RandomStream();
  const std::vector<TunedRival> tuned = TuneLoadRivals({stream}, 20, 1);
  const TunedRivals read = ReadTuned(FileOf(tuned).dump());
  ASSERT_EQ(read.load.size(), tuned.size());
  for (std::size_t k = 0; k < tuned.size(); ++k) {
    EXPECT_EQ(read.load[k].name, tuned[k].name);
    EXPECT_EQ(read.load[k].text, tuned[k].text);
    EXPECT_EQ(read.load[k].loads(stream), tuned[k].loads(stream));
  }
  ASSERT_EQ(read.base.size(), 3u);
  EXPECT_DOUBLE_EQ(read.base[0].options.filter.foot_density, 0.01);
  EXPECT_EQ(read.base[1].options.settle_ticks, 7);
  EXPECT_EQ(read.base[1].options.attitude_sigma, 0);
  EXPECT_DOUBLE_EQ(read.base[2].options.attitude_sigma, 0.005);
  EXPECT_EQ(ReadTuned(TunedText(read)).base[2].text, read.base[2].text);
}

TEST(TunedRivals, AFileThatLacksAMethodOrAValueIsRefused) {
  const tools::Json file = FileOf(TuneLoadRivals({RandomStream()}, 4, 1));
  for (const char* name :
       {"one threshold", "Schmitt trigger", "logistic regression", "Bledt et al. 2018", kBase[1]}) {
    tools::Json without = file, shorter = file;
    without.erase(name);
    shorter[name].erase(0);
    EXPECT_THROW(ReadTuned(without.dump()), tools::ProblemError) << name;
    EXPECT_THROW(ReadTuned(shorter.dump()), tools::ProblemError) << name;
  }
}

}  // namespace
}  // namespace footing::rivals
