/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Weights of lines and addresses: compared with the graph of the reports, and
 * with stacks that are walked one by one.
 */
#include "prelude.h"

#include <dirent.h>
#include <inttypes.h>

#include "testing.h"

#include "base/xalloc.h"
#include "analysis/graph.h"
#include "analysis/annotate.h"
#include "stacks.h"
#include "util_read.h"
#include "util_source.h"
#include "util_view.h"

struct desk {
	struct profile *profile;
	struct engine *engine;
	struct query query;
	const struct view *view;
	struct listing *listing;
};

static void
desk_compute(struct desk *d, enum listing_by by)
{
	struct err err = ERR_INIT;

	d->view = view_compute(d->engine, &d->query, NULL, &err);
	assert_string_equal(err.msg, "");
	d->listing = listing_make(d->engine, &d->query, by, NULL, &err);
	assert_non_null(d->listing);
}

static void
desk_init(struct desk *d, const char *stacks)
{
	*d = (struct desk){ .profile = stacks_read(stacks) };
	d->engine = engine_new(d->profile);
	query_init(&d->query);
	desk_compute(d, LISTING_LINES);
}

static void
desk_fini(struct desk *d)
{
	listing_free(d->listing);
	view_unref(d->view);
	engine_free(d->engine);
	profile_unref(d->profile);
}

/* "10 0/4 leaf 3 leaf2~ 1", a line each, of one function. */
static void
print_routines(
	struct strbuf *out, const struct routines *r, const struct listing *l)
{
	for (uint32_t i = 0; i < r->n; i++) {
		const struct routine *routine = &r->routine[i];

		strbuf_addf(out, "%.*s in %.*s %" PRId64 "-%" PRId64 "\n",
			STR_ARG(routine->name), STR_ARG(routine->file),
			routine->start, routine->end);
		for (uint32_t k = 0; k < routine->n; k++) {
			const struct line_sum *line = &routine->line[k];

			strbuf_addf(out, "%" PRId64 " %" PRId64 "/%" PRId64,
				line->line, line->self.value,
				line->total.value);
			for (uint32_t c = 0; c < line->n_callees; c++) {
				const struct line_callee *to = &line->callee[c];

				strbuf_addf(out, " %.*s%s %" PRId64,
					STR_ARG(l->name[l->function
								[to->frame]]),
					to->inlined == 1 ? "~" : "",
					to->sum.value);
			}
			strbuf_addch(out, '\n');
		}
	}
}

static uint32_t
function_named(const struct listing *l, const char *name)
{
	for (uint32_t i = 0; i < l->n_functions; i++)
		if (str_is(l->name[i], name))
			return i;
	fail_msg("no function %s", name);
	return NONE;
}

static void
lines_are(const struct desk *d, const struct footing *f, const char *name,
	const char *want)
{
	struct routines *r =
		routines_of(d->listing, f, function_named(d->listing, name));
	struct strbuf out = STRBUF_INIT;

	routines_add_callees(r, d->listing, f);
	print_routines(&out, r, d->listing);
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
	routines_free(r);
}

#define WORK \
	"main<m.c=3:9>;work<w.c=8:11> 1\n" \
	"main<m.c=3:9>;work<w.c=8:10>;leaf<l.c:3> 2\n" \
	"main<m.c=3:9>;work<w.c=8:10>;leaf<l.c:4> 3\n" \
	"main<m.c=3:7>;work<w.c=8:10>+in<w.c:2> 4\n" \
	"main<m.c=3:7>;work<w.c=8:11>;work<w.c=8:11>;leaf<l.c:3> 5\n"

TEST(a_line_has_what_ends_at_it_and_what_it_calls)
{
	struct footing all;
	struct desk d;

	desk_init(&d, WORK);
	all = footing_all(d.listing->view);
	lines_are(&d, &all, "work",
		"work in w.c 8-16\n"
		"10 0/9 leaf 5 in~ 4\n"
		"11 1/6 leaf 5 work 5\n");
	lines_are(&d, &all, "leaf",
		"leaf in l.c 1-9\n"
		"3 7/7\n"
		"4 3/3\n");
	lines_are(&d, &all, "in",
		"in in w.c 1-7\n"
		"2 4/4\n");
	desk_fini(&d);
}

TEST(a_place_has_only_what_goes_through_it)
{
	struct footing here;
	struct desk d;
	node_id node;

	desk_init(&d, WORK);
	node = d.view->full.first[d.view->full.first[0]];
	assert_true(str_is(
		d.view->frames->frame[d.view->full.frame[node]].name, "work"));
	here = footing_place(d.listing, d.view, node);
	lines_are(&d, &here, "work",
		"work in w.c 8-16\n"
		"10 0/9 leaf 5 in~ 4\n"
		"11 1/6 work 5\n");
	footing_fini(&here);
	desk_fini(&d);
}

