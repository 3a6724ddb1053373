/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads cost centres of Haskell programs, as GHC's runtime writes them with
 * +RTS -p or -P (text) and -pj (JSON): a tree of calls with the time, the
 * allocated bytes and the entries of each node.
 *
 *     total time  =  0.05 secs   (50 ticks @ 1000 us, 1 processor)
 *     total alloc =  1,000,000 bytes  (excludes profiling overheads)
 *
 *     COST CENTRE MODULE SRC      no. entries  %time %alloc   %time %alloc
 *
 *     MAIN        MAIN   <built-in> 10      0    0.0    0.0   100.0  100.0
 *      main       Main   a.hs:1:1-9 21      1   40.0   10.0   100.0  100.0
 *       work      Main   a.hs:5:1-9 22    100   60.0   90.0    60.0   90.0
 *
 * Only own values are read: the first two percentages, or with -P the exact
 * "ticks" and "bytes" at the line's end. Lines are parsed from the right.
 */
#include "prelude.h"

#include "base/ascii.h"
#include "base/decimal.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/num.h"
#include "base/vec.h"
#include "read/damage.h"
#include "read/lines.h"
#include "read/reader.h"
#include "read/rows.h"

enum { GHC_TIME, GHC_ALLOC, GHC_ENTRIES, GHC_VALUES };

/* A node whose calls are being read. */
struct ghc_level {
	size_t depth, members, children;
	bool in_children;
	node_id node; /* NONE: its cost centre is not yet known */
	loc_id loc;
	int64_t value[GHC_VALUES];
};

struct ghc {
	struct read_job *job;
	struct err *err;
	struct jwalk w;
	struct loctable locs;
	struct rows rows;
	struct map64 centre; /* id -> index into loc[] */
	VEC(loc_id) loc;
	VEC(struct ghc_level) open; /* the path to the current node */
	int64_t tick, ticks, alloc; /* ns per tick; ticks, bytes in total */
	struct damage damage;
	bool clipped;
};

/* Return the location of a cost centre, declared at "a.hs:5:1-20" or
   "a.hs:(5,1)-(9,20)", or at "<built-in>". */
static loc_id
ghc_place(struct ghc *g, struct str label, struct str module, struct str src)
{
	struct strbuf name = STRBUF_INIT;
	struct loctable_row row = { .file = src };
	loc_id loc;

	/* "Data.Map.insert", but MAIN alone. */
	if (!str_eq(module, label) &&
		!(str_starts(label, module) && label.n > module.n &&
			label.p[module.n] == '.')) {
		strbuf_add(&name, module);
		strbuf_addch(&name, '.');
	}
	strbuf_add(&name, label);
	row.name = strbuf_str(&name);
	for (size_t i = 1; i + 1 < src.n; i++) {
		size_t at = i + 1 + (src.p[i + 1] == '(');
		struct str rest = str_skip(src, at);

		if (src.p[i] != ':' || at >= src.n ||
			!ascii_is_digit(src.p[at]))
			continue;
		row.file = str_sub(src, 0, i);
		if (!str_to_i64(str_cut_digits(&rest), &row.line))
			row.line = 0;
		break;
	}
	if (str_starts(src, STR("<")))
		row.file = STR_EMPTY;
	row.start_line = row.line;
	loc = loctable_at(&g->locs, &row);
	strbuf_free(&name);
	return loc;
}

/* Add a node's own values, if it has any. */
static void
ghc_add(struct ghc *g, const struct ghc_level *level)
{
	for (size_t i = 0; i < GHC_VALUES; i++)
		if (level->value[i] != 0) {
			rows_add(&g->rows, level->node, 0, level->value, 0);
			return;
		}
}

static void
ghc_begin(struct ghc *g)
{
	struct builder *b = g->job->builder;

	read_type(b, STR("time"), STR("nanoseconds"));
	read_type(b, STR("alloc_space"), STR("bytes"));
	read_type(b, STR("entries"), STR("count"));
	builder_header(b)->default_type = builder_string(b, STR("time"));
	rows_init(&g->rows, b, GHC_VALUES, false);
}

static int
ghc_end(struct ghc *g)
{
	if (g->rows.n == 0 && damage_refuse(&g->damage, g->err) != 0)
		return -1;
	damage_warn(&g->damage, g->job->warnings, "cost centres");
	if (g->clipped || g->rows.clipped > 0)
		read_warn_clipped(g->job);
	return rows_end(&g->rows, g->err);
}

