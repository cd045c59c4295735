// Measurement streams (hal/stream.hpp) as files on the host.
#pragma once

#include <string>
#include <vector>

#include "hal/host_sim/host_sim.hpp"
#include "hal/stream.hpp"

namespace footing::hal {

// On kOk *records holds all records of the file; otherwise it is empty.
StreamStatus ReadStream(const std::string& path, std::vector<Measurement>* records);
StreamStatus WriteStream(const std::string& path, const std::vector<Measurement>& records);

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
