/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Information of Linux about a running process. */
#ifndef FT_BENCH_PROC_H
#define FT_BENCH_PROC_H

#include <sys/types.h>

/* Processor ticks of all its threads since the start, those that ended too;
   -1 when it is gone. */
long proc_ticks(pid_t pid);
/* Likewise in milliseconds, as exactly as the kernel knows; or -1. */
double proc_cpu_ms(pid_t pid);
/* Do all its threads wait for something? */
bool proc_asleep(pid_t pid);
/* The high-water mark of its resident set in KiB; -1 when it is gone. */
long proc_memory(pid_t pid);

#endif
