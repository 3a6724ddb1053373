/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of pprof's shell that ask for a report: see reportline.h. */
#include "config.h"

#include "app/reportline.h"

#include <string.h>

#include "base/strbuf.h"

#include "base/banned.h"

enum { SHELL_ROWS = 10 }; /* of -top in pprof's shell */

static bool
is_word_end(char c)
{
	return c == ' ' || c == '\t';
}

/* The next word; `rest` is what follows it. Empty at the end. */
static struct str
next_word(struct str *rest)
{
	size_t n = 0;
	struct str word;

	while (rest->n > 0 && is_word_end(rest->p[0]))
		*rest = str_skip(*rest, 1);
	while (n < rest->n && !is_word_end(rest->p[n]))
		n++;
	word = str_sub(*rest, 0, n);
	*rest = str_skip(*rest, n);
	return word;
}

const struct report *
report_line_names(struct str word, struct str *digits)
{
	const struct report *r = report_find(word);
	size_t n = word.n;

	if (r == NULL) {
		while (n > 0 && word.p[n - 1] >= '0' && word.p[n - 1] <= '9')
			n--;
		r = n < word.n ? report_find(str_sub(word, 0, n)) : NULL;
	}
	if (r != NULL)
		*digits = str_skip(word, n);
	return r;
}

static void
join_pattern(struct strbuf *out, struct str word)
{
	if (out->n > 0 && word.n > 0)
		strbuf_addch(out, '|');
	strbuf_add(out, word);
}

static bool
redirects(struct str word)
{
	return word.n > 0 && (word.p[0] == '>' || word.p[0] == '|');
}

/* "> file", ">>file", "| command line". */
static int
redirect(struct report_line *out, struct str word, struct str *rest,
	struct err *err)
{
	bool to_command = word.p[0] == '|';

	if (to_command) {
		out->sink.kind = SINK_COMMAND;
		out->sink.name =
			str_trim(str_from(word.p + 1, word.n - 1 + rest->n));
		*rest = STR_EMPTY;
	} else {
		out->sink.kind = SINK_FILE;
		out->sink.appends = str_starts(word, STR(">>"));
		out->sink.name = str_skip(word, out->sink.appends ? 2 : 1);
		if (out->sink.name.n == 0)
			out->sink.name = next_word(rest);
	}
	if (out->sink.name.n == 0)
		return err_set(err, ERR_USAGE,
			"unexpected end of line after %c", word.p[0]);
	return 0;
}

/* One word behind the report's name and pattern. */
static void
take_word(struct query *q, struct str word, struct strbuf *focus,
	struct strbuf *ignore)
{
	int64_t rows;

	/* 32 bits there; a larger number is a pattern. */
	if (str_to_i64(word, &rows) && rows >= INT32_MIN && rows <= INT32_MAX)
		q->nodecount = rows;
	else if (str_is(word, "-cum") || str_is(word, "--cum"))
		q->sort = SORT_CUM;
	else if (word.p[0] == '-')
		join_pattern(ignore, str_skip(word, 1));
	else
		join_pattern(focus, word);
}

static void
set_filter(struct str *field, struct strbuf *text, struct arena *arena)
{
	if (text->n > 0)
		*field = arena_str(arena, strbuf_str(text));
	strbuf_free(text);
}

int
report_line_parse(struct report_line *out, struct str line,
	const struct query *now, struct arena *arena, struct err *err)
{
	struct strbuf focus = STRBUF_INIT, ignore = STRBUF_INIT;
	struct str rest = line, digits = STR_EMPTY, word = next_word(&rest);
	struct query *q = &out->query;
	int rc = 0;
	bool tags;

	*out = (struct report_line){ .query = *now, .text = line };
	out->report = report_line_names(word, &digits);
	if (out->report == NULL)
		return err_set(err, ERR_USAGE, "unrecognized command: \"%.*s\"",
			STR_ARG(word));
	word = digits.n > 0 ? digits : next_word(&rest);
	if (out->report->takes_pattern && word.n > 0 && !redirects(word)) {
		out->pattern = word;
		word = next_word(&rest);
	}
	for (; rc == 0 && word.n > 0; word = next_word(&rest)) {
		if (redirects(word))
			rc = redirect(out, word, &rest, err);
		else
			take_word(q, word, &focus, &ignore);
	}
	tags = strcmp(out->report->name, "tags") == 0;
	set_filter(tags ? &q->tagfocus : &q->focus, &focus, arena);
	set_filter(tags ? &q->tagignore : &q->ignore, &ignore, arena);
	if (strcmp(out->report->name, "top") == 0 && q->nodecount == -1)
		q->nodecount = SHELL_ROWS;
	return rc;
}
