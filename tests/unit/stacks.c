/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles as text: see stacks.h. */
#include "prelude.h"

#include "stacks.h"

#include <inttypes.h>

#include "testing.h"

#include "base/hash.h"
#include "base/intern.h"
#include "base/vec.h"
#include "profile/builder.h"
#include "util_random.h"

struct reader {
	struct builder *b;
	struct arena arena;
	struct intern seen; /* texts of locations, functions, mappings */
	struct map64 loc, func, map; /* id in seen -> id */
	uint32_t n_types;
};

static void
bad(const char *what, struct str text)
{
	(void)fprintf(stderr, "stacks: %s: %.*s\n", what, STR_ARG(text));
	abort();
}

static int64_t
number(struct str s)
{
	int64_t v;

	if (!str_to_i64(s, &v))
		bad("not a number", s);
	return v;
}

/* "a<f.c=5:7:2>" without line and column is the function. */
static func_id
function(struct reader *r, struct str name, struct str file, int64_t start)
{
	struct strbuf key = STRBUF_INIT;
	uint32_t *known;
	uint32_t id;

	strbuf_addf(&key, "f%.*s<%.*s=%" PRId64, STR_ARG(name), STR_ARG(file),
		start);
	id = intern_copy(&r->seen, strbuf_str(&key));
	strbuf_free(&key);
	known = map64_at(&r->func, id);
	if (*known == NONE) {
		struct builder_function f = { .name = builder_string(
						      r->b, name),
			.system = builder_string(r->b, name),
			.file = builder_string(r->b, file),
			.start_line = start };

		*known = builder_function(r->b, &f);
	}
	return *known;
}

static map_id
mapping(struct reader *r, struct str file)
{
	uint32_t id = intern_copy(&r->seen, file);
	uint32_t *known = map64_at(&r->map, id);

	if (*known == NONE) {
		struct builder_mapping m = { .file = builder_string(
						     r->b, file) };

		*known = builder_mapping(r->b, &m);
	}
	return *known;
}

/* Decode "%40" to '@' in place of the text, in `room`. */
static struct str
decoded(struct str text, char room[256])
{
	static const char *const hex = "0123456789abcdef";
	size_t n = 0;

	for (size_t i = 0; i < text.n && n < 256; i++)
		if (text.p[i] == '%' && i + 2 < text.n) {
			room[n++] =
				(char)((strchr(hex, text.p[i + 1]) - hex) * 16 +
					(strchr(hex, text.p[i + 2]) - hex));
			i += 2;
		} else {
			room[n++] = text.p[i];
		}
	return str_from(room, n);
}

static struct builder_line
line_of(struct reader *r, struct str text)
{
	struct builder_line line = { .line = 0 };
	struct str name = str_cut(&text, '<'), file, start;
	int64_t from = 0;
	char a[256], b[256];

	if (text.n > 0 && text.p[text.n - 1] == '>')
		text.n--;
	file = str_cut(&text, ':');
	start = file;
	file = str_cut(&start, '=');
	if (start.n > 0)
		from = number(start);
	if (text.n > 0)
		line.line = number(str_cut(&text, ':'));
	if (text.n > 0)
		line.column = number(text);
	line.func = function(r, decoded(name, a), decoded(file, b), from);
	return line;
}

static loc_id
location(struct reader *r, struct str text)
{
	struct builder_location loc = { .map = NONE };
	struct builder_line line[8];
	uint32_t id = intern_copy(&r->seen, text);
	uint32_t *known = map64_at(&r->loc, id);
	struct str map = text, address;

	if (*known != NONE)
		return *known;
	text = str_cut(&map, '@');
	if (map.p != NULL)
		loc.map = mapping(r, map);
	address = text;
	text = str_cut(&address, '!');
	for (size_t i = 0; i < address.n; i++) {
		const char *digits = "0123456789abcdef";

		loc.address = loc.address * 16 +
			(uint64_t)(strchr(digits, address.p[i]) - digits);
	}
	while (text.n > 0 && loc.nlines < COUNT_OF(line)) {
		ptrdiff_t plus = str_rchr(text, '+');

		line[loc.nlines++] =
			line_of(r, str_skip(text, (size_t)(plus + 1)));
		text = str_sub(text, 0, plus < 0 ? 0 : (size_t)plus);
	}
	loc.line = line;
	*known = builder_location(r->b, &loc);
	return *known;
}

static struct label
label_of(struct reader *r, struct str text)
{
	struct str value = text, key = str_cut(&value, '=');
	struct label l = { .key = builder_string(r->b, key), .str = NONE };
	size_t i = value.n > 0 && value.p[0] == '-';
	size_t digits = i, letters;

	while (i < value.n && value.p[i] >= '0' && value.p[i] <= '9')
		i++;
	letters = i;
	while (i < value.n && value.p[i] >= 'a' && value.p[i] <= 'z')
		i++;
	if (i < value.n || letters == digits) {
		l.str = builder_string(r->b, value);
		return l;
	}
	l.num = number(str_sub(value, 0, letters));
	l.unit = builder_string(r->b, str_skip(value, letters));
	return l;
}

static void
add_types(struct reader *r, struct str list)
{
	while (list.n > 0) {
		struct str unit = str_cut(&list, ' ');
		struct str type = str_cut(&unit, '/');

		builder_type(r->b, builder_string(r->b, type),
			builder_string(r->b, unit));
		r->n_types++;
	}
}

static void
default_types(struct reader *r, struct str values)
{
	char name[16];

	while (values.p != NULL) {
		(void)str_cut(&values, ',');
		(void)snprintf(name, sizeof(name), "t%u", r->n_types++);
		builder_type(r->b, builder_string(r->b, str_c(name)),
			builder_string(r->b, STR("count")));
	}
}

