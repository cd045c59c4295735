#include "hal/cortex_m/semihosting_board.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include "hal/board.hpp"
#include "hal/cortex_m/board_port.hpp"
#include "hal/cortex_m/semihosting.hpp"
#include "hal/stream.hpp"

namespace footing::hal {
namespace {

constinit StreamReader reader;
constinit int handle = -1;
constinit Command last_command{};
constinit std::array<char, 1024> command_line{};

std::size_t ReadBytes(void* data, std::size_t size) { return semihosting::Read(handle, data, size); }

void OpenStream() {
  if (!semihosting::CommandLine(command_line.data(), command_line.size())) return;
  handle = semihosting::Open(command_line.data());
  if (handle >= 0) (void)reader.Open(ReadBytes);
}

void ReportStream() {
  if (reader.status() == StreamStatus::kOk) return;
  semihosting::Write("stream: ");
  semihosting::Write(Name(reader.status()));
  semihosting::Write("\n");
}

void WriteNumber(const char* before, std::uint32_t number, std::uint32_t base = 10) {
  std::array<char, 12> digits{};
  std::size_t at = digits.size() - 1;
  do {  // at most 10
    digits[--at] = "0123456789abcdef"[number % base];
    number /= base;
  } while (number != 0);
  semihosting::Write(before);
  semihosting::Write(&digits[at]);
}

void ReportLosses() {
  if (reader.losses() == 0) return;
  WriteNumber("stream: losses ", reader.losses());
  WriteNumber(", records lost ", reader.lost_records());
  semihosting::Write(reader.cut_off() ? ", cut off\n" : "\n");
}

}  // namespace

void StartBoard() {
  StartWorkCount();
  OpenStream();
  ReportStream();
}

// The exit code is also 1 when the stream failed, whatever main returned.
void StopBoard(int exit_code) {
  WriteNumber("stack bytes ", WorstStackBytes());
  WriteNumber(" of ", StackBytes());
  semihosting::Write("\n");
  semihosting::Exit(reader.status() == StreamStatus::kOk ? exit_code : 1);
}

void Halt(const char* reason, const Fault& fault) {
  semihosting::Write("halt: ");
  semihosting::Write(reason);
  WriteNumber("\npc ", fault.program_counter, 16);
  WriteNumber(" lr ", fault.link_register, 16);
  WriteNumber(" cfsr ", fault.status, 16);
  WriteNumber(" hfsr ", fault.hard_status, 16);
  WriteNumber(" mmfar ", fault.memory_address, 16);
  WriteNumber(" bfar ", fault.bus_address, 16);
  semihosting::Write("\n");
  semihosting::Exit(2);
}

bool NextMeasurement(Measurement* measurement) {
  const bool was_ok = reader.status() == StreamStatus::kOk;
  const bool more = reader.Next(ReadBytes, measurement);
  if (was_ok) ReportStream();
  if (!more && was_ok) ReportLosses();
  return more;
}

void SendCommand(const Command& command) { last_command = command; }

void PrintLine(const char* text) {
  semihosting::Write(text);
  semihosting::Write("\n");
}

}  // namespace footing::hal
