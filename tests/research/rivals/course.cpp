#include "tests/research/rivals/course.hpp"

#include "tools/footing/simulate/course.hpp"

namespace footing::rivals {
std::vector<tools::RivalRun> ListenToCourse(
    const tools::SimulationOptions& options, const TunedRivals& rivals,
    const std::function<void(const char* job, double share)>& progress) {
  std::vector<tools::RivalRun> runs;
  for (const tools::CourseRun& course : tools::CourseRuns(options)) {
    tools::SimulationOptions shown = course.options;
    shown.progress = [&](double share) { progress(course.name.c_str(), share); };
    const HeardRun heard = Hear(shown);
    const JudgedRivals judged = JudgeRivals(heard.run, rivals);
    tools::RivalRun& run = runs.emplace_back();
    run = {course.name, heard.hash, {tools::LoadFigures(kHindsight, judged.footing.rival)}, {}};
    for (std::size_t i = 0; i < rivals.load.size(); ++i)
      run.load.push_back(tools::LoadFigures(rivals.load[i].name, judged.load[i].estimator));
    for (std::size_t i = 0; i < rivals.base.size(); ++i)
      run.base.push_back(tools::BaseFigures(rivals.base[i].name, judged.base[i]));
  }
  return runs;
}

}  // namespace footing::rivals
