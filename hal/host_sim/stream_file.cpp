#include "hal/host_sim/stream_file.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>

namespace footing::hal {

StreamStatus ReadStream(const std::string& path, std::vector<Measurement>* records) {
  records->clear();
  std::error_code error;
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path, error)) return StreamStatus::kCannotOpen;
  const auto source = [&file](void* to, std::size_t size) {
    return static_cast<bool>(file.read(static_cast<char*>(to), static_cast<std::streamsize>(size)));
  };
  StreamReader reader;
  static_cast<void>(reader.Open(source));
  Measurement measurement;
  // without end: as long as the header says
  while (reader.Next(source, &measurement)) records->push_back(measurement);
  if (reader.status() != StreamStatus::kOk) records->clear();
  return reader.status();
}

StreamStatus WriteStream(const std::string& path, const std::vector<Measurement>& records) {
  const std::size_t size = records.size() * sizeof(Measurement);
  StreamHeader header{};
  std::memcpy(header.magic, kStreamMagic, sizeof header.magic);
  header.version = kStreamVersion;
  header.record_bytes = sizeof(Measurement);
  header.record_count = static_cast<std::uint32_t>(records.size());
  header.period_us = kPeriodUs;
  header.crc32 = Crc32(0, records.data(), size);
  std::ofstream file(path, std::ios::binary);
  if (!file) return StreamStatus::kCannotOpen;
  file.write(reinterpret_cast<const char*>(&header), sizeof header);
  file.write(reinterpret_cast<const char*>(records.data()), static_cast<std::streamsize>(size));
  file.close();
  return file ? StreamStatus::kOk : StreamStatus::kCannotWrite;
}

bool StreamSource::Next(Measurement* measurement) {
  if (next_ == records_.size()) return false;
  *measurement = records_[next_++];
  return true;
}

}  // namespace footing::hal
