/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search: which frames match, and what the matches cover. It highlights
 * and never filters, and it has smart case, unlike the filters.
 */
#ifndef FT_ENGINE_FOUND_H
#define FT_ENGINE_FOUND_H

#include "engine/stage.h"
#include "engine/view.h"

struct run;
struct framed;

/* The frames that match, by printable name. */
struct searched {
	struct stage stage;
	bool active, stopped;
	struct bits frame;
};

/* A bad pattern is no error: it is just not active. NULL when cancelled. */
const struct searched *search_get(
	const struct run *run, const struct framed *framed);
/* Fill v->found. Its bits belong to `s`. */
int found_fill(const struct run *run, const struct searched *s, struct view *v);

#endif
