/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Instructions of a piece of a binary, as objdump prints them: that of LLVM or
 * that of GNU binutils, chosen as pprof chooses it. No other program is run to
 * look at binaries, and this one only when somebody asks for instructions.
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
	struct str function, file; /* "" unknown */
	uint64_t line;             /* 0 unknown */
};

struct code {
	struct arena text; /* what instructions borrow */
	VEC(struct instruction) instruction;
};
#define CODE_INIT \
	{ \
		.text = ARENA_INIT \
	}
void code_free(struct code *c);

/* Append what some output says, by pprof's rules; any bytes will do. */
void code_parse(struct code *c, struct str output);

struct objdump {
	struct strbuf program; /* its path */
	bool is_llvm;
};

/* By the value of -tools, or of PPROF_TOOLS where that is empty: folders,
   "objdump:FOLDER" for it alone, in a list with commas; an empty folder is
   PATH. -1 and err, in pprof's words: there is none. */
int objdump_find(struct objdump *o, struct str tools, struct progress *progress,
	struct err *err);
void objdump_free(struct objdump *o);

struct objdump_range {
	const char *path; /* of a regular file */
	/* In the file; what begins at `to` is left out, as it is by objdump. */
	uint64_t from, to;
	bool intel; /* syntax, where the processor has it */
	bool lines; /* files and lines, which it reads slowly */
};

/* Append the instructions of a range. -1 and err: it failed, printed too much,
   took too long, or progress, which may be NULL, asks to stop. */
int objdump_run(const struct objdump *o, const struct objdump_range *range,
	struct code *out, struct progress *progress, struct err *err);

#endif
