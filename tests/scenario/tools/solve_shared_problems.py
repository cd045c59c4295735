#!/usr/bin/env python3
"""solve_shared_problems.py PROGRAM PROBLEM_DIR: runs `footing solve` over the folder; the folder's check.py judges.

It fails on any answer that is wrong, falsely claimed or badly written. It also fails if, of one kind's problems that
must be solved, less than 99 % are solved.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

SKIPPED = 77
LEAST_SHARE = 0.99
DANGEROUS = ("FAIL_WRONG", "FAIL_FALSE_SUCCESS", "FAIL_FORMAT", "FAIL_MISSING")
VERDICT = re.compile(r"^(FAIL_\w+) (lcp|boxed|contact) (\S+)", re.MULTILINE)


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    checker = folder / "check.py"
    files = sorted(path for kind in ("lcp", "boxed", "contact") for path in (folder / kind).glob("*.json"))
    if not checker.exists() or not files:
        print(f"skipped: no problems in {folder}")
        return SKIPPED
    with tempfile.TemporaryDirectory() as out:
        solve = subprocess.run([program, "solve", *map(str, files), "--out", out],
                               stdout=subprocess.PIPE, text=True, check=False)
        print(solve.stdout.splitlines()[-1])
        verdict = subprocess.run([sys.executable, str(checker), "--batch", out],
                                 stdout=subprocess.PIPE, text=True, check=False)
    print(verdict.stdout)

    failures = collections.Counter()
    bad = False
    for code, kind, name in VERDICT.findall(verdict.stdout):
        if code in DANGEROUS:
            bad = True
        problem = json.loads((folder / kind / f"{name}.json").read_text())
        if problem["expect"] == "solve":
            failures[kind] += 1
    expected = collections.Counter()
    for path in files:
        problem = json.loads(path.read_text())
        expected[problem["kind"]] += problem["expect"] == "solve"
    for kind, count in expected.items():
        solved = count - failures[kind]
        print(f"{kind}: {solved} of {count} solved that must be")
        bad = bad or solved < LEAST_SHARE * count
    if solve.returncode not in (0, 2) or "TOTAL" not in verdict.stdout:
        bad = True
    print("FAILED" if bad else "passed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
