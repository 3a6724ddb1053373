/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sorting of rows, numbers and strings. */
#include "prelude.h"

#include "base/sort.h"

#include "base/compiler.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"

enum { RUN = 1024 };

struct sort_merger {
	size_t n, size;
	int (*compare)(const void *, const void *);
	const struct progress *progress;
};

/* Merge the sorted rows [from, mid) and [mid, end) of a into b. False if
   stopped. */
static bool
merge_runs(const struct sort_merger *m, const char *a, char *b, size_t from,
	size_t mid, size_t end)
{
	size_t i = from, j = mid, size = m->size;

	for (size_t k = from; k < end; k++) {
		size_t *least = &i;

		if (progress_stops_at(m->progress, k))
			return false;
		if (i == mid ||
			(j < end && m->compare(a + j * size, a + i * size) < 0))
			least = &j;
		memcpy(b + k * size, a + *least * size, size);
		++*least;
	}
	return true;
}

static size_t
at_most(size_t x, size_t limit)
{
	return x < limit ? x : limit;
}

bool
merge_sort(void *p, size_t n, size_t size,
	int (*compare)(const void *, const void *),
	const struct progress *progress)
{
	struct sort_merger m = { n, size, compare, progress };
	char *a = p, *room = NULL, *b;
	bool goes_on = true;

	for (size_t at = 0; at < n && goes_on; at += RUN) {
		qsort(a + at * size, at_most(RUN, n - at), size, compare);
		goes_on = !progress_stopped(progress);
	}
	if (n > RUN)
		room = xmalloc(mul_size(n, size));
	b = room;
	for (size_t run = RUN; run < n && goes_on; run *= 2) {
		char *t = a;

		for (size_t at = 0; at < n && goes_on; at += 2 * run)
			goes_on = merge_runs(&m, a, b, at, at_most(at + run, n),
				at_most(at + 2 * run, n));
		a = b;
		b = t;
	}
	if (a != (char *)p && goes_on)
		goes_on = merge_runs(&m, a, p, 0, n, n);
	free(room);
	return goes_on;
}

/* ---- Numbers ---- */

/* Radix sort, by each byte that differs between keys, the lowest first. */
static void
radix_words(struct sort_key *key, struct sort_key *room, size_t n)
{
	enum { BYTES = sizeof(key->word), VALUES = 256 };
	size_t(*count)[VALUES] = xcalloc(BYTES, sizeof(*count));
	struct sort_key *from = key, *to = room, *swap;

	for (size_t i = 0; i < n; i++)
		for (unsigned b = 0; b < BYTES; b++)
			count[b][key[i].word >> 8 * b & 0xff]++;
	for (unsigned b = 0; b < BYTES; b++) {
		size_t at = 0;

		if (count[b][key[0].word >> 8 * b & 0xff] == n)
			continue;
		for (unsigned v = 0; v < VALUES; v++) {
			size_t have = count[b][v];

			count[b][v] = at;
			at += have;
		}
		for (size_t i = 0; i < n; i++)
			to[count[b][from[i].word >> 8 * b & 0xff]++] = from[i];
		swap = from;
		from = to;
		to = swap;
	}
	if (from != key)
		memcpy(key, from, n * sizeof(*key));
	free(count);
}

void
sort_keys(struct sort_key *key, struct sort_key *room, size_t n)
{
	enum { WORDS = 64 };

	if (n < WORDS) {
		for (size_t i = 1; i < n; i++) {
			struct sort_key k = key[i];
			size_t at = i;

			for (; at > 0 && key[at - 1].word > k.word; at--)
				key[at] = key[at - 1];
			key[at] = k;
		}
	} else
		radix_words(key, room, n);
}

/* ---- Strings ---- */

/*
 * Strings with the same eight bytes form a group, sorted by the next eight:
 *
 *     depth 0   "net/http" .Get, .Post   a group, at depth 8: ".Get", ".Post"
 *               "runtime." main          alone: its rank is known
 */
struct text_group {
	size_t begin, end; /* range of indices into key[] */
	size_t depth;      /* number of leading bytes that are equal */
};

