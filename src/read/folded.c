/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads folded stacks: one stack per line, root first, and a count.
 *
 *     # made by hand
 *     web;serve;parse json 12
 *     web;serve 3
 *
 * In a differential file, from flamegraph's difffolded.pl, every line ends in
 * two numbers, before and after: it is a diff. Equal stacks are summed, in the
 * order in which they first occur. If numbers have fractions, all are
 * multiplied by a power of ten, shown by the unit: thousandths.
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/hash.h"
#include "base/intern.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "profile/labels.h"
#include "profile/unit.h"
#include "read/lines.h"
#include "read/reader.h"
#include "read/rows.h"

/* ---- Parsing of lines ---- */

/* A line of folded stacks is parsed from the right, so that frames may contain
   blanks and end in numbers:

       main;parse json;f 12 5
       '---- stack ------' value
       '-- outer ----' before value     (in differential files) */

/* A number as written: [+-]digits[.digits][e[+-]digits]. */
struct folded_number {
	bool negative;
	struct str whole, fraction; /* the fraction without trailing zeros */
	int exponent;
};

enum folded_kind { FOLDED_BLANK, FOLDED_RECORD, FOLDED_BAD };

struct folded_record {
	struct str stack;
	struct folded_number value;
	bool two;                    /* the line has two numbers: */
	struct str outer;            /* `stack` without the first number */
	struct folded_number before; /* the first number */
};

enum {
	DIGITS_MAX = UNIT_DECIMALS_MAX, /* decimals kept of a number */
	EXPONENT_MAX = 4000,
};

static bool
folded_sign(struct str *s)
{
	bool minus = s->n > 0 && s->p[0] == '-';

	if (minus || (s->n > 0 && s->p[0] == '+'))
		*s = str_skip(*s, 1);
	return minus;
}

static bool
folded_number(struct str s, struct folded_number *out)
{
	*out = (struct folded_number){ .negative = folded_sign(&s) };
	out->whole = str_cut_digits(&s);
	if (out->whole.n == 0)
		return false;
	if (s.n > 0 && s.p[0] == '.') {
		s = str_skip(s, 1);
		out->fraction = str_cut_digits(&s);
	}
	if (s.n > 0 && (s.p[0] == 'e' || s.p[0] == 'E')) {
		bool minus;
		struct str exp;
		int64_t e = EXPONENT_MAX;

		s = str_skip(s, 1);
		minus = folded_sign(&s);
		exp = str_cut_digits(&s);
		if (exp.n == 0)
			return false;
		if (!str_to_i64(exp, &e) || e > EXPONENT_MAX)
			e = EXPONENT_MAX;
		out->exponent = minus ? -(int)e : (int)e;
	}
	while (out->fraction.n > 0 &&
		out->fraction.p[out->fraction.n - 1] == '0')
		out->fraction.n--;
	return s.n == 0;
}

/* Return the number of decimals, at most 6. */
static int
folded_digits(const struct folded_number *v)
{
	int64_t n = (int64_t)v->fraction.n - v->exponent;

	return clamp_int(n, 0, DIGITS_MAX);
}

/* Return the number times 10^shift, rounded half away from zero. If that
   does not fit, *clipped is incremented. */
static int64_t
folded_scaled(const struct folded_number *v, int shift, size_t *clipped)
{
	const uint64_t max = (uint64_t)INT64_MAX + v->negative;
	int64_t keep = (int64_t)v->whole.n + v->exponent + shift;
	int64_t all = (int64_t)(v->whole.n + v->fraction.n);
	uint64_t sum = 0;
	bool fits = true;

	/* Append zeros after the digits, unless all digits are zeros. */
	for (int64_t i = 0; fits && i < keep && (i < all || sum > 0); i++) {
		size_t at = (size_t)i;
		unsigned digit = 0;

		if (at < v->whole.n)
			digit = (unsigned)(v->whole.p[at] - '0');
		else if (i < all)
			digit = (unsigned)(v->fraction.p[at - v->whole.n] -
				'0');
		fits = sum <= (max - digit) / 10;
		sum = sum * 10 + digit;
	}
	if (fits && keep >= 0 && keep < all) {
		size_t at = (size_t)keep;
		char next = at < v->whole.n ? v->whole.p[at]
					    : v->fraction.p[at - v->whole.n];

		fits = next < '5' || sum < max;
		sum += next >= '5';
	}
	if (!fits) {
		++*clipped;
		sum = max;
	}
	return (int64_t)(v->negative ? 0 - sum : sum);
}

