// Random search: the first half of the runs anywhere within the ranges, the second half around the best so
// far, in rounds that come closer. One seed gives the same result with any number of threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace footing::rivals {

// Calls work(0) … work(count − 1), from `jobs` threads. The first exception ends it and is thrown again.
void ForEach(std::size_t count, int jobs, const std::function<void(std::size_t)>& work);

struct Range {
  const char* name;
  double least, most;
  bool logarithmic = false;
};

using Values = std::vector<double>;  // one for each range

// Values that were found before, `count` of them.
using Known = std::function<Values(const std::string& method, std::size_t count)>;

struct Found {
  Values values;
  double score = 0;
  int runs = 0;
};

// The values with the largest score; of equal ones the first. A score that is NaN is never the best; throws
// std::runtime_error where all are.
Found RandomSearch(const std::vector<Range>& ranges, int runs, std::uint64_t seed, int jobs,
                   const std::function<double(const Values&)>& score);

}  // namespace footing::rivals
