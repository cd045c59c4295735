// Whole control ticks: Footing's firmware over a recorded trot, on the desk.
#include "firmware/control_tick.hpp"
#include "hal/host_sim/host_sim.hpp"
#include "hal/host_sim/stream_file.hpp"
#include "tests/research/bench/courses/courses.hpp"
#include "tests/support/oracles/certificate.hpp"
#include "tests/research/peers/kernel_watch.hpp"
#include "tools/simulate/simulate.hpp"

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
  // Returns the current record.
  class OneRecord : public hal::Source {
   public:
    explicit OneRecord(const TickCourseOf* course) : course_(*course) {}
    bool Next(hal::Measurement* measurement) override {
      *measurement = course_.records_[static_cast<std::size_t>(course_.index_)];
      return true;
    }
    void Apply(const hal::Command&) override {}

   private:
    const TickCourseOf& course_;
  };

  template <typename Scalar>
  void Add(const char* name) {
    struct Memory {
      std::unique_ptr<ControlMemory<Scalar>> control;
      TickReport<Scalar> report;
    };
    const auto memory = std::make_shared<Memory>();
    const auto source = std::make_shared<OneRecord>(this);
    const auto solve = [memory, source] {
      hal::UseSource(source.get());
      {
        const survey::KernelWatch watch;
        ControlTick(*memory->control, &memory->report);
      }
      hal::UseSource(nullptr);
    };
    const auto judge = [memory] {
      const bool solved = memory->report.status == SolveStatus::kSolved;
      const Certificate certificate = Certify(memory->control->problem, memory->control->solution);
      const bool right = certificate.HoldsCircular(std::max(kRightTo, kCertificateTolerance<Scalar>));
      return Verdict{right, right, solved, static_cast<double>(certificate.cone)};
    };
    contestants_.push_back({name, Role::kFooting, {}, solve, judge, [memory] {
                              memory->control =
                                  std::make_unique<ControlMemory<Scalar>>(ControlOptions<Scalar>());
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
  hal::StreamSource source(records);
  hal::UseSource(&source);
  const auto memory = std::make_unique<ControlMemory<double>>(ControlOptions<double>());
  TickReport<double> report;
  while (ControlTick(*memory, &report)) {
    if (memory->problem.contacts > 0) problems.push_back(memory->problem);
  }
  hal::UseSource(nullptr);
  return problems;
}

}  // namespace footing::bench