static bool
is_folded_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Cut the last word and the blanks before it off s. False if s has no blank,
   that is, at most one word. */
static bool
cut_last_word(struct str *s, struct str *word)
{
	size_t at = s->n;

	while (at > 0 && !is_folded_blank(s->p[at - 1]))
		at--;
	*word = str_skip(*s, at);
	s->n = at;
	while (s->n > 0 && is_folded_blank(s->p[s->n - 1]))
		s->n--;
	return at > 0;
}

/* True for "# word: ", a comment that several programs write. */
static bool
is_folded_comment(struct str line)
{
	ptrdiff_t colon = str_find(line, STR(": "), 0);

	if (!str_starts(line, STR("# ")) || colon <= 2)
		return false;
	for (ptrdiff_t i = 2; i < colon; i++)
		if (is_folded_blank(line.p[i]) || line.p[i] == ';')
			return false;
	return true;
}

/* Parse a line into r. Comments are blank, unless they parse as records. */
static enum folded_kind
folded_parse_line(struct str line, struct folded_record *r)
{
	struct str word, stack;

	while (line.n > 0 &&
		(is_folded_blank(line.p[line.n - 1]) ||
			line.p[line.n - 1] == '\r'))
		line.n--;
	if (line.n == 0 || is_folded_comment(line))
		return FOLDED_BLANK;
	r->stack = line;
	(void)cut_last_word(&r->stack, &word);
	if (!folded_number(word, &r->value))
		return line.p[0] == '#' ? FOLDED_BLANK : FOLDED_BAD;
	stack = r->stack;
	r->two = cut_last_word(&stack, &word) && stack.n > 0 &&
		folded_number(word, &r->before);
	r->outer = stack;
	return FOLDED_RECORD;
}

/* ---- Frames as locations ---- */

/* Frames of folded stacks become locations, with the marks in their text:

       sys_read_[k]   kernel           parse_[j]    compiled at run time
       inner_[i]      inlined into     run_[0]      interpreted
		      the one before   wake_[w]     stack of a waker
       a;b;-;sys_read                  kernel after "-"
       a;b;--;wake                     a waker's stack after "--"
       serve (app/views.py:12)         py-spy        \  file and line, if
       serve - app/views.rb:12         rbspy          > most frames of the
       serve:views.c:12                perf, srcline /  file look like this
       tid:8;app.py:serve:12           Python's profiling.sampling: the thread
				       becomes a label

   Marks become mappings: [kernel], [jit], [interpreter], [waker]. The original
   text is kept as the system name. */

enum {
	LOOK_LINES = 1000, /* lines read to find the dialect */
};

enum folded_mark { PLAIN, KERNEL, JIT, INTERPRETED, WAKER, INLINED, MARKS };

static const char *const mark_map[MARKS] = { NULL, "[kernel]", "[jit]",
	"[interpreter]", "[waker]", NULL };

static const struct {
	char letter;
	enum folded_mark mark;
} suffixes[] = { { 'k', KERNEL }, { 'i', INLINED }, { 'j', JIT },
	{ 'w', WAKER }, { '0', INTERPRETED }, { '1', JIT } };

/* A frame, split into its function and position. */
struct folded_split {
	struct str name, file;
	int64_t line; /* 0: not given */
};

typedef bool split_fn(struct str text, struct folded_split *out);

struct folded_frames {
	struct builder *b;
	split_fn *split;           /* splits frames; NULL: no dialect */
	struct intern seen[MARKS]; /* texts of locations, by mark */
	VEC(loc_id) loc[MARKS];    /* [mark][id in seen] */
	struct map64 func_of;      /* (name, file) -> function */
	struct map64 system_of;    /* (system name, file) -> function */
	struct map64 map_of;
	VEC(struct builder_line) line; /* scratch */
	size_t empty;
};

/* Split "file.py:12", or only "file.py". */
static bool
split_place(struct str s, struct folded_split *out)
{
	ptrdiff_t colon = str_rchr(s, ':');

	out->file = s;
	out->line = 0;
	if (colon > 0 && str_to_i64(str_skip(s, (size_t)colon + 1), &out->line))
		out->file = str_sub(s, 0, (size_t)colon);
	else
		out->line = 0;
	return out->file.n > 0 && out->line >= 0;
}

