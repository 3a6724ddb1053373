/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders and lists as names of files (expand.h). */
#include "prelude.h"

#include "input/expand.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "input/source.h"

enum { LIST_MAX = 64 << 20 };

/* Add a folder's files and return true, or add the name itself. */
static bool
add_file_or_folder(struct str name, struct arena *arena, struct names *out)
{
	size_t before = out->n;
	struct stat st;

	if (source_stat(name, &st) && S_ISDIR(st.st_mode)) {
		struct strbuf path = STRBUF_INIT;
		size_t first = out->n;
		struct dirent *e;
		DIR *dir;

		strbuf_add(&path, name);
		dir = opendir(strbuf_c(&path));
		while (dir != NULL && (e = readdir(dir)) != NULL) {
			struct stat folder_st;

			/* Follow links to files, but skip pipes and devices,
			   which must not be opened by accident. */

			if (e->d_name[0] == '.' ||
				fstatat(dirfd(dir), e->d_name, &folder_st, 0) !=
					0 ||
				!S_ISREG(folder_st.st_mode))
				continue;
			strbuf_reset(&path);
			strbuf_add(&path, name);
			if (!str_ends(name, STR("/")))
				strbuf_addch(&path, '/');
			strbuf_addstr(&path, e->d_name);
			vec_push(out, arena_str(arena, strbuf_str(&path)));
		}
		if (dir != NULL)
			(void)closedir(dir);
		strbuf_free(&path);
		if (out->n > first)
			qsort(out->p + first, out->n - first, sizeof(*out->p),
				str_compare);
	}
	if (out->n > before)
		return true;
	vec_push(out, name);
	return false;
}

/* Read the list of "@list.txt"; false if the name is not a list. */
static bool
read_list(struct str name, struct strbuf *text)
{
	struct strbuf path = STRBUF_INIT;
	struct err ignored = ERR_INIT;
	bool is = false;

	strbuf_add(&path, name);
	if (str_starts(name, STR("@")) && access(strbuf_c(&path), F_OK) != 0)
		is = file_read(strbuf_c(&path) + 1, LIST_MAX, text, &ignored) ==
			0;
	strbuf_free(&path);
	return is;
}

bool
expand_name(struct str name, struct arena *arena, struct names *out)
{
	struct strbuf text = STRBUF_INIT;
	struct str rest;
	size_t before = out->n;
	char end;

	if (str_is(name, "-") || !read_list(name, &text)) {
		strbuf_free(&text);
		return add_file_or_folder(name, arena, out);
	}
	rest = arena_str(arena, strbuf_str(&text));
	strbuf_free(&text);
	end = str_chr(rest, '\0') >= 0 ? '\0' : '\n';
	while (rest.n > 0) {
		struct str one = str_cut(&rest, end);

		if (one.n > 0)
			(void)add_file_or_folder(one, arena, out);
	}
	if (out->n > before)
		return true;
	vec_push(out, name);
	return false;
}

struct names
expand_names(const struct str *name, size_t n, struct arena *arena)
{
	struct names all = { NULL, 0, 0 };

	for (size_t i = 0; i < n; i++)
		(void)expand_name(name[i], arena, &all);
	return all;
}
