#include "tools/footing/simulate/scenario/scenario_options.hpp"

#include <stdexcept>

#include <CLI/CLI.hpp>

namespace footing::tools {

void AddScenarioOptions(CLI::App& command, Scenario* scenario) {
  // `take` throws std::invalid_argument.
  const auto add = [&command](const char* name, const char* form, const char* meaning, auto take) {
    const auto read = [name, take](const std::string& text) {
      try {
        take(text);
      } catch (const std::invalid_argument& error) {
        throw CLI::ValidationError(name, error.what());
      }
    };
    return command.add_option_function<std::string>(name, read, meaning)->type_name(form);
  };
  add("--terrain", "KIND",
      "flat, ramp:DEG, slope:DEG, stairs:HEIGHT, steps:HEIGHT, rough:HEIGHT [m] or soft:K [N/m]",
      [scenario](const std::string& text) { scenario->terrain = ParseTerrain(text); });
  const auto read_patch = [scenario](const std::vector<std::string>& all) {
    for (const std::string& text : all) {
      try {
        scenario->patches.push_back(ParsePatch(text));
      } catch (const std::invalid_argument& error) {
        throw CLI::ValidationError("--patch", error.what());
      }
    }
  };
  command
      .add_option_function<std::vector<std::string>>(
          "--patch", read_patch, "ground between two places [m] with this friction; may be given again")
      ->type_name("X0:X1:MU")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add("--gait", "GAIT", "trot, walk or pace",
      [scenario](const std::string& text) { scenario->gait = ParseGait(text); });
  add("--payload", "KG[:X:Y:Z]",
      "on the trunk of the plant, at this place of the base [m]; 30% is of the robot's mass",
      [scenario](const std::string& text) { scenario->payload = ParsePayload(text); });
  add("--crane", "T0:T1", "s: lifts the robot off the ground, and puts it down",
      [scenario](const std::string& text) { scenario->crane = ParseCrane(text); });
}

}  // namespace footing::tools
