// A line of JSON, fields in the order in which they are set.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace footing::tools {

using OrderedJson = nlohmann::ordered_json;

// Replaces bytes that are no UTF-8, which the text of a file may hold.
inline std::string JsonLine(const OrderedJson& json) {
  return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

}  // namespace footing::tools
