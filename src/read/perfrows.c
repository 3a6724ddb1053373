/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of perf script, collected: see perfrows.h. */
#include "config.h"

#include "read/perfrows.h"

#include "base/compiler.h"
#include "base/num.h"
#include "read/perfline.h"

#include "base/banned.h"

void
perf_rows_init(struct perf_rows *r, struct builder *b)
{
	*r = (struct perf_rows){ .builder = b };
}

void
perf_rows_fini(struct perf_rows *r)
{
	vec_free(&r->row);
	vec_free(&r->event);
	map64_free(&r->event_of);
}

size_t
perf_rows_bytes(const struct perf_rows *r)
{
	return mul_size(r->row.cap, sizeof(*r->row.p));
}

uint32_t
perf_rows_event(struct perf_rows *r, const struct perf_event *e)
{
	str_id name = builder_string(r->builder, e->event);
	uint32_t *at;

	r->no_times |= !e->has_time;
	r->has_times |= e->has_time;
	if (name == NONE)
		return NONE;
	at = map64_at(&r->event_of, name);
	if (*at == NONE) {
		*at = (uint32_t)r->event.n;
		vec_push(&r->event, ((struct perf_counted){ .name = name }));
	}
	r->event.p[*at].no_period |= !e->has_period;
	return *at;
}

void
perf_rows_add(struct perf_rows *r, const struct perf_row *row)
{
	if (row->leaf != NONE && row->labels != NONE && row->event != NONE)
		vec_push(&r->row, *row);
}

/* What is the first of these is looked at first. */
static str_id
default_event(const struct perf_rows *r)
{
	static const char *const best[] = { "cycles", "cpu-cycles", "cpu-clock",
		"task-clock", "instructions" };

	for (size_t i = 0; i < COUNT_OF(best); i++)
		for (size_t k = 0; k < r->event.n; k++)
			if (str_is(builder_str(
					   r->builder, r->event.p[k].name),
				    best[i]))
				return r->event.p[k].name;
	return r->event.n > 0 ? r->event.p[0].name : 0;
}

/* "cycles:u" is called cycles, unless there is cycles:k, too. */
static void
name_events(struct perf_rows *r)
{
	struct builder *b = r->builder;

	for (size_t i = 0; i < r->event.n; i++) {
		struct str plain =
			perf_event_plain(builder_str(b, r->event.p[i].name));
		size_t same = 0;
		str_id name;

		for (size_t k = 0; k < r->event.n; k++)
			same += str_eq(plain,
				perf_event_plain(
					builder_str(b, r->event.p[k].name)));
		name = same == 1 ? builder_string(b, plain) : NONE;
		if (name != NONE)
			r->event.p[i].name = name;
	}
}

/* Of an event's periods. */
static str_id
unit_of(struct builder *b, str_id event)
{
	return builder_string(b,
		perf_event_is_clock(builder_str(b, event)) ? STR("nanoseconds")
							   : STR("count"));
}

static void
add_types(struct perf_rows *r)
{
	struct builder *b = r->builder;
	str_id count = builder_string(b, STR("count"));

	name_events(r);
	builder_type(b, builder_string(b, STR("samples")), count);
	for (size_t i = 0; i < r->event.n; i++) {
		const struct perf_counted *e = &r->event.p[i];

		builder_type(b, e->name,
			e->no_period ? count : unit_of(b, e->name));
	}
	builder_header(b)->default_type = default_event(r);
}

static void
add_samples(struct perf_rows *r)
{
	struct builder *b = r->builder;
	int64_t *value = xcalloc(r->event.n + 1, sizeof(*value));
	bool times = r->has_times && !r->no_times;
	int64_t first = INT64_MAX, last = 0;

	if (times)
		builder_times(b);
	for (size_t i = 0; i < r->row.n; i++) {
		const struct perf_row *row = &r->row.p[i];

		value[0] = 1;
		value[1 + row->event] = row->period;
		if (builder_sample(b, row->leaf, row->labels, value) != 0)
			break;
		value[1 + row->event] = 0;
		if (times)
			builder_time(b, row->time);
		first = row->time < first ? row->time : first;
		last = row->time > last ? row->time : last;
	}
	if (times && r->row.n > 0)
		builder_header(b)->duration_nanos = last - first;
	free(value);
}

/* One period for all samples of the event that is looked at first? */
static void
find_period(struct perf_rows *r)
{
	struct builder *b = r->builder;
	struct header *h = builder_header(b);
	int64_t period = 0;

	for (size_t i = 0; i < r->row.n; i++) {
		const struct perf_row *row = &r->row.p[i];

		if (r->event.p[row->event].name != h->default_type)
			continue;
		if (r->event.p[row->event].no_period ||
			(period != 0 && row->period != period))
			return;
		period = row->period;
	}
	if (period <= 1)
		return;
	h->period = period;
	h->period_type = h->default_type;
	h->period_unit = unit_of(b, h->default_type);
}

void
perf_rows_end(struct perf_rows *r)
{
	add_types(r);
	add_samples(r);
	find_period(r);
}
