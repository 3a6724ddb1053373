/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads profiles of callgrind, cachegrind and Xdebug: costs of lines, and of
 * calls including callees. The file is a call graph without stacks; costs.h
 * builds call paths from it.
 *
 *     events: Ir Dr
 *     fl=(1) demo.c
 *     fn=(1) main            (1) stands for that name from here on
 *     8 13                   line 8 costs 13 Ir, 0 Dr
 *     cfn=(2) work           the next call is to work:
 *     calls=2 7              2 calls, to line 7,
 *     * 200 20               from the line above, cost 200 and 20
 *
 * Positions may be relative (+3 -3 *); objects, files and functions are
 * numbered separately; a file may have several parts, which add up.
 */
#include "prelude.h"

#include "base/ascii.h"
#include "base/compiler.h"
#include "base/hash.h"
#include "base/num.h"
#include "read/costs/costs.h"
#include "read/damage.h"
#include "read/lines.h"
#include "read/reader.h"

/* ---- Parsing of lines ---- */

/*     fn=(1) main         key '=' value
       events: Ir Dr       key ':' value
       0x1f +2 13 5        position (instr line), costs; missing costs are 0
       * * 200             the position before, then a cost */

/* A position, and which columns positions have; by default the line. */
struct call_position {
	bool has_address, has_line;
	uint64_t address;
	int64_t line; /* 0: unknown */
};

/* Return s without its leading blanks. */
static struct str
call_blanks(struct str s)
{
	while (s.n > 0 && (s.p[0] == ' ' || s.p[0] == '\t' || s.p[0] == '\r'))
		s = str_skip(s, 1);
	return s;
}

/* Take 12 or 0x1f from the front of s. False if absent or too large. */
static bool
call_number(struct str *s, uint64_t *out)
{
	bool hex = s->n > 2 && s->p[0] == '0' &&
		(s->p[1] == 'x' || s->p[1] == 'X');
	int base = hex ? 16 : 10;
	size_t i = hex ? 2 : 0, from = i;
	uint64_t n = 0;

	for (; i < s->n; i++) {
		int digit = ascii_low_hex(s->p[i]);

		if (digit < 0 || digit >= base)
			break;
		if (n > (UINT64_MAX - (unsigned)digit) / (unsigned)base)
			return false;
		n = n * (unsigned)base + (unsigned)digit;
	}
	*s = str_skip(*s, i);
	*out = n;
	return i > from;
}

/* Take one column of a position, absolute or relative to *at. */
static bool
position_column(struct str *s, uint64_t *at)
{
	char sign;
	uint64_t n;

	*s = call_blanks(*s);
	if (s->n == 0)
		return false;
	sign = s->p[0];
	if (sign == '*') {
		*s = str_skip(*s, 1);
		return true;
	}
	if (sign == '+' || sign == '-')
		*s = str_skip(*s, 1);
	if (!call_number(s, &n))
		return false;
	*at = sign == '+' ? *at + n : sign == '-' ? *at - n : n;
	return true;
}

/* Take a position from the front of s, absolute or relative to *at. */
static bool
cut_position(struct call_position *at, struct str *s)
{
	uint64_t line = (uint64_t)at->line;

	if (at->has_address && !position_column(s, &at->address))
		return false;
	if ((at->has_line || !at->has_address) && !position_column(s, &line))
		return false;
	at->line = line <= INT32_MAX ? (int64_t)line : 0;
	return true;
}

/* Parse all of s as costs. Missing ones are 0; freed memory is negative. */
static bool
call_costs(struct str s, int64_t *cost, uint32_t events)
{
	uint32_t n = 0;

	for (;; n++) {
		uint64_t value;
		bool is_negative;

		s = call_blanks(s);
		if (s.n == 0)
			break;
		if (n == events)
			return false;
		is_negative = s.p[0] == '-';
		s = str_skip(s, is_negative);
		if (s.n > 0 && s.p[0] == '.') { /* how cachegrind writes 0 */
			s = str_skip(s, 1);
			value = 0;
		} else if (!call_number(&s, &value)) {
			return false;
		}
		cost[n] = value <= INT64_MAX ? (int64_t)value : INT64_MAX;
		cost[n] = is_negative ? -cost[n] : cost[n];
	}
	for (; n < events; n++)
		cost[n] = 0;
	return true;
}

