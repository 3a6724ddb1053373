/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The configuration file changed from within the program: one setting or key
 * is kept for good. The file is edited as text, so that what its owner wrote
 * stays to the byte: comments, order, other lines.
 */
#ifndef FT_CONF_CONFIGEDIT_H
#define FT_CONF_CONFIGEDIT_H

#include "base/err.h"
#include "base/strbuf.h"
#include "conf/keymap.h"
#include "conf/options.h"
#include "conf/userdirs.h"

/* Keep an option's value: a line for it, or none when it is the default.
   -1 and err: the file is as it was. A damaged file is copied first, and the
   copy's name goes to `kept`. */
int config_keep(const struct userdirs *dirs, const struct option *o,
	struct options_target t, struct strbuf *kept, struct err *err);
/* Keep what the user has bound to a key, or that nothing is. */
int config_keep_key(const struct userdirs *dirs, const struct keymap *km,
	int key, struct strbuf *kept, struct err *err);

#endif
