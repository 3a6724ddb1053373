/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * settings.json -> configurations: see pprofconfig.h.
 *
 * The file is walked over, so that each configuration knows its line and
 * those before a damaged place are found. As in Go, the case of a key does
 * not matter and the last of equal keys wins.
 */
#include "config.h"

#include "conf/pprofconfig.h"

#include <inttypes.h>

#include "base/json.h"

#include "base/banned.h"

struct scan {
	struct pprof_configs *cs;
	struct warnings *damage;
	struct jwalk w;
};

static size_t
line_of(const struct scan *s)
{
	size_t line = 1;

	for (size_t i = 0; i < s->w.at && i < s->w.text.n; i++)
		line += s->w.text.p[i] == '\n';
	return line;
}

static bool
is_key(struct str key, const char *name)
{
	return str_eq_letters(key, str_c(name));
}

/* One more line "\"key\": value". */
static void
add_rest(struct scan *s, struct str *rest, struct str key,
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

/* A value, which begins with c, as the option takes it (NULL: a switch).
   False: it has another type. */
static bool
take_value(struct scan *s, const struct option *o, char c,
	const struct jval *value, struct str *out)
{
	struct strbuf text = STRBUF_INIT;
	int64_t whole;
	double real;
	bool is = true;

	if (c == 'n')
		return true;
	switch (o != NULL ? o->type : OPT_BOOL) {
	case OPT_BOOL:
		*out = c == 't' ? STR("true") : STR_EMPTY;
		return c == 't' || c == 'f';
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
		return take_text(s, value, out);
	}
	*out = arena_str(&s->cs->arena, strbuf_str(&text));
	strbuf_free(&text);
	return is;
}

static bool
take_member(struct scan *s, struct pprof_config *c, struct str key, char first,
	const struct jval *value)
{
	const char *name;

	if (is_key(key, "name"))
		return take_text(s, value, &c->name);
	for (size_t i = 0; (name = pprof_configs_field(i)) != NULL; i++)
		if (is_key(key, name))
			return take_value(s, option_find(str_c(name), NULL),
				first, value, &c->value[i]);
	add_rest(s, &c->rest, key, value);
	return true;
}

/* As jwalk_key(). A name is kept and written as it is, so what JSON does not
   allow in one is an error here. */
static int
next_member(struct scan *s, size_t *n, struct str *key)
{
	int more = jwalk_key(&s->w, n, key);

	for (size_t i = 0; more > 0 && i < key->n; i++)
		if ((unsigned char)key->p[i] < ' ')
			return jwalk_fail(&s->w, s->w.at,
				"control character in a name");
	return more;
}

static int
take_config(struct scan *s)
{
	struct pprof_config c = { .name = STR_EMPTY };
	struct str key, wrong = STR_EMPTY;
	char first = jwalk_peek(&s->w);
	size_t line = line_of(s), n = 0;
	int more;

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
			"%zu: the configuration \"%.*s\" is left out: "
			"\"%.*s\" has a value of the wrong type",
			line, STR_ARG(c.name), STR_ARG(wrong));
	return more;
}

/* All of the file; -1 and the walk's err where it is damaged. */
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
			add_rest(s, &s->cs->rest, key, value);
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
