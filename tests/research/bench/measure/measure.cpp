#include "tests/research/bench/measure/measure.hpp"

#include <algorithm>

#include "tests/research/bench/measure/stopwatch.hpp"

namespace footing::bench {

namespace {

double QuantileOf(std::vector<double> values, double share) {
  std::erase_if(values, [](double x) { return x < 0; });
  if (values.empty()) return 0;
  const auto last = static_cast<double>(values.size() - 1);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * last + 0.5);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

}  // namespace

double Row::Quantile(double share) const { return QuantileOf(seconds, share); }
double Row::MedianFlushed() const { return QuantileOf(flushed, 0.5); }

const Row* Result::Find(const std::string& wanted) const {
  for (const Row& row : rows) {
    if (row.name == wanted) return &row;
  }
  return nullptr;
}

const Row* Result::Best() const {
  const Row* best = nullptr;
  for (const Row& row : rows) {
    if (row.role != Role::kFooting) continue;
    if (best == nullptr || row.wrong < best->wrong ||
        (row.wrong == best->wrong && row.Median() < best->Median())) {
      best = &row;
    }
  }
  return best;
}

Measurement::Measurement(Course* course, double most_seconds)
    : course_(*course), most_seconds_(most_seconds) {
  result_.name = course->name();
  result_.title = course->title();
  for (const Contestant& contestant : course->contestants()) {
    Row row;
    row.name = contestant.name;
    row.role = contestant.role;
    row.judged = static_cast<bool>(contestant.judge);
    row.seconds.assign(static_cast<std::size_t>(course->size()), -1.0);
    order_.push_back(result_.rows.size());
    result_.rows.push_back(row);
  }
}

void Measurement::Prepare(std::size_t contestant, int index) {
  const Contestant& one = course_.contestants()[contestant];
  if (one.begin && index % course_.sequence() == 0) one.begin();
  if (one.prepare) one.prepare();
}

double Measurement::Try(std::size_t contestant, int index) {
  Row& row = result_.rows[contestant];
  if (row.spent > most_seconds_) return 0;
  Prepare(contestant, index);
  const Contestant& one = course_.contestants()[contestant];
  one.solve();
  const Reading reading = LastReading();
  row.spent += reading.seconds;
  double& least = row.seconds[static_cast<std::size_t>(index)];
  const bool first = least < 0;
  if (first || reading.seconds < least) least = reading.seconds;
  row.heap_calls = reading.heap_calls < 0 ? -1 : std::max(row.heap_calls, reading.heap_calls);
  if (!first || !row.judged) return reading.seconds;
  const Verdict verdict = one.judge();
  ++row.answers;
  row.wrong += verdict.right ? 0 : 1;
  row.own_wrong += verdict.own ? 0 : 1;
  row.claims += verdict.claims ? 1 : 0;
  if (!verdict.right) row.cones.push_back(verdict.cone);
  return reading.seconds;
}

void Measurement::LeadIn(std::size_t contestant, int index) {
  if (result_.rows[contestant].spent > most_seconds_) return;
  for (int problem = index; problem < index + std::min(kLeadIn, course_.sequence()); ++problem) {
    course_.Load(problem);
    Prepare(contestant, problem);
    course_.contestants()[contestant].solve();
  }
}

double Measurement::Run(int index) {
  const std::size_t count = result_.rows.size();
  const int block = course_.alone() ? course_.sequence() : 1;
  if (index % block != 0) return 0;
  double footing = 0;
  for (std::size_t k = 0; k < count; ++k) {
    std::swap(order_[k], order_[k + static_cast<std::size_t>(random_.Integer(static_cast<int>(count - k)))]);
    const std::size_t c = order_[k];
    if (course_.alone()) LeadIn(c, index);
    for (int problem = index; problem < index + block; ++problem) {
      course_.Load(problem);
      const double seconds = Try(c, problem);
      if (result_.rows[c].role == Role::kFooting) footing = seconds;
    }
  }
  return footing;
}

void Measurement::RunFlushed(int problems) {
  FlushBefore(true);
  for (int index = 0; index < std::min(problems, course_.size()); ++index) {
    course_.Load(index);
    for (std::size_t c = 0; c < result_.rows.size(); ++c) {
      Prepare(c, index);
      course_.contestants()[c].solve();
      result_.rows[c].flushed.push_back(LastReading().seconds);
    }
  }
  FlushBefore(false);
}

}  // namespace footing::bench
