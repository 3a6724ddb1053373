/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Choices for the user. If a server's address is incomplete, each line has a
 * more complete one. If files cannot be merged, each line has files that can.
 *
 *     heap        12        http://host:6060/debug/pprof/heap
 *     goroutine    8        http://host:6060/debug/pprof/goroutine
 */
#ifndef FT_FETCH_CHOICES_H
#define FT_FETCH_CHOICES_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

struct choice {
	struct str text;    /* table cells, separated by tabs */
	struct str address; /* "": the line is a heading */
	struct str others;  /* address that excludes the label value of the
			       line; "": none */
	const struct str *file; /* [files] sources instead of address */
	size_t files;           /* 0: none */
	bool current;
};

/* A list of choices. Its strings are in the arena. */
struct choices {
	struct arena arena;
	struct str title, footer;
	VEC(struct choice) row;
	struct choices *before; /* the list that led to this one; owned */
};

struct choices *choices_new(struct str title);
void choices_free(struct choices *c); /* and those before; NULL is fine */
/* Replace *c by the list before it. False if there is none. */
bool choices_back(struct choices **c);
/* Add a row; both strings are copied. */
struct choice *choices_add(
	struct choices *c, struct str text, struct str address);

#endif
