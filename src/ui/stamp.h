/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What something on the screen was made of, so that it is made again when that
 * is another one, and not before:
 *
 *     made = stamp_of(app, PRODUCT_FACETS);          with what is drawn
 *     ...
 *     if (stamp_has(made, app, PRODUCT_FACETS))
 *             return what is there;
 *
 * A stamp of zeros is of nothing and never fresh. Beside it a pane keeps what
 * else it depends on: a row filter, an order, the selection.
 */
#ifndef FT_UI_STAMP_H
#define FT_UI_STAMP_H

#include "app/app.h"

struct stamp {
	uint64_t view;    /* shown.serial */
	uint64_t product; /* number of a result_slot, if it is of one */
	int rows, cols;   /* the room that it was made for; 0: any */
};

static inline struct stamp
stamp_of_view(const struct app *app)
{
	return (struct stamp){ .view = app->shown.serial };
}

/* Of the product as it is now, and the view that is shown with it. */
static inline struct stamp
stamp_of(const struct app *app, enum product_id id)
{
	return (struct stamp){ .view = app->shown.serial,
		.product = app->product[id].number };
}

static inline bool
stamp_has_view(struct stamp made, const struct app *app)
{
	return made.view != 0 && made.view == app->shown.serial;
}

static inline bool
stamp_has(struct stamp made, const struct app *app, enum product_id id)
{
	return made.product == app->product[id].number;
}

#endif
