#include "tools/footing/campaign/campaign_table.hpp"

#include <cmath>
#include <string_view>

#include "tools/footing/commands/output/format.hpp"
#include "tools/footing/files/number.hpp"

namespace footing::tools {
namespace {

std::string Heading(const CellColumn& column) {
  const std::string unit = column.unit;
  return unit.empty() ? column.title : std::string(column.title) + ", " + unit;
}

// Quoted where RFC 4180 wants it.
std::string CsvText(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string MarkdownText(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (std::string_view("|<>*_`[]\\").find(c) != std::string_view::npos) safe += '\\';
    safe += c;
  }
  return safe;
}

std::string MarkdownNumber(double value, int digits) {
  return std::isnan(value) ? std::string("–") : Format("%.*f", digits, value);
}

void AddMarkdownTable(const CampaignTable& table, std::string_view group, std::string* text) {
  std::string head = "| scenario | robot |", rule = "|---|---|";
  for (const CellColumn& column : kCellColumns) {
    if (column.group != group) continue;
    head += " " + Heading(column) + " |";
    rule += "---:|";
  }
  *text += head + "\n" + rule + "\n";
  for (const CampaignCell& cell : table.cells) {
    *text += "| " + MarkdownText(cell.scenario) + " | " + MarkdownText(cell.robot) + " |";
    for (std::size_t k = 0; k < kCellColumnCount; ++k) {
      if (kCellColumns[k].group == group)
        *text += " " + MarkdownNumber(cell.figures[k], kCellColumns[k].digits) + " |";
    }
    *text += "\n";
  }
}

void AddMeanings(std::string_view group, std::string* text) {
  *text += "\n";
  for (const CellColumn& column : kCellColumns)
    if (column.group == group) *text += std::string("* ") + Heading(column) + ": " + column.meaning + "\n";
}

}  // namespace

std::string CampaignCsv(const CampaignTable& table) {
  std::string text = "scenario,robot";
  for (const CellColumn& column : kCellColumns) text += std::string(",") + column.name;
  text += "\n";
  for (const CampaignCell& cell : table.cells) {
    text += CsvText(cell.scenario) + "," + CsvText(cell.robot);
    for (const double figure : cell.figures) text += "," + (std::isnan(figure) ? "" : ShortNumber(figure));
    text += "\n";
  }
  return text;
}

std::string CampaignMarkdown(const CampaignTable& table) {
  std::string text = "# Campaign\n\nMade by `footing campaign`. Each row pools the runs of " +
                     std::to_string(table.seeds) + (table.seeds == 1 ? " seed" : " seeds") +
                     "; – is a figure that does not occur.\n";
  constexpr const char* kGroups[][2] = {
      {"contact", "Loaded or not"}, {"slip", "Slip"}, {"state", "Force and base"}};
  for (const auto& [group, title] : kGroups) {
    text += std::string("\n## ") + title + "\n\n";
    AddMarkdownTable(table, group, &text);
    AddMeanings(group, &text);
  }
  text += "\n## The scenarios\n\n| scenario | options of `footing simulate` |\n|---|---|\n";
  for (std::size_t i = 0; i < table.scenarios.size(); ++i) {
    text += "| " + MarkdownText(table.scenarios[i]) + " | " +
            (table.options[i].empty() ? "" : "`" + table.options[i] + "` ") + "|\n";
  }
  return text;
}

}  // namespace footing::tools
