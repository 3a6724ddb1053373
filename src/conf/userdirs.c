/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a user's own files are: see userdirs.h. */
#include "config.h"

#include "conf/userdirs.h"

#include <unistd.h>

#include "base/banned.h"

static struct str
folder(struct arena *arena, const char *xdg, const char *home,
	const char *below)
{
	struct strbuf path = STRBUF_INIT;
	struct str s;

	if (xdg != NULL && xdg[0] == '/')
		strbuf_addc(&path, xdg);
	else if (home != NULL && home[0] != '\0')
		strbuf_addf(&path, "%s/%s", home, below);
	s = arena_str(arena, strbuf_str(&path));
	strbuf_free(&path);
	return s;
}

/* The nearest .flametop upwards. */
static struct str
project(struct arena *arena, const char *cwd)
{
	struct str up = str_c(cwd), found = STR_EMPTY;
	struct strbuf path = STRBUF_INIT;

	while (up.n > 0 && up.p[0] == '/') {
		strbuf_reset(&path);
		strbuf_addf(&path, "%.*s/.flametop", up.n > 1 ? (int)up.n : 0,
			up.p);
		if (access(path.p, F_OK) == 0) {
			found = arena_str(arena, strbuf_str(&path));
			break;
		}
		if (up.n == 1)
			break;
		up.n = (size_t)str_rchr(up, '/');
		if (up.n == 0)
			up.n = 1;
	}
	strbuf_free(&path);
	return found;
}

struct userdirs
userdirs_find(struct arena *arena, const char *xdg_config,
	const char *xdg_state, const char *home, const char *cwd)
{
	return (struct userdirs){
		.config = folder(arena, xdg_config, home, ".config"),
		.state = folder(arena, xdg_state, home, ".local/state"),
		.project = project(arena, cwd),
	};
}

bool
userdirs_path(struct strbuf *path, struct str folder, const char *name)
{
	if (folder.n == 0)
		return false;
	strbuf_add(path, folder);
	strbuf_addf(path, "/%s", name);
	return true;
}

int
userdirs_unknown(struct err *err)
{
	return err_set(err, ERR_USAGE,
		"nowhere to keep it: neither XDG_CONFIG_HOME nor HOME is set");
}
