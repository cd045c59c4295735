"""Weighs each tick of a whole run in QEMU: its instructions, and its cycles by the table of cycles.py.

QEMU logs each run of a block of code. A block's cycles are those of its instructions; between two blocks comes the
refill if the second does not follow the first in memory. An instruction whose condition does not hold counts as one
whose condition holds, because the log does not say.
"""

import dataclasses

from worst_case import Refused
from worst_case.machine.trace import EXECUTED, TRANSLATED


@dataclasses.dataclass
class _Block:
    start: int
    code: list
    following: int | None  # address after the last instruction
    cycles: int


class Ticks:
    """instructions, cycles: of each tick, in order."""

    def __init__(self, image, root, weights):
        self.root, self.weights = root, weights
        self.instructions, self.cycles = [], []
        self._at, self._following = {}, {}
        for function in image.functions.values():
            for i, following in zip(function.code, function.code[1:] + [None]):
                self._at[i.address] = i
                self._following[i.address] = following and following.address

    def _block(self, addresses):
        code = [self._at[a] for a in addresses]
        try:
            cycles = self.weights.code(code)
        except Refused:
            cycles = None  # an error only if a tick runs it
        return _Block(addresses[0], code, self._following[addresses[-1]], cycles)

    def _between(self, block, then):
        """Cycles from a block to the one that runs after it."""
        falls = then.start == block.following
        if block.code[-1].call is not None and not falls:
            return 0  # the call has them
        return self.weights.edge(block.code, then.code[0] if falls else None, not falls)

    def follow(self, log, most=None):
        """Reads the log of a run to its end, or to the end of tick number `most`."""
        blocks, by_host, between = {}, {}, {}  # blocks: by the log's line, which is the same for each run of a block
        reading, before, back = [], None, None
        for line in log:
            block = blocks.get(line)
            if block is None or reading:
                if match := TRANSLATED.match(line):
                    reading.append(int(match[1], 16))
                    continue
                if not (match := EXECUTED.match(line)):
                    continue
                if reading:  # the block's listing comes before its first run
                    if match[1] in by_host:  # its memory held another block
                        blocks, between = {}, {}
                    by_host[match[1]] = self._block(reading)
                    reading = []
                block = blocks[line] = by_host[match[1]]
            if back is None:
                if block.start == self.root:
                    if before is None or before.code[-1].call != self.root:
                        raise Refused(f"the tick was not called: {self.root:x}")
                    back, count, cycles = before.following, len(block.code), block.cycles
            else:
                key = id(before), id(block)
                step = between.get(key)
                if step is None:
                    step = between[key] = self._between(before, block)
                cycles += step
                if block.start == back:
                    self.instructions.append(count)
                    self.cycles.append(cycles)
                    back = None
                    if len(self.cycles) == most:
                        return self
                else:
                    count += len(block.code)
                    cycles += block.cycles
            before = block
        return self
