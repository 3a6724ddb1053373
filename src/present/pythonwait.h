/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Python functions in which a program waits, as profilers name them:
 *
 *     cProfile          <method 'poll' of 'select.epoll' objects>
 *     py-spy, Austin    EpollSelector.select, wait in threading.py
 */
#ifndef FT_PRESENT_PYTHONWAIT_H
#define FT_PRESENT_PYTHONWAIT_H

#include "base/str.h"

/* True if the function's own time is spent waiting. */
bool python_waits(struct str name, struct str file);

/* True if the function starts or serves another process. A program that only
   imports the module does not call such functions. */
bool python_uses_process(struct str name, struct str file);

#endif
