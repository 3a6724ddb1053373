/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views for tests: see util_view.h. */
#include "prelude.h"

#include "util_view.h"

#include "testing.h"

#include "base/hash.h"
#include "profile/builder.h"
#include "profile/merge.h"

enum { DEPTH_MAX = 4096 };

/* "name@file:line!object" */
static void
parse_frame(struct builder *b, struct str text, struct builder_line *line,
	struct str *object)
{
	struct builder_function fn = { .id = 0 };
	ptrdiff_t at;
	int64_t number = 0;
	struct str file = STR_EMPTY;

	if ((at = str_chr(text, '!')) >= 0) {
		*object = str_skip(text, (size_t)at + 1);
		text = str_sub(text, 0, (size_t)at);
	}
	if ((at = str_chr(text, '@')) >= 0) {
		file = str_skip(text, (size_t)at + 1);
		text = str_sub(text, 0, (size_t)at);
		at = str_rchr(file, ':');
		assert_true(at > 0);
		assert_true(
			str_to_i64(str_skip(file, (size_t)at + 1), &number));
		file = str_sub(file, 0, (size_t)at);
	}
	fn.name = fn.system = builder_string(b, text);
	fn.file = builder_string(b, file);
	*line = (struct builder_line){ .func = builder_function(b, &fn),
		.line = number };
}

static loc_id
add_location(struct builder *b, const struct builder_line *line, size_t n,
	struct str object)
{
	struct builder_line inner_first[64];
	struct builder_location loc = {
		.map = NONE, .line = inner_first, .nlines = n
	};

	assert_true(n <= COUNT_OF(inner_first));
	for (size_t i = 0; i < n; i++)
		inner_first[i] = line[n - 1 - i];
	if (object.n > 0) {
		struct builder_mapping m = { .start = 0,
			.limit = 1 << 20,
			.file = builder_string(b, object) };

		loc.map = builder_mapping(b, &m);
	}
	return builder_location(b, &loc);
}

static void
add_line(struct builder *b, struct intern *seen, loc_id *known, struct str s)
{
	static loc_id stack[DEPTH_MAX], leaf_first[DEPTH_MAX];
	ptrdiff_t blank = str_rchr(s, ' ');
	int64_t value;
	size_t n = 0;

	assert_true(blank > 0);
	assert_true(str_to_i64(str_skip(s, (size_t)blank + 1), &value));
	s = str_sub(s, 0, (size_t)blank);
	while (s.n > 0) {
		struct builder_line line[64];
		struct str object = STR_EMPTY, start = s;
		size_t lines = 0;
		uint32_t id;

		do {
			ptrdiff_t semi = str_chr(s, ';');
			struct str part =
				semi < 0 ? s : str_sub(s, 0, (size_t)semi);

			if (part.p[0] == '~')
				part = str_skip(part, 1);
			parse_frame(b, part, &line[lines++], &object);
			s = semi < 0 ? STR_EMPTY
				     : str_skip(s, (size_t)semi + 1);
		} while (s.n > 0 && s.p[0] == '~');
		/* Equal text, equal location. */
		start.n = s.n > 0 ? (size_t)(s.p - start.p) : start.n;
		if (s.n > 0)
			start.n--;
		id = intern_find(seen, start);
		if (id == NONE) {
			id = intern_borrowed(seen, start);
			known[id] = add_location(b, line, lines, object);
		}
		assert_true(n < DEPTH_MAX);
		stack[n++] = known[id];
	}
	for (size_t i = 0; i < n; i++)
		leaf_first[i] = stack[n - 1 - i];
	assert_int_equal(builder_sample(b, builder_stack(b, leaf_first, n),
				 builder_labels(b, NULL, 0), &value),
		0);
}

struct profile *
diff_of_profiles(struct profile *new, struct profile *base)
{
	static const double minus[] = { -1 };
	const struct merge_options options = { .clamps = true };
	struct merge_part part[] = {
		{ .profile = new, .name = STR("new") },
		{ .profile = base,
			.name = STR("base"),
			.is_base = true,
			.ratio = minus },
	};
	struct err err = ERR_INIT;
	struct profile *p = merge_profiles(part, 2, &options, &err);

	assert_non_null(p);
	profile_unref(new);
	profile_unref(base);
	return p;
}

void
grid_is(const struct grid *g, const char *want)
{
	struct strbuf text = STRBUF_INIT;

	grid_text(g, &text);
	assert_string_equal(strbuf_c(&text), want);
	strbuf_free(&text);
}

struct profile *
seal_checked(struct builder *b)
{
	struct err err = ERR_INIT;
	struct profile *p = builder_seal(b, &err);

	if (p == NULL)
		fail_msg("%s", err.msg);
	assert_true(profile_check(p));
	return p;
}

void
fixture_init(struct fixture *f, const char *folded, const char *unit,
	const struct query *query)
{
	static loc_id known[1 << 17];
	struct builder *b = builder_new(0);
	struct arena arena = ARENA_INIT;
	struct str s = str_c(folded);
	struct intern seen;

	intern_init(&seen, &arena);
	builder_type(b, builder_string(b, STR("cpu")),
		builder_string(b, str_c(unit)));
	while (s.n > 0) {
		ptrdiff_t end = str_chr(s, '\n');
		struct str line = end < 0 ? s : str_sub(s, 0, (size_t)end);

		s = end < 0 ? STR_EMPTY : str_skip(s, (size_t)end + 1);
		if (line.n > 0)
			add_line(b, &seen, known, line);
	}
	intern_fini(&seen);
	arena_free(&arena);
	f->profile = seal_checked(b);
	f->engine = engine_new(f->profile);
	f->view = NULL;
	fixture_query(f, query);
}

void
fixture_query(struct fixture *f, const struct query *query)
{
	struct query defaults;
	struct err err = ERR_INIT;

	query_init(&defaults);
	view_unref(f->view);
	f->view = view_compute(
		f->engine, query != NULL ? query : &defaults, NULL, &err);
	if (f->view == NULL)
		fail_msg("%s", err.msg);
}

void
fixture_fini(struct fixture *f)
{
	view_unref(f->view);
	engine_free(f->engine);
	profile_unref(f->profile);
}

frame_id
fixture_frame(const struct fixture *f, const char *name)
{
	frame_id frame = frames_find(f->view->frames, str_c(name));

	assert_true(frame != NONE);
	return frame;
}

node_id
fixture_node(const struct fixture *f, const struct tree *t, const char *path)
{
	struct str s = str_c(path);
	node_id node = 0;

	while (s.n > 0) {
		ptrdiff_t semi = str_chr(s, ';');
		struct str part = semi < 0 ? s : str_sub(s, 0, (size_t)semi);
		node_id k;

		for (k = t->first[node]; k != 0; k = t->next[k])
			if (str_eq(f->view->frames->frame[t->frame[k]].text,
				    part))
				break;
		if (k == 0)
			return NONE;
		node = k;
		s = semi < 0 ? STR_EMPTY : str_skip(s, (size_t)semi + 1);
	}
	return node;
}
