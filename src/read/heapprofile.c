/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads heap profiles of V8, from node --heap-prof and browsers' developer
 * tools: live memory at the end, by allocating call path. "head" is a tree of
 * nodes, each with its own bytes; the file has no number of objects.
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/json.h"
#include "base/num.h"
#include "read/damage.h"
#include "read/reader.h"
#include "read/rows.h"
#include "read/v8.h"

struct heapprofile_heap {
	struct jwalk w;
	struct read_job *job;
	struct loctable locs;
	struct rows rows;
	struct v8 v8;
	struct v8_damage damage;
	int64_t lost; /* bytes in nodes missing from the tree */
	bool clipped;
};

/* Sum the samples of nodes that are missing from the tree. The sizes of other
   nodes already include their samples. */
static int
heap_samples(struct heapprofile_heap *h, size_t where)
{
	struct jwalk *w = &h->w;
	size_t n = 0;
	int more;

	jwalk_to(w, where);
	if (where == 0 || jwalk_peek(w) != '[' || jwalk_array(w) != 0)
		return 0;
	while ((more = jwalk_next(w, &n)) > 0) {
		struct jval *sample = jval_read(w);
		int64_t node, size;

		if (sample == NULL)
			return -1;
		if (v8_int(jval_get(sample, "nodeId"), &node) &&
			jval_decimal(jval_get(sample, "size"), 0, &size,
				&h->clipped) &&
			map64_get(&h->v8.by_id, (uint64_t)node) == NONE)
			h->lost = i64_add(h->lost, size, &h->clipped);
		jval_free(sample);
	}
	return more;
}

static int
heapprofile_read(struct read_job *job, struct err *err)
{
	struct builder *b = job->builder;
	struct heapprofile_heap h = { .job = job, .locs = { .builder = b } };
	int rc;

	v8_init(&h.v8, b, &h.locs);
	h.v8.damage = &h.damage;
	read_type(b, STR("space"), STR("bytes"));
	rows_init(&h.rows, b, 1, false);
	rc = jwalk_start(&h.w, job->bytes, job->progress, err);
	if (rc == 0) {
		static const char *const names[] = { "head", "samples" };
		struct jwalk *w = &h.w;
		size_t where[2];

		if (jwalk_members(w, names, 2, where) != 0 ||
			jwalk_end(w) != 0) {
			rc = -1;
		} else if (where[0] == 0) {
			rc = jwalk_fail(w, 0, "\"head\" is missing");
		} else {
			jwalk_to(w, where[0]);
			if (v8_tree(&h.v8, w) != 0 ||
				v8_link(&h.v8, w->err) != 0)
				rc = -1;
			else
				rc = heap_samples(&h, where[1]);
		}
	}
	if (rc == 0) {
		const struct v8 *v = &h.v8;

		for (size_t i = 0; i < v->node.n; i++)
			if (v->node.p[i].bytes != 0)
				rows_add(&h.rows, v->node.p[i].stack, 0,
					&v->node.p[i].bytes, 0);
		if (h.rows.n == 0 && damage_refuse(&h.damage.costs, err) != 0)
			rc = -1;
		else
			rc = rows_end(&h.rows, err);
	}
	if (rc == 0) {
		read_comment(h.job->builder,
			STR("this file does not count objects, only bytes"));
		v8_warn_damage(&h.damage, h.job->warnings);
		if (h.clipped || h.v8.clipped || h.rows.clipped > 0)
			read_warn_clipped(h.job);
		if (h.lost > 0)
			warnings_add(h.job->warnings,
				"%" PRId64 " more bytes were sampled in "
					   "functions that the "
				"file does not name",
				h.lost);
	}
	loctable_fini(&h.locs);
	v8_fini(&h.v8);
	rows_fini(&h.rows);
	return rc;
}

const struct reader reader_heapprofile = { "heapprofile", "V8 heap profile",
	heapprofile_read, .family = JF_HEAPPROFILE, .by_place = true };
