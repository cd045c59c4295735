#include "tools/footing/campaign/run_record.hpp"

namespace footing::tools {
namespace {

using Json = nlohmann::json;

EventRecord EventsOf(const DelayStats& stats) {
  return {stats.signed_ms, stats.events, stats.missed + stats.far, stats.extra + stats.far};
}

// Each member once, for both ways. `Visit` is called with a name and the member.
template <typename Record, typename Visit>
void EachOfEvents(Record& r, const Visit& visit) {
  visit("signed_ms", r.signed_ms);
  visit("events", r.events);
  visit("missed", r.missed);
  visit("extra", r.extra);
}

template <typename Record, typename Visit>
void EachOfSlips(Record& r, const Visit& visit) {
  visit("events", r.events);
  visit("found", r.found);
  visit("calls", r.calls);
  visit("right", r.right);
  visit("long_calls", r.long_calls);
  visit("long_right", r.long_right);
  visit("delays_ms", r.delays_ms);
  visit("ticks", r.ticks);
  visit("called_ticks", r.called_ticks);
  visit("right_ticks", r.right_ticks);
  visit("rest", r.rest);
  visit("rest_called", r.rest_called);
}

template <typename Record, typename Visit>
void EachOfKnownGround(Record& r, const Visit& visit) {
  visit("slips", r.slips);
  visit("warned", r.warned);
  visit("alarms", r.alarms);
  visit("other_stances", r.other_stances);
  visit("other_alarms", r.other_alarms);
  visit("lead_ms", r.lead_ms);
}

template <typename Record, typename Visit>
void EachOfState(Record& r, const Visit& visit) {
  visit("force", r.force.sum);
  visit("force_count", r.force.count);
  visit("settled_force", r.settled_force.sum);
  visit("settled_force_count", r.settled_force.count);
  visit("far_forces", r.far_forces);
  visit("velocity", r.velocity.sum);
  visit("velocity_count", r.velocity.count);
  visit("tilt", r.tilt.sum);
  visit("tilt_count", r.tilt.count);
  visit("ground", r.ground.sum);
  visit("ground_count", r.ground.count);
  visit("friction", r.friction.sum);
  visit("friction_count", r.friction.count);
  visit("way", r.way);
  visit("drift", r.drift);
}

struct Write {
  Json* json;
  template <typename Member>
  void operator()(const char* name, const Member& member) const {
    (*json)[name] = member;
  }
};

struct Read {
  const Json& json;
  template <typename Member>
  void operator()(const char* name, Member& member) const {
    json.at(name).get_to(member);
  }
};

double NumberOrNone(const Json& json) { return json.is_null() ? kNoFigure : json.get<double>(); }

}  // namespace

RunRecord RecordOf(const JudgeResult& result, bool fell) {
  RunRecord record;
  record.fell = fell;
  record.accuracy = result.estimator.accuracy;
  record.threshold = result.rival.accuracy;
  record.touch_down = EventsOf(result.estimator.touch_down);
  record.lift_off = EventsOf(result.estimator.lift_off);
  record.slips = result.slips;
  record.known_ground = result.known_ground;
  record.state = result.state;
  return record;
}

Json ToJson(const RunRecord& record) {
  Json json = {{"fell", record.fell}, {"accuracy", record.accuracy}, {"threshold", record.threshold}};
  EachOfEvents(record.touch_down, Write{&json["touch_down"]});
  EachOfEvents(record.lift_off, Write{&json["lift_off"]});
  EachOfSlips(record.slips, Write{&json["slips"]});
  EachOfKnownGround(record.known_ground, Write{&json["known_ground"]});
  EachOfState(record.state, Write{&json["state"]});
  return json;
}

RunRecord RecordFrom(const Json& json) {
  RunRecord record;
  record.fell = json.at("fell").get<bool>();
  record.accuracy = NumberOrNone(json.at("accuracy"));
  record.threshold = NumberOrNone(json.at("threshold"));
  EachOfEvents(record.touch_down, Read{json.at("touch_down")});
  EachOfEvents(record.lift_off, Read{json.at("lift_off")});
  EachOfSlips(record.slips, Read{json.at("slips")});
  EachOfKnownGround(record.known_ground, Read{json.at("known_ground")});
  EachOfState(record.state, Read{json.at("state")});
  return record;
}

}  // namespace footing::tools
