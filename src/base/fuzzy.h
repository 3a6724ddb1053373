/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How well a few typed letters name something.
 *
 *     "chk"  in  api.(*CartHandler).Checkout     C h  k         good
 *     "srvhttp"  (*Router).ServeHTTP             S rv HTTP      better
 *     "serve h"  (*Router).ServeHTTP             each word for itself
 *
 * The letters of a word must occur in their order. Runs of letters, starts of
 * words and whole words count more, gaps less. A small letter means either
 * case, a capital letter itself.
 */
#ifndef FT_BASE_FUZZY_H
#define FT_BASE_FUZZY_H

#include <stdint.h>

#include "base/str.h"

/* The letters and other bytes of s as a set, small and capital alike, without
   blanks. A text whose set lacks one of the pattern's scores 0. */
uint64_t fuzzy_letters(struct str s);
/* The larger the better; 0: no match. An empty pattern scores 1. */
int fuzzy_score(struct str pattern, struct str text);

#endif
