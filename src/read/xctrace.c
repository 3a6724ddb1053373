/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the samples that xctrace exports from a recording of Instruments, with
 * --xpath '/trace-toc/run[1]/data/table[@schema="time-profile"]':
 *
 *     <trace-query-result><node><schema name="time-profile">...</schema>
 *     <row><sample-time id="1">57246708</sample-time>
 *      <thread id="2" fmt="main  0x84 (shop, pid: 71)"><tid id="3">132</tid>
 *       <process id="4" fmt="shop (71)"><pid id="5">71</pid></process></thread>
 *      <weight id="6">1000000</weight>
 *      <backtrace id="7"><frame id="8" name="work" addr="0x1047b15cd">
 *        <binary id="9" name="shop" load-addr="0x104700000" path="/bin/shop"/>
 *        <source line="7"><path id="10">/src/shop.c</path></source></frame>
 *       <frame id="11" name="main"/></backtrace></row>
 *     <row><sample-time id="12">58246708</sample-time><thread ref="2"/>
 *      <weight ref="6"/><backtrace ref="7"/></row>
 *
 * An element with an id is written once; later ones refer to it. The leaf is
 * the first frame. <sentinel/> stands for a missing column.
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/num.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "read/damage.h"
#include "read/idmap.h"
#include "read/reader.h"
#include "read/rows.h"

#define ROOT "trace-query-result"
#define TABLE "time-profile"

/* ---- XML ---- */

enum xml_event { XML_OVER, XML_BAD, XML_OPEN, XML_CLOSE, XML_TEXT };

/* An XML text, read piece by piece; nothing is copied. */
struct xml {
	struct str rest;
	struct str name; /* element opened or closed */
	struct str attributes, text;
	bool is_empty; /* <x/>: closed next */
};

/* Return the length of a tag without its '>'. A truncated tag ends at the next
   '<' or at the end of the text. */
static size_t
xml_tag(struct str s)
{
	char quote = '\0';
	size_t n = 1;

	for (; n < s.n && s.p[n] != '<'; n++)
		if (quote != '\0')
			quote = s.p[n] == quote ? '\0' : quote;
		else if (s.p[n] == '>')
			break;
		else if (s.p[n] == '"' || s.p[n] == '\'')
			quote = s.p[n];
	return n;
}

/* Skip a comment or a declaration. False if there is none. */
static bool
xml_skip(struct xml *x)
{
	static const struct {
		const char *begin, *end;
	} kind[] = { { "<!--", "-->" }, { "<![CDATA[", "]]>" }, { "<?", "?>" },
		{ "<!", ">" } };

	for (size_t i = 0; i < COUNT_OF(kind); i++) {
		ptrdiff_t at;

		if (!str_starts(x->rest, str_c(kind[i].begin)))
			continue;
		at = str_find(
			x->rest, str_c(kind[i].end), strlen(kind[i].begin));
		x->rest = at < 0
			? STR_EMPTY
			: str_skip(x->rest, (size_t)at + strlen(kind[i].end));
		return true;
	}
	return false;
}

static enum xml_event
xml_next(struct xml *x)
{
	struct str tag;
	size_t n;

	if (x->is_empty) {
		x->is_empty = false;
		return XML_CLOSE;
	}
	while (xml_skip(x))
		;
	if (x->rest.n == 0)
		return XML_OVER;
	if (x->rest.p[0] != '<') {
		ptrdiff_t at = str_chr(x->rest, '<');

		x->text = str_sub(x->rest, 0, at < 0 ? x->rest.n : (size_t)at);
		x->rest = str_skip(x->rest, x->text.n);
		return XML_TEXT;
	}
	n = xml_tag(x->rest);
	tag = str_sub(x->rest, 1, n);
	x->rest = str_skip(x->rest, n);
	if (x->rest.n == 0)
		return XML_OVER;
	if (x->rest.p[0] == '<')
		return XML_BAD;
	x->rest = str_skip(x->rest, 1);
	if (str_starts(tag, STR("/"))) {
		x->name = str_trim(str_skip(tag, 1));
		return XML_CLOSE;
	}
	x->is_empty = str_ends(tag, STR("/"));
	tag.n -= x->is_empty;
	for (n = 0; n < tag.n && (unsigned char)tag.p[n] > ' ';)
		n++;
	x->name = str_sub(tag, 0, n);
	x->attributes = str_skip(tag, n);
	return XML_OPEN;
}

