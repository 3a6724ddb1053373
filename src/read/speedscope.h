/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the two files of the speedscope reader share: speedscope.c has the
 * shape of the file, speedscope_rows.c the samples of each thread.
 */
#ifndef FT_READ_SPEEDSCOPE_H
#define FT_READ_SPEEDSCOPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "read/places.h"
#include "read/rows.h"

/* What values are, in the order of the types. */
enum measure { WEIGHT, SPACE, TIME, MEASURES };

/* Of "profiles", after a first look. */
enum { KIND, NAME, UNIT, START, END, SAMPLES, WEIGHTS, EVENTS, MEMBERS };
struct part {
	size_t where[MEMBERS]; /* places of its members, 0: it has none */
	enum measure measure;
	double scale; /* what its values are multiplied by */
	lset_id labels;
	double start, end; /* in its unit */
};

struct open {
	size_t frame;
	node_id node;
};

struct scope {
	struct jwalk w;
	struct read_job *job;
	struct err *err;
	struct builder *b;
	struct places places;
	struct rows rows;
	VEC(loc_id) frame;
	VEC(struct part) part;
	VEC(struct open) open;    /* frames of the part being read */
	VEC(uint32_t) opened;     /* [frame] how often it is in there */
	uint32_t type[MEASURES];  /* the column, NONE: there is none */
	int64_t values[MEASURES]; /* of one sample: all 0 but one */
	int digits;               /* weights are multiplied by 10^digits */
	size_t odd;               /* events that do not fit */
	bool clipped, unknown_unit;
};

/* A number of the part's unit in the profile's. */
int64_t speedscope_scaled(struct scope *s, const struct part *p, double value);
/* The samples of a part. -1 and err. */
int speedscope_rows(struct scope *s, const struct part *p);

#endif
