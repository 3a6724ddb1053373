/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts stacks and names of a flight recording (jfr.h). */
#include "prelude.h"

#include "read/jfr/jfr.h"

#include "base/ascii.h"
#include "base/num.h"
#include "read/rows.h"

/* ---- Names of classes ---- */

/* Return s without the trailing characters for which is() holds. */
static struct str
without_last(struct str s, bool (*is)(char c))
{
	while (s.n > 0 && is(s.p[s.n - 1]))
		s.n--;
	return s;
}

static bool
is_decimal(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_hex(char c)
{
	return is_decimal(c) || (c >= 'a' && c <= 'f');
}

/* Cut a number off the end if `before` precedes it. */
static bool
cut_number(struct str *s, const char *before, bool (*is)(char c))
{
	struct str rest = without_last(*s, is);

	if (rest.n == s->n || !str_ends(rest, str_c(before)))
		return false;
	*s = str_sub(rest, 0, rest.n - strlen(before));
	return true;
}

/* Generated names are cut after the mark, and '_' replaces the number. */
static const struct {
	const char *mark;
	bool (*is)(char c);
} numbered[] = {
	{ "/GeneratedMethodAccessor", is_decimal },
	{ "/GeneratedConstructorAccessor", is_decimal },
	{ "/GeneratedSerializationConstructorAccessor", is_decimal },
	{ "BySpringCGLIB$$", is_hex },
};

static void
put_dotted(struct strbuf *out, struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		strbuf_addch(out, s.p[i] == '/' ? '.' : s.p[i]);
}

void
jfr_put_state(struct strbuf *out, struct str raw)
{
	if (str_starts(raw, STR("STATE_")))
		raw = str_skip(raw, 6);
	for (size_t i = 0; i < raw.n; i++)
		strbuf_addch(out, ascii_lower(raw.p[i]));
}

void
jfr_put_class(struct strbuf *out, struct str raw)
{
	size_t dimensions = 0;
	struct str s;
	struct str address_s;
	static const char *const before[] = { "+0x", "/0x", ".0x" };
	struct str whole;

	while (dimensions < raw.n && raw.p[dimensions] == '[')
		dimensions++;
	if (dimensions > 0 && dimensions < UINT8_MAX) {
		struct str element_s = str_skip(raw, dimensions);
		static const char letters[] = "BCDFIJSZ";
		static const char *const names[] = { "byte", "char", "double",
			"float", "int", "long", "short", "boolean" };
		const char *letter = element_s.n == 1
			? strchr(letters, element_s.p[0])
			: NULL;

		if (letter != NULL && *letter != '\0')
			strbuf_addstr(out, names[letter - letters]);
		else if (element_s.n > 2 && element_s.p[0] == 'L' &&
			element_s.p[element_s.n - 1] == ';')
			jfr_put_class(
				out, str_sub(element_s, 1, element_s.n - 1));
		else
			put_dotted(out, element_s);
		for (size_t i = 0; i < dimensions; i++)
			strbuf_addstr(out, "[]");
		return;
	}
	/* Cut the numbers off "A$$Lambda$91+0x00007f4f34008000/1572098393",
	   "A$$Lambda/0x7f4f", "LambdaForm$MH.0x7f4f". */
	address_s = raw;
	whole = address_s;
	(void)cut_number(&address_s, "/", is_decimal);
	for (size_t i = 0; i < COUNT_OF(before); i++)
		if (cut_number(&address_s, before[i], is_hex))
			break;
	if (str_find(address_s, STR("$$Lambda"), 0) >= 0)
		(void)cut_number(&address_s, "$", is_decimal);
	s = address_s.n > 0 ? address_s : whole;
	for (size_t i = 0; i < COUNT_OF(numbered); i++) {
		struct str rest = without_last(s, numbered[i].is);

		if (rest.n < s.n && str_ends(rest, str_c(numbered[i].mark))) {
			put_dotted(out, rest);
			strbuf_addch(out, '_');
			return;
		}
	}
	put_dotted(out, s);
}

/* Append the name of a library. "libzstd-jni-1.5.1-16931311898282279136.so" was
   unpacked under a random name, whose number is cut. */
static void
put_library(struct strbuf *out, struct str raw)
{
	enum { LEAST = 10 };
	struct str s = raw, stem;

	if (str_ends(s, STR(".so"))) {
		stem = without_last(str_sub(s, 0, s.n - 3), is_hex);
		if (s.n - 3 - stem.n >= LEAST && str_ends(stem, STR("-"))) {
			strbuf_add3(out, "", stem, "_.so");
			return;
		}
	}
	strbuf_add(out, s);
}

/* ---- Frames ---- */

enum frame_kind {
	FRAME_PLAIN,
	FRAME_INTERPRETED,
	FRAME_COMPILED,
	FRAME_NATIVE,
	FRAME_KERNEL,
};

/* Return the kind of a frame from its text, as numbers depend on the writer. */
static enum frame_kind
frame_kind(struct jfr_stacks *s, uint64_t key)
{
	static const struct {
		const char *text;
		enum frame_kind kind;
	} kinds[] = { { "Interpreted", FRAME_INTERPRETED },
		{ "JIT compiled", FRAME_COMPILED },
		{ "Inlined", FRAME_COMPILED },
		{ "C1 compiled", FRAME_COMPILED }, { "Native", FRAME_NATIVE },
		{ "C++", FRAME_NATIVE }, { "Kernel", FRAME_KERNEL } };
	struct jfr_constant *c;
	struct jfr_value value[JFR_POOL_SLOTS];
	uint32_t row;

	/* Key 0 is valid here. */
	row = idmap_get(&s->pools->pool[JFR_FRAME_TYPES].of_key, key);
	if (row == NONE)
		return FRAME_PLAIN;
	c = &s->pools->pool[JFR_FRAME_TYPES].row.p[row];
	if (c->made != NONE)
		return (enum frame_kind)c->made;
	c->made = FRAME_PLAIN;
	jfr_constant_read(s->pools, JFR_FRAME_TYPES, c, value);
	strbuf_reset(&s->name);
	jfr_value_text(s->pools, &value[FIRST_FIELD], &s->name);
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		if (str_is(strbuf_str(&s->name), kinds[i].text))
			c->made = kinds[i].kind;
	return (enum frame_kind)c->made;
}

/* Return the location of the frame s->name, with the system name s->raw. */
static loc_id
frame_location(struct jfr_stacks *s, struct str map, uint32_t line)
{
	struct builder_function f = { .start_line = 0 };
	struct builder_line at = { .line = line };
	struct builder_location row = { .map = NONE, .line = &at, .nlines = 1 };
	uint64_t key;
	loc_id loc;
	uint32_t place_map;
	uint32_t *id;

	f.name = builder_string(s->builder, strbuf_str(&s->name));
	if (s->raw.n > 0)
		f.system = builder_string(s->builder, strbuf_str(&s->raw));
	at.func = loctable_function(
		&s->func_of, (uint64_t)f.name << 32 | f.system, s->builder, &f);
	if (map.n > 0)
		row.map = loctable_mapping(&s->map_of, s->builder,
			builder_string(s->builder, map), MAP_ALL);
	if (builder_err(s->builder) != NULL)
		return NONE;
	/* Get the number of the (mapping, line) pair. */
	place_map = row.map;
	id = map64_at(&s->place_of, (uint64_t)place_map << 32 | line);
	if (*id == NONE)
		*id = s->nplaces++;
	key = (uint64_t)at.func << 32 | (*id);
	loc = map64_get(&s->loc_of, key);
	if (loc == NONE) {
		loc = builder_location(s->builder, &row);
		if (loc != NONE)
			map64_put(&s->loc_of, key, loc);
	}
	return loc;
}

enum { FRAME_METHOD, FRAME_LINE, FRAME_TYPE, FRAME_SLOTS };

static loc_id
jfr_frame(struct jfr_stacks *s, const struct jfr_value *frame)
{
	enum { LINES = 1 << 28 }; /* a class file has at most 65,535 lines */
	enum frame_kind kind = frame_kind(s, (uint64_t)frame[FRAME_TYPE].n);
	int64_t n = frame[FRAME_LINE].n;
	uint32_t line = n > 0 && n < LINES ? (uint32_t)n : 0;
	const struct jfr_pool *methods = &s->pools->pool[JFR_METHODS];
	const struct jfr_constant *c = jfr_constant(
		s->pools, JFR_METHODS, (uint64_t)frame[FRAME_METHOD].n);
	uint64_t row = c != NULL ? (uint64_t)(c - methods->row.p) + 1 : 0;
	struct jfr_value method[JFR_POOL_SLOTS];
	loc_id loc;
	uint32_t *known = map64_at(
		&s->loc_of_frame, row << 32 | line << 4 | (uint32_t)kind);

	if (*known != NONE)
		return *known;
	*known = 0; /* reserved until the location is known */
	strbuf_reset(&s->name);
	strbuf_reset(&s->raw);
	if (c == NULL) {
		strbuf_addstr(&s->name, "[unknown]");
		loc = frame_location(s, STR_EMPTY, 0);
	} else {
		jfr_constant_read(s->pools, JFR_METHODS, c, method);
		if (s->pools->types->is_async &&
			(kind == FRAME_NATIVE || kind == FRAME_KERNEL)) {
			struct strbuf map = STRBUF_INIT;
			const struct jfr_constant *class =
				jfr_constant(s->pools, JFR_CLASSES,
					(uint64_t)method[METHOD_CLASS].n);
			struct jfr_value value[JFR_POOL_SLOTS];

			/* The class of a C frame is its library. */
			jfr_constant_text(s->pools, JFR_SYMBOLS,
				(uint64_t)method[METHOD_NAME].n, &s->name);
			if (s->name.n == 0)
				strbuf_addstr(&s->name, "[unknown]");
			if (kind == FRAME_KERNEL) {
				strbuf_addstr(&map, "[kernel]");
			} else if (class != NULL) {
				struct strbuf raw = STRBUF_INIT;

				jfr_constant_read(
					s->pools, JFR_CLASSES, class, value);
				jfr_constant_text(s->pools, JFR_SYMBOLS,
					(uint64_t)value[FIRST_FIELD].n, &raw);
				put_library(&map, strbuf_str(&raw));
				strbuf_free(&raw);
			}
			loc = frame_location(s, strbuf_str(&map), 0);
			strbuf_free(&map);
		} else {
			const struct jfr_constant *class =
				jfr_constant(s->pools, JFR_CLASSES,
					(uint64_t)method[METHOD_CLASS].n);
			struct jfr_value value[JFR_POOL_SLOTS];
			size_t from;

			if (class != NULL) {
				jfr_constant_read(
					s->pools, JFR_CLASSES, class, value);
				jfr_constant_text(s->pools, JFR_SYMBOLS,
					(uint64_t)value[FIRST_FIELD].n,
					&s->raw);
			}
			if (s->raw.n > 0) {
				jfr_put_class(&s->name, strbuf_str(&s->raw));
				strbuf_addch(&s->name, '.');
				strbuf_addch(&s->raw, '.');
			}
			from = s->raw.n;
			jfr_constant_text(s->pools, JFR_SYMBOLS,
				(uint64_t)method[METHOD_NAME].n, &s->raw);
			if (s->raw.n == from)
				strbuf_addstr(&s->raw, "[unknown]");
			strbuf_add(
				&s->name, str_skip(strbuf_str(&s->raw), from));
			jfr_constant_text(s->pools, JFR_SYMBOLS,
				(uint64_t)method[METHOD_DESCRIPTOR].n, &s->raw);
			loc = frame_location(s,
				kind == FRAME_INTERPRETED ? STR("[interpreter]")
					: kind == FRAME_COMPILED ? STR("[jit]")
								 : STR_EMPTY,
				line);
		}
	}
	*known = loc;
	return loc;
}

/* ---- Stacks ---- */

void
jfr_stacks_begin(struct jfr_stacks *s, struct jfr_pools *pools)
{
	static const char *const fields[FRAME_SLOTS] = { "method", "lineNumber",
		"type" };

	const struct jfr_field *frames = jfr_field_named(
		pools->types, pools->pool[JFR_STACKS].class, "frames");

	s->pools = pools;
	jfr_plan_free(&s->frame);
	s->frame = jfr_plan(pools->types,
		frames != NULL && frames->is_array && !frames->is_pooled
			? frames->class
			: NONE,
		fields, FRAME_SLOTS, true);
	map64_free(&s->loc_of_frame);
}

void
jfr_stacks_fini(struct jfr_stacks *s)
{
	map64_free(&s->func_of);
	map64_free(&s->map_of);
	map64_free(&s->place_of);
	map64_free(&s->loc_of);
	map64_free(&s->loc_of_frame);
	jfr_plan_free(&s->frame);
	vec_free(&s->loc);
	strbuf_free(&s->name);
	strbuf_free(&s->raw);
}

node_id
jfr_stack(struct jfr_stacks *s, uint64_t key)
{
	struct jfr_constant *c = jfr_constant(s->pools, JFR_STACKS, key);
	struct jfr_value stack[JFR_POOL_SLOTS];

	if (c == NULL)
		return 0;
	if (c->made != NONE)
		return c->made;
	jfr_constant_read(s->pools, JFR_STACKS, c, stack);
	s->loc.n = 0;
	if (stack[STACK_FRAMES].at != NULL && s->frame.class != NONE) {
		struct jfr_bytes in = { .p = stack[STACK_FRAMES].at,
			.end = s->pools->end };
		struct jfr_value frame[FRAME_SLOTS] = { 0 };
		uint64_t n = jfr_number(&in);

		/* Frames are stored leaf first. */
		for (; n > 0 && in.bad == NULL; n--) {
			jfr_read(s->pools->types, &s->frame, &in, frame);
			if (in.bad == NULL)
				vec_push(&s->loc, jfr_frame(s, frame));
		}
	}
	s->met++;
	if (stack[STACK_TRUNCATED].n != 0) {
		s->cut++;
		s->depth = s->loc.n > s->depth ? s->loc.n : s->depth;
	}
	if (builder_err(s->builder) == NULL)
		c->made = builder_stack(s->builder, s->loc.p, s->loc.n);
	return c->made;
}
