/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Landlock ruleset: see sandbox.h. Its calls have no names in libc. */
#define _DEFAULT_SOURCE 1 /* syscall() */
#include "prelude.h"

#include "pty/confine.h"

#include <fcntl.h>
#include <unistd.h>

#ifdef HAVE_LINUX_LANDLOCK_H
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "base/compiler.h"

#ifdef HAVE_LINUX_LANDLOCK_H

enum {
	RUN = LANDLOCK_ACCESS_FS_EXECUTE,
	WRITE = LANDLOCK_ACCESS_FS_WRITE_FILE,
	CHANGE = WRITE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
		LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
		LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
		LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
		LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM,
};

bool
confine_works(void)
{
	return syscall(SYS_landlock_create_ruleset, NULL, 0,
		       LANDLOCK_CREATE_RULESET_VERSION) > 0;
}

/* Access rights below a folder, or to a file. */
static bool
allow(int rules, const char *path, unsigned what)
{
	struct landlock_path_beneath_attr rule = { .allowed_access = what,
		.parent_fd = open(path, O_RDONLY | O_CLOEXEC) };
	bool done = rule.parent_fd >= 0 &&
		syscall(SYS_landlock_add_rule, rules,
			LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;

	if (rule.parent_fd >= 0)
		(void)close(rule.parent_fd);
	return done;
}

bool
confine(const char *program, const char *folder)
{
	static const char *const loaders[] = { "/lib", "/lib64", "/usr/lib" };
	struct landlock_ruleset_attr attr = { .handled_access_fs =
						      RUN | CHANGE };
	int rules = (int)syscall(
		SYS_landlock_create_ruleset, &attr, sizeof(attr), 0);
	bool done = rules >= 0 && allow(rules, program, RUN) &&
		allow(rules, folder, CHANGE) && allow(rules, "/dev", WRITE);

	/* The dynamic loader is run, too; where it is differs. */
	for (size_t i = 0; done && i < COUNT_OF(loaders); i++)
		(void)allow(rules, loaders[i], RUN);
	done = done && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
		syscall(SYS_landlock_restrict_self, rules, 0) == 0;
	if (rules >= 0)
		(void)close(rules);
	return done;
}

#else

bool
confine_works(void)
{
	return false;
}

bool
confine(const char *program, const char *folder)
{
	(void)program;
	(void)folder;
	return false;
}

#endif
