// The stream's format: what is written is read, a flipped bit costs one record at most, a cut costs what is
// behind it, and the reader says where. It needs nothing but hal.
#include <gtest/gtest.h>

#include "tests/scenario/robot/streams/stream_bytes.hpp"

namespace footing::stream_format_test {

using hal::StreamLossKind;
using hal::StreamStatus;
using Records = std::vector<hal::Measurement>;

// Five records of a robot with as many joints, and feet with a measured force, as the parameter says.
class StreamFormat : public testing::TestWithParam<std::uint32_t> {
 protected:
  std::uint32_t joints() const { return hal::JointsIn(GetParam()); }
  std::uint32_t feet() const { return hal::FeetIn(GetParam()); }
  std::size_t header_bytes() const { return hal::HeaderBytes(joints()); }
  std::size_t record_bytes() const { return hal::RecordBytes(joints(), feet()); }
  std::size_t RecordAt(std::size_t i) const { return 2 * header_bytes() + i * record_bytes(); }

  // Whether `reading` has all records but the ones from `first` up to `end`.
  bool HasAllBut(const StreamReading& reading, std::size_t first, std::size_t end) const {
    if (reading.records.size() != records_.size() - (end - first)) return false;
    for (std::size_t i = 0; i < reading.records.size(); ++i) {
      if (!Same(reading.records[i], records_[i < first ? i : i + end - first])) return false;
    }
    return true;
  }
  bool HasTheHeader(const StreamReading& reading) const {
    const bool named = reading.has_header && reading.header.robot == std::string("a robot");
    bool same = named && reading.header.joints == joints() && reading.header.feet == feet();
    same = same && reading.header.version == (feet() == 0 ? 2u : 4u) &&
           reading.header.period_us == hal::kPeriodUs;
    for (std::uint32_t j = 0; j < joints() && same; ++j) same = reading.header.joint_names[j] == names_[j];
    return same;
  }

  const Records records_ = SomeRecords(joints(), 5, 1, feet());
  const std::vector<std::string> names_ = SomeNames(joints());
  const std::string bytes_ = Bytes("a robot", names_, records_);
};

INSTANTIATE_TEST_SUITE_P(Joints, StreamFormat,
                         testing::Values(0u, 12u, 29u, 48u, hal::CountsWord(12, 4), hal::CountsWord(48, 16)));

bool Is(const hal::StreamLoss& loss, StreamLossKind kind, std::size_t byte, std::size_t bytes,
        std::uint32_t record, std::uint32_t records) {
  return loss.kind == kind && loss.byte == byte && loss.bytes == bytes && loss.record == record &&
         loss.records == records;
}

TEST_P(StreamFormat, WhatIsWrittenIsRead) {
  ASSERT_EQ(bytes_.size(), RecordAt(5) + hal::kEndBytes);
  const StreamReading reading = ReadAll(bytes_);
  EXPECT_EQ(reading.status, StreamStatus::kOk);
  EXPECT_TRUE(HasTheHeader(reading));
  EXPECT_TRUE(HasAllBut(reading, 0, 0));
  EXPECT_TRUE(reading.losses.empty());
}

// All bits of the file, one after the other.
TEST_P(StreamFormat, AFlippedBitCostsItsRecordAtMost) {
  std::string damaged = bytes_;
  for (std::size_t bit = 0; bit < 8 * bytes_.size(); ++bit) {
    const std::size_t byte = bit / 8;
    damaged[byte] = static_cast<char>(damaged[byte] ^ (1 << (bit % 8)));
    const StreamReading reading = ReadAll(damaged);
    damaged[byte] = bytes_[byte];
    ASSERT_EQ(reading.status, StreamStatus::kOk) << bit;
    ASSERT_TRUE(HasTheHeader(reading)) << bit;
    ASSERT_EQ(reading.losses.size(), 1u) << bit;
    const hal::StreamLoss& loss = reading.losses[0];
    if (byte < RecordAt(0)) {
      const std::size_t copy = byte / header_bytes() * header_bytes();
      ASSERT_TRUE(HasAllBut(reading, 0, 0)) << bit;
      ASSERT_TRUE(Is(loss, StreamLossKind::kSpoilt, copy, header_bytes(), 0, 0)) << bit;
    } else if (byte < RecordAt(5)) {
      const std::size_t i = (byte - RecordAt(0)) / record_bytes();
      ASSERT_TRUE(HasAllBut(reading, i, i + 1)) << bit;
      const auto number = static_cast<std::uint32_t>(i);
      ASSERT_TRUE(Is(loss, StreamLossKind::kSpoilt, RecordAt(i), record_bytes(), number, 1)) << bit;
    } else {
      ASSERT_TRUE(HasAllBut(reading, 0, 0)) << bit;
      ASSERT_TRUE(Is(loss, StreamLossKind::kCutOff, RecordAt(5), hal::kEndBytes, 5, 0)) << bit;
    }
  }
}

TEST_P(StreamFormat, ACutCostsWhatIsBehindIt) {
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    const StreamReading reading = ReadAll(bytes_.substr(0, size));
    if (size < header_bytes()) {
      ASSERT_EQ(reading.status, StreamStatus::kTooShort) << size;
      ASSERT_TRUE(reading.records.empty()) << size;
      continue;
    }
    ASSERT_EQ(reading.status, StreamStatus::kOk) << size;
    ASSERT_TRUE(HasTheHeader(reading)) << size;
    const std::size_t whole =
        size < RecordAt(0) ? 0 : std::min<std::size_t>(5, (size - RecordAt(0)) / record_bytes());
    const std::size_t place = size < RecordAt(0) ? header_bytes() : RecordAt(whole);
    ASSERT_TRUE(HasAllBut(reading, whole, 5)) << size;
    ASSERT_EQ(reading.losses.size(), 1u) << size;
    ASSERT_TRUE(Is(reading.losses[0], StreamLossKind::kCutOff, place, size - place,
                   static_cast<std::uint32_t>(whole), 0))
        << size;
  }
}

