// The facade on QEMU's MPS2 boards: measurements from a stream file on the host, whose path
// is the image's command line. The last command is kept where a debugger finds it.

#include "hal/board.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include "hal/cortex_m/board_port.hpp"
#include "hal/qemu_mps2/semihosting.hpp"
#include "hal/qemu_mps2/work_clock.hpp"
#include "hal/stream.hpp"

namespace footing::hal {
namespace {

constinit StreamReader reader;
constinit int handle = -1;
constinit WorkClock clock;
constinit Command last_command{};
constinit std::array<char, 1024> command_line{};

// The clock stands still while one of these is alive.
class Uncounted {
 public:
  Uncounted() { clock.Pause(); }
  ~Uncounted() { clock.Resume(); }
};

bool ReadBytes(void* data, std::size_t size) { return semihosting::Read(handle, data, size); }

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

void WriteNumber(std::size_t number) {
  std::array<char, 12> digits{};
  std::size_t at = digits.size() - 1;
  do {  // at most 10
    digits[--at] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  semihosting::Write(&digits[at]);
}

}  // namespace

void StartBoard() {
  clock.Start();
  const Uncounted uncounted;
  OpenStream();
  ReportStream();
}

// Fails as well when the stream did, whatever main thought of it.
void StopBoard(int exit_code) {
  semihosting::Write("stack bytes ");
  WriteNumber(WorstStackBytes());
  semihosting::Write(" of ");
  WriteNumber(StackBytes());
  semihosting::Write("\n");
  semihosting::Exit(reader.status() == StreamStatus::kOk ? exit_code : 1);
}

void Halt(const char* reason) {
  semihosting::Write("halt: ");
  semihosting::Write(reason);
  semihosting::Write("\n");
  semihosting::Exit(2);
}

bool NextMeasurement(Measurement* measurement) {
  const Uncounted uncounted;
  const bool was_ok = reader.status() == StreamStatus::kOk;
  const bool more = reader.Next(ReadBytes, measurement);
  if (was_ok) ReportStream();
  return more;
}

void SendCommand(const Command& command) { last_command = command; }

std::uint32_t WorkCount() { return clock.Instructions(); }

void PrintLine(const char* text) {
  const Uncounted uncounted;
  semihosting::Write(text);
  semihosting::Write("\n");
}

}  // namespace footing::hal
