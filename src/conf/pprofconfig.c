/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pprof's configurations as option values, read from settings.json and printed
 * as by Go's encoding/json.
 */
#include "prelude.h"

#include "conf/pprofconfig.h"

#include <inttypes.h>

#include "base/json.h"
#include "conf/gonumber.h"
#include "conf/options.h"

/* The fields, in the file's order. */
static const char *const fields[] = { "call_tree", "relative_percentages",
	"unit", "compact_labels", "intel_syntax", "mean", "normalize", "sort",
	"tagroot", "tagleaf", "drop_negative", "nodecount", "nodefraction",
	"edgefraction", "trim", "focus", "ignore", "prune_from", "hide", "show",
	"show_from", "tagfocus", "tagignore", "tagshow", "taghide", "noinlines",
	"showcolumns", "granularity" };

_Static_assert(COUNT_OF(fields) == PPROF_CONFIG_FIELDS, "a row for each field");

const char *
pprof_configs_field(size_t i)
{
	return i < COUNT_OF(fields) ? fields[i] : NULL;
}

static const struct option *
field_option(size_t field)
{
	return option_find(str_c(fields[field]), NULL);
}

bool
pprof_configs_keep(const struct option *o)
{
	for (size_t i = 0; i < PPROF_CONFIG_FIELDS; i++)
		if (field_option(i) == o)
			return true;
	return false;
}

void
pprof_configs_fini(struct pprof_configs *cs)
{
	vec_free(&cs->row);
	arena_free(&cs->arena);
	*cs = (struct pprof_configs)PPROF_CONFIGS_INIT;
}

struct pprof_config *
pprof_configs_find(const struct pprof_configs *cs, struct str name)
{
	for (size_t i = 0; i < cs->row.n; i++)
		if (str_eq(cs->row.p[i].name, name))
			return &cs->row.p[i];
	return NULL;
}

int
pprof_config_get(
	const struct pprof_config *c, struct options_target t, struct err *err)
{
	for (size_t i = 0; i < PPROF_CONFIG_FIELDS; i++) {
		const struct option *o = field_option(i);
		struct str value = c->value[i];

		option_reset(o, t);
		if (value.n == 0 && o->type == OPT_BOOL)
			value = STR("false");
		else if (value.n == 0 &&
			(o->type == OPT_INT || o->type == OPT_FLOAT))
			value = STR("0");
		if (value.n > 0 && option_set(o, t, value, err) != 0)
			return -1;
	}
	return 0;
}

void
pprof_configs_put(
	struct pprof_configs *cs, struct str name, struct options_target t)
{
	struct pprof_config *c = pprof_configs_find(cs, name);
	struct strbuf text = STRBUF_INIT;

	if (c == NULL) {
		struct pprof_config new = { .name = arena_str(
						    &cs->arena, name) };

		vec_push(&cs->row, new);
		c = &cs->row.p[cs->row.n - 1];
	}
	for (size_t i = 0; i < PPROF_CONFIG_FIELDS; i++) {
		const struct option *o = field_option(i);

		strbuf_reset(&text);
		/* pprof writes no granularity for functions. */
		if (!o->default_is_unset || !option_is_default(o, t))
			option_get(o, t, &text);
		c->value[i] = arena_str(&cs->arena, strbuf_str(&text));
	}
	strbuf_free(&text);
}

void
pprof_configs_remove(struct pprof_configs *cs, struct pprof_config *c)
{
	size_t i = (size_t)(c - cs->row.p);

	memmove(c, c + 1, (cs->row.n - i - 1) * sizeof(*c));
	cs->row.n--;
}

/* ---- Reading ----
 *
 * The file is walked member by member, so that warnings have line numbers and
 * configurations before a damaged place are read. As in Go, the case of a key
 * does not matter, and the last of equal keys wins.
 */

struct scan {
	struct pprof_configs *cs;
	struct warnings *damage;
	struct jwalk w;
};

static bool
is_key(struct str key, const char *name)
{
	return str_eq_letters(key, str_c(name));
}

/* Append a line "\"key\": value". */
static void
add_unknown(struct scan *s, struct str *rest, struct str key,
	const struct jval *value)
{
	struct strbuf lines = STRBUF_INIT;

	strbuf_add(&lines, *rest);
	strbuf_addf(
		&lines, "%s\"%.*s\": ", lines.n > 0 ? "\n" : "", STR_ARG(key));
	jval_print(value, &lines);
	*rest = arena_str(&s->cs->arena, strbuf_str(&lines));
	strbuf_free(&lines);
}

