/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the chunks of a flight recording (jfr.h). */
#include "prelude.h"

#include "read/jfr/jfr.h"

#include <inttypes.h>

/* ---- Headers ---- */

enum {
	AT_MAJOR = 4,
	AT_MINOR = 6,
	AT_SIZE = 8,
	AT_CHECKPOINT = 16,
	AT_METADATA = 24,
	AT_START = 32,
	AT_DURATION = 40,
	AT_TICKS = 48,
	AT_FREQUENCY = 56,
	AT_STATE = 64,
	AT_FLAGS = 67,
};

static uint64_t
jfr_fixed(struct str s, size_t at, size_t n)
{
	uint64_t v = 0;

	for (size_t i = 0; i < n; i++)
		v = v << 8 | (unsigned char)s.p[at + i];
	return v;
}

int
jfr_chunk_header(struct jfr_chunk *c, struct str s, struct err *err)
{
	uint64_t size;
	unsigned major;
	unsigned minor;

	if (s.n < JFR_HEADER || !str_starts(s, STR("FLR\0")))
		return err_set(err, ERR_FORMAT, "no chunk header");
	major = (unsigned)jfr_fixed(s, AT_MAJOR, 2);
	minor = (unsigned)jfr_fixed(s, AT_MINOR, 2);
	if (major == 0)
		return err_set(err, ERR_FORMAT,
			"version 0.%u (Oracle's JDK 7 and 8): convert it with "
			"that JDK",
			minor);
	if (major > 2)
		return err_set(err, ERR_FORMAT,
			"version %u.%u is newer than this reader", major,
			minor);
	if ((s.p[AT_FLAGS] & ~3) != 0 || (s.p[AT_FLAGS] & 1) == 0)
		return err_set(err, ERR_FORMAT,
			"unknown encoding of numbers (%02x)",
			(unsigned)(unsigned char)s.p[AT_FLAGS]);
	size = jfr_fixed(s, AT_SIZE, 8);
	c->bytes = str_sub(s, 0, size < s.n ? (size_t)size : s.n);
	c->is_cut = size > s.n;
	c->is_finished = s.p[AT_STATE] == 0;
	c->checkpoint = jfr_fixed(s, AT_CHECKPOINT, 8);
	c->metadata = jfr_fixed(s, AT_METADATA, 8);
	c->start_nanos = (int64_t)jfr_fixed(s, AT_START, 8);
	c->nanos = (int64_t)jfr_fixed(s, AT_DURATION, 8);
	c->start_ticks = (int64_t)jfr_fixed(s, AT_TICKS, 8);
	c->ticks_per_second = (int64_t)jfr_fixed(s, AT_FREQUENCY, 8);
	if (size < JFR_HEADER)
		return err_set(err, ERR_FORMAT, "its size is %" PRIu64, size);
	if (c->checkpoint == 0 || c->metadata == 0)
		return err_set(err, ERR_FORMAT,
			"the recording was never finished: it has no constant "
			"pools");
	if (c->checkpoint < JFR_HEADER || c->checkpoint >= c->bytes.n ||
		c->metadata < JFR_HEADER || c->metadata >= c->bytes.n)
		return err_set(err, ERR_FORMAT, "%s",
			c->is_cut ? "its constant pools are missing: is the "
				    "file truncated?"
				  : "its constant pools are outside of it");
	if (c->ticks_per_second <= 0)
		return err_set(
			err, ERR_FORMAT, "invalid clock: 0 ticks per second");
	return 0;
}

/* ---- Settings ---- */

void
jfr_setting(struct jfr_chunk *c, const struct jfr_value *v, struct builder *b)
{
	struct jfr_bytes in = { .end = (const unsigned char *)c->bytes.p +
			c->bytes.n };
	struct jfr_settings *s = &c->settings;
	struct strbuf name = STRBUF_INIT, value = STRBUF_INIT;
	struct str text;
	int64_t n;

	if (v[0].at == NULL || v[1].at == NULL)
		return;
	in.p = v[0].at;
	jfr_text(&in, &name, NULL);
	in.p = v[1].at;
	jfr_text(&in, &value, NULL);
	text = strbuf_str(&value);
	if (str_is(strbuf_str(&name), "event")) {
		s->of = str_is(text, "wall") ? OF_WALL
			: text.n == 0 || str_is(text, "cpu") ||
				str_is(text, "itimer") || str_is(text, "ctimer")
			? OF_CPU
			: OF_OTHER;
		s->event = builder_string(b, text);
	} else if (str_to_i64(text, &n) && n >= 0) {
		if (str_is(strbuf_str(&name), "interval"))
			s->interval = n;
		else if (str_is(strbuf_str(&name), "wall"))
			s->wall = n;
		else if (str_is(strbuf_str(&name), "alloc"))
			s->alloc = n;
	}
	strbuf_free(&name);
	strbuf_free(&value);
}

/* ---- Events ---- */

struct jfr_walk
jfr_walk(const struct jfr_chunk *c)
{
	const unsigned char *first = (const unsigned char *)c->bytes.p;

	return (struct jfr_walk){ .at = first + JFR_HEADER,
		.end = first + c->bytes.n };
}

bool
jfr_next(struct jfr_walk *w)
{
	struct jfr_bytes in = { .p = w->at, .end = w->end };
	uint64_t size;

	if (w->at >= w->end)
		return false;
	size = jfr_number(&in);
	w->type = jfr_number(&in);
	w->is_cut = in.bad != NULL || size > (size_t)(w->end - w->at) ||
		size < (size_t)(in.p - w->at);
	if (w->is_cut)
		return false;
	w->at += size;
	in.end = w->at;
	w->in = in;
	return true;
}