/* Split "key=value" or "key: value". Returns '=' or ':', or '\0' if the line is
   neither. */
static char
call_key(struct str line, struct str *key, struct str *value)
{
	size_t n = 0;

	while (n < line.n && (ascii_is_lower(line.p[n]) || line.p[n] == '_'))
		n++;
	if (n == 0 || n == line.n || (line.p[n] != '=' && line.p[n] != ':'))
		return '\0';
	*key = str_sub(line, 0, n);
	*value = str_trim(str_skip(line, n + 1));
	return line.p[n];
}

/* ---- Events as sample types ---- */

/* Callgrind's events as sample types, and types derived from them as in
   KCachegrind:

       L1m = I1mr + D1mr + D1mw      first-level cache misses
       LLm = ILmr + DLmr + DLmw      last-level cache misses
       Bm = Bcm + Bim                mispredicted branches
       CEst = Ir + 10 Bm + 10 L1m + 100 LLm      estimated cycles */

enum { L1M, LLM, BM, CEST, CALL_DERIVED };

enum { CALL_EVENTS_MAX = 64, CALL_TERMS = 9 };

struct call_events {
	uint32_t n;
	str_id name[CALL_EVENTS_MAX];
	int64_t factor[CALL_EVENTS_MAX]; /* event unit in units of the type */
	uint32_t n_units;
	struct {
		str_id name;
		int64_t nanos;   /* nanoseconds per unit of the event */
	} unit[CALL_EVENTS_MAX]; /* from lines "event:" */
	bool has_calls;          /* the last type counts calls */
	/* Whether a derived type exists, and each event's weight in it. */
	bool is_there[CALL_DERIVED];
	int64_t weight[CALL_DERIVED][CALL_EVENTS_MAX];
};

static const struct {
	const char *name;
	struct {
		const char *event;
		int64_t weight;
	} term[CALL_TERMS];
} derived[CALL_DERIVED] = {
	[L1M] = { "L1m", { { "I1mr", 1 }, { "D1mr", 1 }, { "D1mw", 1 } } },
	[LLM] = { "LLm", { { "ILmr", 1 }, { "DLmr", 1 }, { "DLmw", 1 } } },
	[BM] = { "Bm", { { "Bcm", 1 }, { "Bim", 1 } } },
	[CEST] = { "CEst",
		{ { "Ir", 1 }, { "Bcm", 10 }, { "Bim", 10 }, { "I1mr", 10 },
			{ "D1mr", 10 }, { "D1mw", 10 }, { "ILmr", 100 },
			{ "DLmr", 100 }, { "DLmw", 100 } } },
};

/* Units implied by an event's name; other events are counts. A line "event:"
   overrides them with a unit of time. Valgrind before 3.16 wrote no such line,
   and its times were milliseconds. */
static const struct {
	const char *event, *unit;
	int64_t factor;
} units[] = {
	{ "sysTime", "nanoseconds", 1000000 },
	{ "sysCpuTime", "nanoseconds", 1000000 },
	{ "Time_(10ns)", "nanoseconds", 10 },
	{ "Memory_(bytes)", "bytes", 1 },
	{ "bytes", "bytes", 1 },
};

/* Return how many nanoseconds the unit in the last word has, as in "sysTime :
   sysTime (elapsed ms)"; 0 if it is not a unit of time. */
static int64_t
unit_of_event(struct str value)
{
	static const struct {
		const char *word;
		int64_t nanos;
	} words[] = { { "ns", 1 }, { "us", 1000 }, { "ms", 1000000 },
		{ "s", 1000000000 } };
	struct str word = value;
	ptrdiff_t at;

	if (!str_ends(value, STR(")")))
		return 0;
	word = str_sub(word, 0, word.n - 1);
	at = str_rchr(word, ' ');
	word = str_skip(word, at >= 0 ? (size_t)at + 1 : word.n);
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (str_is(word, words[i].word))
			return words[i].nanos;
	return 0;
}

/* Set the events from a line "events:". Returns 1 if they differ from an
   earlier line, -1 if there are none or too many. */
