"""A nest of counting loops, read from the source: the loops around a line, through the inlined calls.

If the ends of a loop depend on the loops outside (a triangle), the turns are counted by enumeration. This is
done for every value of the counts that a run fixes. Such a count has a declaration that says its largest value.
A parameter of an inlined function has the value that the call passes.
"""

import dataclasses
import itertools
import re

from worst_case import Refused

NAME = re.compile(r"[A-Za-z_]\w*(?:(?:\.|->|::)\w+)*(?:\(\))?")
MOST_CASES = 50000  # cases of values to try; a nest with more is not enumerated


@dataclasses.dataclass
class Level:
    """A loop of a nest: its ends as expressions of the variables outside, or only a number of turns."""
    frame: int
    loop: object
    name: str | None = None
    first: str = "0"
    last: str = "0"
    stride: int = 1

    def turns(self, env):
        first, last = eval(self.first, env), eval(self.last, env)
        return max(0, -(-(last - first) // self.stride))


class Nest:
    """The loops around a source loop, outermost first, and the loop itself. `chain`: frames, innermost first."""

    def __init__(self, counting, loop, chain):
        self.counting, self.chain = counting, chain
        self.counts = {}  # variable: its largest value
        self.levels = []
        reasons = {}
        for frame in range(len(chain) - 1, -1, -1):
            file = counting.sources.get(chain[frame].path)
            around = sorted(file.loops_around(chain[frame].line), key=lambda o: (o.first, -o.end)) if file else []
            if frame == 0:
                around = [o for o in around
                          if o.body_first <= loop.body_first and o.end >= loop.end and o is not loop]
                around.append(loop)
            for other in around:
                try:
                    self.levels.append(self._level(frame, other))
                except Refused as reason:
                    if other is loop:
                        raise
                    self.levels = []  # nothing is known of the loops from this one outward
                    reasons[str(other)] = reason
        self.counted = self._count()

    def _level(self, frame, loop):
        if loop.note:
            noted = Level(frame, loop, None, "0", self._resolve(loop.note.most, frame, loop.first))
            self._check_note(frame, loop, noted)
            return noted
        if not loop.counted:
            raise Refused(f"a loop without a bound: {loop}")
        return self._counted(frame, loop)

    def _check_note(self, frame, loop, noted):
        """Refuses a note below the turns of a loop that always runs to its constant end."""
        if not loop.counted or self.counting.sources.get(loop.path).may_end_early(loop):
            return
        try:
            turns, most = self._counted(frame, loop).turns({}), noted.turns({})
        except (Refused, NameError):
            return  # its end is not a constant
        if turns > most:
            raise Refused(f"a note that says too little: {loop}: at most {most}, and it counts to {turns}")

    def _counted(self, frame, loop):
        scopes = self.counting.scopes(self.chain[frame:])
        first, test, last, stride = loop.counted
        first, last = (self._resolve(e, frame, loop.first) for e in (first, last))
        stride = self.counting.constants.value(str(stride), scopes)
        sign = 1 if stride > 0 else -1
        more = f"+{sign}" if test in ("<=", ">=") else ""
        level = Level(frame, loop, loop.counts, first, f"{last}{more}", stride)
        if sign < 0:
            level.first, level.last, level.stride = f"-({first})", f"-({last}{more})", -stride
            level.name = f"-{loop.counts}"
        return level

    def _resolve(self, expression, frame, line):
        """A Python expression of the nest's variables."""
        file = self.counting.sources.get(self.chain[frame].path)
        where = f"{file.path if file else self.chain[frame].path}:{line}"
        text = re.sub(r"\bstatic_cast<[^>]*>|\b(?:int|unsigned)(?=\()", "", expression)
        text = re.sub(r"(\d)u\b", r"\1", text)

        def replace(match):
            return self._name(match[0], frame, line, where)

        text = NAME.sub(replace, text.replace("/", "//"))
        if not re.fullmatch(r"[\w\s()+\-*/]*", text) or "++" in expression or "--" in expression:
            raise Refused(f"a loop without a bound: {where}: {expression}")
        return f"({text})"

    def _name(self, name, frame, line, where):
        counting = self.counting
        chain = self.chain[frame:]
        for level in reversed(self.levels):
            if level.frame == frame and level.name and level.name.lstrip("-") == name:
                return f"(-{variable(level)})" if level.name.startswith("-") else variable(level)
        scopes = counting.scopes(chain)
        try:
            return str(counting.constants.value(name, scopes))
        except Refused:
            pass
        file = counting.sources.get(chain[0].path)
        if file is None:
            raise Refused(f"a loop without a bound: {where}: {name}")
        note = file.note_of_name(name, line)
        if re.fullmatch(r"\w+", name):
            defined = file.definition(name, line)
            passed = counting.argument(chain, name) if not defined and len(chain) > 1 else None
            try:
                if defined:
                    return self._resolve(defined[0], frame, defined[1])
                if passed:
                    return self._resolve(passed, frame + 1, chain[1].line)
            except Refused:
                if not note:
                    raise
        last = re.split(r"\.|->", name)[-1]
        note = note or file.note_of_name(last, line) or counting.field(last)
        owner = name.removesuffix(last)
        if note:
            note.used = True
        if note and note.value:
            return self._resolve(self._of(owner, note.value, scopes), frame, line)
        if note:
            count = re.sub(r"\W+", "_", f"count_{frame}_{name}")
            try:
                most = counting.constants.value(note.most, scopes)
            except Refused as reason:
                raise Refused(f"a loop without a bound: {where}: {name}: {reason}") from None
            self.counts[count] = counting.sizes.get(most, most)
            return count
        if last.endswith("()") and (body := counting.getter(last[:-2])):
            return self._resolve(self._of(owner, body, scopes), frame, line)
        raise Refused(f"a loop without a bound: {where}: what is {name} at most?")

    def _of(self, owner, expression, scopes):
        """An expression of one object's fields, seen from outside of the object."""
        def outside(match):
            try:
                return str(self.counting.constants.value(match[0], scopes))
            except Refused:
                return owner + match[0]
        return NAME.sub(outside, expression)

    def _count(self):
        """[turns of the innermost loop in all, at each entry of this level], the outermost level first."""
        cases = 1
        for most in self.counts.values():
            cases *= most + 1
        best = [0] * len(self.levels)
        visits = 0

        def walk(at, env):
            nonlocal visits
            level = self.levels[at]
            turns = level.turns(env)
            if at == len(self.levels) - 1:
                total = turns
            elif level.name is None:
                total = turns * walk(at + 1, env)
            else:
                total, first = 0, eval(level.first, env)
                for turn in range(turns):
                    env[variable(level)] = first + turn * level.stride
                    total += walk(at + 1, env)
                visits += turns
                if visits > MOST_CASES * 40:
                    raise Refused("too many")
            best[at] = max(best[at], total)
            return total

        names = list(self.counts)
        if cases > MOST_CASES:
            raise Refused(f"too many cases: {self.levels[-1].loop}")
        for values in itertools.product(*(range(self.counts[n] + 1) for n in names)):
            walk(0, {"__builtins__": {}} | dict(zip(names, values)))
        return best

    def most(self):
        return self.counted[-1]

    def totals(self):
        """[((loop, frames outside of it), turns of the innermost loop in all)] for the loops outside."""
        return [((level.loop, self.chain[level.frame + 1:]), total)
                for level, total in zip(self.levels[:-1], self.counted)]


def variable(level):
    return f"v{level.frame}_{level.loop.first}_{level.name.lstrip('-')}"
