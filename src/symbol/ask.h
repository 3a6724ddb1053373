/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks a child (child.h) about the addresses of one binary. */
#ifndef FT_SYMBOL_ASK_H
#define FT_SYMBOL_ASK_H

#include "base/err.h"
#include "base/progress.h"
#include "symbol/addr2line.h"
#include "symbol/cache.h"
#include "symbol/child.h"

struct ask_question {
	const char *program; /* path of this program, which runs child_main() */
	struct place place;
	bool fast;
	bool make_up;
	bool revision;  /* ask only for a Go program's revision: reply.text */
	uint64_t first; /* address that determines the base */
	struct str text[CHILD_TEXTS];
	const uint64_t *address; /* [n] sorted, no duplicates */
	size_t n;
	size_t memory; /* bytes for the child's tables; 0: no limit */
	size_t most;   /* bytes of the answers, at most ASK_MOST */
};

enum { ASK_MOST = 256 << 20 };

struct reply {
	bool has_head; /* `kind` and `text` are set */
	enum child_kind kind;
	struct debuginfo_left left;
	struct strbuf text; /* error, list of sources read, or revision */
	size_t bytes;       /* received in total */
	struct strbuf end;  /* why the child ended early; "": it did not */
};

#define REPLY_INIT \
	{ \
		.has_head = false \
	}

/* Add the child's answers, the build id and the sources read to `known`.
   `progress` counts answered addresses, starting at `done`. -1 and err if the
   child could not run or was cancelled. */
int ask_child(const struct ask_question *q, struct known *known,
	struct reply *reply, struct progress *progress, uint64_t done,
	struct err *err);
void reply_free(struct reply *reply);

/* The calls of a record, innermost first. record_next(): false at the end. */
struct call_reader {
	struct str rest;
	uint32_t left;
};
void record_begin(struct call_reader *r, struct str record);
bool record_next(struct call_reader *r, struct callsite *out);

/* Return the length of the record at the front of `bytes`, 0 if the record is
   incomplete, or -1 if it is invalid. Public for tests. */
ptrdiff_t record_length(struct str bytes);

#endif
