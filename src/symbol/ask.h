/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries a child (child.h) about one binary and checks its answers. */
#ifndef FT_SYMBOL_ASK_H
#define FT_SYMBOL_ASK_H

#include "base/err.h"
#include "base/progress.h"
#include "symbol/addr2line.h"
#include "symbol/cache.h"
#include "symbol/child.h"

struct ask_question {
	const char *program; /* runs child_main() */
	struct place place;
	bool fast;
	uint64_t first;
	struct str text[CHILD_TEXTS];
	const uint64_t *address; /* [n] sorted, each once */
	size_t n;
};

/* A child's result. */
struct reply {
	bool has_head; /* the other fields are set */
	enum child_kind kind;
	struct strbuf text; /* error message */
	struct strbuf end;  /* why it ended early; "": it did not */
};

#define REPLY_INIT \
	{ \
		.has_head = false \
	}

/* Add the child's answers to `known`, with the words and the build id. progress
   counts up from `done`. -1 and err if the child could not run or was
   cancelled. */
int ask_child(const struct ask_question *q, struct known *known,
	struct reply *reply, struct progress *progress, uint64_t done,
	struct err *err);
void reply_free(struct reply *reply);

/* Reads a record's calls, innermost first. record_next(): false at the end. */
struct call_reader {
	struct str rest;
	uint32_t left;
};
void record_begin(struct call_reader *r, struct str record);
bool record_next(struct call_reader *r, struct callsite *out);

/* Return the length of the record at the front of `bytes`; 0: it is incomplete,
   -1: invalid. Also for tests. */
ptrdiff_t record_length(struct str bytes);

#endif