/* ---- Text ---- */

/* Cut the last word off s. */
static struct str
ghc_word(struct str *s)
{
	struct str word;
	size_t at;

	*s = str_trim(*s);
	for (at = s->n; at > 0 && s->p[at - 1] != ' ' && s->p[at - 1] != '\t';)
		at--;
	word = str_skip(*s, at);
	*s = str_trim(str_sub(*s, 0, at));
	return word;
}

/* Get the number after `what`; its digits may be grouped by commas. */
static bool
number_after(struct str line, const char *what, int64_t *out)
{
	ptrdiff_t at = str_find(line, str_c(what), 0);
	struct strbuf digits = STRBUF_INIT;
	struct str s;
	bool is;

	if (at < 0)
		return false;
	s = str_trim(str_skip(line, (size_t)at + strlen(what)));
	for (; s.n > 0 && (ascii_is_digit(s.p[0]) || s.p[0] == ',');
		s = str_skip(s, 1))
		if (s.p[0] != ',')
			strbuf_addch(&digits, s.p[0]);
	is = str_to_i64(strbuf_str(&digits), out);
	strbuf_free(&digits);
	return is;
}

/* Return a part of a total, given in thousandths, rounded half up. */
static int64_t
ghc_part(struct ghc *g, int64_t total, int64_t thousandths, int64_t half)
{
	return i64_add(i64_mul(total / 1000, thousandths, &g->clipped),
		(total % 1000 * thousandths + half) / 1000, &g->clipped);
}

/* Parse the values at the end of a line, and cut them off. */
static bool
ghc_values(struct ghc *g, struct str *s, bool is_exact, int64_t *value)
{
	struct str bytes = is_exact ? ghc_word(s) : STR_EMPTY;
	struct str ticks = is_exact ? ghc_word(s) : STR_EMPTY;
	int64_t time = 0, alloc = 0, number;

	for (int i = 0; i < 2; i++) /* inherited values */
		if (!decimal_read(ghc_word(s), 1, &number, &g->clipped))
			return false;
	if (!decimal_read(ghc_word(s), 1, &alloc, &g->clipped) ||
		!decimal_read(ghc_word(s), 1, &time, &g->clipped) ||
		!str_to_i64(ghc_word(s), &value[GHC_ENTRIES]) ||
		!str_to_i64(ghc_word(s), &number) || time < 0 || time > 1000 ||
		alloc < 0 || alloc > 1000)
		return false;
	if (!is_exact) {
		/* Whole ticks: exact if there are fewer than a thousand. */
		number = ghc_part(g, g->ticks, time, 500);
		value[GHC_TIME] = i64_mul(number, g->tick, &g->clipped);
		value[GHC_ALLOC] = ghc_part(g, g->alloc, alloc, 0);
		return true;
	}
	if (!str_to_i64(ticks, &value[GHC_TIME]) ||
		!str_to_i64(bytes, &value[GHC_ALLOC]))
		return false;
	value[GHC_TIME] = i64_mul(value[GHC_TIME], g->tick, &g->clipped);
	return value[GHC_TIME] >= 0 && value[GHC_ALLOC] >= 0;
}

/* Add the node of a line; its depth is the number of blanks before it. */
static bool
ghc_line(struct ghc *g, struct str line, bool has_src, bool is_exact)
{
	struct ghc_level level = { .depth = 0 };
	struct str src = STR_EMPTY, module;
	node_id above = 0;
	ptrdiff_t at;

	while (level.depth < line.n && line.p[level.depth] == ' ')
		level.depth++;
	line = str_skip(line, level.depth);
	if (!ghc_values(g, &line, is_exact, level.value))
		return false;
	/* "<no location info>" has blanks. */
	at = str_rfind(line, STR(" <"));
	if (has_src && str_ends(line, STR(">")) && at > 0) {
		src = str_skip(line, (size_t)at + 1);
		line = str_sub(line, 0, (size_t)at);
	} else if (has_src) {
		src = ghc_word(&line);
	}
	module = ghc_word(&line);
	if (line.n == 0)
		return false;
	/* Callers without any costs of their own have no line. */
	while (g->open.n > 0 && g->open.p[g->open.n - 1].depth >= level.depth)
		g->open.n--;
	if (g->open.n > 0)
		above = g->open.p[g->open.n - 1].node;
	level.loc = ghc_place(g, line, module, src);
	level.node = builder_step(g->job->builder, above, level.loc);
	vec_push(&g->open, level);
	ghc_add(g, &level);
	return true;
}

