// Streams: a run repeats to the bit, and its record replays to the same bits. The format is tested in
// stream_format_test.cpp. The golden figures are those of tests/golden.txt.
#include "hal/stream.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "hal/host_sim/stream_file.hpp"
#include "tests/scenario/robot/streams/trot_stream.hpp"
#include "tools/footing/simulate/replay.hpp"

namespace footing::stream_test {

// Of a stream behind its header.
std::uint32_t Checksum(const Records& records) {
  std::uint32_t checksum = 0;
  unsigned char block[hal::kLargestBlock];
  std::uint32_t number = 0;
  for (const hal::Measurement& record : records) {
    const std::size_t size = hal::PackRecord(record, number++, block);
    checksum = hal::Crc32(checksum, block, size);
  }
  return hal::Crc32(checksum, block, hal::PackEnd(number, block));
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
  EXPECT_EQ(ReplayA1<float>(run.record).hash.value(), Golden("float")) << kHowToUpdate;
#ifndef FOOTING_QUICK
  EXPECT_EQ(ReplayA1<double>(run.record).hash.value(), Golden("double")) << kHowToUpdate;
  const LoopSummary dantzig = tools::Replay(tools::RobotNamed("a1"), run.record, tools::TickKind::kDantzig);
  EXPECT_EQ(dantzig.hash.value(), Golden("float_dantzig")) << kHowToUpdate;
  EXPECT_EQ(dantzig.ticks, dantzig.statuses[0]);  // 15 pivots are enough for all of them
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
  EXPECT_EQ(ReplayA1<float>(run.record).hash.value(), run.summary.hash.value());
}
#endif

// Pushes, falls and faults are in the record like all else.
TEST(Stream, ARunWithFaultsReplaysToTheClosedLoopsHash) {
  for (const char* kind : {"nan", "doubled", "missed", "imu"}) {
    tools::SimulationOptions options;
    options.duration = 2;
    options.fault = tools::FaultSpec{kind, 1.7, 0.02, 3};
    const tools::Simulation run = tools::Simulate(options);
    EXPECT_EQ(ReplayA1<float>(run.record).hash.value(), run.summary.hash.value()) << kind;
  }
}

// Through a file, with the names that it carries.
TEST(Stream, ARunReplaysFromItsFileToTheSameHash) {
  const tools::Simulation run = ShortTrot(1);
  const std::string path = testing::TempDir() + "footing_replayed_" + std::to_string(::getpid()) + ".stream";
  hal::StreamInfo info;
  info.robot = "a1";
  info.joint_names.assign(run.record[0].joints, "joint");
  ASSERT_EQ(hal::WriteStream(path, info, run.record), hal::StreamStatus::kOk);
  Records read;
  ASSERT_EQ(hal::ReadStream(path, &read), hal::StreamStatus::kOk);
  std::filesystem::remove(path);
  EXPECT_EQ(Checksum(read), Checksum(run.record));
  EXPECT_EQ(ReplayA1<float>(read).hash.value(), run.summary.hash.value());
}

TEST(Stream, WithoutARecordThereIsNoTick) { EXPECT_EQ(ReplayA1<float>(Records{}).ticks, 0u); }

}  // namespace footing::stream_test
