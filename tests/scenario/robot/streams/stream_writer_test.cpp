// The writer of a stream: what it refuses, a sink that fails, and the bytes of the documentation's table.
#include <gtest/gtest.h>

#include "tests/scenario/robot/streams/stream_bytes.hpp"

namespace footing::stream_writer_test {

using hal::StreamLossKind;
using hal::StreamStatus;
using Records = std::vector<hal::Measurement>;

TEST(StreamWriter, RefusesWhatItCannotWrite) {
  hal::StreamWriter writer;
  int calls = 0;
  const auto sink = [&calls](const void*, std::size_t) { return ++calls > 0; };
  const std::string longest(31, 'n'), too_long(32, 'n');
  const std::vector<const char*> many(49, "j"), one = {longest.c_str()}, bad = {too_long.c_str()};
  EXPECT_EQ(writer.Begin("r", many, hal::kPeriodUs, sink), StreamStatus::kBadJoints);
  EXPECT_EQ(writer.Begin("r", bad, hal::kPeriodUs, sink), StreamStatus::kBadName);
  EXPECT_EQ(writer.Begin(too_long.c_str(), one, hal::kPeriodUs, sink), StreamStatus::kBadName);
  EXPECT_EQ(writer.Begin("r", one, hal::kPeriodUs + 1, sink), StreamStatus::kBadPeriod);
  EXPECT_EQ(writer.Begin("r", one, hal::kPeriodUs, sink, 17), StreamStatus::kBadFeet);
  EXPECT_EQ(writer.End(sink), StreamStatus::kCannotOpen);
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(writer.Begin(longest.c_str(), one, hal::kPeriodUs, sink), StreamStatus::kOk);
}

// Of a record that did not go out, or not whole, the reader says that it is missing.
TEST(StreamWriter, GoesOnBehindASinkThatFailed) {
  const Records records = SomeRecords(12, 5);
  std::string bytes;
  int calls = 0;
  const auto sink = [&](const void* data, std::size_t size) {
    const int call = ++calls;
    if (call == 4) return false;  // record 1
    if (call == 6) size /= 2;     // half of record 3
    bytes.append(static_cast<const char*>(data), size);
    return call != 6;
  };
  hal::StreamWriter writer;
  const std::vector<const char*> names(12, "joint");
  ASSERT_EQ(writer.Begin("r", names, hal::kPeriodUs, sink), StreamStatus::kOk);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(writer.Add(records[i], sink), i % 2 == 1 ? StreamStatus::kCannotWrite : StreamStatus::kOk);
  }
  ASSERT_EQ(writer.End(sink), StreamStatus::kOk);
  const StreamReading reading = ReadAll(bytes);
  ASSERT_EQ(reading.records.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(Same(reading.records[i], records[2 * i]));
  const std::size_t begin = 2 * hal::HeaderBytes(12), size = hal::RecordBytes(12);
  ASSERT_EQ(reading.losses.size(), 2u);
  EXPECT_TRUE(Is(reading.losses[0], StreamLossKind::kMissing, begin + size, 0, 1, 1));
  EXPECT_TRUE(Is(reading.losses[1], StreamLossKind::kSpoilt, begin + 2 * size, size / 2, 3, 1));
}

// Other code than this must be able to read a stream: bytes from the documentation's table.
TEST(StreamBytes, AreAsDocumented) {
  Records records = SomeRecords(2, 1);
  const std::string bytes = Bytes("ab", {"c", "de"}, records);
  const auto word = [&bytes](std::size_t at) {
    std::uint32_t value;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
  };
  const auto number = [&word](std::size_t at) { return std::bit_cast<float>(word(at)); };
  EXPECT_EQ(hal::Crc32(0, "123456789", 9), 0xCBF43926u);  // these two of the catalogue of CRCs
  EXPECT_EQ(hal::Crc32c(0, "123456789", 9), 0xE3069283u);
  EXPECT_EQ(bytes.substr(0, 8), "FOOTSTRM");
  EXPECT_EQ(word(8), 2u);
  EXPECT_EQ(word(12), 2u);
  EXPECT_EQ(word(16), 1000u);
  EXPECT_EQ(bytes.substr(20, 96),
            "ab" + std::string(30, '\0') + "c" + std::string(31, '\0') + "de" + std::string(30, '\0'));
  EXPECT_EQ(word(116), hal::Crc32c(0, bytes.data(), 116));
  EXPECT_EQ(bytes.substr(0, 120), bytes.substr(120, 120));
  const std::size_t r = 240;
  const hal::Measurement& m = records[0];
  EXPECT_EQ(bytes.substr(r, 4), "\xA5\x5A\xF0\xFF");
  EXPECT_EQ(word(r + 4), 2u);
  EXPECT_EQ(word(r + 8), 0u);
  EXPECT_EQ(word(r + 12), m.sequence);
  EXPECT_EQ(word(r + 16), m.time_us);
  EXPECT_EQ(word(r + 20), m.valid);
  EXPECT_EQ(number(r + 36), m.attitude[3]);
  EXPECT_EQ(number(r + 40), m.gyro[0]);
  EXPECT_EQ(number(r + 52), m.accelerometer[0]);
  EXPECT_EQ(word(r + 64), 2u);
  EXPECT_EQ(number(r + 76), m.operator_input.yaw_rate);
  EXPECT_EQ(number(r + 80), m.joint_position[0]);
  EXPECT_EQ(number(r + 88), m.joint_velocity[0]);
  EXPECT_EQ(number(r + 100), m.joint_torque[1]);
  EXPECT_EQ(word(r + 104), hal::Crc32c(0, bytes.data() + r, 104));
  EXPECT_EQ(bytes.substr(r + 108, 4), "\x3C\xC3\xF0\xFF");
  EXPECT_EQ(word(r + 112), 1u);
  EXPECT_EQ(word(r + 116), hal::Crc32c(0, bytes.data() + r + 108, 8));
  EXPECT_EQ(bytes.size(), r + 120);
}

}  // namespace footing::stream_writer_test
