#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include <CLI/CLI.hpp>

#include "hal/stream.hpp"
#include "tools/footing/commands/commands.hpp"
#include "tools/footing/files/number.hpp"
#include "tools/footing/robot/check/body_doubts.hpp"
#include "tools/footing/robot/drive_figures.hpp"
#include "tools/footing/robot/foot_points.hpp"
#include "tools/footing/robot/output/model_header.hpp"
#include "tools/footing/robot/output/robot_drawing.hpp"
#include "tools/footing/robot/output/robot_json.hpp"
#include "tools/footing/solve/file/json_field.hpp"

namespace footing::tools {

namespace {

namespace fs = std::filesystem;

constexpr const char* kRobotAbout = R"help(Reads a robot's URDF and writes into FOLDER:
  model.hpp    the robot as constexpr C++, for FootTracker and the dynamics
  robot.json   every figure with its source, and what was merged, left out, repaired or assumed
  robot.svg    the robot as it stands

A foot is a link; its points come from its collision shape: spheres, the lower corners of boxes, a cylinder
about its joint's axis (a wheel), or from --points: {"FOOT": [[x, y, z], [x, y, z, radius]]} in the link's frame.
Drives come from the URDF's transmissions and dynamics, or from --drives (NAME.drives.json beside the URDF if
it is there): {"armature": 0.01, "friction": {"*_hip_joint": 0.2, "*": 0.1}}; figures are armature, gear,
rotor_inertia, friction, damping and torque, for all joints, or by joint or pattern. The rest is assumed by torque
limits, and robot.json says so. --posture: {"JOINT": position}; these joints are not moved to make it stand.
More: docs/reference/robot.md.

Exit status: 0, written; 1, written, but MuJoCo's reading of the URDF differs; 2, a bad option, or a file that was
refused or cannot be written (one line on standard error); then FOLDER is as before.)help";

struct RobotArguments {
  std::string urdf, out;
  std::vector<std::string> feet, locks;
  std::string imu, drives, points, posture, name;
  bool lock_mimics = false, repair_inertia = false;
};

// A file that could not be read, with its name.
[[noreturn]] void BlameFile(const std::string& path, const std::string& what) {
  throw ProblemError(path + ": " + what);
}

template <typename Read>
auto InFile(const std::string& path, Read read) {
  try {
    return read();
  } catch (const ProblemError& error) {
    BlameFile(path, error.what());
  }
}

std::map<std::string, double> ReadLocks(const std::vector<std::string>& locks) {
  std::map<std::string, double> values;
  for (const std::string& lock : locks) {
    const std::size_t equals = lock.find('=');
    double value = std::nan("");
    if (equals != std::string::npos &&
        (ParseNumber(lock.substr(equals + 1), &value) != NumberError::kNone || !std::isfinite(value))) {
      throw ProblemError("--lock " + lock + ": must be JOINT or JOINT=VALUE, a finite number");
    }
    values[lock.substr(0, equals)] = value;
  }
  return values;
}

std::map<std::string, double> ReadPosture(const std::string& path) {
  const Json json = ParseJson(ReadText(path));
  if (!json.is_object()) throw ProblemError("must be an object, from joints to positions");
  std::map<std::string, double> posture;
  const Field root(json, "");
  for (const std::string& joint : root.Keys()) {
    const Field field = root.At(joint.c_str());
    posture[joint] = field.Number();
    if (!std::isfinite(posture[joint])) field.Fail("must be finite");
  }
  return posture;
}

// Of the drives: as asked for, or the file beside the URDF, or none.
std::string DrivesPath(const RobotArguments& arguments) {
  if (!arguments.drives.empty()) return arguments.drives;
  const std::string beside = fs::path(arguments.urdf).replace_extension(".drives.json").string();
  std::error_code error;
  return fs::exists(beside, error) ? beside : "";
}

struct RobotFiles {
  std::string header, json, svg;
};

