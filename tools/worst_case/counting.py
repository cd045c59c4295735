"""How often counting loops turn: at each entry, and in all inside the loops around them (nest.py)."""

import re

from worst_case.constants import path_of, split
from worst_case.nest import NAME, Nest
from worst_case.source_loops import closing


class Counting:
    def __init__(self, sources, constants, sizes):
        """sizes: {capacity: size}, the largest value of a count with that capacity."""
        self.sources, self.constants, self.sizes = sources, constants, sizes
        self._nests = {}

    def nest(self, loop, chain):
        key = (loop, chain)
        if key not in self._nests:
            self._nests[key] = Nest(self, loop, chain)
        return self._nests[key]

    def around(self, loop, outside):
        """[(loop, frames outside)] of the loops around a source loop; `outside`: the frames that called it."""
        file = self.sources.get(loop.path)
        found = [(o, outside) for o in file.loops_around(loop.body_first) if o is not loop and o.end >= loop.end
                 and (o.body_first, -o.end) <= (loop.body_first, -loop.end)]
        for at, frame in enumerate(outside):
            if file := self.sources.get(frame.path):
                found += [(o, outside[at + 1:]) for o in file.loops_around(frame.line)]
        return found

    @staticmethod
    def scopes(chain):
        return [part for frame in reversed(chain) for part in path_of(frame.function)]

    def field(self, name):
        """The note of a count that is a field, if all fields of that name say the same."""
        notes = [n for file in self.sources.read_files() for n in file.fields(name)]
        return notes[0] if notes and len({n.most for n in notes}) == 1 else None

    def getter(self, name):
        """What a function without arguments returns, if all of its name that return counts say the same."""
        found = {m[1] for file in self.sources.read_files()
                 for m in re.finditer(rf"\bint {name}\(\) const \{{ return ([^;]+); \}}", file.code)
                 if all(self.field(n) for n in NAME.findall(m[1]))}
        return found.pop() if len(found) == 1 else None

    def argument(self, chain, name):
        """What the call of the inlined function chain[0] passes as parameter `name`."""
        function = path_of(chain[0].function)
        function = function[-1][0] if function else ""
        callee, caller = self.sources.get(chain[0].path), self.sources.get(chain[1].path)
        if not function or caller is None:
            return None
        declared = [m for m in re.finditer(rf"\b{function}\(", callee.code)
                    if callee.line(m.start()) <= chain[0].line]
        if not declared:
            return None
        opens = declared[-1].end() - 1
        parameters = [re.split(r"\s*=\s*", p)[0].split()[-1].lstrip("*&")
                      for p in split(callee.code[opens + 1:closing(callee.code, opens)])]
        if name not in parameters:
            return None
        start, end = caller.offset(chain[1].line), caller.offset(chain[1].line + 1)
        calls = list(re.finditer(rf"\b{function}(?:<[^;(]*>)?\(", caller.code[start:end]))
        if len(calls) != 1:
            return None
        opens = start + calls[0].end() - 1
        arguments = split(caller.code[opens + 1:closing(caller.code, opens)])
        at = parameters.index(name)
        return arguments[at] if at < len(arguments) else None
