/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reading that begins before all bytes are there. Nothing is decided here: if
 * the bytes turn out to be damaged or of another format, what was seen is
 * thrown away, and every error is the one that reading the whole gives.
 */
#ifndef FT_READ_EARLY_H
#define FT_READ_EARLY_H

#include <stddef.h>

#include "base/progress.h"
#include "base/str.h"
#include "input/flow.h"
#include "read/pprof_scan.h"

/* What can be seen of a flow until its bytes are all there, for read_spec;
   NULL when that is nothing. `format` as there; it takes about max_memory
   bytes at most (0: no limit). To be freed before the flow. */
struct pprof_scan *read_early(struct flow *flow, struct str format,
	size_t max_memory, struct progress *progress);
void read_early_free(struct pprof_scan *scan);

#endif
