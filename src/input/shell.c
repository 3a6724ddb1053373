/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quoting for sh (shell.h). */
#include "prelude.h"

#include "input/shell.h"

#include "base/ascii.h"
#include "base/utf8.h"

static bool
shell_is_clean(struct str word)
{
	struct strbuf clean = STRBUF_INIT;
	bool same;

	utf8_clean(&clean, word);
	same = str_eq(strbuf_str(&clean), word);
	strbuf_free(&clean);
	return same;
}

static void
put_escaped(struct strbuf *out, struct str word)
{
	strbuf_addstr(out, "$'");
	for (size_t i = 0; i < word.n; i++) {
		unsigned char c = (unsigned char)word.p[i];

		if (c == '\'' || c == '\\')
			strbuf_addf(out, "\\%c", c);
		else if (c >= ' ' && c < 0x7f)
			strbuf_addch(out, (char)c);
		else
			strbuf_addf(out, "\\%03o", (unsigned)c);
	}
	strbuf_addch(out, '\'');
}

void
shell_word(struct strbuf *out, struct str word)
{
	bool plain = word.n > 0;

	for (size_t i = 0; i < word.n; i++) {
		char c = word.p[i];

		plain = plain && c != '\0' &&
			(ascii_is_letter(c) || ascii_is_digit(c) ||
				strchr("_-+=:,./@%", c) != NULL);
	}
	if (plain) {
		strbuf_add(out, word);
		return;
	}
	if (!shell_is_clean(word)) {
		put_escaped(out, word);
		return;
	}
	strbuf_addch(out, '\'');
	for (size_t i = 0; i < word.n; i++) {
		if (word.p[i] == '\'')
			strbuf_addstr(out, "'\\''");
		else
			strbuf_addch(out, word.p[i]);
	}
	strbuf_addch(out, '\'');
}

/* Cut a number of up to `most` digits off the start of s. */
static unsigned
shell_number(struct str *s, unsigned base, size_t most)
{
	unsigned n = 0;

	for (; most > 0 && s->n > 0; most--) {
		int digit = ascii_hex(s->p[0]);

		if (digit < 0 || (unsigned)digit >= base)
			break;
		n = n * base + (unsigned)digit;
		*s = str_skip(*s, 1);
	}
	return n;
}

/* Cut an escape, without its backslash, off the start of s and decode it. */
static char
shell_escape(struct str *s)
{
	char c = s->p[0];

	if (c >= '0' && c <= '7')
		return (char)(unsigned char)shell_number(s, 8, 3);
	*s = str_skip(*s, 1);
	switch (c) {
	case 'x':
		return (char)(unsigned char)shell_number(s, 16, 2);
	case 'n':
		return '\n';
	case 't':
		return '\t';
	default:
		return c;
	}
}

/* Decode $'...' at the start of s and append the text. Return its length in s,
   or 0 if its quote is not closed. */
static size_t
escaped(struct strbuf *out, struct str s)
{
	struct str rest = str_skip(s, 2);

	while (rest.n > 0) {
		char c = rest.p[0];

		rest = str_skip(rest, 1);
		if (c == '\'')
			return s.n - rest.n;
		if (c == '\\' && rest.n > 0)
			c = shell_escape(&rest);
		strbuf_addch(out, c);
	}
	return 0;
}

static bool
shell_is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

int
shell_next(struct str *line, struct strbuf *word, struct err *err)
{
	char quote = '\0';
	size_t i = 0;

	strbuf_reset(word);
	while (i < line->n && shell_is_blank(line->p[i]))
		i++;
	if (i == line->n)
		return 0;
	for (; i < line->n; i++) {
		char c = line->p[i];

		if (quote == '\0' && c == '$' && i + 1 < line->n &&
			line->p[i + 1] == '\'') {
			size_t n = escaped(word, str_skip(*line, i));

			quote = n == 0 ? '\'' : '\0';
			i = n == 0 ? line->n : i + n - 1;
		} else if (c == quote) {
			quote = '\0';
		} else if (quote == '\0' && (c == '\'' || c == '"')) {
			quote = c;
		} else if (quote == '\0' && shell_is_blank(c)) {
			break;
		} else if (c == '\\' && quote != '\'' && i + 1 < line->n &&
			(quote == '\0' || strchr("\"\\$`", line->p[i + 1]))) {
			strbuf_addch(word, line->p[++i]);
		} else {
			strbuf_addch(word, c);
		}
	}
	if (quote != '\0')
		return err_set(err, ERR_USAGE, "unclosed %c", quote);
	*line = str_skip(*line, i);
	return 1;
}

void
shell_typed(struct strbuf *out, struct str typed)
{
	while (typed.n > 0) {
		size_t taken = 1;

		if (str_starts(typed, STR("$'"))) {
			taken = escaped(out, typed);
			if (taken == 0)
				return;
		} else {
			strbuf_addch(out, typed.p[0]);
		}
		typed = str_skip(typed, taken);
	}
}

void
shell_to_type(struct strbuf *out, struct str name)
{
	if (shell_is_clean(name) && str_find(name, STR("$'"), 0) < 0)
		strbuf_add(out, name);
	else
		put_escaped(out, name);
}
