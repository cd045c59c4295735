#!/usr/bin/env python3
"""Prints the CRC-32 of a stream (hal/stream_format.hpp) behind its header, as tests/golden.txt has it.

  stream_checksum.py STREAM
"""

import pathlib
import struct
import sys
import zlib

data = pathlib.Path(sys.argv[1]).read_bytes()
(joints,) = struct.unpack_from("<I", data, 12)
print(f"{zlib.crc32(data[2 * (56 + 32 * joints):]):08x}")
