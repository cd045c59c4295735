#!/usr/bin/env python3
"""Runs firmware images over a measurement stream in QEMU, and collects what they print.

Prints a JSON list of objects: the sizes of tools/images/image_report.py for each image. Images of
boards that QEMU has also get ticks, instructions per tick, measured stack and hash. Images of other
boards have sizes only.
"""

import argparse
import json
import pathlib
import subprocess
import sys

import image_report


def known_machines():
    text = subprocess.run(["qemu-system-arm", "-M", "help"], check=True, capture_output=True, text=True).stdout
    return {line.split()[0] for line in text.splitlines()[1:] if line}


def replay(image, stream, machines):
    run = pathlib.Path(__file__).resolve().parents[2] / "hal/qemu_mps2/run"
    machine = image.stem.rsplit("-", 1)[0]
    if machine not in machines:
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
    machines = known_machines()
    print(json.dumps([image_report.report(image) | replay(image, options.stream, machines) for image in options.images],
                     indent=2))


if __name__ == "__main__":
    main()
