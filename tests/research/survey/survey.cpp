#include "tests/research/survey/survey.hpp"

#include <atomic>
#include <thread>

#include "tests/research/survey/footing_solver.hpp"
#include "tests/research/survey/run_peer.hpp"

namespace footing::survey {

namespace {

constexpr long kChunk = 256;

// Whether the drawn problem has a certified solution in double. If it has, a proof of infeasibility in float
// is wrong.
bool SolvedInDouble(const RobotContacts& contacts, FootingCircle<double>* solver) {
  ContactProblem<double, kMostContacts> problem;
  contacts.Fill(&problem);
  static_cast<void>(solver->Solve(problem));
  return Certify(problem, solver->solution()).HoldsCircular(kCertificateTolerance<double>);
}

template <typename Solver>
Tally RunFooting(const SurveyOptions& options, RobotScene scene, long problems,
                 const std::function<void(double)>& progress) {
  using Scalar = typename Solver::Scalar;
  std::atomic<long> next = 0;
  std::vector<Tally> parts(static_cast<std::size_t>(options.threads));
  const auto work = [&](Tally* tally, bool speaks) {
    RobotContacts contacts(options.seed);
    Solver solver;
    FootingCircle<double> referee;
    ContactProblem<Scalar, kMostContacts> problem;
    for (long first = next.fetch_add(kChunk); first < problems; first = next.fetch_add(kChunk)) {
      for (long k = first; k < std::min(first + kChunk, problems); ++k) {
        const auto index = static_cast<std::uint64_t>(k);
        contacts.Draw(scene, index, &problem);
        const double before = Seconds();
        const SolveStatus status = solver.Solve(problem);
        tally->seconds += Seconds() - before;
        const auto force = ForcesOf(solver.solution(), problem.contacts);
        const Grade grade =
            GradeForces(problem, View{force.data()}, Solver::kShape, kCertificateTolerance<Scalar>, Real(0));
        const auto& solution = solver.solution();
        tally->pivots.push_back(solution.pivots);
        Real least_force = 0;
        if (status == SolveStatus::kInfeasible) {
          least_force = LeastForce(problem, solution.proof);
          const bool proven = least_force >= kInfeasibleForce && !SolvedInDouble(contacts, &referee);
          ++(proven ? tally->infeasible : tally->unproven);
        }
        for (int c = 0; c < problem.contacts && status == SolveStatus::kSolved; ++c) {
          ++tally->modes[static_cast<unsigned>(solution.mode[static_cast<unsigned>(c)])];
        }
        char text[120];
        std::snprintf(text, sizeof text, "%s (stage %d, %d pivots, residual %.2g, least force %.2Lg)",
                      Name(status), static_cast<int>(solution.stage), solution.pivots,
                      static_cast<double>(solution.residual), least_force);
        tally->Take(index, status == SolveStatus::kSolved, text, grade);
      }
      if (speaks) progress(static_cast<double>(first) / static_cast<double>(problems));
    }
  };
  std::vector<std::thread> threads;
  for (Tally& part : parts) threads.emplace_back(work, &part, &part == parts.data());
  for (std::thread& thread : threads) thread.join();
  Tally all;
  for (const Tally& part : parts) all.Join(part);
  std::sort(all.exceptions.begin(), all.exceptions.end(),
            [](const Exception& a, const Exception& b) { return a.index < b.index; });
  return all;
}

Grade GradePeer(const Peer& peer, const ContactProblem<double, kMostContacts>& problem, bool* claims,
                double* seconds) {
  const Forces force = RunPeer(peer, problem, claims, seconds);
  return GradeForces(problem, View{force.data()}, peer.shape, kCertificateTolerance<double>, kPeerNegligible);
}

template <typename Solver>
SolverRow FootingRow(const char* name, long problems, const SurveyOptions& options,
                     const Progress& progress) {
  using Scalar = typename Solver::Scalar;
  SolverRow row{name, Solver::kShape, static_cast<double>(kCertificateTolerance<Scalar>), {}};
  const long each = (problems + kRobotScenes - 1) / kRobotScenes;
  for (int s = 0; s < kRobotScenes; ++s) {
    const auto part = [&](double share) { progress(name, (s + share) / kRobotScenes); };
    row.tallies[static_cast<unsigned>(s)] =
        RunFooting<Solver>(options, static_cast<RobotScene>(s), each, part);
  }
  progress(name, 1.0);
  return row;
}

// This runs in one thread, because some peers cannot be called from two.
SolverRow PeerRow(const Peer& peer, const SurveyOptions& options, const Progress& progress) {
  SolverRow row{peer.name, peer.shape, static_cast<double>(kCertificateTolerance<double>), {}};
  const long each = (options.peer_problems + kRobotScenes - 1) / kRobotScenes;
  RobotContacts contacts(options.seed);
  ContactProblem<double, kMostContacts> problem;
  for (int s = 0; s < kRobotScenes; ++s) {
    Tally& tally = row.tallies[static_cast<unsigned>(s)];
    for (long k = 0; k < each && tally.seconds < options.peer_seconds; ++k) {
      const auto index = static_cast<std::uint64_t>(k);
      contacts.Draw(static_cast<RobotScene>(s), index, &problem);
      bool claims = false;
      const Grade grade = GradePeer(peer, problem, &claims, &tally.seconds);
      tally.Take(index, claims, claims ? "claims" : "fails", grade);
      if (k % 64 == 0) {
        progress(peer.name, (s + static_cast<double>(k) / static_cast<double>(each)) / kRobotScenes);
      }
    }
  }
  progress(peer.name, 1.0);
  return row;
}

template <typename Solver>
void PrintFooting(std::FILE* file, const char* name, const RobotContacts& contacts) {
  using Scalar = typename Solver::Scalar;
  Solver solver;
  ContactProblem<Scalar, kMostContacts> problem;
  contacts.Fill(&problem);
  const SolveStatus status = solver.Solve(problem);
  const auto force = ForcesOf(solver.solution(), problem.contacts);
  const Grade grade =
      GradeForces(problem, View{force.data()}, Solver::kShape, kCertificateTolerance<Scalar>, Real(0));
  std::fprintf(
      file,
      ",\n  \"%s\": {\"status\": \"%s\", \"certified\": %s, \"natural\": \"%.3Lg\", \"cone\": \"%.3Lg\", ",
      name, Name(status), grade.certified ? "true" : "false", grade.certificate.natural, grade.cone);
  std::fprintf(file, "\"slip\": \"%.3Lg\", \"forces\": [", grade.certificate.slip);
  for (int i = 0; i < problem.rows(); ++i) {
    std::fprintf(file, "%s%.9Lg", i > 0 ? ", " : "", force[static_cast<unsigned>(i)]);
  }
  std::fprintf(file, "]}");
}

}  // namespace

std::vector<SolverRow> RunSurvey(const SurveyOptions& options, const Progress& progress) {
  std::vector<SolverRow> rows;
  if (options.problems > 0) {
    rows.push_back(FootingRow<FootingCircle<double>>("Footing double", options.problems, options, progress));
    rows.push_back(FootingRow<FootingCircle<float>>("Footing float", options.problems, options, progress));
  }
  const long fewer = options.peer_problems;
  if (fewer > 0) {
    rows.push_back(FootingRow<FootingPyramid<double>>("Footing pyramid double", fewer, options, progress));
    rows.push_back(FootingRow<FootingPyramid<float>>("Footing pyramid float", fewer, options, progress));
  }
  int count = 0;
  const Peer* peers = InstalledPeers(&count);
  for (int k = 0; k < count && options.peer_problems > 0; ++k) {
    rows.push_back(PeerRow(peers[k], options, progress));
  }
  return rows;
}

void PrintProblem(std::FILE* file, std::uint64_t seed, RobotScene scene, std::uint64_t index) {
  RobotContacts contacts(seed);
  ContactProblem<double, kMostContacts> problem;
  contacts.Draw(scene, index, &problem);
  const int rows = problem.rows();
  std::fprintf(file, "{\"class\": \"%s\", \"seed\": %llu, \"index\": %llu, \"contacts\": %d, \"dt\": %.17g",
               Name(scene), static_cast<unsigned long long>(seed), static_cast<unsigned long long>(index),
               problem.contacts, problem.dt);
  const auto print = [file](const char* name, int n, const auto& at) {
    std::fprintf(file, ",\n  \"%s\": [", name);
    for (int i = 0; i < n; ++i) std::fprintf(file, "%s%.17g", i > 0 ? ", " : "", at(i));
    std::fprintf(file, "]");
  };
  print("friction", problem.contacts, [&](int i) { return problem.friction[i]; });
  print("normal_bias", problem.contacts, [&](int i) { return problem.normal_bias[i]; });
  print("free_velocity", rows, [&](int i) { return problem.free_velocity[i]; });
  print("delassus", rows * rows, [&](int i) { return problem.delassus(i / rows, i % rows); });
  PrintFooting<FootingCircle<double>>(file, "Footing double", contacts);
  PrintFooting<FootingCircle<float>>(file, "Footing float", contacts);
  PrintFooting<FootingPyramid<double>>(file, "Footing pyramid double", contacts);
  PrintFooting<FootingPyramid<float>>(file, "Footing pyramid float", contacts);
  int count = 0;
  const Peer* peers = InstalledPeers(&count);
  for (int k = 0; k < count; ++k) {
    bool claims = false;
    double seconds = 0;
    const Grade grade = GradePeer(peers[k], problem, &claims, &seconds);
    std::fprintf(
        file, ",\n  \"%s\": {\"claims\": %s, \"certified\": %s, \"natural\": \"%.3Lg\", \"cone\": \"%.3Lg\"}",
        peers[k].name, claims ? "true" : "false", grade.certified ? "true" : "false",
        grade.certificate.natural, grade.cone);
  }
  std::fprintf(file, "}\n");
}

}  // namespace footing::survey
