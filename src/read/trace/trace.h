/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * State of reading a trace in Chrome's format, shared by these files:
 *
 *     events, threads         event.c
 *     events to stacks        stack.c
 *     CPU profiles in chunks  cpu.c
 *     samples beside events   sample.c
 *     everything else         trace.c
 */
#ifndef FT_READ_TRACE_TRACE_H
#define FT_READ_TRACE_TRACE_H

#include "base/arena.h"
#include "base/intern.h"
#include "base/json.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/reader.h"
#include "read/rows.h"
#include "read/v8.h"

/* An event with a duration: ph is B (begin), E (end) or X (both). */
struct trace_event {
	int64_t ts; /* ns */
	union {
		int64_t dur;  /* X, and B if its E is known; ns */
		size_t begin; /* E: index of its B, or SIZE_MAX */
	};
	uint32_t thread; /* index in trace.thread */
	uint32_t seq;    /* position in the file */
	str_id name;     /* without details */
	uint32_t loc;    /* location; E: index into trace.late, or NONE */
	char ph;
	bool is_total : 1;   /* may be a total of clang */
	bool has_detail : 1; /* the name in the location has details */
	bool is_unended : 1; /* B without its own E */
	bool is_over : 1;    /* has ended, or is left out */
};

/* Details of an E, used if its B has none. */
struct trace_late {
	str_id detail, url, cat;
};

/* A chunk of a CPU profile. */
struct trace_piece {
	int64_t ts;      /* ns */
	size_t at;       /* offset in the text */
	uint32_t thread; /* index in trace.thread of the writer */
	uint32_t group;  /* id of its profile in trace.ids */
	bool is_first;   /* "Profile" event, from the profiled thread */
};

/* An element of "samples". */
struct trace_sample {
	int64_t ts;      /* ns */
	uint32_t thread; /* index in trace.thread */
	uint32_t seq;    /* position in the file */
	uint32_t frame;  /* id of the frame in trace.ids */
};

struct trace_thread {
	struct label pid, tid; /* numbers, or unusual strings */
	uint32_t process;      /* id of the pid in trace.ids */
	str_id name;           /* 0: unknown */
	lset_id labels;
};

enum trace_member {
	TRACE_PH,
	TRACE_NAME,
	TRACE_CAT,
	TRACE_TS,
	TRACE_DUR,
	TRACE_TDUR,
	TRACE_PID,
	TRACE_TID,
	TRACE_ID,
	TRACE_ARGS,
	TRACE_SF,
	TRACE_MEMBERS
};

/* The unparsed members of one event; "": missing. */
struct trace_raw {
	size_t at; /* offset in the text */
	struct str value[TRACE_MEMBERS];
};

struct trace_file {
	struct jwalk w;
	struct read_job *job;
	struct err *err;
	struct builder *b;
	struct loctable locs;
	struct rows rows;
	struct arena arena;
	struct strbuf text;      /* scratch */
	struct intern ids;       /* "pid", "pid/tid", profiles, frames */
	VEC(uint32_t) thread_of; /* [id]; NONE: not a thread */
	VEC(str_id) process;     /* [id] name of a process, or 0 */
	VEC(struct trace_thread) thread;
	struct { /* ids of the last event */
		struct str pid, tid;
		uint32_t thread; /* NONE at first */
	} recent;
	VEC(struct trace_event) event;
	VEC(struct trace_late) late;
	VEC(struct trace_piece) piece;
	VEC(struct trace_sample) sample;
	size_t left_out[256]; /* left-out events, by ph */
	size_t odd;           /* mismatched events */
	size_t damaged;       /* unreadable events */
	size_t lost;          /* samples without a node or a frame */
	struct v8_damage v8_damage; /* damage in CPU profiles */
	size_t totals, far; /* events left out: clang's totals, outliers */
	bool clipped, uneven, open_end;
	int64_t first, last; /* ns; span of all times with a weight */
	int64_t start;       /* earliest of CPU profiles, ns, or INT64_MAX */
	int64_t idle, time;  /* idle and all time of CPU profiles, ns */
};

/* ---- One event: event.c ---- */

/* Read the next value of the walk. Returns 1 with *r set, 0 if it was not an
   object and was skipped, or -1 and err. */
int trace_raw_read(struct trace_file *t, struct trace_raw *r);
/* Return the id of a member's text; 0: the member is not text. */
str_id trace_string(struct trace_file *t, struct str value);
/* Convert microseconds to ns, limited so that differences and small sums do not
   overflow. 1: *out is set; 0: missing; -1: not a number. */
int trace_nanos(struct trace_file *t, struct str value, int64_t *out);
int64_t trace_cut(struct trace_file *t, int64_t nanos);
/* Return the id of a text in t->ids. */
uint32_t trace_id(struct trace_file *t, struct str text);
uint32_t trace_thread(struct trace_file *t, const struct trace_raw *r);
/* Return the label set of a thread, once everything is read, with the profile
   of the sample (0 if there is only one). */
lset_id trace_label_set(struct trace_file *t, uint32_t thread, str_id profile);
/* Return the location of an event with its details. */
loc_id trace_location(
	struct trace_file *t, str_id name, const struct trace_late *more);
/* Read the next event of the walk into t. -1 and err. */
int trace_event_read(struct trace_file *t);
/* Extend t->first and t->last so that they include from..to. */
void trace_weighs(struct trace_file *t, int64_t from, int64_t to);

/* ---- Adding samples ---- */

/* Add the stacks of t->event. */
void trace_stacks(struct trace_file *t);
/* Add the profiles of t->piece. -1 and err. */
int trace_profiles(struct trace_file *t);
/* Read the list at an offset into t->sample. -1 and err. */
int trace_samples_read(struct trace_file *t, size_t where);
/* Add t->sample, whose frames are at the offset `frames`. -1 and err. */
int trace_samples(struct trace_file *t, size_t frames);

#endif