/* Find an attribute. False, with *value empty, if there is none. */
static bool
xml_attribute(struct str attributes, const char *name, struct str *value)
{
	while (attributes.n > 0) {
		struct str key = str_trim(str_cut(&attributes, '='));
		char quote;

		attributes = str_trim(attributes);
		quote = attributes.n > 0 ? attributes.p[0] : '\0';
		if (quote != '"' && quote != '\'')
			break;
		attributes = str_skip(attributes, 1);
		*value = str_cut(&attributes, quote);
		if (str_is(key, name))
			return true;
	}
	*value = STR_EMPTY;
	return false;
}

/* Read a hexadecimal number after 0x. False for other text. */
static bool
hex_number(struct str s, uint64_t *out)
{
	*out = 0;
	if (!str_starts(s, STR("0x")) || s.n < 3 || s.n > 18)
		return false;
	s = str_skip(s, 2);
	(void)str_cut_hex(&s, out);
	return s.n == 0;
}

/* Append the character of an entity: "amp", "#39", "#x27". False for other
   text. */
static bool
xml_entity(struct str s, struct strbuf *out)
{
	static const struct {
		const char *name;
		char c;
	} known[] = { { "lt", '<' }, { "gt", '>' }, { "amp", '&' },
		{ "quot", '"' }, { "apos", '\'' } };
	char bytes[4] = { '\0' };
	uint64_t cp = 0;
	int64_t decimal = 0;

	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (str_is(s, known[i].name)) {
			strbuf_add(out, str_from(&known[i].c, 1));
			return true;
		}
	if (str_starts(s, STR("#x")) && s.n < 10) {
		s = str_skip(s, 2);
		if (str_cut_hex(&s, &cp) == 0 || s.n > 0)
			return false;
	} else if (str_starts(s, STR("#")) &&
		str_to_i64(str_skip(s, 1), &decimal) && decimal > 0) {
		cp = (uint64_t)decimal;
	}
	if (cp == 0 || cp > 0x10ffff || (cp >= 0xd800 && cp < 0xe000))
		return false;
	strbuf_add(out, str_from(bytes, utf8_bytes((uint32_t)cp, bytes)));
	return true;
}

/* Return a text with its entities decoded, in `room` if it has any. */
static struct str
xml_decode(struct str s, struct strbuf *room)
{
	enum { LONGEST = 10 };

	if (str_chr(s, '&') < 0)
		return s;
	strbuf_reset(room);
	while (s.n > 0) {
		ptrdiff_t at = str_chr(s, '&'), end;

		strbuf_add(room, str_sub(s, 0, at < 0 ? s.n : (size_t)at));
		if (at < 0)
			break;
		s = str_skip(s, (size_t)at);
		end = str_chr(str_sub(s, 0, LONGEST), ';');
		if (end > 0 && xml_entity(str_sub(s, 1, (size_t)end), room)) {
			s = str_skip(s, (size_t)end + 1);
		} else {
			strbuf_addstr(room, "&");
			s = str_skip(s, 1);
		}
	}
	return strbuf_str(room);
}

/* ---- Elements ---- */

/* Tagged backtraces contain a backtrace and are read the same way. */
#define XCTRACE_KINDS(K) \
	K(ROW, "row") \
	K(TIME, "sample-time") \
	K(THREAD, "thread") \
	K(TID, "tid") \
	K(PROCESS, "process") \
	K(PID, "pid") \
	K(STATE, "thread-state") \
	K(WEIGHT, "weight") \
	K(STACK, "backtrace") \
	K(TAGGED, "tagged-backtrace") \
	K(FRAME, "frame") \
	K(BINARY, "binary") \
	K(SOURCE, "source") \
	K(PATH, "path")

enum xctrace_kind {
#define K(kind, name) X_##kind,
	XCTRACE_KINDS(K)
#undef K
		X_OTHER
};

static enum xctrace_kind
xctrace_kind_of(struct str name)
{
	static const char *const names[] = {
#define K(kind, name) name,
		XCTRACE_KINDS(K)
#undef K
	};

	for (int i = 0; i < X_OTHER; i++)
		if (str_is(name, names[i]))
			return i == X_TAGGED ? X_STACK : (enum xctrace_kind)i;
	return X_OTHER;
}

