/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `perf script --header` tells of the recording, in lines of "#": when,
 * where, by which command. It goes to the header and the comments of the
 * profile.
 */
#ifndef FT_READ_PERFHEAD_H
#define FT_READ_PERFHEAD_H

#include <stdint.h>

#include "base/str.h"
#include "profile/builder.h"

enum perf_fact {
	PERF_VERSION,
	PERF_COMMAND,
	PERF_HOST,
	PERF_SYSTEM,
	PERF_CPU,
	PERF_FACTS,
};

struct perf_head {
	int64_t taken; /* ns since 1970; 0: not told */
	str_id fact[PERF_FACTS];
};

void perf_head_line(struct perf_head *h, struct builder *b, struct str line);
void perf_head_end(const struct perf_head *h, struct builder *b);

#endif
