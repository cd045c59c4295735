// Not a board: the facade's functions without drivers, so that the firmware can be linked
// against the memory map of a part and its size measured. It shows that the image fits, and
// nothing about drivers. The work is counted in cycles, as on a real part; everything else goes through
// volatile memory; otherwise the linker would drop the control tick, which would have no effect.

#include "hal/board.hpp"

#include <array>
#include <bit>

#include "hal/cortex_m/board_port.hpp"
#include "hal/cortex_m/cycle_count.hpp"

namespace footing::hal {
namespace {

volatile std::uint32_t port;

template <typename Record>
void Exchange(Record* record) {
  std::array<std::uint32_t, sizeof(Record) / sizeof(std::uint32_t)> words;
  for (std::uint32_t& word : words) word = port;
  *record = std::bit_cast<Record>(words);
}

}  // namespace

void StartBoard() {
  if (!CycleCount::Start()) Halt("no cycle counter");
}

void StopBoard(int) { Halt(""); }

void Halt(const char*, const Fault&) {
  while (true) port = 1;  // without end: the board has stopped
}

bool NextMeasurement(Measurement* measurement) {
  Exchange(measurement);
  return true;
}

void SendCommand(const Command& command) {
  for (const float torque : command.joint_torque) port = std::bit_cast<std::uint32_t>(torque);
}

std::uint32_t WorkCount() { return CycleCount::Now(); }

void PrintLine(const char* text) {
  // without end: as long as the text
  while (*text != '\0') port = static_cast<std::uint32_t>(*text++);
}

}  // namespace footing::hal
