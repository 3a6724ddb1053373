/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moments in words, as Pyroscope's users write them, and some more. */
#ifndef FT_FETCH_WHEN_H
#define FT_FETCH_WHEN_H

#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

#define WHEN_LATEST (INT64_C(7258118400) * 1000) /* 2200, ms since 1970 */

/* now, now-3h, now-1h30m, 14:05, 14:05:30, 20261122, 2026-11-22,
   2026-11-22T14:05:30.5Z, ...+01:00, and digits since 1970: seconds (to 10),
   ms (13), us (16), ns (19). Local time where there is no zone. *out is ms
   since 1970; -1 and err for anything else, and for what is not between 1970
   and 2200. */
int when_parse(struct str word, int64_t now, int64_t *out, struct err *err);
/* A length: 90s, 15m, 1h30m, 2d, 1w; 24h0m0s. ms; -1: it is none. */
int64_t when_length(struct str word);
/* Append a moment as RFC 3339 in UTC, with milliseconds if it has some. */
void when_put(struct strbuf *out, int64_t ms);
/* Append a length: 1h30m. */
void when_put_length(struct strbuf *out, int64_t ms);
/* Now, in ms since 1970. */
int64_t when_now(void);

#endif