static int
call_events_set(struct call_events *e, struct builder *b, struct str value)
{
	str_id name[CALL_EVENTS_MAX];
	uint32_t n = 0;

	while (value.n > 0) {
		struct str word = str_trim(str_cut(&value, ' '));

		if (word.n == 0)
			continue;
		if (n == CALL_EVENTS_MAX)
			return -1;
		name[n] = builder_string(b, word);
		if (name[n++] == NONE)
			return -1;
	}
	if (n == 0)
		return -1;
	if (e->n > 0)
		return n != e->n ||
			memcmp(name, e->name, n * sizeof(*name)) != 0;
	e->n = n;
	memcpy(e->name, name, n * sizeof(*name));
	return 0;
}

static str_id
find_unit(struct call_events *e, struct builder *b, uint32_t event)
{
	str_id unit = builder_string(b, STR("count"));

	e->factor[event] = 1;
	for (size_t u = 0; u < COUNT_OF(units); u++)
		if (str_is(builder_str(b, e->name[event]), units[u].event)) {
			unit = builder_string(b, str_c(units[u].unit));
			e->factor[event] = units[u].factor;
		}
	for (uint32_t u = 0; u < e->n_units; u++)
		if (e->unit[u].name == e->name[event]) {
			unit = builder_string(b, STR("nanoseconds"));
			e->factor[event] = e->unit[u].nanos;
		}
	return unit;
}

/* Compute a sample's values from its costs: e->n of them, then its calls.
   Returns the number of values. */
static uint32_t
call_events_values(
	const struct call_events *e, const int64_t *cost, int64_t *value)
{
	bool clipped;
	uint32_t n = 0;

	for (uint32_t i = 0; i < e->n; i++)
		value[n++] = i64_mul(cost[i], e->factor[i], &clipped);
	for (int d = 0; d < CALL_DERIVED; d++) {
		int64_t sum = 0;

		if (!e->is_there[d])
			continue;
		for (uint32_t i = 0; i < e->n; i++)
			sum = i64_add(sum,
				i64_mul(cost[i], e->weight[d][i], &clipped),
				&clipped);
		value[n++] = sum;
	}
	if (e->has_calls)
		value[n++] = cost[e->n];
	return n;
}

enum { CALL_VALUES = CALL_EVENTS_MAX + CALL_DERIVED + 1 };

/* Add all rows as samples. -1 at the builder's limit. */
static int
call_events_samples(const struct call_events *e, struct builder *b,
	const struct rows *rows)
{
	int64_t value[CALL_VALUES];

	for (size_t i = 0; i < rows->n; i++) {
		(void)call_events_values(
			e, rows->value.p + i * rows->ntypes, value);
		if (builder_sample(b, rows->leaf.p[i], 0, value) != 0)
			return -1;
	}
	return 0;
}

/* ---- Completeness ---- */

/* A complete file has a line at its end:

       totals: 149137           callgrind, at the end of each part
       summary: 150327          cachegrind, at the end
       summary: 58964 439096    Xdebug, at the end, or before the last lines

   The first two are the sums of the self costs before them; Xdebug's are
   larger. (callgrind also has a "summary:" above the costs, which may be larger
   too.) Other programs may write neither; their truncated files can be
   recognised only by the missing last newline. */

enum call_writer { BY_ANYBODY, BY_CALLGRIND, BY_CACHEGRIND, BY_XDEBUG };

struct call_end {
	bool has_cmd, has_creator, has_version; /* header lines seen */
	enum call_writer by;
	bool is_ended;                /* totals seen, no costs after them */
	size_t wrong;                 /* line number of wrong totals; 0: none */
	int64_t sum[CALL_EVENTS_MAX]; /* costs since the last totals */
};

static const struct {
	const char *creator, *name;
} writers[] = {
	[BY_CALLGRIND] = { "callgrind", "callgrind" },
	[BY_CACHEGRIND] = { "cachegrind", "cachegrind" },
	[BY_XDEBUG] = { "xdebug", "Xdebug" },
};

/* Return the writer. Old versions of cachegrind do not name themselves. */
static enum call_writer
writer_of(const struct call_end *e)
{
	return e->has_cmd && !e->has_creator && !e->has_version ? BY_CACHEGRIND
								: e->by;
}

