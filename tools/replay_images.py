#!/usr/bin/env python3
"""Runs firmware images over a measurement stream, in QEMU, and gathers what they print.

A JSON list of objects on standard output: the sizes of tools/image_report.py, and for images
that QEMU can run also ticks, instructions a tick, measured stack and hash. Images of other
boards have sizes only.
"""

import argparse
import json
import pathlib
import subprocess
import sys

import image_report

MACHINES = ("mps2-an386", "mps2-an500")


def replay(image, stream):
    run = pathlib.Path(__file__).parents[1] / "hal/qemu_mps2/run"
    machine = next((m for m in MACHINES if image.stem.startswith(m)), None)
    if machine is None:
        return {}
    print(f"  {image.stem} ...", end="", file=sys.stderr, flush=True)
    done = subprocess.run([run, machine, image, stream], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f" failed\n{done.stdout}{done.stderr}")
    said = dict(line.rsplit(" ", 1) for line in done.stdout.splitlines() if " of " not in line)
    print(f" hash {said['hash']}", file=sys.stderr)
    stack = next(line.split()[2] for line in done.stdout.splitlines() if line.startswith("stack bytes"))
    return {"ticks": int(said["ticks"]), "instructions_mean": int(said["work_mean"]),
            "instructions_worst": int(said["work_worst"]), "stack_measured_bytes": int(stack),
            "hash": said["hash"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stream")
    parser.add_argument("images", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    print(json.dumps([image_report.report(image) | replay(image, options.stream) for image in options.images], indent=2))


if __name__ == "__main__":
    main()
