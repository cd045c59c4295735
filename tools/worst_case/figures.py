"""Figures of an image, and whether they grew. They are the image's memory and, for each function below the tick,
its code, its stack frame and the bounds of one call, in instructions and in cycles. tests/figures.txt holds them. A
figure may grow beyond it by 3 %, or by 16 if that is more, so that a few instructions do not matter in a small
function.
"""

import dataclasses
import re
import subprocess

import image_report
import stack_report

GROWTH = 0.03
LEAST_GROWTH = 16  # bytes, instructions or cycles
COLUMNS = ("code", "frame", "bound", "cycles")


@dataclasses.dataclass
class Figures:
    memory: dict  # flash, ram, stack [bytes], of the image that is weighed
    sections: dict  # bytes by section
    functions: dict  # short name: {column: figure}


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def of(image, spec, build, functions):
    """`functions`: addresses."""
    weighed = spec.file(build, spec.weighed)
    report = image_report.report(str(weighed))
    text = output("arm-none-eabi-size", "-A", weighed)
    sections = {m[1]: int(m[2]) for m in re.finditer(r"^(\.\S+)\s+(\d+)\s+\d+$", text, re.MULTILINE)}
    symbols = re.finditer(r"^(\w{8}) (\w{8}) [tTwW] ", output("arm-none-eabi-nm", "-S", image.path), re.MULTILINE)
    sizes = {int(m[1], 16) & ~1: int(m[2], 16) for m in symbols}
    frames, _, _ = stack_report.read(stack_report.call_graphs(f"{image.path}.objects"))
    table = {}
    for address in functions:
        row = table.setdefault(image.short(address), dict.fromkeys(COLUMNS, 0))
        row["code"] += sizes[address]
        row["frame"] = max(row["frame"], frames.get(stack_report.plain(image.functions[address].name), 0))
        row["bound"] = max(row["bound"], image.paths.bound(address).most)
        row["cycles"] = max(row["cycles"], image.cycles.bound(address).most)
    memory = {"flash": report["flash_bytes"], "ram": report["ram_bytes"], "stack": report["stack_bound_bytes"]}
    listed = (*image_report.FLASH, *image_report.RAM)
    return Figures(memory, {s: sections[s] for s in listed if sections.get(s)}, table)


def write(path, figures):
    """figures: {image: Figures}."""
    lines = []
    for name, of_image in figures.items():
        lines.append(f"image {name}  " + "  ".join(f"{k} {v}" for k, v in of_image.memory.items()))
        lines.append(f"{'code':>7}{'frame':>7}{'bound':>12}{'cycles':>12}  function")
        for function, row in sorted(of_image.functions.items()):
            lines.append(f"{row['code']:7d}{row['frame']:7d}{row['bound']:12d}{row['cycles']:12d}  {function}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read(path):
    figures = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[0] == "image":
            memory = {k: int(v) for k, v in zip(words[2::2], words[3::2])}
            figures[words[1]] = Figures(memory, {}, {})
            rows = figures[words[1]].functions
        elif words[0].isdigit():
            rows[" ".join(words[len(COLUMNS):])] = dict(zip(COLUMNS, map(int, words[:len(COLUMNS)])))
    return figures


def grown(name, before, now):
    """What grew by more than it may, as lines of text."""
    lines = []

    def compare(what, old, new):
        if new - old > max(GROWTH * old, LEAST_GROWTH):
            lines.append(f"{name}: {what} grew from {old:,} to {new:,}" + (f", {new / old - 1:.1%}" if old else ""))

    for what, old in before.memory.items():
        compare(f"{what} bytes", old, now.memory[what])
    for function, row in now.functions.items():
        if function not in before.functions:
            lines.append(f"{name}: {function} is new: {row['bound']:,} instructions a call, {row['code']:,} bytes")
    for function, row in before.functions.items():
        for column in COLUMNS:
            if function in now.functions:
                compare(f"{column} of {function}", row[column], now.functions[function][column])
    return lines
