"""An image with its graphs, the sources that it was made of, and its bounds."""

import pathlib

from worst_case import Refused, disassembly, flow_graph, positions
from worst_case.constants import Constants
from worst_case.loop_bounds import LoopBounds
from worst_case.longest_path import LongestPath
from worst_case.source_loops import Sources

SOURCES = ("core", "firmware", "hal")


class Image:
    def __init__(self, path, root, budget=None, given=None, number_bytes=4, folders=SOURCES):
        self.functions = disassembly.read(path)
        names = disassembly.demangle([f.name for f in self.functions.values()])
        self.names = {a: names[f.name] for a, f in self.functions.items()}
        addresses = [i.address for f in self.functions.values() for i in f.code]
        self.positions = positions.read(path, addresses)
        self.sources = Sources(pathlib.Path(root))
        files = [self.sources.get(str(f.relative_to(self.sources.root))) for folder in folders
                 for f in sorted((self.sources.root / folder).rglob("*")) if f.suffix in (".hpp", ".cpp", ".c")]
        self.constants = Constants(files, given)
        self.loop_bounds = LoopBounds(self.sources, self.constants, self.positions)
        self.number_bytes = number_bytes
        self._graphs, self._bounds = {}, {}
        self.paths = LongestPath(self.functions, self.graph, self.bounds, self._size, budget)

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
        """Bytes that the call of memset or memcpy which GCC made of a loop moves."""
        return self.loop_bounds.turns_around(address) * self.number_bytes

    def find(self, prefix):
        """The address of the one function whose demangled name, without template arguments, ends so."""
        found = [a for a, name in self.names.items() if name == prefix or prefix in name]
        if len(found) != 1:
            raise Refused(f"{len(found)} functions are called {prefix}")
        return found[0]
