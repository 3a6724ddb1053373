/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading what has come so far: see early.h. */
#include "config.h"

#include "read/early.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "read/read.h"

#include "base/banned.h"

struct pprof_scan *
read_early(struct flow *flow, struct str format, size_t max_memory,
	struct progress *progress)
{
	struct pprof_scan *scan;
	size_t have = 0, n;

	if (!flow_is_running(flow) ||
		(format.n > 0 && !str_is(format, reader_pprof.name)))
		return NULL;
	scan = xmalloc(sizeof(*scan));
	pprof_scan_init(scan, flow_bytes(flow), flow_room(flow), max_memory);
	while ((n = flow_wait(flow, have)) > have) {
		have = n;
		if (pprof_scan_more(scan, n, false, progress) != 0)
			break;
	}
	return scan;
}

void
read_early_free(struct pprof_scan *scan)
{
	if (scan != NULL)
		pprof_scan_fini(scan);
	free(scan);
}
