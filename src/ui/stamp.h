/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A stamp records from which view and product something was computed, so that
 * it is computed again only when one of them changes:
 *
 *     made = stamp_of(app, PRODUCT_FACETS);          stored with the data
 *     ...
 *     if (stamp_has(made, app, PRODUCT_FACETS))
 *             return the old data;
 *
 * A stamp of zeros is never fresh. In addition to the stamp a pane stores its
 * other inputs, such as a row filter, an order or the selection.
 */
#ifndef FT_UI_STAMP_H
#define FT_UI_STAMP_H

#include "app/app.h"

struct stamp {
	uint64_t view;    /* shown.serial */
	uint64_t product; /* result_slot.number; 0: none */
	int rows, cols;   /* size that was drawn; 0: any */
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
