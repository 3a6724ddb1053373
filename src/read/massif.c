/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What valgrind's massif writes: snapshots of the heap, of which some have a
 * tree of who allocated it. Its first level is where memory is allocated; below
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
 * Bytes count what is below; what the callers do not cover is the node's own.
 * Each tree is a moment; the peak is a column of its own.
 */
#include "config.h"

#include "base/num.h"
#include "base/vec.h"
#include "read/lines.h"
#include "read/read.h"
#include "read/rows.h"
#include "read/vgframe.h"

#include "base/banned.h"

enum { MASSIF_SPACE, MASSIF_PEAK, MASSIF_TYPES };

struct massif_node {
	loc_id loc;
	int64_t self;
	int64_t left; /* callers that are still to come */
};

struct massif {
	struct read_job *job;
	struct builder *b;
	struct lines lines;
	struct rows rows;
	struct vgframes frames;
	struct map64 loc_of;          /* text -> location */
	VEC(struct massif_node) node; /* the path to the last one */
	VEC(loc_id) stack;
	int64_t time, factor; /* ns of its unit */
	lset_id labels;
	bool is_peak, in_tree, has_peak;
	bool is_cut, clipped;
};

static loc_id
massif_location(struct massif *m, struct str what)
{
	struct vgframe f;
	ptrdiff_t end = str_chr(what, ')');
	uint32_t *loc;

	if (end > 0 &&
		(str_starts(what, STR("(heap allocation")) ||
			str_starts(what, STR("(page allocation"))))
		what = str_sub(what, 0, (size_t)end + 1);
	if (str_starts(what, STR("in ")) && str_find(what, STR("below"), 0) > 0)
		what = STR("(below threshold)");
	loc = map64_at(&m->loc_of, builder_string(m->b, what));
	if (*loc != NONE)
		return *loc;
	f = vgframe_of(&m->frames, what);
	*loc = builder_location(m->b,
		&(struct builder_location){ .address = f.address,
			.map = f.map,
			.line = &f.line,
			.nlines = 1 });
	return *loc;
}

/* What the last node of the path has itself is a sample. The first is the heap
   as a whole: it is on a stack only where nothing else is. */
static void
massif_pop(struct massif *m)
{
	const struct massif_node *last = &m->node.p[m->node.n - 1];
	size_t from = m->node.n > 1;

	m->is_cut |= last->left > 0;
	if (last->self > 0) {
		int64_t value[MASSIF_TYPES] = { last->self,
			m->is_peak ? last->self : 0 };

		m->stack.n = 0;
		for (size_t i = from; i < m->node.n; i++)
			vec_push(&m->stack, m->node.p[i].loc);
		rows_add(&m->rows, builder_stack(m->b, m->stack.p, m->stack.n),
			m->labels, value, m->time);
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

/* " n2: 4096 what", one blank for each level. */
static bool
massif_node(struct massif *m, struct str line)
{
	struct massif_node node, *parent;
	struct str head;
	size_t depth = 0;

	while (depth < line.n && line.p[depth] == ' ')
		depth++;
	line = str_skip(line, depth);
	head = str_cut(&line, ':');
	if (!str_starts(head, STR("n")) ||
		!str_to_i64(str_skip(head, 1), &node.left) || node.left < 0 ||
		depth > m->node.n)
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
		parent->self =
			node.self < parent->self ? parent->self - node.self : 0;
	}
	node.loc = massif_location(m, line);
	vec_push(&m->node, node);
	m->has_peak |= m->is_peak;
	return true;
}

static void
massif_snapshot(struct massif *m, struct str number)
{
	struct label label = { .key = builder_string(m->b, STR("snapshot")),
		.str = builder_string(m->b, number) };

	massif_end_tree(m);
	m->labels = builder_labels(m->b, &label, 1);
	m->is_peak = false;
}

static bool
massif_value(struct massif *m, struct str line)
{
	struct str value = line, key = str_cut(&value, '=');

	if (str_is(key, "snapshot")) {
		massif_snapshot(m, value);
	} else if (str_is(key, "time")) {
		if (!str_to_i64(value, &m->time))
			return false;
		m->time = i64_mul(m->time, m->factor, &m->clipped);
	} else if (str_is(key, "heap_tree")) {
		m->in_tree = !str_is(value, "empty");
		m->is_peak = str_is(value, "peak");
	} else {
		return str_starts(key, STR("mem_"));
	}
	return true;
}

static void
massif_head(struct massif *m, struct str line)
{
	struct str value = line, key = str_cut(&value, ':');

	value = str_trim(value);
	if (str_is(key, "cmd"))
		read_comment(m->b, value);
	if (str_is(key, "time_unit") && str_is(value, "ms"))
		m->factor = 1000000;
	else if (str_is(key, "time_unit"))
		read_comment(m->b,
			str_is(value, "i") ? STR("Times are instructions")
					   : STR("Times are bytes allocated"));
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
			massif_head(m, line);
		} else if (m->in_tree) {
			fine = massif_node(m, line);
		} else {
			fine = massif_value(m, line);
		}
		m->is_cut |= !fine;
		/* The last one may be cut. */
		if (!fine && m->lines.rest.n > 0)
			return read_bad_line(err, "not a line of massif:", line,
				m->lines.number);
	}
	massif_end_tree(m);
	return lines_end(&m->lines, err);
}

static int
massif_read(struct read_job *job, struct err *err)
{
	struct massif m = { .job = job,
		.b = job->builder,
		.frames = { .b = job->builder },
		.factor = 1 };
	int rc;

	read_type(m.b, STR("space"), STR("bytes"));
	read_type(m.b, STR("peak_space"), STR("bytes"));
	rows_init(&m.rows, m.b, MASSIF_TYPES, true);
	rc = massif_lines(&m, err);
	if (rc == 0)
		rc = rows_end(&m.rows, err);
	if (rc == 0 && !partial_is(&job->partial) &&
		(m.is_cut || !str_ends(job->bytes, STR("\n"))))
		warnings_add(job->warnings,
			"The last snapshot is truncated: memory may be "
			"missing");
	if (rc == 0 && m.clipped)
		read_warn_clipped(job);
	if (!m.has_peak)
		builder_header(m.b)->default_type =
			builder_string(m.b, STR("space"));
	rows_fini(&m.rows);
	vgframes_fini(&m.frames);
	map64_free(&m.loc_of);
	vec_free(&m.node);
	vec_free(&m.stack);
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
