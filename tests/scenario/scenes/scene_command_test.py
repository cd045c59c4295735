#!/usr/bin/env python3
"""scene_command_test.py PROGRAM EXAMPLES: files, refusals, matrices in place of bodies, `footing run` and
`footing modes` on scenes. The numbers of `footing solve`: scene_answers_test.py.
"""

import csv
import json
import math
import pathlib
import random
import xml.etree.ElementTree

from scene_bench import ACCELERATION, VELOCITY, SceneCase, contact_laws, main, random_scene
from scene_cases import BAD, C, D, NOTES, S, S3, body, contact, steep, without
from scene_oracle import Rows


class SceneCommand(SceneCase):
    def test_a_matrix_in_place_of_bodies(self):
        rng = random.Random(3)
        for level, solvers in (("velocity", [s for s in VELOCITY if s != "mixed"]),
                               ("acceleration", ["baraff", "berard"])):
            scenes = [random_scene(rng, level) for _ in range(15)]
            for solver in solvers:
                results, matrices = self.solved(scenes, solver), []
                for scene, result in zip(scenes, results):
                    laws = contact_laws(scene, Rows(scene, level), level)
                    contacts = [{"mu": c["mu"], "mu_kinetic": c.get("mu_kinetic", c["mu"]), "normal_bias": float(bias)}
                                | ({"slip": [float(slip)]} if slip else {})
                                for c, (bias, _, slip) in zip(scene["contacts"], laws)]
                    matrix = {"kind": "delassus", "level": level, "tangents": 1, "contacts": contacts,
                              "G": result["G"], "free": result["free"]}
                    matrices.append(matrix | ({"dt": 1 / 64} if level == "velocity" else {}))
                for result, again, matrix in zip(results, self.solved(matrices, solver), matrices):
                    with self.subTest(solver=solver, matrix=matrix):
                        self.assertEqual(result["status"], again["status"])
                        self.near(sum((c["force"] for c in again["contacts"]), []),
                                  sum((c["force"] for c in result["contacts"]), []), error=1e-8)

    def test_refusals(self):
        for solver in sorted({solver for _, solver, _ in BAD.values()}):
            bad = {self.write(name.replace(" ", "_"), content): (name, field)
                   for name, (content, s, field) in BAD.items() if s == solver}
            good = self.write("good", D if solver in ("cone", "boxes") else {**S, "contacts": [C] * 2})
            status, _, errors = self.call("solve", *bad, good, "--solver", solver, "--out", self.root / "out")
            self.assertEqual(status, 2)
            for path, (name, field) in bad.items():
                with self.subTest(name):
                    lines = [line for line in errors.splitlines() if line.startswith(path + ": ")]
                    self.assertEqual(len(lines), 1, "lines of the file on standard error")
                    self.assertTrue(lines[0].startswith(path + ": " + field), lines[0])
                    result = json.loads((self.root / "out" / pathlib.Path(path).name).read_text())
                    self.assertEqual(result["status"], "refused")
            self.assertEqual(errors.count("\n"), sum(line.split(": ")[0] in bad for line in errors.splitlines()))
            self.assertEqual(json.loads((self.root / "out/good").read_text())["status"], "solved")

    def test_misspelt_fields_get_a_note(self):
        paths = [self.write(field, scene) for scene, field, _ in NOTES]
        status, _, errors = self.call("solve", *paths, "--solver", "cone")
        self.assertEqual(status, 0)
        for path, (_, field, meant) in zip(paths, NOTES):
            with self.subTest(field):
                self.assertIn(f"{path}: note: {field}: not read; is {meant} meant?", errors.splitlines())

    def test_the_largest_scenes(self):
        bodies = [body(f"b{i}", position=[0, i + 0.5]) for i in range(32)]
        pair = lambda i: [f"b{i}", f"b{i - 1}" if i else "world"]
        tower = {**S, "bodies": bodies, "contacts": [
            contact(pair(i), [x, i], [0, 1]) for i in range(32) for x in (-0.5, 0.5)]}
        chain = {**S, "bodies": bodies, "contacts": [], "joints": [
            {"type": "hinge", "bodies": pair(i), "point": [0.1 * i, i]} for i in range(32)]}
        for solver in ("cone", "dantzig", "lemke", "baraff", "berard"):
            standing, hanging = self.solved([tower, chain], solver)
            self.assertEqual((standing["status"], hanging["status"]), ("solved", "solved"), solver)
            load = sum(c["force"][0] for c in standing["contacts"][:2])
            self.assertAlmostEqual(load / (64 * 9.81), 1, 6)
        empty = {**S, "gravity": [0, 0], "contacts": []}
        for solver in VELOCITY + ACCELERATION:
            self.assertEqual([r["status"] for r in self.solved([empty], solver)], ["solved"])

    def run_scene(self, scene, method, seconds=0.1, *more):
        """The lines of the CSV as numbers by column; the file's name; what was said."""
        path = self.write("run.json", scene)
        table = self.root / "run.csv"
        status, out, errors = self.call("run", path, "--method", method, "--for", seconds, "--csv", table, "--quiet",
                                        *more)
        self.assertEqual((status, errors), (0, ""), (method, errors, out))
        with open(table, encoding="utf-8") as file:
            lines = list(csv.DictReader(file))
        self.assertEqual({line["status"] for line in lines[1:]}, {"solved"})
        return [{key: float(value) for key, value in line.items() if key != "status"} for line in lines]

    def test_run_moves_as_by_hand(self):
        block = steep(0.25, {"polygon": [[-0.2, -0.1], [0.2, -0.1], [0.2, 0.1], [-0.2, 0.1]]})
        pendulum = {**without(S, "contacts"), "gravity": [0, -10],
                    "bodies": [body("k", inertia=0.5, position=[1, 0])], "joints": [
            {"type": "hinge", "bodies": ["k", "world"], "point": [0, 0]}]}
        for method in VELOCITY + ACCELERATION:
            with self.subTest(method):
                steps = 10 if method == "lemke" else 100  # it takes 0.1 s a step
                lines = self.run_scene(block, method, steps / 1000)
                self.assertEqual(list(lines[0]), [
                    "time", "k.x", "k.y", "k.angle", "k.vx", "k.vy", "k.spin", "contacts", "energy"])
                self.assertEqual(len(lines), steps + 1)
                speed = (6 if method == "trefny" else 6 - 0.25 * 8) * steps / 1000  # g (sin - mu cos) t, g = 10
                self.near([lines[-1]["k.vx"], lines[-1]["k.vy"]], [-0.8 * speed, -0.6 * speed], error=1e-6)
                self.assertLessEqual(max(b["energy"] - a["energy"] for a, b in zip(lines, lines[1:])), 1e-6)
                if method != "trefny":
                    last = self.run_scene(steep(0.5, {"circle": 0.1}), method, steps / 1000)[-1]
                    self.near([math.hypot(last["k.vx"], last["k.vy"]), last["k.spin"]],
                              [0.004 * steps, 0.04 * steps], error=1e-6)
                    first = self.run_scene(pendulum, method, 0.001)[-1]
                    self.near([first["k.vy"], first["k.spin"]], [-0.008, -0.008], error=1e-6)  # m g l / (m l^2 + I)

    def test_a_crate_takes_the_belt_speed(self):
        crate = body("k", position=[0, 0.1], shapes=[{"polygon": [[-0.1, -0.1], [0.1, -0.1], [0.1, 0.1], [-0.1, 0.1]]}])
        belt = {"name": "belt", "shapes": [{"plane": [0, 1], "belt": [0.5, 0]}]}
        scene = {**without(S, "contacts"), "bodies": [crate], "fixed": [belt]}
        for method in {*VELOCITY, "baraff", "berard"} - {"lemke"}:  # lemke takes 0.1 s a step here
            with self.subTest(method):
                self.assertAlmostEqual(self.run_scene(scene, method, 0.3)[-1]["k.vx"], 0.5, 3)

    def test_a_name_with_a_comma_stays_in_its_column(self):
        scene = {**without(S, "contacts"), "bodies": [body('a "b", c')]}
        self.assertEqual(list(self.run_scene(scene, "cone", 0.01)[0])[1:3], ['a "b", c.x', 'a "b", c.y'])

    def test_run_writes_what_it_says(self):
        for name in ("box_in_a_groove", "disc_between_discs"):
            scene = self.example(name)
            scene["error_reduction"] = 0  # which does work
            forces, svg = self.root / "forces.csv", self.root / "run.svg"
            lines = self.run_scene(scene, "cone", 0.2, "--forces", forces, "--svg", svg, "--frames", 3)
            self.assertLessEqual(max(b["energy"] - a["energy"] for a, b in zip(lines, lines[1:])), 1e-9, name)
            self.assertEqual(len(forces.read_text().splitlines()) - 1, sum(int(line["contacts"]) for line in lines))
            self.assertTrue(xml.etree.ElementTree.parse(svg).getroot().tag.endswith("svg"))
        listed = self.write("listed.json", S)
        status, _, errors = self.call("run", listed, "--quiet")
        self.assertEqual((status, errors.count("\n")), (2, 1), errors)
        self.assertIn("contacts", errors)
        path = self.write("free.json", without(S, "contacts"))
        for option in ("--csv", "--forces", "--svg"):
            status, _, errors = self.call("run", path, "--for", 0.01, "--quiet", option, "/proc/none/x")
            self.assertEqual((status, errors.count("\n")), (2, 1), errors)

    def test_modes_of_a_scene(self):
        a = body("a", mass=2, inertia=0.5, position=[0, 1])
        points = ([0.5, 0], [-0.5, 0.25])
        scene = {**S, "bodies": [a], "contacts": [contact(["a", "world"], p, [0, 1], mu=0.3) for p in points]}
        rows = lambda x, y: {"normal_jacobian": [0, 1, x], "tangent_jacobians": [[-1, 0, y - 1]], "mu": 0.3}
        same = {"kind": "contact", "M": [[2, 0, 0], [0, 2, 0], [0, 0, 0.5]], "contacts": [rows(*p) for p in points]}
        self.same_modes(scene, same, 2)
        b = {**body("b"), "mass": 2, "inertia": [1, 2, 2.5], "position": [0, 0, 1]}
        scene = {**S3, "bodies": [b], "contacts": [contact(["b", "world"], [0.5, 0.25, 0], [0, 0, 1], mu=0.5)]}
        # Of n, x and y at r = (0.5, 0.25, -1): r x n, r x t1, r x t2.
        same = {"kind": "contact", "M": [[m * (i == j) for j in range(6)] for i, m in enumerate([2, 2, 2, 1, 2, 2.5])],
                "contacts": [{"normal_jacobian": [0, 0, 1, 0.25, -0.5, 0], "mu": 0.5,
                              "tangent_jacobians": [[1, 0, 0, 0, -1, -0.25], [0, 1, 0, 1, 0, 0.5]]}]}
        for options in ([], ["--directions", 6], ["--directions", 0]):
            self.same_modes(scene, same, 3, *options)

    def same_modes(self, scene, same, skip, *options):
        found = []
        for name, content in (("scene.json", scene), ("same.json", same)):
            status, out, errors = self.call("modes", self.write(name, content), "--json", *options)
            if status and "exact" in errors:
                self.skipTest(errors)
            self.assertEqual((status, errors), (0, ""))
            found.append(json.loads(out)["modes"])
        self.assertEqual([m["letters"] for m in found[0]], [m["letters"] for m in found[1]])
        self.assertGreater(len(found[0]), skip)
        for one, two in zip(*found):
            for key in ("generators", "faces"):
                self.near(sum(sorted(one[key]), []), sum(sorted(two[key]), []), 1, 1e-12)


if __name__ == "__main__":
    main()
