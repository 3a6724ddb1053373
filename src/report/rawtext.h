/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile as text, all of it. */
#ifndef FT_REPORT_RAWTEXT_H
#define FT_REPORT_RAWTEXT_H

#include "base/strbuf.h"
#include "profile/profile.h"

void rawtext_print(const struct profile *p, struct strbuf *out);

#endif
