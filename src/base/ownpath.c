/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The path of this program (ownpath.h). */
#include "prelude.h"

#include "base/ownpath.h"

#include <unistd.h>
#if defined(__APPLE__)
#include <mach-o/dyld.h>
#elif defined(__FreeBSD__)
#include <sys/types.h>

#include <sys/sysctl.h>
#endif

enum { PATH_ROOM = 4096 };

/* Get the path from the system; "" if that fails. */
static void
ask_system(char path[PATH_ROOM])
{
	path[0] = '\0';
#if defined(__APPLE__)
	uint32_t room = PATH_ROOM;

	if (_NSGetExecutablePath(path, &room) != 0)
		path[0] = '\0';
#elif defined(__FreeBSD__)
	const int name[] = { CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1 };
	size_t room = PATH_ROOM;

	if (sysctl(name, 4, path, &room, NULL, 0) != 0)
		path[0] = '\0';
#else
	/* The link itself also works after the file was moved. */
	(void)snprintf(path, PATH_ROOM, "/proc/self/exe");
#endif
}

const char *
ownpath(struct strbuf *path, const char *called)
{
	struct str folders = str_c(getenv("PATH"));
	char known[PATH_ROOM];

	ask_system(known);
	strbuf_reset(path);
	strbuf_addstr(path, known);
	if (access(known, X_OK) == 0)
		return strbuf_c(path);
	if (called == NULL || str_chr(str_c(called), '/') >= 0)
		return called;
	while (folders.n > 0) {
		struct str folder = str_cut(&folders, ':');

		strbuf_reset(path);
		strbuf_addf(path, "%.*s/%s",
			STR_ARG(folder.n > 0 ? folder : STR(".")), called);
		if (access(strbuf_c(path), X_OK) == 0)
			return strbuf_c(path);
	}
	return NULL;
}
