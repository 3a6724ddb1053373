/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * When has a program done all it can do for now? When it has read what was
 * typed, none of its threads runs, and nothing it wrote is unseen. Asked of
 * the kernel (/proc), so that nothing need be typed or timed. Timers of the
 * program that have yet to go off do not count.
 */
#ifndef FT_TESTS_PTY_CALM_H
#define FT_TESTS_PTY_CALM_H

#include "pty/vt.h"

/* Wait for that, or for its end or stop. False: not until then. */
bool calm_wait(struct vt *t, int64_t until);

/* Bytes a process has read in all, from wherever; 0 when it is gone. */
uint64_t calm_reads(pid_t pid);

/* Memory the program has in use, in bytes; 0 when it is gone. */
size_t calm_resident(const struct vt *t);

#endif
