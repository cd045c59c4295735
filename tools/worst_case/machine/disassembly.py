"""Functions of an Arm image (Thumb-2), instruction by instruction, from objdump's listing.

Of an instruction only the control flow is kept: where it may go, what it calls, whether it returns.
"""

import dataclasses
import re
import subprocess

from worst_case import Refused

CONDITIONS = "eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le"
SYMBOL = re.compile(r"^([0-9a-f]{8}) <(.+)>:$")
LINE = re.compile(r"^\s+([0-9a-f]+):\t([0-9a-f ]+?)\s*\t(\S+)(?:\t(.*))?$")
TARGET = re.compile(r"\b([0-9a-f]+) <([^>+]+(?:<[^>]*>)*[^+]*?)(\+0x[0-9a-f]+)?>")
BRANCH = re.compile(rf"^b({CONDITIONS})?(\.[nw])?$")
# A load of several registers that include pc is a return: GCC saves lr and loads pc.
POP = re.compile(rf"^(?:pop|ldmia|ldm)({CONDITIONS})?(\.[nw])?$")


@dataclasses.dataclass
class Instruction:
    address: int
    text: str  # mnemonic and operands
    next: list  # addresses where it may go, inside its function or outside
    falls: bool  # it may continue with the next instruction
    call: int | None = None  # address of the function that it calls
    returns: bool = False  # it may leave the function
    ends: bool = False  # it may do something other than fall through


@dataclasses.dataclass
class Function:
    name: str  # mangled
    address: int
    code: list
    end: int = 0

    def __post_init__(self):
        self.at = {i.address: i for i in self.code}


def flow(address, mnemonic, operands, table):
    """What an instruction does to the flow of control."""
    text = f"{mnemonic} {operands}"
    base = mnemonic.removesuffix(".n").removesuffix(".w")
    target = TARGET.search(operands)
    target = int(target[1], 16) if target else None
    conditional = re.fullmatch(rf"(bl?x?|bl|pop|ldmia|ldm|ldr|mov)({CONDITIONS})", base)
    falls = conditional is not None
    if base in ("cbz", "cbnz"):
        return Instruction(address, text, [target], True, ends=True)
    if BRANCH.match(mnemonic):
        return Instruction(address, text, [target], falls and base not in ("b",), ends=True)
    if base == "bl" or (falls and base[:-2] == "bl"):
        return Instruction(address, text, [], True, call=target)
    if base.startswith("bx") or base.startswith("blx"):
        if operands.strip() == "lr" and base.startswith("bx"):
            return Instruction(address, text, [], falls, returns=True, ends=True)
        return Instruction(address, text, [], True, call=-1, ends=True)
    if base in ("tbb", "tbh"):
        return Instruction(address, text, list(table), False, ends=True)
    if POP.match(mnemonic) and re.search(r"\bpc\b", operands):
        return Instruction(address, text, [], falls, returns=True, ends=True)
    if base.startswith("ldr") and re.match(r"pc\b", operands):
        if "[sp]" in operands:
            return Instruction(address, text, [], falls, returns=True, ends=True)
        return Instruction(address, text, [], True, call=-1, ends=True)
    if re.match(r"pc\b", operands) and not base.startswith(("cmp", "tst", "str", "push")):
        raise Refused(f"{address:x}: a jump that is not understood: {text}")
    return Instruction(address, text, [], True)


def table_of(lines, at):
    """Targets of the tbb or tbh in line `at`. Its table is the data up to the next instruction."""
    address, _, mnemonic, _ = lines[at]
    width = 1 if mnemonic == "tbb" else 2
    data = b""
    for _, raw, name, _ in lines[at + 1:]:
        if not name.startswith("."):
            break
        for word in raw.split():
            data += int(word, 16).to_bytes(len(word) // 2, "little")
    start = address + 4
    targets = [start + 2 * int.from_bytes(data[i:i + width], "little")
               for i in range(0, len(data) - width + 1, width)]
    known = {line[0] for line in lines if not line[2].startswith(".")}
    if any(t not in known and t != start for t in targets):
        raise Refused(f"{address:x}: a jump table that is not understood")
    return [t for t in targets if t != start]  # a zero is padding


def parse(listing):
    """{address: Function} of `objdump -d`'s listing."""
    groups, lines = [], None
    for line in listing.splitlines():
        if match := SYMBOL.match(line):
            lines = []
            groups.append((match[2], int(match[1], 16), lines))
        elif lines is not None and (match := LINE.match(line)):
            operands = (match[4] or "").split("\t;")[0].split("@")[0]
            lines.append((int(match[1], 16), match[2], match[3], operands))
    functions = {}
    for name, address, lines in groups:
        code = []
        for at, (where, raw, mnemonic, operands) in enumerate(lines):
            if mnemonic.startswith("."):
                continue
            table = ()
            if mnemonic in ("tbb", "tbh"):
                try:
                    table = table_of(lines, at)
                except Refused:
                    table = (-1,)
            try:
                code.append(flow(where, mnemonic, operands, table))
            except Refused as reason:  # an error only if it is reached
                code.append(Instruction(where, str(reason), [-1], False, ends=True))
        functions[address] = Function(name, address, code, code[-1].address + 1 if code else address)
    return functions


def read(image, objdump="arm-none-eabi-objdump"):
    run = subprocess.run([objdump, "-d", image], capture_output=True, text=True)
    if run.returncode != 0:
        raise Refused(run.stderr.strip())
    return parse(run.stdout)


def demangle(names):
    text = "\n".join(names)
    out = subprocess.run(["c++filt"], input=text, check=True, capture_output=True, text=True).stdout
    return dict(zip(names, out.split("\n")))