struct text_sort {
	const struct str *text;
	uint32_t *rank;
	struct sort_key *key, *room; /* [n] */
	const struct progress *progress;
	VEC(struct text_group) groups; /* still to be sorted */
};

/* Sort a group by its next eight bytes. */
static void
sort_words(struct text_sort *t, const struct text_group *g)
{
	enum { AHEAD = 16 };
	struct sort_key *key = t->key + g->begin;
	size_t n = g->end - g->begin;

	for (size_t i = 0; i < n; i++) {
		struct str s;
		size_t depth;
		uint64_t word = 0;

		if (n - i > 2 * AHEAD)
			PREFETCH(&t->text[key[i + 2 * AHEAD].at]);
		if (n - i > AHEAD)
			PREFETCH(t->text[key[i + AHEAD].at].p + g->depth);
		s = t->text[key[i].at];
		depth = g->depth;
		for (size_t j = depth; j < depth + sizeof(word); j++)
			word = word << 8 |
				(j < s.n ? (unsigned char)s.p[j] : 0);
		key[i].word = word;
	}
	sort_keys(key, t->room + g->begin, n);
}

/* Rank strings that are equal up to `depth`. Strings no longer than that differ
   only in NUL bytes and are ranked by length; the others become a group. */
static void
part_equal(struct text_sort *t, size_t begin, size_t end, size_t depth)
{
	struct sort_key *key = t->key, swap;
	struct text_group rest = { .end = end, .depth = depth };
	size_t ended = begin;

	for (size_t i = begin; i < end; i++) {
		key[i].word = t->text[key[i].at].n;
		if (key[i].word > depth)
			continue;
		swap = key[i];
		key[i] = key[ended];
		key[ended++] = swap;
	}
	sort_keys(key + begin, t->room + begin, ended - begin);
	for (size_t i = begin, first = begin; i < ended; i++) {
		if (key[i].word != key[first].word)
			first = i;
		t->rank[key[i].at] = (uint32_t)first;
	}
	rest.begin = ended;
	if (ended < end)
		vec_push(&t->groups, rest);
}

bool
sort_text_ranks(const struct str *text, size_t n, uint32_t *rank,
	const struct progress *progress)
{
	struct text_sort t = {
		.text = text, .rank = rank, .progress = progress
	};
	struct text_group g = { .end = n };
	bool goes_on = true;

	t.key = xmalloc(mul_size(n, sizeof(*t.key)));
	t.room = xmalloc(mul_size(n, sizeof(*t.room)));
	for (size_t i = 0; i < n; i++)
		t.key[i].at = (uint32_t)i;
	vec_push(&t.groups, g);
	for (size_t done = 0; t.groups.n > 0 && goes_on; done++) {
		const struct sort_key *key;
		size_t next;

		g = t.groups.p[--t.groups.n];
		/* Rank strings with a unique word; split equal ones again. */
		key = t.key;
		sort_words(&t, &g);
		for (size_t i = g.begin; i < g.end; i = next) {
			for (next = i + 1;
				next < g.end && key[next].word == key[i].word;
				next++)
				;
			if (next - i == 1)
				t.rank[key[i].at] = (uint32_t)i;
			else
				part_equal(&t, i, next,
					g.depth + sizeof(key->word));
		}
		/* Check after a large group, or after 256 small ones. */
		if (g.end - g.begin > PROGRESS_STRIDE || done % 256 == 0)
			goes_on = !progress_stopped(progress);
	}
	free(t.key);
	free(t.room);
	vec_free(&t.groups);
	return goes_on;
}

/* ---- Go's sort ---- */

bool
gosort(void *p, size_t n, size_t size, int (*rule)(const void *, const void *),
	int (*total)(const void *, const void *),
	const struct progress *progress)
{
	char *first = p, *room;

	if (n < 2)
		return true;
	if (n > GOSORT_FEW)
		return merge_sort(p, n, size, total, progress);
	room = xmalloc(size);
	for (size_t i = 1; i < n; i++)
		for (char *at = first + i * size;
			at > first && rule(at, at - size) < 0; at -= size) {
			memcpy(room, at, size);
			memcpy(at, at - size, size);
			memcpy(at - size, room, size);
		}
	free(room);
	return true;
}
