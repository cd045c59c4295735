#!/usr/bin/env python3
"""solve_command_test.py PROGRAM: bad files beside good files, bad options, results that cannot be written."""

import json
import math
import os
import pathlib
import random
import sys
import unittest
from fractions import Fraction

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program_case import ProgramCase

LCP = {"kind": "lcp", "A": [[2, 1], [1, 2]], "q": [-5, -6]}
BOXED = {"kind": "boxed", "A": [[2, 0], [0, 2]], "b": [-2, -1], "lo": [0, 0], "hi": ["inf", 1], "findex": [-1, -1]}
CONTACT = {"kind": "contact", "M": [[2]], "tau_star": [-0.2], "dt": 0.01,
           "contacts": [{"normal_jacobian": [1], "tangent_jacobians": [], "mu": 0.5, "normal_bias": 0}]}


def identity(n):
    return [[float(i == j) for j in range(n)] for i in range(n)]


# Name of the file, its content, and what the line on standard error says after the name.
BAD = {
    "broken.json": ('{"kind": "lcp",\n "A": [[1, 2}', "line 2, column 13: syntax error"),
    "empty.json": ("", "the file is empty"),
    "binary.json": ('{"kind": "' + "\x01" * 1000, "line 1, column "),
    "nan.json": ({**LCP, "q": [math.nan, 1]}, "line 1, column "),
    "huge.json": ('{"kind": "lcp", "A": [[1e400]], "q": [1]}',
                  "line 1, column 24: the number 1e400 is beyond a double's range"),
    "tiny.json": ('{"kind": "lcp",\n "A": [[11e-400, 1e-400]], "q": [1]}',
                  "line 2, column 9: the number 11e-400 is beyond a double's range"),
    "tail_of_another.json": ('{"kind": "lcp", "A": [[0.01e-3, -2e-999]], "q": [1]}',
                             "line 1, column 33: the number -2e-999 is beyond a double's range"),
    "nul_and_more.json": (json.dumps(LCP) + "\0 and more", "line 1, column 54: a NUL, which no text holds"),
    "nul_at_the_end.json": (json.dumps(LCP) + "\n\0", "line 2, column 1: a NUL, which no text holds"),
    "nul_in_a_word.json": ('{"kind": "l\0cp"}', "line 1, column 12: a NUL, which no text holds"),
    "more.json": (json.dumps(LCP) + " {", "line 1, column "),
    "twice.json": ('{"kind": "lcp", "A": [[1]], "q": [1], "q": [2]}', "q: given twice in one object"),
    "field.json": ({"kind": "lcp", "A": [[1]]}, "q: missing"),
    "kind.json": ({**LCP, "kind": "qp"}, 'kind: must be "lcp", "boxed", "contact", "scene" or "delassus", is "qp"'),
    "type.json": ({**LCP, "q": [1, "two"]}, 'q[1]: must be a number, is "two"'),
    "sizes.json": ({**LCP, "q": [1, 2, 3]}, "q: 3 entries, 2 expected"),
    "square.json": ({**LCP, "A": [[1, 2, 3], [4, 5, 6]]}, "A[0]: 3 entries, 2 expected"),
    "rows.json": ({"kind": "lcp", "A": identity(300), "q": [1] * 300}, "A: 300 rows, the limit is 256"),
    "bounds.json": ({**BOXED, "lo": [0, 2]}, "lo[1]: is 2, above hi[1], which is 1"),
    "findex.json": ({**BOXED, "findex": [-1, 7]}, "findex[1]: must be -1 or a row, 0 to 1, is 7"),
    "wraps.json": ({**BOXED, "findex": [-1, 2**64 - 1]}, "findex[1]: must be a smaller integer, is 18446744073709551615"),
    "mu.json": ({**CONTACT, "contacts": [{**CONTACT["contacts"][0], "mu": -0.5}]},
                "contacts[0].mu: must not be negative, is -0.5"),
    "contacts.json": ({**CONTACT, "contacts": CONTACT["contacts"] * 65}, "contacts: 65 contacts, the limit is 64"),
    "dof.json": ({**CONTACT, "M": identity(193)}, "M: 193 rows, the limit is 192"),
    "indefinite.json": ({**CONTACT, "M": [[-2]]}, "M: must be positive definite, its first row is not"),
    "asymmetric.json": ({**CONTACT, "M": [[2, 1], [0, 2]]}, "M[1][0]: must be symmetric, is 0"),
}


