#include "tools/footing/report/page_parts.hpp"

namespace footing::tools {
namespace {

void ReplaceAll(std::string* text, const std::string& what, std::string_view by) {
  for (std::size_t at = text->find(what); at != std::string::npos; at = text->find(what, at + by.size()))
    text->replace(at, what.size(), by);
}

}  // namespace

std::string PageOf(std::span<const PagePart> parts, const nlohmann::json& data) {
  std::string page(parts[0].text);
  for (const PagePart& part : parts) ReplaceAll(&page, "@@" + std::string(part.name) + "@@", part.text);
  std::string text = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  ReplaceAll(&text, "<", "\\u003c");  // so no text in the data can end the script element
  ReplaceAll(&page, "@@data@@", text);
  return page;
}

}  // namespace footing::tools