TEST(folded_recursion_is_one_place)
{
	struct footing here;
	struct desk d;

	desk_init(&d, WORK);
	listing_free(d.listing);
	view_unref(d.view);
	d.query.recursion = true;
	desk_compute(&d, LISTING_LINES);
	here = footing_place(
		d.listing, d.view, d.view->full.first[d.view->full.first[0]]);
	lines_are(&d, &here, "work",
		"work in w.c 8-16\n"
		"10 0/9 leaf 5 in~ 4\n"
		"11 1/6 leaf 5\n");
	footing_fini(&here);
	desk_fini(&d);
}

TEST(a_function_in_two_files_is_two_routines_and_a_file_one)
{
	struct footing all;
	struct desk d;

	desk_init(&d,
		"f<a.h:5> 2\n"
		"f<b.c:7> 3\n"
		"f 4\n"
		"g<b.c:9> 5\n");
	all = footing_all(d.listing->view);
	lines_are(&d, &all, "f",
		"f in  1-5\n"
		"0 4/4\n"
		"f in a.h 1-10\n"
		"5 2/2\n"
		"f in b.c 2-12\n"
		"7 3/3\n");
	desk_fini(&d);
}

TEST(an_address_has_what_is_inlined_there)
{
	struct address_sums *s;
	struct footing all;
	struct desk d;

	desk_init(&d,
		"main!10@a.so;work+in!20@a.so 4\n"
		"main!10@a.so;work+in!20@a.so 2\n"
		"main!10@a.so;work!28@a.so 1\n"
		"main!10@a.so;work!28@b.so 8\n"
		"gone@a.so 0\n");
	listing_free(d.listing);
	view_unref(d.view);
	desk_compute(&d, LISTING_ADDRESSES);
	all = footing_all(d.listing->view);
	s = address_sums_new(&all);
	assert_int_equal(s->n, 4);
	assert_int_equal(s->sum[0].address, 0x10);
	assert_int_equal(s->sum[0].total.value, 15);
	assert_int_equal(s->sum[0].self.value, 0);
	assert_int_equal(s->sum[1].address, 0x20);
	assert_int_equal(s->sum[1].self.value, 6);
	assert_int_equal(s->sum[2].address, 0x28);
	assert_int_equal(s->sum[2].self.value, 1);
	assert_int_equal(s->sum[3].map, s->sum[2].map + 1);
	assert_int_equal(address_sums_from(s, s->sum[0].map, 0x11), 1);
	assert_int_equal(address_sums_from(s, s->sum[0].map, 0x29), 3);
	assert_int_equal(address_sums_from(s, s->sum[3].map, 0x29), 4);
	address_sums_free(s);
	desk_fini(&d);
}

/* ---- All profiles of the tests ---- */

static bool
wants_all(void *arg, frame_id frame)
{
	(void)arg;
	(void)frame;
	return true;
}

/* Sums of the graph's nodes that one line of the listing is made of. */
static void
agrees_with_graph(const struct listing *l, const char *file)
{
	struct footing all = footing_all(l->view);
	struct routines *r = routines_new(&all, false, wants_all, NULL);
	int64_t *self = xcalloc(r->n_lines, sizeof(*self));
	int64_t *total = xcalloc(r->n_lines, sizeof(*total));
	struct graph_options o;
	struct graph *g;
	uint32_t line = 0;

	graph_options_init(&o, &l->view->query);
	g = graph_full(l->view, &o);
	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t at = r->line_of[g->node[i].frame];

		assert_int_not_equal(at, NONE);
		i64_sum(&self[at], g->node[i].self);
		i64_sum(&total[at], g->node[i].total);
	}
	for (uint32_t i = 0; i < r->n; i++)
		for (uint32_t k = 0; k < r->routine[i].n; k++, line++)
			if (r->routine[i].line[k].self.value != self[line] ||
				r->routine[i].line[k].total.value !=
					total[line])
				fail_msg("%s: %.*s line %" PRId64, file,
					STR_ARG(r->routine[i].name),
					r->routine[i].line[k].line);
	assert_int_equal(line, r->n_lines);
	graph_free(g);
	free(self);
	free(total);
	routines_free(r);
}

enum { PATH_MOST = 2000 };

/* The callees of each line, found by walking each stack from its end to the
   root: a pair counts once. */
static int64_t
called_slowly(const struct listing *l, const struct routines *r, uint32_t line,
	uint32_t callee)
{
	const struct tree *t = &l->view->full;
	int64_t sum = 0;

	for (node_id end = 1; end < t->n; end++) {
		bool found = false;

		for (node_id i = end; t->parent[i] != 0 && !found;
			i = t->parent[i])
			found = l->function[t->frame[i]] == callee &&
				r->line_of[t->frame[t->parent[i]]] == line;
		if (found)
			i64_sum(&sum, t->self.value[tree_self_row(t, end)]);
	}
	return sum;
}

static void
callees_agree_with_stacks(const struct listing *l, const char *file)
{
	struct footing all = footing_all(l->view);
	struct routines *r = routines_new(&all, false, wants_all, NULL);
	uint32_t line = 0;

	if (l->view->full.n > PATH_MOST) {
		routines_free(r);
		return;
	}
	routines_add_callees(r, l, &all);
	for (uint32_t i = 0; i < r->n; i++) {
		for (uint32_t k = 0; k < r->routine[i].n; k++, line++) {
			const struct line_sum *s = &r->routine[i].line[k];

			for (uint32_t c = 0; c < s->n_callees && c < 8; c++)
				if (s->callee[c].sum.value !=
					called_slowly(l, r, line,
						l->function[s->callee[c]
								    .frame]))
					fail_msg("%s: %.*s line %" PRId64, file,
						STR_ARG(r->routine[i].name),
						s->line);
		}
	}
	routines_free(r);
}

