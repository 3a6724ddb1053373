/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads profiles of valgrind's DHAT and Rust's dhat: for each call path, the
 * memory allocated in total, at the peak, and at the end.
 *
 *     {"dhatFileVersion":2, "mode":"heap", ...
 *      "pps":[{"tb":4800,"tbk":300, "gb":2672,"gbk":167, ..., "fs":[1,2]}],
 *      "ftbl":["[root]", "0x10919A: keep (a.c:18)", "0x48: f (in /x.so)"]}
 *
 * Stacks are indices into ftbl, leaf first. Adjacent frames with the same
 * address are inlined, unless they are the same frame, which is recursion.
 */
#include "prelude.h"

#include "base/arena.h"
#include "base/intern.h"
#include "base/json.h"
#include "base/vec.h"
#include "profile/unit.h"
#include "read/damage.h"
#include "read/reader.h"
#include "read/rows.h"
#include "read/vgframe.h"

/* Costs, in the order of the sample types. Profiles of copies or of ad-hoc
   events have no costs that are marked of_heap. */
static const struct {
	const char *key, *heap;
	bool is_count, of_heap;
} dhat_costs[] = {
	{ "tbk", "alloc_objects", true, false },
	{ "tb", "alloc_space", false, false },
	{ "ebk", "inuse_objects", true, true },
	{ "eb", "inuse_space", false, true },
	{ "rb", "reads", false, true },
	{ "wb", "writes", false, true },
	{ "gbk", "peak_objects", true, true },
	{ "gb", "peak_space", false, true },
};

enum { DHAT_COSTS = COUNT_OF(dhat_costs) };

enum { DH_PLACES, DH_FRAMES, DH_MODE, DH_CMD, DH_BU, DH_BSU, DH_BKSU, DH_ALL };

static const char *const dhat_members[DH_ALL] = { "pps", "ftbl", "mode", "cmd",
	"bu", "bsu", "bksu" };

struct dhat {
	struct jwalk w;
	struct read_job *job;
	struct builder *b;
	struct rows rows;
	struct vgframes frames;
	struct str text[DH_ALL];   /* members that are strings, else "" */
	VEC(struct vgframe) frame; /* [index into ftbl] */
	VEC(size_t) joined; /* number of the last group with each frame */
	size_t groups;      /* number of groups begun */
	struct intern seen; /* lists of frames, one for each location */
	VEC(loc_id) loc;    /* [id in seen - 1] */
	VEC(loc_id) stack;
	VEC(uint32_t) group;
	VEC(struct builder_line) line;
	const char *key[DHAT_COSTS]; /* key of the cost in each column */
	size_t ntypes;
	struct damage costs, places;
	bool clipped;
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
		struct jval *v = jval_read(&d->w);

