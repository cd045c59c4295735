// The page: its files are compiled into the program, and its figures are JSON in it.
#include "tools/footing/campaign/campaign_table.hpp"
#include "tools/footing/report/page_parts.hpp"

namespace footing::tools {
namespace {

constexpr PagePart kParts[] = {
#include "campaign_parts.inc"
};

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

std::string CampaignPage(const CampaignTable& table) { return PageOf(kParts, DataOf(table)); }

}  // namespace footing::tools
