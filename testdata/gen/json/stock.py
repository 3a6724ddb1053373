# SPDX-License-Identifier: GPL-3.0-or-later
"""A warehouse in two threads: one prices orders, one counts the shelves."""

import json
import threading
import time


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def parse(line):
    return json.loads(line)


def discount(order):
    return fibonacci(order["amount"] % 12 + 6)


def price(order):
    return order["amount"] * 3 - discount(order)


def orders(end):
    lines = ['{"id": %d, "amount": %d}' % (i, i * 7) for i in range(500)]
    while time.monotonic() < end:
        sorted((price(parse(line)) for line in lines), reverse=True)


class Shelf:
    def __init__(self, n):
        self.parts = list(range(n))

    def count(self):
        return sum(map(lambda part: part % 7, self.parts))


def shelves(end):
    rack = [Shelf(2000) for _ in range(20)]
    while time.monotonic() < end:
        sum(shelf.count() for shelf in rack)


if __name__ == "__main__":
    stop = time.monotonic() + 3
    threads = [threading.Thread(target=orders, args=(stop,), name="orders"),
               threading.Thread(target=shelves, args=(stop,), name="shelves")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
