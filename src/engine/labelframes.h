/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tagroot and tagleaf: label values as frames.
 *
 *     main;work  {tenant=acme}     tagroot=tenant   acme;main;work
 *     main;idle                                     <unknown>;main;idle
 *
 * Each listed key gives every sample one frame more: named after the values
 * of the key, in the "file" named after the key. The result is a profile of
 * its own, and all filters work on it as on any other.
 */
#ifndef FT_ENGINE_LABELFRAMES_H
#define FT_ENGINE_LABELFRAMES_H

#include "base/warnings.h"
#include "profile/profile.h"

struct run;

/* A reference to the opened profile when the query asks for nothing. NULL
   and the run's err when cancelled. A key that no sample has gives a note. */
struct profile *labelframes_profile(
	const struct run *run, struct warnings *warnings);

#endif
