/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A chunk of a flight recording: its header, and its events, one after the
 * other.
 */
#ifndef FT_READ_JFR_CHUNK_H
#define FT_READ_JFR_CHUNK_H

#include "base/err.h"
#include "base/str.h"
#include "profile/builder.h"
#include "profile/ids.h"
#include "read/jfr_type.h"

enum { JFR_HEADER = 68 }; /* bytes */

/* What async-profiler was told. Later chunks do not repeat it. */
struct jfr_settings {
	enum { OF_CPU, OF_WALL, OF_OTHER } of;
	str_id event; /* when it is another */
	int64_t interval, wall, alloc;
};

struct jfr_chunk {
	struct str bytes;              /* as far as they are there */
	size_t at;                     /* of the file */
	size_t number;                 /* in the file, from 1 */
	uint64_t checkpoint, metadata; /* offsets */
	int64_t start_nanos, nanos, start_ticks, ticks_per_second;
	bool is_finished, is_cut;
	struct jfr_settings settings;
};

/* What the header at the start of `rest` says. -1 and err: there is none, or it
   is of no use. */
int jfr_chunk_header(struct jfr_chunk *c, struct str rest, struct err *err);

/* Take the setting of which v[] are the name and the value. */
void jfr_setting(
	struct jfr_chunk *c, const struct jfr_value *v, struct builder *b);

/* Over its events, constants and metadata among them. */
struct jfr_walk {
	const unsigned char *at, *end; /* of the next event */
	uint64_t type;
	struct jfr_bytes in; /* what is in the event */
	bool is_cut;         /* it does not fit into the chunk */
};

struct jfr_walk jfr_walk(const struct jfr_chunk *c);
/* False: there are no more, or the next one is cut. */
bool jfr_next(struct jfr_walk *w);

#endif
