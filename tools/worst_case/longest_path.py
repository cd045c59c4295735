"""The largest number of instructions, or of cycles, that a function can take: implicit path enumeration.

The unknowns of a linear program are the executions of each block and each edge of the flow graph. What flows
into a block flows out of it. The flow into a loop bounds its back edges. The count, which weighs both, is
maximized (Li and Malik, Performance analysis of embedded software using implicit path enumeration, 1995). The
unknowns may be fractions, which can only make the maximum larger.

The bound of a callee is a constant, unless steps of the solver's budget are spent in it or below. Such a
function is copied for each call, so that one budget holds for all calls.
"""

import dataclasses

import numpy
from scipy.optimize import linprog
from scipy.sparse import coo_matrix

from worst_case import Refused
from worst_case.machine import library
from worst_case.machine.cycles import Instructions
from worst_case.machine.flow_graph import EXIT


@dataclasses.dataclass
class Result:
    most: int
    per_step: float  # what one more step of the budget adds
    counts: dict  # {(call path, block address): executions}


class _Program:
    """Rows and columns of a linear program that grows."""

    def __init__(self):
        self.cost, self.rows, self.limits, self.equal, self.fixed = [], [], [], [], []

    def variable(self, cost=0.0):
        self.cost.append(cost)
        return len(self.cost) - 1

    def at_most(self, terms, limit=0.0):
        self.rows.append(terms)
        self.limits.append(limit)
        return len(self.rows) - 1

    def equals(self, terms, value=0.0):
        self.equal.append(terms)
        self.fixed.append(value)

    def solve(self):
        def matrix(rows):
            if not rows:
                return None
            data = [(r, c, v) for r, terms in enumerate(rows) for c, v in terms]
            r, c, v = zip(*data)
            return coo_matrix((v, (r, c)), shape=(len(rows), len(self.cost)))
        answer = linprog(-numpy.array(self.cost), A_ub=matrix(self.rows), b_ub=self.limits or None,
                         A_eq=matrix(self.equal), b_eq=self.fixed or None, method="highs")
        if answer.status != 0:
            raise Refused(f"the linear program has no solution: {answer.message}")
        return answer


