/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What callgrind, cachegrind and Xdebug write: costs of lines, and of calls
 * with all that was called. It is a graph of calls and not stacks; paths are
 * made of it (costpaths.h).
 *
 *     events: Ir Dr
 *     fl=(1) demo.c
 *     fn=(1) main            (1) stands for the name from here on
 *     8 13                   line 8 cost 13 Ir, 0 Dr
 *     cfn=(2) work           the next call is one of work:
 *     calls=2 7              2 calls, of line 7,
 *     * 200 20               from the same line as before, cost 200 and 20
 *
 * Positions may be relative (+3 -3 *); objects, files and functions have
 * numbers of their own; a file may have several parts, which add up.
 */
#include "config.h"

#include <inttypes.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "read/callend.h"
#include "read/callevents.h"
#include "read/callline.h"
#include "read/costgraph.h"
#include "read/costpaths.h"
#include "read/lines.h"
#include "read/read.h"

#include "base/banned.h"

enum { COMMENTS_MAX = 32 }; /* header lines that are kept */

enum space { OBJECTS, FILES, FUNCTIONS, SPACES };

/* What the next line is. */
enum next { COST, CALL_COST, JUMP_END };

struct callgrind {
	struct read_job *job;
	struct lines lines;
	struct cost_graph graph;
	struct call_events events;
	struct call_end end;
	struct map64 name_of[SPACES]; /* number -> string */
	struct call_place at;
	str_id object, file;               /* of the lines to come */
	str_id called_object, called_file; /* NONE: the same */
	str_id called_name;
	uint32_t fn, target; /* NONE: none yet */
	enum next next;
	int64_t *cost; /* [events] scratch */
	bool has_calls, has_costs;
	size_t comments;
};

static int
fail_line(const struct callgrind *c, const char *what, struct str text,
	struct err *err)
{
	struct strbuf shown = STRBUF_INIT;

	utf8_put(&shown, str_trim(text), false, 40);
	err_set(err, ERR_FORMAT, "%s \"%s\" (line %zu)", what, strbuf_c(&shown),
		c->lines.number);
	strbuf_free(&shown);
	return -1;
}

/* "(12) name", "(12)", or "name" -> the name's id. Unknown ones, "???", are
   0. */
