#include "hal/host_sim/stream_file.hpp"

#include <filesystem>
#include <fstream>

#include "hal/stream_writer.hpp"

namespace footing::hal {
namespace {

void Describe(const StreamReader& reader, std::uint64_t file_bytes, StreamInfo* info) {
  const StreamHeader& header = reader.header();
  info->robot = header.robot;
  info->joint_names.assign(header.joint_names, header.joint_names + header.joints);
  info->feet = header.feet;
  info->version = header.version;
  info->header_lost = !reader.has_header();
  const std::uint64_t beside = 2 * HeaderBytes(header.joints);
  info->about_records =
      file_bytes > beside ? (file_bytes - beside) / RecordBytes(header.joints, header.feet) : 0;
  if (header.version == 1)
    info->about_records = (file_bytes - sizeof(StreamHeaderV1)) / sizeof(StreamRecordV1);
}

std::string Counted(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// "812" or "812 to 815", of loss.records at least one.
std::string Numbers(const StreamLoss& loss) {
  const std::string first = std::to_string(loss.record);
  return loss.records == 1 ? " " + first
                           : "s " + first + " to " + std::to_string(loss.record + loss.records - 1);
}

std::string Line(const StreamLoss& loss, const StreamInfo& info) {
  const std::string bytes = Counted(loss.bytes, "byte");
  const std::string place = " at byte " + std::to_string(loss.byte);
  const std::string lost = loss.records == 0 ? "no record is lost"
                                             : "record" + Numbers(loss) + " of about " +
                                                   std::to_string(info.about_records) +
                                                   (loss.records == 1 ? " is lost" : " are lost");
  switch (loss.kind) {
    case StreamLossKind::kMissing: return "nothing" + place + " where more should be: " + lost;
    case StreamLossKind::kSpoilt: return bytes + place + " spoilt: " + lost;
    case StreamLossKind::kRepeated: return bytes + place + " do not belong there: " + lost;
    case StreamLossKind::kOtherJoints:
      return bytes + place + " with records of another number of joints than " +
             std::to_string(info.joint_names.size()) + ", or of feet than " + std::to_string(info.feet) +
             ": " + lost;
    case StreamLossKind::kCutOff:
      return "cut off before record " + std::to_string(loss.record) + place +
             (loss.bytes == 0 ? "" : ", with " + bytes + " that are no whole record");
    case StreamLossKind::kBehindEnd: return bytes + place + " behind the end, left out";
  }
  return "?";
}

}  // namespace

StreamStatus ReadStream(const std::string& path, std::vector<Measurement>* records, StreamInfo* info) {
  StreamInfo unused;
  if (info == nullptr) info = &unused;
  *info = {};
  records->clear();
  std::error_code error;  // asked before opening, which waits where the path is a pipe
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    return StreamStatus::kNotAFile;
  std::ifstream file(path, std::ios::binary);
  if (!file) return StreamStatus::kCannotOpen;
  const auto source = [&file](void* to, std::size_t size) {
    file.read(static_cast<char*>(to), static_cast<std::streamsize>(size));
    return static_cast<std::size_t>(file.gcount());
  };
  StreamReader reader;
  if (reader.Open(source) == StreamStatus::kOk)
    Describe(reader, std::filesystem::file_size(path, error), info);
  Measurement measurement;
  StreamStep step = StreamStep::kSearching;
  // without end: as long as the file
  while (step != StreamStep::kEnd) {
    step = reader.Step(source, &measurement);
    if (step == StreamStep::kRecord) records->push_back(measurement);
    if (step == StreamStep::kLoss) info->losses.push_back(reader.loss());
  }
  StreamStatus outcome = reader.status();
  if (outcome == StreamStatus::kOk && info->version == 1 && file.peek() != std::ifstream::traits_type::eof())
    outcome = StreamStatus::kTooLong;
  if (outcome != StreamStatus::kOk) records->clear();
  return outcome;
}

StreamStatus WriteStream(const std::string& path, const StreamInfo& info,
                         const std::vector<Measurement>& records) {
  std::vector<const char*> names;
  for (const std::string& name : info.joint_names) names.push_back(name.c_str());
  const StreamStatus fits = CheckNames(info.robot.c_str(), names);
  if (fits != StreamStatus::kOk) return fits;
  for (const Measurement& record : records) {
    if (record.joints != names.size()) return StreamStatus::kBadJoints;
    if (record.feet != info.feet) return StreamStatus::kBadFeet;
  }
  std::ofstream file(path, std::ios::binary);
  if (!file) return StreamStatus::kCannotOpen;
  const auto sink = [&file](const void* data, std::size_t size) {
    return static_cast<bool>(file.write(static_cast<const char*>(data), static_cast<std::streamsize>(size)));
  };
  StreamWriter writer;
  StreamStatus outcome = writer.Begin(info.robot.c_str(), names, kPeriodUs, sink, info.feet);
  for (std::size_t i = 0; i < records.size() && outcome == StreamStatus::kOk; ++i)
    outcome = writer.Add(records[i], sink);
  if (outcome == StreamStatus::kOk) outcome = writer.End(sink);
  file.close();
  return file ? outcome : StreamStatus::kCannotWrite;
}

std::vector<std::string> Losses(const StreamInfo& info) {
  constexpr std::size_t kMost = 20;
  std::vector<std::string> lines;
  if (info.header_lost) lines.push_back("both copies of the header are spoilt: names are unknown");
  for (std::size_t i = 0; i < info.losses.size() && i < kMost; ++i)
    lines.push_back(Line(info.losses[i], info));
  if (info.losses.size() > kMost)
    lines.push_back("and " + std::to_string(info.losses.size() - kMost) + " more");
  return lines;
}

bool StreamSource::Next(Measurement* measurement) {
  if (next_ == records_.size()) return false;
  *measurement = records_[next_++];
  return true;
}

}  // namespace footing::hal
