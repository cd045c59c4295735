#!/usr/bin/env python3
"""command_line_test.py PROGRAM: what `footing` refuses with one line on standard error and exit status 2."""

import csv
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from program_case import ProgramCase

NO_NUMBERS = ("nan", "-nan", "inf", "-inf", "1e300", "-1e300", "1e4000", "1e-4000", "x", "", "1x")

# Options of simulate and report: values out of each option's range, and the limits of the range.
COURSE = {
    "--duration": (("0", "-1", "-0.0005", "0.0005", "601"), ("0.001", "600")),
    "--speed": (("4", "-4"), ("-3", "3")),
    "--friction": (("-1", "-1e-9", "11"), ("0", "10")),
    "--ice-friction": (("-1", "11"), ("0", "10")),
    "--ice-begin": (("0.09", "101"), ("0.8", "100")),
    "--ice-length": (("-0.1", "101"), ("0", "100")),
    "--ground-offset": (("-2", "2"), ("-1", "1")),
    "--push": (("-5001", "5001"), ("-1000", "1000")),
    "--push-time": (("-1", "601"), ("0", "600")),
    "--pulls": (("-1", "1001"), ("0", "1000")),
    "--mass-scale": (("0", "-1", "11"), ("0.1", "10")),
    "--clock-offset": (("-0.1", "0.5"), ("0", "0.4")),
}
FAULT = {
    "--fault-begin": (("-1", "601"), ("0", "600")),
    "--fault-duration": (("-1", "601"), ("0", "600")),
}


