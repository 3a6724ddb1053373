/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the files of the trace reader share. trace.c reads the events,
 * trace_stack.c makes stacks of those that take time, trace_cpu.c reads CPU
 * profiles that are written into traces, in pieces.
 */
#ifndef FT_READ_TRACE_H
#define FT_READ_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/json.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/places.h"
#include "read/rows.h"


/* An event that takes time: ph is B (begin), E (end) or X (both). */
struct trace_event {
	int64_t ts, dur; /* ns; dur of X only */
	uint32_t thread; /* in trace.thread */
	uint32_t seq;    /* as in the file */
	str_id name;
	loc_id loc; /* of B and X */
	char ph;
};

/* A piece of a CPU profile. */
struct trace_piece {
	int64_t ts;      /* ns */
	size_t at;       /* in the text */
	uint32_t thread; /* that wrote it, in trace.thread */
	uint32_t group;  /* which profile: an id in trace.ids */
	bool is_first;   /* "Profile", whose thread is the one profiled */
};

struct trace_thread {
	struct label pid, tid; /* numbers, or texts of odd writers */
	uint32_t process;      /* in trace.ids: the text of its pid */
	str_id name;           /* 0: none is known */
	lset_id labels;
};

struct trace {
	struct jwalk w;
	struct read_job *job;
	struct err *err;
	struct builder *b;
	struct places places;
	struct rows rows;
	struct arena arena;
	struct intern ids;       /* "pid", "pid/tid", and ids of profiles */
	VEC(uint32_t) thread_of; /* [id], NONE: it is no thread's */
	VEC(str_id) process;     /* [id]: the name of a process, 0 none */
	VEC(struct trace_thread) thread;
	VEC(struct trace_event) event;
	VEC(struct trace_piece) piece;
	size_t left_out[256]; /* events, by ph */
	size_t odd;           /* events that do not fit */
	bool clipped, uneven, open_end;
	int64_t first, last; /* ns */
	int64_t idle, time;  /* of CPU profiles, ns */
};

/* All that is known of a thread, when all is read; and of which profile a
   sample is (0: there is only one). */
lset_id trace_label_set(struct trace *t, uint32_t thread, str_id profile);
/* Microseconds in nanoseconds, cut so that sums of a few fit. False, and *out
   is left alone, if it is no number. */
bool trace_nanos(struct trace *t, const struct jval *v, int64_t *out);
/* Make rows of events. */
void trace_stacks(struct trace *t);
/* Make rows of pieces. -1 and err. */
int trace_profiles(struct trace *t);

#endif
