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

struct StreamReader {
  int handle = -1;
  StreamHeader header{};
  std::uint32_t records_read = 0;
  std::uint32_t crc32 = 0;
  StreamStatus status = StreamStatus::kOk;
};

constinit StreamReader reader;
constinit WorkClock clock;
constinit Command last_command{};
constinit std::array<char, 1024> command_line{};

// The clock stands still while one of these is alive.
class Uncounted {
 public:
  Uncounted() { clock.Pause(); }
  ~Uncounted() { clock.Resume(); }
};

void Fail(StreamStatus status) {
  reader.status = status;
  semihosting::Write("stream: ");
  semihosting::Write(Name(status));
  semihosting::Write("\n");
}

StreamStatus OpenStream() {
  if (!semihosting::CommandLine(command_line.data(), command_line.size())) return StreamStatus::kCannotOpen;
  reader.handle = semihosting::Open(command_line.data());
  if (reader.handle < 0) return StreamStatus::kCannotOpen;
  if (!semihosting::Read(reader.handle, &reader.header, sizeof(reader.header)))
    return StreamStatus::kTooShort;
  return CheckHeader(reader.header);
}

void WriteNumber(std::size_t number) {
  std::array<char, 12> digits{};
  std::size_t at = digits.size() - 1;
  do {
    digits[--at] = static_cast<char>('0' + number % 10);
    number /= 10;
  } while (number != 0);
  semihosting::Write(&digits[at]);
}

}  // namespace

void StartBoard() {
  clock.Start();
  const Uncounted uncounted;
  const StreamStatus status = OpenStream();
  if (status != StreamStatus::kOk) Fail(status);
}

// Fails as well when the stream did, whatever main thought of it.
void StopBoard(int exit_code) {
  semihosting::Write("stack bytes ");
  WriteNumber(WorstStackBytes());
  semihosting::Write(" of ");
  WriteNumber(StackBytes());
  semihosting::Write("\n");
  semihosting::Exit(reader.status == StreamStatus::kOk ? exit_code : 1);
}

void Halt(const char* reason) {
  semihosting::Write("halt: ");
  semihosting::Write(reason);
  semihosting::Write("\n");
  semihosting::Exit(2);
}

bool NextMeasurement(Measurement* measurement) {
  const Uncounted uncounted;
  if (reader.status != StreamStatus::kOk) return false;
  if (reader.records_read == reader.header.record_count) {
    if (reader.crc32 != reader.header.crc32) Fail(StreamStatus::kBadChecksum);
    return false;
  }
  Measurement record;
  if (!semihosting::Read(reader.handle, &record, sizeof(record))) {
    Fail(StreamStatus::kTooShort);
    return false;
  }
  reader.crc32 = Crc32(reader.crc32, &record, sizeof(record));
  ++reader.records_read;
  *measurement = record;
  return true;
}

void SendCommand(const Command& command) { last_command = command; }

std::uint32_t WorkCount() { return clock.Instructions(); }

void PrintLine(const char* text) {
  const Uncounted uncounted;
  semihosting::Write(text);
  semihosting::Write("\n");
}

}  // namespace footing::hal
