/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Instructions of a binary, as printed by the objdump of LLVM or GNU binutils,
 * whichever pprof would choose. No other program is run to inspect binaries,
 * and objdump only when the user asks for instructions.
 *
 *     0000000000001190 <work>:
 *     work():
 *     /srv/sym/leaf.c:30             file and line of the next lines
 *         1190:   test   %edi,%edi       address, text
 */
#ifndef FT_SYMBOL_OBJDUMP_H
#define FT_SYMBOL_OBJDUMP_H

#include "base/arena.h"
#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"

struct instruction {
	uint64_t address;          /* in the file */
	struct str text;           /* "test   %edi,%edi" */
	struct str function, file; /* "": unknown */
	uint64_t line;             /* 0: unknown */
};

struct code {
	struct arena text; /* owns the strings of instructions */
	VEC(struct instruction) instruction;
};
#define CODE_INIT \
	{ \
		.text = ARENA_INIT \
	}
void code_free(struct code *c);

/* Append the instructions in `output`, as pprof does. Any bytes are safe. */
void code_parse(struct code *c, struct str output);

struct objdump {
	struct strbuf program; /* path of objdump */
	bool is_llvm;
};

/* Find objdump in `tools`, the value of -tools, or in PPROF_TOOLS if that is
   empty: a comma-separated list of FOLDER or objdump:FOLDER. An empty folder
   means PATH. -1 and err, in pprof's words, if there is no objdump. */
int objdump_find(struct objdump *o, struct str tools, struct progress *progress,
	struct err *err);
void objdump_free(struct objdump *o);

struct objdump_range {
	const char *path; /* a regular file */
	/* Addresses in the file: [from, to). */
	uint64_t from, to;
	bool intel; /* Intel syntax, on x86 */
	bool lines; /* print files and lines, which is slow */
};

/* Append the instructions of a range. -1 and err if objdump failed, printed too
   much, took too long, or was cancelled by `progress`, which may be NULL. */
int objdump_run(const struct objdump *o, const struct objdump_range *range,
	struct code *out, struct progress *progress, struct err *err);

#endif
