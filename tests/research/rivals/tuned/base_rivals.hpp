// The rivals for the base's motion: invariant filters that differ in whom they believe about the contacts.
#pragma once

#include <string>
#include <vector>

#include "tests/research/rivals/methods/invariant_filter.hpp"
#include "tests/research/rivals/tuned/load_rivals.hpp"
#include "tools/footing/simulate/run_log.hpp"

namespace footing::rivals {

struct BaseRivalOptions {
  InvariantFilterOptions filter;
  int settle_ticks = 0;       // a contact counts when it is so old
  double attitude_sigma = 0;  // rad, of the IMU's attitude; 0: not used once the robot walks
};

// Contacts [tick · feet + foot] that a base rival believes.
Loads FootingSticks(const FootStream& stream);

// Writes the estimate of the base into *log, which is that of the stream's run.
void RunBaseRival(const FootStream& stream, const Loads& contacts, const BaseRivalOptions& options,
                  tools::RunLog* log);

struct TunedBaseRival {
  std::string name, text;  // of the values, for the table
  Values values;
  int runs = 0;
  bool by_footing = false;  // contacts from Footing's states; else from the Schmitt trigger
  BaseRivalOptions options;
};

// A run to tune by: its log needs no points and no joints.
struct BaseRun {
  FootStream stream;
  tools::RunLog log;
};

// Tuned for the mean logarithm of velocity RMSE, tilt RMSE and drift, all three with equal weight.
std::vector<TunedBaseRival> TuneBaseRivals(const std::vector<BaseRun>& base_runs, const TunedRival& schmitt,
                                           int runs, int jobs);

// The same with values that were tuned before.
std::vector<TunedBaseRival> BaseRivalsOf(const Known& values);

}  // namespace footing::rivals