/* True if "12 . 3" equals the sums; "." and missing values are 0. */
static bool
are_sums(const struct call_end *e, struct str value)
{
	for (size_t i = 0; i < COUNT_OF(e->sum); i++) {
		struct str word = str_cut(&value, ' ');
		int64_t n = 0;

		if (word.n > 0 && !str_is(word, ".") && !str_to_i64(word, &n))
			return false;
		if (n != e->sum[i])
			return false;
	}
	return true;
}

/* ---- The file ---- */

enum { COMMENTS_MAX = 32 }; /* header lines kept as comments */

enum space { OBJECTS, FILES, FUNCTIONS, SPACES };

/* The kind of the next cost line. */
enum next { COST, CALL_COST, JUMP_END };

struct callgrind {
	struct read_job *job;
	struct lines lines;
	struct cost_graph graph;
	struct call_events events;
	struct call_end end;
	struct map64 name_of[SPACES]; /* number -> string */
	struct call_position at;
	str_id object, file;               /* object and file of later lines */
	str_id called_object, called_file; /* for the next call, or NONE */
	str_id called_name;
	uint32_t fn, target; /* caller and callee; NONE before the first */
	int64_t calls;       /* count of the next call; -1: unknown */
	enum next next;
	int64_t cost[CALL_EVENTS_MAX]; /* scratch */
	bool has_calls, has_costs;
	size_t comments;
	struct damage damage; /* cost lines left out */
};

static int
fail_line(const struct callgrind *c, const char *what, struct str text,
	struct err *err)
{
	return read_bad_line(err, what, text, c->lines.number);
}

/* Get the id of the name in "(12) name", "(12)", or "name". "???" becomes 0,
   except as a function. */
static int
call_name(struct callgrind *c, enum space space, struct str s, str_id *out,
	struct err *err)
{
	ptrdiff_t end = s.n > 2 && s.p[0] == '(' ? str_chr(s, ')') : -1;
	struct str text = s;
	int64_t number = 0;
	uint32_t known;

	s = str_trim(s);
	if (end > 1 && str_to_i64(str_sub(s, 1, (size_t)end), &number)) {
		text = str_trim(str_skip(s, (size_t)end + 1));
		known = map64_get(&c->name_of[space], (uint64_t)number);
		/* Without a name, the number is the name. */
		if (text.n == 0 && known == NONE)
			text = s;
		else if (text.n == 0) {
			*out = known;
			return 0;
		}
	} else {
		end = -1;
	}
	if (str_is(text, "???") && space != FUNCTIONS)
		text = STR_EMPTY;
	*out = builder_string(c->job->builder, text);
	if (*out == NONE)
		return read_check(c->job->builder, err);
	if (end > 1)
		map64_put(&c->name_of[space], (uint64_t)number, *out);
	return 0;
}

/* Apply a line "key=value". */
static int
assignment(struct callgrind *c, struct str line, struct str key,
	struct str value, struct err *err)
{
	struct cost_fn fn = { .file = c->file,
		.object = c->object,
		.is_defined = true,
		.calls = -1,
		.entries = -1 };
	str_id ignored;

	if (str_is(key, "fn")) {
		if (call_name(c, FUNCTIONS, value, &fn.name, err) != 0)
			return -1;
		c->fn = cost_graph_fn(&c->graph, &fn);
		c->next = COST;
		return 0;
	}
	if (str_is(key, "fl") || str_is(key, "fi") || str_is(key, "fe"))
		return call_name(c, FILES, value, &c->file, err);
	if (str_is(key, "ob"))
		return call_name(c, OBJECTS, value, &c->object, err);
	if (str_is(key, "cfn"))
		return call_name(c, FUNCTIONS, value, &c->called_name, err);
	if (str_is(key, "cfi") || str_is(key, "cfl"))
		return call_name(c, FILES, value, &c->called_file, err);
	if (str_is(key, "cob"))
		return call_name(c, OBJECTS, value, &c->called_object, err);
	if (str_is(key, "calls")) {
		struct cost_fn call_fn = { .calls = -1,
			.entries = -1,
			.name = c->called_name,
			.file = c->called_file != NONE ? c->called_file
						       : c->file,
			.object = c->called_object != NONE ? c->called_object
							   : c->object };

		/* calls=COUNT POSITION: the next line has the call's cost. */
		if (c->called_name == NONE || c->fn == NONE)
			return fail_line(
				c, "calls= without fn= and cfn=", line, err);
		c->target = cost_graph_fn(&c->graph, &call_fn);
		c->called_object = c->called_file = c->called_name = NONE;
		if (!str_to_i64(str_cut_digits(&value), &c->calls))
			c->calls = -1;
		c->has_calls = true;
		c->next = CALL_COST;
		return 0;
	}
	if (str_is(key, "jump") || str_is(key, "jcnd")) {
		c->next = JUMP_END;
		return 0;
	}
	/* Jumps are not shown, but their lines may define numbered names. */
	if (str_is(key, "jfn"))
		return call_name(c, FUNCTIONS, value, &ignored, err);
	if (str_is(key, "jfi"))
		return call_name(c, FILES, value, &ignored, err);
	if (str_is(key, "job"))
		return call_name(c, OBJECTS, value, &ignored, err);
	/* Other tools add keys of their own, such as "frfn=" in old files. */
	return 0;
}

