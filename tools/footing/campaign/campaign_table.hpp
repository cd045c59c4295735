// A campaign's figures as CSV, as Markdown, and as one web page without other files.
#pragma once

#include <string>
#include <vector>

#include "tools/footing/campaign/cell_figures.hpp"

namespace footing::tools {

struct CampaignCell {
  std::string scenario, robot;
  CellFigures figures;
};

struct CampaignTable {
  std::size_t seeds = 0;
  std::vector<std::string> scenarios, robots;
  std::vector<std::string> options;  // of each scenario, as words of the command line
  std::vector<CampaignCell> cells;   // scenario by scenario
};

std::string CampaignCsv(const CampaignTable& table);
std::string CampaignMarkdown(const CampaignTable& table);
std::string CampaignPage(const CampaignTable& table);

}  // namespace footing::tools
