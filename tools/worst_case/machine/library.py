"""Functions without source: how often their loops turn, by reading their disassembly.

newlib 3.3's memcpy and memset. Loops in the order of their headers, turns for n bytes, and of
all loops together; all are tested at their ends. Sizes that are not constants of the call are turns of the
source's loop, of which GCC makes a call, times the size of a number.
"""

import re

from worst_case import Refused

TURNS = {
    # blocks of 64 bytes; of 16 and words, what is left of a block; bytes where unaligned and short
    "memcpy": lambda n, loops: ([n // 64, 4, 4, min(n, 8)], n),
    # bytes up to a word's border, blocks of 16, words, bytes that are left: none turns more often than this
    "memset": lambda n, loops: ([max(3, n // 4)] * loops, n // 4 + 3),
}
# Not counted in a tick, and why.
FREE = {
    "_ZN7footing3hal15NextMeasurementEPNS0_11MeasurementE": "returns before the tick's clock starts",
}
IMMEDIATE = re.compile(r"mov[sw]?(?:\.w)? r2, #(\d+)\s*(?:@.*)?$")
WRITES_R2 = re.compile(r"^(?!str|cmp|tst|cmn|v|push|b)\S+ (r2\b|\{[^}]*r2)|^ldrd \w+, r2\b|^bl")


def immediate_size(block, at):
    """n of memcpy(…, n) where the block of the call sets it to a constant before instruction `at`."""
    for i in reversed(block.code[:at]):
        text = i.text.replace("\t", " ")
        if match := IMMEDIATE.match(text):
            return int(match[1])
        if WRITES_R2.match(text) or re.search(r"\br2\b", text) and text.startswith(("ldm", "pop", "ldrd")):
            return None
    return None


def turns(name, bytes_moved, loops):
    """([turns of each loop], turns of all of them together)."""
    if bytes_moved is None:
        raise Refused(f"{name} of unknown size")
    return TURNS[name](bytes_moved, loops)