static int
ghc_text(struct ghc *g)
{
	static const char rounded[] =
		"times and bytes are rounded to 0.1% of their sums; +RTS -P "
		"and -pj write them exactly";
	struct lines lines;
	struct str line;
	bool is_tree = false, has_src = false, is_exact = false;

	ghc_begin(g);
	lines_init(&lines, g->job->bytes, g->job);
	while (lines_next(&lines, &line)) {
		struct str s = str_trim(line);

		if (s.n == 0)
			continue;
		if (str_starts(s, STR("COST CENTRE"))) {
			is_tree = str_find(s, STR(" entries"), 0) > 0;
			has_src = str_find(s, STR(" SRC"), 0) > 0;
			is_exact = str_ends(s, STR("bytes"));
		} else if (is_tree) {
			if (ghc_line(g, line, has_src, is_exact))
				continue;
			(void)read_bad_line(g->err, "not a cost centre:", line,
				lines.number);
			if (!damage_take(&g->damage, g->err))
				return -1;
		} else if (str_starts(s, STR("total time"))) {
			if (!number_after(s, "(", &g->ticks) ||
				!number_after(s, "@", &g->tick))
				g->ticks = g->tick = 0;
			g->tick = i64_mul(g->tick, 1000, &g->clipped);
		} else if (str_starts(s, STR("total alloc"))) {
			if (!number_after(s, "=", &g->alloc))
				g->alloc = 0;
		} else if (str_find(s, STR(" +RTS"), 0) > 0) {
			read_comment(g->job->builder, s);
		}
	}
	if (lines_end(&lines, g->err) != 0)
		return -1;
	if (!is_exact && g->rows.n > 0) {
		read_comment(g->job->builder, STR(rounded));
		warnings_add(g->job->warnings, "%s", rounded);
	}
	return ghc_end(g);
}

static int
ghc_run(struct read_job *job, int (*read)(struct ghc *g), struct err *err)
{
	struct ghc g = { .job = job,
		.err = err,
		.locs = { .builder = job->builder },
		.centre = MAP64_INIT };
	int rc = read(&g);

	loctable_fini(&g.locs);
	rows_fini(&g.rows);
	map64_free(&g.centre);
	vec_free(&g.loc);
	vec_free(&g.open);
	return rc;
}

static int
ghc_read(struct read_job *job, struct err *err)
{
	return ghc_run(job, ghc_text, err);
}

static int
ghc_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct str line;

	(void)why;
	lines_sniff(&lines, bytes);
	while (lines.number < 3 && lines_next(&lines, &line))
		if (str_find(line, STR("Allocation Profiling Report"), 0) > 0)
			return SNIFF_YES;
	return SNIFF_NO;
}

const struct reader reader_ghc = { "ghc", "GHC's cost centres", ghc_read,
	.sniff = ghc_sniff, .by_place = true };

/* ---- JSON ---- */

/* {"program": "app", "total_ticks": 50, "tick_interval": 1000, ...
    "cost_centres": [{"id": 1, "label": "main", "module": "Main",
		      "src_loc": "a.hs:5:1-9", "is_caf": false}, ...],
    "profile": {"id": 1, "entries": 0, "alloc": 688, "ticks": 0,
		"children": [{"id": 2, ...}, ...]}} */

static int
json_centres(struct ghc *g, size_t where)
{
	size_t n = 0;
	int more;

	if (jwalk_array_at(&g->w, where) != 0)
		return -1;
	while ((more = jwalk_next(&g->w, &n)) > 0) {
		struct jval *v = jval_read(&g->w);
		struct str label = STR_EMPTY, module = STR_EMPTY;
		struct str src = STR_EMPTY;
		int64_t id;

		if (v == NULL)
			return -1;
		(void)jval_text(jval_get(v, "label"), &label);
		(void)jval_text(jval_get(v, "module"), &module);
		(void)jval_text(jval_get(v, "src_loc"), &src);
		if (jval_int(jval_get(v, "id"), &id)) {
			map64_put(&g->centre, (uint64_t)id, (uint32_t)g->loc.n);
			vec_push(&g->loc, ghc_place(g, label, module, src));
		}
		jval_free(v);
	}
	return more;
}