/* "serve (app/views.py:12)" */
static bool
split_python(struct str s, struct folded_split *out)
{
	ptrdiff_t at = str_bracket(s);

	if (at < 2 || s.p[at - 1] != ' ' ||
		!split_place(str_sub(s, (size_t)at + 1, s.n - 1), out))
		return false;
	out->name = str_sub(s, 0, (size_t)at - 1);
	return out->line > 0 || str_ends(out->file, STR(".py"));
}

/* "serve - app/views.rb:12" */
static bool
split_ruby(struct str s, struct folded_split *out)
{
	ptrdiff_t at = str_rfind(s, STR(" - "));

	if (at <= 0 || !split_place(str_skip(s, (size_t)at + 3), out))
		return false;
	out->name = str_sub(s, 0, (size_t)at);
	return out->line > 0;
}

/* "serve:views.c:12" */
static bool
split_srcline(struct str s, struct folded_split *out)
{
	struct str name;
	ptrdiff_t at;

	if (!split_place(s, out) || out->line == 0)
		return false;
	name = out->file;
	at = str_rchr(name, ':');
	if (at <= 0 || name.p[at - 1] == ':')
		return false;
	out->name = str_sub(name, 0, (size_t)at);
	out->file = str_skip(name, (size_t)at + 1);
	return str_chr(out->file, '.') > 0;
}

/* "app.py:serve:12"; other frames are names. */
static bool
split_sampling(struct str s, struct folded_split *out)
{
	ptrdiff_t colon;

	if (!split_place(s, out) || out->file.n == s.n)
		return false;
	s = out->file;
	colon = str_rchr(s, ':');
	if (colon <= 0)
		return false;
	out->file = str_sub(s, 0, (size_t)colon);
	out->name = str_skip(s, (size_t)colon + 1);
	return out->name.n > 0;
}

/* Cut "tid:8;" off the front of a stack. */
static bool
cut_thread(struct str *stack, int64_t *tid)
{
	struct str rest = *stack, frame = str_cut(&rest, ';');

	if (!str_starts(frame, STR("tid:")) ||
		!str_to_i64(str_skip(frame, 4), tid) || *tid < 0)
		return false;
	*stack = rest;
	return true;
}

static split_fn *const dialects[] = { split_python, split_ruby, split_srcline };

/* Return the dialect of at least 80% of the first frames, or NULL. */
static split_fn *
find_dialect(struct str bytes)
{
	size_t hits[COUNT_OF(dialects)] = { 0 }, n = 0;
	size_t records = 0, threads = 0;
	struct lines lines;
	struct str line;

	lines_init(&lines, bytes, NULL);
	while (lines.number < LOOK_LINES && lines_next(&lines, &line)) {
		struct folded_record r;
		struct str rest;
		int64_t tid;

		if (folded_parse_line(line, &r) != FOLDED_RECORD)
			continue;
		rest = r.stack;
		records++;
		threads += cut_thread(&rest, &tid);
		for (rest = r.stack; rest.n > 0; n++) {
			struct str frame = str_cut(&rest, ';');
			struct folded_split ignored;

			for (size_t d = 0; d < COUNT_OF(dialects); d++)
				hits[d] += dialects[d](frame, &ignored);
		}
	}
	if (threads > 0 && threads * 5 >= records * 4)
		return split_sampling;
	for (size_t d = 0; d < COUNT_OF(dialects); d++)
		if (hits[d] > 0 && hits[d] * 5 >= n * 4)
			return dialects[d];
	return NULL;
}

/* Cut a mark such as "_[k]" off s and return it, or PLAIN. */
static enum folded_mark
cut_mark(struct str *s)
{
	const char *end = s->p + s->n;

	if (s->n <= 4 || end[-4] != '_' || end[-3] != '[' || end[-1] != ']')
		return PLAIN;
	for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
		if (suffixes[i].letter != end[-2])
			continue;
		s->n -= 4;
		return suffixes[i].mark;
	}
	return PLAIN;
}

/* Return the id of text, with a ';' for each Greek question mark, which
   report/folded.c writes in place of a ';' in a name. */
