// The rivals on the runs of `footing report`.
#pragma once

#include <functional>

#include "tests/research/rivals/tuned/tuned_rivals.hpp"
#include "tools/footing/report/rival_table.hpp"

namespace footing::rivals {

// Of a robot that trots. Throws what Simulate and StreamOf throw.
std::vector<tools::RivalRun> ListenToCourse(
    const tools::SimulationOptions& options, const TunedRivals& rivals,
    const std::function<void(const char* job, double share)>& progress);

}  // namespace footing::rivals
