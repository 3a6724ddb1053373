/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads files of valgrind's massif: heap snapshots, some with a tree of
 * allocating call paths. The first level is where memory is allocated; below
 * each node are its callers:
 *
 *     snapshot=6
 *     time=266249
 *     mem_heap_B=65536
 *     heap_tree=peak
 *     n1: 65536 (heap allocation functions) malloc/new/new[], ...
 *      n1: 65536 0x109259: grow (blocks.c:52)
 *       n0: 65536 0x109314: main (blocks.c:68)
 *
 * A node's bytes include those of its callers; the rest is its self value. A
 * tree shows one moment; the largest tree is also the sample type peak_space.
 * Massif looks for a peak only when memory is freed, so the snapshot that it
 * marks may be far below the peak.
 */
#include "prelude.h"

#include "base/num.h"
#include "base/vec.h"
#include "profile/unit.h"
#include "read/damage.h"
#include "read/lines.h"
#include "read/reader.h"
#include "read/rows.h"
#include "read/vgframe.h"

enum { MASSIF_SPACE, MASSIF_PEAK, MASSIF_TYPES };

struct massif_node {
	loc_id loc;
	int64_t self;
	int64_t left; /* callers still to come */
};

struct massif_snapshot {
	str_id name;
	lset_id labels;
	int64_t time;
	int64_t bytes; /* sum of its mem_* values, which decides the peak */
	bool has_tree, is_peak;
};

/* A stack's self bytes in a snapshot, until the largest snapshot is known. */
struct massif_row {
	uint32_t snapshot;
	node_id stack;
	int64_t self;
};

struct massif {
	struct read_job *job;
	struct builder *b;
	struct lines lines;
	struct vgframes frames;
	struct map64 loc_of;          /* string id -> location */
	VEC(struct massif_node) node; /* path to the last node */
	VEC(loc_id) stack;
	VEC(struct massif_snapshot) snapshot;
	VEC(struct massif_row) row;
	int64_t factor; /* nanoseconds per unit of time */
	struct damage damage;
	size_t over; /* nodes smaller than the sum of their callers */
	bool in_tree;
	bool is_cut, clipped;
};

/* Remove the path's last node and add a row for its self bytes. The first node
   is the whole heap, which is left out of stacks that have other nodes. */
static void
massif_pop(struct massif *m)
{
	const struct massif_node *last = &m->node.p[m->node.n - 1];
	size_t from = m->node.n > 1;

	m->is_cut |= last->left > 0;
	m->over += last->self < 0;
	if (last->self > 0) {
		struct massif_row row = { .self = last->self,
			.snapshot = (uint32_t)m->snapshot.n - 1 };

		m->stack.n = 0;
		for (size_t i = from; i < m->node.n; i++)
			vec_push(&m->stack, m->node.p[i].loc);
		row.stack = builder_stack(m->b, m->stack.p, m->stack.n);
		vec_push(&m->row, row);
	}
	m->node.n--;
}

static void
massif_end_tree(struct massif *m)
{
	while (m->node.n > 0)
		massif_pop(m);
	m->in_tree = false;
}

/* Parse " n2: 4096 what", with a blank for each level. */
static bool
massif_node(struct massif *m, struct str line)
{
	struct massif_node node, *parent;
	struct str head;
	size_t depth = 0;
	struct str what;
	struct vgframe f;
	ptrdiff_t end;
	uint32_t *loc;

	while (depth < line.n && line.p[depth] == ' ')
		depth++;
	line = str_skip(line, depth);
	head = str_cut(&line, ':');
	if (!str_starts(head, STR("n")) ||
		!str_to_i64(str_skip(head, 1), &node.left) || node.left < 0 ||
		depth > m->node.n || (depth == 0 && m->node.n > 0))
		return false;
	line = str_skip(line, 1);
	if (!str_to_i64(str_cut(&line, ' '), &node.self) || node.self < 0)
		return false;
	while (m->node.n > depth)
		massif_pop(m);
	if (depth > 0) {
		parent = &m->node.p[depth - 1];
		if (parent->left-- <= 0)
			return false;
		parent->self = i64_sub(parent->self, node.self, &m->clipped);
	}
	what = line;
	end = str_chr(what, ')');
	if (end > 0 &&
		(str_starts(what, STR("(heap allocation")) ||
			str_starts(what, STR("(page allocation"))))
		what = str_sub(what, 0, (size_t)end + 1);
	if (str_starts(what, STR("in ")) && str_find(what, STR("below"), 0) > 0)
		what = STR("(below threshold)");
	loc = map64_at(&m->loc_of, builder_string(m->b, what));
	if (*loc != NONE) {
		node.loc = *loc;
	} else {
		f = vgframe_of(&m->frames, what);
		*loc = builder_location(m->b,
			&(struct builder_location){ .address = f.address,
				.map = f.map,
				.line = &f.line,
				.nlines = 1 });
		node.loc = *loc;
	}
	vec_push(&m->node, node);
	m->snapshot.p[m->snapshot.n - 1].has_tree = true;
	return true;
}

