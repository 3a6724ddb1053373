# SPDX-License-Identifier: GPL-3.0-or-later
"""A pile of boxes in one thread, for Python 2 as well: recursion, sorting."""


def fibonacci(n):
    return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)


def even(n):
    return n == 0 or odd(n - 1)


def odd(n):
    return n != 0 and even(n - 1)


class Pile(object):
    def __init__(self, n):
        self.boxes = [str(i) * 8 for i in range(n)]

    def sort(self):
        return sorted(self.boxes, key=lambda b: b[::-1])


def main():
    for i in range(20):
        Pile(2000).sort()
        fibonacci(15)
        even(50)


if __name__ == "__main__":
    main()
