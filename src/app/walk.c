/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One profile after the other: see walk.h. */
#include "config.h"

#include "app/walk.h"

#include "app/app.h"

#include "base/banned.h"

void
walk_init(struct walk *w, const struct load_spec *all, bool apart)
{
	*w = (struct walk){ .all = *all,
		.at = apart && all->n_sources > 1 ? 1 : 0 };
}

struct load_spec
walk_spec(const struct walk *w, const struct load_spec *now)
{
	struct load_spec spec = *now;

	spec.source = w->all.source;
	spec.n_sources = w->all.n_sources;
	if (w->at > 0) {
		spec.source += w->at - 1;
		spec.n_sources = 1;
	}
	return spec;
}

int
walk_step(struct app *app, int step, struct err *err)
{
	struct walk *w = &app->walk;
	size_t stops = w->all.n_sources + 1;
	struct load_spec spec;

	if (w->all.n_sources < 2)
		return err_set(err, ERR_USAGE,
			"there is only one profile: name several to walk "
			"through them");
	for (size_t i = 0; i < w->all.n_sources; i++)
		if (str_is(w->all.source[i], "-"))
			return err_set(err, ERR_IO,
				"standard input cannot be read again");
	w->at = (w->at + (step > 0 ? 1 : stops - 1)) % stops;
	spec = walk_spec(w, &app->spec);
	app_open(app, &spec);
	return 0;
}