/* The content of an element. */
struct xctrace_item {
	enum xctrace_kind kind;
	uint32_t id; /* text, location or stack; NONE if the builder failed */
	uint32_t other; /* a thread's process or NONE; a binary's name */
	bool has_number;
	int64_t number; /* a time, a number of a thread, a line, an address */
};

/* An element whose end is not read yet. */
struct xctrace_open {
	enum xctrace_kind kind;
	struct str name, attributes, text;
	uint32_t item;         /* item that the element refers to, or NONE */
	uint32_t has[X_OTHER]; /* the last item of each kind in it, or NONE */
	size_t frame0;         /* where its frames begin */
};

enum { DEPTH = 16 };

struct xctrace {
	struct read_job *job;
	struct builder *b;
	struct xml xml;
	struct str row; /* the text from the row that is read */
	struct xctrace_open open[DEPTH];
	size_t depth; /* 0: in no row */
	VEC(struct xctrace_item) item;
	struct idmap item_of;
	VEC(loc_id) frame; /* frames of the open stacks, leaf first */
	struct loctable locs;
	struct rows rows;
	struct strbuf decoded, name;
	uint32_t process; /* item of the first process */
	bool is_table;    /* the rows are samples */
	bool is_ended, clipped, many_processes;
	struct str other_table;
	size_t other_tables, no_weight, no_stack;
	int64_t first, last; /* times of samples */
	struct damage damaged;
};

/* Skip the current row and continue with the next. */
static void
xctrace_bad(struct xctrace *x, const char *why)
{
	struct err err = ERR_INIT;

	x->depth = 0;
	if (!x->is_table)
		return;
	(void)err_set(&err, ERR_FORMAT, "%s (byte %zu)", why,
		(size_t)(x->row.p - x->job->bytes.p));
	(void)damage_take(&x->damaged, &err);
}

static const struct xctrace_item *
xctrace_has(const struct xctrace *x, const struct xctrace_open *o, int kind)
{
	return o->has[kind] != NONE ? &x->item.p[o->has[kind]] : NULL;
}

static uint32_t
xctrace_text(struct xctrace *x, struct str s)
{
	return builder_string(x->b, xml_decode(str_trim(s), &x->decoded));
}

/* Return the name in "main  0x84 (shop, pid: 71)" or "shop (71)". */
static uint32_t
xctrace_name(struct xctrace *x, const struct xctrace_open *o)
{
	struct str s, number;
	ptrdiff_t at;
	uint64_t n;

	(void)xml_attribute(o->attributes, "fmt", &s);
	at = str_rfind(s, STR(" ("));
	if (at >= 0)
		s = str_trim(str_sub(s, 0, (size_t)at));
	at = str_rchr(s, ' ');
	number = str_skip(s, (size_t)(at + 1));
	if (str_starts(number, STR("(")) && str_ends(number, STR(")")))
		number = str_sub(number, 1, number.n - 1);
	if (o->kind == X_THREAD && at > 0 && hex_number(number, &n))
		s = str_sub(s, 0, (size_t)at);
	return xctrace_text(x, s);
}

static loc_id
xctrace_frame(struct xctrace *x, const struct xctrace_open *o)
{
	const struct xctrace_item *binary = xctrace_has(x, o, X_BINARY),
				  *source = xctrace_has(x, o, X_SOURCE);
	struct loctable_row row = { .line = 0 };
	struct str address;
	uint64_t at;
	bool has_address;

	(void)xml_attribute(o->attributes, "addr", &address);
	has_address = hex_number(address, &at);
	(void)xml_attribute(o->attributes, "name", &row.name);
	row.name = xml_decode(row.name, &x->decoded);
	if (row.name.n == 0)
		row.name = has_address ? address : STR("[unknown]");
	if (binary != NULL)
		row.map = builder_str(x->b, binary->id);
	if (source != NULL) {
		row.line = source->number;
		row.file = builder_str(x->b, source->id);
	}
	/* A function without a name is called by its address, which differs
	   from run to run: call it by its offset. */
	if (has_address && str_eq(row.name, address) && binary != NULL &&
		binary->has_number && (uint64_t)binary->number <= at) {
		strbuf_reset(&x->name);
		strbuf_addf(&x->name, "%.*s+0x%" PRIx64,
			STR_ARG(builder_str(x->b, binary->other)),
			at - (uint64_t)binary->number);
		row.name = strbuf_str(&x->name);
	}
	return loctable_at(&x->locs, &row);
}

