"""What an instruction costs: one, or the cycles of a Cortex-M4.

The cycles are those of Arm's Technical Reference Manual of the Cortex-M4 (100166_0001, tables 3-1 and 7-1), for a
memory without wait states. Where it gives a range, the most is taken (12 of a division), except for P, the refill
of the pipeline: the manual gives 1 to 3, and `refill` says which. What it says of overlap is not credited: stores
that a write buffer takes, loads in a row, divisions beside whole numbers, folded IT. What it says of a result of
floating-point arithmetic that the next instruction reads, one cycle more, is counted.
"""

import re

from worst_case import Refused

CONDITION = r"(?:eq|ne|cs|hs|cc|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le)?"
ONE = ("mov|movw|movt|mvn|add|addw|adr|adc|sub|subw|sbc|rsb|neg|mul|mla|mls|smull|umull|smlal|umlal|cmp|cmn|tst|teq|"
       "and|eor|orr|orn|bic|lsl|lsr|asr|ror|rrx|ubfx|sbfx|bfi|bfc|uxtb|uxth|sxtb|sxth|clz|rbit|rev|rev16|uadd8|sel|"
       "ssat|usat|nop|pld")
ONE_FLOAT = ("vabs|vneg|vadd|vsub|vmul|vnmul|vcmp|vcmpe|vcvt|vcvtr|vmrs|vmsr|"
             "vmaxnm|vminnm|vselge|vselgt|vseleq|vselvs|vrint[aznmpxr]")  # of the last line only an M7 has
TABLE = [(re.compile(rf"^(?:{names}){CONDITION}$"), cycles) for names, cycles in (
    (rf"(?:{ONE})s?|(?:{ONE_FLOAT})|b|it[te]{{0,3}}|cbz|cbnz", lambda ops: 1),
    (r"(?:ldr|str)(?:b|h|sb|sh)?", lambda ops: 2),
    (r"ldrd|strd", lambda ops: 3),
    (r"(?:ldm|stm)(?:ia|db)?|push|pop|v(?:ldm|stm)(?:ia|db)|vpush|vpop", lambda ops: 1 + listed(ops)),
    (r"vldr|vstr", lambda ops: 1 + len(registers(ops.split(",")[0]))),
    (r"[su]div", lambda ops: 12),
    (r"vdiv|vsqrt", lambda ops: 14),
    (r"vn?(?:mla|mls)|vfn?m[as]", lambda ops: 3),
    (r"vmov", lambda ops: 1 if ops.count(",") < 2 else 2),
    (r"tbb|tbh", lambda ops: 2),
)]
CALL = re.compile(rf"^blx?{CONDITION}$")
RESULT = re.compile(r"^v(?:add|sub|n?mul|div|sqrt|n?ml[as]|fn?m[as]|cvtr?)")  # arithmetic and conversions
READS_ITS_FIRST = re.compile(r"^v(?:str|stm|push|cmp|n?ml[as]|fn?m[as])")
REGISTER = re.compile(r"\b([sdr])(\d+)(?:-([sdr])(\d+))?")


def registers(operands):
    """The registers for numbers that an operand names, as singles."""
    found = set()
    for kind, first, _, last in REGISTER.findall(operands):
        if kind != "r":
            size = 2 if kind == "d" else 1
            found |= set(range(size * int(first), size * (int(last or first) + 1)))
    return found


def listed(operands):
    """How many words a list of registers holds."""
    inside = operands[operands.index("{") + 1:operands.index("}")]
    if floats := registers(inside):
        return len(floats)
    count = 0
    for part in inside.split(","):
        match = re.fullmatch(r"r(\d+)-r(\d+)", part.strip())
        count += int(match[2]) - int(match[1]) + 1 if match else 1
    return count


class Instructions:
    """Each instruction counts one."""

    def code(self, code):
        return len(code)

    def edge(self, code, following, taken):
        return 0


class Cycles:
    def __init__(self, refill=2):
        self.refill = refill
        self._known = {}

    def instruction(self, text):
        """Cycles of one instruction. The refill after a branch or a return is not among them, that of a call is."""
        if text not in self._known:
            mnemonic, _, operands = text.partition(" ")
            name = mnemonic.split(".")[0]
            if CALL.match(name) and not re.fullmatch("bl[st]|ble", name):
                self._known[text] = 1 + self.refill
            else:
                found = [cycles for pattern, cycles in TABLE if pattern.match(name)]
                if name.startswith("bx"):
                    found = [lambda ops: 1]
                if not found:
                    raise Refused(f"cycles of an unknown instruction: {text}")
                self._known[text] = found[0](operands)
        return self._known[text]

    @staticmethod
    def waits(first, second):
        """Whether an instruction reads what arithmetic just before it computes."""
        if not RESULT.match(first.text):
            return False
        result = registers(first.text.split(" ", 1)[1].split(",")[0])
        operands = second.text.partition(" ")[2]
        if second.text.startswith("v") and not READS_ITS_FIRST.match(second.text):
            operands = operands.partition(",")[2]
        return not result.isdisjoint(registers(operands))

    def code(self, code):
        """Cycles of instructions that stand one after the other."""
        return sum(self.instruction(i.text) for i in code) + sum(map(self.waits, code, code[1:]))

    def edge(self, code, following, taken):
        """Cycles between `code` and the instruction after it. `taken`: by a branch or a return."""
        return (self.refill if taken else 0) + (following is not None and self.waits(code[-1], following))