		if (v == NULL)
			return -1;
		/* Valgrind's name for unknown frames. */
		if (!jval_text(v, &text))
			text = STR("\?\?\?");
		vec_push(&d->frame, vgframe_of(&d->frames, text));
		vec_push(&d->joined, 0);
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

/* Return the location with the frames in d->group. */
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

static void
dhat_end_group(struct dhat *d)
{
	if (d->group.n > 0)
		vec_push(&d->stack, dhat_location(d));
	d->group.n = 0;
	d->groups++;
}

/* Build d->stack from indices into ftbl. -1 and err, without a position. */
static int
dhat_stack(struct dhat *d, const struct jval *v)
{
	d->stack.n = d->group.n = 0;
	d->groups++;
	for (size_t i = 0; i < jval_count(v); i++) {
		int64_t frame = -1;
		uint32_t joins_frame;
		const struct vgframe *f;

		if (!jval_int(jval_at(v, i), &frame) || frame < 0 ||
			(uint64_t)frame >= d->frame.n)
			return err_set(d->w.err, ERR_FORMAT,
				"a frame that is not in \"ftbl\"");
		/* Begin a group, unless the frame is inlined with it. */
		joins_frame = (uint32_t)frame;
		f = &d->frame.p[joins_frame];
		if (d->group.n == 0 || f->address == 0 ||
			d->frame.p[d->group.p[0]].address != f->address ||
			d->joined.p[joins_frame] == d->groups)
			dhat_end_group(d);
		vec_push(&d->group, (uint32_t)frame);
		d->joined.p[frame] = d->groups;
	}
	dhat_end_group(d);
	return 0;
}

/* True if the element of "pps" at this offset has a list of frames. */
static bool
dhat_has_stack(const struct dhat *d, const struct jval *v, size_t at)
{
	static const char *const name[] = { "fs" };
	struct jwalk look = d->w;
	size_t where = 0;

	if (jval_count(jval_get(v, "fs")) > 0)
		return true;
	jwalk_to(&look, at);
	return jwalk_peek(&look) == '{' &&
		jwalk_members(&look, name, 1, &where) == 0 && where != 0 &&
		look.text.p[where] == '[';
}

static int
dhat_place(struct dhat *d, const struct jval *v, size_t at)
{
	int64_t value[DHAT_COSTS] = { 0 };
	int rc;

	if (!dhat_has_stack(d, v, at))
		rc = err_set(d->w.err, ERR_FORMAT, "a place without a stack");
	else
		rc = dhat_stack(d, jval_get(v, "fs"));
	if (rc != 0)
		return damage_take_at(&d->places, &d->w, at) ? 0 : -1;
	for (size_t t = 0; t < d->ntypes; t++) {
		if (jval_decimal(
			    jval_get(v, d->key[t]), 0, &value[t], &d->clipped))
			continue;
		(void)err_set(d->w.err, ERR_FORMAT, "a place without \"%s\"",
			d->key[t]);
		(void)damage_take_at(&d->costs, &d->w, at);
	}
	if (d->ntypes > 0)
		rows_add(&d->rows, builder_stack(d->b, d->stack.p, d->stack.n),
			0, value, 0);
	return read_check(d->b, d->w.err);
}

static int
dhat_places(struct dhat *d, size_t where)
{
	size_t n = 0;
	int more, rc = 0;
	const char *key[DHAT_COSTS];
	bool has[DHAT_COSTS] = { false };
	size_t survey_where[DHAT_COSTS], count = 0;
	int survey_more;

	jwalk_to(&d->w, where);
	/* Find which costs any element of "pps" has. */
	for (size_t i = 0; i < DHAT_COSTS; i++)
		key[i] = dhat_costs[i].key;
	if (jwalk_array(&d->w) != 0)
		return -1;
	while ((survey_more = jwalk_next(&d->w, &count)) > 0) {
		if (jwalk_peek(&d->w) != '{') {
			if (jwalk_skip(&d->w) != 0)
				return -1;
			continue;
		}
		if (jwalk_members(&d->w, key, DHAT_COSTS, survey_where) != 0)
			return -1;
		for (size_t i = 0; i < DHAT_COSTS; i++)
			has[i] |= survey_where[i] != 0;
	}
	if (survey_more == 0) {
		struct str mode = d->text[DH_MODE],
			   types_count = d->text[DH_BKSU];
		struct str size =
			d->text[d->text[DH_BSU].n > 0 ? DH_BSU : DH_BU];
		bool is_memory, is_copy;

		/* Add a column for each of these costs, in the file's units. */
		/* The mode implies the units that the file omits. */
		if (size.n == 0)
			size = str_is(mode, "ad-hoc") ? STR("units")
						      : STR("bytes");
		if (types_count.n == 0)
			types_count = str_is(mode, "copy") ? STR("copies")
							   : STR("blocks");
		if (str_is(size, "byte"))
			size = STR("bytes");
		is_memory = unit_is_memory(size);
		is_copy = str_is(types_count, "copies");
		for (size_t i = 0; i < DHAT_COSTS; i++) {
			struct str name = str_c(dhat_costs[i].heap),
				   unit = size;

			if (!has[i] ||
				(dhat_costs[i].of_heap &&
					(!is_memory || is_copy)))
				continue;
			if (dhat_costs[i].is_count)
				unit = STR("count");
			if (i == 0 && !str_is(types_count, "blocks"))
				name = types_count;
			else if (i == 0 && !is_memory)
				name = STR("events");
			else if (i == 1 && is_copy)
				name = STR("copied_space");
			else if (i == 1 && !is_memory)
				name = STR("weight");
			if (!is_memory && !unit_is_time(unit))
				unit = STR("count");
			d->key[d->ntypes++] = dhat_costs[i].key;
			read_type(d->b, name, unit);
		}
		rows_init(&d->rows, d->b, d->ntypes, false);
	}
	if (survey_more != 0)
		return -1;
	if (jwalk_array_at(&d->w, where) != 0)
		return -1;
	while (rc == 0 && (more = jwalk_next(&d->w, &n)) > 0) {
		size_t at = d->w.at;
		struct jval *v = jval_read(&d->w);

		if (v == NULL)
			return -1;
		rc = dhat_place(d, v, at);
		jval_free(v);
	}
	return rc != 0 ? rc : more;
}

static int
dhat_file(struct dhat *d, struct err *err)
{
	size_t where[DH_ALL];
	struct jval *text[DH_ALL] = { NULL };
	int rc = 0;

	if (jwalk_members(&d->w, dhat_members, DH_ALL, where) != 0 ||
		jwalk_end(&d->w) != 0)
		return -1;
	for (size_t i = DH_PLACES; i <= DH_FRAMES; i++)
		if (where[i] == 0)
			return jwalk_fail(
				&d->w, 0, "\"%s\" is missing", dhat_members[i]);
	for (size_t i = DH_MODE; rc == 0 && i < DH_ALL; i++) {
		if (where[i] == 0 || d->w.text.p[where[i]] != '"')
			continue;
		jwalk_to(&d->w, where[i]);
		text[i] = jval_read(&d->w);
		rc = text[i] != NULL ? 0 : -1;
		(void)jval_text(text[i], &d->text[i]);
	}
	if (rc == 0 && d->text[DH_CMD].n > 0)
		read_comment(d->b, d->text[DH_CMD]);
	if (rc == 0)
		rc = dhat_frames(d, where[DH_FRAMES]);
	if (rc == 0)
		rc = dhat_places(d, where[DH_PLACES]);
	if (rc == 0) {
		if (d->rows.n == 0 && damage_refuse(&d->places, err) != 0) {
			rc = -1;
		} else if (d->ntypes == 0) {
			rc = err_set(err, ERR_FORMAT, "no samples");
		} else if (rows_end(&d->rows, err) != 0) {
			rc = -1;
		} else {
			damage_warn(&d->places, d->job->warnings, "places");
			damage_warn(&d->costs, d->job->warnings, "costs");
			if (d->clipped || d->rows.clipped > 0)
				read_warn_clipped(d->job);
			rc = 0;
		}
	}
	for (size_t i = 0; i < DH_ALL; i++)
		jval_free(text[i]);
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
	intern_fini(&d.seen);
	arena_free(&arena);
	rows_fini(&d.rows);
	vec_free(&d.frame);
	vec_free(&d.joined);
	vgframes_fini(&d.frames);
	vec_free(&d.loc);
	vec_free(&d.stack);
	vec_free(&d.group);
	vec_free(&d.line);
	return rc;
}

const struct reader reader_dhat = { "dhat", "DHAT's JSON", dhat_read,
	.family = JF_DHAT };
