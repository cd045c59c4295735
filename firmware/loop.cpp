#include "firmware/loop.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/scalar.hpp"
#include "hal/board.hpp"
#include "hal/stream.hpp"

namespace footing {
namespace {

using Scalar = FOOTING_SCALAR;

void PrintNumber(const char* name, std::uint32_t number) {
  std::array<char, 40> line{};
  std::size_t length = 0;
  while (*name != '\0') line[length++] = *name++;
  line[length++] = ' ';
  std::uint32_t unit = 1;
  while (number / unit >= 10) unit *= 10;
  for (; unit != 0; unit /= 10) line[length++] = static_cast<char>('0' + number / unit % 10);
  hal::PrintLine(line.data());
}

}  // namespace

// Stands in for the control tick: a number from each measurement, hashed.
int RunLoop() {
  std::uint32_t ticks = 0;
  std::uint32_t hash = 0;
  std::uint32_t worst_work = 0;
  hal::Measurement measurement{};
  while (hal::NextMeasurement(&measurement)) {
    const std::uint32_t start = hal::WorkCount();
    hal::Command command{};
    for (std::size_t i = 0; i < 12; ++i) {
      const Scalar sine = SinCos(static_cast<Scalar>(measurement.joint_position[i])).sin;
      hash = hal::Crc32(hash, &sine, sizeof(sine));
      command.joint_torque[i] = static_cast<float>(sine);
    }
    hal::SendCommand(command);
    const std::uint32_t work = hal::WorkCount() - start;
    if (work > worst_work) worst_work = work;
    ++ticks;
  }
  PrintNumber("ticks", ticks);
  PrintNumber("hash", hash);
  PrintNumber("worst work", worst_work);
  return 0;
}

}  // namespace footing