/* The lines of a place add up to it. */
static void
places_add_up(const struct listing *l, const struct view *v, const char *file)
{
	const struct tree *t = &v->full;
	uint32_t step = t->n / 100 + 1;

	for (node_id node = 1; node < t->n; node += step) {
		struct footing here;
		int64_t self = 0, total = 0;

		if (tree_live(t, node) == 0)
			continue;
		here = footing_place(l, v, node);
		for (frame_id f = 0; f < l->view->frames->n; f++) {
			i64_sum(&self, here.self.value[f]);
			i64_sum(&total, here.total.value[f]);
		}
		footing_fini(&here);
		if (self != t->self.value[tree_self_row(t, node)] ||
			total != t->total.value[tree_row(t, node)])
			fail_msg("%s: place %u", file, node);
	}
}

static unsigned
check_profile(const struct profile *p, const char *file)
{
	struct err err = ERR_INIT;
	struct engine *e = engine_new(p);
	struct query q;
	const struct view *v;
	struct listing *l;
	unsigned n = 0;

	query_init(&q);
	v = view_compute(e, &q, NULL, &err);
	l = v != NULL ? listing_new(e, &q, NULL, &err) : NULL;
	if (l != NULL) {
		agrees_with_graph(l, file);
		callees_agree_with_stacks(l, file);
		places_add_up(l, v, file);
		n = l->n_functions;
		listing_free(l);
	}
	view_unref(v);
	engine_free(e);
	return n;
}

/* A folder below testdata, and those in it. How many functions were looked at.
 */
static unsigned
check_folder(const char *root, const char *name)
{
	struct strbuf path = STRBUF_INIT;
	struct dirent *entry;
	unsigned n = 0;
	DIR *dir;

	strbuf_addf(&path, "%s/%s", root, name);
	dir = opendir(strbuf_c(&path));
	strbuf_free(&path);
	if (dir == NULL)
		return 0;
	while ((entry = readdir(dir)) != NULL) {
		struct str file = str_c(entry->d_name);
		struct err err = ERR_INIT;
		struct profile *p;
		struct bytes bytes;

		if (entry->d_name[0] == '.')
			continue;
		strbuf_reset(&path);
		strbuf_addf(&path, "%s%s%s", name, *name != '\0' ? "/" : "",
			entry->d_name);
		if (str_ends(file, STR(".pb.gz"))) {
			bytes = testdata(strbuf_c(&path));
			p = read_as("", bytes_str(&bytes), NULL, &err);
			if (p != NULL)
				n += check_profile(p, strbuf_c(&path));
			profile_unref(p);
			bytes_free(&bytes);
		} else {
			n += check_folder(root, strbuf_c(&path));
		}
	}
	(void)closedir(dir);
	strbuf_free(&path);
	return n;
}

TEST(lines_of_all_test_profiles_weigh_what_reports_have)
{
	struct strbuf root = STRBUF_INIT;

	strbuf_addf(&root, "%s/testdata", source_dir());
	assert_true(check_folder(strbuf_c(&root), "") > 2000);
	strbuf_free(&root);
}

static int64_t
moved_between(const char *base, const char *new)
{
	struct desk d = { .profile = diff_of_profiles(
				  stacks_read(new), stacks_read(base)) };
	struct footing f;
	struct routines *r;
	int64_t moved;

	d.engine = engine_new(d.profile);
	query_init(&d.query);
	desk_compute(&d, LISTING_LINES);
	f = footing_all(d.listing->view);
	r = routines_of(d.listing, &f, function_named(d.listing, "f"));
	assert_int_equal(r->n, 1);
	moved = routine_moved(&r->routine[0], d.listing->view);
	routines_free(r);
	footing_fini(&f);
	desk_fini(&d);
	return moved;
}

/* Lines of one side of a diff are new only where the function has stayed. */
TEST(a_function_has_moved_if_it_begins_elsewhere)
{
	assert_int_equal(moved_between("f<f.c=2:3> 4\nf<f.c=2:4> 3\n",
				 "f<f.c=5:6> 4\nf<f.c=5:7> 9\n"),
		3);
	assert_int_equal(moved_between("f<f.c=5:6> 4\n", "f<f.c=2:3> 4\n"), -3);
	assert_int_equal(moved_between("f<f.c=2:3> 4\n", "f<f.c=2:4> 4\n"), 0);
	/* Nothing is known, or not which of several. */
	assert_int_equal(moved_between("f<f.c:3> 4\n", "f<f.c:6> 4\n"), 0);
	assert_int_equal(moved_between("f<f.c=2:3> 4\nf<f.c=20:22> 4\n",
				 "f<f.c=5:6> 4\n"),
		0);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
