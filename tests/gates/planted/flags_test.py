#!/usr/bin/env python3
"""Shows flags.py one command of each kind that it must refuse, and good commands, which must pass."""

import pathlib

import planted_lines  # first: it says where the gates are
import flags

GOOD = "-O3 -DNDEBUG -ffp-contract=off -fno-math-errno -DEIGEN_DONT_VECTORIZE"
BAD = {
    "core/c_api/a.cpp": [f"{GOOD} {flag}" for flag in sorted(flags.UNSAFE)] + [
        f"{GOOD} -mfma", f"{GOOD} -march=native", f"{GOOD} -march=haswell", f"{GOOD} -mcpu=cortex-m55", f"{GOOD} -mavx",
        f"{GOOD} -mfpmath=387", f"{GOOD} -UEIGEN_DONT_VECTORIZE", f"{GOOD} -fmath-errno", f"{GOOD} -ffp-model=precise",
        f"{GOOD} -fdenormal-fp-math=positive-zero", f"{GOOD} -ffp-contract=fast", "-O3 -DEIGEN_DONT_VECTORIZE",
        "-O3 -ffp-contract=off", f"{GOOD} -DFOOTING_FUSED"],
    "tests/unit/lcp/a.cpp": [f"{GOOD} -ffp-contract=on"],
    "firmware/a.cpp": [f"{GOOD} -Ofast"],
    "hal/stream.cpp": ["-O3 -ffast-math"],
}
PASSING = {
    "core/c_api/a.cpp": [GOOD, f"{GOOD} -mcpu=cortex-m55+nomve", f"{GOOD} -mcpu=cortex-m33", f"-ffp-contract=fast {GOOD}",
                         f"{GOOD} -ffp-contract=fast -DFOOTING_FUSED -march=x86-64-v3"],
    "hal/stream.cpp": ["-O3"],
    "tests/research/survey/a.cpp": ["-O3 -march=native"],
}


def refusals(path, arguments):
    root = pathlib.Path("/project")
    command = {"directory": "/project/build/preset", "file": f"/project/{path}",
               "command": f"c++ {arguments} -o a.o -c /project/{path}"}
    return flags.check(root, [command])


if __name__ == "__main__":
    planted_lines.judge(refusals, BAD, PASSING)
