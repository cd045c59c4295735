#!/usr/bin/env python3
"""Reads the includes of core, hal, firmware and tools, and refuses those that break the layers.

With it, words that must not stand in core at all: the linker refuses the heap in an image,
but only where the image uses it.
"""

import argparse
import pathlib
import re
import sys

# Which folders of core each one may include, itself aside. "." are the files directly in core.
CORE = {
    ".": set(),
    "linalg": {"."},
    "lcp": {".", "linalg"},
    "dynamics": {".", "linalg"},
    "contact": {".", "linalg", "lcp", "dynamics"},
    "estimation": {".", "linalg", "lcp", "dynamics", "contact"},
    "c_api": {".", "linalg", "lcp", "dynamics", "contact", "estimation"},
}
# "new" for placement: CORE_WORDS refuses the other kind.
CORE_STANDARD = {
    "algorithm", "array", "bit", "cassert", "cmath", "concepts", "cstddef", "cstdint", "cstring",
    "limits", "new", "numbers", "span", "tuple", "type_traits", "utility",
    "stdbool.h", "stddef.h", "stdint.h",
}
# Dense matrices, quaternions, and nothing that decomposes.
CORE_EIGEN = {"Eigen/Core", "Eigen/Geometry"}
CORE_WORDS = re.compile(
    r"\b(malloc|calloc|realloc|aligned_alloc|alloca|throw|dynamic_cast|typeid|virtual|thread_local"
    r"|MatrixX\w*|VectorX\w*|ArrayX\w*|Eigen::Dynamic"
    r"|std::(sin|cos|tan|asin|acos|atan|atan2|exp|log|pow|hypot|fma)f?)\b|\bnew\s+\w|\bdelete\s*\w")
# The firmware runs where core runs, and sees the facade besides, never a backend.
BARE_REFUSED = {"vector", "memory", "iostream", "chrono", "functional", "string", "map", "thread", "mutex",
                "iomanip", "sstream", "fstream", "unordered_map", "deque", "list", "set"}
FACADE = {"hal/board.hpp", "hal/measurement.hpp", "hal/stream.hpp"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def core_folder(path):
    parts = path.split("/")
    return parts[1] if len(parts) > 2 else "."


def core_include(path, name, quoted):
    if not quoted:
        return name in CORE_STANDARD or name in CORE_EIGEN
    if not name.startswith("core/"):
        return False
    here, there = core_folder(path), core_folder(name)
    return here in CORE and (there == here or there in CORE[here])


def allowed(path, name, quoted):
    layer = path.split("/")[0]
    if layer == "core":
        return core_include(path, name, quoted)
    if layer == "hal":
        if not quoted or name.startswith("hal/"):
            own = path.split("/")[1]
            other_backend = quoted and name.count("/") > 1 and name.split("/")[1] not in (own, "cortex_m")
            return not other_backend
        # The simulated board may hold tools of its own kind, never the control side's.
        return not name.startswith(("core/", "firmware/", "tools/"))
    if layer == "firmware":
        if quoted and name.startswith("hal/"):
            return name in FACADE
        return name not in BARE_REFUSED and not name.startswith("tools/")
    return True  # tools see all


def check(root):
    refused = []
    for layer in ("core", "hal", "firmware", "tools"):
        for file in sorted((root / layer).rglob("*.[hc]*")):
            if file.suffix not in (".hpp", ".cpp", ".h", ".c"):
                continue
            path = file.relative_to(root).as_posix()
            text = file.read_text(encoding="utf-8")
            for quote, name in INCLUDE.findall(text):
                if not allowed(path, name, quote == '"'):
                    refused.append(f"{path} includes {name}")
            if layer == "core":
                for line, code in enumerate(blank(text).splitlines(), 1):
                    word = CORE_WORDS.search(code)
                    if word:
                        refused.append(f"{path}:{line} says {word[0]}")
    return refused


def blank(text):
    """The code without comments and strings, with the same lines."""
    return COMMENT_OR_STRING.sub(lambda match: "\n" * match[0].count("\n"), text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root", type=pathlib.Path, help="the project's folder")
    refused = check(parser.parse_args().root)
    for line in refused:
        print(f"refused: {line}", file=sys.stderr)
    sys.exit(1 if refused else 0)


if __name__ == "__main__":
    main()
