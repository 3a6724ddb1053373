/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What can be done with saved views and configurations; each says in a
 * message how it went. The list of them is menu_saved() of menus.h.
 */
#ifndef FT_UI_SAVING_H
#define FT_UI_SAVING_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "conf/saved.h"

struct screen;

/* Show what it says, as one step for undo. */
void saving_apply(struct screen *s, const struct saved *v);
/* Save what is shown; one of the same name is replaced. -1 and err. */
int saving_put(struct screen *s, enum saved_from from, struct str name,
	struct err *err);
int saving_remove(struct screen *s, enum saved_from from, struct str name,
	struct err *err);
/* Would it change nothing? */
bool saving_is_current(struct screen *s, const struct saved *v);
/* The command line that shows it. */
void saving_cmdline(
	struct screen *s, const struct saved *v, struct strbuf *out);

/* "view", "configuration" */
const char *saving_word(enum saved_from from);

#endif
