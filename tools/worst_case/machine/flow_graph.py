"""The control-flow graph of a function: its basic blocks and its nested loops."""

import dataclasses

from worst_case import Refused

EXIT = -1  # the block after the end


@dataclasses.dataclass
class Block:
    code: list
    calls: list  # addresses of functions, each called once each time that the block runs
    next: list = dataclasses.field(default_factory=list)  # addresses of blocks; EXIT

    @property
    def address(self):
        return self.code[0].address

    def branches(self, target):
        """Whether it gets to a block, or to the function's end, by a branch or a return, and does not fall into it."""
        return target == EXIT or target in self.code[-1].next


@dataclasses.dataclass
class Loop:
    header: int
    latches: set  # blocks whose edge to the header is a back edge
    body: set  # blocks, including the header
    entries: list  # edges into the body; (None, header) if the function begins there
    outer: list  # loops that hold it, the nearest first

    @property
    def one_entry(self):
        return len({b for _, b in self.entries}) == 1


class Graph:
    """blocks: {address: Block}; entry: the first one's address."""

    def __init__(self, function, functions):
        self.function = function
        self.entry = function.address
        self.blocks = {}
        self._split(functions)
        self.loops = self._loops(set(self.blocks), [])  # outer loops before inner ones

    def first(self, address):
        """The first instruction of a block, or None at the end."""
        return self.blocks[address].code[0] if address != EXIT else None

    def _split(self, functions):
        function = self.function
        inside = function.at
        starts = {function.address}
        for at, i in enumerate(function.code):
            if i.ends:
                starts |= {t for t in i.next if t in inside}
                if at + 1 < len(function.code):
                    starts.add(function.code[at + 1].address)
        pending, following = [function.address], {}
        for a, b in zip(function.code, function.code[1:]):
            following[a.address] = b.address
        while pending:
            start = pending.pop()
            if start in self.blocks:
                continue
            block = Block([], [])
            at = start
            while True:
                i = inside[at]
                block.code.append(i)
                if i.call is not None:
                    if i.call not in functions:
                        raise Refused(f"indirect call at {at:x}: {i.text}")
                    block.calls.append(i.call)
                follow = following.get(at)
                if i.ends or follow in starts or follow is None:
                    break
                at = follow
            for target in i.next:
                if target in inside:
                    block.next.append(target)
                elif target in functions:  # a tail call
                    block.calls.append(target)
                    block.next.append(EXIT)
                else:
                    raise Refused(f"jump out of the function at {i.address:x}: {i.text}")
            if i.returns:
                block.next.append(EXIT)
            if i.falls:
                if follow is None:
                    raise Refused(f"the function's end is run through at {i.address:x}")
                block.next.append(follow)
            block.next = list(dict.fromkeys(block.next))
            self.blocks[start] = block
            pending += [t for t in block.next if t != EXIT]
        self.before = {a: [] for a in self.blocks} | {EXIT: []}
        for address, block in self.blocks.items():
            for target in block.next:
                self.before[target].append(address)

    def _components(self, blocks, cut):
        """Strongly connected components of some blocks without the edges into block `cut` (Tarjan)."""
        index, low, stack, held, found = {}, {}, [], set(), []
        for root in sorted(blocks):
            if root in index:
                continue
            work = [(root, iter(self.blocks[root].next))]
            index[root] = low[root] = len(index)
            stack.append(root)
            held.add(root)
            while work:
                a, targets = work[-1]
                for t in targets:
                    if t not in blocks or t == cut:
                        continue
                    if t not in index:
                        index[t] = low[t] = len(index)
                        stack.append(t)
                        held.add(t)
                        work.append((t, iter(self.blocks[t].next)))
                        break
                    if t in held:
                        low[a] = min(low[a], index[t])
                else:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[a])
                    if low[a] == index[a]:
                        at = stack.index(a)
                        found.append(set(stack[at:]))
                        held -= found[-1]
                        del stack[at:]
        return [c for c in found if len(c) > 1 or any(t in c and t != cut for t in self.blocks[min(c)].next)]

    def _loops(self, blocks, outer, cut=None):
        """The loops of the blocks, and the loops inside each of them, found by cutting off its header."""
        loops = []
        for body in self._components(blocks, cut):
            entries = [(a, b) for b in body for a in self.before[b] if a not in body or b == cut]
            if self.entry in body:
                entries.append((None, self.entry))
            headers = {b for _, b in entries}
            header = headers.pop() if len(headers) == 1 else self._header(body, headers)
            loop = Loop(header, {a for a in self.before[header] if a in body}, body, entries, list(outer))
            loops.append(loop)
            loops += self._loops(body, [loop] + outer, loop.header)
        return loops

    def _header(self, body, targets):
        """The header of a loop with several entries, which jump threading may leave: a block on every turn.
        Without it no cycle contains an entry, and the loops inside keep as many blocks as possible."""
        def left(block):
            inside = self._components(body, block)
            broken = any(t in c for c in inside for t in targets)
            return broken, -sum(map(len, inside)), block
        return min(body, key=left)
