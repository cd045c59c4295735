#!/usr/bin/env python3
"""Writes a measurement stream (hal/stream.hpp) with pseudo-random but physically sized values."""

import argparse
import random
import struct
import zlib

JOINTS = 12
OLD_RECORD = struct.Struct("<3I46fI3f")  # of version 1
NAMES = [f"{leg}_{joint}_joint" for leg in ("FR", "FL", "RR", "RL") for joint in ("hip", "thigh", "calf")]


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def checked(block):
    return block + struct.pack("<I", crc32c(block))


def sample(generator):
    """Returns joints, IMU and operator's input of one tick."""
    def spread(count, size):
        return [generator.uniform(-size, size) for _ in range(count)]

    attitude = [1.0, *spread(3, 0.05)]
    scale = sum(x * x for x in attitude) ** -0.5
    specific_force = [x + y for x, y in zip((0.0, 0.0, 9.81), spread(3, 0.5))]
    angles = [x + y for x, y in zip((0.0, 0.8, -1.6) * 4, spread(12, 0.2))]
    joints = (*angles, *spread(12, 3.0), *spread(12, 8.0))
    return joints, (*(scale * x for x in attitude), *spread(3, 0.2), *specific_force), (2, 0.5, 0.0, 0.0)


def version_1(samples, fault):
    records = b"".join(OLD_RECORD.pack(i, 1000 * i, 1, *joints, *imu, *operator)
                       for i, (joints, imu, operator) in enumerate(samples))
    header = struct.pack(
        "<8s6I",
        b"FOOTWORK" if fault == "magic" else b"FOOTSTRM",
        9 if fault == "version" else 1,
        OLD_RECORD.size + 4 if fault == "record_bytes" else OLD_RECORD.size,
        len(samples),
        1000,
        zlib.crc32(records) ^ (fault == "crc"),
        0)
    if fault == "truncated":
        records = records[:-1]
    return header + records


def version_2(samples, fault):
    header = checked(struct.pack("<8s3I32s", b"FOOTSTRM", 2, JOINTS, 1000, b"a1")
                     + b"".join(struct.pack("<32s", name.encode()) for name in NAMES))
    blocks = [header, header]
    for i, (joints, imu, operator) in enumerate(samples):
        blocks.append(checked(struct.pack("<6I10fI3f36f", 0xFFF05AA5, JOINTS, i, i, 1000 * i, 7, *imu, *operator, *joints)))
    blocks.append(checked(struct.pack("<2I", 0xFFF0C33C, len(samples))))
    if fault == "spoilt":
        blocks[5] = b"\0" + blocks[5][1:]
    if fault == "cut":
        blocks[-2:] = [blocks[-2][:-1]]
    return b"".join(blocks)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    old, new = ("magic", "version", "record_bytes", "crc", "truncated"), ("spoilt", "cut")
    parser.add_argument("--fault", choices=[*old, *new], help=f"{', '.join(old)}: of version 1")
    parser.add_argument("--version", type=int, choices=[1, 2])
    parser.add_argument("stream")
    options = parser.parse_args()

    generator = random.Random(options.seed)
    samples = [sample(generator) for _ in range(options.records)]
    version = options.version or (1 if options.fault in old else 2)
    with open(options.stream, "wb") as file:
        file.write((version_1 if version == 1 else version_2)(samples, options.fault))


if __name__ == "__main__":
    main()
