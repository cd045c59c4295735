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

}  // namespace footing::stream_format_test
