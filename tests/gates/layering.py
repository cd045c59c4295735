#!/usr/bin/env python3
"""Reads the includes of core, hal, firmware and tools, and refuses those that break the layers.

It also refuses words that must not be in core at all. The linker refuses the heap in an image, but only
where the image uses it.
"""

import argparse
import pathlib
import re
import sys

# The folders of core that each folder may include besides itself. "." are the files directly in core.
BELOW_CONTACT = {".", "linalg", "lcp", "dynamics"}
BELOW_SOLVER = BELOW_CONTACT | {"contact", "assembly", "margins"}
CORE = {
    ".": set(),
    "linalg": {"."},
    "lcp": {".", "linalg"},
    "dynamics": {".", "linalg"},
    "contact": BELOW_CONTACT,
    "assembly": BELOW_CONTACT | {"contact"},
    "margins": BELOW_CONTACT | {"contact"},
    "solver": BELOW_SOLVER,
    "papers": BELOW_SOLVER,
    "estimation": BELOW_SOLVER | {"solver"},
    "c_api": BELOW_SOLVER | {"solver", "estimation"},
}
# "new" is for placement new: CORE_WORDS refuses the new that allocates.
CORE_STANDARD = {
    "algorithm", "array", "bit", "cassert", "cmath", "concepts", "cstddef", "cstdint", "cstring",
    "limits", "new", "numbers", "span", "tuple", "type_traits", "utility",
    "stdbool.h", "stddef.h", "stdint.h",
}
# Dense matrices and quaternions, but no decompositions.
CORE_EIGEN = {"Eigen/Core", "Eigen/Geometry"}
CORE_WORDS = re.compile(
    r"\b(malloc|calloc|realloc|aligned_alloc|alloca|throw|dynamic_cast|typeid|virtual|thread_local"
    r"|MatrixX\w*|VectorX\w*|ArrayX\w*|Eigen::Dynamic|AngleAxis\w*|asm|__asm\w*|nothrow|operator\s+(new|delete)"
    r"|std::(function|string|vector|map|set|list|deque|any|optional|unique_ptr|shared_ptr|make_\w+"
    r"|stable_\w+|inplace_merge|a?(sin|cos|tan)h?|atan2|exp2?|expm1|log(2|10|1p)?|pow|cbrt|hypot|fmod|remainder"
    r"|fma|erfc?|[lt]gamma|floor|ceil|round|trunc|rint|nearbyint)f?)\b"
    r"|\b(a?(sin|cos|tan)h?|atan2|exp2?|log(2|10)?|pow|cbrt|hypot|fmod)f\s*\(|\bnew\s+\w|\bdelete\b\s*[\w\[]"
    r"|Matrix<[^;]*, *-1\b|\.array\(\)\s*\.\s*(sin|cos|tan|exp|log|pow)\b"
    r"|^\s+static\s+(?!constexpr|inline|_)[\w:<>, ]+\s+\w+\s*[={;]")
# The firmware runs on the same machines as core. It may also include the facade, but never a backend.
BARE_REFUSED = {"vector", "memory", "iostream", "chrono", "functional", "string", "map", "thread", "mutex",
                "iomanip", "sstream", "fstream", "unordered_map", "deque", "list", "set"}
FACADE = {"hal/board.hpp", "hal/record.hpp", "hal/stream.hpp", "hal/stream_format.hpp",
          "hal/stream_writer.hpp"}

LAYERS = ("core", "hal", "firmware", "tools", "tests", "examples")
SUFFIXES = {".hpp", ".cpp", ".h", ".c"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
# A line that includes a file, in any spelling.
DIRECTIVE = re.compile(r"^\s*(?:#|%:)\s*(?:include\w*|import)\b.*", re.MULTILINE)
# Constructs by which a file itself changes the arithmetic that its flags state.
ARITHMETIC = re.compile(r"^\s*(?:#|%:)\s*pragma\s+(?!once\b).*|\b_Pragma\b|\b_*optimize_*\s*\(|\bEIGEN_FAST_MATH\b"
                        r"|^\s*#\s*undef\s+EIGEN\w*", re.MULTILINE)
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
    layer, of = path.split("/")[0], name.split("/")[0]
    quoted = quoted or of in LAYERS  # <core/…> is ours too
    if ".." in name.split("/") or (layer != "tools" and quoted and of not in LAYERS[:3]):
        return False
    if layer == "core":
        return core_include(path, name, quoted)
    if layer == "hal":
        if not quoted or name.startswith("hal/"):
            own = path.split("/")[1]
            other_backend = quoted and name.count("/") > 1 and name.split("/")[1] not in (own, "cortex_m")
            return not other_backend
        # A backend never includes the code of the control side or of the tools.
        return not name.startswith(("core/", "firmware/", "tools/"))
    if layer == "firmware":
        if quoted and name.startswith("hal/"):
            return name in FACADE
        return name not in BARE_REFUSED and not name.startswith("tools/")
    return True  # tools may include everything


# The model of the robot that a program, or the tracker for C, is compiled for; CMake gives its path.
ROBOT = re.compile(r"\s*#\s*include\s+FOOTING_ROBOT_MODEL\s*$")


def check(root):
    refused = []
    for layer in ("core", "hal", "firmware", "tools"):
        for file in sorted(f for f in (root / layer).rglob("*") if f.is_file()):
            path = file.relative_to(root).as_posix()
            if file.suffix not in SUFFIXES:
                if layer == "core" and file.name not in ("CMakeLists.txt", "README.md"):
                    refused.append(f"{path} is no source file by its name")
                continue
            text = file.read_text(encoding="utf-8")
            lines = as_compiled(text)
            refused += [f"{path} includes in a way that cannot be read: {line.strip()}"
                        for line in DIRECTIVE.findall(lines)
                        if not INCLUDE.match(line) and not (ROBOT.match(line) and (layer in ("firmware", "tools") or core_folder(path) == "c_api"))]
            if layer != "tools":
                refused += [f"{path} changes arithmetic: {found[0].strip()}"
                            for found in ARITHMETIC.finditer(COMMENT_OR_STRING.sub("", lines))]
            for quote, name in INCLUDE.findall(lines):
                if not allowed(path, name, quote == '"'):
                    refused.append(f"{path} includes {name}")
            if layer == "core":
                for line, code in enumerate(blank(text).splitlines(), 1):
                    word = CORE_WORDS.search(code)
                    if word:
                        refused.append(f"{path}:{line} says {word[0]}")
    return refused


def as_compiled(text):
    """Returns the text as the preprocessor reads it: continued lines joined, each comment a space."""
    text = re.sub(r"\\\n", "", text)
    return COMMENT_OR_STRING.sub(lambda match: " " if match[0].startswith("/") else match[0], text)


def blank(text):
    """Returns the code without comments and strings, with the same lines."""
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