static struct xctrace_item
xctrace_binary(struct xctrace *x, const struct xctrace_open *o)
{
	struct xctrace_item item = { .kind = X_BINARY };
	struct str s;
	uint64_t address;

	(void)xml_attribute(o->attributes, "name", &s);
	item.other = xctrace_text(x, s);
	if (xml_attribute(o->attributes, "path", &s) && s.n > 0)
		item.id = xctrace_text(x, s);
	else
		item.id = item.other;
	(void)xml_attribute(o->attributes, "load-addr", &s);
	item.has_number = hex_number(s, &address);
	item.number = (int64_t)address;
	return item;
}

/* Return the content of an element that was read to its end. */
static struct xctrace_item
xctrace_item(struct xctrace *x, const struct xctrace_open *o)
{
	struct xctrace_item item = { .kind = o->kind, .other = NONE };
	const struct xctrace_item *inner = NULL;
	struct str s = str_trim(o->text);

	switch (o->kind) {
	case X_THREAD:
		item.id = xctrace_name(x, o);
		item.other = o->has[X_PROCESS];
		inner = xctrace_has(x, o, X_TID);
		break;
	case X_PROCESS:
		item.id = xctrace_name(x, o);
		inner = xctrace_has(x, o, X_PID);
		break;
	case X_STACK:
		inner = xctrace_has(x, o, X_STACK);
		if (inner != NULL)
			item.id = inner->id;
		else if (builder_err(x->b) != NULL)
			item.id = NONE;
		else
			item.id = builder_stack(x->b, x->frame.p + o->frame0,
				x->frame.n - o->frame0);
		x->frame.n = o->frame0;
		break;
	case X_FRAME:
		item.id = xctrace_frame(x, o);
		break;
	case X_BINARY:
		return xctrace_binary(x, o);
	case X_SOURCE:
		inner = xctrace_has(x, o, X_PATH);
		item.id = inner != NULL ? inner->id : 0;
		(void)xml_attribute(o->attributes, "line", &s);
		item.has_number = str_to_i64(s, &item.number);
		return item;
	case X_PATH:
	case X_STATE:
		item.id = xctrace_text(x, s);
		break;
	default:
		item.has_number = str_to_i64(s, &item.number);
	}
	if (inner != NULL && o->kind != X_STACK) {
		item.has_number = inner->has_number;
		item.number = inner->number;
	}
	return item;
}

/* ---- Rows ---- */

static void
xctrace_label(struct xctrace *x, struct label *label, size_t *n,
	const char *key, const struct xctrace_item *of, bool is_number)
{
	if (of == NULL || (is_number ? !of->has_number : of->id == 0))
		return;
	label[(*n)++] = (struct label){
		.key = builder_string(x->b, str_c(key)),
		.str = is_number ? NONE : of->id,
		.num = is_number ? of->number : 0,
	};
}

static lset_id
xctrace_labels(struct xctrace *x, const struct xctrace_open *row)
{
	const struct xctrace_item *thread = xctrace_has(x, row, X_THREAD);
	struct label label[5];
	uint32_t at = row->has[X_PROCESS];
	const struct xctrace_item *process;
	size_t n = 0;

	if (at == NONE && thread != NULL)
		at = thread->other;
	process = at != NONE ? &x->item.p[at] : NULL;
	if (process != NULL && x->process == NONE)
		x->process = at;
	if (process != NULL)
		x->many_processes |= process->id != x->item.p[x->process].id;
	xctrace_label(x, label, &n, "thread", thread, false);
	xctrace_label(x, label, &n, "tid", thread, true);
	xctrace_label(x, label, &n, "comm", process, false);
	xctrace_label(x, label, &n, "pid", process, true);
	xctrace_label(
		x, label, &n, "state", xctrace_has(x, row, X_STATE), false);
	return builder_labels(x->b, label, n);
}

/* Add the sample of a row that was read to its end. */
static void
xctrace_row(struct xctrace *x, const struct xctrace_open *row)
{
	const struct xctrace_item *time = xctrace_has(x, row, X_TIME),
				  *weight = xctrace_has(x, row, X_WEIGHT),
				  *stack = xctrace_has(x, row, X_STACK);
	int64_t value[] = { 1, 0 };

	if (!x->is_table)
		return;
	if (time == NULL || !time->has_number) {
		xctrace_bad(x, "a sample without a time");
		return;
	}
	if (weight != NULL && weight->has_number && weight->number >= 0)
		value[1] = weight->number;
	else
		x->no_weight++;
	x->no_stack += stack == NULL;
	if (x->rows.n == 0)
		x->first = x->last = time->number;
	x->first = time->number < x->first ? time->number : x->first;
	x->last = i64_max(x->last, time->number);
	rows_add(&x->rows, stack != NULL ? stack->id : 0,
		xctrace_labels(x, row), value, time->number);
}

