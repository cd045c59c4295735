#!/usr/bin/env python3
"""Reads a build's compile_commands.json and refuses flags that change the source's arithmetic.

It refuses -ffast-math, -Ofast and their parts everywhere. In core, firmware and their unit tests it also
refuses contracted multiply-adds, Eigen's vector code and code for one processor's own instructions.
"""

import argparse
import json
import pathlib
import re
import shlex
import sys

UNSAFE = {"-ffast-math", "-Ofast", "-funsafe-math-optimizations", "-fassociative-math", "-freciprocal-math",
          "-ffinite-math-only", "-fno-signed-zeros", "-menable-unsafe-fp-math", "-mdaz-ftz", "-fapprox-func",
          "-ffp-model=fast", "-fno-honor-nans", "-fno-honor-infinities", "-fsingle-precision-constant", "-mrecip",
          "-fcx-limited-range"}
SAME_BITS = ("core/", "firmware/", "tests/unit/")
# Flags for one processor's instructions or for another arithmetic. Those of host-simd and of the boards are
# allowed: tests compare their bits.
OTHER = re.compile(r"-march=(?!x86-64-v3$).*|-mcpu=(?!cortex-m([47]|33|55\+nomve)$).*|-m(avx|fma|f16c|fpmath).*|-UEIGEN_\w+"
                   r"|-ffp-model=(?!fast$).*|-fdenormal-fp-math.*|-fmath-errno")


def complaints(path, arguments):
    """Returns what is wrong with the command that compiles `path`; `path` is relative to the project."""
    found = [flag for flag in arguments if flag in UNSAFE]
    if path.startswith(SAME_BITS) and path.endswith(".cpp"):
        contract = [flag for flag in arguments if flag.startswith("-ffp-contract=")]
        wanted = "fast" if "-DFOOTING_FUSED" in arguments else "off"  # the build for simulation has other bits
        if contract[-1:] != [f"-ffp-contract={wanted}"]:
            found.append(f"no -ffp-contract={wanted}")
        if not any(flag.startswith("-DEIGEN_DONT_VECTORIZE") for flag in arguments):
            found.append("no -DEIGEN_DONT_VECTORIZE")
        found += [flag for flag in arguments if OTHER.fullmatch(flag)]
    return [f"{path}: {flag}" for flag in found]


def check(root, commands):
    refused = []
    for command in commands:
        path = pathlib.Path(command["directory"], command["file"])
        if path.is_relative_to(root) and not path.is_relative_to(root / "build"):
            arguments = command.get("arguments") or shlex.split(command["command"])
            refused += complaints(path.relative_to(root).as_posix(), arguments)
    return refused


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path, help="the project's folder")
    parser.add_argument("commands", type=pathlib.Path, help="compile_commands.json")
    options = parser.parse_args()
    commands = json.loads(options.commands.read_text(encoding="utf-8"))
    if not commands:
        sys.exit("refused: no compile commands")
    refused = check(options.root.resolve(), commands)
    for line in refused:
        print(f"refused: {line}", file=sys.stderr)
    sys.exit(1 if refused else 0)


if __name__ == "__main__":
    main()
