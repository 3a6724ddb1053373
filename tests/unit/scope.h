/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A Pyroscope for tests: any range, step, selector and label is answered from
 * scrapes that are made up here, by the server's own rules (a point is what
 * came in (stamp - step, stamp], a merge has both ends).
 *
 *     two pods, one scrape of each every 15 s, an hour long
 *     process_cpu cpu     one: main;work 2 s    two: main;work 1 s
 *                                                    main;idle 1 s
 *                         one three times as much in scrapes 200 to 203
 *     memory inuse_space  one: main;grow 1 MB more each time
 *                         two: main;keep 5 MB
 */
#ifndef FT_TESTS_SCOPE_H
#define FT_TESTS_SCOPE_H

#include "httpd.h"

/* 2026-11-22 06:32:00 UTC, and the hour from then on. */
#define SCOPE_FROM INT64_C(1795329120000)
#define SCOPE_UNTIL (SCOPE_FROM + INT64_C(3600000))
enum { SCOPE_EVERY = 15000, SCOPE_SCRAPES = 240 };

#define SCOPE_CPU "process_cpu:cpu:nanoseconds:cpu:nanoseconds"
#define SCOPE_HEAP "memory:inuse_space:bytes:space:bytes"

struct scope;
struct scope *scope_new(void);
void scope_free(struct scope *s); /* NULL is fine */
int scope_port(const struct scope *s);
struct httpd *scope_httpd(struct scope *s);
/* Make the scope's answer, for rows of another server; `on` is the scope. */
int scope_make(void *on, struct str path, struct str body, struct strbuf *out);
/* From now on every request is answered with this status; 200: as it should
   be. */
void scope_fail(struct scope *s, int status);
/* Its half hour is over now, and its times are near now. */
void scope_now(struct scope *s);
/* Refuse ranges longer than this many ms (0: none); answer so many more
   requests for profiles (-1: all) and let the others wait for the next call. */
void scope_limit(struct scope *s, int64_t longest, int merges);
/* Only scrapes before a time are there; at first SCOPE_UNTIL. */
void scope_until(struct scope *s, int64_t until);

#endif
