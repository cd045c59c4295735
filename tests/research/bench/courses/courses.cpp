#include "tests/research/bench/courses/courses.hpp"

#include <algorithm>

#include "tests/research/bench/courses/contact_course.hpp"
#include "tests/research/bench/courses/lcp_course.hpp"
#include "tests/research/bench/courses/sway.hpp"
#include "tests/research/survey/rank.hpp"

namespace footing::bench {

namespace {

using survey::FrictionShape;

constexpr int kTicks = 1000;  // of a sequence

// Problems of a scene that have exactly kContacts contacts and a rank within the limits.
template <int kContacts>
std::vector<ContactProblem<double, kContacts>> DrawContacts(RobotScene scene, int least_rank, int most_rank,
                                                            int count, std::uint64_t seed) {
  RobotContacts contacts(seed);
  const auto drawn = std::make_unique<ContactProblem<double, kMostContacts>>();
  std::vector<ContactProblem<double, kContacts>> problems;
  for (std::uint64_t index = 0; static_cast<int>(problems.size()) < count; ++index) {
    contacts.Draw(scene, index, drawn.get());
    if (drawn->contacts != kContacts) continue;
    const int rank = survey::Rank(*drawn);
    if (rank < least_rank || rank > most_rank) continue;
    problems.emplace_back();
    contacts.Fill(&problems.back());
  }
  return problems;
}

// Soft soles: the diagonal is larger by a thousandth, so that all rows are independent.
template <int kContacts>
std::vector<ContactProblem<double, kContacts>> Soft(std::vector<ContactProblem<double, kContacts>> problems) {
  for (auto& problem : problems) {
    for (int i = 0; i < problem.rows(); ++i) problem.delassus(i, i) *= 1.001;
  }
  return problems;
}

bool Fast(std::string_view peer) { return peer != "Bullet Lemke" && peer != "Siconos Lemke"; }

template <int kContacts>
std::unique_ptr<Course> CircleCourse(const char* name, const char* title,
                                     std::vector<ContactProblem<double, kContacts>> problems) {
  auto course =
      std::make_unique<ContactCourse<kContacts>>(name, title, std::move(problems), FrictionShape::kCircle);
  course->AddCircle("Footing", false);
  course->template AddCircle<SolverStages::kNewtonOnly>("Footing, as deployed", false);
  course->template AddCircle<SolverStages::kDantzig>("Footing Dantzig", false);
  course->AddBaraff("Footing SolveBaraff");
  course->AddPeers(Fast);
  course->AddPeer(survey::OwnDantzigOfOde());
  course->AddPeer(survey::SoftDantzigOfDart());
  course->AddPeer(survey::SoftDantzigOfOde());
  return course;
}

std::unique_ptr<Course> SequenceCourse(const char* name, const char* title,
                                       std::vector<ContactProblem<double, 4>> ticks, int length, bool alone) {
  auto course = std::make_unique<ContactCourse<4>>(name, title, std::move(ticks), FrictionShape::kCircle,
                                                   length, alone);
  course->AddCircle<SolverStages::kNewtonOnly>("Footing, warm", true);
  course->AddCircle<SolverStages::kNewtonOnly>("Footing, cold", false, Role::kYardstick);
  course->AddPeers(Fast);
  course->AddPeer(survey::OwnDantzigOfOde());
  return course;
}

template <int kDirections>
std::unique_ptr<Course> PyramidCourse(const char* name, const char* title,
                                      std::vector<ContactProblem<double, 4>> problems) {
  const auto shape = kDirections == 4 ? FrictionShape::kPyramid4 : FrictionShape::kPyramid8;
  auto course = std::make_unique<ContactCourse<4>>(name, title, std::move(problems), shape);
  course->template AddPolyhedral<kDirections>("Footing SolvePolyhedral", {});
  course->template AddLemke<kDirections>("Footing SolveLemke");
  if (kDirections == 4) {
    course->AddPeers([](std::string_view peer) { return peer.ends_with("Lemke"); });
  } else {
    course->AddPeer(survey::LemkeOfEight());
  }
  return course;
}

}  // namespace

std::vector<std::unique_ptr<Course>> AllCourses(const CourseOptions& options) {
  const auto number = [&](int all) { return std::max(2, static_cast<int>(all * options.share)); };
  const std::uint64_t seed = options.seed;
  std::vector<std::unique_ptr<Course>> all;

  const auto points = DrawContacts<4>(RobotScene::kQuadrupedPoint, 12, 12, number(2000), seed);
  all.push_back(CircleCourse<4>("point-feet", "Quadruped, 4 point feet, circular cone, cold", points));
  all.push_back(PyramidCourse<4>("pyramid-4", "Quadruped, 4 point feet, Stewart–Trinkle, d = 4", points));
  all.push_back(PyramidCourse<8>("pyramid-8", "Quadruped, 4 point feet, Stewart–Trinkle, d = 8", points));

  std::vector<Sway::Problem> ticks;
  const int length = std::max(20, static_cast<int>(kTicks * std::min(1.0, options.share)));
  for (int k = 0; k < number(4); ++k) {
    Sway sway(seed + static_cast<std::uint64_t>(k));
    for (int tick = 0; tick < length; ++tick) ticks.push_back(sway.Next());
  }
  all.push_back(SequenceCourse("sequence", "Quadruped, 4 point feet, 1,000-tick sequences, interleaved",
                               ticks, length, false));
  all.push_back(SequenceCourse("sequence-alone",
                               "Quadruped, 4 point feet, 1,000-tick sequences, each solver by itself", ticks,
                               length, true));
  const auto records = RecordTrot(std::max(0.3, std::min(4.0, 4.0 * options.share)));
  const auto trot = ProblemsOf(records);
  all.push_back(SequenceCourse("trot", "Trotting quadruped, the control tick's own problems", trot,
                               static_cast<int>(trot.size()), true));

  const auto biped = DrawContacts<8>(RobotScene::kBipedFlat, 12, 12, number(1000), seed);
  all.push_back(CircleCourse<8>("biped-corners", "Biped, 2 × 4 corners, rank 12 of 24, cold", biped));
  all.push_back(CircleCourse<8>("biped-soft", "Biped, 2 × 4 corners, full rank, cold", Soft(biped)));
  const auto flat = DrawContacts<16>(RobotScene::kQuadrupedFlat, 18, 24, number(500), seed);
  all.push_back(
      CircleCourse<16>("quadruped-corners", "Quadruped, 4 × 4 corners, rank 18 to 24 of 48, cold", flat));
  all.push_back(CircleCourse<16>("quadruped-soft", "Quadruped, 4 × 4 corners, full rank, cold", Soft(flat)));

  const auto lcp = [&](LcpKind kind, int n, int problems) {
    all.push_back(LcpCourse(kind, n, number(problems), seed));
  };
  lcp(LcpKind::kHalfActive, 4, 1000);
  lcp(LcpKind::kHalfActive, 12, 1000);
  lcp(LcpKind::kHalfActive, 24, 1000);
  lcp(LcpKind::kHalfActive, 48, 500);
  lcp(LcpKind::kHalfActive, 96, 200);
  lcp(LcpKind::kHalfActive, 150, 100);
  for (const LcpKind kind : {LcpKind::kNormals, LcpKind::kSoles, LcpKind::kHalfSolved}) {
    lcp(kind, 48, 300);
    lcp(kind, 96, 150);
    lcp(kind, 150, 100);
  }
  all.push_back(TickCourse(records));
  return all;
}

}  // namespace footing::bench
