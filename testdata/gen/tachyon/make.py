# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes testdata/tachyon/ after CPython 3.15's profiling_binary_format.md:
one profile in both layouts of the header and both byte orders, and with zstd
(which the program zstd writes).  usage: make.py FOLDER"""
import struct
import subprocess
import sys


def varint(n):
    out = bytearray()
    while n >= 0x80:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    return bytes(out) + bytes([n])


def signed(n):
    return varint(n << 1 if n >= 0 else (-n << 1) - 1)


STRINGS = ["/srv/app.py", "<module>", "work", "parse", "~", "<GC>"]
FRAMES = [(0, 1, 30), (0, 2, 20), (0, 3, 7), (4, 5, 0)]


def samples(e):
    """Four kinds of records of two threads: 1 ms apart."""

    def record(thread, kind, *parts):
        return struct.pack(e + "QIB", thread, 0, kind) + b"".join(parts)

    def at(status):
        return varint(1000) + bytes([status])

    def frames(*ids):
        return b"".join(varint(i) for i in ids)

    return b"".join([
        record(8, 1, at(0x23), varint(2), frames(1, 0)),  # FULL
        record(8, 0, varint(3), at(0x23) * 3),  # REPEAT
        record(8, 2, at(0x23), varint(2), varint(1), frames(2)),  # SUFFIX
        record(9, 1, at(0), varint(1), frames(1)),
        record(8, 3, at(0x28), varint(1), varint(1), frames(3)),  # POP_PUSH
    ])


def profile(e, old=False, packed=False):
    body = samples(e)
    if packed:
        body = subprocess.run(["zstd", "-q", "-c"], input=body, check=True,
                              stdout=subprocess.PIPE).stdout
    strings = 64 + len(body)
    table = b"".join(varint(len(s)) + s.encode() for s in STRINGS)
    frames = strings + len(table)
    rows = b"".join(varint(f) + varint(n) + signed(line) + signed(0) +
                    signed(-1) + signed(-1) + b"\xff" for f, n, line in FRAMES)
    tail = struct.pack(e + "dd", 0.5, 1000.0) + bytes(24)
    tail += b"TACHSTAT" + struct.pack(e + "II", 1, 56)
    head = struct.pack(e + "II4BQQ", 0x54414348, 1, 3, 15, 0, 0, 5000000, 1000)
    if old:
        head += struct.pack(e + "IIQQI", 7, 2, strings, frames, 0)
    else:
        head += struct.pack(e + "QI", 7, 2)
        head += struct.pack(e + "QQII", strings, frames, int(packed), 1)
    head = head.ljust(64, b"\0")
    size = frames + len(rows) + len(tail) + 32
    return head + body + table + rows + tail + struct.pack(
        e + "IIQ", len(STRINGS), len(FRAMES), size).ljust(32, b"\0")


for name, data in [("new", profile("<")), ("big-endian", profile(">")),
                   ("old", profile("<", old=True)),
                   ("zstd", profile("<", packed=True))]:
    with open(f"{sys.argv[1]}/{name}.bin", "wb") as f:
        f.write(data)
