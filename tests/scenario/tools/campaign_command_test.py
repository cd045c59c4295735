#!/usr/bin/env python3
"""campaign_command_test.py PROGRAM: `footing campaign` runs what it has not run yet, and says what is wrong with a file."""

import csv
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program_case import ProgramCase

SHORT = {"duration": 2}  # s: half a second of trot


class CampaignCommand(ProgramCase):
    timeout = 120

    def campaign(self, scenarios, seeds=2, options=None):
        return self.write("campaign.json", {"robots": ["a1"], "seeds": seeds, "options": options or SHORT,
                                            "scenarios": scenarios})

    def run_campaign(self, file, *options):
        """Runs made and kept."""
        status, text, errors = self.call("campaign", file, "--out", "out", "--quiet", *options)
        self.assertEqual((status, errors), (0, ""))
        made, kept = re.match(r"(\d+) runs made, (\d+) kept from before, 0 failed\n", text).groups()
        return int(made), int(kept)

    def table(self):
        with open(self.root / "out" / "campaign.csv", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def test_figures_are_those_of_simulate(self):
        file = self.campaign([{"name": "delay", "options": ["--sensor", "delay=2"]}], seeds=[3])
        self.assertEqual(self.run_campaign(file), (1, 0))
        [row] = self.table()
        _, text, _ = self.call("simulate", "--quiet", "--duration", 2, "--sensor", "delay=2", "--seed", 3)
        accuracy = float(re.search(r"loaded or not, accuracy\s+([0-9.]+) %", text)[1])
        force = float(re.search(r"mean square: ([0-9.]+) %", text)[1])
        self.assertAlmostEqual(float(row["loaded_mean"]), accuracy, delta=0.0051)
        self.assertAlmostEqual(float(row["force_rmse"]), force, delta=0.00051)
        self.assertEqual((row["scenario"], row["robot"], row["runs"], row["falls"]), ("delay", "a1", "1", "0"))
        for name in ("campaign.md", "campaign.html"):
            self.assertIn("delay=2", (self.root / "out" / name).read_text(encoding="utf-8"))

    def test_what_scales_with_the_robot_is_each_robots_own(self):
        robots = re.search(r"which has (.*)", self.call("simulate", "--robot", "x")[2])[1].split(", ")[:2]
        file = self.write("two.json", {"robots": robots, "seeds": 1, "options": {"duration": 3},
                                       "scenarios": [{"name": "pulled", "options": {"pulled": True}}]})
        self.run_campaign(file)
        for robot, row in zip(robots, self.table(), strict=True):
            _, text, _ = self.call("simulate", "--quiet", "--duration", 3, "--pulled", "--robot", robot)
            force = float(re.search(r"mean square: ([0-9.]+) %", text)[1])
            self.assertAlmostEqual(float(row["force_rmse"]), force, delta=0.00051)

    def test_what_is_done_is_not_done_twice(self):
        plain, noisy = {"name": "plain"}, {"name": "noisy", "options": {"sensor": "torque-noise=1"}}
        self.assertEqual(self.run_campaign(self.campaign([plain, noisy])), (4, 0))
        first = self.table()
        self.assertEqual(self.run_campaign(self.campaign([plain, noisy])), (0, 4))
        self.assertEqual(self.table(), first)
        # Another name is the same scenario; other options are another one; a new seed is run alone.
        louder = {"name": "louder", "options": {"sensor": "torque-noise=2"}}
        self.assertEqual(self.run_campaign(self.campaign([{"name": "calm"}, louder])), (2, 2))
        second = self.table()
        self.assertEqual({**second[0], "scenario": "plain"}, first[0])
        self.assertNotEqual(second[1], first[1])
        self.assertEqual(self.run_campaign(self.campaign([plain, noisy, louder], seeds=3)), (3, 6))
        # A file that is damaged, or of another run, does not count.
        runs = sorted((self.root / "out" / "runs").iterdir())
        runs[0].write_text(runs[0].read_text()[:-20])
        runs[1].write_text(runs[2].read_text())
        self.assertEqual(self.run_campaign(self.campaign([plain, noisy, louder], seeds=3)), (2, 7))

    def test_jobs_do_not_change_the_figures(self):
        file = self.campaign([{"name": "a"}, {"name": "b", "options": ["--ice-friction", 0.3]}], seeds=3)
        self.run_campaign(file, "--jobs", 1)
        alone = self.table()
        for path in (self.root / "out" / "runs").iterdir():
            path.unlink()
        self.assertEqual(self.run_campaign(file, "--jobs", 5), (6, 0))
        self.assertEqual(self.table(), alone)

    def test_goes_on_after_an_interruption(self):
        file = self.campaign([{"name": "long"}], seeds=12, options={"duration": 5})
        process = subprocess.Popen([self.program, "campaign", file, "--out", "out", "--quiet", "--jobs", "1"],
                                   cwd=self.root, stdout=subprocess.DEVNULL)
        runs = self.root / "out" / "runs"
        end = time.monotonic() + 60
        while time.monotonic() < end and (not runs.exists() or len(list(runs.glob("*.json"))) < 2):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        self.assertNotEqual(process.wait(), 0)
        self.assertFalse((self.root / "out" / "campaign.csv").exists())
        done = len(list(runs.glob("*.json")))
        self.assertGreaterEqual(done, 2)
        self.assertEqual(self.run_campaign(file), (12 - done, done))
        self.assertEqual(self.table()[0]["runs"], "12")

    def refused(self, words, file, *options):
        status, text, errors = self.call("campaign", file, "--out", "out", "--quiet", *options)
        self.assertEqual((status, text, errors.count("\n")), (2, "", 1), errors)
        for word in words:
            self.assertIn(word, errors)
        self.assertFalse((self.root / "out").exists())

    def test_bad_files_and_options(self):
        file = self.campaign([{"name": "a"}, {"name": "b", "options": {"sensor": ["torque-nois=1"]}}])
        self.refused([file, "scenarios[1].options", "--sensor", "no sensor error 'torque-nois'"], file)
        for options, words in (({"push": 1e9}, ["--push", "[-5000, 5000]"]), (["--stream", "x"], ["--stream"]),
                               (["x"], ["x"]), ({"plant": "moon"}, ["--plant"]), (["--help"], ["--help"]),
                               ({"sensor": "torque-stuck@knee"}, ["a1 has no joint 'knee'"]),
                               ({"pulled": True, "push": 3}, ["--pulled"]), ({"seed": 3}, ["--seed"])):
            file = self.campaign([{"name": "a", "options": options}])
            self.refused([file, "scenarios[0].options", *words], file)
        self.refused(["nope.json", "cannot be read"], "nope.json")
        self.refused(["broken.json: line 1, column 2"], self.write("broken.json", "{,"))
        good = self.campaign([{"name": "a"}])
        self.refused(["--jobs"], good, "--jobs", 0)
        self.refused(["/nope/x.md"], good, "--markdown", "/nope/x.md")
        self.write("out", "a file where the folder would be")
        status, _, errors = self.call("campaign", good, "--out", "out", "--quiet")
        self.assertEqual((status, errors.count("\n")), (2, 1))
        self.assertIn("out/runs: cannot be made", errors)

    def test_the_example(self):
        example = pathlib.Path(__file__).resolve().parents[3] / "examples" / "campaign.json"
        text = example.read_text(encoding="utf-8").replace('"mujoco"', '"footing", "duration": 0.01')
        text = re.sub(r'"robots": \[.*?\]', '"robots": ["a1"]', text)
        file = self.write("example.json", text)
        made, kept = self.run_campaign(file, "--markdown", "copy.md")
        self.assertEqual((made % 3, kept), (0, 0))
        self.assertEqual((self.root / "copy.md").read_bytes(), (self.root / "out" / "campaign.md").read_bytes())


if __name__ == "__main__":
    CampaignCommand.program = os.path.abspath(sys.argv.pop(1))
    unittest.main()
