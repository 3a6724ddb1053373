/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The files of what was saved, as saved.c reads them and savededit.c edits
 * them. Only for these two; others use saved.h.
 */
#ifndef FT_CONF_SAVEDFILE_H
#define FT_CONF_SAVEDFILE_H

#include "base/err.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "conf/configs.h"
#include "conf/saved.h"

/* The name and the text of a file; both stay empty when nobody knows where it
   is, the text when it is not there. -1 and err: it cannot be read. */
int savedfile_text(const struct userdirs *dirs, enum saved_from from,
	struct strbuf *path, struct strbuf *text, struct err *err);
/* The configurations of pprof. -1 and err also when this program cannot read
   any; damage is noted as "line: why". */
int savedfile_configs(const struct userdirs *dirs, struct configs *cs,
	struct strbuf *path, struct warnings *damage, struct err *err);
/* Append the views of a file to a list. */
void savedfile_views(struct saved_list *l, const struct userdirs *dirs,
	enum saved_from from);

#endif
