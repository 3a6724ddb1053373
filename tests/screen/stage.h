/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where a script is played: the program on a real terminal (stage_pty), or
 * its interface alone, in this process and without any (stage_grid).
 */
#ifndef FT_TESTS_SCREEN_STAGE_H
#define FT_TESTS_SCREEN_STAGE_H

#include "base/err.h"
#include "base/str.h"
#include "present/grid.h"
#include "pty/keys.h"
#include "pty/vt.h"
#include "screen/picture.h"
#include "ui/mouse.h"

struct stage; /* each kind has its own */

struct stage_setup {
	const char *program;     /* path of flametop */
	const char *const *argv; /* [argc] command line of the program; argv[0]:
				    its path */
	int argc;
	const char *const *env; /* NULL-terminated, the whole environment */
	const char *dir;        /* the working directory */
	int rows, cols;
};

struct stage_ops {
	const char *name;
	/* NULL and err when it cannot start. */
	struct stage *(*open)(const struct stage_setup *setup, struct err *err);
	void (*close)(struct stage *s);
	void (*key)(struct stage *s, const struct key *key);
	void (*mouse)(struct stage *s, const struct mouse *m);
	void (*resize)(struct stage *s, int rows, int cols);
	/* Something may have changed; false: nothing came until then. */
	bool (*wait)(struct stage *s, int64_t until);
	/* Until all work is done and shown. False: not in time. */
	bool (*idle)(struct stage *s, int64_t until);
	void (*screen)(struct stage *s, struct picture *out);
	struct vt *(*vt)(struct stage *s); /* NULL without a terminal */
	/* The grid with its styles; NULL on a terminal. */
	const struct grid *(*grid)(struct stage *s);
};

extern const struct stage_ops stage_pty;
extern const struct stage_ops stage_grid;

#endif
