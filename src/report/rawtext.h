/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile as text, all of it. */
#ifndef FT_REPORT_RAWTEXT_H
#define FT_REPORT_RAWTEXT_H

#include "base/progress.h"
#include "base/strbuf.h"
#include "profile/profile.h"

/* Leaves off early when progress asks to stop; NULL is fine. */
void rawtext_print(const struct profile *p, const struct progress *progress,
	struct strbuf *out);

#endif
