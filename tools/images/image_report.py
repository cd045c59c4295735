#!/usr/bin/env python3
"""Reports flash, RAM and worst stack of firmware images, and whether they are within limits.

Flash: code, constants and the initial values of .data. RAM: .data, .bss and the stack that
the linker script reserves. Stack: its bound from the call graph (tools/images/stack_report.py).
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

import stack_report

FLASH = (".text", ".static_constructors", ".data")
RAM = (".data", ".bss", ".stack")


def report(image):
    text = subprocess.run(["arm-none-eabi-size", "-A", image], check=True, capture_output=True, text=True).stdout
    sections = {m[1]: int(m[2]) for m in re.finditer(r"^(\.\S+)\s+(\d+)\s+\d+$", text, re.MULTILINE)}
    path = stack_report.worst_path(stack_report.call_graphs(f"{image}.objects"), "Reset_Handler")
    return {
        "image": pathlib.Path(image).stem,
        "flash_bytes": sum(sections.get(name, 0) for name in FLASH),
        "ram_bytes": sum(sections.get(name, 0) for name in RAM),
        "stack_reserved_bytes": sections[".stack"],
        "stack_bound_bytes": sum(frame for _, frame in path),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="a list of objects instead of a table")
    parser.add_argument("--max-flash", type=int, help="bytes")
    parser.add_argument("--max-ram", type=int, help="bytes")
    parser.add_argument("--max-stack", type=int, help="bytes")
    parser.add_argument("images", nargs="+", help="ELF files, with their .objects beside them")
    options = parser.parse_args()

    try:
        rows = [report(image) for image in options.images]
    except stack_report.Unbounded as reason:
        sys.exit(f"refused: {reason}")
    if options.json:
        print(json.dumps(rows, indent=2))
    else:
        print(f"{'image':22}{'flash':>10}{'RAM':>10}{'stack':>10}  bytes")
        for row in rows:
            print(f"{row['image']:22}{row['flash_bytes']:10,}{row['ram_bytes']:10,}{row['stack_bound_bytes']:10,}")

    limits = {"flash_bytes": options.max_flash, "ram_bytes": options.max_ram, "stack_bound_bytes": options.max_stack}
    broken = [f"{row['image']}: {key} {row[key]:,} is above {limit:,}"
              for row in rows for key, limit in limits.items() if limit is not None and row[key] > limit]
    broken += [f"{row['image']}: the stack may outgrow the {row['stack_reserved_bytes']:,} bytes reserved for it"
               for row in rows if row["stack_bound_bytes"] > row["stack_reserved_bytes"]]
    for line in broken:
        print(f"refused: {line}", file=sys.stderr)
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
