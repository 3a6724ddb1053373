#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A stock keeper: two threads, recursion, lists; runs about a second."""
import re
import sys
import threading
import time


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


class Shelf:
    def __init__(self, n):
        self.boxes = [str(i) * 8 for i in range(n)]

    def count(self, pattern):
        return sum(1 for b in self.boxes if re.search(pattern, b))

    def sort(self):
        return sorted(self.boxes, key=lambda b: b[::-1])


def orders(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        fibonacci(16)
        time.sleep(0.002)


def shelves(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        shelf = Shelf(2000)
        shelf.count("7+8")
        shelf.sort()
        even(50)


def main(seconds):
    worker = threading.Thread(target=orders, args=(seconds,), name="orders")
    worker.start()
    shelves(seconds)
    worker.join()


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
