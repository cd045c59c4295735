// The board of the host. The facade's functions act on the source that the program has set: a
// simulated robot or a recorded stream.
#pragma once

#include "hal/record.hpp"

namespace footing::hal {

class Source {
 public:
  virtual ~Source() = default;
  virtual bool Next(Measurement* measurement) = 0;  // as NextMeasurement
  virtual void Apply(const Command& command) = 0;   // as SendCommand
};

// Null: no measurements. The source must outlive its use.
void UseSource(Source* source);

}  // namespace footing::hal
