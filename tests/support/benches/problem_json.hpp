// Small problem files as JSON, for tests to change.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

namespace footing::tools {

using Json = nlohmann::json;

inline Json Lcp() { return {{"kind", "lcp"}, {"A", {{2, 1}, {1, 2}}}, {"q", {-5, -6}}}; }

inline Json Boxed() {
  return {{"kind", "boxed"}, {"A", {{2, 0}, {0, 1}}}, {"b", {-4, 3}},
          {"lo", {0, -1}},   {"hi", {"inf", 1}},      {"findex", {-1, -1}}};
}

// A point mass of 2 kg on the floor, pushed along x (the first tangent) and y.
inline Json PointMass(double push_x, double push_y) {
  return {{"kind", "contact"},
          {"M", {{2, 0, 0}, {0, 2, 0}, {0, 0, 2}}},
          {"tau_star", {0.01 * push_x, 0.01 * push_y, -0.2}},
          {"dt", 0.01},
          {"contacts",
           {{{"normal_jacobian", {0, 0, 1}},
             {"tangent_jacobians", {{1, 0, 0}, {0, 1, 0}}},
             {"mu", 0.5},
             {"normal_bias", 0}}}}};
}

inline Json Changed(Json json, const char* pointer, const Json& value) {
  json[Json::json_pointer(pointer)] = value;
  return json;
}

inline Json Identity(int size) {
  Json rows = Json::array();
  for (int i = 0; i < size; ++i) {
    rows.push_back(std::vector<double>(static_cast<std::size_t>(size), 0.0));
    rows.back()[static_cast<std::size_t>(i)] = 1;
  }
  return rows;
}

}  // namespace footing::tools
