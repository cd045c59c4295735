#include "hal/host_sim/stream_file.hpp"

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace footing::hal {

StreamStatus ReadStream(const std::string& path, std::vector<Measurement>* records) {
  records->clear();
  std::error_code error;
  std::ifstream file(path, std::ios::binary);
  if (!file || std::filesystem::is_directory(path, error)) return StreamStatus::kCannotOpen;
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  StreamHeader header;
  if (bytes.size() < sizeof header) return StreamStatus::kTooShort;
  std::memcpy(&header, bytes.data(), sizeof header);
  const StreamStatus status = CheckHeader(header);
  if (status != StreamStatus::kOk) return status;
  const std::size_t size = std::size_t{header.record_count} * sizeof(Measurement);
  if (bytes.size() - sizeof header < size) return StreamStatus::kTooShort;
  if (Crc32(0, bytes.data() + sizeof header, size) != header.crc32) return StreamStatus::kBadChecksum;
  records->resize(header.record_count);
  if (size > 0) std::memcpy(records->data(), bytes.data() + sizeof header, size);
  return StreamStatus::kOk;
}

StreamStatus WriteStream(const std::string& path, const std::vector<Measurement>& records) {
  const std::size_t size = records.size() * sizeof(Measurement);
  StreamHeader header{};
  std::memcpy(header.magic, kStreamMagic, sizeof header.magic);
  header.version = kStreamVersion;
  header.record_bytes = sizeof(Measurement);
  header.record_count = static_cast<std::uint32_t>(records.size());
  header.period_us = 1000;
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
