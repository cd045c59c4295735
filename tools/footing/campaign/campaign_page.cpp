// The page: its files are compiled into the program, and its figures are JSON in it.
#include <nlohmann/json.hpp>
#include <string_view>

#include "tools/footing/campaign/campaign_table.hpp"

namespace footing::tools {
namespace {

struct Part {
  std::string_view name, text;
};

constexpr Part kParts[] = {
#include "campaign_parts.inc"
};

void ReplaceAll(std::string* text, const std::string& what, std::string_view by) {
  for (std::size_t at = text->find(what); at != std::string::npos; at = text->find(what, at + by.size()))
    text->replace(at, what.size(), by);
}

nlohmann::json DataOf(const CampaignTable& table) {
  nlohmann::json data = {
      {"seeds", table.seeds},   {"scenarios", table.scenarios},       {"options", table.options},
      {"robots", table.robots}, {"columns", nlohmann::json::array()}, {"cells", nlohmann::json::array()}};
  for (const CellColumn& column : kCellColumns) {
    data["columns"].push_back({{"name", column.name},
                               {"title", column.title},
                               {"unit", column.unit},
                               {"digits", column.digits},
                               {"better", column.better},
                               {"group", column.group},
                               {"meaning", column.meaning}});
  }
  for (const CampaignCell& cell : table.cells)  // NaN becomes null
    data["cells"].push_back({{"scenario", cell.scenario}, {"robot", cell.robot}, {"figures", cell.figures}});
  return data;
}

}  // namespace

std::string CampaignPage(const CampaignTable& table) {
  std::string page(kParts[0].text);
  for (const Part& part : kParts) ReplaceAll(&page, "@@" + std::string(part.name) + "@@", part.text);
  std::string data = DataOf(table).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  ReplaceAll(&data, "<", "\\u003c");  // so no text in the data can end the script element
  ReplaceAll(&page, "@@data@@", data);
  return page;
}

}  // namespace footing::tools
