/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folders for tests: see util_folder.h. */
#include "prelude.h"

#include "util_folder.h"

#include <ftw.h>
#include <unistd.h>

#include "testing.h"

#include "base/file.h"
#include "base/strbuf.h"

enum { FILE_MAX = 1 << 20 };

void
folder_make(char *dir)
{
	assert_non_null(mkdtemp(dir));
}

void
folder_write(const char *dir, const char *name, const char *text)
{
	struct strbuf path = STRBUF_INIT;
	struct err err = ERR_INIT;

	strbuf_addf(&path, "%s/%s", dir, name);
	if (file_replace(strbuf_c(&path), str_c(text), &err) != 0)
		fail_msg("%s", err.msg);
	strbuf_free(&path);
}

void
folder_holds(const char *dir, const char *name, const char *text)
{
	struct strbuf path = STRBUF_INIT, have = STRBUF_INIT;
	struct err err = ERR_INIT;

	strbuf_addf(&path, "%s/%s", dir, name);
	if (file_read(strbuf_c(&path), FILE_MAX, &have, &err) != 0)
		fail_msg("%s", err.msg);
	assert_string_equal(strbuf_c(&have), text);
	strbuf_free(&path);
	strbuf_free(&have);
}

static int
remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

void
folder_text(struct strbuf *out, const char *here, const char *text)
{
	struct str rest = str_c(text);
	ptrdiff_t at;

	strbuf_reset(out);
	while ((at = str_find(rest, STR("HERE"), 0)) >= 0) {
		strbuf_add(out, str_sub(rest, 0, (size_t)at));
		strbuf_addstr(out, here);
		rest = str_skip(rest, (size_t)at + 4);
	}
	strbuf_add(out, rest);
}

bool
folder_remove(const char *dir)
{
	return nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0;
}
