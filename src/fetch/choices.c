/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds lists of choices (choices.h). */
#include "prelude.h"

#include "fetch/choices.h"

#include "base/xalloc.h"

struct choices *
choices_new(struct str title)
{
	struct choices *c = xcalloc(1, sizeof(*c));

	c->title = arena_str(&c->arena, title);
	return c;
}

void
choices_free(struct choices *c)
{
	while (c != NULL) {
		struct choices *before = c->before;

		vec_free(&c->row);
		arena_free(&c->arena);
		free(c);
		c = before;
	}
}

bool
choices_back(struct choices **c)
{
	struct choices *before = *c != NULL ? (*c)->before : NULL;

	if (before == NULL)
		return false;
	(*c)->before = NULL;
	choices_free(*c);
	*c = before;
	return true;
}

struct choice *
choices_add(struct choices *c, struct str text, struct str address)
{
	struct choice row = { .text = arena_str(&c->arena, text),
		.address = arena_str(&c->arena, address) };

	vec_push(&c->row, row);
	return &c->row.p[c->row.n - 1];
}
