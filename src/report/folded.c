/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -folded: the filtered stacks, one per line, for other tools and for reading
 * again.
 *
 *     main;serve;parse 40
 *
 * Values are whole numbers in the profile's own unit; values stored as parts of
 * a count are printed as decimals again. Frames have the names that the screen
 * shows. A ';' would end a name, so it is written as a Greek question mark,
 * which looks the same and which the reader converts back. A line end becomes a
 * blank. With -nodecount only the heaviest stacks.
 */
#include "prelude.h"

#include "report/report.h"

#include <inttypes.h>

#include "base/bits.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/sides.h"
#include "engine/significance.h"
#include "present/flamegraph.h"
#include "profile/unit.h"
#include "read/read.h"
#include "report/json.h"

/* Append a value that was multiplied by 10^decimals. */
static void
folded_value(struct strbuf *out, int64_t v, int decimals)
{
	uint64_t parts = 1, n = u64_abs(v);

	for (int i = 0; i < decimals; i++)
		parts *= 10;
	strbuf_addf(out, "%s%" PRIu64, v < 0 ? "-" : "", n / parts);
	if (n % parts == 0)
		return;
	strbuf_addf(out, ".%0*" PRIu64, decimals, n % parts);
	while (out->p[out->n - 1] == '0')
		strbuf_cut(out, out->n - 1);
}

/* Return the heaviest stacks if nodecount is given; else no set. */
static struct bits
heaviest_stacks(const struct report_job *job)
{
	const struct tree *t = &job->view->full;
	struct bits kept = { .word = NULL };
	size_t most = report_most(job), stacks = 0;
	int64_t *self;

	if (most == SIZE_MAX)
		return kept;
	self = xcalloc(t->n, sizeof(*self));
	for (node_id i = 1; i < t->n; i++)
		if (tree_live(t, i) != 0 && tree_self(t, i) != 0) {
			self[i] = tree_self(t, i);
			stacks++;
		}
	kept = report_heaviest(job, self, t->n);
	free(self);
	if (most < stacks)
		warnings_add(job->warnings,
			"nodecount: the %zu heaviest of %zu stacks", most,
			stacks);
	return kept;
}

static int
folded_run(const struct report_job *job, struct err *err)
{
	const struct profile *p = job->view->profile;
	int decimals =
		unit_decimals(profile_str(p, p->types.unit[job->view->column]));
	struct bits kept = heaviest_stacks(job);
	const struct view *v;
	const struct tree *t;
	struct strbuf path = STRBUF_INIT;
	VEC(size_t) cut = { NULL, 0, 0 };
	node_id node = 0;

	(void)err;
	if (tree_self(&job->view->full, 0) != 0)
		warnings_add(
			job->warnings, "samples without a stack are left out");
	/* Walk depth first, without recursion: cut[d] is the end of the path of
	   depth d. */
	v = job->view;
	t = &v->full;
	vec_push(&cut, 0);
	while (report_goes_on(job)) {
		node_id next = t->first[node];
		struct str name;

		if (node != 0 && tree_self(t, node) != 0 &&
			tree_live(t, node) != 0 &&
			(kept.word == NULL || bits_get(&kept, node))) {
			strbuf_add(job->out, strbuf_str(&path));
			strbuf_addch(job->out, ' ');
			folded_value(job->out, tree_self(t, node), decimals);
			strbuf_addch(job->out, '\n');
		}
		while (next == 0 && node != 0) {
			next = t->next[node];
			node = t->parent[node];
			cut.n--;
		}
		if (next == 0)
			break;
		node = next;
		strbuf_cut(&path, cut.p[cut.n - 1]);
		if (path.n > 0)
			strbuf_addch(&path, ';');
		name = v->frames->frame[t->frame[node]].text;
		for (size_t i = 0; i < name.n; i++) {
			char c = name.p[i];

			if (c == ';')
				strbuf_addstr(&path, FOLDED_SEMICOLON);
			else
				strbuf_addch(&path,
					c == '\n' || c == '\r' || c == '\0'
						? ' '
						: c);
		}
		vec_push(&cut, path.n);
	}
	vec_free(&cut);
	strbuf_free(&path);
	free(kept.word);
	return 0;
}

/* Return the heaviest nodes if nodecount is given; else no set. None is
   heavier than its parent. */
static struct bits
heaviest_nodes(const struct report_job *job)
{
	const struct tree *t = &job->view->full;
	struct bits kept = { .word = NULL };
	struct view whole = *job->view;
	struct flamegraph *p;
	int64_t *width;

	if (report_most(job) == SIZE_MAX)
		return kept;
	whole.tree = *t;
	whole.query.direction = DIR_CALLEES;
	p = flamegraph_new(&whole, FLAME_BY_WEIGHT, FLAME_OF_SUM);
	width = xcalloc(t->n, sizeof(*width));
	for (node_id i = 0; i < t->n; i++)
		if (i == 0 || tree_live(t, i) != 0)
			width[i] = (int64_t)flamegraph_width(p, SIDE_MAIN, i);
	kept = report_heaviest(job, width, t->n);
	free(width);
	flamegraph_free(p);
	return kept;
}

/* Write the tree, each node after its parent. */
static int
folded_json(const struct report_job *job, struct err *err)
{
	const struct view *v = job->view;
	const struct tree *t = &v->full;
	struct jsonout *j = job->json;
	uint32_t *at = xcalloc((size_t)t->n, sizeof(*at)), n_nodes = 0;
	struct bits kept = heaviest_nodes(job);
	struct report_scale n;

	(void)err;
	scale_init(&n, v);
	jsonout_array(j, "nodes");
	for (node_id i = 0; i < t->n && report_goes_on(job); i++) {
		if ((i != 0 && tree_live(t, i) == 0) ||
			(kept.word != NULL && !bits_get(&kept, i)))
			continue;
		at[i] = n_nodes++;
		jsonout_object(j, NULL);
		jsonout_count(j, "id", at[i]);
		if (i != 0)
			jsonout_count(j, "parent", at[t->parent[i]]);
		if (i != 0)
			jsondoc_frame(j, v->frames, t->frame[i]);
		else
			jsonout_text(j, "name", STR("root"));
		if (t->flags[i] & TREE_INLINE)
			jsonout_bool(j, "inline", true);
		jsondoc_value(j, "self", &n,
			columns_value(&t->self, tree_self_row(t, i)));
		jsondoc_value(j, "total", &n,
			columns_value(&t->total, tree_row(t, i)));
		if (v->is_diff) {
			const struct evidence *e = v->evidence;

			jsonout_object(j, "diff");
			jsondoc_change(j, "self", &n,
				sides_at(&t->self, tree_self_row(t, i)),
				evidence_node(v, t, i, true), &e->self);
			jsondoc_change(j, "total", &n,
				sides_at(&t->total, tree_row(t, i)),
				evidence_node(v, t, i, false), &e->total);
			jsonout_close(j);
		}
		jsonout_close(j);
	}
	jsonout_close(j);
	free(kept.word);
	free(at);
	return 0;
}

const struct report report_folded = {
	REPORT_DOC(.name = "folded", .only_help_all = true,
		.help = "Write folded stacks, one per line: a;b;c 12"),
	.partial_prefix = "# ",
	.reads = READ_STACKS,
	.clamps = true,
	.run = folded_run,
	.json = folded_json,
};
