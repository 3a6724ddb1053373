/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the classes of a flight recording and their values (jfr.h). */
#include "prelude.h"

#include "read/jfr/jfr.h"

#include "base/num.h"
#include "base/utf8.h"

enum {
	NESTING = 16, /* depth of values and metadata elements */
	IDLE = 2 * NESTING,
	NUMBER_BYTES = 9,
	SLOTS = INT8_MAX,
	LOOK_EVERY = 4096, /* strings or fields between memory checks */
};

/* ---- Bytes ---- */

static void
jfr_bad(struct jfr_bytes *in, const char *what)
{
	if (in->bad == NULL)
		in->bad = what;
	in->end = in->p;
}

uint64_t
jfr_long_number(struct jfr_bytes *in)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < NUMBER_BYTES; i++) {
		uint64_t byte;

		if (in->p >= in->end) {
			jfr_bad(in, "a number is truncated");
			return 0;
		}
		byte = *in->p++;
		if (i == NUMBER_BYTES - 1)
			return v | byte << 56;
		v |= (byte & 0x7f) << 7 * i;
		if (byte < 0x80)
			break;
	}
	return v;
}

/* Return the next n bytes, or NULL if there are fewer. */
static const unsigned char *
jfr_take(struct jfr_bytes *in, uint64_t n)
{
	const unsigned char *p = in->p;

	if (n > (size_t)(in->end - in->p)) {
		jfr_bad(in, "a value is truncated");
		return NULL;
	}
	in->p += n;
	in->idle = 0;
	return p;
}

enum { TEXT_NULL, TEXT_EMPTY, TEXT_POOLED, TEXT_UTF8, TEXT_UTF16, TEXT_LATIN1 };

static void
jfr_put(struct strbuf *out, uint32_t code)
{
	char utf8[4];

	if (out != NULL)
		strbuf_add(out, str_from(utf8, utf8_bytes(code, utf8)));
}

void
jfr_text(struct jfr_bytes *in, struct strbuf *out, uint64_t *key)
{
	const unsigned char *form = jfr_take(in, 1), *p;
	uint64_t n;

	if (form == NULL || *form == TEXT_NULL || *form == TEXT_EMPTY)
		return;
	n = jfr_number(in);
	switch (*form) {
	case TEXT_POOLED:
		if (key != NULL)
			*key = n;
		return;
	case TEXT_UTF16: {
		uint64_t units_n = n;
		uint32_t high = 0;

		/* Read UTF-16, in which each unit is a number. */
		for (; units_n > 0 && in->bad == NULL; units_n--) {
			uint32_t unit = (uint32_t)jfr_number(in) & 0xffff;
			bool is_low = (unit & 0xfc00) == 0xdc00;

			if (high != 0 && is_low)
				jfr_put(out,
					0x10000 + ((high & 0x3ff) << 10) +
						(unit & 0x3ff));
			else if (high != 0)
				jfr_put(out, UTF8_BAD);
			if (is_low && high == 0)
				jfr_put(out, UTF8_BAD);
			high = (unit & 0xfc00) == 0xd800 ? unit : 0;
			if (high == 0 && !is_low)
				jfr_put(out, unit);
		}
		if (high != 0)
			jfr_put(out, UTF8_BAD);
	}
		return;
	case TEXT_UTF8:
	case TEXT_LATIN1:
		p = jfr_take(in, n);
		if (p == NULL || out == NULL)
			return;
		if (*form == TEXT_UTF8)
			strbuf_add(out, str_from((const char *)p, (size_t)n));
		else
			for (; n > 0; n--)
				jfr_put(out, *p++);
		return;
	default:
		jfr_bad(in, "a string of unknown encoding");
	}
}

/* ---- Metadata ---- */

size_t
jfr_types_bytes(const struct jfr_types *t)
{
	return t->arena.held + t->string.cap * sizeof(*t->string.p) +
		t->class.cap * sizeof(*t->class.p) +
		t->field.cap * sizeof(*t->field.p);
}

