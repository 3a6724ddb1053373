# SPDX-License-Identifier: GPL-3.0-or-later
"""Something to profile: JSON and a slow pattern."""
import json, re
def parse(n):
    return [json.loads(json.dumps({"a": i, "b": [i] * 20})) for i in range(n)]
def match(n):
    p = re.compile(r"(a+)+b")
    return sum(1 for i in range(n) if p.match("a" * 12))
class Shop:
    def serve(self, n):
        return len(parse(n)) + match(n)
if __name__ == "__main__":
    s = Shop()
    for i in range(40):
        s.serve(200)