/* Make the node of the innermost level, once its calls or its end come. */
static int
json_node(struct ghc *g)
{
	struct ghc_level *level = &g->open.p[g->open.n - 1];
	node_id above = g->open.n > 1 ? level[-1].node : 0;

	if (level->node != NONE)
		return 0;
	level->node = above;
	if (level->loc != NONE) {
		level->node = builder_step(g->job->builder, above, level->loc);
		return read_check(g->job->builder, g->err);
	}
	/* Its costs stay, in its caller. */
	(void)err_set(
		g->err, ERR_FORMAT, "a node whose cost centre is unknown");
	return damage_take_at(&g->damage, &g->w, g->w.at) ? 0 : -1;
}

static int
json_enter(struct ghc *g)
{
	vec_push(&g->open, ((struct ghc_level){ .node = NONE, .loc = NONE }));
	return jwalk_object(&g->w);
}

static int
json_member(struct ghc *g, struct ghc_level *level, struct str key)
{
	int64_t id = 0,
		*value = str_is(key, "ticks") ? &level->value[GHC_TIME]
		: str_is(key, "alloc")        ? &level->value[GHC_ALLOC]
		: str_is(key, "entries")      ? &level->value[GHC_ENTRIES]
		: str_is(key, "id")           ? &id
					      : NULL;
	uint32_t at;
	int rc;

	if (str_is(key, "children") && jwalk_peek(&g->w) == '[') {
		level->in_children = true;
		return json_node(g) != 0 ? -1 : jwalk_array(&g->w);
	}
	if (value == NULL)
		return jwalk_skip(&g->w);
	rc = jwalk_decimal(&g->w, 0, value, &g->clipped);
	if (rc <= 0) {
		if (rc < 0)
			return -1;
		(void)err_set(g->err, ERR_FORMAT, "a cost is not a number");
		return damage_take_at(&g->damage, &g->w, g->w.at) ? 0 : -1;
	}
	at = value == &id ? map64_get(&g->centre, (uint64_t)id) : NONE;
	if (at != NONE)
		level->loc = g->loc.p[at];
	return 0;
}

/* Read the tree of nodes that is the walk's next value. */
static int
json_tree(struct ghc *g)
{
	int rc = json_enter(g);

	while (rc == 0 && g->open.n > 0) {
		struct ghc_level *level = &g->open.p[g->open.n - 1];
		struct str key;
		int more;

		/* Take one step: a member, a child, or the end of either. */
		if (level->in_children) {
			more = jwalk_next(&g->w, &level->children);
			level->in_children = more > 0;
			rc = more <= 0                     ? more
				: jwalk_peek(&g->w) == '{' ? json_enter(g)
							   : jwalk_skip(&g->w);
			continue;
		}
		more = jwalk_key(&g->w, &level->members, &key);
		if (more > 0) {
			rc = json_member(g, level, key);
		} else if (more < 0 || json_node(g) != 0) {
			rc = -1;
		} else {
			level->value[GHC_TIME] = i64_mul(
				level->value[GHC_TIME], g->tick, &g->clipped);
			ghc_add(g, level);
			g->open.n--;
		}
	}
	return rc;
}

static int
ghc_json(struct ghc *g)
{
	enum { CENTRES, PROFILE, TICK, PARTS };
	static const char *const names[PARTS] = { "cost_centres", "profile",
		"tick_interval" };
	size_t where[PARTS];

	ghc_begin(g);
	if (jwalk_start(&g->w, g->job->bytes, g->job->progress, g->err) != 0 ||
		jwalk_members(&g->w, names, PARTS, where) != 0 ||
		jwalk_end(&g->w) != 0)
		return -1;
	for (int i = 0; i < PARTS; i++)
		if (where[i] == 0)
			return jwalk_fail(
				&g->w, 0, "\"%s\" is missing", names[i]);
	jwalk_to(&g->w, where[TICK]); /* us */
	if (jwalk_decimal(&g->w, 3, &g->tick, &g->clipped) < 0 ||
		json_centres(g, where[CENTRES]) != 0)
		return -1;
	jwalk_to(&g->w, where[PROFILE]);
	return json_tree(g) != 0 ? -1 : ghc_end(g);
}

static int
ghcjson_read(struct read_job *job, struct err *err)
{
	return ghc_run(job, ghc_json, err);
}

const struct reader reader_ghcjson = { "ghcjson", "GHC's cost centres, JSON",
	ghcjson_read, .family = JF_GHC, .by_place = true };
