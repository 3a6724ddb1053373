/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks of profiles that were read in part. */
#include "prelude.h"

#include "profile/partial.h"

#include <inttypes.h>

#include "profile/unit.h"

#define MARK "flametop: partial: "

bool
partial_is(const struct partial *p)
{
	return p->samples != 0 || p->bytes != 0;
}

/* Append the percentage that was read, at most 99%. */
static void
partial_put_share(
	struct strbuf *out, uint64_t part, uint64_t whole, const char *what)
{
	double percent = (double)part / (double)whole * 100;

	if (percent < 0.1)
		strbuf_addf(out, "first 0.1%% or less of the %s", what);
	else if (percent < 1)
		strbuf_addf(out, "first %.1f%% of the %s", percent, what);
	else
		strbuf_addf(out, "first %d%% of the %s",
			percent > 99 ? 99 : (int)percent, what);
}

void
partial_mark(struct builder *b, const struct partial *p, struct str name)
{
	struct strbuf text = STRBUF_INIT;
	char size[UNIT_TEXT_MAX];

	(void)unit_label((int64_t)p->bytes, STR("bytes"), STR("auto"), size);
	strbuf_addstr(&text, MARK);
	if (p->samples_of > 0) {
		partial_put_share(&text, p->samples, p->samples_of, "samples");
		strbuf_addf(&text, "; %" PRIu64 " of %" PRIu64, p->samples,
			p->samples_of);
	} else if (p->bytes_of > 0) {
		partial_put_share(&text, p->bytes, p->bytes_of, "file");
		strbuf_addf(&text, "; %s", size);
	} else if (p->samples > 0) {
		strbuf_addf(&text,
			"first %" PRIu64 " sample%s; their total is unknown",
			p->samples, p->samples == 1 ? "" : "s");
	} else {
		strbuf_addf(&text, "first %s; size unknown", size);
	}
	strbuf_addstr(&text, ", ");
	strbuf_add(&text, name);
	builder_comment(b, builder_string(b, strbuf_str(&text)));
	strbuf_free(&text);
}

void
partial_mark_unread(struct builder *b, size_t files)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text, MARK "%zu file%s not read", files,
		files == 1 ? "" : "s");
	builder_comment(b, builder_string(b, strbuf_str(&text)));
	strbuf_free(&text);
}

struct profile *
partial_marked(const struct profile *p, struct str what)
{
	struct profile *q = profile_overlay(p);
	struct header *h = &q->header;
	uint32_t n = 0;

	h->comment =
		ARENA_ARRAY(&q->arena, str_id, (size_t)p->header.ncomments + 1);
	for (uint32_t i = 0; i < p->header.ncomments; i++)
		if (!str_starts(
			    profile_str(p, p->header.comment[i]), STR(MARK)))
			h->comment[n++] = p->header.comment[i];
	if (what.n > 0) {
		struct strbuf text = STRBUF_INIT;

		strbuf_add3(&text, MARK, what, "");
		h->comment[n++] = intern_copy(&q->strings, strbuf_str(&text));
		strbuf_free(&text);
	}
	h->ncomments = n;
	return q;
}

struct partial_marks
partial_find(const struct profile *p)
{
	struct partial_marks m = { 0 };

	for (uint32_t i = 0; i < p->header.ncomments; i++) {
		struct str text = profile_str(p, p->header.comment[i]);

		if (!str_starts(text, STR(MARK)) || m.n++ > 0)
			continue;
		m.rest = str_skip(text, sizeof(MARK) - 1);
		m.what = str_cut(&m.rest, ';');
		m.rest = str_trim(m.rest);
	}
	return m;
}

void
partial_text(struct strbuf *out, const struct profile *p)
{
	struct partial_marks m = partial_find(p);

	strbuf_add(out, m.what);
	if (m.n > 1)
		strbuf_addstr(out, ", and more");
}

void
partial_lines(struct strbuf *out, const struct profile *p, const char *before)
{
	for (uint32_t i = 0; i < p->header.ncomments; i++) {
		struct str text = profile_str(p, p->header.comment[i]);

		if (!str_starts(text, STR(MARK)))
			continue;
		strbuf_addstr(out, before);
		strbuf_add(out, text);
		strbuf_addch(out, '\n');
	}
}
