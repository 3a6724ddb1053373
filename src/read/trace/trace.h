/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A trace in Chrome's format while it is read, shared by its reader's files:
 *
 *     one event, threads      event.c
 *     events to stacks        stack.c
 *     CPU profiles in pieces  cpu.c
 *     samples beside events   sample.c
 *     all else                trace.c
 */
#ifndef FT_READ_TRACE_TRACE_H
#define FT_READ_TRACE_TRACE_H

#include "base/arena.h"
#include "base/intern.h"
#include "base/json.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/read.h"
#include "read/rows.h"
#include "read/v8.h"

/* An event that takes time: ph is B (begin), E (end) or X (both). */
struct trace_event {
	int64_t ts; /* ns */
	union {
		int64_t dur;  /* ns; of X, and of B when its E is known */
		size_t begin; /* of E: its B among the thread's events;
				 SIZE_MAX: there is none */
	};
	uint32_t thread; /* in trace.thread */
	uint32_t seq;    /* as in the file */
	str_id name;     /* without details */
	uint32_t loc;    /* of B and X; of E an index of trace.late, or NONE */
	char ph;
	bool is_total : 1;   /* it looks like one of clang's sums */
	bool has_detail : 1; /* the location's name contains some */
	bool is_unended : 1; /* B without an E of its own */
	bool is_over : 1;    /* it has ended, or is left out */
};

/* Details that an E has of its B. */
struct trace_late {
	str_id detail, url, cat;
};

/* A piece of a CPU profile. */
struct trace_piece {
	int64_t ts;      /* ns */
	size_t at;       /* in the text */
	uint32_t thread; /* that wrote it, in trace.thread */
	uint32_t group;  /* which profile: an id in trace.ids */
	bool is_first;   /* "Profile", whose thread is the one profiled */
};

/* An element of "samples". */
struct trace_sample {
	int64_t ts;      /* ns */
	uint32_t thread; /* in trace.thread */
	uint32_t seq;    /* as in the file */
	uint32_t frame;  /* in trace.ids: how the file calls it */
};

struct trace_thread {
	struct label pid, tid; /* numbers, or texts of odd writers */
	uint32_t process;      /* in trace.ids: the text of its pid */
	str_id name;           /* 0: none is known */
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

/* One event's members as they are written, "": it has none. */
struct trace_raw {
	size_t at; /* in the text */
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
	struct intern ids;       /* "pid", "pid/tid", ids of profiles, frames */
	VEC(uint32_t) thread_of; /* [id], NONE: not a thread's */
	VEC(str_id) process;     /* [id]: the name of a process, 0 none */
	VEC(struct trace_thread) thread;
	struct { /* of the event before */
		struct str pid, tid;
		uint32_t thread; /* NONE at first */
	} recent;
	VEC(struct trace_event) event;
	VEC(struct trace_late) late;
	VEC(struct trace_piece) piece;
	VEC(struct trace_sample) sample;
	size_t left_out[256]; /* events, by ph */
	size_t odd;           /* events that do not fit */
	size_t damaged;       /* events that cannot be read */
	size_t lost;          /* samples without a node or a frame */
	struct v8_damage v8_damage; /* nodes of CPU profiles */
	size_t totals, far;   /* events that were left out */
	bool clipped, uneven, open_end;
	int64_t first, last; /* ns; from the first weight to the last */
	int64_t idle, time;  /* of CPU profiles, ns */
};

/* ---- One event: event.c ---- */

/* The next value of the walk. 1: *r is set. 0: it is no object, and has been
   skipped. -1 and err. */
int trace_raw_read(struct trace_file *t, struct trace_raw *r);
/* A member as a text; 0: it is none. */
str_id trace_string(struct trace_file *t, struct str value);
/* Microseconds in nanoseconds, cut so that differences and sums of a few fit.
   1: *out is set. 0: there is none. -1: it is no number. */
int trace_nanos(struct trace_file *t, struct str value, int64_t *out);
int64_t trace_cut(struct trace_file *t, int64_t nanos);
/* The text's id in t->ids. */
uint32_t trace_id(struct trace_file *t, struct str text);
uint32_t trace_thread(struct trace_file *t, const struct trace_raw *r);
/* All that is known of a thread, when all is read; and of which profile a
   sample is (0: there is only one). */
lset_id trace_label_set(struct trace_file *t, uint32_t thread, str_id profile);
/* The location of an event with its details. */
loc_id trace_location(
	struct trace_file *t, str_id name, const struct trace_late *more);
/* The next event of the walk, into t. -1 and err. */
int trace_event_read(struct trace_file *t);
/* Time from..to has a weight. */
void trace_weighs(struct trace_file *t, int64_t from, int64_t to);

/* ---- Rows ---- */

/* Of t->event. */
void trace_stacks(struct trace_file *t);
/* Of t->piece. -1 and err. */
int trace_profiles(struct trace_file *t);
/* The list at a place into t->sample. -1 and err. */
int trace_samples_read(struct trace_file *t, size_t where);
/* Of t->sample; its frames are at a place. -1 and err. */
int trace_samples(struct trace_file *t, size_t frames);

#endif