static struct str
jfr_string(const struct jfr_types *t, struct jfr_bytes *in)
{
	uint64_t i = jfr_number(in);

	if (i < t->string.n)
		return t->string.p[i];
	jfr_bad(in, "a string that is not in the string table");
	return STR_EMPTY;
}

static bool
jfr_to_id(struct str s, uint64_t *id)
{
	int64_t n;

	if (!str_to_i64(s, &n))
		return false;
	*id = (uint64_t)n;
	return true;
}

static enum jfr_form
jfr_form_of(struct str name)
{
	static const struct {
		const char *name;
		enum jfr_form form;
	} forms[] = { { "boolean", JFR_BYTE }, { "byte", JFR_BYTE },
		{ "char", JFR_LONG }, { "short", JFR_SHORT },
		{ "int", JFR_INT }, { "long", JFR_LONG },
		{ "float", JFR_FLOAT }, { "double", JFR_DOUBLE },
		{ "java.lang.String", JFR_TEXT } };

	for (size_t i = 0; i < COUNT_OF(forms); i++)
		if (str_is(name, forms[i].name))
			return forms[i].form;
	return JFR_FIELDS;
}

/* Oracle's JDK 9 and 10 call jdk.X com.oracle.jdk.X, and jdk.types.X
   com.oracle.jfr.types.X. */
static struct str
jfr_class_name(struct jfr_types *t, struct str name)
{
	enum { OLD = sizeof("com.oracle.jdk.") - 1 };
	struct strbuf now = STRBUF_INIT;

	if (!str_starts(name, STR("com.oracle.jdk.")) &&
		!str_starts(name, STR("com.oracle.jfr.")))
		return name;
	strbuf_addf(&now, "jdk.%.*s", STR_ARG(str_skip(name, OLD)));
	name = arena_str(&t->arena, strbuf_str(&now));
	strbuf_free(&now);
	return name;
}

int
jfr_types_read(struct jfr_types *t, struct jfr_bytes *in,
	const struct read_job *job, struct err *err)
{
	enum { PROFILER = 0x7fffffff };
	struct strbuf text = STRBUF_INIT;
	int rc = 0;
	uint64_t left[NESTING] = { 1 };
	int depth = 0;

	(void)jfr_number(in); /* start */
	(void)jfr_number(in); /* duration */
	t->is_async = jfr_number(in) == PROFILER;
	/* Read the strings that elements refer to. */
	for (uint64_t n = jfr_number(in); rc == 0 && n > 0 && in->bad == NULL;
		n--) {
		strbuf_reset(&text);
		jfr_text(in, &text, NULL);
		vec_push(&t->string, arena_str(&t->arena, strbuf_str(&text)));
		if (t->string.n % LOOK_EVERY == 0)
			rc = read_limit(
				job, jfr_types_bytes(t), "metadata needs", err);
	}
	strbuf_free(&text);
	if (rc != 0)
		return -1;
	/* Read the tree of elements, in which children follow their parent. */
	while (depth >= 0 && in->bad == NULL) {
		uint64_t children;
		struct str what;
		bool is_class, is_field;
		struct jfr_class c;
		struct jfr_field f = { .class = NONE };
		bool has_id = false;

		if (left[depth] == 0) {
			depth--;
			continue;
		}
		left[depth]--;
		/* Read an element's attributes. */
		what = jfr_string(t, in);
		is_class = str_is(what, "class");
		is_field = str_is(what, "field");
		c = (struct jfr_class){ .field0 = (uint32_t)t->field.n };
		for (uint64_t n = jfr_number(in); n > 0 && in->bad == NULL;
			n--) {
			struct str key = jfr_string(t, in);
			struct str value = jfr_string(t, in);

			if (str_is(key, "name"))
				c.name = f.name = value;
			else if (str_is(key, "id") && is_class)
				has_id = jfr_to_id(value, &c.id);
			else if (str_is(key, "class") && is_field)
				has_id = jfr_to_id(value, &f.type);
			else if (str_is(key, "superType"))
				c.is_event = str_is(value, "jdk.jfr.Event");
			else if (str_is(key, "constantPool"))
				f.is_pooled = str_is(value, "true");
			else if (str_is(key, "dimension"))
				f.is_array = !str_is(value, "0");
		}
		if (in->bad == NULL && (is_class || is_field)) {
			if (!has_id) {
				jfr_bad(in,
					"a class or field without the number "
					"of its class");
			} else if (is_class) {
				c.name = jfr_class_name(t, c.name);
				c.form = jfr_form_of(c.name);
				map64_put(
					&t->of_id, c.id, (uint32_t)t->class.n);
				vec_push(&t->class, c);
			} else if (t->class.n > 0) {
				t->class.p[t->class.n - 1].nfields++;
				vec_push(&t->field, f);
			}
		}
		if (t->field.n % LOOK_EVERY == 0 &&
			read_limit(job, jfr_types_bytes(t), "metadata needs",
				err) != 0)
			return -1;
		children = jfr_number(in);
		if (children == 0)
			continue;
		if (++depth == NESTING)
			jfr_bad(in, "elements nested too deeply");
		else
			left[depth] = children;
	}
	for (size_t i = 0; i < t->field.n; i++)
		t->field.p[i].class = map64_get(&t->of_id, t->field.p[i].type);
	return in->bad == NULL
		? 0
		: err_set(err, ERR_FORMAT, "metadata: %s", in->bad);
}

