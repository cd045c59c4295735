// Measurement streams (hal/stream.hpp) as files on the host.
#pragma once

#include <string>
#include <vector>

#include "hal/host_sim/host_sim.hpp"
#include "hal/stream.hpp"

namespace footing::hal {

// What a stream says beside its records. Names that it does not say are empty: those of version 1, and of a
// stream whose header is lost.
struct StreamInfo {
  std::string robot;
  std::vector<std::string> joint_names;  // as many as there are joints
  std::uint32_t feet = 0;                // with a measured force
  std::uint32_t version = kStreamVersion;
  bool header_lost = false;
  std::vector<StreamLoss> losses;
  std::uint64_t about_records = 0;  // that the file has room for
};

// On kOk *records holds all records of the file that are whole, and *info, if any, says what is not.
// Otherwise *records is empty.
StreamStatus ReadStream(const std::string& path, std::vector<Measurement>* records,
                        StreamInfo* info = nullptr);

// Writes version 2, or 4 where there are feet, with `robot`, `joint_names` and `feet` of *info. kBadJoints,
// kBadFeet: a record is of another number. kBadName: a name is longer than 31 bytes. Then the file is not
// touched.
StreamStatus WriteStream(const std::string& path, const StreamInfo& info,
                         const std::vector<Measurement>& records);

// What is not whole, a line each: at most 20 losses, and how many there are beyond.
std::vector<std::string> Losses(const StreamInfo& info);

// Plays records; ignores commands.
class StreamSource : public Source {
 public:
  explicit StreamSource(const std::vector<Measurement>& records) : records_(records) {}
  bool Next(Measurement* measurement) override;
  void Apply(const Command&) override {}

 private:
  const std::vector<Measurement>& records_;
  std::size_t next_ = 0;
};

}  // namespace footing::hal
