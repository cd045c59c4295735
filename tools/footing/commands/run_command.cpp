#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>

#include <CLI/CLI.hpp>

#include "tools/footing/commands/commands.hpp"
#include "tools/footing/commands/output/progress.hpp"
#include "tools/footing/run/key_frames.hpp"
#include "tools/footing/run/run_tables.hpp"
#include "tools/footing/scene/scene_file.hpp"

namespace footing::tools {

namespace {

constexpr const char* kRunAbout =
    R"help(SCENE is a JSON object of kind "scene": bodies with shapes, joints and motors (docs/reference/scene.md).
Methods that step velocities: cone, newton-polyhedral, lemke, mixed, dantzig, boxes. Methods of accelerations:
trefny (without friction), baraff, berard. Motors without gain and stops need cone or boxes.

Exit status: 0; 1, an answer was not "solved"; 2, a bad option or file, or a file that cannot be written.)help";

struct RunArguments {
  std::string scene, method = "cone";
  double seconds = 1;
  std::string poses, forces, picture;
  int frames = 8;
  bool quiet = false;
  SolveRequest request;
};

void PrintRun(const RunArguments& arguments, const SceneRun& run, double energy_before) {
  const RunTally& tally = run.tally();
  const auto steps = static_cast<double>(std::max(tally.steps, 1L));
  std::printf("%s by %s: %ld steps of %g s\n", arguments.scene.c_str(), arguments.method.c_str(), tally.steps,
              run.scene().options.dt);
  std::printf("  answers not solved %ld, impacts %ld, impulses without forces %ld\n", tally.unsolved,
              tally.impacts, tally.impulses);
  std::printf("  pivots a step %.2f, time in the solver %.1f us a step, most contacts %d\n",
              static_cast<double>(tally.pivots) / steps, 1e6 * tally.seconds / steps, tally.most_contacts);
  std::printf("  deepest overlap %.1e m, joints apart %.1e m, energy %.6g to %.6g J\n", tally.overlap,
              tally.joint_error, energy_before, run.Energy());
  for (const SceneBody& body : run.scene().bodies) {
    const Point& x = body.position;
    const Point& v = body.velocity;
    if (run.scene().plane) {
      std::printf("  %-12s at %9.5f %9.5f m, %8.4f rad; velocity %8.4f %8.4f m/s, %8.4f rad/s\n",
                  body.name.c_str(), x.x(), x.y(), body.Angle(), v.x(), v.y(), body.spin.z());
    } else {
      std::printf("  %-12s at %9.5f %9.5f %9.5f m; velocity %8.4f %8.4f %8.4f m/s\n", body.name.c_str(),
                  x.x(), x.y(), x.z(), v.x(), v.y(), v.z());
    }
  }
}

void Run(RunArguments* arguments) {
  for (const std::string& path : {arguments->poses, arguments->forces, arguments->picture}) {
    if (!path.empty() && !CanBeWritten(path)) return;
  }
  arguments->request.solver = *SolverNamed(arguments->method);
  if (arguments->request.directions == 0 && arguments->request.solver != SolverChoice::kBerard)
    throw CLI::ValidationError("--directions 0: of --method berard alone");
  try {
    Scene scene = ReadScene(arguments->scene);
    PrintNotes(arguments->scene, scene.notes);
    SceneRun run(std::move(scene), arguments->request);
    std::ofstream poses, forces;
    if (!arguments->poses.empty()) poses.open(arguments->poses);
    if (!arguments->forces.empty()) forces.open(arguments->forces);
    PoseTable pose_table(poses, run.scene());
    ForceTable force_table(forces);
    KeyFrames frames;
    pose_table.Add(run);
    frames.Add(run);
    const double energy = run.Energy();
    const long steps = std::lround(arguments->seconds / run.scene().options.dt);
    const long every = std::max(1L, steps / std::max(1, arguments->frames - 1));
    for (long k = 1; k <= steps; ++k) {
      run.Step();
      if (poses.is_open()) pose_table.Add(run);
      if (forces.is_open()) force_table.Add(run);
      if (k % every == 0 && k / every < arguments->frames) frames.Add(run);
      if (!arguments->quiet && k % std::max(1L, steps / 100) == 0)
        PrintProgress("steps", static_cast<double>(k) / static_cast<double>(steps));
    }
    PrintRun(*arguments, run, energy);
    if (!arguments->picture.empty()) std::ofstream(arguments->picture) << frames.Svg();
    if (run.tally().unsolved > 0) SetExitStatus(1);
    for (auto* file : {&poses, &forces}) {
      if (!file->is_open() || file->flush()) continue;
      std::fprintf(stderr, "a table cannot be written\n");
      SetExitStatus(2);
    }
  } catch (const ProblemError& error) {
    std::fprintf(stderr, "%s: %s\n", arguments->scene.c_str(), error.what());
    SetExitStatus(2);
  }
}

}  // namespace

void AddRun(CLI::App& app) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* command =
      app.add_subcommand("run", "Step a scene of bodies, contacts and joints by a chosen method");
  command->footer(kRunAbout);
  command->add_option("SCENE", arguments->scene, "a scene in JSON")->required();
  command->add_option("--method", arguments->method, "of the list below [cone]")
      ->type_name("NAME")
      ->check(IsSolver());
  command->add_option("--for", arguments->seconds, "how long [1]")
      ->type_name("SECONDS")
      ->check(Within(0, 1e5).description(""));
  command->add_option("--csv", arguments->poses, "write poses and velocities of each step")
      ->type_name("FILE");
  command->add_option("--forces", arguments->forces, "write each contact of each step")->type_name("FILE");
  command->add_option("--svg", arguments->picture, "write key frames")->type_name("FILE");
  command->add_option("--frames", arguments->frames, "how many [8]")
      ->type_name("N")
      ->check(CLI::Range(1, 1000).description(""));
  command->add_option("--directions", arguments->request.directions)
      ->description("of a pyramid in space, even, 4 to 16; 0: berard's pyramid of two axes [4]")
      ->type_name("D")
      ->check(CLI::IsMember({0, 4, 6, 8, 10, 12, 14, 16}).description(""));
  command->add_option("--max-pivots", arguments->request.max_pivots, "of a solve")
      ->type_name("N")
      ->check(CLI::Range(1, 1000000000).description(""));
  command->add_option("--epsilon", arguments->request.epsilon, "multiply the diagonal by 1 + E [0]")
      ->type_name("E")
      ->check(Within(0, 1e300).description(""));
  command->add_flag("--quiet", arguments->quiet, "no progress bar");
  command->callback([arguments] { Run(arguments.get()); });
}

}  // namespace footing::tools
