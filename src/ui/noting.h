/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The quiet line about a view: the first hint (present/hint.h) that was
 * not dismissed. Esc dismisses it where there is nothing else to leave;
 * :notes lists all of them.
 */
#ifndef FT_UI_NOTING_H
#define FT_UI_NOTING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "present/grid.h"
#include "present/hint.h"

struct screen;

struct noting {
	struct hints list;
	uint64_t serial;             /* of the view that they are about */
	VEC(const char *) dismissed; /* ids */
};

void noting_fini(struct noting *n);
/* Into a row that is a rule already. */
void noting_draw(struct screen *s, struct grid *g, int row);
/* Behind the status of a selection that few samples stand behind. */
void noting_thin(struct screen *s, struct strbuf *status);
/* False when there is no line to take away. */
bool noting_dismiss(struct screen *s);
/* All of them, to be opened or dismissed. */
void noting_list(struct screen *s);

#endif
