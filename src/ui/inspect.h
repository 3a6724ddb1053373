/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The inspector (present/inspector.h) on the screen: in a box over the
 * panes, or docked, in place of what the peek pane has else. Docked, it
 * follows the selection when keys rest.
 *
 *     K   the box      K in it   docked      K again   as before
 */
#ifndef FT_UI_INSPECT_H
#define FT_UI_INSPECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "engine/detail.h"
#include "engine/peek.h"
#include "present/grid.h"
#include "present/inspector.h"
#include "present/plan.h"
#include "present/layout.h"

struct screen;

struct inspecting {
	bool made; /* the rest is of this place */
	uint64_t serial;
	struct target target;
	struct zoom zoom;
	int cols;
	bool ascii;
	struct detail *detail;
	struct peek *peek;
	bool has_origin;
	struct origin origin;
	struct inspector lines;
	size_t first; /* line on the first row */
};

void inspect_fini(struct inspecting *in);
/* Forget what borrows a view that is gone. */
void inspect_forget(struct screen *s);
bool inspect_is_docked(const struct screen *s);

/* The pane. */
void inspect_draw(struct screen *s, struct grid *g, struct rect r);
void inspect_info(struct screen *s, struct strbuf *info, struct strbuf *right);
void inspect_hints(struct grid *g, int row);
void inspect_scroll(struct screen *s, int64_t lines);
/* It shows another place than the selected one, because keys do not rest. */
bool inspect_lags(const struct screen *s);

/* K. */
void inspect_key(struct screen *s);

#endif
