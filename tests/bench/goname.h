/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of functions and their files as Go programs have them. */
#ifndef FT_BENCH_GONAME_H
#define FT_BENCH_GONAME_H

#include "base/strbuf.h"

/* Both are emptied first. Every f has another name; f below 1,000,000. */
void goname(uint32_t f, struct strbuf *name, struct strbuf *file);

#endif
