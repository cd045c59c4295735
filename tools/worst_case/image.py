"""An image with its graphs, its sources and its bounds."""

import copy
import pathlib

from worst_case import Refused
from worst_case.constants import Constants, path_of
from worst_case.longest_path import LongestPath
from worst_case.loop_bounds import LoopBounds
from worst_case.machine import disassembly, flow_graph, positions
from worst_case.machine.cycles import Cycles
from worst_case.source_loops import Sources


class Image:
    """names: values of constants (constants.py). budget: steps of all spending loops together, an expression
    or None. number_bytes: size of a number; GCC may turn loops over numbers into calls of memset or memcpy."""

    def __init__(self, path, root, folders, names=None, budget=None, number_bytes=4):
        self.path = str(path)
        self.functions = disassembly.read(self.path)
        demangled = disassembly.demangle([f.name for f in self.functions.values()])
        self.names = {a: demangled[f.name] for a, f in self.functions.items()}
        self.positions = positions.read(self.path, [i.address for f in self.functions.values() for i in f.code])
        self.sources = Sources(pathlib.Path(root))
        files = [self.sources.get(str(f.relative_to(self.sources.root))) for folder in folders
                 for f in sorted((self.sources.root / folder).rglob("*")) if f.suffix in (".hpp", ".cpp", ".c")]
        self.constants = Constants(files, names)
        self.budget = self.constants.value(budget, []) if budget is not None else None
        self.number_bytes = number_bytes
        self._graphs = {}
        self._resize({})

    def _resize(self, sizes):
        self.loop_bounds = LoopBounds(self.sources, self.constants, self.positions, sizes)
        self._bounds = {}
        self.paths = LongestPath(self.functions, self.graph, self.bounds, self._size, self.budget)
        self.cycles = self.weighed(Cycles())

    def weighed(self, weights):
        """The same bounds, of what `weights` counts."""
        return LongestPath(self.functions, self.graph, self.bounds, self._size, self.budget, weights)

    def resized(self, sizes):
        """The same image with smaller counts; sizes: {capacity: size}."""
        other = copy.copy(self)
        other._resize(sizes)
        return other

    def graph(self, address):
        if address not in self._graphs:
            try:
                self._graphs[address] = flow_graph.Graph(self.functions[address], self.functions)
            except Refused as reason:
                raise Refused(f"{self.names[address]}: {reason}") from None
        return self._graphs[address]

    def bounds(self, address):
        if address not in self._bounds:
            self._bounds[address] = self.loop_bounds.find(self.graph(address))
        return self._bounds[address]

    def _size(self, address):
        """Bytes moved by a call of memset or memcpy that GCC made of a loop."""
        return self.loop_bounds.turns_around(address) * self.number_bytes

    def find(self, part):
        """The address of the function with this name, or of the one whose demangled name contains `part`."""
        found = [a for a, name in self.names.items() if name.split("(")[0] == part]
        if len(found) != 1:
            found = [a for a, name in self.names.items() if part in name]
        if len(found) != 1:
            names = "".join(f"\n  {self.names[a]}" for a in found[:10])
            raise Refused(f"{len(found)} functions are called {part}{names or ': inlined, or not in the image'}")
        return found[0]

    def check(self, root):
        """Functions below `root`, callees first. Raises Refused with all reasons if some loop has no bound."""
        functions, reasons = self.paths.reachable(root), []
        for address in functions:
            if not self.paths.is_special(address):
                try:
                    self.bounds(address)
                except Refused as reason:
                    reasons.append(f"{self.names[address]}:\n  " + str(reason).replace("\n", "\n  "))
        if reasons:
            raise Refused("\n".join(reasons))
        return [a for a in functions if not self.paths.is_special(a)]

    def short(self, address):
        """A function's name without types of arguments. Template arguments stay if all of them are short."""
        def named(part):
            name, arguments = part
            plain = arguments and all("::" not in a and "(" not in a for a in arguments)
            return f"{name}<{', '.join(arguments)}>" if plain else name
        parts = [p for p in path_of(self.names[address]) if p[0] not in ("footing", "anonymous")]
        return "::".join(named(p) for p in parts) or self.names[address]

    def doubles(self):
        """Instructions of double arithmetic, by function. An image that computes in float may have none."""
        return [f"{self.short(address)}: {i.text}" for address, function in self.functions.items()
                for i in function.code if ".f64" in i.text]

    def unused_notes(self):
        """Notes that belong to no loop of the functions that were examined."""
        return [f"{file.path}:{note.line}" for file in self.sources.read_files()
                for note in list(file.notes.values()) + file.named if not note.used]