static void
xctrace_close(struct xctrace *x)
{
	struct xctrace_open *o, *outer;

	if (x->depth == 0) {
		x->is_ended |= str_is(x->xml.name, ROOT);
		return;
	}
	o = &x->open[x->depth - 1];
	if (!str_eq(o->name, x->xml.name)) {
		xctrace_bad(x, "an element without its end");
		return;
	}
	x->depth--;
	if (o->kind == X_ROW)
		xctrace_row(x, o);
	if (o->kind == X_ROW || o->kind == X_OTHER)
		return;
	if (o->item == NONE) {
		struct xctrace_item item = xctrace_item(x, o);
		struct str s;
		int64_t id;

		o->item = (uint32_t)x->item.n;
		vec_push(&x->item, item);
		if (xml_attribute(o->attributes, "id", &s) &&
			str_to_i64(s, &id) && id >= 0)
			idmap_put(&x->item_of, (uint64_t)id, o->item);
	}
	outer = &x->open[x->depth - 1];
	outer->has[o->kind] = o->item;
	if (o->kind == X_FRAME && outer->kind == X_STACK)
		vec_push(&x->frame, x->item.p[o->item].id);
}

/* Begin a table, of samples or of anything else. */
static void
xctrace_schema(struct xctrace *x)
{
	struct str name;

	if (!xml_attribute(x->xml.attributes, "name", &name))
		return;
	x->is_table = str_is(name, TABLE);
	if (!x->is_table && x->other_tables++ == 0)
		x->other_table = name;
}

static void
xctrace_open(struct xctrace *x, struct str from)
{
	enum xctrace_kind kind = xctrace_kind_of(x->xml.name);
	bool is_node = str_is(x->xml.name, "node");
	struct xctrace_open *o;
	struct str s;
	int64_t id;

	if (kind == X_ROW || is_node) {
		if (x->depth > 0)
			xctrace_bad(x, "a row without its end");
		x->row = from;
		x->frame.n = 0;
		/* Without a schema, rows are samples. */
		x->is_table |= is_node;
	} else if (x->depth == 0) {
		if (str_is(x->xml.name, "schema"))
			xctrace_schema(x);
	} else if (x->depth == DEPTH) {
		xctrace_bad(x, "elements nested too deeply");
	}
	if (kind != X_ROW && x->depth == 0)
		return;
	o = &x->open[x->depth++];
	*o = (struct xctrace_open){ .kind = kind,
		.name = x->xml.name,
		.attributes = x->xml.attributes,
		.item = NONE,
		.frame0 = x->frame.n };
	memset(o->has, 0xff, sizeof(o->has));
	if (kind == X_OTHER || !xml_attribute(o->attributes, "ref", &s))
		return;
	if (str_to_i64(s, &id) && id >= 0)
		o->item = idmap_get(&x->item_of, (uint64_t)id);
	if (o->item == NONE || x->item.p[o->item].kind != kind)
		xctrace_bad(x, "a reference to nothing");
}

/* ---- The file ---- */

/* Check if reading should end: 1 if so, -1 and err at a limit. */
static int
xctrace_look(struct xctrace *x, struct err *err)
{
	struct read_job *job = x->job;
	size_t at = job->bytes.n - x->xml.rest.n;

	progress_done(job->progress, at);
	if (progress_stopped(job->progress))
		return err_set(err, ERR_CANCELLED, "cancelled");
	if (read_check(x->b, err) != 0 ||
		read_limit(job,
			x->item.cap * sizeof(*x->item.p) +
				idmap_bytes(&x->item_of) +
				x->frame.cap * sizeof(*x->frame.p),
			"elements need", err) != 0)
		return -1;
	return read_enough(job, x->rows.n, 0, at);
}