static int
name(struct callgrind *c, enum space space, struct str s, str_id *out,
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
		if (text.n == 0 && known == NONE)
			return fail_line(c, "no name was given for", s, err);
		if (text.n == 0) {
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

static int
begin_function(struct callgrind *c, struct str value, struct err *err)
{
	struct cost_fn fn = {
		.file = c->file, .object = c->object, .is_defined = true
	};

	if (name(c, FUNCTIONS, value, &fn.name, err) != 0)
		return -1;
	c->fn = cost_graph_fn(&c->graph, &fn);
	c->next = COST;
	return 0;
}

/* calls=COUNT POSITION: what is called, with its cost in the next line. */
static int
begin_call(struct callgrind *c, struct str line, struct err *err)
{
	struct cost_fn fn = { .name = c->called_name,
		.file = c->called_file != NONE ? c->called_file : c->file,
		.object = c->called_object != NONE ? c->called_object
						   : c->object };

	if (c->called_name == NONE || c->fn == NONE)
		return fail_line(c, "calls= without fn= and cfn=", line, err);
	c->target = cost_graph_fn(&c->graph, &fn);
	c->called_object = c->called_file = c->called_name = NONE;
	c->has_calls = true;
	c->next = CALL_COST;
	return 0;
}

/* key=value */
static int
assignment(struct callgrind *c, struct str line, struct str key,
	struct str value, struct err *err)
{
	str_id ignored;

	if (str_is(key, "fn"))
		return begin_function(c, value, err);
	if (str_is(key, "fl") || str_is(key, "fi") || str_is(key, "fe"))
		return name(c, FILES, value, &c->file, err);
	if (str_is(key, "ob"))
		return name(c, OBJECTS, value, &c->object, err);
	if (str_is(key, "cfn"))
		return name(c, FUNCTIONS, value, &c->called_name, err);
	if (str_is(key, "cfi") || str_is(key, "cfl"))
		return name(c, FILES, value, &c->called_file, err);
	if (str_is(key, "cob"))
		return name(c, OBJECTS, value, &c->called_object, err);
	if (str_is(key, "calls"))
		return begin_call(c, line, err);
	if (str_is(key, "jump") || str_is(key, "jcnd")) {
		c->next = JUMP_END;
		return 0;
	}
	/* Where jumps go is not shown, but names may get their numbers. */
	if (str_is(key, "jfn"))
		return name(c, FUNCTIONS, value, &ignored, err);
	if (str_is(key, "jfi"))
		return name(c, FILES, value, &ignored, err);
	if (str_is(key, "job"))
		return name(c, OBJECTS, value, &ignored, err);
	/* Other tools' own, as "frfn=" of old ones. */
	return 0;
}

static int
set_events(
	struct callgrind *c, struct str line, struct str value, struct err *err)
{
	int rc = call_events_set(&c->events, c->job->builder, value);

	if (rc < 0)
		return fail_line(c, "too many events, or none:", line, err);
	if (rc > 0 || (c->has_costs && c->graph.events != c->events.n))
		return fail_line(c,
			"these are not the events of the lines "
			"before:",
			line, err);
	c->graph.events = c->events.n;
	if (c->cost == NULL)
		c->cost = xcalloc(c->events.n, sizeof(*c->cost));
	return 0;
}

/* key: value */
static int
header(struct callgrind *c, struct str line, struct str key, struct str value,
	struct err *err)
{
	static const char *const kept[] = { "creator", "cmd", "desc" };

	call_end_header(&c->end, key, value, c->lines.number);
	if (str_is(key, "positions")) {
		call_columns(&c->at, value);
		return 0;
	}
	if (str_is(key, "events"))
		return set_events(c, line, value, err);
	if (str_is(key, "part")) {
		c->fn = NONE;
		return 0;
	}
	for (size_t i = 0; i < COUNT_OF(kept); i++)
		if (str_is(key, kept[i]) && value.n > 0 &&
			!str_ends(value, STR(":")) &&
			c->comments++ < COMMENTS_MAX)
			builder_comment(c->job->builder,
				builder_string(c->job->builder,
					str_is(key, "desc") ? value : line));
	return 0;
}

/* A line that begins with a position. */
static int
cost_line(struct callgrind *c, struct str line, struct err *err)
{
	struct cost_site site = {
		.fn = c->fn, .target = NONE, .file = c->file
	};
	struct str s = line;

	if (c->events.n == 0)
		return fail_line(
			c, "no events: line before this cost:", line, err);
	if (!call_place(&c->at, &s))
		return fail_line(c, "not a position:", line, err);
	if (c->next == JUMP_END) {
		c->next = COST;
		return 0;
	}
	if (!call_costs(s, c->cost, c->events.n))
		return fail_line(c, "not costs of the events:", line, err);
	if (c->fn == NONE)
		return fail_line(c, "a cost before any fn=:", line, err);
	site.line = c->at.line;
	site.address = c->at.has_address ? c->at.address : 0;
	if (c->next == CALL_COST)
		site.target = c->target;
	else
		call_end_cost(&c->end, c->cost, c->events.n);
	c->next = COST;
	c->has_costs = true;
	cost_graph_add(&c->graph, &site, c->cost);
	return 0;
}

static int
one_line(struct callgrind *c, struct str line, struct err *err)
{
	struct str key, value;

	line = call_blanks(line);
	if (line.n == 0 || line.p[0] == '#')
		return 0;
	if (ascii_is_digit(line.p[0]) || line.p[0] == '+' || line.p[0] == '-' ||
		line.p[0] == '*')
		return cost_line(c, line, err);
	switch (call_key(line, &key, &value)) {
	case '=':
		return assignment(c, line, key, value, err);
	case ':':
		return header(c, line, key, value, err);
	default:
		return fail_line(c, "not a line of callgrind:", line, err);
	}
}

static bool
is_too_much(const struct callgrind *c)
{
	return c->job->max_memory != 0 &&
		cost_graph_bytes(&c->graph) + builder_bytes(c->job->builder) >
		c->job->max_memory;
}

static int
parse(struct callgrind *c, struct err *err)
{
	struct str line;

	lines_init(&c->lines, c->job->bytes, c->job);
	while (lines_next(&c->lines, &line)) {
		if (one_line(c, line, err) != 0)
			return -1;
		if (c->lines.number % 4096 == 0 && is_too_much(c))
			return err_set(err, ERR_LIMIT,
				"its call graph needs more than the memory "
				"limit (see --max-memory)");
	}
	if (lines_end(&c->lines, err) != 0)
		return -1;
	if (!c->has_costs)
		return err_set(err, ERR_FORMAT,
			"no costs in %zu lines of callgrind", c->lines.number);
	return 0;
}

static void
add_warnings(struct callgrind *c, const struct cost_paths *paths)
{
	static const char estimated[] =
		"Paths are estimated from a call graph: what functions, lines "
		"and calls cost is exact, by which path is not";
	struct builder *b = c->job->builder;
	struct warnings *warnings = c->job->warnings;

	if (c->has_calls) {
		builder_comment(b, builder_string(b, STR(estimated)));
		warnings_add(warnings, "%s", estimated);
	} else {
		builder_comment(b,
			builder_string(b,
				STR("No calls: every stack is one function")));
	}
	if (!partial_is(&c->job->partial))
		call_end_note(&c->end, c->job->bytes, warnings);
	if (paths->has_circles)
		warnings_add(warnings,
			"Functions that call one another in a circle: only "
			"what they cost themselves is exact");
	if (paths->is_cut)
		warnings_add(warnings,
			"Too many paths: some functions stand alone, without "
			"their callers");
}

static int
build(struct callgrind *c, struct err *err)
{
	struct builder *b = c->job->builder;
	struct cost_paths paths;
	int rc = 0;

	cost_graph_close(&c->graph);
	call_events_types(&c->events, b);
	if (!cost_paths_make(&c->graph, b, c->job->progress, &paths))
		rc = -1;
	for (size_t i = 0; rc == 0 && i < paths.rows.n; i++)
		rc = call_events_sample(&c->events, b, paths.rows.leaf.p[i],
			&paths.rows.value.p[i * c->events.n]);
	add_warnings(c, &paths);
	cost_paths_fini(&paths);
	if (read_check(b, err) != 0)
		return -1;
	return rc == 0 ? 0 : err_set(err, ERR_CANCELLED, "cancelled");
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

	cost_graph_init(&c.graph);
	rc = parse(&c, err);
	if (rc == 0)
		rc = build(&c, err);
	cost_graph_fini(&c.graph);
	call_events_fini(&c.events);
	for (int i = 0; i < SPACES; i++)
		map64_free(&c.name_of[i]);
	free(c.cost);
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
	lines_sniff(&lines, bytes);
	while (!(events && fn) && lines_next(&lines, &line)) {
		events |= str_starts(line, STR("events:"));
		fn |= str_starts(line, STR("fn="));
	}
	if (events && fn)
		return SNIFF_YES;
	if (!events)
		return SNIFF_NO;
	strbuf_addc(why, "events: without a line fn=");
	return SNIFF_NEAR;
}

const struct reader reader_callgrind = {
	.name = "callgrind",
	.title = "callgrind",
	.sniff = callgrind_sniff,
	.read = callgrind_read,
};
