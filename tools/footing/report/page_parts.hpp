// A page for a browser: text files that are compiled into the program, and its data as JSON in it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace footing::tools {

struct PagePart {
  std::string_view name, text;
};

// The first part, with each @@NAME@@ replaced by the part of that name, and @@data@@ by the data; what is no
// UTF-8 in it is replaced.
std::string PageOf(std::span<const PagePart> parts, const nlohmann::json& data);

}  // namespace footing::tools