static str_id
folded_name(struct builder *b, struct str text)
{
	struct strbuf plain = STRBUF_INIT;
	ptrdiff_t at = str_find(text, STR(FOLDED_SEMICOLON), 0);
	str_id id;

	if (at < 0)
		return builder_string(b, text);
	while ((at = str_find(text, STR(FOLDED_SEMICOLON), 0)) >= 0) {
		strbuf_add(&plain, str_sub(text, 0, (size_t)at));
		strbuf_addch(&plain, ';');
		text = str_skip(text, (size_t)at + 2);
	}
	strbuf_add(&plain, text);
	id = builder_string(b, strbuf_str(&plain));
	strbuf_free(&plain);
	return id;
}

/* Return the location of a frame with those inlined into it:
   "a;b_[i];c_[i]". */
static loc_id
folded_location(
	struct folded_frames *f, struct str text, enum folded_mark where)
{
	struct builder_location row = { .map = NONE };
	uint32_t seen = intern_borrowed(&f->seen[where], text);
	enum folded_mark mark = PLAIN, last;
	const char *map;

	if (seen < f->loc[where].n)
		return f->loc[where].p[seen];
	f->line.n = 0;
	while (text.n > 0) {
		struct str frame = str_cut(&text, ';');
		struct str line_text;
		struct builder_function line_row = { .file = 0 };
		struct builder_line line = { .func = 0 };
		struct folded_split split;
		struct str whole;

		if (frame.n == 0)
			continue;
		/* Each frame becomes a line of the location. */
		line_text = frame;
		split = (struct folded_split){ .name = line_text };
		whole = line_text;
		last = cut_mark(&line_text);
		split.name = line_text;
		if (f->split != NULL && !f->split(line_text, &split))
			split = (struct folded_split){ .name = line_text };
		line_row.name = folded_name(f->b, split.name);
		line_row.file = builder_string(f->b, split.file);
		line_row.system = last == PLAIN ? 0 : folded_name(f->b, whole);
		line.line = split.line;
		/* The key of a function is (name, file), or (marked text,
		   file). */
		line.func = line_row.system == 0
			? loctable_function(&f->func_of,
				  (uint64_t)line_row.name << 32 | line_row.file,
				  f->b, &line_row)
			: loctable_function(&f->system_of,
				  (uint64_t)line_row.system << 32 |
					  line_row.file,
				  f->b, &line_row);
		vec_push(&f->line, line);
		if (mark == PLAIN && last != INLINED)
			mark = last;
	}
	/* The innermost frame comes first. */
	vec_reverse(struct builder_line, &f->line);
	map = mark_map[mark == PLAIN ? where : mark];
	/* The first mapping is the main binary, which is unknown. */
	if (map != NULL)
		(void)loctable_mapping(&f->map_of, f->b, 0, 0);
	if (map != NULL)
		row.map = loctable_mapping(
			&f->map_of, f->b, builder_string(f->b, str_c(map)), 0);
	row.line = f->line.p;
	row.nlines = f->line.n;
	vec_push(&f->loc[where], builder_location(f->b, &row));
	return f->loc[where].p[seen];
}

/* Return the node of a stack, root first; NONE at the builder's limit. */
static node_id
folded_frames_stack(struct folded_frames *f, struct str stack)
{
	enum folded_mark where = PLAIN;
	node_id node = 0;

	f->empty += stack.n > 0 && stack.p[stack.n - 1] == ';';
	while (stack.n > 0) {
		struct str text = str_cut(&stack, ';'), next = stack, frame;

		if (text.n == 0) {
			f->empty++;
			continue;
		}
		while (next.n > 0) {
			const char *end;

			frame = str_cut(&next, ';');
			end = frame.p + frame.n;
			if (cut_mark(&frame) != INLINED)
				break;
			text.n = (size_t)(end - text.p);
			stack = next;
		}
		node = builder_step(
			f->b, node, folded_location(f, text, where));
		if (str_is(text, "-"))
			where = KERNEL;
		else if (str_is(text, "--"))
			where = WAKER;
	}
	return node;
}

/* ---- The file ---- */

/* True for a line of a table: it ends in at least three numbers. */
static bool
is_folded_table(const struct folded_record *r)
{
	struct str word, rest = r->outer;
	struct folded_number number;

	return r->two && cut_last_word(&rest, &word) &&
		folded_number(word, &number);
}

enum {
	SNIFF_LINES = 100, /* 90% of them must be records */
	SNIFF_FLAT = 90,   /* stacks of one frame */
	DIFF_LINES = 1000, /* a diff if all of these have two numbers */
};

