/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers on the command line in all forms that pprof's flags accept: those of
 * Go source.
 *
 *     20   0x14   0b1_0100   0o24   024          all the same whole number
 *     0.005   .5e-2   1_000   0x1p-8   inf   nan
 */
#ifndef FT_CONF_GONUMBER_H
#define FT_CONF_GONUMBER_H

#include "base/compiler.h"
#include "base/str.h"

/* Parse a number. False, with *out unchanged, if invalid or too large. */
bool literal_int(struct str s, int64_t *out) MUST_USE;
bool literal_float(struct str s, double *out) MUST_USE;

/* Return the number of digits, 1 to 17, in the shortest decimal that reads back
   as v. */
int literal_digits(double v);

#endif
