"""Finds the source loop of each machine loop, and so how often it runs.

The line tables give the line of each instruction and the chain of functions that were inlined around it. So the
source loops around it are known. A loop that cannot be identified, or that the source does not bound, is refused.
"""

import dataclasses

from worst_case import Refused
from worst_case.constants import path_of
from worst_case.counting import Counting


@dataclasses.dataclass
class Bound:
    """A source loop in the machine: one loop, or several nested ones if the paths to the next turn differ."""
    loops: list  # the outermost first
    source: object
    chain: tuple  # frames, from the loop's own frame outward
    most: int  # turns at each entry
    tested_last: bool  # it begins with its body: each run of its header is a turn
    spends: tuple | None  # (turns of a step, turns before the first, steps before the loop)
    totals: list = dataclasses.field(default_factory=list)  # (turns, the Bound around it; None: the function)
    key: tuple = ()  # the source loop and the frames outside of it
    outside: object = None  # the Bound of a loop around it that has the same header

    @property
    def back(self):
        """Back edges at each entry of the loop."""
        if not all(loop.one_entry for loop in self.loops):
            return self.most + 1  # the first turn may begin before the header
        return max(0, self.most - 1) if self.tested_last else self.most

    def within(self, budget):
        """Turns in all that a budget of steps leaves to a loop that begins beyond some of them; None: no limit."""
        return max(0, budget - self.spends[2]) if self.spends and self.spends[2] and budget is not None else None

    @property
    def entries(self):
        return self.loops[0].entries

    @property
    def limits(self):
        """[(edges, back edges each time that one of them is taken)]."""
        own = [(self.entries, self.back)]
        # The line of a back edge says to which of the two it belongs; but the line may be that of the other.
        return own + [(self.outside.entries, self.outside.most)] if self.outside else own


@dataclasses.dataclass
class _Told:
    """What a machine loop is identified as. key: the source loop and the frames outside of it."""
    key: tuple
    chain: tuple
    again: bool  # a machine loop inside is the same source loop
    shared: list = dataclasses.field(default_factory=list)  # (key, chain, latches) of loops inside, same header