void
jfr_types_free(struct jfr_types *t)
{
	arena_free(&t->arena);
	vec_free(&t->string);
	vec_free(&t->class);
	vec_free(&t->field);
	map64_free(&t->of_id);
	*t = (struct jfr_types){ .is_async = false };
}

uint32_t
jfr_class_named(const struct jfr_types *t, const char *name)
{
	for (size_t i = 0; i < t->class.n; i++)
		if (str_is(t->class.p[i].name, name))
			return (uint32_t)i;
	return NONE;
}

const struct jfr_field *
jfr_field_named(const struct jfr_types *t, uint32_t class, const char *name)
{
	const struct jfr_class *c = class != NONE ? &t->class.p[class] : NULL;

	for (uint32_t i = 0; c != NULL && i < c->nfields; i++)
		if (str_is(t->field.p[c->field0 + i].name, name))
			return &t->field.p[c->field0 + i];
	return NULL;
}

/* ---- Values ---- */

static void jfr_skip_at(const struct jfr_types *t, uint32_t class,
	struct jfr_bytes *in, int depth);

static void
jfr_skip_field(const struct jfr_types *t, const struct jfr_field *f,
	struct jfr_bytes *in, int depth)
{
	uint64_t n = 1;

	if (f->is_array) {
		n = jfr_number(in);
		in->idle = 0;
	}
	for (; n > 0 && in->bad == NULL; n--) {
		if (f->is_pooled) {
			(void)jfr_number(in);
			in->idle = 0;
		} else {
			jfr_skip_at(t, f->class, in, depth);
		}
	}
}

static void
jfr_skip_at(const struct jfr_types *t, uint32_t class, struct jfr_bytes *in,
	int depth)
{
	const struct jfr_class *c;

	if (class == NONE) {
		jfr_bad(in,
			"a value of a class that the metadata does not "
			"describe");
		return;
	}
	c = &t->class.p[class];
	switch (c->form) {
	case JFR_FIELDS:
		/* Limit values without bytes: they could be endless. */
		if (depth == NESTING || ++in->idle > IDLE) {
			jfr_bad(in,
				"values nested too deeply, or too many without "
				"data");
			return;
		}
		for (uint32_t i = 0; i < c->nfields && in->bad == NULL; i++)
			jfr_skip_field(
				t, &t->field.p[c->field0 + i], in, depth + 1);
		return;
	case JFR_BYTE:
		(void)jfr_take(in, 1);
		return;
	case JFR_SHORT:
	case JFR_INT:
	case JFR_LONG:
		(void)jfr_number(in);
		in->idle = 0;
		return;
	case JFR_FLOAT:
		(void)jfr_take(in, 4);
		return;
	case JFR_DOUBLE:
		(void)jfr_take(in, 8);
		return;
	case JFR_TEXT:
		jfr_text(in, NULL, NULL);
	}
}

