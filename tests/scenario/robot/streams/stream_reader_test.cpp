// The reader of a stream: its steps are bounded, it takes no more than it needs, and it still reads
// version 1.
#include <gtest/gtest.h>

#include "tests/scenario/robot/streams/stream_bytes.hpp"

namespace footing::stream_reader_test {

using hal::StreamLossKind;
using hal::StreamStatus;
using Records = std::vector<hal::Measurement>;

// The floats of a record hold another record, whole, and the record around it is spoilt.
TEST(StreamReader, ARecordInsideARecordIsFoundOutByItsJoints) {
  const std::string inner =
      Bytes("", {}, SomeRecords(0, 1)).substr(2 * hal::HeaderBytes(0), hal::RecordBytes(0));
  Records records = SomeRecords(48, 3);
  std::memcpy(records[1].joint_torque, inner.data(), inner.size());
  std::string bytes = Bytes("", SomeNames(48), records);
  EXPECT_EQ(ReadAll(bytes).records.size(), 3u);
  EXPECT_TRUE(ReadAll(bytes).losses.empty());
  bytes[2 * hal::HeaderBytes(48) + hal::RecordBytes(48)] ^= 1;
  const StreamReading reading = ReadAll(bytes);
  ASSERT_EQ(reading.records.size(), 2u);
  EXPECT_TRUE(Same(reading.records[0], records[0]) && Same(reading.records[1], records[2]));
  EXPECT_EQ(reading.losses[0].kind, StreamLossKind::kOtherJoints);
  EXPECT_EQ(reading.losses[0].records, 1u);
}

TEST(StreamReader, EveryStepIsBoundedAndEveryStreamEnds) {
  std::string bytes = Bytes("", SomeNames(12), SomeRecords(12, 20));
  const std::size_t header = bytes.size();
  for (int i = 0; i < 30000; ++i) bytes += bytes.substr(2 * hal::HeaderBytes(12), 8);  // lead-ins of records
  const StreamReading reading = ReadAll(bytes.substr(0, header - hal::kEndBytes) + bytes.substr(header));
  EXPECT_EQ(reading.records.size(), 20u);
  EXPECT_LE(reading.largest_step, hal::kLargestBlock);
  EXPECT_LE(reading.steps, bytes.size());
}

// A live stream: the reader asks for no byte of the next record.
TEST(StreamReader, TakesNoMoreThanARecordNeeds) {
  const std::string bytes = Bytes("", SomeNames(12), SomeRecords(12, 3));
  MemorySource source(bytes);
  hal::StreamReader reader;
  ASSERT_EQ(reader.Open(source), StreamStatus::kOk);
  hal::Measurement measurement;
  for (std::size_t i = 1; i <= 3; ++i) {
    ASSERT_TRUE(reader.Next(source, &measurement));
    EXPECT_EQ(source.at(), 2 * hal::HeaderBytes(12) + i * hal::RecordBytes(12));
  }
  EXPECT_FALSE(reader.Next(source, &measurement));
  EXPECT_FALSE(reader.Next(source, &measurement));
  EXPECT_EQ(reader.losses(), 0u);
  EXPECT_FALSE(reader.cut_off());
}

TEST(StreamReader, CanBeOpenedAgain) {
  const Records records = SomeRecords(12, 5);
  std::string spoilt = Bytes("x", SomeNames(12), records);
  spoilt[2 * hal::HeaderBytes(12) + 300] ^= 1;
  for (const std::string& bytes : {spoilt, BytesOfVersion1(records), spoilt, std::string("FOO")}) {
    static hal::StreamReader reader;
    MemorySource source(bytes);
    const StreamStatus status = reader.Open(source);
    EXPECT_EQ(reader.losses(), 0u);
    hal::Measurement measurement;
    int count = 0;
    while (reader.Next(source, &measurement)) ++count;
    const bool second = bytes == spoilt;
    EXPECT_EQ(status, bytes.size() == 3 ? StreamStatus::kTooShort : StreamStatus::kOk);
    EXPECT_EQ(count, bytes.size() == 3 ? 0 : second ? 4 : 5);
    EXPECT_EQ(reader.lost_records(), second ? 1u : 0u);
  }
}

// Version 1 is read as before, to the bit, and refused as before.
TEST(StreamVersion1, IsReadAsBefore) {
  const Records records = SomeRecords(12, 5);
  const StreamReading reading = ReadAll(BytesOfVersion1(records));
  EXPECT_EQ(reading.status, StreamStatus::kOk);
  EXPECT_EQ(reading.header.version, 1u);
  EXPECT_EQ(reading.header.joints, 12u);
  EXPECT_TRUE(reading.losses.empty());
  ASSERT_EQ(reading.records.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) {
    hal::Measurement expected = records[i];  // a robot of version 1 measured velocity and torque always
    expected.valid = (expected.valid & hal::kImuValid) | hal::kVelocityValid | hal::kTorqueValid;
    EXPECT_TRUE(Same(reading.records[i], expected)) << i;
  }
}

TEST(StreamVersion1, EveryFlippedBitIsRefused) {
  const std::string bytes = BytesOfVersion1(SomeRecords(12, 5));
  std::string damaged = bytes;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    const StreamStatus status = ReadAll(damaged).status;
    damaged[bit / 8] = bytes[bit / 8];
    const std::size_t byte = bit / 8;
    if (byte < 8)
      ASSERT_EQ(status, StreamStatus::kBadMagic) << bit;
    else if (byte < 12)
      ASSERT_EQ(status, StreamStatus::kBadVersion) << bit;
    else if (byte < 16)
      ASSERT_EQ(status, StreamStatus::kBadRecordSize) << bit;
    else if (byte < 20)
      ASSERT_TRUE(status == StreamStatus::kTooShort || status == StreamStatus::kBadChecksum) << bit;
    else if (byte < 24)
      ASSERT_EQ(status, StreamStatus::kBadPeriod) << bit;
    else if (byte < 28 || byte >= 32)
      ASSERT_EQ(status, StreamStatus::kBadChecksum) << bit;
    else
      ASSERT_EQ(status, StreamStatus::kOk) << bit;  // the reserved word
  }
  for (std::size_t size = 0; size < bytes.size(); ++size)
    ASSERT_EQ(ReadAll(bytes.substr(0, size)).status, StreamStatus::kTooShort) << size;
}

}  // namespace footing::stream_reader_test
