#!/usr/bin/env python3
"""Refuses an archive of firmware objects that defines or refers to symbols that the lists below forbid."""

import argparse
import re
import subprocess
import sys

# All symbols that the firmware may take from elsewhere. Any other symbol (the heap, exceptions,
# virtual functions' tables, libm, guards of static locals, stdio) is refused.
ALLOWED = [
    r"mem(cpy|move|set|cmp)",
    r"__assert_func",  # ours: it halts
    r"__aeabi_mem(cpy|move|set|clr)[48]?",
    r"__aeabi_u?ldivmod",  # 64-bit integers
    r"__aeabi_l(mul|lsl|lsr|asr)",
    r"footing::hal::\w+\(.*\)",  # the facade and the stream's checksum
]
# Conversions between 64-bit integers and floating point, which no M-profile unit has.
ALLOWED_FOR = {"float": [r"__aeabi_u?l2f"], "double": [r"__aeabi_u?l2d", r"__aeabi_d2u?lz"]}
# Symbols that the archive itself must not define: tables of virtual functions, guards of statics that are
# made on first use, another heap.
REFUSED = re.compile(r"(vtable|typeinfo) (name )?for |guard variable for |operator (new|delete)\b")


def symbols(nm, archive):
    """Returns the names that the archive defines and those that it refers to, demangled."""
    defined, undefined = set(), set()
    run = subprocess.run([nm, "--demangle", archive], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"refused: {run.stderr.strip()}")
    for line in run.stdout.splitlines():
        match = re.match(r"[0-9a-f]* +([a-zA-Z]) (.*)", line)
        if match:
            (undefined if match[1] in "Uvw" else defined).add(match[2])
    return defined, undefined


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nm", default="arm-none-eabi-nm")
    parser.add_argument("--scalar", choices=ALLOWED_FOR, required=True)
    parser.add_argument("--beside", help="an archive, itself refused or not, whose symbols may be referred to")
    parser.add_argument("archive")
    options = parser.parse_args()

    defined, undefined = symbols(options.nm, options.archive)
    beside = symbols(options.nm, options.beside)[0] if options.beside else set()
    allowed = re.compile("|".join(ALLOWED + ALLOWED_FOR[options.scalar]))
    refused = sorted(name for name in undefined - defined - beside if not allowed.fullmatch(name))
    refused += sorted(name for name in defined if REFUSED.match(name))
    for name in refused:
        print(f"refused: {options.archive} refers to {name}, which firmware may not use", file=sys.stderr)
    if not defined:
        sys.exit(f"refused: {options.archive} defines nothing")
    sys.exit(1 if refused else 0)


if __name__ == "__main__":
    main()
