/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Limits for a process that reads untrusted binaries: it may read files, use
 * limited memory and time, and write to open descriptors.
 */
#ifndef FT_SYMBOL_SANDBOX_H
#define FT_SYMBOL_SANDBOX_H

enum {
	CONFINE_CPU_SECONDS = 60,
	CONFINE_ANSWER_SECONDS = 20, /* per address */
	CONFINE_GIGABYTES = 4,       /* address space */
};

/* Confine this process: it loses its environment and changes no file and runs
   no program. If the kernel has Landlock, it enforces this, and forbids
   connections. Too much memory or time ends the process. */
void confine_reader(void);
/* Allow another CONFINE_ANSWER_SECONDS. */
void confine_renew(void);
/* Disable cores in a process that fetches: they would contain the data. */
void confine_fetcher(void);

#endif