static void
massif_snapshot(struct massif *m, struct str number)
{
	struct massif_snapshot s = { .name = builder_string(m->b, number) };
	struct label label = { .key = builder_string(m->b, STR("snapshot")),
		.str = s.name };

	massif_end_tree(m);
	s.labels = builder_labels(m->b, &label, 1);
	/* A snapshot without a time gets the previous one's. */
	if (m->snapshot.n > 0)
		s.time = m->snapshot.p[m->snapshot.n - 1].time;
	vec_push(&m->snapshot, s);
}

static bool
massif_value(struct massif *m, struct str line)
{
	struct massif_snapshot *last;
	struct str value = line, key = str_cut(&value, '=');
	int64_t n;

	if (str_is(key, "snapshot")) {
		massif_snapshot(m, value);
		return true;
	}
	if (m->snapshot.n == 0)
		return false;
	last = &m->snapshot.p[m->snapshot.n - 1];
	if (str_is(key, "heap_tree")) {
		m->in_tree = !str_is(value, "empty");
		last->is_peak = str_is(value, "peak");
		return true;
	}
	if (!str_to_i64(value, &n))
		return false;
	if (str_is(key, "time"))
		last->time = i64_mul(n, m->factor, &m->clipped);
	else if (str_starts(key, STR("mem_")))
		last->bytes = i64_add(last->bytes, n, &m->clipped);
	return true;
}

static int
massif_lines(struct massif *m, struct err *err)
{
	bool in_head = true;
	struct str line;

	lines_init(&m->lines, m->job->bytes, m->job);
	while (lines_next(&m->lines, &line)) {
		bool fine = true;

		if (line.n == 0)
			continue;
		if (line.p[0] == '#') {
			massif_end_tree(m);
			in_head = false;
		} else if (in_head) {
			struct str value = line, key = str_cut(&value, ':');

			value = str_trim(value);
			if (str_is(key, "cmd"))
				read_comment(m->b, value);
			if (str_is(key, "time_unit") && str_is(value, "ms"))
				m->factor = 1000000;
			else if (str_is(key, "time_unit"))
				read_comment(m->b,
					str_is(value, "i")
						? STR("Times are instructions")
						: STR("Times are bytes "
						      "allocated"));
		} else if (m->in_tree) {
			fine = massif_node(m, line);
		} else {
			fine = massif_value(m, line);
		}
		/* The last line may be truncated. */
		if (!fine && m->lines.rest.n == 0) {
			m->is_cut = true;
		} else if (!fine) {
			(void)read_bad_line(err, "not a massif line:", line,
				m->lines.number);
			(void)damage_take(&m->damage, err);
		}
		if (m->lines.number % 4096 == 0 &&
			read_limit(m->job,
				m->row.cap * sizeof(*m->row.p) +
					m->snapshot.cap *
						sizeof(*m->snapshot.p),
				"snapshots need", err) != 0)
			return -1;
	}
	massif_end_tree(m);
	return lines_end(&m->lines, err);
}

/* Return the largest snapshot, or the largest with a tree; NONE if there is
   none. Among equal ones, massif's peak is preferred. */
static uint32_t
massif_largest(const struct massif *m, bool with_tree)
{
	uint32_t best = NONE;

	for (uint32_t i = 0; i < m->snapshot.n; i++) {
		const struct massif_snapshot *s = &m->snapshot.p[i], *old;

		if (with_tree && !s->has_tree)
			continue;
		old = best != NONE ? &m->snapshot.p[best] : NULL;
		if (old == NULL || s->bytes > old->bytes ||
			(s->bytes == old->bytes && s->is_peak && !old->is_peak))
			best = i;
	}
	return best;
}

