/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a process that reads foreign binaries may still do: read files, take
 * memory and time within limits, and write to what it has open.
 */
#ifndef FT_SYMBOL_SANDBOX_H
#define FT_SYMBOL_SANDBOX_H

enum {
	CONFINE_CPU_SECONDS = 60,
	CONFINE_ANSWER_SECONDS = 20, /* for one address */
	CONFINE_GIGABYTES = 4,       /* of address space */
};

/* From here on it has no environment; it changes no file, runs no program and,
   where the kernel has Landlock, could not if it wanted to, nor connect to
   anything. Too much memory or time ends it. */
void confine_reader(void);
/* Another CONFINE_ANSWER_SECONDS. */
void confine_renew(void);
/* Of one that fetches: a core would hold what it fetched. */
void confine_fetcher(void);

#endif
