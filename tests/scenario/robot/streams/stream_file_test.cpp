// Streams as files: round trips, what is said of losses, and files that are no stream.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "hal/host_sim/stream_file.hpp"
#include "tests/scenario/robot/streams/stream_bytes.hpp"

namespace footing::stream_file_test {

using hal::StreamStatus;
using Records = std::vector<hal::Measurement>;

class StreamOnDisk : public testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }
  StreamStatus Read(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes;
    read_ = Records(3);
    const StreamStatus status = hal::ReadStream(path_, &read_, &info_);
    if (status != StreamStatus::kOk) {
      EXPECT_TRUE(read_.empty());
    }
    return status;
  }

  const Records records_ = SomeRecords(12, 5);
  const std::vector<std::string> names_ = SomeNames(12);
  const std::string bytes_ = Bytes("a1", names_, records_);
  // One process a test may run beside another: the name is the test's own.
  const std::string path_ = testing::TempDir() + "footing_" +
                            testing::UnitTest::GetInstance()->current_test_info()->name() +
                            std::to_string(reinterpret_cast<std::uintptr_t>(this)) + ".stream";
  Records read_;
  hal::StreamInfo info_;
};

TEST_F(StreamOnDisk, RoundTrip) {
  hal::StreamInfo written;
  written.robot = "a1";
  written.joint_names = names_;
  ASSERT_EQ(hal::WriteStream(path_, written, records_), StreamStatus::kOk);
  std::ifstream file(path_, std::ios::binary);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), bytes_);
  ASSERT_EQ(hal::ReadStream(path_, &read_, &info_), StreamStatus::kOk);
  ASSERT_EQ(read_.size(), 5u);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_TRUE(Same(read_[i], records_[i]));
  EXPECT_EQ(info_.robot, "a1");
  EXPECT_EQ(info_.joint_names, names_);
  EXPECT_EQ(info_.version, 2u);
  EXPECT_EQ(info_.about_records, 5u);
  EXPECT_FALSE(info_.header_lost);
  EXPECT_TRUE(hal::Losses(info_).empty());
  ASSERT_EQ(hal::ReadStream(path_, &read_), StreamStatus::kOk);
}

TEST_F(StreamOnDisk, ReadsVersion1) {
  ASSERT_EQ(Read(BytesOfVersion1(records_)), StreamStatus::kOk);
  EXPECT_EQ(read_.size(), 5u);
  EXPECT_EQ(info_.version, 1u);
  EXPECT_EQ(info_.robot, "");
  EXPECT_EQ(info_.joint_names, std::vector<std::string>(12));
  EXPECT_EQ(info_.about_records, 5u);
  EXPECT_EQ(Read(BytesOfVersion1(records_) + std::string(1, '\0')), StreamStatus::kTooLong);
}

TEST_F(StreamOnDisk, LossesAreSaid) {
  std::string damaged = bytes_;
  damaged[1000] ^= 1;  // header 2 × 440, records of 228 bytes
  ASSERT_EQ(Read(damaged), StreamStatus::kOk);
  EXPECT_EQ(hal::Losses(info_),
            std::vector<std::string>{"228 bytes at byte 880 spoilt: record 0 of about 5 is lost"});
  damaged[2000] ^= 1;
  damaged[0] ^= 1;
  ASSERT_EQ(Read(damaged.substr(0, 1900)), StreamStatus::kOk);
  EXPECT_EQ(hal::Losses(info_), (std::vector<std::string>{
                                    "440 bytes at byte 0 spoilt: no record is lost",
                                    "228 bytes at byte 880 spoilt: record 0 of about 4 is lost",
                                    "cut off before record 4 at byte 1792, with 108 bytes that are no whole "
                                    "record"}));
  ASSERT_EQ(Read(bytes_.substr(0, 1108) + bytes_.substr(1564)), StreamStatus::kOk);
  EXPECT_EQ(hal::Losses(info_),
            std::vector<std::string>{"nothing at byte 1108 where more should be: records 1 "
                                     "to 2 of about 3 are lost"});
  damaged[500] ^= 1;
  ASSERT_EQ(Read(damaged), StreamStatus::kOk);
  EXPECT_TRUE(info_.header_lost);
  EXPECT_EQ(hal::Losses(info_)[0], "both copies of the header are spoilt: names are unknown");
  info_.losses.assign(50, info_.losses[0]);
  info_.header_lost = false;
  EXPECT_EQ(hal::Losses(info_).size(), 21u);
  EXPECT_EQ(hal::Losses(info_)[20], "and 30 more");
}

TEST_F(StreamOnDisk, WhatIsNoStreamIsRefusedForWhatIsWrong) {
  EXPECT_EQ(Read(""), StreamStatus::kTooShort);
  EXPECT_EQ(Read(std::string(4000, 'x')), StreamStatus::kBadMagic);
  EXPECT_EQ(Read(bytes_.substr(0, 439)), StreamStatus::kTooShort);
  std::string header = bytes_.substr(0, 880), changed = header;
  changed[8] = changed[448] = 3;
  EXPECT_EQ(Read(changed), StreamStatus::kBadVersion);
  changed = header;
  changed[12] = changed[452] = 49;
  EXPECT_EQ(Read(changed), StreamStatus::kBadJoints);
  changed = header;
  changed[20] = changed[460] = 'x';
  EXPECT_EQ(Read(changed), StreamStatus::kBadChecksum);
  // Another period, with the right check.
  unsigned char block[hal::kLargestBlock];
  const std::size_t size = hal::PackHeader("a1", {}, 2000, block);
  EXPECT_EQ(Read(std::string(reinterpret_cast<char*>(block), size)), StreamStatus::kBadPeriod);
}

TEST_F(StreamOnDisk, WhereNothingCanBeOpened) {
  read_ = Records(3);
  EXPECT_EQ(hal::ReadStream(path_ + ".none", &read_), StreamStatus::kCannotOpen);
  EXPECT_TRUE(read_.empty());
  EXPECT_EQ(hal::ReadStream("/", &read_), StreamStatus::kNotAFile);
  EXPECT_EQ(hal::ReadStream("/dev/zero", &read_), StreamStatus::kNotAFile);
  info_.joint_names = names_;
  EXPECT_EQ(hal::WriteStream("/no/such/folder/stream", info_, records_), StreamStatus::kCannotOpen);
  // So short that it is lost only when the file is closed.
  if (std::ofstream("/dev/full")) {
    EXPECT_EQ(hal::WriteStream("/dev/full", {}, {}), StreamStatus::kCannotWrite);
  }
}

TEST_F(StreamOnDisk, WhatCannotBeWrittenLeavesTheFileAsItWas) {
  ASSERT_EQ(Read(bytes_), StreamStatus::kOk);
  hal::StreamInfo wrong = info_;
  wrong.joint_names.pop_back();
  EXPECT_EQ(hal::WriteStream(path_, wrong, records_), StreamStatus::kBadJoints);
  wrong = info_;
  wrong.robot = std::string(32, 'r');
  EXPECT_EQ(hal::WriteStream(path_, wrong, records_), StreamStatus::kBadName);
  EXPECT_EQ(std::filesystem::file_size(path_), bytes_.size());
}

TEST_F(StreamOnDisk, AnEmptyStreamIsAStream) {
  ASSERT_EQ(hal::WriteStream(path_, {}, {}), StreamStatus::kOk);
  EXPECT_EQ(hal::ReadStream(path_, &read_, &info_), StreamStatus::kOk);
  EXPECT_TRUE(read_.empty());
  EXPECT_TRUE(info_.losses.empty());
}

}  // namespace footing::stream_file_test
