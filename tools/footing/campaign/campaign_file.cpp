#include "tools/footing/campaign/campaign_file.hpp"

#include <algorithm>
#include <stdexcept>

#include "tools/footing/solve/file/json_field.hpp"

namespace footing::tools {
namespace {

constexpr int kMost = 1000;  // scenarios, seeds

void RefuseOthers(const Field& object, std::initializer_list<const char*> known) {
  for (const std::string& key : object.Keys()) {
    const bool is_known =
        std::any_of(known.begin(), known.end(), [&](const char* name) { return key == name; });
    if (!is_known) object.At(key.c_str()).Fail("no such member");
  }
}

template <typename Value>
void RefuseTwice(const Field& list, std::size_t index, const std::vector<Value>& before, const Value& value) {
  if (std::find(before.begin(), before.end(), value) != before.end())
    list.At(index).Fail("is in the list twice");
}

// A word, or a number as a word.
std::string Word(const Field& field, const Json& value) {
  if (value.is_string()) return field.Line();
  if (value.is_number()) return value.dump();
  field.FailAs("a string or a number");
}

// ["--push", 20, …], or {"push": 20, "pulled": true, "sensor": ["delay=1", …]}.
std::vector<std::string> Words(const Field& options, const Json& value) {
  std::vector<std::string> words;
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) words.push_back(Word(options.At(i), value[i]));
    return words;
  }
  if (!value.is_object()) options.FailAs("a list or an object");
  for (const auto& [key, given] : value.items()) {
    const Field member = options.At(key.c_str());
    const std::string name = "--" + key;
    if (given.is_boolean()) {
      if (!given.get<bool>()) member.Fail("must be true; leave it out otherwise");
      words.push_back(name);
    } else if (given.is_array()) {
      for (std::size_t i = 0; i < given.size(); ++i)
        words.push_back(name + "=" + Word(member.At(i), given[i]));
    } else {
      words.push_back(name + "=" + Word(member, given));
    }
  }
  return words;
}

std::vector<std::string> WordsAt(const Field& object, const Json& json) {
  if (!object.Has("options")) return {};
  const Field options = object.At("options");
  const std::vector<std::string> words = Words(options, json["options"]);
  for (const std::string& word : words) {
    for (const char* own : {"--robot", "--seed"})
      if (word == own || word.starts_with(std::string(own) + "="))
        options.Fail(std::string(own) + " is the campaign's, not a scenario's");
  }
  return words;
}

std::vector<std::string> Robots(const Field& root) {
  const Field list = root.At("robots");
  std::vector<std::string> robots;
  for (std::size_t i = 0; i < list.Count(); ++i) {
    const std::string name = list.At(i).Line();
    RefuseTwice(list, i, robots, name);
    try {
      RobotNamed(name);
    } catch (const std::invalid_argument& error) {
      list.At(i).Fail(error.what());
    }
    robots.push_back(name);
  }
  if (robots.empty()) list.Fail("must not be empty");
  return robots;
}

std::vector<std::uint64_t> Seeds(const Field& root) {
  const Field field = root.At("seeds");
  std::vector<std::uint64_t> seeds;
  if (!field.IsList()) {
    const long count = field.Integer();
    if (count < 1 || count > kMost)
      field.Fail("must be 1 to " + std::to_string(kMost) + ", or a list of seeds");
    for (long seed = 1; seed <= count; ++seed) seeds.push_back(static_cast<std::uint64_t>(seed));
    return seeds;
  }
  field.CheckLimit(" seeds", kMost);
  for (std::size_t i = 0; i < field.Count(); ++i) {
    const long seed = field.At(i).Integer();
    if (seed < 0) field.At(i).Fail("must not be negative");
    RefuseTwice(field, i, seeds, static_cast<std::uint64_t>(seed));
    seeds.push_back(static_cast<std::uint64_t>(seed));
  }
  if (seeds.empty()) field.Fail("must not be empty");
  return seeds;
}

}  // namespace

Campaign ReadCampaign(const std::string& text, const OptionReader& read) {
  const Json json = ParseJson(text);
  const Field root(json, "");
  if (!json.is_object()) root.FailAs("an object");
  RefuseOthers(root, {"robots", "seeds", "options", "scenarios"});
  Campaign campaign;
  campaign.robots = Robots(root);
  campaign.seeds = Seeds(root);
  const std::vector<std::string> common = WordsAt(root, json);
  const Field list = root.At("scenarios");
  list.CheckLimit(" scenarios", kMost);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < list.Count(); ++i) {
    const Field field = list.At(i);
    CampaignScenario scenario;
    scenario.name = field.At("name").Line();
    RefuseOthers(field, {"name", "options"});
    if (scenario.name.empty()) field.At("name").Fail("must not be empty");
    RefuseTwice(list, i, names, scenario.name);
    names.push_back(scenario.name);
    scenario.words = common;
    const std::vector<std::string> own = WordsAt(field, json["scenarios"][i]);
    scenario.words.insert(scenario.words.end(), own.begin(), own.end());
    const Field place = field.Has("options") ? field.At("options") : field;
    try {
      for (const std::string& robot : campaign.robots) {
        std::vector<std::string> words = scenario.words;
        words.insert(words.begin(), "--robot=" + robot);
        CheckSimulation(scenario.options.emplace_back(read(words)));
      }
    } catch (const std::invalid_argument& error) {
      place.Fail(error.what());
    }
    campaign.scenarios.push_back(std::move(scenario));
  }
  if (campaign.scenarios.empty()) list.Fail("must not be empty");
  return campaign;
}

}  // namespace footing::tools
