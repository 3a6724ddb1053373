/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as a profile.proto message: an error with a message, or a
 * profile that is sound, and that merges with itself into a sound one. What is
 * taken in pieces, wherever they end, is the same profile; it need not be. And
 * where samples of equal stacks may be one, sums are the same.
 */
#include "prelude.h"

#include "base/xalloc.h"
#include "input/stream.h"
#include "profile/merge.h"
#include "read/pprof/pprof.h"
#include "read/readers.h"
#include "fuzz.h"

enum { LIMIT = 64 << 20 };

const char *const fuzz_seeds[] = { "testdata", "testdata/bad",
	"testdata/quirks", "tests/fuzz/corpus/pprof", NULL };

/* In pieces of n bytes. NULL: it has to be read as a whole. */
static struct profile *
read_crumbs(struct str bytes, size_t n)
{
	char *room = xmalloc(STREAM_ROOM + n);
	struct read_job job = { .name = STR("x"), .max_memory = LIMIT };
	struct pprof_scan scan;
	struct profile *p = NULL;
	struct err err = ERR_INIT;
	int rc = 0;

	pprof_scan_init(&scan, bytes.n, LIMIT);
	for (size_t at = 0; at < bytes.n && rc == 0; at += n) {
		struct str piece = str_sub(bytes, at, at + n);

		memcpy(room + STREAM_ROOM, piece.p, piece.n);
		piece.p = room + STREAM_ROOM;
		rc = pprof_scan_piece(&scan, piece, NULL);
		memset(room, 0xff, STREAM_ROOM + n);
	}
	job.scan = &scan;
	job.builder = builder_new(LIMIT);
	if (rc == 0 && pprof_scan_end(&scan) == 0 &&
		reader_pprof.read(&job, &err) == 0)
		p = builder_seal(job.builder, &err);
	else
		builder_free(job.builder);
	pprof_scan_fini(&scan);
	free(room);
	return p;
}

static void
is_same(const struct profile *a, const struct profile *b)
{
	must(a->sample.n == b->sample.n && a->types.n == b->types.n);
	must(a->trie.n == b->trie.n && a->labels.n == b->labels.n);
	must(a->strings.n == b->strings.n && a->loc.n == b->loc.n);
	for (size_t i = 0; i < a->sample.n; i++)
		must(a->sample.leaf[i] == b->sample.leaf[i] &&
			a->sample.labels[i] == b->sample.labels[i]);
	for (uint32_t t = 0; t < a->types.n; t++)
		for (size_t i = 0; i < a->sample.n; i++)
			must(a->sample.value[t][i] == b->sample.value[t][i]);
}

/* The sum of a column times the number of each leaf. */
static uint64_t
leaf_sums(const struct profile *p, uint32_t column)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < p->sample.n; i++)
		sum += (uint64_t)p->sample.value[column][i] *
			(p->sample.leaf[i] + UINT64_C(1));
	return sum;
}

/* Without labels, where that can be. */
static void
read_by_stack(const struct read_spec *all, const struct profile *p)
{
	struct read_spec spec = *all;
	struct err err = ERR_INIT;
	struct profile *q;

	spec.detail = READ_STACKS;
	q = read_profile(&spec, NULL, NULL, &err);
	must((p == NULL) == (q == NULL));
	if (q == NULL)
		return;
	must(profile_check(q) && p->trie.n == q->trie.n);
	must(q->sample.n <= p->sample.n && q->types.n == p->types.n);
	for (uint32_t t = 0; t < p->types.n; t++)
		must(leaf_sums(p, t) == leaf_sums(q, t));
	profile_unref(q);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct read_spec spec = { .format = STR("pprof"),
		.bytes = str_from((const char *)data, size),
		.name = STR("x"),
		.max_memory = LIMIT };
	const struct merge_options options = { .max_memory = LIMIT };
	struct err err = ERR_INIT;
	struct profile *p = read_profile(&spec, NULL, NULL, &err), *twice;
	struct merge_part part[2] = { { .profile = p }, { .profile = p } };
	struct profile *pieces = read_crumbs(spec.bytes, 1 + size % 61);

	/* Both ways refuse the same messages. */
	must(pieces == NULL || p != NULL);
	if (pieces != NULL)
		is_same(pieces, p);
	profile_unref(pieces);
	read_by_stack(&spec, p);
	if (p == NULL) {
		must(err.code != ERR_NONE && err.msg[0] != '\0');
		return 0;
	}
	must(profile_check(p));
	twice = merge_profiles(part, 2, &options, &err);
	must(twice == NULL ? err.msg[0] != '\0' : profile_check(twice));
	profile_unref(twice);
	profile_unref(p);
	return 0;
}
