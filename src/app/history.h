/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was typed into prompts, a list for each kind of prompt. The newest is
 * number 0; a text that is typed again moves to the front.
 */
#ifndef FT_APP_HISTORY_H
#define FT_APP_HISTORY_H

#include "base/str.h"

struct history;

struct history *history_new(void);
void history_free(struct history *h); /* NULL is fine */
/* Empty texts are not kept. */
void history_add(struct history *h, struct str kind, struct str text);
/* The i-th newest, valid until the next add; p is NULL when there is none. */
struct str history_get(const struct history *h, struct str kind, size_t i);
/* The first at or after `from` that contains `needle`; SIZE_MAX: none. */
size_t history_find(const struct history *h, struct str kind, size_t from,
	struct str needle);

#endif