/* Append "3 (11.44MB)". */
static void
massif_put(const struct massif *m, struct strbuf *out, uint32_t snapshot)
{
	const struct massif_snapshot *s = &m->snapshot.p[snapshot];
	char size[UNIT_TEXT_MAX];

	(void)unit_label(s->bytes, STR("bytes"), STR("auto"), size);
	strbuf_addf(
		out, "%.*s (%s)", STR_ARG(builder_str(m->b, s->name)), size);
}

static int
massif_read(struct read_job *job, struct err *err)
{
	struct massif m = { .job = job,
		.b = job->builder,
		.frames = { .b = job->builder },
		.factor = 1 };
	int rc = massif_lines(&m, err);
	uint32_t shown = massif_largest(&m, true);

	if (rc == 0) {
		struct rows rows;

		read_type(m.b, STR("space"), STR("bytes"));
		read_type(m.b, STR("peak_space"), STR("bytes"));
		rows_init(&rows, m.b, MASSIF_TYPES, true);
		for (size_t i = 0; i < m.row.n; i++) {
			const struct massif_row *row = &m.row.p[i];
			const struct massif_snapshot *s =
				&m.snapshot.p[row->snapshot];
			const int64_t value[MASSIF_TYPES] = { row->self,
				row->snapshot == shown ? row->self : 0 };

			rows_add(&rows, row->stack, s->labels, value, s->time);
		}
		if (rows.n == 0 && damage_refuse(&m.damage, err) != 0)
			rc = -1;
		else if (rows.n == 0 && m.snapshot.n > 0)
			rc = err_set(err, ERR_FORMAT,
				"no snapshot has a tree: record with valgrind "
				"--tool=massif --detailed-freq=1");
		else
			rc = rows_end(&rows, err);
		rows_fini(&rows);
	}
	if (rc == 0) {
		const struct read_job *warnings_job = m.job;
		uint32_t most = massif_largest(&m, false), peak = 0;
		struct strbuf text = STRBUF_INIT;

		/* Warn if massif's peak is smaller than the one shown, or a
		   larger snapshot has no tree. */
		while (peak < m.snapshot.n && !m.snapshot.p[peak].is_peak)
			peak++;
		if (peak < m.snapshot.n &&
			m.snapshot.p[peak].bytes < m.snapshot.p[shown].bytes) {
			char size[UNIT_TEXT_MAX];

			(void)unit_label(m.snapshot.p[peak].bytes, STR("bytes"),
				STR("auto"), size);
			strbuf_addf(&text,
				"massif's own peak (snapshot %.*s, %s) is too "
				"low: "
				"peak_space is of the largest snapshot with a "
				"tree, ",
				STR_ARG(builder_str(
					m.b, m.snapshot.p[peak].name)),
				size);
			massif_put(&m, &text, shown);
		}
		/* Massif accepts a peak that is 1% too low by default. */
		if (m.snapshot.p[most].bytes - m.snapshot.p[most].bytes / 100 >
			m.snapshot.p[shown].bytes) {
			strbuf_addstr(&text,
				text.n > 0 ? "; the largest snapshot, "
					   : "the largest snapshot, ");
			massif_put(&m, &text, most);
			strbuf_addstr(&text, ", has no tree");
		}
		if (text.n > 0)
			warnings_add(m.job->warnings, "%s", strbuf_c(&text));
		strbuf_free(&text);
		damage_warn(&m.damage, warnings_job->warnings, "lines");
		if (m.over > 0)
			warnings_add(warnings_job->warnings,
				"places with less memory than their callers: "
				"%zu; the sum is too large",
				m.over);
		if (!partial_is(&warnings_job->partial) &&
			(m.is_cut || !str_ends(warnings_job->bytes, STR("\n"))))
			warnings_add(warnings_job->warnings,
				"the last snapshot is truncated: memory may be "
				"missing");
		if (m.clipped)
			read_warn_clipped(warnings_job);
	}
	vgframes_fini(&m.frames);
	map64_free(&m.loc_of);
	vec_free(&m.node);
	vec_free(&m.stack);
	vec_free(&m.snapshot);
	vec_free(&m.row);
	return rc;
}

static int
massif_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct str line;
	bool unit = false;

	(void)why;
	lines_sniff(&lines, bytes);
	if (!lines_next(&lines, &line) || !str_starts(line, STR("desc: ")))
		return SNIFF_NO;
	while (!unit && lines.number < 8 && lines_next(&lines, &line))
		unit = str_starts(line, STR("time_unit: "));
	return unit ? SNIFF_YES : SNIFF_NO;
}

const struct reader reader_massif = { "massif", "massif", massif_read,
	.sniff = massif_sniff };
