#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""profile.py OUT BINARY [NAME=VALUE...]: a profile of addresses in a binary's
code, as if it had run; names of what may be changed are the arguments of
make()."""
import gzip
import random
import struct
import subprocess
import sys


def varint(n):
    n &= (1 << 64) - 1
    out = b""
    while n > 127:
        out += bytes([n & 127 | 128])
        n >>= 7
    return out + bytes([n])


def field(number, value):
    if isinstance(value, bytes):
        return varint(number << 3 | 2) + varint(len(value)) + value
    return varint(number << 3) + varint(value)


def code_of_macho(data):
    """The same of the section __text."""
    at = 32
    for _ in range(struct.unpack_from("<I", data, 16)[0]):
        command, size = struct.unpack_from("<II", data, at)
        if command == 0x19:
            for i in range(struct.unpack_from("<I", data, at + 64)[0]):
                row = at + 72 + 80 * i
                if data[row:row + 16].rstrip(b"\0") == b"__text":
                    address, length, offset = struct.unpack_from(
                        "<QQI", data, row + 32)
                    return offset, address, length, False
        at += size
    raise SystemExit("no code")


def code_of(data):
    """The executable segment: its offset, address and size; is it fixed?"""
    if data[:4] == b"\xcf\xfa\xed\xfe":
        return code_of_macho(data)
    kind = struct.unpack_from("<H", data, 16)[0]
    at = struct.unpack_from("<Q", data, 32)[0]
    for i in range(struct.unpack_from("<H", data, 56)[0]):
        s = struct.unpack_from("<IIQQQQQQ", data, at + 56 * i)
        if s[0] == 1 and s[1] & 1:
            return s[2], s[3], s[5], kind == 2
    raise SystemExit("no code")


def build_id(path):
    notes = subprocess.run(["readelf", "-n", path], capture_output=True,
                           text=True, check=True).stdout
    return [line.split()[-1] for line in notes.split("\n")
            if "Build ID:" in line][0]


def make(out, path, name=None, id="", n="60", bias="0x555555554000",
         move="0", offset="", outside="0", mapped="1", named="0",
         slide="0"):
    with open(path, "rb") as f:
        data = f.read()
    at, vaddr, size, fixed = code_of(data)
    bias = int(slide if fixed else bias, 0)
    start = ((vaddr + bias) & ~0xfff) + int(move, 0)
    limit = (vaddr + bias + size + 0xfff) & ~0xfff
    strings = [""]

    def text(s):
        if s not in strings:
            strings.append(s)
        return strings.index(s)

    chance = random.Random(path.split("/")[-1])
    addresses = chance.sample(range(vaddr, vaddr + size),
                              min(int(n), size))
    if outside != "0":
        addresses[0] = limit - bias + 5
    body = field(1, field(1, text("samples")) + field(2, text("count")))
    for i in range(len(addresses)):
        stack = [i + 1] + [chance.randrange(len(addresses)) + 1
                           for _ in range(chance.randrange(4))]
        body += field(2, field(1, b"".join(map(varint, stack)))
                      + field(2, varint(i % 7 + 1)))
    if mapped != "0":
        mapping = (field(1, 1) + field(2, start) + field(3, limit)
                   + field(4, int(offset, 0) if offset else at & ~0xfff)
                   + field(5, text(name or "/srv/sym/"
                                   + path.split("/")[-1])))
        if id:
            mapping += field(6, text(build_id(path) if id == "own" else id))
        if named != "0":
            mapping += field(7, 1)
        body += field(3, mapping)
    for i, a in enumerate(addresses):
        body += field(4, field(1, i + 1)
                      + (field(2, 1) if mapped != "0" else b"")
                      + field(3, a + bias))
    body += b"".join(field(6, s.encode()) for s in strings)
    with open(out, "wb") as f:
        f.write(gzip.compress(body, mtime=0))


make(sys.argv[1], sys.argv[2],
     **dict(word.split("=", 1) for word in sys.argv[3:]))
