"""Runs an image in QEMU and measures what streams of measurements make it execute."""

import dataclasses
import re
import subprocess
import sys

from worst_case import Refused
from worst_case.machine.ticks import Ticks
from worst_case.machine.trace import Trace, executed, log_of

TRACED_TICKS = 100
SEEN_BY_BOARD = 60  # instructions of a tick: what the board counts beside it


@dataclasses.dataclass
class Measured:
    tick: int = 0  # worst, instructions
    tick_cycles: int = 0  # worst
    mean: int = 0  # instructions of a tick of the first stream
    mean_cycles: int = 0
    stack: int = 0  # bytes of the paint that were overwritten
    steps: int = 0  # most steps of the solver in a tick
    functions: dict = dataclasses.field(default_factory=dict)  # most in one call, by address
    operations: dict = dataclasses.field(default_factory=dict)  # arithmetic of that call
    cycles: dict = dataclasses.field(default_factory=dict)  # most in one call, by address
    broken: list = dataclasses.field(default_factory=list)


def make_streams(root, build, folder, robot):
    """Writes a robot's short course as a file in `folder`, and of the A1 two streams of random measurements."""
    footing = build / "host-release" / "bin" / "footing"
    course = folder / f"{robot}.stream"
    subprocess.run([footing, "simulate", "--robot", robot, "--duration", "3", "--quiet", "--stream", course], check=True,
                   stdout=subprocess.DEVNULL)
    streams = [course]
    if robot != "a1":
        return streams
    for seed in (1, 2):
        streams.append(folder / f"random{seed}.stream")
        subprocess.run([sys.executable, root / "tests/target/make_stream.py", "--records", "300", "--seed", str(seed),
                        streams[-1]], check=True)
    return streams


def run(image, spec, root, streams, weighed=None, traced=TRACED_TICKS):
    """Runs each whole stream with the board's own count of work. Weighs its ticks, or the first `weighed` of them, and
    follows the first `traced` by block."""
    measured = Measured()
    trace = Trace(image, image.find(spec.root))
    for stream in streams:
        text = subprocess.run([root / "hal/qemu_mps2/run", spec.machine, image.path, stream], check=True,
                              capture_output=True, text=True).stdout
        found = {m[1]: int(m[2]) for m in re.finditer(r"^(work_worst|pivots_worst|stack bytes) (\d+)", text, re.M)}
        measured.tick = max(measured.tick, found["work_worst"])
        measured.stack = max(measured.stack, found["stack bytes"])
        measured.steps = max(measured.steps, found["pivots_worst"])
        with log_of(spec.machine, image.path, str(stream)) as log:
            trace.follow(executed(log), traced)
        ticks = Ticks(image, image.find(spec.root), image.cycles.weights)
        with log_of(spec.machine, image.path, str(stream)) as log:
            ticks.follow(log, weighed)
        if weighed is None and abs(max(ticks.instructions) - found["work_worst"]) > SEEN_BY_BOARD:
            raise Refused(f"{spec.name}: {max(ticks.instructions)} instructions followed, {found['work_worst']} counted")
        measured.tick_cycles = max(measured.tick_cycles, *ticks.cycles)
        measured.mean = measured.mean or round(sum(ticks.instructions) / len(ticks.instructions))
        measured.mean_cycles = measured.mean_cycles or round(sum(ticks.cycles) / len(ticks.cycles))
    if not trace.most:
        raise Refused(f"{spec.name}: no tick was followed")
    measured.functions, measured.operations, measured.cycles = trace.most, trace.operations, trace.cycles
    measured.broken = [f"{spec.name}: {what} ({turns})" for what, turns in trace.broken.items()]
    for unit, paths, seen, tick in (("instructions", image.paths, trace.most, measured.tick),
                                    ("cycles", image.cycles, trace.cycles, measured.tick_cycles)):
        for address, most in trace_of(seen, image.find(spec.root), tick).items():
            if not paths.is_special(address) and most > (bound := paths.bound(address).most):
                measured.broken.append(
                    f"{spec.name}: {image.short(address)} took {most:,} {unit}, above its bound of {bound:,}")
    return measured


def trace_of(seen, root, tick):
    """What was seen of each function, of the tick that of whole streams."""
    return seen | {root: max(tick, seen.get(root, 0))}
