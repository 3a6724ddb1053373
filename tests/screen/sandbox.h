/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A place of its own for one run of a program: a temporary directory that is
 * also its home, with testdata/ in it, and an environment made from nothing.
 * Tests may run side by side, and what the user has set does not matter.
 */
#ifndef FT_TESTS_SCREEN_SANDBOX_H
#define FT_TESTS_SCREEN_SANDBOX_H

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"

struct sandbox {
	char *dir;       /* owned */
	VEC(char *) env; /* "NAME=value", owned, without a NULL at the end */
};

/* `program`: its folder comes first in PATH. `testdata`: an absolute path. */
int sandbox_open(struct sandbox *b, const char *program, const char *testdata,
	struct err *err);
/* Removes the directory with all in it. */
void sandbox_close(struct sandbox *b);

/* "NAME=value" sets, "NAME" alone takes away. */
void sandbox_env(struct sandbox *b, struct str setting);
/* The environment as execve() wants it, good until the next change. */
const char *const *sandbox_envp(struct sandbox *b);
/* "dir/name"; free it. */
char *sandbox_path_in(const char *dir, const char *name);
/* Write a file there. */
int sandbox_file(
	struct sandbox *b, struct str name, struct str text, struct err *err);

#endif
