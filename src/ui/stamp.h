/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Records what something on the screen was made from, so that it is made again
 * when that changes, and not before:
 *
 *     made = stamp_of(app, PRODUCT_FACETS);          with what is drawn
 *     ...
 *     if (stamp_has(made, app, PRODUCT_FACETS))
 *             return what is there;
 *
 * A stamp of zeros is never fresh. Beside the stamp a pane stores its other
 * inputs: a row filter, an order, the selection.
 */
#ifndef FT_UI_STAMP_H
#define FT_UI_STAMP_H

#include "app/app.h"

struct stamp {
	uint64_t view;    /* shown.serial */
	uint64_t product; /* number of a result_slot; 0: none */
	int rows, cols;   /* size that it was made for; 0: any */
};

static inline struct stamp
stamp_of_view(const struct app *app)
{
	return (struct stamp){ .view = app->shown.serial };
}

/* Return a stamp of the current product and the view shown with it. */
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
