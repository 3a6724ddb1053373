#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes testdata/ghc/: reports of one run as GHC's runtime would write them, in
# the forms of rts/ProfilerReport.c and rts/ProfilerReportJson.c of GHC 9.
#
#     python3 reports.py ../../ghc

import json
import sys

US = 1000  # a tick

# label, module, source, entries, ticks, words allocated, callees. Callers
# without any costs have no line; a label may have blanks, a module dots.
TREE = ("MAIN", "MAIN", "<built-in>", 0, 1, 86, [
    ("CAF", "GHC.IO.Encoding", "<entire-module>", 0, 0, 339, []),
    ("CAF", "Main", "<entire-module>", 0, 0, 12, [
        ("main", "Main", "app/Main.hs:(8,1)-(14,27)", 1, 0, 0, [
            ("loadOrders", "Shop.Orders", "src/Shop/Orders.hs:21:1-60",
             1, 37, 160457, [
                 ("parse.go", "Shop.Orders", "src/Shop/Orders.hs:(30,5)-(41,9)",
                  5000, 143, 9203311, []),
             ]),
            ("total per day", "Shop.Sums", "src/Shop/Sums.hs:17:9-44",
             365, 58, 2400120, [
                 ("größe", "Shop.Sums", "src/Shop/Sums.hs:52:1-31",
                  10000, 9, 0, []),
                 ("insert", "Data.Map", "<no location info>",
                  10000, 12, 1048576, []),
             ]),
        ]),
    ]),
])


def nodes(node, depth=0):
    yield depth, node
    for child in node[6]:
        yield from nodes(child, depth + 1)


ALL = list(nodes(TREE))
TICKS = sum(n[4] for _, n in ALL)
BYTES = 8 * sum(n[5] for _, n in ALL)


def inherited(node, column):
    return sum(n[column] for _, n in nodes(node))


def columns(is_exact):
    return "  %5s %9s" % ("ticks", "bytes") if is_exact else ""


def values(n, is_exact):
    return "  %5d %9d" % (n[4], 8 * n[5]) if is_exact else ""


def text(is_exact):
    option = "-P" if is_exact else "-p"
    out = "\tThu Nov 26 14:03 2026 Time and Allocation Profiling Report"
    out += "  (Final)\n\n\t   orders +RTS %s -RTS 2026.csv\n\n" % option
    out += "\ttotal time  = %11.2f secs   (%d ticks @ %d us, 1 processor)\n" % (
        TICKS * US / 1e6, TICKS, US)
    out += "\ttotal alloc = %11s bytes  (excludes profiling overheads)\n\n" % (
        format(BYTES, ","))
    wide = [max(len(n[i]) for _, n in ALL) for i in range(3)]
    wide[0] = max(wide[0], 11)
    out += "%-*s %-*s %-*s %6s %6s%s\n\n" % (
        wide[0], "COST CENTRE", wide[1], "MODULE", wide[2], "SRC", "%time",
        "%alloc", columns(is_exact))
    for _, n in sorted(ALL, key=lambda row: -row[1][4]):
        if n[4] > TICKS / 100 or 8 * n[5] > BYTES / 100:
            out += "%-*s %-*s %-*s %6.1f %6.1f%s\n" % (
                wide[0], n[0], wide[1], n[1], wide[2], n[2],
                100 * n[4] / TICKS, 800 * n[5] / BYTES, values(n, is_exact))
    wide[0] = max(d + len(n[0]) for d, n in ALL)
    out += "\n\n%-*s %-*s %-*s %3s %11s  %12s   %12s\n" % (
        wide[0], "", wide[1], "", wide[2], "", "", "", "individual",
        "inherited")
    out += "%-*s %-*s %-*s %-3s %11s  %5s %6s   %5s %6s%s\n\n" % (
        wide[0], "COST CENTRE", wide[1], "MODULE", wide[2], "SRC", "no.",
        "entries", "%time", "%alloc", "%time", "%alloc", columns(is_exact))
    for i, (d, n) in enumerate(ALL):
        out += "%*s%-*s %-*s %-*s %3d %11d  %5.1f  %5.1f   %5.1f  %5.1f%s\n" % (
            d, "", wide[0] - d, n[0], wide[1], n[1], wide[2], n[2], 100 + i,
            n[3], 100 * n[4] / TICKS, 800 * n[5] / BYTES,
            100 * inherited(n, 4) / TICKS, 800 * inherited(n, 5) / BYTES,
            values(n, is_exact))
    return out


def centre(n):
    return {"id": 1 + [m for _, m in ALL].index(n), "label": n[0],
            "module": n[1], "src_loc": n[2], "is_caf": n[0] == "CAF"}


def stack(n):
    return {"id": centre(n)["id"], "entries": n[3], "alloc": 8 * n[5],
            "ticks": n[4], "children": [stack(child) for child in n[6]]}


def as_json():
    return json.dumps({
        "program": "orders", "arguments": ["orders", "2026.csv"],
        "rts_arguments": ["-pj"], "end_time": "Thu Nov 26 14:03 2026",
        "initial_capabilities": 1, "total_time": round(TICKS * US / 1e6, 2),
        "total_ticks": TICKS, "tick_interval": US, "total_alloc": BYTES,
        "cost_centres": [centre(n) for _, n in ALL], "profile": stack(TREE),
    }, ensure_ascii=False, indent=0) + "\n"


for name, content in (("orders.prof", text(False)),
                      ("exact.prof", text(True)), ("json.prof", as_json())):
    with open(sys.argv[1] + "/" + name, "w", encoding="utf-8") as f:
        f.write(content)
