// Streams: a run repeats to the bit, its record replays to the same bits, and a damaged file
// is refused for what is wrong with it. The golden figures are those of tests/golden.txt.
#include "hal/stream.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "hal/host_sim/stream_file.hpp"
#include "tests/scenario/robot/streams/trot_stream.hpp"
#include "tools/footing/simulate/replay.hpp"

namespace footing::stream_test {

std::uint32_t Checksum(const Records& records) {
  return hal::Crc32(0, records.data(), records.size() * sizeof(hal::Measurement));
}

std::uint64_t Golden(const std::string& wanted) {
  std::ifstream file(FOOTING_GOLDEN);
  for (std::string name, value; file >> name >> value;) {
    if (name == wanted) return std::stoull(value, nullptr, 16);
  }
  ADD_FAILURE() << "no " << wanted << " in tests/golden.txt";
  return 0;
}

constexpr const char* kHowToUpdate = "if the change is meant: tools/update_golden (docs/proofs.md)";

TEST(Golden, TheShortCourseIsTheSameToTheBit) {
  const tools::Simulation run = ShortTrot(3);
  EXPECT_FALSE(run.log.fell);
  EXPECT_EQ(Checksum(run.record), Golden("stream")) << kHowToUpdate;
  EXPECT_EQ(run.summary.hash.value(), Golden("float")) << kHowToUpdate;
  EXPECT_EQ(tools::Replay<float>(run.record).hash.value(), Golden("float")) << kHowToUpdate;
#ifndef FOOTING_QUICK
  EXPECT_EQ(tools::Replay<double>(run.record).hash.value(), Golden("double")) << kHowToUpdate;
  const LoopSummary dantzig = tools::Replay<float, SolverStages::kDantzig>(run.record);
  EXPECT_EQ(dantzig.hash.value(), Golden("float_dantzig")) << kHowToUpdate;
  EXPECT_EQ(dantzig.statuses[0], dantzig.ticks);  // all are solved
#endif
}

TEST(Stream, TheSameRunTwiceIsTheSame) {
  const tools::Simulation first = ShortTrot(2), second = ShortTrot(2);
  EXPECT_EQ(first.summary.hash.value(), second.summary.hash.value());
  EXPECT_EQ(Checksum(first.record), Checksum(second.record));
  tools::SimulationOptions other;
  other.duration = 2;
  other.seed = 2;
  EXPECT_NE(tools::Simulate(other).summary.hash.value(), first.summary.hash.value());
}

#if FOOTING_HAS_MUJOCO
TEST(Stream, MujocosRecordReplaysToTheClosedLoopsHash) {
  tools::SimulationOptions options;
  options.plant = "mujoco";
  options.duration = 2;
  const tools::Simulation run = tools::Simulate(options);
  EXPECT_EQ(tools::Replay<float>(run.record).hash.value(), run.summary.hash.value());
}
#endif

// Pushes, falls and faults are in the record like all else.
TEST(Stream, ARunWithFaultsReplaysToTheClosedLoopsHash) {
  for (const char* kind : {"nan", "doubled", "missed", "imu"}) {
    tools::SimulationOptions options;
    options.duration = 2;
    options.fault = tools::FaultSpec{kind, 1.7, 0.02, 3};
    const tools::Simulation run = tools::Simulate(options);
    EXPECT_EQ(tools::Replay<float>(run.record).hash.value(), run.summary.hash.value()) << kind;
  }
}

class StreamFile : public testing::Test {
 protected:
  void SetUp() override {
    for (std::uint32_t i = 0; i < 5; ++i) {
      records_.push_back({});
      records_.back().sequence = i;
      records_.back().gyro[1] = 0.5f * static_cast<float>(i);
    }
    // One process a test may run beside another: the name is the test's own.
    path_ = testing::TempDir() + "footing_" + testing::UnitTest::GetInstance()->current_test_info()->name() +
            std::to_string(reinterpret_cast<std::uintptr_t>(this)) + ".stream";
    ASSERT_EQ(hal::WriteStream(path_, records_), hal::StreamStatus::kOk);
    std::ifstream file(path_, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
  }
  void TearDown() override { std::filesystem::remove(path_); }

  hal::StreamStatus StatusOf(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
    Records read(3);
    const hal::StreamStatus status = hal::ReadStream(path_, &read);
    EXPECT_EQ(read.empty(), status != hal::StreamStatus::kOk);
    return status;
  }
  hal::StreamStatus StatusWithByteChanged(std::size_t at) {
    std::string damaged = bytes_;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x40);
    return StatusOf(damaged);
  }