// All three or none: each is complete under another name before the first one gets its own.
void WriteRobot(const std::string& folder, const RobotFiles& files) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) BlameFile("--out " + folder, error.message());
  const std::pair<const char*, const std::string*> all[] = {
      {"model.hpp", &files.header}, {"robot.json", &files.json}, {"robot.svg", &files.svg}};
  for (const auto& [name, text] : all) {
    const std::string path = (fs::path(folder) / name).string() + ".new";
    errno = 0;
    std::ofstream stream(path, std::ios::binary);
    stream << *text;
    stream.close();
    if (stream) continue;
    const std::string reason = std::strerror(errno);
    for (const auto& entry : all) fs::remove((fs::path(folder) / entry.first).string() + ".new", error);
    BlameFile(path, "cannot be written: " + reason);
  }
  for (const auto& [name, text] : all) {
    const fs::path path = fs::path(folder) / name;
    fs::rename(path.string() + ".new", path, error);
    if (error) BlameFile(path.string(), "cannot be written: " + error.message());
  }
}

std::string Count(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

void PrintRobot(const DescribedRobot& robot, const StandingPosture& posture) {
  std::printf("%s: %s, %s with %s, %.3f kg, %s base \"%s\"\n", robot.name.c_str(),
              Count(robot.joints.size(), "joint", "joints").c_str(),
              Count(robot.feet.size(), "foot", "feet").c_str(),
              Count(static_cast<std::size_t>(robot.Points()), "point", "points").c_str(), robot.Mass(),
              robot.fixed_root ? "fixed" : "floating", robot.base.c_str());
  if (robot.feet.empty()) return;
  std::printf("stands with the origin of its base %.3f m over the ground%s\n", posture.height,
              posture.problems.empty() ? "" : ", but badly:");
  for (const std::string& problem : posture.problems) std::printf("  %s\n", problem.c_str());
  for (const DescribedFoot& foot : robot.feet) {
    std::printf("  %s:", foot.name.c_str());
    for (const int joint : robot.Chain(foot.body)) {
      const auto j = static_cast<std::size_t>(joint);
      std::printf(" %s %.4g", robot.joints[j].name.c_str(), posture.position[j]);
    }
    std::printf("\n");
  }
}

void PrintLines(const char* what, const std::vector<std::string>& lines) {
  constexpr std::size_t kMost = 8;
  for (std::size_t i = 0; i < lines.size() && i < kMost; ++i) std::printf("%s: %s\n", what, lines[i].c_str());
  if (lines.size() > kMost) std::printf("%s: %zu more, in robot.json\n", what, lines.size() - kMost);
}

void PrintCheck(const ModelCheck& check) {
  if (check.engine.empty()) {
    std::printf("check against MuJoCo: skipped, this program is built without it\n");
  } else if (!check.Ran()) {
    std::printf("check against %s: skipped, it does not read this file: %s\n", check.engine.c_str(),
                check.refusal.c_str());
  } else {
    std::printf(
        "check against %s, %d random states, of the largest entry: mass matrix %.1e, bias %.1e, "
        "Jacobians %.1e: %s\n",
        check.engine.c_str(), kCheckedStates, check.mass_matrix, check.bias, check.jacobian,
        check.Agrees() ? "agrees" : "DIFFERS");
  }
}

// MuJoCo takes no inertia that no body can have, not even of a part; the check is of the robot with such
// inertias repaired.
[[maybe_unused]] DescribedRobot WithRepairedInertia(const UrdfRobot& urdf, RobotRequest request,
                                                    DescribedRobot robot) {
  request.repair_inertia = true;
  const DescribedRobot repaired = DescribeRobot(urdf, request);
  robot.base_inertia = repaired.base_inertia;
  for (std::size_t j = 0; j < robot.joints.size(); ++j)
    robot.joints[j].model.link = repaired.joints[j].model.link;
  return robot;
}

void MakeRobot(const RobotArguments& arguments) {
  const std::string text = InFile(arguments.urdf, [&] { return ReadText(arguments.urdf); });
  RobotRequest request;
  request.feet = arguments.feet;
  request.locked = ReadLocks(arguments.locks);
  request.lock_mimics = arguments.lock_mimics;
  request.repair_inertia = arguments.repair_inertia;
  RobotSource source;
  source.file = fs::path(arguments.urdf).filename().string();
  source.crc32 = hal::Crc32(0, text.data(), text.size());

  UrdfRobot urdf;
  DescribedRobot robot;
  HandPoints points;
  if (!arguments.points.empty())
    points = InFile(arguments.points, [&] { return ReadHandPoints(arguments.points); });
  InFile(arguments.urdf, [&] {
    urdf = ReadUrdf(text);
    robot = DescribeRobot(urdf, request);
    FindFootPoints(urdf, points, &robot);
    PlaceImu(urdf, arguments.imu, &robot);
    NoteDoubts(urdf, &robot);
  });
  if (!arguments.name.empty()) robot.name = arguments.name;
  const std::string drives = DrivesPath(arguments);
  source.drives = fs::path(drives).filename().string();
  InFile(drives, [&] { FindDrives(urdf, drives.empty() ? Json() : ParseJson(ReadText(drives)), &robot); });
  std::map<std::string, double> given;
  if (!arguments.posture.empty())
    given = InFile(arguments.posture, [&] { return ReadPosture(arguments.posture); });
  const StandingPosture posture = InFile(arguments.posture, [&] { return FindPosture(robot, given); });
  ModelCheck check;
#if FOOTING_HAS_MUJOCO
  check = CheckWithMujoco(text, urdf, WithRepairedInertia(urdf, request, robot));
#endif
  WriteRobot(arguments.out, {ModelHeader(robot, posture, source.Words()),
                             RobotJson(urdf, robot, posture, check, source), RobotSvg(robot, posture)});
  PrintRobot(robot, posture);
  if (!drives.empty()) std::printf("drives: %s\n", drives.c_str());
  PrintLines("repaired", robot.repaired);
  PrintLines("assumed", robot.assumed);
  PrintLines("note", robot.notes);
  PrintCheck(check);
  std::printf("wrote model.hpp, robot.json and robot.svg in %s\n", arguments.out.c_str());
  if (check.Ran() && !check.Agrees()) SetExitStatus(1);
}

}  // namespace

