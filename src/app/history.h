/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The history of prompts, one list for each kind. The newest text is number
 * 0; a text that is typed again moves to the front.
 */
#ifndef FT_APP_HISTORY_H
#define FT_APP_HISTORY_H

#include "base/str.h"

struct history;

struct history *history_new(void);
void history_free(struct history *h); /* NULL is fine */
/* Add a text, unless it is empty or has a password. */
void history_add(struct history *h, struct str kind, struct str text);
/* Return the i-th newest text, valid until the next history_add(); STR_EMPTY
   for none. */
struct str history_get(const struct history *h, struct str kind, size_t i);
/* Return the first number >= `from` of a text with `needle`, or SIZE_MAX. */
size_t history_find(const struct history *h, struct str kind, size_t from,
	struct str needle);

#endif
