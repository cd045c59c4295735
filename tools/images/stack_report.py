#!/usr/bin/env python3
"""Reports the worst stack of a firmware image, from the compiler's call graph.

Reads the .ci files that -fcallgraph-info=su,da leaves beside the objects, and follows the
longest path from the reset handler. Refuses what has no bound: recursion, calls through
pointers, frames of unknown size, functions of which nothing is known.
"""

import argparse
import functools
import re
import sys

# Functions of the C library; bytes, from their disassembly, rounded up generously.
LIBRARY = {"memcpy": 32, "memset": 32, "memmove": 48, "memcmp": 32, "strlen": 16}
# libgcc's helpers: the deepest, 64-bit division, takes 48. The compiler calls some of them
# without an edge in the call graph, so every path gets these bytes once, as its last call.
HELPER_BYTES = 64
LIBRARY |= {f"__aeabi_{name}": HELPER_BYTES for name in ("uldivmod", "ldivmod", "lmul", "l2f", "ul2f", "l2d", "ul2d",
                                                         "d2lz", "d2ulz")}

NODE = re.compile(r'node: \{ title: "([^"]+)" label: "([^"]*)"')
EDGE = re.compile(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"')
FRAME = re.compile(r"\\n(\d+) bytes \(([^)]*)\)")


class Unbounded(Exception):
    pass


def plain(title):
    """A function's name as the linker sees it.

    GCC puts the file's name before local functions, and before instances of templates where
    they are defined but not where they are called: this name is removed. The two names that
    C++ gives a constructor or destructor become one. Functions of equal name count as one.
    """
    return re.sub(r"([CD])1(?=[EI])", r"\g<1>2", title.rsplit(":", 1)[-1].lstrip("*"))


def read(files):
    """Frame sizes [bytes] by function, and the functions that each one calls."""
    frames, calls, names = {}, {}, {}
    for path in files:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for title, label in NODE.findall(text):
            title = plain(title)
            names[title] = label.split("\\n")[0]
            frame = FRAME.search(label)
            if frame:
                if frame[2] not in ("static", "dynamic,bounded"):
                    raise Unbounded(f"frame of unknown size: {names[title]} ({frame[2]})")
                frames[title] = max(frames.get(title, 0), int(frame[1]))
        for source, target in EDGE.findall(text):
            calls.setdefault(plain(source), set()).add(plain(target))
    return frames, calls, names


def worst_path(files, root):
    """The deepest path from `root`: [(function, frame in bytes)], helpers included."""
    frames, calls, names = read(files)
    on_path = []

    @functools.cache
    def deepest(function):
        if function == "__indirect_call":
            raise Unbounded(f"call through a pointer in {names[on_path[-1]]}")
        if function in on_path:
            cycle = " -> ".join(names[f] for f in on_path[on_path.index(function):])
            raise Unbounded(f"recursion: {cycle} -> {names[function]}")
        if function not in frames:
            if function not in LIBRARY:
                raise Unbounded(f"nothing is known of {names.get(function, function)}")
            return LIBRARY[function], ((function, LIBRARY[function]),)
        on_path.append(function)
        below = max((deepest(callee) for callee in sorted(calls.get(function, ()))),
                    default=(HELPER_BYTES, (("helpers of the compiler", HELPER_BYTES),)))
        below = max(below, (HELPER_BYTES, (("helpers of the compiler", HELPER_BYTES),)))
        on_path.pop()
        return frames[function] + below[0], ((names[function], frames[function]),) + below[1]

    if root not in frames:
        raise Unbounded(f"no function {root}")
    sys.setrecursionlimit(10000)
    return list(deepest(root)[1])


def call_graphs(objects_file):
    """The .ci files beside the objects that a list of objects names, one a line."""
    with open(objects_file, encoding="utf-8") as file:
        return [re.sub(r"\.(obj|o)$", ".ci", line.strip()) for line in file if line.strip()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", default="Reset_Handler", help="where the stack begins")
    parser.add_argument("--limit", type=int, help="bytes; more is an error")
    parser.add_argument("objects", help="file with the names of an image's objects")
    options = parser.parse_args()

    try:
        path = worst_path(call_graphs(options.objects), options.root)
    except Unbounded as reason:
        sys.exit(f"refused: {reason}")
    for function, frame in path:
        print(f"{frame:7d}  {function[:120]}")
    total = sum(frame for _, frame in path)
    print(f"{total:7d}  bytes in all")
    if options.limit is not None and total > options.limit:
        sys.exit(f"refused: worst stack of {total} bytes is above the limit of {options.limit}")


if __name__ == "__main__":
    main()