static int
xctrace_elements(struct xctrace *x, struct err *err)
{
	enum { LOOK_EVERY = 16384 };
	struct xctrace_open *o;

	for (size_t n = 1;; n++) {
		struct str from = x->xml.rest;

		switch (xml_next(&x->xml)) {
		case XML_OVER:
			return 0;
		case XML_BAD:
			if (x->depth > 0)
				xctrace_bad(x, "a tag without its end");
			break;
		case XML_OPEN:
			xctrace_open(x, from);
			break;
		case XML_CLOSE:
			xctrace_close(x);
			break;
		case XML_TEXT:
			o = &x->open[x->depth > 0 ? x->depth - 1 : 0];
			if (x->depth > 0 && o->text.n == 0)
				o->text = x->xml.text;
		}
		if (n % LOOK_EVERY == 0) {
			int rc = xctrace_look(x, err);

			if (rc != 0)
				return rc < 0 ? -1 : 0;
		}
	}
}

/* The program is the binary with the name of the only process. */
static void
xctrace_program(struct xctrace *x)
{
	if (x->process == NONE || x->many_processes)
		return;
	for (size_t i = 0; i < x->item.n; i++) {
		const struct xctrace_item *item = &x->item.p[i];
		map_id map;

		if (item->kind != X_BINARY ||
			item->other != x->item.p[x->process].id)
			continue;
		map = map64_get(&x->locs.map_of, item->id);
		if (map != NONE)
			builder_mapping_first(x->b, map);
		return;
	}
}

static int
xctrace_end(struct xctrace *x, struct err *err)
{
	struct read_job *job = x->job;
	struct warnings *w = job->warnings;

	if (x->rows.n == 0 && damage_refuse(&x->damaged, err) != 0)
		return -1;
	if (x->rows.n == 0 && x->other_tables > 0)
		return err_set(err, ERR_FORMAT,
			"it has the table \"%.*s\", and not \"" TABLE
			"\": run xctrace export for that",
			STR_ARG(str_sub(x->other_table, 0, 60)));
	if (rows_end(&x->rows, err) != 0)
		return -1;
	xctrace_program(x);
	builder_header(x->b)->duration_nanos =
		i64_sub(x->last, x->first, &x->clipped);
	if (!x->is_ended && !partial_is(&job->partial)) {
		if (x->depth > 0)
			job->partial = (struct partial){
				.bytes = job->bytes.n - x->row.n,
				.bytes_of = job->bytes.n,
			};
		else
			warnings_add(w,
				"no </" ROOT
				"> at the end: samples may be missing");
	}
	damage_warn(&x->damaged, w, "rows");
	if (x->other_tables > 0)
		warnings_add(w,
			"tables other than " TABLE
			" left out: %zu; the first: %.*s",
			x->other_tables, STR_ARG(x->other_table));
	if (x->no_weight > 0)
		warnings_add(w,
			"samples without a weight, counted as no time: %zu "
			"of %zu",
			x->no_weight, x->rows.n);
	if (x->no_stack > 0)
		warnings_add(w, "samples without a stack: %zu of %zu",
			x->no_stack, x->rows.n);
	return read_check(x->b, err);
}

static int
xctrace_read(struct read_job *job, struct err *err)
{
	enum { BYTES_PER_ID = 128 };
	struct xctrace x = { .job = job,
		.b = job->builder,
		.xml = { .rest = job->bytes },
		.locs = { .builder = job->builder },
		.process = NONE };
	int rc;

	read_type(x.b, STR("samples"), STR("count"));
	read_type(x.b, STR("time"), STR("nanoseconds"));
	rows_init(&x.rows, x.b, 2, true);
	builder_times_from(x.b, 0);
	idmap_init(&x.item_of, job->bytes.n / BYTES_PER_ID);
	rc = xctrace_elements(&x, err);
	if (rc == 0)
		rc = xctrace_end(&x, err);
	idmap_fini(&x.item_of);
	vec_free(&x.item);
	vec_free(&x.frame);
	loctable_fini(&x.locs);
	rows_fini(&x.rows);
	strbuf_free(&x.decoded);
	strbuf_free(&x.name);
	return rc;
}

static int
xctrace_sniff(struct str bytes, struct strbuf *why)
{
	enum { LOOK = 4096 };
	struct str s = str_trim(str_sub(bytes, 0, LOOK));

	(void)why;
	if (str_starts(s, STR("<?xml")) || str_starts(s, STR("<" ROOT)))
		return str_find(s, STR("<" ROOT), 0) >= 0 ? SNIFF_YES
							  : SNIFF_NO;
	return SNIFF_NO;
}

const struct reader reader_xctrace = { "xctrace", "xctrace's time profile",
	xctrace_read, .sniff = xctrace_sniff };
