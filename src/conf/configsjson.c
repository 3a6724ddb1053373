/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * settings.json -> configurations: see configs.h.
 *
 * The two outer levels are taken apart here and only the values in them are
 * handed to the library, so that each configuration knows its line and those
 * before a damaged place are found. As in Go, the case of a key does not
 * matter and the last of equal keys wins.
 */
#include "config.h"

#include "conf/configs.h"

#ifdef HAVE_JANSSON

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include <jansson.h>

#endif

#include "base/banned.h"

#ifdef HAVE_JANSSON

struct scan {
	struct configs *cs;
	struct warnings *damage;
	struct str text; /* all of it */
	size_t at;
};

static size_t
line_of(const struct scan *s, size_t at)
{
	size_t line = 1;

	for (size_t i = 0; i < at && i < s->text.n; i++)
		line += s->text.p[i] == '\n';
	return line;
}

static bool
is_key(const char *key, const char *name)
{
	return strcasecmp(key, name) == 0;
}

/* The next character that is no blank; 0 at the end. */
static char
peek_char(struct scan *s)
{
	while (s->at < s->text.n && strchr(" \t\r\n", s->text.p[s->at]) &&
		s->text.p[s->at] != '\0')
		s->at++;
	return s->at < s->text.n ? s->text.p[s->at] : '\0';
}

static bool
skip_char(struct scan *s, char c)
{
	if (peek_char(s) != c)
		return false;
	s->at++;
	return true;
}

static bool
expect(struct scan *s, char c)
{
	if (skip_char(s, c))
		return true;
	if (s->at == s->text.n)
		warnings_add(s->damage, "%zu: the file ends before its '%c'",
			line_of(s, s->at), c);
	else
		warnings_add(s->damage, "%zu: '%c' is expected",
			line_of(s, s->at), c);
	return false;
}

/* The value that begins here; NULL, and noted, when it is none. */
static json_t *
next_value(struct scan *s)
{
	json_error_t error;
	json_t *value;

	(void)peek_char(s);
	value = json_loadb(s->text.p + s->at, s->text.n - s->at,
		JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, &error);
	if (value != NULL)
		s->at += (size_t)error.position;
	else
		warnings_add(s->damage, "%zu: %s",
			line_of(s, s->at) + (size_t)error.line - 1, error.text);
	return value;
}

static struct str
keep(struct scan *s, const char *p, size_t n)
{
	return arena_str(&s->cs->arena, str_from(p, n));
}

/* One more line "\"key\": value". */
static void
add_rest(struct scan *s, struct str *rest, const char *key, const json_t *value)
{
	struct strbuf lines = STRBUF_INIT;
	char *text = json_dumps(value, JSON_ENCODE_ANY);

	strbuf_add(&lines, *rest);
	if (lines.n > 0)
		strbuf_addch(&lines, '\n');
	json_text(&lines, str_c(key));
	strbuf_addc(&lines, ": ");
	strbuf_addc(&lines, text != NULL ? text : "null");
	*rest = keep(s, strbuf_c(&lines), lines.n);
	strbuf_free(&lines);
	free(text);
}

static bool
take_text(struct scan *s, const json_t *value, struct str *out)
{
	if (!json_is_string(value))
		return false;
	*out = keep(s, json_string_value(value), json_string_length(value));
	return true;
}

/* A value as the option takes it (NULL: a switch). False: it has another type.
 */
static bool
take_value(struct scan *s, const struct option *o, const json_t *value,
	struct str *out)
{
	char number[32];

	if (json_is_null(value))
		return true;
	switch (o != NULL ? o->type : OPT_BOOL) {
	case OPT_BOOL:
		*out = json_is_true(value) ? STR("true") : STR_EMPTY;
		return json_is_boolean(value);
	case OPT_INT:
		snprintf(number, sizeof(number), "%" JSON_INTEGER_FORMAT,
			json_integer_value(value));
		*out = keep(s, number, strlen(number));
		return json_is_integer(value);
	case OPT_FLOAT:
		snprintf(number, sizeof(number), "%.17g",
			json_number_value(value));
		*out = keep(s, number, strlen(number));
		return json_is_number(value);
	default:
		return take_text(s, value, out);
	}
}

static bool
take_member(
	struct scan *s, struct config *c, const char *key, const json_t *value)
{
	const char *name;

	if (is_key(key, "name"))
		return take_text(s, value, &c->name);
	for (size_t i = 0; (name = configs_field(i)) != NULL; i++)
		if (is_key(key, name))
			return take_value(s, option_find(str_c(name), NULL),
				value, &c->value[i]);
	add_rest(s, &c->rest, key, value);
	return true;
}

static void
take_config(struct scan *s, json_t *object, size_t line)
{
	struct config c = { .name = STR_EMPTY };
	const char *key;
	json_t *value;

	if (!json_is_object(object)) {
		warnings_add(s->damage, "%zu: this is no configuration", line);
		return;
	}
	json_object_foreach(object, key, value)
	{
		if (take_member(s, &c, key, value))
			continue;
		warnings_add(s->damage,
			"%zu: the configuration \"%.*s\" is left out: "
			"\"%s\" has a value of the wrong type",
			line, STR_ARG(c.name), key);
		return;
	}
	vec_push(&s->cs->row, c);
}

/* The array of configurations. */
static bool
take_configs(struct scan *s)
{
	if (!expect(s, '['))
		return false;
	if (skip_char(s, ']'))
		return true;
	do {
		json_t *object;
		size_t line;

		(void)peek_char(s);
		line = line_of(s, s->at);
		object = next_value(s);
		if (object == NULL)
			return false;
		take_config(s, object, line);
		json_decref(object);
	} while (skip_char(s, ','));
	return expect(s, ']');
}

static bool
take_top(struct scan *s)
{
	json_t *key = next_value(s), *value = NULL;
	const char *name;
	bool done = false;

	if (key == NULL)
		return false;
	name = json_string_value(key);
	if (name == NULL)
		warnings_add(s->damage, "%zu: a name in quotes is expected",
			line_of(s, s->at));
	else if (!expect(s, ':'))
		done = false;
	else if (is_key(name, "configs") && peek_char(s) != 'n')
		done = take_configs(s);
	else
		done = (value = next_value(s)) != NULL;
	if (value != NULL && !is_key(name, "configs"))
		add_rest(s, &s->cs->rest, name, value);
	json_decref(key);
	json_decref(value);
	return done;
}

int
configs_parse(struct configs *cs, struct str text, struct warnings *damage,
	struct err *err)
{
	struct scan s = { .cs = cs, .damage = damage, .text = text };

	(void)err;
	if (!expect(&s, '{') || skip_char(&s, '}'))
		return 0;
	do {
		if (!take_top(&s))
			return 0;
	} while (skip_char(&s, ','));
	if (expect(&s, '}') && peek_char(&s) != '\0')
		warnings_add(damage, "%zu: something is behind the end",
			line_of(&s, s.at));
	return 0;
}

#else

int
configs_parse(struct configs *cs, struct str text, struct warnings *damage,
	struct err *err)
{
	(void)cs;
	(void)text;
	(void)damage;
	return err_set(err, ERR_USAGE,
		"pprof's configurations need libjansson, and this flametop was "
		"built without it");
}

#endif
