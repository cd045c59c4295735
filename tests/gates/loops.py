#!/usr/bin/env python3
"""Refuses loops of core, firmware and hal whose source states no bound, also in templates that no image uses.

  loops.py ROOT

A loop states a bound if it counts to an end that it does not change, if it goes through a container, or by a
comment (tools/worst_case/source_loops.py). tools/bounds checks the comments of the tick's loops.
"""

import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

from worst_case.source_loops import SourceFile  # noqa: E402

FOLDERS = ("core", "firmware", "hal")
SUFFIXES = (".hpp", ".cpp", ".h", ".c", ".inl")
CONTAINER = re.compile(r"for\s*\([^;]*[^:]:[^:][^;]*\)")
ENDLESS = re.compile(r"//\s*without end: \w")
STRIDE = re.compile(r"-?1|[2-9]\d*|k[A-Z]\w*")
JUMP = re.compile(r"\bgoto\b")


def check(root):
    refused = []
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in SUFFIXES:
                continue
            name = str(path.relative_to(root))
            file = SourceFile(name, path.read_text(encoding="utf-8"))
            for loop in file.loops:
                header = " ".join(file.code_lines[loop.first - 1:loop.last])
                endless = folder != "core" and ENDLESS.search(" ".join(file.lines[max(0, loop.first - 2):loop.first]))
                counts = loop.counted and STRIDE.fullmatch(str(loop.counted[3]))
                if not (loop.note or counts or CONTAINER.search(header) or endless):
                    refused.append(f"{loop}: a loop that says no bound")
            refused += [f"{name}:{n}: goto" for n, line in enumerate(file.code_lines, 1) if JUMP.search(line)]
    return refused


def main():
    refused = check(pathlib.Path(sys.argv[1]).resolve())
    print("\n".join(refused) or "every loop says its bound")
    sys.exit(1 if refused else 0)


if __name__ == "__main__":
    main()