/* Apply a line "key: value". */
static int
call_header(struct callgrind *c, struct str line, struct str key,
	struct str value, struct err *err)
{
	static const char *const kept[] = { "creator", "cmd", "desc" };
	struct call_end *e = &c->end;
	size_t header_line = c->lines.number;

	/* Track whether the file is complete. */
	if (str_is(key, "cmd")) {
		e->has_cmd = true;
	} else if (str_is(key, "version")) {
		e->has_version = true;
	} else if (str_is(key, "creator")) {
		e->has_creator = true;
		e->by = BY_ANYBODY;
		for (int i = BY_CALLGRIND; i < (int)COUNT_OF(writers); i++)
			if (str_starts(value, str_c(writers[i].creator)))
				e->by = (enum call_writer)i;
	} else if (str_is(key, "part")) {
		e->is_ended = false;
	} else if (str_is(key, "summary") && e->by == BY_XDEBUG) {
		e->is_ended = true;
	} else if (str_is(key, "totals") ||
		(str_is(key, "summary") && writer_of(e) == BY_CACHEGRIND)) {
		e->is_ended = true;
		if (e->wrong == 0 && !are_sums(e, value))
			e->wrong = header_line;
		memset(e->sum, 0, sizeof(e->sum));
	}
	if (str_is(key, "positions")) {
		c->at.has_address = c->at.has_line = false;
		while (value.n > 0) {
			struct str word = str_cut(&value, ' ');

			c->at.has_address |= str_is(word, "instr");
			c->at.has_line |= str_is(word, "line");
		}
		return 0;
	}
	if (str_is(key, "events")) {
		int rc = call_events_set(&c->events, c->job->builder, value);

		if (rc < 0)
			return fail_line(
				c, "too many events, or none:", line, err);
		if (rc > 0 || (c->has_costs && c->graph.events != c->events.n))
			return fail_line(c,
				"the events differ from those of earlier "
				"lines:",
				line, err);
		c->graph.events = c->events.n;
		return 0;
	}
	if (str_is(key, "event")) {
		struct builder *b = c->job->builder;
		struct str rest = value;
		struct str name = str_trim(str_cut(&rest, ':'));
		int64_t nanos = unit_of_event(value);
		uint32_t i = 0;

		/* The first word of "event: NAME : ..." is the event's name. */
		name = str_cut(&name, ' ');
		if (nanos != 0) {
			while (i < c->events.n_units &&
				!str_eq(builder_str(b, c->events.unit[i].name),
					name))
				i++;
			if (i != CALL_EVENTS_MAX) {
				c->events.unit[i].name =
					builder_string(b, name);
				c->events.unit[i].nanos = nanos;
				c->events.n_units += i == c->events.n_units;
			}
		}
		return 0;
	}
	if (str_is(key, "part")) {
		c->fn = NONE;
		return 0;
	}
	for (size_t i = 0; i < COUNT_OF(kept); i++)
		if (str_is(key, kept[i]) && value.n > 0 &&
			!str_ends(value, STR(":")) &&
			c->comments++ < COMMENTS_MAX)
			read_comment(c->job->builder,
				str_is(key, "desc") ? value : line);
	return 0;
}

