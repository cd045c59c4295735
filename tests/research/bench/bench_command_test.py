#!/usr/bin/env python3
"""bench_command_test.py PROGRAM: a quick run prints all tables and a picture, and Footing's answers are right.

The test does not judge times."""

import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

PROGRAM = ""
COURSES = ["point-feet", "pyramid-4", "pyramid-8", "sequence", "sequence-alone", "trot", "biped-corners", "biped-soft", "quadruped-corners",
           "quadruped-soft", *[f"half-active-{n}" for n in (4, 12, 24, 48, 96, 150)],
           *[f"{kind}-{n}" for kind in ("normals", "soles", "half-solved") for n in (48, 96, 150)], "control-tick"]
NOT_ALL = {"Footing, as deployed", "Footing Dantzig", "Footing SolveBaraff"}  # with few steps, or without a proof
BARS = 22


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


class BenchCommand(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "picture.svg"
            tables = pathlib.Path(folder) / "tables.md"
            cls.done = subprocess.run([PROGRAM, "--quick", "--picture", picture, "--markdown", tables],
                                     capture_output=True, text=True, timeout=500)
            cls.svg = picture.read_text() if picture.exists() else ""
            cls.tables = tables.read_text() if tables.exists() else ""
        cls.lines = cls.done.stdout.splitlines()

    def rows_of(self, course):
        """Returns the rows of a course's table as dictionaries by column."""
        start = next(k for k, line in enumerate(self.lines) if f"(`{course}`)" in line)
        header = cells(self.lines[start + 2])
        rows = []
        for line in self.lines[start + 4:]:
            if not line.startswith("|"):
                break
            rows.append(dict(zip(header, cells(line), strict=True)))
        return rows

    def test_it_ends_well(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        self.assertEqual(self.tables, self.done.stdout)

    def test_every_bar_has_its_row(self):
        bars = self.lines[2:2 + BARS]
        for line in bars:
            self.assertEqual(len(cells(line)), 7, line)
            self.assertRegex(cells(line)[-1], "^(pass|not measured.*|.*(MISSED|TAIL TOO LONG).*)$")
        self.assertEqual(self.lines[2 + BARS], "")

    def test_footing_is_right_and_calls_no_heap(self):
        for course in COURSES:
            ours = [row for row in self.rows_of(course) if row["solver"].startswith("Footing")]
            self.assertTrue(ours, course)
            for row in ours:
                self.assertGreater(float(row["median, µs"]), 0)
                if row["solver"] in NOT_ALL:  # it does not solve all, and says so
                    wrong, solved = (float(row[k].strip("* %")) for k in ("by its own law", "says solved"))
                    self.assertLessEqual(wrong + solved, 100, (course, row))
                else:
                    self.assertEqual((row["wrong"], row["says solved"]), ("0 %", "100 %"), (course, row))
                self.assertIn(row["heap calls"], ("0", "not counted"), (course, row))

    def test_yardsticks_are_timed(self):
        for n in (4, 12, 24, 48, 96, 150):
            eigen = [row for row in self.rows_of(f"half-active-{n}") if row["solver"].startswith("Eigen")]
            self.assertEqual(len(eigen), 3)
            self.assertTrue(all(float(row["median, µs"]) > 0 for row in eigen))

    def test_the_picture_names_every_solver(self):
        root = xml.etree.ElementTree.fromstring(self.svg)
        words = {node.text for node in root.iter("{http://www.w3.org/2000/svg}text")}
        for course in COURSES:
            for row in self.rows_of(course):
                self.assertIn(row["solver"], words)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
