// Text without stdio, which the images do without: a line is put together in a buffer of its own.
#include "firmware/loop_summary.hpp"
#include "hal/board.hpp"

namespace footing {

namespace {

class Line {
 public:
  Line& Text(const char* text) {
    while (*text != '\0') Put(*text++);  // at most 79
    return *this;
  }
  Line& Decimal(std::uint64_t number) {
    std::array<char, 20> digits;
    unsigned count = 0;
    do {  // at most 20
      digits[count++] = static_cast<char>('0' + number % 10);
    } while ((number /= 10) != 0);
    while (count > 0) Put(digits[--count]);  // at most 20
    return *this;
  }
  Line& Hex(std::uint64_t number) {
    // at most 16
    for (int shift = 60; shift >= 0; shift -= 4) Put("0123456789abcdef"[number >> shift & 15]);
    return *this;
  }
  void Print() {
    text_[length_] = '\0';
    hal::PrintLine(text_.data());
  }

 private:
  void Put(char c) {
    if (length_ + 1 < text_.size()) text_[length_++] = c;
  }
  std::array<char, 80> text_;
  unsigned length_ = 0;
};

}  // namespace

void PrintSummary(const LoopSummary& summary) {
  const std::uint64_t ticks = Max<std::uint64_t>(summary.ticks, 1);
  Line().Text("ticks ").Decimal(summary.ticks).Print();
  for (unsigned i = 0; i < summary.statuses.size(); ++i) {
    if (summary.statuses[i] == 0) continue;
    Line()
        .Text("status ")
        .Text(Name(static_cast<SolveStatus>(i)))
        .Text(" ")
        .Decimal(summary.statuses[i])
        .Print();
  }
  for (unsigned i = 0; i < summary.flags.size(); ++i) {
    if (summary.flags[i] == 0) continue;
    Line().Text("flag ").Text(FlagName(static_cast<int>(i))).Text(" ").Decimal(summary.flags[i]).Print();
  }
  // at most hal::kJointCapacity
  for (unsigned j = 0; j < static_cast<unsigned>(hal::kJointCapacity); ++j) {
    if ((summary.suspect_joints & BitOf(j)) != 0) Line().Text("suspect_joint ").Decimal(j).Print();
  }
  Line().Text("pivots_per_1000_ticks ").Decimal(1000 * summary.pivots / ticks).Print();
  Line().Text("pivots_worst ").Decimal(summary.worst_pivots).Print();
  Line().Text("work_mean ").Decimal(summary.work / ticks).Print();
  Line().Text("work_worst ").Decimal(summary.worst_work).Print();
  Line().Text("hash ").Hex(summary.hash.value()).Print();
}

}  // namespace footing