static int
folded_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct folded_record r;
	struct str line;
	size_t records = 0, stacks = 0, all = 0, first_bad = 0, tables = 0;
	bool deep = false;

	lines_init(&lines, bytes, NULL);
	while (all < SNIFF_LINES && lines_next(&lines, &line)) {
		enum folded_kind kind = folded_parse_line(line, &r);

		if (kind == FOLDED_BLANK)
			continue;
		all++;
		records += kind == FOLDED_RECORD;
		stacks += kind == FOLDED_RECORD && r.stack.n > 0;
		deep |= kind == FOLDED_RECORD && str_chr(r.stack, ';') >= 0;
		tables += kind == FOLDED_RECORD && is_folded_table(&r);
		if (kind == FOLDED_BAD && first_bad == 0)
			first_bad = lines.number;
	}
	if (all == 0)
		return SNIFF_DAMAGED;
	if (!deep && tables * 2 > all) {
		strbuf_addstr(why, "a table: several numbers in a line, no ;");
		return SNIFF_NEAR;
	}
	/* Lines of a log may end in numbers as well. */
	if (stacks > 0 && records * 10 >= all * 9)
		return deep ? SNIFF_YES : SNIFF_FLAT;
	if (first_bad > 0)
		strbuf_addf(why, "line %zu: no number at its end", first_bad);
	else
		strbuf_addstr(why, "numbers without stacks");
	return (int)(records * SNIFF_NEAR / all);
}

/* Look for two numbers at the end of each of the first lines. */
static int
difffolded_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct folded_record r;
	struct str line;
	size_t records = 0, tables = 0;
	bool deep = false;

	(void)why;
	lines_init(&lines, bytes, NULL);
	while (records < DIFF_LINES && lines_next(&lines, &line)) {
		enum folded_kind kind = folded_parse_line(line, &r);

		if (kind == FOLDED_BLANK)
			continue;
		if (kind == FOLDED_BAD || !r.two)
			return SNIFF_NO;
		deep |= records < SNIFF_LINES && str_chr(r.stack, ';') >= 0;
		tables += is_folded_table(&r);
		records++;
	}
	if (records == 0 || (!deep && tables * 2 > records))
		return SNIFF_NO;
	return deep ? SNIFF_YES : SNIFF_FLAT;
}

enum { VALUE, BEFORE, NUMBERS };

struct folded {
	struct read_job *job;
	struct folded_frames frames;
	bool is_diff;
	int shift;        /* values are multiplied by 10^shift */
	struct rows rows; /* with NUMBERS columns */
	size_t lines, records, bad, first_bad, clipped;
	struct str bad_text; /* the first bad line */
};

/* Raise the shift for more decimals, and scale the values read so far. */
static void
raise_shift(struct folded *f, int shift)
{
	for (; f->shift < shift; f->shift++)
		for (size_t i = 0; i < f->rows.value.n; i++) {
			int64_t *v = &f->rows.value.p[i], old = *v;

			if (!__builtin_mul_overflow(old, 10, v))
				continue;
			f->clipped++;
			*v = old < 0 ? INT64_MIN : INT64_MAX;
		}
}

/* Cut the thread off a stack and return the set of its label. */
static lset_id
folded_thread(struct folded *f, struct str *stack)
{
	struct builder *b = f->job->builder;
	struct label tid = { .str = NONE };

	if (f->is_diff || f->frames.split != split_sampling ||
		!cut_thread(stack, &tid.num))
		return 0;
	tid.key = builder_string(b, STR("tid"));
	return tid.key == NONE ? 0 : builder_labels(b, &tid, 1);
}

static int
folded_records(struct folded *f, struct err *err)
{
	struct lines lines;
	struct folded_record r;
	struct str line;

	lines_init(&lines, f->job->bytes, f->job);
	while (lines_next(&lines, &line)) {
		enum folded_kind kind = folded_parse_line(line, &r);
		int64_t number[NUMBERS] = { 0 };
		struct str stack;
		lset_id labels;
		node_id leaf;

		if (kind == FOLDED_RECORD && f->is_diff && !r.two)
			kind = FOLDED_BAD;
		if (kind == FOLDED_BAD && f->bad++ == 0) {
			f->first_bad = lines.number;
			f->bad_text = line;
		}
		if (kind != FOLDED_RECORD)
			continue;
		f->records++;
		stack = f->is_diff ? r.outer : r.stack;
		labels = folded_thread(f, &stack);
		leaf = folded_frames_stack(&f->frames, stack);
		raise_shift(f, folded_digits(&r.value));
		if (f->is_diff)
			raise_shift(f, folded_digits(&r.before));
		number[VALUE] = folded_scaled(&r.value, f->shift, &f->clipped);
		if (f->is_diff)
			number[BEFORE] =
				folded_scaled(&r.before, f->shift, &f->clipped);
		rows_add(&f->rows, leaf, labels, number, 0);
	}
	if (lines_end(&lines, err) != 0)
		return -1;
	f->lines = lines.number;
	/* Accept one bad line for every ten records, or any number with
	   -format=folded. */
	if (f->bad * 10 > f->records && (!f->job->asked || f->records == 0))
		return read_bad_line(err,
			f->is_diff ? "no numbers at the end of"
				   : "no number at the end of",
			f->bad_text, f->first_bad);
	if (f->records == 0)
		return err_set(err, ERR_FORMAT,
			"no samples: all %zu lines are blank or comments",
			lines.number);
	return 0;
}

