/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A child process reads each binary, so that a malicious binary cannot harm the
 * main process: the program runs itself with CHILD_WORD as the only argument.
 *
 *     stdin     a struct child_request, its strings, its addresses
 *     stdout    a struct child_head and its strings; then a record for each
 *               address in the request's order: the number of calls as a
 *               uint32_t, and for each call a struct child_call, the name and
 *               the file
 *
 * Both sides are the same program, so numbers have the native byte order. The
 * parent must check every length, since it cannot trust the child.
 */
#ifndef FT_SYMBOL_CHILD_H
#define FT_SYMBOL_CHILD_H

#include "symbol/addr2line.h"
#include "symbol/loadbias.h"

#define CHILD_WORD "--symbols-of-stdin"

/* Maximum bytes of a path, maximum bytes of the name of a function or its file,
   and maximum calls at an address. */
enum {
	CHILD_TEXT_MOST = 1 << 16,
	CHILD_NAME_MOST = 1 << 12,
	CHILD_CALLS_MOST = 1 << 10
};

/* The strings of a request, in this order. */
enum child_text {
	CHILD_PATH,
	CHILD_ID,         /* build id of the mapping */
	CHILD_DEBUG,      /* path of a fetched debug file, for use if this
			     machine has none; "": none */
	CHILD_RELOCATION, /* symbol that relocates the kernel, see loadbias.h */
	CHILD_TEXTS,
};

struct child_request {
	struct place place;
	uint64_t fast;              /* only the symbol table, as nm does */
	uint64_t make_up;           /* name functions without a symbol */
	uint64_t revision;          /* only a Go program's revision */
	uint64_t memory;            /* bytes for tables; 0: no limit */
	uint64_t first;             /* address that determines the base */
	uint64_t text[CHILD_TEXTS]; /* lengths in bytes */
	uint64_t addresses;         /* number of addresses, which are sorted */
};

enum child_kind { CHILD_READ, CHILD_FAILED, CHILD_OTHER_BUILD };

struct child_head {
	uint32_t kind;      /* enum child_kind */
	uint32_t has_lines; /* debug information was found */
	struct debuginfo_left left;
	uint32_t id, text;  /* lengths in bytes of the file's build id, and of
			       the error, the list of sources read or the
			       revision, "3f2504e0 modified" */
};

struct child_call {
	uint64_t line, column, start;
	uint32_t name, file; /* lengths in bytes */
};

/* Run as the child. Return the exit status. */
int child_main(void);

#endif
