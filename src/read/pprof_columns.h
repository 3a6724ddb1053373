/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The samples as the scan has them, to the builder. Each different stack and
 * list of labels is decoded once, and the columns go over as they are:
 *
 *     spans of stacks --> locations --> trie  \  two threads, where there
 *     spans of labels --> label sets          /   are many
 */
#ifndef FT_READ_PPROF_COLUMNS_H
#define FT_READ_PPROF_COLUMNS_H

#include <stdint.h>

#include "base/err.h"
#include "profile/ids.h"
#include "read/idmap.h"
#include "read/pprof_scan.h"
#include "read/read.h"

/* What became of the columns. */
enum pprof_outcome {
	PPROF_DONE,
	PPROF_FAILED, /* err says why */
	PPROF_ODD,    /* one by one */
};

/* Ids of the file -> ours. Borrowed. */
struct pprof_ids {
	const struct idmap *loc;
	const str_id *string; /* [nstrings] */
	uint64_t nstrings;
};

/* All samples of a scan that is not odd, to the job's builder, which has the
   tables already. The columns of the scan are gone afterwards, unless they turn
   out to be PPROF_ODD; then no sample was added. */
enum pprof_outcome pprof_columns(struct read_job *job, struct pprof_scan *scan,
	const struct pprof_ids *ids, struct err *err);

#endif
