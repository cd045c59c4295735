#include <cmath>
#include <string>

#include "tests/research/bench/print_results.hpp"

namespace footing::bench {

namespace {

constexpr double kLine = 15;     // px, of a solver
constexpr double kLabels = 250;  // px, left of the axis
constexpr double kDecade = 120;  // px
constexpr double kLeast = 1e-7;  // s, at the axis' left end
constexpr double kMost = 1e-1;
constexpr double kWidth = kLabels + 6 * kDecade + 120;

double Across(double seconds) {
  const double clamped = std::min(std::max(seconds, kLeast), kMost);
  return kLabels + kDecade * std::log10(clamped / kLeast);
}

const char* Colour(const Row& row) {
  if (row.role == Role::kFooting) return "#1f6fb4";
  return row.role == Role::kYardstick ? "#777777" : "#c98a1b";
}

std::string Escape(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '&' ? "&amp;" : std::string(1, c);
  return escaped;
}

void PrintText(std::FILE* file, double x, double y, const char* anchor, const char* fill,
               const std::string& text) {
  std::fprintf(file, "<text x=\"%.0f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n", x, y, anchor,
               fill, Escape(text).c_str());
}

// Draws the median as a bar, the 99.9 % quantile as a line to a tick, the worst as a dot; wrong answers in
// words.
void PrintRow(std::FILE* file, const Row& row, double y) {
  const double median = Across(row.Median());
  const double tail = Across(row.Quantile(0.999));
  const double middle = y + kLine / 2;
  PrintText(file, kLabels - 6, middle + 4, "end", "#222222", row.name);
  std::fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n", kLabels,
               y + 3, median - kLabels, kLine - 6, Colour(row));
  std::fprintf(file, "<path d=\"M%.1f %.1fH%.1fM%.1f %.1fv6\" stroke=\"#222222\" fill=\"none\"/>\n", median,
               middle, tail, tail, middle - 3);
  const double worst = Across(row.Quantile(1));
  std::fprintf(file, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\" fill=\"#222222\"/>\n", worst, middle);
  if (row.wrong == 0) return;
  char text[64];
  std::snprintf(text, sizeof text, "%.3g %% wrong",
                100.0 * static_cast<double>(row.wrong) / static_cast<double>(row.answers));
  PrintText(file, worst + 6, middle + 4, "start", "#c02020", text);
}

}  // namespace

void PrintPicture(std::FILE* file, const std::vector<Result>& results) {
  double height = 40;
  for (const Result& result : results) height += kLine * (static_cast<double>(result.rows.size()) + 2.5);
  std::fprintf(file,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
               "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"100%%\" height=\"100%%\" "
               "fill=\"white\"/>\n",
               kWidth, height);
  PrintText(file, 10, 18, "start", "#222222",
            "Time of a solve: bar = median, tick = 99.9 %, dot = worst. Blue: Footing; brown: others; grey: "
            "yardsticks.");
  double y = 40;
  for (const Result& result : results) {
    PrintText(file, 10, y + kLine - 4, "start", "#000000", result.title);
    y += 1.5 * kLine;
    const double end = y + kLine * static_cast<double>(result.rows.size());
    static const char* const kMarks[] = {"0.1 µs", "1 µs", "10 µs", "0.1 ms", "1 ms", "10 ms", "0.1 s"};
    for (int k = 0; k <= 6; ++k) {
      const double x = kLabels + kDecade * k;
      std::fprintf(file, "<path d=\"M%.1f %.1fV%.1f\" stroke=\"#dddddd\"/>\n", x, y, end);
      PrintText(file, x, y - 3, "middle", "#888888", kMarks[k]);
    }
    for (const Row& row : result.rows) {
      PrintRow(file, row, y);
      y += kLine;
    }
    y += kLine;
  }
  std::fprintf(file, "</svg>\n");
}

}  // namespace footing::bench
