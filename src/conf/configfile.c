/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The configuration file and words in the environment: see config.h. */
#include "config.h"

#include "conf/configfile.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/banned.h"

enum { CONFIG_MAX = 1 << 20 }; /* bytes; nobody writes that much */

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

/* "option = value", "option", "map KEY command" */
static int
apply_line(struct str line, struct options_target t, struct keymap *keymap,
	struct err *err)
{
	struct str value = STR_EMPTY, name;
	const struct option *o;
	ptrdiff_t equals;

	if (str_starts(line, STR("map")) && line.n > 3 && is_blank(line.p[3]))
		return keymap_map(keymap, str_trim(str_skip(line, 4)), err);
	equals = str_chr(line, '=');
	name = equals < 0 ? line : str_trim(str_sub(line, 0, (size_t)equals));
	o = option_find(name, &value);
	if (o == NULL)
		return config_unknown(err, "", name, option_nearest(name));
	if (equals >= 0 && value.n > 0)
		return err_set(err, ERR_USAGE, "write \"%s = %.*s\"", o->name,
			STR_ARG(value));
	if (equals >= 0)
		value = str_trim(str_skip(line, (size_t)equals + 1));
	return option_append(o, t, value, err);
}

int
config_apply(struct str text, struct options_target t, struct keymap *keymap,
	struct err *err)
{
	for (size_t number = 1; text.n > 0; number++) {
		struct str line = str_trim(str_cut(&text, '\n'));

		if (line.n == 0 || line.p[0] == '#')
			continue;
		if (apply_line(line, t, keymap, err) != 0)
			return err_wrap(err, "%zu", number);
	}
	return 0;
}

static int
read_text(FILE *in, struct strbuf *text)
{
	char part[4096];
	size_t n;

	while ((n = fread(part, 1, sizeof(part), in)) > 0) {
		strbuf_add(text, str_from(part, n));
		if (text->n > CONFIG_MAX) {
			errno = EFBIG;
			return -1;
		}
	}
	return ferror(in) ? -1 : 0;
}

int
config_read(const char *path, struct options_target t, struct keymap *keymap,
	struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	struct err line = ERR_INIT;
	FILE *in = fopen(path, "r");
	int status;

	if (in == NULL && (errno == ENOENT || errno == ENOTDIR))
		return 0;
	if (in == NULL)
		return err_errno(err, errno, "%s", path);
	if (read_text(in, &text) != 0)
		status = err_errno(err, errno, "%s", path);
	else if (config_apply(strbuf_str(&text), t, keymap, &line) != 0)
		status = err_set(err, line.code, "%s:%s", path, line.msg);
	else
		status = 0;
	fclose(in);
	strbuf_free(&text);
	return status;
}

int
config_word(struct str *line, struct strbuf *word, struct err *err)
{
	char quote = '\0';
	size_t i = 0;

	strbuf_reset(word);
	while (i < line->n && (is_blank(line->p[i]) || line->p[i] == '\n'))
		i++;
	if (i == line->n)
		return 0;
	for (; i < line->n; i++) {
		char c = line->p[i];

		if (c == quote) {
			quote = '\0';
		} else if (quote == '\0' && (c == '\'' || c == '"')) {
			quote = c;
		} else if (quote == '\0' && (is_blank(c) || c == '\n')) {
			break;
		} else if (c == '\\' && quote != '\'' && i + 1 < line->n &&
			(quote == '\0' || strchr("\"\\$`", line->p[i + 1]))) {
			strbuf_addch(word, line->p[++i]);
		} else {
			strbuf_addch(word, c);
		}
	}
	if (quote != '\0')
		return err_set(err, ERR_USAGE, "a %c is not closed", quote);
	*line = str_skip(*line, i);
	return 1;
}
