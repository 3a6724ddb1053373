/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One level of words that set options: the command line, or the words of
 * FLAMETOP_OPTIONS. Each level simply sets them over those of the level
 * before; cli.c puts the levels together.
 */
#ifndef FT_LEVEL_H
#define FT_LEVEL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"
#include "cli.h"

/* One level of settings while it is parsed. */
struct level {
	struct cli *cli;
	const char *const *word; /* [n] */
	size_t n, at;
	bool is_argv;      /* else FLAMETOP_OPTIONS: options only */
	bool *seen;        /* [options] set on this level */
	unsigned *chosen;  /* [options] bits of choices named by shorthand */
	bool *type;        /* [flags] FLAG_TYPE flags given */
	struct str report; /* the flag that named the report */
	struct str *source, *base, *diff_base; /* [n] */
};

/* Its words are borrowed; lists are made for as many names. */
void level_init(
	struct level *l, struct cli *cli, const char *const *word, size_t n);
/* Take them all in. -1 and err (ERR_USAGE). */
int level_parse(struct level *l, struct err *err);

#endif
