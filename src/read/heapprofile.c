/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Heap profiles of V8, from node --heap-prof and the developer tools of
 * browsers: what is on the heap at the end, by where it was allocated.
 * "head" is a tree of nodes, each with the bytes of its own; how many objects
 * they are in is not in the file.
 */
#include "config.h"

#include "base/json.h"
#include "read/loctable.h"
#include "read/read.h"
#include "read/rows.h"
#include "read/v8.h"

#include "base/banned.h"

/* The samples that the sizes come from. Those of nodes that are missing from
   the tree are in no node's size. */
static int
heap_samples(struct jwalk *w, const struct v8 *v, size_t where, double *lost)
{
	size_t n = 0;
	int more;

	jwalk_to(w, where);
	if (where == 0 || jwalk_peek(w) != '[' || jwalk_array(w) != 0)
		return 0;
	while ((more = jwalk_next(w, &n)) > 0) {
		struct jval *sample = jval_read(w);
		int64_t node;
		double size;

		if (sample == NULL)
			return -1;
		if (jval_int(jval_get(sample, "nodeId"), &node) &&
			jval_number(jval_get(sample, "size"), &size) &&
			map64_get(&v->by_id, (uint64_t)node) == NONE)
			*lost += size;
		jval_free(sample);
	}
	return more;
}

static int
heap_read(struct jwalk *w, struct v8 *v, double *lost)
{
	static const char *const names[] = { "head", "samples" };
	size_t where[2];

	if (jwalk_members(w, names, 2, where) != 0 || jwalk_end(w) != 0)
		return -1;
	if (where[0] == 0)
		return jwalk_fail(w, 0, "there is no \"head\"");
	jwalk_to(w, where[0]);
	if (v8_tree(v, w) != 0 || v8_link(v, w->err) != 0)
		return -1;
	return heap_samples(w, v, where[1], lost);
}

static int
heapprofile_read(struct read_job *job, struct err *err)
{
	struct builder *b = job->builder;
	struct loctable locs;
	struct rows rows;
	struct v8 v8;
	struct jwalk w;
	double lost = 0;
	int rc;

	loctable_init(&locs, b);
	v8_init(&v8, b, &locs);
	read_type(b, STR("space"), STR("bytes"));
	rows_init(&rows, b, 1, false);
	rc = jwalk_start(&w, job->bytes, job->progress, err);
	if (rc == 0)
		rc = heap_read(&w, &v8, &lost);
	for (size_t i = 0; rc == 0 && i < v8.node.n; i++)
		if (v8.node.p[i].bytes != 0)
			rows_add(&rows, v8.node.p[i].stack, 0,
				&v8.node.p[i].bytes, 0);
	if (rc == 0)
		rc = rows_end(&rows, err);
	read_comment(b, STR("this file has no numbers of objects, only bytes"));
	if (rows.clipped > 0)
		read_warn_clipped(job);
	if (lost > 0)
		warnings_add(job->warnings,
			"%.0f more bytes were sampled in functions that the "
			"file does not name",
			lost);
	loctable_fini(&locs);
	v8_fini(&v8);
	rows_fini(&rows);
	return rc;
}

const struct reader reader_heapprofile = {
	.name = "heapprofile",
	.title = "V8 heap profile",
	.family = JF_HEAPPROFILE,
	.read = heapprofile_read,
};
