// Whole control ticks: Footing's firmware over a recorded trot, on the desk.
#include "firmware/control_tick.hpp"
#include "firmware/robots/a1/model.hpp"
#include "tests/research/bench/courses/courses.hpp"
#include "tests/research/peers/kernel_watch.hpp"
#include "tests/support/oracles/certificate.hpp"
#include "tools/footing/simulate/simulate.hpp"

namespace footing::bench {

namespace {

class TickCourseOf : public Course {
 public:
  explicit TickCourseOf(std::vector<hal::Measurement> records)
      : Course("control-tick", "Whole control ticks, a trot"), records_(std::move(records)) {
    Add<double>("Footing, double");
    Add<float>("Footing, float");
  }
  int size() const override { return static_cast<int>(records_.size()); }
  int sequence() const override { return size(); }
  void Load(int index) override { index_ = index; }

 private:
  template <typename Scalar>
  void Add(const char* name) {
    struct Memory {
      std::unique_ptr<ControlMemory<robots::A1, Scalar>> control;
      Tick<robots::A1, Scalar> tick;
    };
    const auto memory = std::make_shared<Memory>();
    const auto solve = [memory, this] {
      const hal::Measurement& record = records_[static_cast<std::size_t>(index_)];
      const survey::KernelWatch watch;
      Step(record, *memory->control, memory->tick);
    };
    const auto judge = [memory] {
      const bool solved = memory->tick.report.status == SolveStatus::kSolved;
      const auto& prediction = memory->control->tracker.prediction();
      const Certificate certificate = Certify(prediction.problem(), prediction.solution());
      const bool right = certificate.HoldsCircular(std::max(kRightTo, kCertificateTolerance<Scalar>));
      return Verdict{right, right, solved, static_cast<double>(certificate.cone)};
    };
    contestants_.push_back({name, Role::kFooting, {}, solve, judge, [memory] {
                              memory->control = std::make_unique<ControlMemory<robots::A1, Scalar>>(
                                  ControlOptions<robots::A1, Scalar>());
                            }});
  }

  std::vector<hal::Measurement> records_;
  int index_ = 0;
};

}  // namespace

std::vector<hal::Measurement> RecordTrot(double seconds) {
  tools::SimulationOptions options;
  options.duration = seconds;
  return tools::Simulate(options).record;
}

std::unique_ptr<Course> TickCourse(std::vector<hal::Measurement> records) {
  return std::make_unique<TickCourseOf>(std::move(records));
}

std::vector<ContactProblem<double, 4>> ProblemsOf(const std::vector<hal::Measurement>& records) {
  std::vector<ContactProblem<double, 4>> problems;
  const auto memory =
      std::make_unique<ControlMemory<robots::A1, double>>(ControlOptions<robots::A1, double>());
  Tick<robots::A1, double> tick;
  for (const hal::Measurement& record : records) {
    Step(record, *memory, tick);
    const auto& problem = memory->tracker.prediction().problem();
    if (problem.contacts > 0) problems.push_back(problem);
  }
  return problems;
}

}  // namespace footing::bench
