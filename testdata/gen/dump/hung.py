# SPDX-License-Identifier: GPL-3.0-or-later
"""Threads that wait for a lock which one of them keeps."""
import faulthandler
import sys
import threading
import time

lock = threading.Lock()


def refill():
    with lock:
        time.sleep(60)


def get():
    with lock:
        return 1


for work in refill, get, get, get:
    threading.Thread(target=work, daemon=True).start()
    time.sleep(0.1)
faulthandler.dump_traceback(sys.stdout)
