"""Functions without source: how often their loops turn, by reading their disassembly.

The functions are memcpy and memset of newlib 3.3. TURNS lists the turns for n bytes, of each loop in the
order of the headers, and of all loops together. STORED lists the bytes that a turn of each loop stores, by which a
loop is recognized. All loops are tested at their ends. If the size is not a
constant of the call, GCC made the call of a source loop: the size is that loop's turns times the size of a
number.
"""

import re

from worst_case import Refused

TURNS = {
    # blocks of 64 bytes; blocks of 16 and words for the rest; bytes if unaligned and short
    "memcpy": lambda n: ([n // 64, 4, 4, min(n, 8)], n),
    # bytes up to a word boundary, blocks of 16, words of the rest, its bytes
    "memset": lambda n: ([3, n // 16, 3, 3], n // 16 + 9),
}
STORED = {"memcpy": [64, 16, 4, 1], "memset": [1, 16, 4, 1]}
STORE = re.compile(r"^str(b|h)?(?:\.w)? ")
# Functions that are not counted in a tick, and the reason.
FREE = {
    "_ZN7footing3hal15NextMeasurementEPNS0_11MeasurementE": "returns before the tick's clock starts",
}
IMMEDIATE = re.compile(r"mov[sw]?(?:\.w)? r2, #(\d+)\s*(?:@.*)?$")
WRITES_R2 = re.compile(r"^(?!str|cmp|tst|cmn|v|push|b)\S+ (r2\b|\{[^}]*r2)|^(ldrd|[us]ml?[ua]l+\S*|vmov) \w+, r2\b"
                       r"|^vmov r2\b|^bl")


def _last_set(code):
    """(whether code writes to r2, the constant that it then holds or None)."""
    for i in reversed(code):
        text = i.text.replace("\t", " ")
        if match := IMMEDIATE.match(text):
            return True, int(match[1])
        if WRITES_R2.match(text) or re.search(r"\br2\b", text) and text.startswith(("ldm", "pop", "ldrd")):
            return True, None
    return False, None


def immediate_size(graph, block, at):
    """n of memcpy(…, n), if all ways to instruction `at` of a block set it to the same constant; or None."""
    sizes, seen, ways = set(), set(), [(block.address, block.code[:at])]
    while ways:
        address, code = ways.pop()
        written, size = _last_set(code)
        if written:
            sizes.add(size)
            continue
        if address == graph.entry:
            return None  # it is the caller's
        before = set(graph.before[address]) - seen
        seen |= before
        ways += [(a, graph.blocks[a].code) for a in before]
    return sizes.pop() if len(sizes) == 1 else None


def stored(block):
    """The bytes that single stores of a block store."""
    sizes = {None: 4, "h": 2, "b": 1}
    return sum(sizes[match[1]] for i in block.code if (match := STORE.match(i.text)))


def turns(name, bytes_moved, loops):
    """([turns of each loop], turns of all of them together). `loops`: bytes that a turn of each stores."""
    if bytes_moved is None:
        raise Refused(f"{name} of unknown size")
    if loops != STORED[name]:
        raise Refused(f"{name} is not the one of newlib 3.3")
    return TURNS[name](bytes_moved)
