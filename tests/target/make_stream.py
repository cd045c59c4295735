#!/usr/bin/env python3
"""Writes a measurement stream (hal/stream.hpp) with pseudo-random but physically sized values."""

import argparse
import random
import struct
import zlib

RECORD = struct.Struct("<3I46fI3f")


def record(sequence, generator):
    def spread(count, size):
        return [generator.uniform(-size, size) for _ in range(count)]

    attitude = [1.0, *spread(3, 0.05)]
    scale = sum(x * x for x in attitude) ** -0.5
    specific_force = [x + y for x, y in zip((0.0, 0.0, 9.81), spread(3, 0.5))]
    angles = [x + y for x, y in zip((0.0, 0.8, -1.6) * 4, spread(12, 0.2))]
    return RECORD.pack(sequence, 1000 * sequence, 1, *angles, *spread(12, 3.0), *spread(12, 8.0),
                       *(scale * x for x in attitude), *spread(3, 0.2), *specific_force,
                       2, 0.5, 0.0, 0.0)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fault", choices=["magic", "version", "record_bytes", "crc", "truncated"])
    parser.add_argument("stream")
    options = parser.parse_args()

    generator = random.Random(options.seed)
    records = b"".join(record(i, generator) for i in range(options.records))
    header = struct.pack(
        "<8s6I",
        b"FOOTWORK" if options.fault == "magic" else b"FOOTSTRM",
        9 if options.fault == "version" else 1,
        RECORD.size + 4 if options.fault == "record_bytes" else RECORD.size,
        options.records,
        1000,
        zlib.crc32(records) ^ (options.fault == "crc"),
        0)
    if options.fault == "truncated":
        records = records[:-1]
    with open(options.stream, "wb") as file:
        file.write(header + records)


if __name__ == "__main__":
    main()
