#!/usr/bin/env python3
"""stored_types.py ROOT: the headers of core name Eigen's own matrix and quaternion types in three files alone.

All other files use the aliases of those three, which have no alignment: a type of Eigen's own is larger, or
begins elsewhere, in a target that is compiled for wider vectors.
"""

import pathlib
import re
import sys

ALIASES = {"core/linalg/storage.hpp", "core/dynamics/quaternion.hpp", "core/dynamics/kinematics.hpp",
           "core/dynamics/robot_state.hpp"}
# Vectors of 3 and matrices of 3 by 3 are never a multiple of 16 bytes.
TYPE = re.compile(r"Eigen::(Matrix|Array|Quaternion|Vector\d|RowVector\d|Matrix\d|Array\d|Quaternion[fd])\b"
                  r"(?!<[\w:]+, 3, [13]>)(?!<[\w ]+, 3, [13]>)")
COMMENT = re.compile(r"//[^\n]*")


def refused(root):
    for path in sorted(pathlib.Path(root, "core").rglob("*.[hc]*")):
        name = str(path.relative_to(root))
        if name in ALIASES:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            found = TYPE.search(COMMENT.sub("", line))
            if found:
                yield f"{name}:{number}: {found.group(0)}: use BoundedMatrix, BoundedVector or Quaternion"


if __name__ == "__main__":
    lines = list(refused(sys.argv[1]))
    print("\n".join(lines))
    sys.exit(1 if lines else 0)
