/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "conf/recent.h"

#include "base/file.h"
#include "fetch/url.h"
#include "input/shell.h"

enum { LINE_NAMES = 100 }; /* names that a line can have */

/* Append the file's text. */
static void
recent_text(const struct userdirs *dirs, struct strbuf *text)
{
	struct strbuf path = STRBUF_INIT;
	struct err ignored = ERR_INIT;

	if (userdirs_path(&path, dirs->state, "flametop/recent"))
		(void)file_read(path.p, CONFIGFILE_MAX, text, &ignored);
	strbuf_free(&path);
}

void
recent_read(
	const struct userdirs *dirs, struct arena *arena, struct recents *out)
{
	struct strbuf text = STRBUF_INIT, word = STRBUF_INIT;
	struct err ignored = ERR_INIT;
	struct str rest, line;
	size_t number = 0;

	recent_text(dirs, &text);
	rest = strbuf_str(&text);
	while (out->n < RECENT_MAX && configfile_next(&rest, &line, &number)) {
		struct str *name = ARENA_ARRAY(arena, struct str, LINE_NAMES);
		struct recent one = { .line = arena_str(arena, line),
			.name = name };
		int more = 0;

		while (one.n < LINE_NAMES &&
			(more = shell_next(&line, &word, &ignored)) > 0)
			name[one.n++] = arena_str(arena, strbuf_str(&word));
		if (more == 0 && one.n > 0)
			vec_push(out, one);
	}
	strbuf_free(&text);
	strbuf_free(&word);
}

bool
recent_line(struct strbuf *out, const struct str *name, size_t n)
{
	struct strbuf shown = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	char *cwd = realpath(".", NULL);
	bool again = n > 0 && n < LINE_NAMES && cwd != NULL;

	for (size_t i = 0; i < n && again; i++) {
		struct str full;

		strbuf_reset(&shown);
		if (url_is_address(name[i], &arena, &full))
			(void)url_shown(&shown, full);
		else if (str_is(name[i], "-") || str_starts(name[i], STR("@")))
			again = false;
		else if (str_starts(name[i], STR("/")))
			strbuf_add(&shown, name[i]);
		else
			strbuf_addf(&shown, "%s/%.*s", cwd, STR_ARG(name[i]));
		strbuf_addstr(out, i > 0 ? " " : "");
		shell_word(out, strbuf_str(&shown));
	}
	strbuf_free(&shown);
	arena_free(&arena);
	free(cwd);
	return again;
}

int
recent_add(const struct userdirs *dirs, struct str line, struct err *err)
{
	struct strbuf path = STRBUF_INIT, old = STRBUF_INIT;
	struct strbuf text = STRBUF_INIT;
	struct str rest, other;
	size_t number = 0, n = 1;
	int rc = 0;

	recent_text(dirs, &old);
	rest = strbuf_str(&old);
	strbuf_add3(
		&text, "# the profiles opened last, by flametop\n", line, "\n");
	while (n < RECENT_MAX && configfile_next(&rest, &other, &number)) {
		if (str_eq(other, line))
			continue;
		strbuf_add3(&text, "", other, "\n");
		n++;
	}
	if (userdirs_path(&path, dirs->state, "flametop/recent"))
		rc = file_remember(path.p, strbuf_str(&text), err);
	strbuf_free(&path);
	strbuf_free(&old);
	strbuf_free(&text);
	return rc;
}
