/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts the damaged parts that are left out when a file is read. */
#include "prelude.h"

#include "read/damage.h"

bool
damage_take(struct damage *d, struct err *err)
{
	if (err->code != ERR_FORMAT)
		return false;
	if (d->n++ == 0)
		d->first = *err;
	*err = (struct err)ERR_INIT;
	return true;
}

bool
damage_take_at(struct damage *d, const struct jwalk *w, size_t at)
{
	if (d->n == 0 && w->err->code == ERR_FORMAT)
		(void)jwalk_place(w, at);
	return damage_take(d, w->err);
}

int
damage_refuse(const struct damage *d, struct err *err)
{
	if (d->n == 0)
		return 0;
	*err = d->first;
	return -1;
}

void
damage_warn(const struct damage *d, struct warnings *warnings, const char *what)
{
	if (d->n > 0)
		warnings_add(warnings,
			"unreadable %s left out: %zu; the first: %s", what,
			d->n, d->first.msg);
}