static void
add_sample(struct reader *r, struct str text)
{
	struct str labels = text, values, stack;
	struct label label[16];
	int64_t value[16] = { 0 };
	size_t n_labels = 0, n = 0;
	node_id at = 0;
	ptrdiff_t blank;

	text = str_trim(str_cut(&labels, '{'));
	if (labels.n > 0)
		labels.n--;
	blank = str_rchr(text, ' ');
	if (blank < 0)
		bad("no value", text);
	stack = str_trim(str_sub(text, 0, (size_t)blank));
	values = str_skip(text, (size_t)blank + 1);
	if (r->n_types == 0)
		default_types(r, values);
	while (values.n > 0 && n < COUNT_OF(value))
		value[n++] = number(str_cut(&values, ','));
	while (labels.n > 0 && n_labels < COUNT_OF(label))
		label[n_labels++] = label_of(r, str_cut(&labels, ' '));
	if (str_is(stack, "-"))
		stack = STR_EMPTY;
	while (stack.n > 0)
		at = builder_step(r->b, at, location(r, str_cut(&stack, ';')));
	(void)builder_sample(
		r->b, at, builder_labels(r->b, label, n_labels), value);
}

/* "cpu/nanoseconds 10000000" */
static void
set_period(struct reader *r, struct str text)
{
	struct header *h = builder_header(r->b);
	struct str type = str_cut(&text, '/'), unit = str_cut(&text, ' ');

	h->period_type = builder_string(r->b, type);
	h->period_unit = builder_string(r->b, unit);
	h->period = number(text);
}

struct profile *
stacks_read(const char *text)
{
	struct reader r = { .b = builder_new(0) };
	struct str rest = str_c(text);
	struct err err = ERR_INIT;
	struct profile *p;

	intern_init(&r.seen, &r.arena);
	while (rest.n > 0) {
		struct str line = str_trim(str_cut(&rest, '\n'));

		if (str_starts(line, STR("types ")))
			add_types(&r, str_skip(line, 6));
		else if (str_starts(line, STR("drop ")))
			builder_header(r.b)->drop_frames =
				builder_string(r.b, str_skip(line, 5));
		else if (str_starts(line, STR("keep ")))
			builder_header(r.b)->keep_frames =
				builder_string(r.b, str_skip(line, 5));
		else if (str_starts(line, STR("period ")))
			set_period(&r, str_skip(line, 7));
		else if (str_starts(line, STR("duration ")))
			builder_header(r.b)->duration_nanos =
				number(str_skip(line, 9));
		else if (line.n > 0 && line.p[0] != '#')
			add_sample(&r, line);
	}
	p = builder_seal(r.b, &err);
	if (p == NULL)
		bad(err.msg, str_c(text));
	map64_free(&r.loc);
	map64_free(&r.func);
	map64_free(&r.map);
	intern_fini(&r.seen);
	arena_free(&r.arena);
	return p;
}

void
stacks_put_random(
	struct strbuf *out, uint64_t *state, unsigned names, unsigned deep)
{
	unsigned n = (unsigned)(random_next(state) % deep);

	for (unsigned k = 0; k < n; k++) {
		strbuf_addf(out, "%sf%u", k > 0 ? ";" : "",
			(unsigned)(random_next(state) % names));
		if (random_next(state) % 4 == 0)
			strbuf_addf(out, "+f%u",
				(unsigned)(random_next(state) % 2));
	}
	strbuf_addstr(out, n == 0 ? "-" : "");
}

static int
by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

static void
print_path(struct strbuf *out, const struct frames *frames,
	const struct tree *t, node_id node)
{
	if (t->parent[node] != 0) {
		print_path(out, frames, t, t->parent[node]);
		strbuf_addch(out, ';');
	}
	strbuf_add(out, frames->frame[t->frame[node]].text);
	if ((t->flags[node] & TREE_INLINE) != 0)
		strbuf_addch(out, '~');
}

void
stacks_print(
	struct strbuf *out, const struct frames *frames, const struct tree *t)
{
	VEC(struct str) lines = { 0 };

	for (node_id i = 0; i < t->n; i++) {
		struct strbuf line = STRBUF_INIT;

		if ((tree_live(t, i) & LIVE_ENDS) == 0)
			continue;
		if (i == 0)
			strbuf_addch(&line, '-');
		else
			print_path(&line, frames, t, i);
		strbuf_addf(
			&line, " %" PRId64, t->self.value[tree_self_row(t, i)]);
		if (t->self.div != NULL)
			strbuf_addf(&line, "/%" PRId64,
				t->self.div[tree_self_row(t, i)]);
		strbuf_addch(&line, '\n');
		vec_push(&lines, strbuf_str(&line));
	}
	if (lines.n > 0)
		qsort(lines.p, lines.n, sizeof(*lines.p), by_text);
	for (size_t i = 0; i < lines.n; i++) {
		strbuf_add(out, lines.p[i]);
		free((char *)(uintptr_t)lines.p[i].p);
	}
	vec_free(&lines);
}

void
stacks_query(struct strbuf *out, const struct profile *p, const struct query *q)
{
	struct engine *e = engine_new(p);
	struct err err = ERR_INIT;
	const struct view *v = view_compute(e, q, NULL, &err);

	if (v == NULL) {
		strbuf_addf(out, "error: %s\n", err.msg);
	} else {
		stacks_print(out, v->frames, &v->full);
	}
	view_unref(v);
	engine_free(e);
}

void
stacks_query_is(const char *profile, const struct query *q, const char *want)
{
	struct profile *p = stacks_read(profile);
	struct strbuf got = STRBUF_INIT;

	stacks_query(&got, p, q);
	assert_string_equal(strbuf_c(&got), want);
	strbuf_free(&got);
	profile_unref(p);
}
