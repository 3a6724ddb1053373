/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What valgrind's DHAT writes, and Rust's dhat: for each place in a program
 * what was allocated there, in all, at the peak, and at the end.
 *
 *     {"dhatFileVersion":2, "mode":"heap", ...
 *      "pps":[{"tb":4800,"tbk":300, "gb":2672,"gbk":167, ..., "fs":[1,2]}],
 *      "ftbl":["[root]", "0x10919A: keep (a.c:18)", "0x48: f (in /x.so)"]}
 *
 * Stacks are numbers in ftbl, leaf first. Neighbours with one address are
 * inlined into each other, unless they are one frame: that is recursion.
 */
#include "config.h"

#include "base/arena.h"
#include "base/intern.h"
#include "base/json.h"
#include "base/vec.h"
#include "read/read.h"
#include "read/rows.h"
#include "read/vgframe.h"

#include "base/banned.h"

/* In the order of the types; what a mode calls them. */
static const struct {
	const char *key;
	const char *heap, *ad_hoc, *copy;
	bool is_count;
} dhat_types[] = {
	{ "tbk", "alloc_objects", "events", "copies", true },
	{ "tb", "alloc_space", "weight", "copied_space", false },
	{ "ebk", "inuse_objects", NULL, NULL, true },
	{ "eb", "inuse_space", NULL, NULL, false },
	{ "rb", "reads", NULL, NULL, false },
	{ "wb", "writes", NULL, NULL, false },
	{ "gbk", "peak_objects", NULL, NULL, true },
	{ "gb", "peak_space", NULL, NULL, false },
};

struct dhat {
	struct jwalk w;
	struct read_job *job;
	struct builder *b;
	struct rows rows;
	struct vgframes frames;
	VEC(struct vgframe) frame; /* [ftbl] */
	struct intern seen;        /* frames of a location */
	VEC(loc_id) loc;           /* [seen], without text 0 */
	VEC(loc_id) stack;
	VEC(uint32_t) group;
	VEC(struct builder_line) line;
	const char *key[COUNT_OF(dhat_types)]; /* of the columns */
	size_t ntypes;
};

static int
dhat_frames(struct dhat *d, size_t where)
{
	struct str text;
	size_t n = 0;
	int more;

	if (jwalk_array_at(&d->w, where) != 0)
		return -1;
	while ((more = jwalk_next(&d->w, &n)) > 0) {
		size_t at = d->w.at;
		struct jval *v = jval_read(&d->w);

		if (v == NULL)
			return -1;
		if (!jval_text(v, &text)) {
			jval_free(v);
			return jwalk_fail(&d->w, at, "a frame is not a string");
		}
		vec_push(&d->frame, vgframe_of(&d->frames, text));
		jval_free(v);
		if (read_check(d->b, d->w.err) != 0 ||
			(n % 4096 == 0 &&
				read_limit(d->job,
					d->frame.cap * sizeof(*d->frame.p),
					"frames need", d->w.err) != 0))
			return -1;
	}
	return more;
}

/* The frames in d->group as a location. */
static loc_id
dhat_location(struct dhat *d)
{
	const struct vgframe *first = &d->frame.p[d->group.p[0]];
	uint32_t seen = intern_copy(&d->seen,
				str_from((const char *)d->group.p,
					d->group.n * sizeof(*d->group.p))) -
		1;

	if (seen < d->loc.n)
		return d->loc.p[seen];
	d->line.n = 0;
	for (size_t i = 0; i < d->group.n; i++)
		vec_push(&d->line, d->frame.p[d->group.p[i]].line);
	vec_push(&d->loc,
		builder_location(d->b,
			&(struct builder_location){ .address = first->address,
				.map = first->map,
				.line = d->line.p,
				.nlines = d->line.n }));
	return d->loc.p[seen];
}

/* Is it inlined with the frames in d->group? */
static bool
dhat_joins(const struct dhat *d, uint32_t frame)
{
	const struct vgframe *f = &d->frame.p[frame];

	if (d->group.n == 0 || f->address == 0 ||
		d->frame.p[d->group.p[0]].address != f->address)
		return false;
	for (size_t i = 0; i < d->group.n; i++)
		if (d->group.p[i] == frame)
			return false;
	return true;
}

static int
dhat_stack(struct dhat *d, const struct jval *v, size_t at)
{
	d->stack.n = d->group.n = 0;
	for (size_t i = 0; i < jval_count(v); i++) {
		int64_t frame = -1;

		if (!jval_int(jval_at(v, i), &frame) || frame < 0 ||
			(uint64_t)frame >= d->frame.n)
			return jwalk_fail(
				&d->w, at, "a frame that is not in \"ftbl\"");
		if (!dhat_joins(d, (uint32_t)frame)) {
			if (d->group.n > 0)
				vec_push(&d->stack, dhat_location(d));
			d->group.n = 0;
		}
		vec_push(&d->group, (uint32_t)frame);
	}
	if (d->group.n > 0)
		vec_push(&d->stack, dhat_location(d));
	return 0;
}

