/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The samples as the scan has them, to the builder. Each different stack and
 * list of labels is decoded once, and the columns go over as they are:
 *
 *     spans of stacks --> trie of ids             \  threads, where there
 *     tables; spans of labels --> label sets      /   are many
 *     ids --> locations
 *
 * The trie needs nothing of the tables but how many locations there are, as
 * long as these are numbered 1, 2, 3...
 */
#ifndef FT_READ_PPROF_COLUMNS_H
#define FT_READ_PPROF_COLUMNS_H

#include "base/err.h"
#include "profile/ids.h"
#include "read/idmap.h"
#include "read/pprof_scan.h"
#include "read/pprof_strings.h"
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
	struct pprof_strings *strings;
};

/* The trie of all stacks, while the tables are read: it looks at nothing but
   the stacks of the scan, which nobody else may touch meanwhile. */
struct pprof_trie;

/* Begin, if there are enough to be worth it. NULL is fine for the others. */
struct pprof_trie *pprof_trie_begin(
	const struct read_job *job, struct pprof_scan *scan);
/* Wait for its end, and throw it away. */
void pprof_trie_free(struct pprof_trie *t);

/* All samples of a scan that is not odd, to the job's builder, which has the
   tables already. Takes over the trie. The columns of the scan are gone
   afterwards, unless they turn out to be PPROF_ODD; then no sample was added.
 */
enum pprof_outcome pprof_columns(struct read_job *job, struct pprof_scan *scan,
	struct pprof_trie *trie, const struct pprof_ids *ids, struct err *err);

#endif
