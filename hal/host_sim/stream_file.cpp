#include "hal/host_sim/stream_file.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>

namespace footing::hal {

StreamStatus ReadStream(const std::string& path, std::vector<Measurement>* records) {
  records->clear();
  std::error_code error;  // asked before opening, which waits where the path is a pipe
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    return StreamStatus::kNotAFile;
  std::ifstream file(path, std::ios::binary);
  if (!file) return StreamStatus::kCannotOpen;
  const auto source = [&file](void* to, std::size_t size) {
    return static_cast<bool>(file.read(static_cast<char*>(to), static_cast<std::streamsize>(size)));
  };
  StreamReader reader;
  static_cast<void>(reader.Open(source));
  Measurement measurement;
  // without end: as long as the header says
  while (reader.Next(source, &measurement)) records->push_back(measurement);
  StreamStatus outcome = reader.status();
  if (outcome == StreamStatus::kOk && file.peek() != std::ifstream::traits_type::eof())
    outcome = StreamStatus::kTooLong;
  if (outcome != StreamStatus::kOk) records->clear();
  return outcome;
}

StreamStatus WriteStream(const std::string& path, const std::vector<Measurement>& records) {
  std::vector<StreamRecord> written(records.size());
  for (std::size_t i = 0; i < records.size(); ++i) ToRecord(records[i], &written[i]);
  const std::size_t size = written.size() * sizeof(StreamRecord);
  StreamHeader header{};
  std::memcpy(header.magic, kStreamMagic, sizeof header.magic);
  header.version = kStreamVersion;
  header.record_bytes = sizeof(StreamRecord);
  header.record_count = static_cast<std::uint32_t>(records.size());
  header.period_us = kPeriodUs;
  header.crc32 = Crc32(0, written.data(), size);
  std::ofstream file(path, std::ios::binary);
  if (!file) return StreamStatus::kCannotOpen;
  file.write(reinterpret_cast<const char*>(&header), sizeof header);
  file.write(reinterpret_cast<const char*>(written.data()), static_cast<std::streamsize>(size));
  file.close();
  return file ? StreamStatus::kOk : StreamStatus::kCannotWrite;
}

bool StreamSource::Next(Measurement* measurement) {
  if (next_ == records_.size()) return false;
  *measurement = records_[next_++];
  return true;
}

}  // namespace footing::hal
