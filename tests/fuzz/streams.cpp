// Target: two things with the same bytes.
//
// As they are, to the firmware's stream reader, as the QEMU and host boards use it, and to the desk's
// ReadStream. Both must return the same status and the same records. No byte past the end is read, and no
// more bytes are records than there are.
//
// As a list of what happens to a stream that was written: flipped bits, cuts, bytes removed, repeated, or put
// in. The reader may find no record that was not written, each at most once, and in their order.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "hal/host_sim/stream_file.hpp"
#include "hal/stream.hpp"
#include "tests/fuzz/claims.hpp"
#include "tests/scenario/robot/streams/stream_bytes.hpp"

namespace footing::fuzz {
namespace {

void ClaimSame(const std::vector<hal::Measurement>& a, const std::vector<hal::Measurement>& b) {
  Claim(a.size() == b.size(), "both readers find as many records");
  for (std::size_t i = 0; i < a.size(); ++i) Claim(Same(a[i], b[i]), "both find the same records");
}

// What the reader says of itself while it reads.
StreamReading ReadByRecord(const std::string& bytes) {
  const StreamReading reading = ReadAll(bytes);
  Claim(reading.largest_step <= hal::kLargestBlock, "a step is bounded");
  Claim(reading.steps <= 2 * bytes.size() + 3, "each step gets on");
  std::uint64_t left_out = 0, end = 0;
  for (const hal::StreamLoss& loss : reading.losses) {
    Claim(loss.byte >= end, "losses are in order, and apart");
    end = loss.byte + loss.bytes;
    left_out += loss.bytes;
  }
  Claim(end <= bytes.size(), "losses are within the stream");
  const bool second = reading.header.version >= 2 && reading.status == hal::StreamStatus::kOk;
  const std::uint64_t read =
      reading.records.size() * hal::RecordBytes(reading.header.joints, reading.header.feet);
  if (second) Claim(read + left_out <= bytes.size(), "a byte is in a record or left out, or neither");
  return reading;
}

hal::StreamStatus ReadFile(const std::string& bytes, std::vector<hal::Measurement>* records,
                           hal::StreamInfo* info) {
  static const int file = memfd_create("stream", 0);
  const auto size = static_cast<ssize_t>(bytes.size());
  Claim(file >= 0 && ftruncate(file, 0) == 0 && pwrite(file, bytes.data(), bytes.size(), 0) == size,
        "a file in memory");
  return hal::ReadStream("/proc/self/fd/" + std::to_string(file), records, info);
}

void Try(const std::string& bytes) {
  const StreamReading by_record = ReadByRecord(bytes);
  std::vector<hal::Measurement> at_once;
  hal::StreamInfo info;
  const hal::StreamStatus status = ReadFile(bytes, &at_once, &info);
  if (status == hal::StreamStatus::kTooLong)
    Claim(by_record.status == hal::StreamStatus::kOk && info.version == 1,
          "the desk alone sees the file's end");
  else
    Claim(status == by_record.status, "both readers say the same");
  if (status != hal::StreamStatus::kOk) return Claim(at_once.empty(), "what is refused has no records");
  ClaimSame(at_once, by_record.records);
  Claim(info.losses.size() == by_record.losses.size(), "both find the same losses");
  Claim(hal::Losses(info).size() <= 22, "few lines");
}

// A fuzzer does not guess a checksum, so bytes that begin a stream of version 1 are tried with the right one.
void TryMended(const std::string& bytes) {
  hal::StreamHeaderV1 header;
  if (bytes.size() < sizeof header) return;
  std::string mended = bytes;
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::size_t records = (bytes.size() - sizeof header) / sizeof(hal::StreamRecordV1);
  header.record_count = static_cast<std::uint32_t>(records);
  header.crc32 = hal::Crc32(0, bytes.data() + sizeof header, records * sizeof(hal::StreamRecordV1));
  std::memcpy(mended.data(), &header, sizeof header);
  Try(mended);
}

// One change of four bytes: what, two numbers of where and how much, and one more. At most three bits of a
// record are flipped in all: the check finds each such change, however it was chosen.
void Damage(const std::uint8_t* change, int* flips, std::string* bytes) {
  if (bytes->empty()) return;
  const std::size_t at = (change[1] * 256u + change[2]) % bytes->size();
  const std::size_t count = change[3] * 8u + 1;
  switch (change[0] % 5) {
    case 0:
      if (++*flips <= 3) (*bytes)[at] = static_cast<char>((*bytes)[at] ^ (1 << (change[3] % 8)));
      break;
    case 1: bytes->resize(at); break;
    case 2: bytes->erase(at, count); break;
    case 3: bytes->insert(at, bytes->substr((at + 7 * count) % bytes->size(), count)); break;
    default: bytes->insert(at, std::string(count, static_cast<char>(change[3]))); break;
  }
}

void TryDamaged(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return;
  const std::uint32_t joints = data[0] % (hal::kJointCapacity + 1);
  const std::vector<hal::Measurement> written =
      SomeRecords(joints, data[1] % 12, data[0], data[1] / 12 % 3 * 8);
  std::string bytes = Bytes("robot", SomeNames(joints), written);
  int flips = 0;
  for (std::size_t i = 2; i + 4 <= size && i < 2 + 4 * 8; i += 4) Damage(data + i, &flips, &bytes);
  const StreamReading reading = ReadByRecord(bytes);
  std::size_t next = 0;
  for (const hal::Measurement& record : reading.records) {
    while (next < written.size() && !Same(record, written[next])) ++next;
    Claim(next < written.size(), "each record is one that was written, and in their order");
    ++next;
  }
  if (reading.status == hal::StreamStatus::kOk && reading.records.size() < written.size())
    Claim(!reading.losses.empty(), "what is lost is said");
}

}  // namespace
}  // namespace footing::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  footing::fuzz::Try(bytes);
  footing::fuzz::TryMended(bytes);
  footing::fuzz::TryDamaged(data, size);
  return 0;
}
