"""Reads from the line tables where an instruction comes from: the chain of inlined functions."""

import dataclasses
import subprocess

from worst_case import Refused


@dataclasses.dataclass(frozen=True)
class Frame:
    function: str  # demangled
    path: str
    line: int


def read(image, addresses, addr2line="arm-none-eabi-addr2line"):
    """{address: (frames, the innermost first)}."""
    text = "\n".join(f"{a:x}" for a in addresses)
    lines = subprocess.run([addr2line, "-e", image, "-aifC"], input=text, check=True, capture_output=True,
                           text=True).stdout.splitlines()
    chains, at = {}, 0
    while at < len(lines):
        address, frames = int(lines[at], 16), []
        at += 1
        while at < len(lines) and not lines[at].startswith("0x"):
            path, _, line = lines[at + 1].partition(" (")[0].rpartition(":")
            frames.append(Frame(lines[at], path, int(line) if line.isdigit() else 0))
            at += 2
        chains[address] = tuple(frames)
    if all(f.line == 0 for frames in chains.values() for f in frames) and chains:
        raise Refused(f"{image} has no line tables")
    return chains
