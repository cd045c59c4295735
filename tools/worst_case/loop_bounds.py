"""Which source loop a loop of the machine is, and so how often it runs.

Each instruction carries its line and the chain of functions that were inlined around it, hence the source
loops around it. A loop that cannot be told, or that the source does not bound, is refused.
"""

import dataclasses

from worst_case import Refused
from worst_case.counting import Counting


@dataclasses.dataclass
class Bound:
    """A source loop in the machine: one loop, or several inside each other where paths to the next turn differ."""
    loops: list  # the outermost first
    source: object
    chain: tuple  # frames, from the loop's own outward
    most: int  # turns each time that it is entered
    tested_last: bool  # the condition closes the loop: a turn for each time that its header runs
    spends: tuple | None  # (turns of a step of the budget, turns before the first)
    totals: list = dataclasses.field(default_factory=list)  # (turns, Bound that holds it or None: the function)

    @property
    def back(self):
        """Back edges, each time that the loop is entered."""
        if not all(loop.one_entry for loop in self.loops):
            return self.most + 1  # the first turn may begin before the header
        return max(0, self.most - 1) if self.tested_last else self.most

    @property
    def entries(self):
        return self.loops[0].entries


class LoopBounds:
    def __init__(self, sources, constants, positions, sizes):
        self.sources, self.constants, self.positions = sources, constants, positions
        self.counting = Counting(sources, constants, sizes)
        self._nests = {}

    def find(self, graph):
        """Bounds of all loops of a graph, or Refused with all reasons."""
        reasons, keys, chains = [], {}, {}  # key: the source loop and the frames outside of it
        for loop in reversed(graph.loops):  # inner loops before outer ones
            try:
                key, chain = self._source(graph, loop, keys)
            except Refused as reason:
                reasons.append(str(reason))
                continue
            keys[id(loop)], chains[id(loop)] = key, chain
        bounds, bound_of = [], {}  # by machine loop
        for loop in graph.loops:
            if id(loop) not in keys:
                continue
            key, chain = keys[id(loop)], chains[id(loop)]
            outer = [bound_of[id(o)] for o in loop.outer if id(o) in bound_of]
            same = [b for b in outer if keys[id(b.loops[0])] == key]
            if same:
                same[0].loops.append(loop)
                same[0].tested_last = False
                bound_of[id(loop)] = same[0]
                continue
            try:
                bound = self._bound(graph, loop, key, chain, {keys[id(b.loops[0])]: b for b in outer})
            except Refused as reason:
                reasons.append(str(reason))
                continue
            bound_of[id(loop)] = bound
            bounds.append(bound)
        if reasons:
            raise Refused("\n".join(reasons))
        return bounds

    def _bound(self, graph, loop, key, chain, outer):
        source, note = key[0], key[0].note
        nest = self.counting.nest(source, chain)
        if note:
            note.used = True
        bound = Bound([loop], source, chain, nest.most(), self._tested_last(graph, loop, key), None)
        scopes = self.counting.scopes(chain)
        if note and note.spends:
            bound.spends = tuple(self.constants.value(e, scopes) for e in note.spends)
        bound.totals = [(turns, outer[around]) for around, turns in nest.totals() if around in outer]
        if note and note.total:
            same = [b for (s, around), b in outer.items() if around == key[1] and s.path == source.path]
            if same or not key[1]:
                bound.totals.append((self.constants.value(note.total, scopes), same[-1] if same else None))
        return bound

    def _nest(self, address):
        """{(source loop, frames outside): (frames from the loop's on, whether on its header)} around an
        instruction, the innermost first."""
        if address not in self._nests:
            frames, nest = self.positions[address], {}
            for at, frame in enumerate(frames):
                if not (file := self.sources.get(frame.path)):
                    continue
                note = file.notes.get(frame.line)
                if note and at > 0 and not self.sources.get(frames[at - 1].path) and not nest:
                    nest[_Statement(file.path, frame.line, note), frames[at + 1:]] = frames[at:], True
                for loop in sorted(file.loops_around(frame.line), key=lambda o: (-o.body_first, o.end)):
                    nest[loop, frames[at + 1:]] = frames[at:], at == 0 and loop.first <= frame.line <= loop.last
            self._nests[address] = nest
        return self._nests[address]

    def _source(self, graph, loop, keys):
        """The key and frames of a machine loop. It is, or holds, the source loops of the machine loops inside.

        The outermost source loop whose test or step stands in the machine loop's own blocks; where none
        does, the innermost in which all branches lie that close the machine loop.
        """
        inner = [other for other in graph.loops if loop in other.outer]
        inside = set().union(*(other.body for other in inner))
        own = [self._nest(i.address) for a in loop.body - inside for i in graph.blocks[a].code]
        latches = [self._nest(graph.blocks[a].code[-1].address) for a in loop.latches]
        holds = [{key, *self.counting.around(*key)} for other in inner if (key := keys.get(id(other)))]

        # The loop inside again, by another way to its next turn: then nothing is done outside of it.
        again = {keys.get(id(other)) for other in inner}
        again = {key for key in again if key and all(key in nest for nest in own)}
        barred = {keys.get(id(other)) for other in inner} - again

        def possible(nest):
            return [key for key in nest if key not in barred and all(key in around for around in holds)]

        told = {key: nest[key][0] for nest in own for key in possible(nest) if nest[key][1]}
        if told:
            key = min(told, key=lambda key: len(self.counting.around(*key)))
            return key, told[key]
        for key in possible(latches[0]):
            if all(key in nest for nest in latches):
                return key, latches[0][key][0]
        frames = self.positions[graph.blocks[min(loop.latches)].code[-1].address]
        where = " < ".join(f"{f.path}:{f.line}" for f in frames)
        raise Refused(f"a loop that cannot be told: {where} ({graph.function.name} at {loop.header:x})")

    def _tested_last(self, graph, loop, key):
        """Whether the loop begins with its body: its header does not test whether there is a turn."""
        header = graph.blocks[loop.header]
        if not loop.one_entry:
            return False
        if all(t in loop.body for t in header.next) or loop.header in loop.latches:
            return True
        source, outside = key
        frames = self.positions[header.code[-1].address]
        at = len(frames) - len(outside) - 1
        return not (at >= 0 and frames[at + 1:] == outside and source.first <= frames[at].line <= source.last)

    def turns_around(self, address):
        """How often the statement of an instruction runs in the loops around it in its function."""
        frames = self.positions[address]
        at = next((n for n, f in enumerate(frames) if self.sources.get(f.path)), None)
        around = [key for key in self._nest(address) if key[1] == frames[at + 1:]] if at is not None else []
        if not around:
            raise Refused(f"memory of unknown size: {frames[at or 0]}")
        turns = 1
        for loop, outside in around:
            turns *= self.counting.nest(loop, frames[at:]).most()
        return turns


class _Statement:
    """A statement that a library's templates make a loop of; equal to others of its line."""

    def __init__(self, path, line, note):
        self.path, self.first, self.last, self.end, self.body_first = path, line, line, line, line
        self.note, self.counted, self.counts = note, None, None

    def __str__(self):
        return f"{self.path}:{self.first}"

    def __eq__(self, other):
        return isinstance(other, _Statement) and (self.path, self.first) == (other.path, other.first)

    def __hash__(self):
        return hash((self.path, self.first))
