/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The samples of perf script, until all events are known: each event is a
 * sample type, behind the number of samples, and a sample has a value of its
 * own event only.
 *
 *     samples  cycles  page-faults
 *           1  250000            0
 *           1       0            1
 */
#ifndef FT_READ_PERFROWS_H
#define FT_READ_PERFROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/vec.h"
#include "profile/builder.h"

struct perf_event;

struct perf_row {
	node_id leaf;
	lset_id labels;
	uint32_t event;
	int64_t period, time; /* time: ns */
};

struct perf_counted {
	str_id name;
	bool no_period; /* of some sample */
};

struct perf_rows {
	struct builder *builder; /* borrowed */
	VEC(struct perf_row) row;
	VEC(struct perf_counted) event;
	struct map64 event_of; /* str_id -> event */
	bool no_times, has_times;
};

void perf_rows_init(struct perf_rows *r, struct builder *b);
void perf_rows_fini(struct perf_rows *r);
/* The number of a sample's event; NONE at a limit of the builder. */
uint32_t perf_rows_event(struct perf_rows *r, const struct perf_event *e);
/* A row with a NONE is passed over: the builder has failed. */
void perf_rows_add(struct perf_rows *r, const struct perf_row *row);
/* After the last: types, samples, duration and period go to the builder. */
void perf_rows_end(struct perf_rows *r);
/* Bytes held. */
size_t perf_rows_bytes(const struct perf_rows *r);

#endif