static int
callgrind_line(struct callgrind *c, struct str line, struct err *err)
{
	struct str key, value;

	line = call_blanks(line);
	if (line.n == 0 || line.p[0] == '#')
		return 0;
	if (ascii_is_digit(line.p[0]) || line.p[0] == '+' || line.p[0] == '-' ||
		line.p[0] == '*') {
		struct cost_site site = { .fn = c->fn,
			.target = NONE,
			.file = c->file,
			.calls = -1 };
		struct cost_graph *g = &c->graph;
		struct str s = line;
		bool over = false;

		/* A line that begins with a position. */
		if (c->events.n == 0)
			return fail_line(c,
				"no events: line before this cost:", line, err);
		if (!cut_position(&c->at, &s))
			return fail_line(c, "not a position:", line, err);
		if (c->next == JUMP_END) {
			c->next = COST;
			return 0;
		}
		if (!call_costs(s, c->cost, c->events.n)) {
			c->next = COST;
			(void)fail_line(c,
				"the costs do not match the events:", line,
				err);
			return damage_take(&c->damage, err) ? 0 : -1;
		}
		if (c->fn == NONE)
			return fail_line(
				c, "a cost before any fn=:", line, err);
		site.line = c->at.line;
		site.address = c->at.has_address ? c->at.address : 0;
		if (c->next == CALL_COST) {
			site.target = c->target;
			site.calls = c->calls;
		} else if (c->end.by != BY_XDEBUG) {
			c->end.is_ended = false;
		}
		c->next = COST;
		c->has_costs = true;
		vec_push(&g->site, site);
		vec_reserve(&g->cost, g->cost.n + g->events);
		for (uint32_t i = 0; i < g->events; i++) {
			int64_t *sum = &c->end.sum[i];

			g->cost.p[g->cost.n++] = c->cost[i];
			if (site.target == NONE)
				*sum = i64_add(*sum, c->cost[i], &over);
		}
		return 0;
	}
	switch (call_key(line, &key, &value)) {
	case '=':
		return assignment(c, line, key, value, err);
	case ':':
		return call_header(c, line, key, value, err);
	default:
		return fail_line(c, "not a callgrind line:", line, err);
	}
}

static int
callgrind_parse(struct callgrind *c, struct err *err)
{
	struct str line;

	lines_init(&c->lines, c->job->bytes, c->job);
	while (lines_next(&c->lines, &line)) {
		if (callgrind_line(c, line, err) != 0)
			return -1;
		if (c->lines.number % 4096 == 0 &&
			cost_graph_limit(&c->graph, c->job, err) != 0)
			return -1;
	}
	if (lines_end(&c->lines, err) != 0)
		return -1;
	if (!c->has_costs && damage_refuse(&c->damage, err) != 0)
		return -1;
	if (!c->has_costs)
		return err_set(err, ERR_FORMAT, "no costs in %zu lines",
			c->lines.number);
	return 0;
}

