/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The configuration file and words in the environment: see config.h. */
#include "config.h"

#include "conf/configfile.h"

#include <string.h>

#include "base/file.h"

#include "base/banned.h"

int
config_unknown(
	struct err *err, const char *dash, struct str name, const char *nearest)
{
	if (nearest == NULL)
		return err_set(err, ERR_USAGE, "unknown option %s%.*s", dash,
			STR_ARG(name));
	return err_set(err, ERR_USAGE,
		"unknown option %s%.*s, did you mean %s%s?", dash,
		STR_ARG(name), dash, nearest);
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool
is_quoted(struct str s)
{
	return s.n >= 2 && s.p[0] == '"' && s.p[s.n - 1] == '"';
}

/* What stands in double quotes. */
static struct str
unquote(struct str s, struct strbuf *text)
{
	s = str_sub(s, 1, s.n - 1);
	strbuf_reset(text);
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c == '\\' && i + 1 < s.n && strchr("\"\\n", s.p[i + 1]))
			c = s.p[++i] == 'n' ? '\n' : s.p[i];
		strbuf_addch(text, c);
	}
	return str_from(strbuf_c(text), text->n);
}

int
config_line(struct str line, const struct option **o, struct str *value,
	struct strbuf *text, struct err *err)
{
	ptrdiff_t equals = str_chr(line, '=');
	struct str name = line;

	*value = STR_EMPTY;
	if (equals >= 0)
		name = str_trim(str_sub(line, 0, (size_t)equals));
	*o = option_find(name, value);
	if (*o == NULL)
		return config_unknown(err, "", name, option_nearest(name));
	if (equals < 0)
		return 0;
	if (value->n > 0)
		return err_set(err, ERR_USAGE, "write \"%s = %.*s\"",
			(*o)->doc.name, STR_ARG(*value));
	*value = str_trim(str_skip(line, (size_t)equals + 1));
	if (is_quoted(*value))
		*value = unquote(*value, text);
	return 0;
}

static void
put_value(struct strbuf *out, struct str value)
{
	if (!is_quoted(value) && str_chr(value, '\n') < 0 &&
		str_trim(value).n == value.n) {
		strbuf_add(out, value);
		return;
	}
	strbuf_addch(out, '"');
	for (size_t i = 0; i < value.n; i++) {
		char c = value.p[i];

		if (strchr("\"\\\n", c) != NULL && c != '\0')
			strbuf_addch(out, '\\');
		strbuf_addch(out, c == '\n' ? 'n' : c);
	}
	strbuf_addch(out, '"');
}

void
config_put(struct strbuf *out, const struct option *o, struct str value)
{
	do {
		struct str one = value;

		if (o->type == OPT_LIST)
			one = str_cut(&value, '\n');
		strbuf_addf(out, "%s = ", o->doc.name);
		put_value(out, one);
		strbuf_addch(out, '\n');
	} while (o->type == OPT_LIST && value.n > 0);
}

static int
apply_line(struct str line, size_t number, struct options_target t,
	struct keymap *keymap, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	const struct option *o;
	struct str value;
	int status;

	if (str_starts(line, STR("map")) && line.n > 3 && is_blank(line.p[3]))
		return keymap_map(
			keymap, str_trim(str_skip(line, 4)), number, err);
	status = config_line(line, &o, &value, &text, err);
	if (status == 0)
		status = option_append(o, t, value, err);
	strbuf_free(&text);
	return status;
}

void
config_apply(struct str text, struct options_target t, struct keymap *keymap,
	struct warnings *damage)
{
	for (size_t number = 1; text.n > 0; number++) {
		struct str line = str_trim(str_cut(&text, '\n'));
		struct err err = ERR_INIT;

		if (line.n == 0 || line.p[0] == '#')
			continue;
		if (apply_line(line, number, t, keymap, &err) != 0)
			warnings_add(damage, "%zu: %s", number, err.msg);
	}
}

void
config_read(const char *path, struct options_target t, struct keymap *keymap,
	struct warnings *damage)
{
	struct strbuf text = STRBUF_INIT;
	struct warnings lines;
	struct err err = ERR_INIT;

	warnings_init(&lines, damage->arena);
	if (file_read(path, CONFIG_MAX, &text, &err) < 0)
		warnings_add(damage, "%s", err.msg);
	else
		config_apply(strbuf_str(&text), t, keymap, &lines);
	for (const struct warning *n = lines.head; n != NULL; n = n->next)
		warnings_add(damage, "%s:%.*s", path, STR_ARG(n->text));
	strbuf_free(&text);
}