class CommandLine(ProgramCase):
    timeout = 120

    def expect_refused(self, words, *arguments):
        status, text, errors = self.call(*arguments)
        self.assertEqual((status, text, errors.count("\n")), (2, "", 1), (arguments, errors))
        for word in words:
            self.assertIn(word, errors)
        self.assertEqual(list(self.root.iterdir()), [], arguments)

    def test_numbers_out_of_range(self):
        for command, options in (("simulate", {**COURSE, **FAULT}), ("report", COURSE)):
            for option, (bad, _) in options.items():
                for value in bad + NO_NUMBERS:
                    self.expect_refused([option, f"'{value}'"], command, option, value)

    def test_limits_of_numbers(self):
        for plant in ("footing", "mujoco"):
            for option, (_, good) in {**COURSE, **FAULT}.items():
                for value in good:
                    given = {"--duration": "0.02", "--push-time": "0.01", option: value}
                    if option in FAULT:
                        given["--fault"] = "late"
                    if given["--duration"] == "600":
                        continue
                    words = [f"{key}={text}" for key, text in given.items()]
                    status, _, errors = self.call("simulate", "--quiet", "--plant", plant, *words)
                    if "no such plant" in errors:
                        continue
                    self.assertEqual((status, errors), (0, ""), (plant, option, value))

    def test_other_options(self):
        for option, values in {"--seed": ("-1", "nan", "1.5", "1e20", "99999999999999999999"), "--plant": ("x",),
                               "--fault": ("x",), "--fault-joint": ("12", "-1", "nan", "1.5"),
                               "--nonsense": ("1",)}.items():
            for value in values:
                self.expect_refused([option], "simulate", f"{option}={value}")
        for value in NO_NUMBERS + ("0", "0.3"):
            self.expect_refused(["--step"], "toss", ".", "--step", value)
        for value in ("5", "nan", "1e300"):
            self.expect_refused(["--directions"], "toss", ".", "--directions", value)

    def test_sensor_errors(self):
        for error, words in (("torque-nois=1", ["no sensor error 'torque-nois'", "torque-noise"]),
                             ("torque-noise", ["needs a value in N·m"]), ("gyro-bias=101", ["[0, 100]", "'101'"]),
                             ("delay=1.5", ["whole number"]), ("gyro-bias=1@2", ["not of a joint"]),
                             ("encoder-stuck@3:2:1", ["T1 must be later than T0"])):
            for command in ("simulate", "report"):
                self.expect_refused(["--sensor", f"'{error}'", *words], command, "--sensor", error)
        names = self.call("simulate", "--sensor", "x")[2].split("there are ")[1].split(" (see")[0].split(", ")
        page = pathlib.Path(__file__).resolve().parents[3] / "docs" / "reference" / "simulate.md"
        rows = [line.split("`")[1] for line in page.read_text(encoding="utf-8").splitlines()
                if line.count("|") == 7 and line.startswith("| `")]
        self.assertEqual(rows, names)
        self.expect_refused(["a1 has no joint 'knee'"], "simulate", "--quiet", "--sensor", "torque-stuck@knee")
        clean, spoilt = (self.call("simulate", "--quiet", "--duration", "0.1", "--sensor", error)[1]
                         for error in ("torque-noise=1:0.2", "torque-noise=1:0.05"))
        plain = self.call("simulate", "--quiet", "--duration", "0.1")[1]
        of = lambda text: text.split("hash ")[1].split()[0]
        self.assertEqual(of(clean), of(plain))  # it begins after the end
        self.assertNotEqual(of(spoilt), of(plain))

    def test_options_that_would_do_nothing(self):
        for option, value in (("--fault-begin", "1"), ("--fault-duration", "1"), ("--fault-joint", "1")):
            self.expect_refused([option, "--fault"], "simulate", option, value)
        for option, value in (("--push", "20"), ("--push-time", "1"), ("--ice-friction", "0.2")):
            self.expect_refused([option, "--pulled"], "simulate", "--pulled", option, value)

    def test_scenarios_that_cannot_be(self):
        wrong = {
            "--terrain": {"hills": "slope:DEG", "": "KIND", "slope": "DEG", "slope:": "DEG", "slope:31": "[-30, 30]",
                          "slope:x": "'x'", "slope:nan": "'nan'", "stairs:0": "HEIGHT", "steps:-1": "HEIGHT",
                          "rough:0.2": "[0.001, 0.1]", "soft:999": "K", "soft:1e7": "K", "slope:1:2": "form"},
            "--patch": {"1": "X0:X1:MU", "1:2": "X0:X1:MU", "2:1:0.5": "X1 must be above X0", "1:2:-1": "MU",
                        "1:2:11": "MU", "x:2:0.1": "X0", "1:inf:0.1": "X1"},
            "--gait": {"gallop": "trot, walk, pace", "": "GAIT"},
            "--payload": {"-1": "KG", "201": "KG", "1:2": "KG:X:Y:Z", "1:0:0:3": "Z", "x": "KG", "": "KG",
                          "201%": "SHARE", "%": "SHARE", "5%0": "SHARE", "5%%": "SHARE", "30%:1": "SHARE:X:Y:Z",
                          "1:2%:0:0": "X"},
            "--crane": {"1": "T0:T1", "1:2": "2.5 s", "0:4": "T0", "4:1": "2.5 s", "1:601": "T1"},
        }
        for option, values in wrong.items():
            for value, word in values.items():
                self.expect_refused([option, word], "simulate", f"{option}={value}")
        self.expect_refused(["--patch", "MU"], "simulate", "--patch", "1:2:0.1", "--patch", "1:2:x")
        self.expect_refused(["--ground-offset", "flat"], "simulate", "--terrain", "slope:5", "--ground-offset", "0.01")
        self.expect_refused(["/nope/x.csv"], "simulate", "--log", "/nope/x.csv")

    def test_limits_of_scenarios(self):
        for plant in ("footing", "mujoco"):
            for words in (("--terrain", "flat"), ("--terrain", "slope:-30"), ("--terrain", "slope:30"),
                          ("--terrain", "stairs:0.3"), ("--terrain", "steps:0.3"), ("--terrain", "rough:0.1"),
                          ("--terrain", "soft:1000"), ("--terrain", "soft:1e6"), ("--gait", "walk"), ("--gait", "pace"),
                          ("--payload", "200:2:-2:2"), ("--payload", "0"), ("--payload", "200%:2:-2:2"), ("--crane", "0.5:3"),
                          ("--patch", "-2000:2000:0", "--patch", "0:1:10"), ("--log", "x.csv")):
                status, _, errors = self.call("simulate", "--quiet", "--plant", plant, "--duration", "0.02", *words)
                if "no such plant" not in errors:
                    self.assertEqual((status, errors), (0, ""), (plant, words))

    def test_scenarios_are_of_robots_that_trot(self):
        for words in (("--terrain", "slope:5"), ("--gait", "walk"), ("--crane", "1:4")):
            status, _, errors = self.call("simulate", "--robot", "bolt", *words)
            if "no robot bolt" in errors:
                self.skipTest("a program without robots that do not trot")
            self.assertEqual((status, "bolt does not trot" in errors), (2, True), errors)

    def test_ground_under_a_robot_that_does_not_trot(self):
        # Soft ground gives way by the load over its stiffness; a patch lies under the feet.
        for words, column, least, most in ((("--terrain", "soft:5000"), "height", -0.0013, -0.0012),
                                           (("--patch", "-1:1:0.3"), "mu", 0.3, 0.3), ((), "height", -1e-6, 1e-6)):
            status, _, errors = self.call("simulate", "--quiet", "--robot", "bolt", "--duration", "1", "--log", "x.csv",
                                          *words)
            if "no robot bolt" in errors:
                self.skipTest("a program without robots that do not trot")
            self.assertEqual((status, errors), (0, ""), words)
            with open(self.root / "x.csv", newline="", encoding="ascii") as file:
                last = list(csv.DictReader(file))[-1]
            values = [float(last[name]) for name in last if name.endswith("_true_" + column)]
            self.assertTrue(values and all(least <= value <= most for value in values), (words, values))

    def test_log_of_a_run(self):
        status, _, errors = self.call("simulate", "--quiet", "--duration", "1", "--log", "x.csv", "--payload", "2")
        self.assertEqual((status, errors), (0, ""))
        with open(self.root / "x.csv", newline="", encoding="ascii") as file:
            ticks = list(csv.DictReader(file))
        self.assertEqual((len(ticks), float(ticks[-1]["t"])), (1000, 1.0))
        last = ticks[-1]
        feet = ("FR_foot", "FL_foot", "RR_foot", "RL_foot")
        # It stands: its weight and the payload's are on its feet, at the ground; the estimate knows of them.
        for kind in ("true", "est"):
            load = sum(float(last[f"{foot}_{kind}_fz"]) for foot in feet)
            self.assertAlmostEqual(load, (13.741 + 2) * 9.81, delta=0.1 * 13.741 * 9.81)
        for foot in feet:
            self.assertEqual((last[f"{foot}_true_loaded"], last[f"{foot}_true_state"], last[f"{foot}_est_state"]),
                             ("1", "stick", "stick"))
            self.assertAlmostEqual(float(last[f"{foot}_true_height"]), 0, delta=1e-3)
            self.assertGreater(float(last[f"{foot}_log_odds"]), 0)
        self.assertAlmostEqual(float(last["base_est_z"]), float(last["base_true_z"]), delta=0.01)

    def test_version(self):
        status, text, _ = self.call("--version")
        self.assertEqual(status, 0)
        self.assertRegex(text, r"^footing \d+\.\d+\.\d+\n$")

    def test_words_that_are_no_subcommand(self):
        self.expect_refused(["no subcommand: modez"], "modez", "x.json")
        self.expect_refused(["A subcommand is required"])
        self.expect_refused(["no subcommand: --sed"], "--sed", "1")
        self.expect_refused(["report"], "simulate", "report")

    def test_files_that_cannot_be(self):
        self.expect_refused(["/nope/x.html"], "report", "--out", "/nope/x.html")
        self.expect_refused(["/nope/x.stream"], "simulate", "--stream", "/nope/x.stream")
        self.expect_refused(["--figures", "/nope"], "report", "--figures", "/nope")
        self.expect_refused(["--figures"], "report", "--figures", ".")
        self.expect_refused(["/nope"], "replay", "/nope")
        self.expect_refused(["/nope"], "toss", "/nope")

    def test_files_that_are_no_regular_files(self):
        with tempfile.TemporaryDirectory() as other:
            pipe = pathlib.Path(other, "pipe")
            os.mkfifo(pipe)  # no one writes to it: a reader that opens it waits
            for path in (pipe, "/dev/zero", other):
                self.expect_refused([str(path), "not a regular file"], "replay", path)
            self.expect_refused([str(pipe), "is not a regular file"], "report", "--figures", pipe)
            pipe.rename(pathlib.Path(other, "a.csv"))
            self.expect_refused(["a.csv", "is not a regular file"], "toss", "--quiet", other)

    def test_a_stream_that_is_not_whole_is_replayed_and_says_so(self):
        with tempfile.TemporaryDirectory() as other:
            stream = pathlib.Path(other, "x.stream")
            self.assertEqual(self.call("simulate", "--quiet", "--duration", "0.005", "--stream", stream)[0], 0)
            whole = stream.read_bytes()
            records = 2 * (56 + 32 * 12)  # begin here, of 228 bytes each
            spoilt = bytearray(whole)
            spoilt[records + 228 + 100] ^= 1
            for data, words in ((whole + b"\0", "1 byte at byte 2032 behind the end, left out"),
                                (whole[:-13], "cut off before record 4 at byte 1792, with 227 bytes that are no whole record"),
                                (spoilt, "228 bytes at byte 1108 spoilt: record 1 of about 5 is lost")):
                stream.write_bytes(data)
                status, _, errors = self.call("replay", stream)
                self.assertEqual((status, errors), (0, f"{stream}: {words}\n"))
            self.expect_refused(["not a measurement stream"], "replay", __file__)

    def test_figures_that_are_none(self):
        for text in ("[]\0", '[{"image": "x", "hash": 1e-999}]', '[{"image": "x"}]]', "", "{}", "[1]", "[{}]", "[{", '[{"image": 3}]', '[{"image": "x", "hash": [1]}]'):
            with tempfile.NamedTemporaryFile("w") as file:
                file.write(text)
                file.flush()
                self.expect_refused([file.name, "not a list of figures"], "report", "--figures", file.name)

    def test_report_of_one_tick(self):
        status, text, errors = self.call("report", "--duration", "0.001", "--out", "x.html")
        self.assertEqual(status, 0, errors)
        self.assertTrue(text.endswith("\nx.html\n"))
        self.assertIn("</html>", (self.root / "x.html").read_text())

    def test_report_of_an_image_without_figures(self):
        figures = self.root / "figures.json"
        figures.write_text('[{"image": "mps2-an386-float", "hash": "x", "instructions_mean": null}]')
        status, text, errors = self.call("report", "--duration", "0.001", "--out", "x.html", "--figures", figures)
        self.assertEqual(status, 0, errors)
        self.assertIn("NOT the same on Cortex-M4F", (self.root / "x.html").read_text())

    def replay_tables(self, *simulated, double=()):
        """Replays a run; the lines of both tables, the stream's records and what replay printed."""
        self.assertEqual(self.call("simulate", "--quiet", "--stream", "x.stream", *simulated)[0], 0)
        status, text, errors = self.call("replay", "x.stream", "--csv", "x.csv", "--measurements", "m.csv", *double)
        self.assertEqual((status, errors), (0, ""))
        tables = []
        for name in ("x.csv", "m.csv"):
            with open(self.root / name, newline="", encoding="ascii") as file:
                tables.append(list(csv.DictReader(file)))
        data = (self.root / "x.stream").read_bytes()
        fields = [struct.unpack_from("<6I10fI3f36f", data, 880 + 228 * i) for i in range((len(data) - 880) // 228)]
        # Sequence, time, valid; the joints; the IMU; the operator.
        records = [f[3:6] + f[20:] + f[6:20] for f in fields]
        self.assertEqual([len(table) for table in tables], [len(records)] * 2)
        return (*tables, records, text)

    def test_tables_of_a_replay(self):
        ticks, _, records, text = self.replay_tables("--duration", "1")
        hashes = [[line for line in printed.splitlines() if line.startswith("hash")]
                  for printed in (text, self.call("replay", "x.stream")[1])]
        self.assertEqual(hashes[0], hashes[1])
        feet = ("FR_foot", "FL_foot", "RR_foot", "RL_foot")
        self.assertEqual(list(ticks[0])[:6], ["tick", "sequence", "t", "flags", "status", "suspect_joints"])
        self.assertEqual(len(ticks[0]), 6 + 4 * 10)
        for i, (tick, record) in enumerate(zip(ticks, records)):
            self.assertEqual((int(tick["tick"]), int(tick["sequence"])), (i, record[0]))
            self.assertAlmostEqual(float(tick["t"]), (record[1] - records[0][1]) * 1e-6, places=9)
        for foot in feet:
            self.assertLessEqual({tick[f"{foot}_state"] for tick in ticks}, {"open", "stick", "slip"})
            self.assertLessEqual({tick[f"{foot}_mode"] for tick in ticks},
                                 {"separate", "stick", "slide", "approach", "ambiguous"})
        # It stands on all four feet at the end, with its weight of 13.741 kg (the predicted forces hold it), and
        # what sticks can lose f_n before it lifts off and at most mu f_n, mu = 0.6, before it slips.
        last = ticks[-1]
        self.assertEqual([last[f"{foot}_state"] for foot in feet], ["stick"] * 4)
        for kind in ("force", "predicted"):
            weight = sum(float(last[f"{foot}_{kind}_z"]) for foot in feet)
            self.assertAlmostEqual(weight, 13.741 * 9.81, delta=0.1 * 13.741 * 9.81)
        for foot in feet:
            lift_off, slip = float(last[f"{foot}_lift_off"]), float(last[f"{foot}_slip"])
            self.assertAlmostEqual(lift_off, float(last[f"{foot}_predicted_z"]), delta=1e-4 * lift_off)
            across = sum(float(last[f"{foot}_predicted_{axis}"]) ** 2 for axis in "xy") ** 0.5
            self.assertAlmostEqual(slip, 0.6 * lift_off - across, delta=1e-3 * lift_off)

    def test_measurements_of_a_replay(self):
        for double in ((), ("--double",)):
            _, measured, records, _ = self.replay_tables("--duration", "0.3", double=double)
            names = (["t"] + [f"{kind}{i}" for kind in ("q", "dq", "tau") for i in range(12)] + ["qw", "qx", "qy", "qz"]
                     + [f"{kind}_{axis}" for kind in ("gyro", "acc") for axis in "xyz"]
                     + [f"commanded{i}" for i in range(12)] + [f"planned{i}" for i in range(4)])
            self.assertEqual(list(measured[0]), names)
            for line, record in zip(measured, records):
                for name, value in zip(names[1:47], record[3:49]):
                    self.assertEqual(struct.pack("<f", float(line[name])), struct.pack("<f", value), name)
            commanded = [[float(line[f"commanded{i}"]) for i in range(12)] for line in measured]
            self.assertEqual(commanded[0], [0.0] * 12)
            self.assertTrue(any(commanded[1]))
            # A command acts from the next period on (hal/record.hpp), so the sensor reads, with its noise,
            # what was sent two ticks before: the commanded torque of the line before.
            off = [sum(abs(commanded[i + shift][j] - float(measured[i][f"tau{j}"])) for i in range(20, 280) for j in range(12))
                   for shift in (-2, -1, 0, 1)]
            self.assertEqual(min(off), off[1], off)

    def test_flags_in_a_table(self):
        ticks, *_ = self.replay_tables("--duration", "0.5", "--fault", "nan", "--fault-begin", "0.3",
                                       "--fault-duration", "0.01", "--fault-joint", "3")
        flagged = [i for i, tick in enumerate(ticks) if int(tick["flags"]) & 1]
        self.assertEqual(len(flagged), 10)
        self.assertEqual(flagged[-1] - flagged[0], 9)

    def test_tables_that_cannot_be(self):
        self.assertEqual(self.call("simulate", "--quiet", "--duration", "0.005", "--stream", "x.stream")[0], 0)
        before = (self.root / "x.stream").read_bytes()
        for words, arguments in ((["overwrite"], ("--csv", "x.stream")), (["overwrite"], ("--measurements", "./x.stream")),
                                 (["a file each"], ("--csv", "y", "--measurements", "y")),
                                 (["/nope/y"], ("--csv", "/nope/y")), (["/dev/full"], ("--csv", "/dev/full"))):
            status, _, errors = self.call("replay", "x.stream", *arguments)
            self.assertEqual((status, errors.count("\n")), (2, 1), (arguments, errors))
            for word in words:
                self.assertIn(word, errors)
        self.assertEqual((self.root / "x.stream").read_bytes(), before)

    def test_a_late_source_does_not_slow_time(self):
        status, text, _ = self.call("simulate", "--duration", "1", "--quiet", "--fault", "late",
                                           "--fault-begin", "0.6", "--fault-duration", "0.2")
        self.assertEqual(status, 0)
        self.assertRegex(text, r"stands after .* 1\.0 s\n$")

    def test_tables_on_a_full_disk(self):
        if not pathlib.Path("/dev/full").exists():
            self.skipTest("no full device here")
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([self.program, "simulate", "--duration", "0.001", "--quiet"], stdout=full,
                                  stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("standard output: cannot write", done.stderr)
        status, _, errors = self.call("simulate", "--duration", "0.001", "--quiet", "--stream", "/dev/full")
        self.assertEqual((status, errors), (2, "/dev/full: cannot write\n"))

    def test_page_on_a_full_disk(self):
        if not pathlib.Path("/dev/full").exists():
            self.skipTest("no full device here")
        status, _, errors = self.call("report", "--duration", "0.001", "--out", "/dev/full")
        self.assertEqual(status, 2)
        self.assertTrue(errors.endswith("cannot write /dev/full\n"), errors)


if __name__ == "__main__":
    ProgramCase.program = sys.argv.pop(1)
    unittest.main()
