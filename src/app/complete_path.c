/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of files (complete_path of complete.h). */
#include "config.h"

#include "app/complete.h"

#include <dirent.h>
#include <sys/stat.h>

#include "base/strbuf.h"
#include "input/shell.h"

#include "base/banned.h"

static bool
is_directory(struct strbuf *path, struct str name)
{
	size_t n = path->n;
	struct stat st;
	bool is;

	strbuf_add(path, name);
	is = stat(strbuf_c(path), &st) == 0 && S_ISDIR(st.st_mode);
	strbuf_remove(path, n, path->n - n);
	return is;
}

/* A leading dot has to be typed. */
static void
add_entries(
	struct completion *c, DIR *dir, struct strbuf *path, struct str begun)
{
	struct dirent *e;

	while ((e = readdir(dir)) != NULL && c->item.n < CANDIDATES_MAX) {
		struct str name = str_c(e->d_name);
		struct strbuf text = STRBUF_INIT;
		struct candidate item = { .note = STR("") };

		if (!str_starts(name, begun) || str_is(name, ".") ||
			str_is(name, "..") ||
			(begun.n == 0 && e->d_name[0] == '.'))
			continue;
		shell_to_type(&text, name);
		if (is_directory(path, name))
			strbuf_addch(&text, '/');
		item.text = arena_str(&c->arena, strbuf_str(&text));
		vec_push(&c->item, item);
		strbuf_free(&text);
	}
}

void
complete_path(struct completion *c, struct str text, size_t cursor)
{
	struct str typed = str_sub(text, c->from, cursor);
	ptrdiff_t slash = str_rchr(typed, '/');
	struct strbuf path = STRBUF_INIT, begun = STRBUF_INIT;
	DIR *dir;

	shell_typed(&path, str_sub(typed, 0, (size_t)(slash + 1)));
	shell_typed(&begun, str_skip(typed, (size_t)(slash + 1)));
	dir = opendir(path.n > 0 ? strbuf_c(&path) : ".");
	c->from += (size_t)(slash + 1);
	c->to = cursor;
	if (dir != NULL) {
		add_entries(c, dir, &path, strbuf_str(&begun));
		(void)closedir(dir);
	}
	completion_sort(c);
	strbuf_free(&path);
	strbuf_free(&begun);
}
