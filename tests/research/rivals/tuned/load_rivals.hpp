// The rivals for loaded or not, as one list: each with its tuned values, and the loads that it calls.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tests/research/rivals/foot_stream.hpp"
#include "tests/research/rivals/tuned/search.hpp"

namespace footing::rivals {

using Loads = std::vector<char>;  // [tick · feet + foot]

struct TunedRival {
  std::string name;
  std::string text;     // of the values, for the table
  Values values;        // of the search's ranges, or of the fit
  int runs = 0;         // over all tuning streams
  double accuracy = 0;  // there
  std::function<Loads(const FootStream&)> loads;
};

// What a rival calls in a stream: a copy of `fresh` for each foot.
template <typename Rival>
Loads LoadsOf(const Rival& fresh, const FootStream& stream) {
  std::vector<Rival> rivals(stream.feet, fresh);
  Loads loads;
  loads.reserve(stream.foot.size());
  for (std::size_t k = 0; k < stream.foot.size(); ++k)
    loads.push_back(rivals[k % stream.feet].Update(stream.foot[k]));
  return loads;
}

// Share of the judged foot-ticks that are called rightly, as the project's judge has it.
double Accuracy(const FootStream& stream, const Loads& loads);

// One set of values for all robots and scenarios, tuned for the mean accuracy of the streams. The Schmitt
// trigger, which costs little, gets twice the runs.
inline constexpr std::size_t kSchmittTrigger = 1;  // its place in the list
std::vector<TunedRival> TuneLoadRivals(const std::vector<FootStream>& streams, int runs, int jobs);

// The same with values that were tuned before.
std::vector<TunedRival> LoadRivalsOf(const Known& values);

}  // namespace footing::rivals
