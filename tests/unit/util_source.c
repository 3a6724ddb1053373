/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of the tests: see util_source.h. */
#include "prelude.h"

#include "util_source.h"

#include <limits.h>
#include <unistd.h>

#include "base/ownpath.h"

/* Is `dir` or one above it a folder with this in it? Then *dir is that. */
static bool
find_upward(char *dir, const char *what)
{
	char path[PATH_MAX + 32];
	char *slash;

	for (;;) {
		(void)snprintf(path, sizeof(path), "%s/%s", dir, what);
		if (access(path, F_OK) == 0)
			return true;
		slash = strrchr(dir, '/');
		if (slash == NULL || dir[0] == '\0')
			return false;
		*slash = '\0';
	}
}

const char *
this_program(void)
{
	static struct strbuf path; /* until the end */
	const char *found = ownpath(&path, NULL);

	return found != NULL ? found : "";
}

static const char *
find_dir(const char *variable, const char *what, char *dir)
{
	const char *told = getenv(variable);
	const char *from[] = { told != NULL ? told : ".", this_program() };

	for (int i = 0; i < (told != NULL ? 1 : 2); i++)
		if (realpath(from[i], dir) != NULL && find_upward(dir, what))
			return dir;
	(void)fprintf(stderr, "%s is missing in %s; %s says where it is\n",
		what, told != NULL ? told : "the folders above this test",
		variable);
	exit(99);
}

const char *
source_dir(void)
{
	static char dir[PATH_MAX];

	return dir[0] != '\0' ? dir : find_dir("FT_SRCDIR", "testdata", dir);
}

const char *
build_dir(void)
{
	static char dir[PATH_MAX];

	return dir[0] != '\0' ? dir : find_dir("FT_BUILDDIR", "flametop", dir);
}
