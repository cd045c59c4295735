"""A test case that runs `footing robot`, and judges what it wrote. main takes PROGRAM, ROOT, COMPILER and EIGEN."""

import json
import math
import pathlib
import random
import subprocess
import sys
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program_case import ProgramCase
from urdf_reading import difference, json_shape, read_json, urdf_shape

FILES = ["model.hpp", "robot.json", "robot.svg"]
# What a header's figures must be, as the compiler sees them.
PROBE = """#include "{header}"
#include <cstdio>
using Robot = footing::robots::{struct};
constexpr auto kSmall = Robot::Model<float>();
constexpr auto kModel = Robot::Model<double>();
int main() {{
  double mass = kModel.base.mass + 0 * static_cast<double>(kSmall.base.mass);
  for (const auto& joint : kModel.joints) mass += joint.link.mass;
  std::printf("%.17g %d %d %d %.17g\\n", mass, kModel.kJoints, kModel.kPoints, kModel.kFeet, Robot::kStandingHeight);
}}
"""
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wdouble-promotion", "-Werror"]


class RobotCase(ProgramCase):
    root_folder = compiler = eigen = ""

    def made(self, robot, feet, *options, locked=None, hand=None, compare=True, tolerance=1e-11, sort_points=False):
        """robot.json of a robot of small_robots.py, compared with the URDF."""
        path = self.write("toy.urdf", robot.text())
        return self.made_of(path, feet, *options, locked=locked, hand=hand, compare=compare, tolerance=tolerance,
                            sort_points=sort_points)

    def made_of(self, path, feet, *options, locked=None, hand=None, compare=True, tolerance=1e-11, sort_points=False):
        out = self.root / "out"
        status, words, errors = self.call("robot", path, "--feet", ",".join(feet), "--out", out, *options)
        self.assertEqual((status, errors), (0, ""), words)
        self.assertEqual(sorted(p.name for p in out.iterdir()), FILES)
        made = read_json(out / "robot.json")
        if "against" in made["check"]:
            for term in ("mass_matrix", "bias", "jacobians"):
                self.assertLessEqual(made["check"][term], 1e-9)
        else:
            self.assertEqual(made["check"]["skipped"], "built without MuJoCo")
        rng = random.Random(5)
        for _ in range(3 if compare else 0):
            posture = {j["name"]: rng.uniform(-2, 2) for j in made["joints"]}
            ours = json_shape(made, posture)
            theirs = urdf_shape(path, made["base"]["link"], feet, {**posture, **(locked or {})}, hand)
            if sort_points:
                ours.points.sort(key=lambda p: [round(x, 9) for x in p])
                theirs.points.sort(key=lambda p: [round(x, 9) for x in p])
            self.assertLessEqual(difference(ours, theirs), tolerance)
        return made

    def refused(self, robot, feet, words, *options, named=True):
        """One line with these words, and the folder stays as it was."""
        path = self.write("toy.urdf", robot.text())
        kept = self.root / "kept"
        kept.mkdir(exist_ok=True)
        (kept / "model.hpp").write_text("mine")
        status, output, errors = self.call("robot", path, "--feet", ",".join(feet), "--out", kept, *options)
        self.assertEqual((status, output, errors.count("\n")), (2, "", 1), errors)
        self.assertIn(words, errors)
        if named and words and not any(str(option).endswith("bad.json") for option in options):
            self.assertTrue(errors.startswith(path + ": "), errors)
        self.assertEqual([p.name for p in kept.iterdir()], ["model.hpp"])
        self.assertEqual((kept / "model.hpp").read_text(), "mine")

    def unevenness(self, made):
        """m, between the highest and the lowest of the feet's points as it stands."""
        points = json_shape(made, made["standing"]["posture"]).points
        radii = [point["radius"] for foot in made["feet"] for point in foot["points"]]
        heights = [p[2] - r for p, r in zip(points, radii)]
        self.assertAlmostEqual(-min(heights), made["standing"]["height"], delta=1e-5)
        return max(heights) - min(heights)

    def check_header(self, made):
        """The header compiles without a warning, and holds the same robot."""
        source, program = self.root / "probe.cpp", self.root / "probe"
        source.write_text(PROBE.format(header=self.root / "out/model.hpp", struct=made["struct"]))
        subprocess.run([self.compiler, "-std=c++20", *WARNINGS, "-I", self.root_folder, "-isystem", self.eigen,
                        source, "-o", program], check=True)
        mass, joints, points, feet, height = map(float, subprocess.run([program], capture_output=True, text=True,
                                                                       check=True).stdout.split())
        self.assertTrue(math.isclose(mass, made["mass"], rel_tol=1e-9))
        self.assertEqual((joints, points, feet), (len(made["joints"]), sum(len(f["points"]) for f in made["feet"]),
                                                  len(made["feet"])))
        self.assertEqual(height, made["standing"]["height"])
        lines = (self.root / "out/model.hpp").read_text().splitlines()
        self.assertEqual([line for line in lines if len(line) > 200], [])


def main():
    (RobotCase.program, RobotCase.root_folder, RobotCase.compiler, RobotCase.eigen), sys.argv[1:5] = sys.argv[1:5], []
    unittest.main()
