// Reads a measurement stream (hal/stream_format.hpp) from any source of bytes. A block whose check is wrong
// is left out, and the reader goes on with the next lead-in behind which a check is right. So a flipped bit
// costs one record, and what was cut off costs what is missing.
#pragma once

#include <cstddef>
#include <cstdint>

#include "hal/stream_format.hpp"

namespace footing::hal {

// What was left out between two good blocks, or is missing there.
enum class StreamLossKind : std::uint8_t {
  kMissing,      // records, and not one byte of them is there
  kSpoilt,       // bytes are no whole block
  kRepeated,     // ... or are whole blocks that do not belong there: old records, a header among records
  kOtherJoints,  // ... or are records of another number of joints or feet than the header says
  kCutOff,       // the stream has no end; `bytes` behind the last record are no whole block
  kBehindEnd,    // bytes behind the end
};

struct StreamLoss {
  StreamLossKind kind;
  std::uint64_t byte;     // where, from the stream's beginning
  std::uint64_t bytes;    // left out
  std::uint32_t record;   // of the first record that is lost; if none was lost, of the next one
  std::uint32_t records;  // lost; unknown after kCutOff
};

enum class StreamStep : std::uint8_t {
  kRecord,     // *measurement is the next one
  kLoss,       // `loss` says what was left out before the next record
  kSearching,  // neither yet
  kEnd,        // the stream has ended; `status` says whether well
};

// The bytes that are looked at, and where they are.
struct StreamWindow {
  template <typename Source>
  void Fill(Source&& source, std::size_t wanted) {
    if (filled >= wanted || ended) return;
    const std::size_t came = source(static_cast<void*>(bytes + filled), wanted - filled);
    ended = came < wanted - filled;
    filled += came;
  }
  void Drop(std::size_t count);
  void Clear() { filled = 0, offset = 0, ended = false; }

  unsigned char bytes[kLargestBlock] = {};
  std::size_t filled = 0;
  std::uint64_t offset = 0;  // of bytes[0] in the stream
  bool ended = false;        // the source has no more
};

// Reads the records one after the other. `source(data, size)` returns how many bytes came: fewer than `size`
// only at the end. The reader asks for what it needs next, and beyond it only while it searches.
class StreamReader {
 public:
  static constexpr std::uint64_t kHeaderSearch = 1 << 18;  // bytes: more than one block of a flash memory

  // Starts from the beginning: reads to the header. If both copies of it are spoilt, it looks for a record in
  // the first kHeaderSearch bytes; `has_header` is then false, and the header holds nothing but `joints`. If
  // there is none, the status says what is wrong with the first copy. Before the first call it is
  // kCannotOpen; it stays so if there is no source.
  template <typename Source>
  StreamStatus Open(Source&& source) {
    Clear();
    window_.Fill(source, sizeof(StreamHeaderV1));
    status_ = Start();
    if (status_ != StreamStatus::kOk || header_.version == 1) return status_;
    StreamBlock block = Look(source);
    // at most kHeaderSearch
    while (block == StreamBlock::kNone && window_.filled >= kEndBytes && window_.offset < kHeaderSearch) {
      Search();
      block = Look(source);
    }
    status_ = Settle(block);
    return status_;
  }

  // Looks at kLargestBlock bytes or fewer. *measurement is as it was unless the step is kRecord.
  template <typename Source>
  StreamStep Step(Source&& source, Measurement* measurement) {
    if (status_ != StreamStatus::kOk || progress_.finished) return StreamStep::kEnd;
    if (header_.version == 1) {
      window_.Fill(source, FirstVersionNeeds());
      return StepFirstVersion(measurement);
    }
    if (progress_.behind_end) {
      window_.Fill(source, sizeof window_.bytes);
      return StepBehindEnd();
    }
    return Take(Look(source), measurement);
  }

  // Steps to the next record. False: the stream has ended.
  template <typename Source>
  bool Next(Source&& source, Measurement* measurement) {
    StreamStep step = StreamStep::kSearching;
    // without end: to the next record, or as long as bytes come
    while (step != StreamStep::kRecord && step != StreamStep::kEnd) step = Step(source, measurement);
    return step == StreamStep::kRecord;
  }

  StreamStatus status() const { return status_; }
  const StreamHeader& header() const { return header_; }  // of version 1 it has no names
  bool has_header() const { return has_header_; }         // true of version 1
  const StreamLoss& loss() const { return loss_; }        // the last one
  std::uint32_t losses() const { return progress_.losses; }
  std::uint32_t lost_records() const { return progress_.lost_records; }  // without those behind a cut
  bool cut_off() const { return progress_.cut_off; }

 private:
  // Of a pass over a stream; `Clear` sets it back.
  struct Progress {
    std::size_t block_bytes = 0;  // of the block at the window's beginning
    bool searching = false;       // the last block was not good
    bool behind_end = false, finished = false, cut_off = false;
    std::uint32_t next_number = 0;  // that a record should have; version 1: records read
    std::uint32_t losses = 0, lost_records = 0;
    std::uint64_t run_begin = 0, run_bytes = 0;  // left out and not yet told
    StreamLossKind run_kind = StreamLossKind::kMissing;
    std::uint32_t header_check = 0;
    std::uint32_t record_count = 0, checksum = 0, crc32 = 0;  // version 1
  };

  // The good block at the window's beginning, if one is there.
  template <typename Source>
  StreamBlock Look(Source&& source) {
    window_.Fill(source, progress_.searching ? sizeof window_.bytes : kLeadInBytes);
    const StreamBlock block = BlockAt(window_.bytes, window_.filled, &progress_.block_bytes);
    window_.Fill(source, progress_.block_bytes);
    const bool whole = block != StreamBlock::kNone && window_.filled >= progress_.block_bytes &&
                       IsWhole(window_.bytes, progress_.block_bytes);
    return whole ? block : StreamBlock::kNone;
  }

  void Clear();
  StreamStatus Start();
  StreamStatus Settle(StreamBlock block);
  StreamStatus WhyNoHeader() const;
  std::size_t FirstVersionNeeds() const;
  StreamStep StepFirstVersion(Measurement* measurement);
  StreamStep StepBehindEnd();
  StreamStep Take(StreamBlock block, Measurement* measurement);
  StreamStep TakeHeader();
  StreamStep TakeRecord(Measurement* measurement);
  StreamStep TakeEnd();
  StreamStep Search();
  StreamStep LeaveOut(std::size_t bytes, StreamLossKind kind);
  StreamStep Tell(StreamLossKind kind, std::uint32_t records);

  StreamStatus status_ = StreamStatus::kCannotOpen;
  bool has_header_ = false;
  StreamLoss loss_{};
  Progress progress_;
  StreamHeader header_{};
  StreamHeaderV1 first_bytes_{};  // of the stream, whatever they are
  std::size_t first_filled_ = 0;
  StreamWindow window_;
};

}  // namespace footing::hal