def moved(problem, forces):
    """Returns v of M v = tau* + dt sum J' f, exactly."""
    right = [Fraction(t) for t in problem["tau_star"]]
    for c, f in zip(problem["contacts"], forces):
        right = [r + Fraction(n) * Fraction(f[0]) * Fraction(problem["dt"]) for r, n in zip(right, c["normal_jacobian"])]
    rows = [[Fraction(x) for x in row] + [r] for row, r in zip(problem["M"], right)]
    for k, pivot in enumerate(rows):
        pivot[:] = [x / pivot[k] for x in pivot]
        for row in rows:
            if row is not pivot:
                row[:] = [x - row[k] * p for x, p in zip(row, pivot)]
    return [row[-1] for row in rows]


class SolveCommand(ProgramCase):
    def setUp(self):
        super().setUp()
        self.out = self.root / "out"
        self.good = self.write("good.json", LCP)

    def run_solve(self, *arguments):
        return self.call("solve", *arguments)

    def result(self, name):
        return json.loads((self.out / name).read_text())

    def expect_good_is_solved(self):
        result = self.result("good.json")
        self.assertEqual(result["status"], "solved")
        self.assertAlmostEqual(result["z"][0], 4 / 3)
        self.assertAlmostEqual(result["z"][1], 7 / 3)

    def test_each_bad_file_alone(self):
        for name, (content, message) in BAD.items():
            with self.subTest(name):
                path = self.write(name, content)
                status, table, errors = self.run_solve(path, self.good, "--out", self.out)
                self.assertEqual(status, 2)
                self.assertEqual(errors.count("\n"), 1, errors)
                self.assertTrue(errors.startswith(path + ": " + message), errors)
                self.assertLess(len(errors), len(path) + 220)
                self.assertEqual(self.result(name)["status"], "refused")
                self.assertIn("2 files: 1 solved, 1 bad,", table)
                self.expect_good_is_solved()

    def test_small_numbers_that_a_double_holds(self):
        path = self.write("small.json", '{"kind": "lcp", "A": [[1, 0.0e-999], [-0.0, 1]], "q": [-1e-300, -4e-310]}')
        self.assertEqual(self.run_solve(path, "--out", self.out)[::2], (0, ""))
        self.assertEqual(self.result("small.json")["z"], [1e-300, 4e-310])

    def test_what_is_no_regular_file(self):
        pipe = self.root / "pipe.json"
        os.mkfifo(pipe)
        paths = [str(pipe), str(self.root), "/dev/zero", str(self.root / "link.json")]
        (self.root / "link.json").symlink_to(pipe)
        for path in paths:
            with self.subTest(path):
                status, _, errors = self.run_solve(path, self.good, "--out", self.out)
                self.assertEqual(status, 2)
                what = "is a directory" if path == str(self.root) else "is not a regular file"
                self.assertEqual(errors, f"{path}: {what}\n")
                self.expect_good_is_solved()
        (self.root / "to_good.json").symlink_to(self.good)
        self.assertEqual(self.run_solve(self.root / "to_good.json")[0], 0)

    def test_a_result_without_a_finite_velocity(self):
        # The contact is open; without force the velocity of the second coordinate is 1e200 / 1e-200.
        problem = {**CONTACT, "M": [[1, 0], [0, 1e-200]], "tau_star": [1, 1e200],
                   "contacts": [{**CONTACT["contacts"][0], "normal_jacobian": [1, 0], "tangent_jacobians": []}]}
        path = self.write("overflow.json", problem)
        status, _, errors = self.run_solve(path, self.good, "--out", self.out)
        self.assertEqual((status, errors), (0, ""))
        text = (self.out / "overflow.json").read_text()
        self.assertNotIn("null", text)
        self.assertNotIn("v", json.loads(text))

    def test_all_bad_files_at_once(self):
        paths = [self.write(name, content) for name, (content, _) in BAD.items()]
        status, _, errors = self.run_solve(*paths, self.good, "--out", self.out)
        self.assertEqual(status, 2)
        self.assertEqual([line.split(": ")[0] for line in errors.splitlines()], paths)
        self.expect_good_is_solved()

    def test_what_is_no_file(self):
        (self.root / "folder.json").mkdir()
        os.symlink("circle.json", self.root / "circle.json")
        for name, message in (("folder.json", "is a directory"), ("absent.json", "cannot be read: "),
                              ("circle.json", "cannot be read: "), ("x" * 300, "cannot be read: ")):
            path = str(self.root / name)
            status, _, errors = self.run_solve(path, self.good, "--out", self.out)
            self.assertEqual(status, 2)
            self.assertTrue(errors.startswith(path + ": " + message), errors)
            self.assertNotIn(name, os.listdir(self.out))
            self.expect_good_is_solved()

    def test_honest_failure_is_no_error(self):
        path = self.write("none.json", {"kind": "lcp", "A": [[-1]], "q": [-1]})
        status, table, errors = self.run_solve(path, "--out", self.out)
        self.assertEqual((status, errors), (0, ""))
        self.assertNotEqual(self.result("none.json")["status"], "solved")
        self.assertNotIn(" 1 solved", table)

    def test_every_kind_and_the_table(self):
        paths = [self.good, self.write("b\u00e4\u221e.json", BOXED), self.write("c.json", CONTACT)]
        status, table, errors = self.run_solve(*paths, "--out", self.out)
        self.assertEqual((status, errors), (0, ""))
        self.expect_good_is_solved()
        self.assertEqual(self.result("b\u00e4\u221e.json")["x"], [1, 0.5])
        self.assertAlmostEqual(self.result("c.json")["forces"][0][0], 20)
        self.assertEqual(self.result("c.json")["forces"][0][1:], [0, 0])
        lines = table.splitlines()
        self.assertEqual(len(lines), 5)
        self.assertEqual(len({len(line) for line in lines[:4]}), 1, table)
        self.assertRegex(lines[4], r"^3 files: 3 solved, \d+\.\d\d s$")

    def test_a_misspelt_field_is_asked_for(self):
        biased = {**CONTACT, "contacts": [{"normal_jacobian": [1], "tangent_jacobians": [], "mu": 0, "normal_bais": 1}]}
        path = self.write("c.json", {**biased, "source": "nobody's"})
        status, _, errors = self.run_solve(path, self.write("b.json", {**BOXED, "index": 0}), self.good)
        self.assertEqual((status, errors), (0, f"{path}: note: contacts[0].normal_bais: not read; is normal_bias meant?\n"))

    def test_without_out_nothing_is_written(self):
        before = sorted(self.root.iterdir())
        status, _, errors = self.run_solve(self.good)
        self.assertEqual((status, errors), (0, ""))
        self.assertEqual(sorted(self.root.iterdir()), before)

    def test_two_files_of_one_name(self):
        other = self.write("other/good.json", {**LCP, "q": [1, 1]})
        status, _, errors = self.run_solve(self.good, other, "--out", self.out)
        self.assertEqual(status, 2)
        self.assertTrue(errors.startswith(other + ": not solved: "), errors)
        self.expect_good_is_solved()
        self.assertEqual(self.run_solve(self.good, other)[0], 0)

    def test_a_result_never_overwrites_its_problem(self):
        status, _, errors = self.run_solve(self.good, "--out", self.root)
        self.assertEqual(status, 2)
        self.assertIn("its result would overwrite it", errors)
        self.assertEqual(json.loads(pathlib.Path(self.good).read_text()), LCP)

    def test_a_result_never_overwrites_another_problem(self):
        other = self.write("other/good.json", {**LCP, "q": [1, 1]})
        status, _, errors = self.run_solve(self.good, other, "--out", self.root / "other")
        self.assertEqual((status, errors.count("\n")), (2, 2))
        self.assertTrue(errors.startswith(self.good + ": not solved: its result would overwrite the problem"), errors)
        self.assertEqual(json.loads(pathlib.Path(other).read_text())["q"], [1, 1])

    def test_out_that_cannot_be_written(self):
        status, _, errors = self.run_solve(self.good, "--out", self.good)
        self.assertEqual((status, errors.count("\n")), (2, 1))
        self.assertTrue(errors.startswith("--out " + self.good + ": "), errors)
        status, _, errors = self.run_solve(self.good, "--out", "/proc/footing")
        self.assertEqual((status, errors.count("\n")), (2, 1))
        (self.out / "good.json").mkdir(parents=True)
        other = self.write("b.json", BOXED)
        status, _, errors = self.run_solve(self.good, other, "--out", self.out)
        self.assertEqual(status, 2)
        self.assertIn("good.json cannot be written: ", errors)
        self.assertEqual(self.result("b.json")["status"], "solved")

    @unittest.skipIf(os.name != "posix" or not os.path.exists("/dev/full"), "no full device here")
    def test_full_disk(self):
        self.out.mkdir()
        os.symlink("/dev/full", self.out / "good.json")
        status, _, errors = self.run_solve(self.good, "--out", self.out)
        self.assertEqual(status, 2)
        self.assertIn("cannot be written: No space left", errors)

    def test_solvers(self):
        contact = self.write("c.json", CONTACT)
        boxed = self.write("b.json", {**BOXED, "findex": [-1, 0]})
        for solver, model in (("cone", "cone"), ("dantzig", "box"), ("boxes", "box"), ("lemke", "polyhedral"),
                              ("newton-polyhedral", "polyhedral")):
            for options in ([], ["--model", model]):
                status, _, errors = self.run_solve(contact, "--solver", solver, *options, "--out", self.out)
                self.assertEqual((status, errors), (0, ""))
                result = self.result("c.json")
                self.assertEqual((result["solver"], result["model"], result["status"]), (solver, model, "solved"))
                self.assertAlmostEqual(result["forces"][0][0], 20)
            for other in {"cone", "box", "polyhedral"} - {model}:
                status, table, errors = self.run_solve(contact, "--solver", solver, "--model", other)
                self.assertEqual((status, table), (2, ""))
                self.assertIn(f"--solver {solver}: its friction is that of --model {model}, not of --model {other}", errors)
        for model, solver in (("box", "boxes"), ("polyhedral", "newton-polyhedral"), ("cone", "cone")):
            self.run_solve(contact, "--model", model, "--out", self.out)
            self.assertEqual(self.result("c.json")["solver"], solver)
        for solver in ("dantzig", "lemke"):
            status, _, errors = self.run_solve(boxed, self.good, "--solver", solver, "--out", self.out)
            self.assertEqual((status, errors.count("\n")), (2, 1))
            self.assertTrue(errors.startswith(f"{boxed}: not solved: {solver} takes no "), errors)
            self.assertEqual(self.result("b.json")["status"], "refused")
            self.expect_good_is_solved()
            self.assertEqual(self.result("good.json")["solver"], solver)

    def test_options(self):
        for options in (["--directions", "5"], ["--directions", "18"], ["--directions", "2"], ["--directions", "x"],
                        ["--epsilon", "-1"], ["--epsilon", "nan"], ["--epsilon", "inf"], ["--epsilon", "1e400"],
                        ["--epsilon", ""], ["--max-pivots", "0"], ["--max-pivots", "-3"], ["--max-pivots", "1.5"],
                        ["--max-pivots", "99999999999"], ["--model", "sphere"], ["--model", "0"], ["--solver", "newton"],
                        ["--solver", ""], ["--nonsense"]):
            status, table, errors = self.run_solve(self.good, *options)
            self.assertEqual((status, table), (2, ""), options)
            self.assertIn(options[0], errors)
        self.assertEqual(self.run_solve()[0], 2)
        for options in (["--directions", "16", "--model", "polyhedral"], ["--model", "box"], ["--epsilon", "0"],
                        ["--epsilon", "1e-9"], ["--max-pivots", "7"]):
            self.assertEqual(self.run_solve(self.good, *options)[0], 0, options)

    def test_solved_is_of_the_file_where_the_assembled_matrix_is_rounded(self):
        rng = random.Random(2)
        for gap in (1e-8, 1e-13):  # how far the mass matrix is from singular
            for _ in range(10):
                a = [rng.uniform(0.5, 2) for _ in range(3)]
                rows = [[rng.uniform(-1, 1) for _ in range(3)] for _ in range(4)]
                problem = {"kind": "contact", "dt": 0.01, "tau_star": rows[3],
                           "M": [[a[i] * a[j] * (1 + gap * (i == j)) for j in range(3)] for i in range(3)],
                           "contacts": [{"normal_jacobian": n, "tangent_jacobians": [], "mu": 0} for n in rows[:3]]}
                self.run_solve(self.write("c.json", problem), "--out", self.out)
                result = self.result("c.json")
                self.assertEqual(result["status"], "solved")
                free, v = moved(problem, [[0]] * 3), moved(problem, result["forces"])
                size = max(abs(Fraction(n) * x) for row in rows[:3] for n, x in zip(row, free))
                u = [float(sum(Fraction(n) * x for n, x in zip(row, v)) / size) for row in rows[:3]]
                missed = max(abs(min(0, x)) if f[0] == 0 else abs(x) for x, f in zip(u, result["forces"]))
                self.assertLessEqual(missed, 1e-7)
                self.assertLessEqual(missed, 1.01 * result["residual"] + 1e-15)
                for mine, exact in zip(result["v"], v):
                    self.assertAlmostEqual(mine, float(exact), delta=1e-12 * float(abs(exact)) + 1e-300)

    def test_walls_that_close_are_proven_to_in_every_model_that_proves(self):
        walls = [{"normal_jacobian": [n], "tangent_jacobians": [], "mu": 0, "normal_bias": -0.1} for n in (1, -1)]
        path = self.write("c.json", {**CONTACT, "tau_star": [0], "contacts": walls})
        for model in ("cone", "box"):
            self.run_solve(path, "--model", model, "--out", self.out)
            result = self.result("c.json")
            self.assertEqual(result["status"], "proven infeasible")
            self.assertGreater(result["proof"][0], 0)
            self.assertAlmostEqual(result["proof"][3] / result["proof"][0], 1)

    def test_epsilon_and_budget_act(self):
        _, table, _ = self.run_solve(self.good, "--out", self.out, "--epsilon", "0.5")
        self.assertIn("epsilon 0.5", table.splitlines()[-1])
        self.assertAlmostEqual(self.result("good.json")["z"][0], 9 / 8)
        self.run_solve(self.good, "--out", self.out, "--max-pivots", "1")
        self.assertEqual(self.result("good.json")["status"], "not found (pivot budget)")

    def test_impacts_one_by_one_or_all_at_once(self):
        masses = [1, 2, 1, 1]  # kg, balls in a row that touch
        contacts = [{"normal_jacobian": [-1.0 * (k == c) + (k == c + 1) for k in range(4)], "tangent_jacobians": [],
                     "mu": 0, "normal_bias": -1.0 * (c == 0)} for c in range(3)]
        path = self.write("row.json", {"kind": "contact", "dt": 0.01, "tau_star": [1, 0, 0, 0],
                                       "M": [[m * (i == j) for j in range(4)] for i, m in enumerate(masses)],
                                       "contacts": contacts})
        status, _, errors = self.run_solve(path, "--impacts", "1", "--out", self.out)
        self.assertEqual((status, errors), (0, ""))
        result = self.result("row.json")
        self.assertEqual((result["status"], result["stage"]), ("solved", "impacts"))
        # 1 on 2 kg: −1/3 and 2/3. 2 on 1 kg: 2/9 and 8/9, which the last ball takes over. Then 2/9 on a ball at rest:
        # 2/27 and 8/27. No more close.
        for v, exact in zip(result["v"], (-1 / 3, 2 / 27, 8 / 27, 8 / 9)):
            self.assertAlmostEqual(v, exact, delta=1e-12)
        self.assertEqual(result["pivots"], 4)
        # Without a bounce all end at one speed, by either law.
        path = self.write("row.json", {**json.loads((self.root / "row.json").read_text()),
                                       "contacts": [{**c, "normal_bias": 0} for c in contacts]})
        for options in ([], ["--impacts", "0"]):
            self.run_solve(path, *options, "--out", self.out)
            result = self.result("row.json")
            self.assertEqual(result["status"], "solved")
            for v in result["v"]:
                self.assertAlmostEqual(v, 0.2, delta=1e-6)
        for bad in ("-0.1", "1.1", "nan", ""):
            self.assertEqual(self.run_solve(path, "--impacts", bad)[:2], (2, ""))
        status, _, errors = self.run_solve(path, "--impacts", "1", "--model", "box")
        self.assertEqual(status, 2)
        self.assertIn("--impacts: its friction is that of --model cone", errors)

    def test_help_tells_all(self):
        status, text, _ = self.run_solve("--help")
        self.assertEqual(status, 0)
        for word in ("lcp", "boxed", "contact", "findex", "tangent_jacobians", "tau_star", "cone", "polyhedral", "box",
                     "--directions", "--max-pivots", "--epsilon", "--impacts", "--out", "Exit status", "256", "192", "64"):
            self.assertIn(word, text)


if __name__ == "__main__":
    ProgramCase.program = sys.argv.pop(1)
    unittest.main()