static bool
take_text(struct scan *s, const struct jval *value, struct str *out)
{
	struct str text;

	if (!jval_text(value, &text))
		return false;
	*out = arena_str(&s->cs->arena, text);
	return true;
}

static bool
take_member(struct scan *s, struct pprof_config *c, struct str key, char first,
	const struct jval *value)
{
	const char *name;

	if (is_key(key, "name"))
		return take_text(s, value, &c->name);
	for (size_t i = 0; (name = pprof_configs_field(i)) != NULL; i++)
		if (is_key(key, name)) {
			struct strbuf text = STRBUF_INIT;
			int64_t whole;
			double real;
			bool is = true;

			/* Store the value as text for option_set(). False if
			   its type is not the option's. */
			if (first == 'n')
				return true;
			switch (field_option(i)->type) {
			case OPT_BOOL:
				c->value[i] =
					first == 't' ? STR("true") : STR_EMPTY;
				return first == 't' || first == 'f';
			case OPT_INT:
				is = jval_int(value, &whole);
				if (is)
					strbuf_addf(&text, "%" PRId64, whole);
				break;
			case OPT_FLOAT:
				is = jval_number(value, &real);
				if (is)
					strbuf_addf(&text, "%.17g", real);
				break;
			default:
				return take_text(s, value, &c->value[i]);
			}
			c->value[i] =
				arena_str(&s->cs->arena, strbuf_str(&text));
			strbuf_free(&text);
			return is;
		}
	add_unknown(s, &c->rest, key, value);
	return true;
}

/* Read the next key. Keys are written back exactly as they are in the file, so
   a control character in one is an error. */
static int
next_member(struct scan *s, size_t *n, struct str *key)
{
	int more = jwalk_key(&s->w, n, key);

	for (size_t i = 0; more > 0 && i < key->n; i++)
		if ((unsigned char)key->p[i] < ' ')
			return jwalk_fail(
				&s->w, s->w.at, "control character in a name");
	return more;
}

static int
take_config(struct scan *s)
{
	struct pprof_config c = { .name = STR_EMPTY };
	struct str key, wrong = STR_EMPTY;
	char first = jwalk_peek(&s->w);
	size_t line = 1, n = 0;
	int more;

	for (size_t i = 0; i < s->w.at && i < s->w.text.n; i++)
		line += s->w.text.p[i] == '\n';

	if (first != '{') {
		warnings_add(
			s->damage, "%zu: this is not a configuration", line);
		return jwalk_skip(&s->w);
	}
	(void)jwalk_object(&s->w);
	while ((more = next_member(s, &n, &key)) > 0) {
		struct jval *value;

		first = jwalk_peek(&s->w);
		value = jval_read(&s->w);
		if (value == NULL)
			return -1;
		if (!take_member(s, &c, key, first, value) && wrong.n == 0)
			wrong = key;
		jval_free(value);
	}
	if (more == 0 && wrong.n == 0)
		vec_push(&s->cs->row, c);
	else if (more == 0)
		warnings_add(s->damage,
			"%zu: the configuration \"%.*s\" is left out: \"%.*s\" "
			"has a value of the wrong type",
			line, STR_ARG(c.name), STR_ARG(wrong));
	return more;
}

/* Read the whole file; -1 and the walk's err if it is damaged. */
static int
take_file(struct scan *s)
{
	struct str key;
	size_t n = 0, k;
	int more;

	if (jwalk_object(&s->w) != 0)
		return -1;
	while ((more = next_member(s, &n, &key)) > 0) {
		bool is_configs = is_key(key, "configs");
		struct jval *value;

		if (is_configs && jwalk_peek(&s->w) != 'n') {
			if (jwalk_array(&s->w) != 0)
				return -1;
			for (k = 0; (more = jwalk_next(&s->w, &k)) > 0;)
				if (take_config(s) != 0)
					return -1;
			if (more < 0)
				return -1;
			continue;
		}
		value = jval_read(&s->w);
		if (value == NULL)
			return -1;
		if (!is_configs)
			add_unknown(s, &s->cs->rest, key, value);
		jval_free(value);
	}
	return more < 0 ? -1 : jwalk_end(&s->w);
}