class LongestPath:
    def __init__(self, functions, graphs, bounds, sizes, budget=None, weights=None):
        """graphs, bounds: callables that take a function's address. sizes: takes the address of a call of memcpy
        or memset and gives its bytes. weights: what code costs (machine/cycles.py) [each instruction one]."""
        self.functions, self.graphs, self.bounds, self.sizes = functions, graphs, bounds, sizes
        self.budget = budget
        self.weights = weights or Instructions()
        self._constant, self._spends, self._pending = {}, {}, []

    def _guard(self, address):
        if address in self._pending:
            cycle = [self.functions[a].name for a in self._pending[self._pending.index(address):] + [address]]
            raise Refused("recursion: " + " -> ".join(cycle))

    def is_special(self, address):
        name = self.functions[address].name
        return name in library.FREE or name in library.TURNS

    def spends(self, address):
        """Whether a function, or one that it calls, spends steps of the budget."""
        if address not in self._spends:
            self._guard(address)
            self._pending.append(address)
            self._spends[address] = not self.is_special(address) and (
                any(b.spends for b in self.bounds(address))
                or any([self.spends(c) for block in self.graphs(address).blocks.values() for c in block.calls]))
            self._pending.pop()
        return self._spends[address]

    def reachable(self, root):
        """Functions below `root`, callees first."""
        done = []

        def visit(address):
            if address in done:
                return
            self._guard(address)
            self._pending.append(address)
            if not self.is_special(address):
                for block in self.graphs(address).blocks.values():
                    for callee in block.calls:
                        visit(callee)
            self._pending.pop()
            done.append(address)

        visit(root)
        return done

    def constant(self, address):
        """The bound of one call of a function that spends no steps."""
        if address not in self._constant:
            self._constant[address] = self.bound(address).most
        return self._constant[address]

    def _calls_cost(self, graph, block):
        """What a block's calls of functions cost that spend no steps."""
        at = [n for n, i in enumerate(block.code) if i.call is not None]
        at += [len(block.code) - 1] * (len(block.calls) - len(at))  # a tail call
        return sum(self._call_cost(graph, block, n, callee) for n, callee in zip(at, block.calls, strict=True)
                   if not self.spends(callee))

    def _call_cost(self, graph, block, at, callee):
        name = self.functions[callee].name
        if name in library.FREE:
            return 0
        if name in library.TURNS:
            size = library.immediate_size(graph, block, at)
            if size is None:
                size = self.sizes(block.code[at].address)
            key = (callee, size)
            if key not in self._constant:
                self._constant[key] = self._library(callee, name, size)
            return self._constant[key]
        return self.constant(callee)

    def _library(self, address, name, size):
        program = _Program()
        graph = self.graphs(address)
        loops = sorted(graph.loops, key=lambda loop: loop.header)
        turns, total = library.turns(name, size, [sum(library.stored(graph.blocks[a]) for a in loop.body)
                                                  for loop in loops])
        count, edge = self._flow(program, graph, None, {a: self.weights.code(b.code) for a, b in graph.blocks.items()})
        for loop, most in zip(loops, turns, strict=True):
            back = [edge[latch, loop.header] for latch in loop.latches]
            entries = [edge[e] for e in loop.entries]
            program.at_most([(b, 1.0) for b in back] + [(e, -float(max(most - 1, 0))) for e in entries])
        headers = {loop.header for loop in graph.loops}
        program.at_most([(count[header], 1.0) for header in headers], float(total))
        return round(-program.solve().fun)

    def _flow(self, program, graph, calls, cost):
        """Unknowns and conservation of flow of a copy of a graph. `calls`: unknowns that sum to its calls; None: 1."""
        count = {a: program.variable(cost[a]) for a in graph.blocks}
        edge = {(a, t): program.variable(self.weights.edge(block.code, graph.first(t), block.branches(t)))
                for a, block in graph.blocks.items() for t in block.next}
        edge[None, graph.entry] = program.variable()
        for a, block in graph.blocks.items():
            into = [edge[p, a] for p in graph.before[a]] + ([edge[None, a]] if a == graph.entry else [])
            program.equals([(count[a], -1.0)] + [(e, 1.0) for e in into])
            if block.next:
                program.equals([(count[a], -1.0)] + [(edge[a, t], 1.0) for t in block.next])
        entry = edge[None, graph.entry]
        if calls is None:
            program.equals([(entry, 1.0)], 1.0)
        else:
            program.equals([(entry, 1.0)] + [(c, -1.0) for c in calls])
        return count, edge

    def _copy(self, program, address, calls, path, counts, steps, budget):
        self._guard(address)
        self._pending.append(address)
        graph = self.graphs(address)
        below = {a: [c for c in block.calls if self.spends(c)] for a, block in graph.blocks.items()}
        cost = {a: self.weights.code(block.code) + self._calls_cost(graph, block)
                for a, block in graph.blocks.items()}
        count, edge = self._flow(program, graph, calls, cost)
        for a in graph.blocks:
            counts[path, a] = count[a]
        totals = {}
        for bound in self.bounds(address):
            back = [edge[latch, loop.header] for loop in bound.loops for latch in loop.latches]
            entries = [edge[e] for e in bound.entries]
            program.at_most([(b, 1.0) for b in back]
                            + [(edge[e], -float(most)) for edges, most in bound.limits for e in edges])
            turns = [count[bound.loops[0].header]] if bound.tested_last else back
            for most, holder in bound.totals:
                key = (most, id(holder), bound.source, bound.chain[1:])
                totals.setdefault(key, ((most, holder), []))[1].extend((t, 1.0) for t in turns)
            if bound.spends:
                per, free, _ = bound.spends
                if bound.within(budget) is not None:  # also the turn that leaves the loop
                    loop = bound.loops[0]
                    begun = (turns if bound.tested_last else
                             [edge[loop.header, t] for t in graph.blocks[loop.header].next if t in loop.body])
                    program.at_most([(t, 1.0) for t in begun], float(bound.within(budget)))
                spent = program.variable()  # ≥ 0, and ≥ (turns − free) / per
                program.at_most([(t, 1 / per) for t in turns] + [(e, -free / per) for e in entries] + [(spent, -1.0)])
                steps.append((spent, 1.0))
        for (most, holder), terms in totals.values():
            per = [edge[e] for e in holder.entries] if holder else [edge[None, graph.entry]]
            program.at_most(terms + [(e, -float(most)) for e in per])
        for a, callees in below.items():
            for at, callee in enumerate(callees):
                self._copy(program, callee, [count[a]], path + ((a, at, callee),), counts, steps, budget)
        self._pending.pop()

    def bound(self, address, budget=None):
        """The Result of one call of the function at `address`, with up to `budget` steps in all."""
        program, counts, steps = _Program(), {}, []
        budget = self.budget if budget is None else budget
        self._copy(program, address, None, (), counts, steps, budget)
        row = program.at_most(steps, float(budget)) if steps and budget is not None else None
        answer = program.solve()
        per_step = -answer.ineqlin.marginals[row] if row is not None else 0.0
        values = {key: answer.x[v] for key, v in counts.items() if answer.x[v] > 1e-9}
        return Result(int(-answer.fun + 1 - 1e-6), per_step, values)