void AddRobot(CLI::App& app) {
  auto arguments = std::make_shared<RobotArguments>();
  CLI::App* command = app.add_subcommand("robot", "Make a robot's model from its URDF");
  command->footer(kRobotAbout);
  command->add_option("FILE", arguments->urdf, "a URDF")->required();
  command
      ->add_option("--feet", arguments->feet,
                   "links, as FR_foot,FL_foot,RR_foot,RL_foot; the model's feet have their order")
      ->type_name("LINK,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->required();
  command->add_option("--out", arguments->out, "where the files go; made if it does not exist")
      ->type_name("FOLDER")
      ->required();
  command->add_option("--imu", arguments->imu, "that the IMU sits on, fixed to the base [the base]")
      ->type_name("LINK");
  command->add_option("--drives", arguments->drives, "figures of the drives [NAME.drives.json beside FILE]")
      ->type_name("FILE.json");
  command->add_option("--points", arguments->points, "points of feet, by hand")->type_name("FILE.json");
  command->add_option("--posture", arguments->posture, "positions of joints as it stands")
      ->type_name("FILE.json");
  command->add_option("--name", arguments->name, "of the robot [the URDF's]")->type_name("NAME");
  command->add_option("--lock", arguments->locks, "fix these joints, at 0 if no value is given")
      ->type_name("JOINT[=VALUE],...")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("--lock-mimic", arguments->lock_mimics, "fix all joints that follow others");
  command->add_flag("--repair-inertia", arguments->repair_inertia,
                    "raise moments of inertia that no body can have");
  command->callback([arguments] {
    try {
      MakeRobot(*arguments);
    } catch (const ProblemError& error) {
      std::fprintf(stderr, "%s\n", error.what());
      SetExitStatus(2);
    }
  });
}

}  // namespace footing::tools
