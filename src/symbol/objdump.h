/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Instructions of a binary, as printed by objdump of LLVM or GNU binutils,
 * chosen as pprof does. It is the only program run to look at binaries, and
 * only when the user asks for instructions.
 *
 *     0000000000001190 <work>:
 *     work():
 *     /srv/sym/leaf.c:30                      file, line of what follows
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
	struct arena text; /* borrowed by instructions */
	VEC(struct instruction) instruction;
};
#define CODE_INIT \
	{ \
		.text = ARENA_INIT \
	}
void code_free(struct code *c);

/* Append the instructions in `output`, by pprof's rules; any bytes are safe. */
void code_parse(struct code *c, struct str output);

struct objdump {
	struct strbuf program; /* its path */
	bool is_llvm;
};

/* Find objdump by the value of -tools, or of PPROF_TOOLS if it is empty:
   folders, or "objdump:FOLDER" for it alone, separated by commas; an empty
   folder means PATH. -1 and err, in pprof's words: there is none. */
int objdump_find(struct objdump *o, struct str tools, struct progress *progress,
	struct err *err);
void objdump_free(struct objdump *o);

struct objdump_range {
	const char *path; /* a regular file */
	/* Addresses in the file; `to` is excluded, as by objdump. */
	uint64_t from, to;
	bool intel; /* syntax, if the processor has it */
	bool lines; /* also files and lines, which is slow */
};

/* Append the instructions of a range. -1 and err: objdump failed, printed too
   much, took too long, or was cancelled by progress, which may be NULL. */
int objdump_run(const struct objdump *o, const struct objdump_range *range,
	struct code *out, struct progress *progress, struct err *err);

#endif