int
pprof_configs_parse(struct pprof_configs *cs, struct str text,
	struct warnings *damage, struct err *err)
{
	struct scan s = { .cs = cs, .damage = damage };
	struct err bad = ERR_INIT;

	if (jwalk_start(&s.w, text, NULL, &bad) != 0)
		return err_set(err, ERR_USAGE,
			"pprof's configurations need libjansson, and this "
			"flametop was built without it");
	s.w.line_first = true;
	if (take_file(&s) != 0)
		warnings_add(damage, "%s", bad.msg);
	return 0;
}

/* ---- Printing ---- */

/* Return the number of digits in the shortest decimal that reads back as v, and
   get the digits and the position of the point: 0.005 is "5" and -2. */
static int
shortest(double v, char digits[24], int *point)
{
	struct strbuf text = STRBUF_INIT;
	int64_t exponent = 0;
	int n = 0;

	strbuf_addf(&text, "%.*e", literal_digits(v) - 1, v);
	for (const char *p = strbuf_c(&text); *p != 'e' && *p != '\0'; p++)
		if (*p >= '0' && *p <= '9')
			digits[n++] = *p;
	if (!str_to_i64(str_c(strchr(strbuf_c(&text), 'e') + 1), &exponent))
		exponent = 0;
	strbuf_free(&text);
	*point = (int)exponent + 1;
	return n;
}

void
json_number(struct strbuf *out, double v)
{
	char digits[24];
	int point, n = shortest(v < 0 ? -v : v, digits, &point);
	struct str all = str_from(digits, (size_t)n);

	if (v < 0)
		strbuf_addch(out, '-');
	if (point < -5 || point > 21) {
		strbuf_addch(out, digits[0]);
		if (n > 1)
			strbuf_addch(out, '.');
		strbuf_add(out, str_skip(all, 1));
		strbuf_addf(out, "e%+d", point - 1);
	} else if (point <= 0) {
		strbuf_addstr(out, "0.");
		strbuf_addn(out, '0', (size_t)-point);
		strbuf_add(out, all);
	} else {
		strbuf_add(out, str_sub(all, 0, (size_t)point));
		if (n < point)
			strbuf_addn(out, '0', (size_t)(point - n));
		else if (n > point)
			strbuf_addch(out, '.');
		strbuf_add(out, str_skip(all, (size_t)point));
	}
}

/* Append the lines of `rest`, each after a comma. */
static void
put_unknown(struct strbuf *out, const char *margin, struct str rest)
{
	while (rest.n > 0) {
		struct str line = str_cut(&rest, '\n');

		strbuf_addf(out, ",\n%s", margin);
		strbuf_add(out, line);
	}
}

void
pprof_configs_print(const struct pprof_configs *cs, struct strbuf *out)
{
	strbuf_addstr(out, "{\n  \"configs\": [");
	for (size_t i = 0; i < cs->row.n; i++) {
		const struct pprof_config *c = &cs->row.p[i];

		strbuf_addf(
			out, "%s\n    {\n      \"name\": ", i > 0 ? "," : "");
		json_put(out, c->name, JSON_GO);
		for (size_t f = 0; f < PPROF_CONFIG_FIELDS; f++) {
			struct str value = c->value[f];
			enum option_type type = field_option(f)->type;
			double number = 0;

			/* Append "key": value, unless Go's encoder omits it. */
			if (type != OPT_BOOL || str_is(value, "true")) {
				if (!(type == OPT_INT || type == OPT_FLOAT) ||
					!(!literal_float(value, &number) ||
						!(number < 0 || number > 0))) {
					if (value.n != 0) {
						strbuf_addf(out,
							",\n      \"%s\": ",
							fields[f]);
						if (type == OPT_FLOAT)
							json_number(
								out, number);
						else if (type == OPT_BOOL ||
							type == OPT_INT)
							strbuf_add(out, value);
						else
							json_put(out, value,
								JSON_GO);
					}
				}
			}
		}
		put_unknown(out, "      ", c->rest);
		strbuf_addstr(out, "\n    }");
	}
	strbuf_addstr(out, cs->row.n > 0 ? "\n  ]" : "]");
	put_unknown(out, "  ", cs->rest);
	strbuf_addstr(out, "\n}");
}
