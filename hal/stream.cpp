#include "hal/stream.hpp"

#include <cstring>

namespace footing::hal {

void StreamWindow::Drop(std::size_t count) {
  filled -= count;
  offset += count;
  std::memmove(bytes, bytes + count, filled);
}

void StreamReader::Clear() {
  status_ = StreamStatus::kCannotOpen;
  has_header_ = false;
  loss_ = {};
  progress_ = {};
  std::memset(&header_, 0, sizeof header_);
  window_.Clear();
}

// Knows version 1 by its header; of all else the first bytes are kept, to say what is wrong.
StreamStatus StreamReader::Start() {
  first_filled_ = window_.filled;
  std::memcpy(&first_bytes_, window_.bytes, sizeof first_bytes_);
  if (first_filled_ < sizeof first_bytes_) return StreamStatus::kTooShort;
  if (std::memcmp(first_bytes_.magic, kStreamMagic, sizeof kStreamMagic) != 0 || first_bytes_.version != 1)
    return StreamStatus::kOk;
  const StreamStatus status = CheckHeader(first_bytes_);
  if (status != StreamStatus::kOk) return status;
  has_header_ = true;
  header_.version = 1;
  header_.joints = 12;
  header_.period_us = first_bytes_.period_us;
  progress_.record_count = first_bytes_.record_count;
  progress_.checksum = first_bytes_.crc32;
  window_.Drop(sizeof first_bytes_);
  return StreamStatus::kOk;
}

// The header's block stays in the window, so that `Step` tells what was left out before it.
StreamStatus StreamReader::Settle(StreamBlock block) {
  if (block == StreamBlock::kHeader) {
    UnpackHeader(window_.bytes, &header_);
    has_header_ = true;
    progress_.header_check = WordAt(window_.bytes, progress_.block_bytes - 4);
    return header_.period_us == kPeriodUs ? StreamStatus::kOk : StreamStatus::kBadPeriod;
  }
  if (block == StreamBlock::kRecord) {
    header_.joints = JointsIn(WordAt(window_.bytes, 4));
    header_.feet = FeetIn(WordAt(window_.bytes, 4));
    header_.version = header_.feet == 0 ? kStreamVersion : kForceStreamVersion;
    return StreamStatus::kOk;
  }
  return WhyNoHeader();
}

StreamStatus StreamReader::WhyNoHeader() const {
  const std::uint32_t counts = first_bytes_.record_bytes;  // from version 2 on they are at the same place
  const std::uint32_t version = first_bytes_.version;
  const bool forces = version == kForceStreamVersion;
  if (std::memcmp(first_bytes_.magic, kStreamMagic, sizeof kStreamMagic) != 0) return StreamStatus::kBadMagic;
  if (version != kStreamVersion && !forces) return StreamStatus::kBadVersion;
  if ((forces ? JointsIn(counts) : counts) > kJointCapacity) return StreamStatus::kBadJoints;
  if (forces && (FeetIn(counts) == 0 || FeetIn(counts) > kFootCapacity)) return StreamStatus::kBadFeet;
  const bool short_of_header = window_.offset + window_.filled < HeaderBytes(JointsIn(counts));
  return short_of_header ? StreamStatus::kTooShort : StreamStatus::kBadChecksum;
}

// Nothing behind the last record: whether bytes follow is the caller's to ask.
std::size_t StreamReader::FirstVersionNeeds() const {
  return progress_.next_number == progress_.record_count ? 0 : sizeof(StreamRecordV1);
}

StreamStep StreamReader::StepFirstVersion(Measurement* measurement) {
  const bool at_end = progress_.next_number == progress_.record_count;
  if (at_end || window_.filled < sizeof(StreamRecordV1)) {
    progress_.finished = true;
    if (!at_end)
      status_ = StreamStatus::kTooShort;
    else if (progress_.crc32 != progress_.checksum)
      status_ = StreamStatus::kBadChecksum;
    return StreamStep::kEnd;
  }
  StreamRecordV1 record;
  std::memcpy(&record, window_.bytes, sizeof record);
  progress_.crc32 = Crc32(progress_.crc32, &record, sizeof record);
  ++progress_.next_number;
  window_.Drop(sizeof record);
  ToMeasurement(record, measurement);
  return StreamStep::kRecord;
}

StreamStep StreamReader::StepBehindEnd() {
  if (window_.filled > 0) return LeaveOut(window_.filled, StreamLossKind::kBehindEnd);
  progress_.finished = true;
  return progress_.run_bytes > 0 ? Tell(StreamLossKind::kBehindEnd, 0) : StreamStep::kEnd;
}

StreamStep StreamReader::Take(StreamBlock block, Measurement* measurement) {
  if (block == StreamBlock::kNone) return Search();
  progress_.searching = false;
  if (block == StreamBlock::kRecord) return TakeRecord(measurement);
  return block == StreamBlock::kHeader ? TakeHeader() : TakeEnd();
}

// Both copies come here. Their names are known by now.
StreamStep StreamReader::TakeHeader() {
  const bool known = has_header_ && progress_.next_number == 0 &&
                     WordAt(window_.bytes, progress_.block_bytes - 4) == progress_.header_check;
  if (!known) return LeaveOut(progress_.block_bytes, StreamLossKind::kRepeated);
  if (progress_.run_bytes > 0) return Tell(progress_.run_kind, 0);
  window_.Drop(progress_.block_bytes);
  return StreamStep::kSearching;
}

StreamStep StreamReader::TakeRecord(Measurement* measurement) {
  if (WordAt(window_.bytes, 4) != CountsWord(header_.joints, header_.feet))
    return LeaveOut(progress_.block_bytes, StreamLossKind::kOtherJoints);
  const std::uint32_t number = WordAt(window_.bytes, 8);
  if (number < progress_.next_number) return LeaveOut(progress_.block_bytes, StreamLossKind::kRepeated);
  if (progress_.run_bytes > 0 || number > progress_.next_number)
    return Tell(progress_.run_kind, number - progress_.next_number);
  UnpackRecord(window_.bytes, measurement);
  window_.Drop(progress_.block_bytes);
  ++progress_.next_number;
  return StreamStep::kRecord;
}

StreamStep StreamReader::TakeEnd() {
  const std::uint32_t records = WordAt(window_.bytes, 4);
  if (records < progress_.next_number) return LeaveOut(progress_.block_bytes, StreamLossKind::kRepeated);
  if (progress_.run_bytes > 0 || records > progress_.next_number)
    return Tell(progress_.run_kind, records - progress_.next_number);
  window_.Drop(progress_.block_bytes);
  progress_.behind_end = true;
  return StreamStep::kSearching;
}

// No good block begins here. The stream is over where not even an end fits.
StreamStep StreamReader::Search() {
  progress_.searching = true;
  if (window_.filled >= kEndBytes)
    return LeaveOut(NextLeadIn(window_.bytes, window_.filled), StreamLossKind::kSpoilt);
  (void)LeaveOut(window_.filled, StreamLossKind::kSpoilt);
  progress_.finished = true;
  progress_.cut_off = true;
  return Tell(StreamLossKind::kCutOff, 0);
}

// The run of bytes that are left out goes on, and keeps the kind that says most.
StreamStep StreamReader::LeaveOut(std::size_t bytes, StreamLossKind kind) {
  if (progress_.run_bytes == 0) progress_.run_begin = window_.offset;
  if (kind > progress_.run_kind) progress_.run_kind = kind;
  progress_.run_bytes += bytes;
  window_.Drop(bytes);
  return StreamStep::kSearching;
}

StreamStep StreamReader::Tell(StreamLossKind kind, std::uint32_t records) {
  const std::uint64_t byte = progress_.run_bytes > 0 ? progress_.run_begin : window_.offset;
  loss_ = {kind, byte, progress_.run_bytes, progress_.next_number, records};
  ++progress_.losses;
  progress_.lost_records += records;
  progress_.next_number += records;
  progress_.run_bytes = 0;
  progress_.run_kind = StreamLossKind::kMissing;
  return StreamStep::kLoss;
}

}  // namespace footing::hal
