"""Follows every block that an image executes in QEMU and compares the run with the bounds.

It has two results. The first is the most instructions that each function executed in one call, how many of them
were arithmetic, and the most cycles of a call. The second is every loop that turned more often than its bound. Such a loop shows a wrong
note in the source, or a machine loop that was identified as the wrong source loop.
"""

import contextlib
import dataclasses
import os
import re
import subprocess
import tempfile

from worst_case import Refused
from worst_case.machine import library

EXECUTED = re.compile(rb"^Trace \d+: (\S+) \[[0-9a-f]+/([0-9a-f]+)/")
TRANSLATED = re.compile(rb"^0x([0-9a-f]+): ")
# Floating-point arithmetic. A multiply-add of two instructions counts as two.
ARITHMETIC = re.compile(r"^vn?(add|sub|mul|ml[as]|fm[as]|div|sqrt)\S*\.f(32|64)\b")


@contextlib.contextmanager
def log_of(machine, image, argument):
    """The lines of QEMU's log of one run, while it runs."""
    with tempfile.TemporaryDirectory() as folder:
        pipe = os.path.join(folder, "log")
        os.mkfifo(pipe)
        config = f"enable=on,target=native,chardev=console,arg={argument.replace(',', ',,')}"
        command = ["qemu-system-arm", "-M", machine, "-kernel", image, "-display", "none", "-monitor", "none",
                   "-serial", "none", "-chardev", "null,id=console", "-semihosting-config", config,
                   "-d", "in_asm,exec,nochain", "-D", pipe]
        run = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        try:
            with open(pipe, "rb") as log:
                yield log
        finally:
            run.kill()
            run.wait()


def executed(log):
    """Yields, for each block that QEMU executes, the addresses of its instructions."""
    blocks, reading = {}, []
    for line in log:
        if match := EXECUTED.match(line):
            if reading:  # the block's listing comes before its first run
                blocks[match[1]] = reading
                reading = []
            yield blocks[match[1]]
        elif match := TRANSLATED.match(line):
            reading.append(int(match[1], 16))


@dataclasses.dataclass
class _Call:
    function: int
    back: int | None  # address to return to
    start: int  # instructions executed before the call
    operations: int  # arithmetic instructions among these
    cycles: int  # before the call
    block: int | None = None
    turns: dict = dataclasses.field(default_factory=dict)


class Trace:
    def __init__(self, image, root):
        self.image, self.root = image, root
        self.most = {}  # most instructions of one call, by function
        self.operations = {}  # arithmetic of that call
        self.cycles = {}  # most cycles of one call, by function
        self._weights = image.cycles.weights
        self._of_block, self._fall = {}, {}
        self.broken = {}  # description of the broken bound: turns
        self.covered = set()  # (function, header) of loops that reached their bound
        self._watch = {}
        self._opaque = {a for a, f in image.functions.items() if f.name in library.FREE}
        self._plain = self._opaque | {a for a, f in image.functions.items() if f.name in library.TURNS}

    def _watched(self, function):
        """{edge: [(enters, key, limit, bound)]} of a function's loops."""
        if function not in self._watch:
            watch = {}
            for n, bound in enumerate(self.image.bounds(function)):
                limits = [(sum(most for _, most in bound.limits), bound.entries)]
                if bound.within(self.image.budget) is not None:
                    limits.append((bound.within(self.image.budget), bound.entries))
                limits += [(turns, holder.entries if holder else [(None, function)])
                           for turns, holder in bound.totals]
                for k, (limit, entries) in enumerate(limits):
                    for edge in entries:
                        watch.setdefault(edge, []).append((True, (n, k), limit, bound))
                    for edge in {(latch, loop.header) for loop in bound.loops for latch in loop.latches}:
                        watch.setdefault(edge, []).append((False, (n, k), limit, bound))
            self._watch[function] = watch
        return self._watch[function]

    def _edge(self, call, target):
        for enters, key, limit, bound in self._watched(call.function).get((call.block, target), ()):
            turns = call.turns[key] = 0 if enters else call.turns.get(key, 0) + 1
            if turns == limit:
                self.covered.add((call.function, bound.loops[0].header))
            if turns > limit:
                what = f"{bound.source}: more than {limit} turns in {self.image.names[call.function][:90]}"
                self.broken[what] = max(turns, self.broken.get(what, 0))
        call.block = target

    def follow(self, blocks, calls):
        """Reads blocks until `root` has been called `calls` times."""
        functions, stack, count, last, done = self.image.functions, [], 0, None, 0
        operations = cycles = 0
        for block in blocks:
            start = block[0]
            if last is not None and last.call is None:
                falls = self._falls(stack[-1].function, last, start)
                cycles += self._weights.edge([last], functions[stack[-1].function].at[start] if falls else None, not falls)
            if not stack:
                if start == self.root:
                    stack.append(_Call(start, None, count, operations, cycles))
            else:
                call = stack[-1]
                if call.function in self._opaque:
                    if start != call.back:
                        continue
                    stack.pop()
                elif last is not None:
                    if last.call == start:
                        stack.append(_Call(start, self._following(call.function, last), count, operations,
                                           cycles))
                    elif last.returns and start not in last.next:
                        if count - call.start > self.most.get(call.function, 0):
                            self.most[call.function] = count - call.start
                            self.operations[call.function] = operations - call.operations
                        self.cycles[call.function] = max(self.cycles.get(call.function, 0), cycles - call.cycles)
                        stack.pop()
                        done += not stack
                        if done == calls:
                            return self
                    elif start in last.next and start not in functions[call.function].at:
                        stack[-1] = dataclasses.replace(call, function=start, block=None, turns={})
            if not stack or stack[-1].function in self._opaque:
                last = None
                continue
            call = stack[-1]
            at = functions[call.function].at
            if start not in at:
                raise Refused(f"lost the trace at {start:x}")
            if call.function not in self._plain:
                graph = self.image.graph(call.function).blocks
                for address in block:
                    if address in graph:
                        self._edge(call, address)
            count += len(block)
            arithmetic, spent = self._work(at, block)
            operations += arithmetic
            cycles += spent
            last = at[block[-1]]
        return self

    def _work(self, at, block):
        """(arithmetic instructions, cycles) of a block."""
        key = block[0], len(block)
        if key not in self._of_block:
            code = [at[address] for address in block]
            self._of_block[key] = sum(ARITHMETIC.match(i.text) is not None for i in code), self._weights.code(code)
        return self._of_block[key]

    def _falls(self, function, last, start):
        """Whether the block at `start` follows an instruction in memory."""
        key = last.address, start
        if key not in self._fall:
            code = self.image.functions[function].code
            at = code.index(last) + 1
            self._fall[key] = at < len(code) and code[at].address == start
        return self._fall[key]

    def _following(self, function, instruction):
        code = self.image.functions[function].code
        return code[code.index(instruction) + 1].address