static int
callgrind_build(struct callgrind *c, struct err *err)
{
	struct builder *b = c->job->builder;
	struct cost_paths paths;
	int rc;
	size_t width;
	struct callgraph_rows *g;
	struct callgraph_rows made = { .row = { .p = NULL } };
	int64_t value[CALL_VALUES];
	struct call_events *e;
	bool has_calls;
	str_id count;

	c->graph.counts_calls = c->has_calls;
	if (cost_graph_room(&c->graph, b, err) != 0)
		return -1;
	cost_graph_close(&c->graph, b);
	/* Add the sample types. The default is CEst if caches were simulated,
	   else the first. */
	e = &c->events;
	has_calls = c->has_calls;
	count = builder_string(b, STR("count"));
	for (size_t i = 0; i < (size_t)CALL_DERIVED * CALL_TERMS; i++) {
		size_t d = i / CALL_TERMS, t = i % CALL_TERMS;

		for (uint32_t k = 0; k < e->n; k++) {
			if (!str_is(builder_str(b, e->name[k]),
				    derived[d].term[t].event))
				continue;
			e->is_there[d] = true;
			e->weight[d][k] = derived[d].term[t].weight;
		}
	}
	/* Without cache events, CEst would only repeat the instructions. */
	if (!e->is_there[L1M] || !e->is_there[LLM])
		e->is_there[CEST] = false;
	for (uint32_t i = 0; i < e->n; i++)
		builder_type(b, e->name[i], find_unit(e, b, i));
	builder_header(b)->default_type = e->name[0];
	for (int d = 0; d < CALL_DERIVED; d++) {
		str_id type = builder_string(b, str_c(derived[d].name));

		if (!e->is_there[d])
			continue;
		builder_type(b, type, count);
		if (d == CEST)
			builder_header(b)->default_type = type;
	}
	e->has_calls = has_calls;
	if (has_calls)
		builder_type(b, builder_string(b, STR("calls")), count);
	builder_header(b)->exact = writer_of(&c->end) != BY_ANYBODY;
	rc = cost_paths_make(&c->graph, b, c->job->progress, &paths, err);
	/* Compute the call graph's values from its costs. */
	width = paths.rows.ntypes;
	g = builder_callgraph(b);
	for (size_t i = 0; i < g->row.n; i++) {
		uint32_t n = call_events_values(
			&c->events, g->value.p + i * width, value);

		for (uint32_t k = 0; k < n; k++)
			vec_push(&made.value, value[k]);
	}
	vec_free(&g->value);
	g->value.p = made.value.p;
	g->value.n = made.value.n;
	g->value.cap = made.value.cap;
	if (rc == 0 && call_events_samples(&c->events, b, &paths.rows) != 0)
		rc = read_check(b, err);
	paths.unit = builder_str(b, find_unit(&c->events, b, 0));
	paths.not_profiled *= c->events.factor[0];
	if (rc == 0) {
		if (!c->has_calls)
			read_comment(b,
				STR("no calls: every stack is one function"));
		cost_paths_remark(&paths, c->has_calls, c->job);
		if (!partial_is(&c->job->partial)) {
			struct str bytes = c->job->bytes;
			struct warnings *warnings = c->job->warnings;
			enum call_writer by = writer_of(&c->end);

			/* Warn if parts of the file seem to be missing. */
			if (c->end.wrong > 0)
				warnings_add(warnings,
					"the costs do not add up to the totals "
					"in line %zu: some may be missing",
					c->end.wrong);
			else if (!c->end.is_ended && by != BY_ANYBODY)
				warnings_add(warnings,
					"no totals at the end, where %s writes "
					"them: costs may be missing",
					writers[by].name);
			else if (!c->end.is_ended &&
				!str_ends(bytes, STR("\n")))
				warnings_add(warnings,
					"no newline at the end: the last cost "
					"may be truncated, others may be "
					"missing");
		}
	}
	rows_fini(&paths.rows);
	return rc;
}

static int
callgrind_read(struct read_job *job, struct err *err)
{
	struct callgrind c = { .job = job,
		.called_object = NONE,
		.called_file = NONE,
		.called_name = NONE,
		.fn = NONE,
		.target = NONE };
	int rc;

	cost_graph_init(&c.graph, 0);
	rc = callgrind_parse(&c, err);
	if (rc == 0)
		rc = callgrind_build(&c, err);
	if (rc == 0)
		damage_warn(&c.damage, job->warnings, "costs");
	cost_graph_fini(&c.graph);
	for (int i = 0; i < SPACES; i++)
		map64_free(&c.name_of[i]);
	return rc;
}

static int
callgrind_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct str line;
	bool events = false, fn = false;

	if (str_starts(bytes, STR("# callgrind format")))
		return SNIFF_YES;
	/* Binary data, as in most profiles, has no lines to search. Names may
	   contain anything, but a header begins with ASCII. */
	if (!str_is_text(str_sub(bytes, 0, 2)) ||
		(bytes.n > 1 && (unsigned char)bytes.p[1] >= 0x80))
		return SNIFF_NO;
	lines_sniff(&lines, bytes);
	while (!(events && fn) && lines_next(&lines, &line)) {
		events |= str_starts(line, STR("events:"));
		fn |= str_starts(line, STR("fn="));
	}
	if (events && fn)
		return SNIFF_YES;
	if (!events)
		return SNIFF_NO;
	strbuf_addstr(why, "events: but no fn= line");
	return SNIFF_NEAR;
}

const struct reader reader_callgrind = { "callgrind", "callgrind",
	callgrind_read, .sniff = callgrind_sniff };
