#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>
#include <string_view>

#include <CLI/CLI.hpp>

#include "tools/footing/commands/commands.hpp"
#include "tools/footing/files/number.hpp"
#include "tools/footing/modes/contacts/scene_contacts.hpp"
#include "tools/footing/modes/contacts/turned_scene.hpp"
#include "tools/footing/modes/drawing/modes_drawing.hpp"
#include "tools/footing/modes/modes_result.hpp"
#include "tools/footing/solve/file/problem_file.hpp"

namespace footing::tools {

namespace {

constexpr const char* kModesAbout =
    R"help(FILE is a scene (docs/reference/scene.md), or a contact problem as of `footing solve`; tau_star and dt are
not read:
  M               symmetric positive definite, of at most 24 coordinates
  contacts        at most 12, each with normal_jacobian, tangent_jacobians (0, 1 or 2) and mu, and
    state         "rest" (if absent), "sliding" or "open"
    mu_kinetic    of what slides (mu if absent)
  v_minus         the velocity, that tells where a sliding contact slides
  body, point, frame   names of what the wrench acts on, at and in
  length          m; a moment tau counts as a force of tau / length (1 if absent)
  moments         coordinates of the wrench that are moments (planar file: [2]; one body in space: [3, 4, 5])
  shapes          for the drawing: {"circle": [x, y, r]} or {"polygon": [[x, y], ...]}, with "fixed": true or false

Letters of a contact: s separates, n rolls, l and r slide with a_t > 0 and < 0, d1...dk slide in space, against
direction j of the friction force; e1...ek slide between two neighbours, against directions j and j + 1 equally,
with any share of the friction force on each (ek: against k and 1); with --directions 0, q and the signs of a_t
along both tangents, 0 where it rolls; a approaches, from an open gap, which has no
letter where it stays as it is. A mode has a letter for each contact.

Its cone holds the external wrenches w, on the file's coordinates, that can bring it about: a nonnegative sum
of generators, and the w with face . w <= 0 for every face. Opposite pairs of generators are lines, opposite
pairs of faces equalities. Generators and faces are unit vectors, with moments over length. Two cones overlap
where their relative interiors have a wrench in common.

Exit status: 0, answered; 2, a bad option, or a bad file, or one that is degenerate within rounding, or has
too many modes (one line on standard error), or an SVG that cannot be drawn or written.)help";

struct ModesArguments {
  std::string file;
  std::string svg;
  std::optional<std::string> wrench;
  int directions = 4;
  bool json = false;
};

std::vector<double> ParseWrench(const std::string& text, std::size_t dof) {
  std::vector<double> wrench;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    double value = 0;
    switch (ParseNumber(rest.substr(0, comma), &value)) {
      case NumberError::kNotANumber: throw ProblemError("must be numbers with commas between them");
      case NumberError::kOutOfRange: throw ProblemError("must be numbers within a double's range");
      case NumberError::kNone: break;
    }
    if (!std::isfinite(value)) throw ProblemError("must be finite numbers");
    wrench.push_back(value);
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (wrench.size() != dof) {
    throw ProblemError(std::to_string(wrench.size()) + " numbers, " + std::to_string(dof) + " expected");
  }
  return wrench;
}

void WriteSvg(const std::string& path, const std::string& text) {
  std::ofstream stream(path, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream) throw ProblemError(std::string("cannot be written: ") + std::strerror(errno));
}

void Run(const ModesArguments& arguments) {
  std::string blamed = arguments.file;
  try {
    ModesResult result;
    result.scene = ReadModesScene(arguments.file);
    PrintNotes(arguments.file, result.scene.notes);
    result.directions = arguments.directions;
    if (arguments.wrench) {
      blamed = "--wrench";
      result.wrench = ParseWrench(*arguments.wrench, result.scene.dof());
    }
    if (!arguments.svg.empty()) {
      blamed = "--svg " + arguments.svg;
      CheckDrawable(result.scene);
    }
    blamed = arguments.file;
    result.modes = ListModesInAnyAxes(result.scene, arguments.directions);
    if (!result.wrench.empty()) result.places = PlaceWrench(result.scene, result.modes, result.wrench);
    if (!arguments.svg.empty()) {
      blamed = "--svg " + arguments.svg;
      WriteSvg(arguments.svg, ModesSvg(result));
    }
    std::fputs((arguments.json ? ModesJson(result) : ModesTable(arguments.file, result)).c_str(), stdout);
  } catch (const std::runtime_error& error) {
    std::fprintf(stderr, "%s: %s\n", blamed.c_str(), error.what());
    SetExitStatus(2);
  }
}

}  // namespace

void AddModes(CLI::App& app) {
  auto arguments = std::make_shared<ModesArguments>();
  CLI::App* command =
      app.add_subcommand("modes", "List the contact modes of a file, each with its cone of wrenches");
  command->footer(kModesAbout);
  command->add_option("FILE", arguments->file, "a scene, or a contact problem")->required();
  command->add_flag("--json", arguments->json, "print JSON, and nothing else");
  command->add_option("--svg", arguments->svg, "draw the modes of a planar file")->type_name("OUT.svg");
  command->add_option("--directions", arguments->directions)
      ->description("of the friction cone in space, 3 to 16 [4]; 0: the pyramid of two axes, eq. 30")
      ->type_name("k")
      ->check(CLI::IsMember({0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}).description(""));
  command->add_option("--wrench", arguments->wrench, "say which modes' cones hold this wrench")
      ->type_name("\"x,y,...\"");
  command->callback([arguments] { Run(*arguments); });
}

}  // namespace footing::tools