  Records records_;
  std::string path_, bytes_;
};

TEST_F(StreamFile, RoundTrip) {
  ASSERT_EQ(bytes_.size(), sizeof(hal::StreamHeader) + 5 * sizeof(hal::Measurement));
  Records read;
  ASSERT_EQ(hal::ReadStream(path_, &read), hal::StreamStatus::kOk);
  ASSERT_EQ(read.size(), records_.size());
  EXPECT_EQ(std::memcmp(read.data(), records_.data(), 5 * sizeof(hal::Measurement)), 0);
}

TEST_F(StreamFile, EachDamageHasItsStatus) {
  using hal::StreamStatus;
  EXPECT_EQ(StatusOf(""), StreamStatus::kTooShort);
  EXPECT_EQ(StatusOf(bytes_.substr(0, 31)), StreamStatus::kTooShort);
  EXPECT_EQ(StatusOf(bytes_.substr(0, bytes_.size() - 1)), StreamStatus::kTooShort);
  EXPECT_EQ(StatusOf(bytes_.substr(0, 32)), StreamStatus::kTooShort);
  EXPECT_EQ(StatusWithByteChanged(0), StreamStatus::kBadMagic);
  EXPECT_EQ(StatusWithByteChanged(7), StreamStatus::kBadMagic);
  EXPECT_EQ(StatusWithByteChanged(8), StreamStatus::kBadVersion);
  EXPECT_EQ(StatusWithByteChanged(12), StreamStatus::kBadRecordSize);
  EXPECT_EQ(StatusWithByteChanged(19), StreamStatus::kTooShort);  // the count of records
  EXPECT_EQ(StatusWithByteChanged(20), StreamStatus::kBadPeriod);
  EXPECT_EQ(StatusWithByteChanged(24), StreamStatus::kBadChecksum);
  EXPECT_EQ(StatusWithByteChanged(32), StreamStatus::kBadChecksum);
  EXPECT_EQ(StatusWithByteChanged(bytes_.size() - 1), StreamStatus::kBadChecksum);
  EXPECT_EQ(StatusOf(bytes_ + std::string(1, char{0})), StreamStatus::kTooLong);
  EXPECT_EQ(StatusOf(bytes_), StreamStatus::kOk);
}

TEST_F(StreamFile, AReaderCanBeOpenedAgain) {
  hal::StreamReader reader;
  for (int round = 0; round < 2; ++round) {
    std::size_t at = 0;
    const auto source = [&](void* to, std::size_t size) {
      if (bytes_.size() - at < size) return false;
      std::memcpy(to, bytes_.data() + at, size);
      at += size;
      return true;
    };
    ASSERT_EQ(reader.Open(source), hal::StreamStatus::kOk) << round;
    hal::Measurement measurement;
    for (int i = 0; i < 5; ++i) EXPECT_TRUE(reader.Next(source, &measurement)) << round;
    EXPECT_FALSE(reader.Next(source, &measurement));
    EXPECT_EQ(reader.status(), hal::StreamStatus::kOk) << round;
  }
}

TEST_F(StreamFile, WhereNothingCanBeOpened) {
  Records read(3);
  EXPECT_EQ(hal::ReadStream(path_ + ".none", &read), hal::StreamStatus::kCannotOpen);
  EXPECT_TRUE(read.empty());
  EXPECT_EQ(hal::ReadStream("/", &read), hal::StreamStatus::kNotAFile);
  EXPECT_EQ(hal::ReadStream("/dev/zero", &read), hal::StreamStatus::kNotAFile);
  EXPECT_EQ(hal::WriteStream("/no/such/folder/stream", records_), hal::StreamStatus::kCannotOpen);
  // So short that it is lost only when the file is closed.
  if (std::ofstream("/dev/full")) {
    EXPECT_EQ(hal::WriteStream("/dev/full", {}), hal::StreamStatus::kCannotWrite);
  }
}

TEST_F(StreamFile, AnEmptyStreamIsAStream) {
  ASSERT_EQ(hal::WriteStream(path_, {}), hal::StreamStatus::kOk);
  Records read;
  EXPECT_EQ(hal::ReadStream(path_, &read), hal::StreamStatus::kOk);
  EXPECT_EQ(tools::Replay<float>(read).ticks, 0u);
}

}  // namespace footing::stream_test
