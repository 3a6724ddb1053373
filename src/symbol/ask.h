/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A child (child.h) asked about one binary; what it says is checked. */
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

/* How it went. */
struct reply {
	bool has_head; /* the rest is set */
	enum child_kind kind;
	struct strbuf text; /* the error */
	struct strbuf end;  /* why it ended too soon; "" it did not */
};

#define REPLY_INIT \
	{ \
		.has_head = false \
	}

/* What it knows of each address is added to `known`, with the words and the
   build id. progress grows from `done` on. -1 and err when it could not be
   run, or progress asked to stop. */
int ask_child(const struct ask_question *q, struct known *known,
	struct reply *reply, struct progress *progress, uint64_t done,
	struct err *err);
void reply_free(struct reply *reply);

/* The calls of a record, innermost first: the next one. False: no more. */
struct call_reader {
	struct str rest;
	uint32_t left;
};
void record_begin(struct call_reader *r, struct str record);
bool record_next(struct call_reader *r, struct callsite *out);

/* How long the record is at the front of these bytes; 0: not all of it is
   there yet, -1: it is none. For tests, too. */
ptrdiff_t record_length(struct str bytes);

#endif