/* Which columns there are, by the first place. */
static void
dhat_begin(struct dhat *d, const struct jval *v, struct str mode)
{
	for (size_t i = 0; i < COUNT_OF(dhat_types); i++) {
		const char *name = dhat_types[i].heap;
		bool is_count = dhat_types[i].is_count;

		if (str_is(mode, "ad-hoc")) {
			name = dhat_types[i].ad_hoc;
			is_count = true;
		} else if (str_is(mode, "copy")) {
			name = dhat_types[i].copy;
		}
		if (name == NULL || jval_get(v, dhat_types[i].key) == NULL)
			continue;
		d->key[d->ntypes++] = dhat_types[i].key;
		read_type(d->b, str_c(name),
			is_count ? STR("count") : STR("bytes"));
	}
	rows_init(&d->rows, d->b, d->ntypes, false);
}

static int
dhat_places(struct dhat *d, size_t where, struct str mode)
{
	int64_t value[COUNT_OF(dhat_types)] = { 0 };
	size_t n = 0;
	int more, rc = 0;

	if (jwalk_array_at(&d->w, where) != 0)
		return -1;
	while (rc == 0 && (more = jwalk_next(&d->w, &n)) > 0) {
		size_t at = d->w.at;
		struct jval *v = jval_read(&d->w);

		if (v == NULL)
			return -1;
		if (n == 1)
			dhat_begin(d, v, mode);
		for (size_t t = 0; rc == 0 && t < d->ntypes; t++)
			if (!jval_int(jval_get(v, d->key[t]), &value[t]))
				rc = jwalk_fail(&d->w, at,
					"a place without \"%s\"", d->key[t]);
		if (rc == 0)
			rc = dhat_stack(d, jval_get(v, "fs"), at);
		if (rc == 0 && d->ntypes > 0)
			rows_add(&d->rows,
				builder_stack(d->b, d->stack.p, d->stack.n), 0,
				value, 0);
		jval_free(v);
		if (rc == 0)
			rc = read_check(d->b, d->w.err);
	}
	return rc != 0 ? rc : more;
}

static int
dhat_file(struct dhat *d, struct err *err)
{
	static const char *const names[] = { "pps", "ftbl", "mode", "cmd" };
	size_t where[COUNT_OF(names)];
	struct jval *text[2] = { NULL, NULL };
	struct str mode = STR_EMPTY, cmd;
	int rc = 0;

	if (jwalk_members(&d->w, names, COUNT_OF(names), where) != 0 ||
		jwalk_end(&d->w) != 0)
		return -1;
	for (size_t i = 0; i < 2; i++)
		if (where[i] == 0)
			return jwalk_fail(
				&d->w, 0, "there is no \"%s\"", names[i]);
	for (size_t i = 0; rc == 0 && i < 2; i++) {
		if (where[i + 2] == 0)
			continue;
		jwalk_to(&d->w, where[i + 2]);
		text[i] = jval_read(&d->w);
		rc = text[i] != NULL ? 0 : -1;
	}
	(void)jval_text(text[0], &mode);
	if (jval_text(text[1], &cmd))
		read_comment(d->b, cmd);
	if (rc == 0)
		rc = dhat_frames(d, where[1]);
	if (rc == 0)
		rc = dhat_places(d, where[0], mode);
	if (rc == 0)
		rc = d->ntypes > 0
			? rows_end(&d->rows, err)
			: err_set(err, ERR_FORMAT, "it has no samples");
	jval_free(text[0]);
	jval_free(text[1]);
	return rc;
}

static int
dhat_read(struct read_job *job, struct err *err)
{
	struct dhat d = {
		.job = job, .b = job->builder, .frames = { .b = job->builder }
	};
	struct arena arena = ARENA_INIT;
	int rc;

	intern_init(&d.seen, &arena);
	rc = jwalk_start(&d.w, job->bytes, job->progress, err);
	if (rc == 0)
		rc = dhat_file(&d, err);
	if (rc == 0 && d.rows.clipped > 0)
		read_warn_clipped(job);
	intern_fini(&d.seen);
	arena_free(&arena);
	rows_fini(&d.rows);
	vec_free(&d.frame);
	vgframes_fini(&d.frames);
	vec_free(&d.loc);
	vec_free(&d.stack);
	vec_free(&d.group);
	vec_free(&d.line);
	return rc;
}

const struct reader reader_dhat = { "dhat", "DHAT's JSON", dhat_read,
	.family = JF_DHAT };