// A block of a flash memory or of a disk that reads as zeros, as ones, or as noise.
TEST_P(StreamFormat, AStretchCostsTheRecordsThatItTouches) {
  std::mt19937 random(2);
  for (int round = 0; round < 600; ++round) {
    std::string damaged = bytes_;
    const std::size_t begin = RecordAt(0) + random() % (RecordAt(5) - RecordAt(0));
    const std::size_t end = std::min(RecordAt(5), begin + 1 + random() % (2 * record_bytes()));
    for (std::size_t i = begin; i < end; ++i) {
      const char noise = static_cast<char>(random());
      damaged[i] = round % 3 == 0 ? '\0' : round % 3 == 1 ? '\xff' : noise;
    }
    if (damaged == bytes_) continue;
    const StreamReading reading = ReadAll(damaged);
    const std::size_t first = (begin - RecordAt(0)) / record_bytes();
    const std::size_t last = (end - 1 - RecordAt(0)) / record_bytes();
    // The stretch may leave the first or the last record that it touches as it was.
    const auto as_it_was = [&](std::size_t i) {
      return damaged.compare(RecordAt(i), record_bytes(), bytes_, RecordAt(i), record_bytes()) == 0;
    };
    const std::size_t from = first + (as_it_was(first) ? 1 : 0), to = last + (as_it_was(last) ? 0 : 1);
    ASSERT_TRUE(HasAllBut(reading, from, to)) << round;
    ASSERT_EQ(reading.losses.size(), 1u) << round;
    ASSERT_TRUE(Is(reading.losses[0], StreamLossKind::kSpoilt, RecordAt(from), RecordAt(to) - RecordAt(from),
                   static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to - from)))
        << round;
  }
}

// Whatever lies between two records: noise, sync words, lead-ins of records and headers, parts of records.
TEST_P(StreamFormat, GarbageBetweenRecordsCostsNothing) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    std::string garbage;
    while (garbage.size() < 1 + random() % 3000) {
      const std::size_t from = RecordAt(random() % 5);
      switch (random() % 5) {
        case 0: garbage.append(1 + random() % 50, static_cast<char>(random())); break;
        case 1: garbage += bytes_.substr(from, 4); break;
        case 2: garbage += bytes_.substr(from, 1 + random() % (record_bytes() - 1)); break;
        case 3: garbage += bytes_.substr(0, 1 + random() % (header_bytes() - 1)); break;
        default: garbage += bytes_.substr(RecordAt(5), 1 + random() % 11); break;
      }
    }
    const auto i = static_cast<std::uint32_t>(random() % 6);
    const StreamReading reading =
        ReadAll(bytes_.substr(0, RecordAt(i)) + garbage + bytes_.substr(RecordAt(i)));
    ASSERT_TRUE(HasAllBut(reading, 0, 0)) << round;
    ASSERT_EQ(reading.losses.size(), 1u) << round;
    ASSERT_TRUE(Is(reading.losses[0], StreamLossKind::kSpoilt, RecordAt(i), garbage.size(), i, 0)) << round;
    ASSERT_LE(reading.largest_step, hal::kLargestBlock);
  }
}