void
jfr_skip(const struct jfr_types *t, uint32_t class, struct jfr_bytes *in)
{
	in->idle = 0;
	jfr_skip_at(t, class, in, 0);
}

struct jfr_plan
jfr_plan(const struct jfr_types *t, uint32_t class, const char *const *name,
	size_t n, bool whole)
{
	struct jfr_plan plan = { .class = class };
	const struct jfr_class *c;

	if (class == NONE)
		return plan;
	c = &t->class.p[class];
	plan.slot = xmalloc(c->nfields);
	for (uint32_t i = 0; i < c->nfields; i++) {
		plan.slot[i] = -1;
		for (size_t k = 0; k < n && k < SLOTS; k++)
			if (name[k] != NULL &&
				str_is(t->field.p[c->field0 + i].name,
					name[k])) {
				plan.slot[i] = (int8_t)k;
				plan.upto = i + 1;
			}
	}
	if (whole)
		plan.upto = c->nfields;
	return plan;
}

void
jfr_plan_free(struct jfr_plan *plan)
{
	free(plan->slot);
	plan->slot = NULL;
}

bool
jfr_plan_has(const struct jfr_plan *plan, size_t i)
{
	for (uint32_t f = 0; f < plan->upto; f++)
		if (plan->slot[f] >= 0 && (size_t)plan->slot[f] == i)
			return true;
	return false;
}

static void
jfr_read_field(const struct jfr_types *t, const struct jfr_field *f,
	struct jfr_bytes *in, struct jfr_value *out)
{
	enum jfr_form form = f->class != NONE && !f->is_array
		? t->class.p[f->class].form
		: JFR_FIELDS;
	const unsigned char *byte;
	bool clipped = false;

	out->at = in->p;
	if (f->is_pooled && !f->is_array)
		form = JFR_LONG;
	switch (form) {
	case JFR_BYTE:
		byte = jfr_take(in, 1);
		out->n = byte != NULL ? *byte : 0;
		return;
	case JFR_SHORT:
		out->n = (int16_t)jfr_number(in);
		return;
	case JFR_INT:
		out->n = (int32_t)jfr_number(in);
		return;
	case JFR_LONG:
		out->n = (int64_t)jfr_number(in);
		return;
	case JFR_FLOAT:
	case JFR_DOUBLE: {
		size_t n = form == JFR_FLOAT ? 4 : 8;
		const unsigned char *p = jfr_take(in, n);
		uint64_t bits = 0;
		uint32_t half;
		double d;
		float real_f;

		/* Read four or eight bytes, big-endian. */
		for (size_t i = 0; p != NULL && i < n; i++)
			bits = bits << 8 | p[i];
		half = (uint32_t)bits;
		memcpy(&d, &bits, sizeof(d));
		memcpy(&real_f, &half, sizeof(real_f));
		out->real = n == sizeof(real_f) ? (double)real_f : d;
	}
		out->n = i64_round(out->real, &clipped);
		return;
	case JFR_FIELDS:
	case JFR_TEXT:
		jfr_skip_field(t, f, in, 1);
	}
}

void
jfr_read(const struct jfr_types *t, const struct jfr_plan *plan,
	struct jfr_bytes *in, struct jfr_value *out)
{
	const struct jfr_field *f;

	if (plan->upto == 0)
		return;
	f = &t->field.p[t->class.p[plan->class].field0];
	in->idle = 0;
	for (uint32_t i = 0; i < plan->upto; i++, f++) {
		if (plan->slot[i] >= 0)
			jfr_read_field(t, f, in, &out[plan->slot[i]]);
		else
			jfr_skip_field(t, f, in, 1);
	}
}