static int
folded_read_as(struct read_job *job, bool is_diff, struct err *err)
{
	struct builder *b = job->builder;
	struct folded f = { .job = job,
		.is_diff = is_diff,
		.frames = { .b = b, .split = find_dialect(job->bytes) } };
	int result = -1;

	for (int m = 0; m < MARKS; m++) {
		/* Text 0 is "", which is not a frame. */
		intern_init(&f.frames.seen[m], NULL);
		vec_push(&f.frames.loc[m], NONE);
	}
	rows_init(&f.rows, b, NUMBERS, false);

	if (folded_records(&f, err) == 0) {
		struct builder *samples_b = f.job->builder;
		struct label base = { .key = builder_string(
					      samples_b, STR(LABEL_BASE)),
			.str = builder_string(samples_b, STR("true")) };
		lset_id set = 0;

		read_type(b, STR("samples"), unit_of_decimals(f.shift));
		builder_header(samples_b)->has_base = f.is_diff;
		if (f.is_diff && base.key != NONE && base.str != NONE)
			set = builder_labels(samples_b, &base, 1);
		for (size_t i = 0;
			i < f.rows.n && builder_err(samples_b) == NULL; i++) {
			node_id leaf = f.rows.leaf.p[i];
			const int64_t *number = &f.rows.value.p[i * NUMBERS];
			int64_t before = number[BEFORE] == INT64_MIN
				? INT64_MAX
				: -number[BEFORE];

			/* In a diff, 0 means absent from that file. */
			if (!f.is_diff || number[VALUE] != 0 || before == 0)
				(void)builder_sample(samples_b, leaf,
					f.rows.labels.p[i], &number[VALUE]);
			if (f.is_diff && before != 0)
				(void)builder_sample(
					samples_b, leaf, set, &before);
		}
		if (read_check(samples_b, err) == 0) {
			size_t empty = f.frames.empty;
			size_t clipped = f.clipped + f.rows.clipped;
			struct warnings *warnings = f.job->warnings;

			if (clipped > 0)
				warnings_add(warnings,
					"values beyond 64 bits: %zu were "
					"clamped",
					clipped);
			if (empty > 0)
				warnings_add(warnings,
					"empty frames (;;): %zu were dropped",
					empty);
			if (f.job->bytes.p[f.job->bytes.n - 1] != '\n')
				warnings_add(warnings,
					"no newline at the end: the value of "
					"line %zu may be truncated",
					f.lines);
			if (f.bad > 0)
				warnings_add(warnings,
					"lines without a number at their end: "
					"%zu were left out, the first is line "
					"%zu",
					f.bad, f.first_bad);
			result = 0;
		}
	}
	for (int m = 0; m < MARKS; m++) {
		intern_fini(&f.frames.seen[m]);
		vec_free(&f.frames.loc[m]);
	}
	map64_free(&f.frames.func_of);
	map64_free(&f.frames.system_of);
	map64_free(&f.frames.map_of);
	vec_free(&f.frames.line);
	rows_fini(&f.rows);
	return result;
}

static int
folded_read(struct read_job *job, struct err *err)
{
	return folded_read_as(job, false, err);
}

static int
difffolded_read(struct read_job *job, struct err *err)
{
	return folded_read_as(job, true, err);
}

const struct reader reader_folded = { "folded", "folded stacks", folded_read,
	.sniff = folded_sniff };

const struct reader reader_difffolded = { "difffolded",
	"differential folded stacks", difffolded_read,
	.sniff = difffolded_sniff };
