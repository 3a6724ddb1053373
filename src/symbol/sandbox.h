/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Limits for a process that reads untrusted binaries. The process can only read
 * files and write to open descriptors, with limited memory and time.
 */
#ifndef FT_SYMBOL_SANDBOX_H
#define FT_SYMBOL_SANDBOX_H

enum {
	CONFINE_CPU_SECONDS = 60,
	CONFINE_ANSWER_SECONDS = 20, /* for one address */
	CONFINE_GIGABYTES = 4,       /* address space */
};

/* Clear the environment of this process and limit its memory, time and file
   size. If the kernel has Landlock, also forbid it to change files, run
   programs or open connections. Exceeding the time ends the process. */
void confine_reader(void);
/* Limit memory further: to that of the program itself, `tables` bytes for
   tables, and `file` bytes for a mapped file. If `tables` is 0, do nothing. */
void confine_memory(uint64_t tables, uint64_t file);
/* Restart the time limit of CONFINE_ANSWER_SECONDS. */
void confine_renew(void);
/* Disable core dumps, because they would contain fetched data, and rule out
   gaining new privileges. */
void confine_fetcher(void);

#endif