class LoopBounds:
    def __init__(self, sources, constants, positions, sizes):
        self.sources, self.constants, self.positions = sources, constants, positions
        self.counting = Counting(sources, constants, sizes)
        self._nests = {}

    def find(self, graph):
        """Bounds of all loops of a graph. Raises Refused with all reasons."""
        reasons, told = [], {}  # by machine loop
        for loop in reversed(graph.loops):  # inner loops before outer ones
            try:
                told[id(loop)] = self._source(graph, loop, told)
            except Refused as reason:
                reasons.append(str(reason))
        bounds, bound_of = [], {}
        for loop in graph.loops:
            if id(loop) not in told:
                continue
            try:
                bounds += self._bounds(graph, loop, told[id(loop)], bound_of)
            except Refused as reason:
                reasons.append(str(reason))
        if reasons:
            raise Refused("\n".join(reasons))
        return bounds

    def _bounds(self, graph, loop, told, bound_of):
        """New bounds for a machine loop; `bound_of` holds those of the loops around it."""
        around = [b for o in loop.outer for b in bound_of.get(id(o), ())]
        taken = {b.key: b for b in around}
        least = 0
        if told.again:
            # It is the same source loop again. But if a source loop around it has not been seen yet, it may be
            # either, and the bound is the larger of the two.
            unseen = [key for key in self.counting.around(*told.key) if key not in taken]
            if not unseen:
                same = next(b for b in around if b.key == told.key) if told.key in taken else None
                if same:
                    same.loops.append(loop)
                    same.tested_last = False
                    bound_of[id(loop)] = [same]
                    return []
            else:
                least = self.counting.nest(told.key[0], told.chain).most()
                told = dataclasses.replace(told, key=unseen[0], chain=self._frames(told, unseen[0]))
        elif told.key in taken:
            same = taken[told.key]
            same.loops.append(loop)
            same.tested_last = False
            bound_of[id(loop)] = [same]
            return []
        bound = self._bound(graph, loop, told.key, told.chain, taken)
        bound.most = max(bound.most, least)
        made = [bound]
        if told.shared:
            latches = set().union(*(latches for _, _, latches in told.shared))
            bound.loops = [dataclasses.replace(loop, latches=loop.latches - latches)]
            bound.tested_last = False
            for key, chain, latches in told.shared:
                entries = loop.entries + [(a, loop.header) for a in loop.latches - latches]
                inner = self._bound(graph, dataclasses.replace(loop, latches=latches, entries=entries), key, chain,
                                    taken | {told.key: bound})
                inner.tested_last, inner.outside = False, bound
                inner.totals = [(turns + bound.most, holder) for turns, holder in inner.totals]
                made.append(inner)
        bound_of[id(loop)] = made
        return made

    @staticmethod
    def _frames(told, key):
        """The frames of `told` from the frame of `key` outward; `key` is around `told`."""
        return told.chain[len(told.chain) - len(key[1]) - 1:]

    def _bound(self, graph, loop, key, chain, outer):
        source, note = key[0], key[0].note
        nest = self.counting.nest(source, chain)
        if note:
            note.used = True
        bound = Bound([loop], source, chain, nest.most(), self._tested_last(graph, loop, key), None)
        bound.key = key
        scopes = self.counting.scopes(chain)
        if note and note.spends:
            bound.spends = tuple(self.constants.value(e, scopes) for e in note.spends)
        bound.totals = [(turns, outer[around]) for around, turns in nest.totals() if around in outer]
        if note and note.total:
            if note.of:
                outside = self._outside(note.of, chain)
                same = [b for (_, around), b in outer.items() if around[len(around) - len(outside):] == outside]
            else:
                outside = key[1]
                same = [b for (s, around), b in outer.items() if around == outside and s.path == source.path]
            if same or not outside:
                bound.totals.append((self.constants.value(note.total, scopes), same[-1] if same else None))
        return bound

    @staticmethod
    def _outside(function, chain):
        """The frames outside the function of this name, into which chain[0] is inlined."""
        for at, frame in enumerate(chain):
            if path_of(frame.function)[-1:] and path_of(frame.function)[-1][0] == function:
                return chain[at + 1:]
        raise Refused(f"{chain[0].path}:{chain[0].line}: not inlined into {function}")

    def _nest(self, address):
        """{(source loop, frames outside): (frames from the loop's frame outward, whether on its header)} around
        an instruction, the innermost first."""
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

    def _source(self, graph, loop, told):
        """The source loop of a machine loop. It is, or holds, the source loops of the machine loops inside.

        It is the outermost source loop with its test or step in the machine loop's own blocks. If there is
        none, it is the innermost one that contains all branches that close the machine loop.
        """
        inner = [other for other in graph.loops if loop in other.outer]
        inside = set().union(*(other.body for other in inner))
        own = [self._nest(i.address) for a in loop.body - inside for i in graph.blocks[a].code]
        latches = {a: self._nest(graph.blocks[a].code[-1].address) for a in loop.latches}
        known = {told[id(other)].key for other in inner if id(other) in told}
        holds = [{key, *self.counting.around(*key)} for key in known]
        # The loop inside once more, by another path to its next turn, if all own blocks are in that source loop.
        again = {key for key in known if all(key in nest for nest in own)}

        def possible(nest, seen=known):
            return [key for key in nest if key not in seen and all(key in around for around in holds)]

        tests = {key: nest[key][0] for nest in own for key in possible(nest, ()) if nest[key][1]}
        clear = {key: chain for key, chain in tests.items() if key not in known}
        if clear:
            key = min(clear, key=lambda key: len(self.counting.around(*key)))
            groups = {}
            for a, nest in latches.items():
                closes = next(iter(possible(nest)), key)
                if closes != key and closes in clear and key in self.counting.around(*closes):
                    groups.setdefault(closes, set()).add(a)
            shared = [(closes, clear[closes], of) for closes, of in groups.items() if of != loop.latches]
            return _Told(key, clear[key], False, shared)
        for seen in (known - again, known):
            for nest in list(latches.values())[:1]:
                for key in possible(nest, seen):
                    if all(key in other for other in latches.values()):
                        return _Told(key, nest[key][0], key in again)
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
        """How often an instruction's statement runs in all loops around it in its function."""
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
    """A statement that a library's templates turn into a loop. Statements on the same line are equal."""

    def __init__(self, path, line, note):
        self.path, self.first, self.last, self.end, self.body_first = path, line, line, line, line
        self.note, self.counted, self.counts = note, None, None

    def __str__(self):
        return f"{self.path}:{self.first}"

    def __eq__(self, other):
        return isinstance(other, _Statement) and (self.path, self.first) == (other.path, other.first)

    def __hash__(self):
        return hash((self.path, self.first))