TEST_P(StreamFormat, WithoutBothHeadersTheRecordsAreRead) {
  std::string damaged = bytes_;
  damaged[3] ^= 1;
  damaged[header_bytes() + 3] ^= 1;
  StreamReading reading = ReadAll(damaged);
  EXPECT_EQ(reading.status, StreamStatus::kOk);
  EXPECT_FALSE(reading.has_header);
  EXPECT_EQ(reading.header.joints, joints());
  EXPECT_EQ(reading.header.robot[0], '\0');
  EXPECT_TRUE(HasAllBut(reading, 0, 0));
  ASSERT_EQ(reading.losses.size(), 1u);
  EXPECT_TRUE(Is(reading.losses[0], StreamLossKind::kSpoilt, 0, RecordAt(0), 0, 0));
  // And with two records more.
  reading = ReadAll(std::string(RecordAt(2), '\0') + bytes_.substr(RecordAt(2)));
  EXPECT_TRUE(HasAllBut(reading, 0, 2));
  ASSERT_EQ(reading.losses.size(), 1u);
  EXPECT_TRUE(Is(reading.losses[0], StreamLossKind::kSpoilt, 0, RecordAt(2), 0, 2));
  // It does not look for ever.
  const std::string far(hal::StreamReader::kHeaderSearch + 5000, 'F');
  EXPECT_EQ(ReadAll(far + bytes_).status, StreamStatus::kBadMagic);
}

TEST_P(StreamFormat, RecordsThatAreMissingAreCounted) {
  const StreamReading reading = ReadAll(bytes_.substr(0, RecordAt(1)) + bytes_.substr(RecordAt(3)));
  EXPECT_TRUE(HasAllBut(reading, 1, 3));
  ASSERT_EQ(reading.losses.size(), 1u);
  EXPECT_TRUE(Is(reading.losses[0], StreamLossKind::kMissing, RecordAt(1), 0, 1, 2));
  const StreamReading last = ReadAll(bytes_.substr(0, RecordAt(4)) + bytes_.substr(RecordAt(5)));
  ASSERT_EQ(last.losses.size(), 1u);
  EXPECT_TRUE(Is(last.losses[0], StreamLossKind::kMissing, RecordAt(4), 0, 4, 1));
}

TEST_P(StreamFormat, WhatDoesNotBelongThereIsLeftOut) {
  // Records 1 and 2 once more, behind record 3; and the header once more.
  const std::string again = bytes_.substr(RecordAt(1), 2 * record_bytes()) + bytes_.substr(0, header_bytes());
  StreamReading reading = ReadAll(bytes_.substr(0, RecordAt(4)) + again + bytes_.substr(RecordAt(4)));
  EXPECT_TRUE(HasAllBut(reading, 0, 0));
  ASSERT_EQ(reading.losses.size(), 1u);
  EXPECT_TRUE(Is(reading.losses[0], StreamLossKind::kRepeated, RecordAt(4), again.size(), 4, 0));
  // A stream behind the stream.
  reading = ReadAll(bytes_ + bytes_);
  EXPECT_TRUE(HasAllBut(reading, 0, 0));
  ASSERT_EQ(reading.losses.size(), 1u);
  EXPECT_TRUE(Is(reading.losses[0], StreamLossKind::kBehindEnd, bytes_.size(), bytes_.size(), 5, 0));
}

TEST_P(StreamFormat, RecordsOfAnotherNumberOfJointsAreRefusedByName) {
  const std::uint32_t other = joints() == 12 ? 13 : 12;
  const std::string stranger = Bytes("another", SomeNames(other), SomeRecords(other, 5));
  const std::string records = stranger.substr(2 * hal::HeaderBytes(other), 5 * hal::RecordBytes(other));
  StreamReading reading = ReadAll(bytes_.substr(0, RecordAt(2)) + records + bytes_.substr(RecordAt(2)));
  EXPECT_TRUE(HasAllBut(reading, 0, 0));
  ASSERT_EQ(reading.losses.size(), 1u);
  EXPECT_TRUE(Is(reading.losses[0], StreamLossKind::kOtherJoints, RecordAt(2), records.size(), 2, 0));

  hal::StreamWriter writer;
  int calls = 0;
  const auto sink = [&calls](const void*, std::size_t) { return ++calls > 0; };
  EXPECT_EQ(writer.Add(records_[0], sink), StreamStatus::kCannotOpen);
  std::vector<const char*> names(joints(), "");
  ASSERT_EQ(writer.Begin("", names, hal::kPeriodUs, sink), StreamStatus::kOk);
  EXPECT_EQ(writer.Add(SomeRecords(other, 1)[0], sink), StreamStatus::kBadJoints);
  EXPECT_EQ(calls, 2);  // the header's copies
}

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

}  // namespace footing::stream_format_test
