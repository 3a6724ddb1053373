/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines to commands. What a command means is the player's business.
 */
#include "prelude.h"

#include "screen/script.h"

#include <errno.h>

static int
read_file(struct strbuf *text, const char *path, struct err *err)
{
	FILE *f = fopen(path, "r");
	char buf[4096];
	size_t n;

	if (f == NULL)
		return err_errno(err, errno, "%s", path);
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(text, str_from(buf, n));
	fclose(f);
	strbuf_addch(text, '\n');
	return 0;
}

/* The text from `rest` on up to a line END; *rest moves behind that. */
static bool
cut_block(struct str *rest, int *line, struct str *block)
{
	const char *start = rest->p;

	while (rest->n > 0) {
		struct str l = str_cut(rest, '\n');

		(*line)++;
		if (str_is(l, "END")) {
			*block = str_from(start, (size_t)(l.p - start));
			return true;
		}
	}
	return false;
}

int
script_read(struct script *s, const char *path, struct err *err)
{
	struct str rest;
	int line = 0;

	*s = (struct script){ .path = path };
	if (read_file(&s->text, path, err) != 0)
		return -1;
	rest = strbuf_str(&s->text);
	while (rest.n > 0) {
		struct str l = str_trim(str_cut(&rest, '\n'));
		struct command c = { .line = ++line, .rest = l };

		if (l.n == 0 || l.p[0] == '#')
			continue;
		c.verb = script_word(&c.rest);
		if (str_is(c.verb, "TTY"))
			s->tty = true;
		if ((str_is(c.verb, "SCREEN") || str_is(c.verb, "FILE")) &&
			!cut_block(&rest, &line, &c.block))
			return err_set(err, ERR_FORMAT,
				"%s:%d: %.*s without END", path, c.line,
				STR_ARG(c.verb));
		vec_push(&s->commands, c);
	}
	return 0;
}

void
script_free(struct script *s)
{
	strbuf_free(&s->text);
	vec_free(&s->commands);
}

struct str
script_word(struct str *rest)
{
	struct str word;

	*rest = str_trim(*rest);
	word = str_cut(rest, ' ');
	*rest = str_trim(*rest);
	return word;
}

struct str
script_text(struct str rest)
{
	if (rest.n >= 2 && rest.p[0] == '"' && rest.p[rest.n - 1] == '"')
		return str_sub(rest, 1, rest.n - 1);
	return rest;
}
