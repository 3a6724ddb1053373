/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Access to a sealed profile, and a check of its invariants. */
#include "prelude.h"

#include "profile/profile.h"

#include <inttypes.h>

#include "base/err.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/xalloc.h"

struct profile *
profile_ref(const struct profile *p)
{
	/* A sealed profile is constant, except for its reference count. */
	struct profile *q = (struct profile *)(uintptr_t)p;

	atomic_fetch_add_explicit(&q->refs, 1, memory_order_relaxed);
	return q;
}

void
profile_unref(const struct profile *p)
{
	struct profile *q = (struct profile *)(uintptr_t)p;

	if (q == NULL ||
		atomic_fetch_sub_explicit(&q->refs, 1, memory_order_acq_rel) !=
			1)
		return;
	intern_fini(&q->strings);
	arena_free(&q->arena);
	profile_unref(q->under);
	free(q);
}

struct profile *
profile_overlay(const struct profile *p)
{
	struct profile *q = xmalloc(sizeof(*q));

	memcpy(q, p, sizeof(*q));
	atomic_init(&q->refs, 1);
	q->under = profile_ref(p);
	q->arena = (struct arena)ARENA_INIT;
	intern_init(&q->strings, &q->arena);
	intern_borrow_all(&q->strings, &p->strings);
	q->func.name = ARENA_ARRAY(&q->arena, str_id, p->func.n);
	memcpy(q->func.name, p->func.name, p->func.n * sizeof(*q->func.name));
	return q;
}

size_t
profile_stack(const struct profile *p, node_id leaf, loc_id *out, size_t max)
{
	size_t n = 0;

	for (; leaf != 0; leaf = p->trie.parent[leaf], n++)
		if (n < max)
			out[n] = p->trie.loc[leaf];
	return n;
}

size_t
profile_bytes(const struct profile *p)
{
	size_t own = sizeof(*p) + p->arena.held + intern_bytes(&p->strings);

	return own + (p->under != NULL ? profile_bytes(p->under) : 0);
}

static uint32_t
type_find(const struct profile *p, struct str name, struct str other)
{
	for (uint32_t i = 0; i < p->types.n; i++) {
		struct str type = profile_str(p, p->types.type[i]);

		if (str_eq(type, name) || str_eq(type, other))
			return i;
	}
	return NONE;
}

size_t
profile_waits(const struct profile *p, struct str text[WAITS_MOST])
{
	const struct header *h = &p->header;
	size_t dumps = 0, n = 0;

	for (uint32_t i = 0; i < h->ncomments; i++) {
		struct str comment = profile_str(p, h->comment[i]);

		dumps += str_starts(comment, STR(COMMENT_DUMP));
		if (n < WAITS_MOST && str_starts(comment, STR(COMMENT_WAITS)))
			text[n++] = str_skip(comment, STR(COMMENT_WAITS).n);
	}
	return dumps == 1 ? n : 0;
}

int
profile_sample_index(const struct profile *p, struct str want, uint32_t *column,
	struct err *err)
{
	struct strbuf names = STRBUF_INIT;
	struct str name = want;
	int64_t i;

	if (want.n == 0 && p->types.n > 0) {
		struct str type = profile_str(p, p->header.default_type);

		*column = type.n > 0 ? type_find(p, type, type) : NONE;
		if (*column == NONE)
			*column = p->types.n - 1;
		return 0;
	}
	if (str_to_i64(want, &i)) {
		if (i < 0 || i >= p->types.n)
			return err_set(err, ERR_USAGE,
				"sample_index %.*s is outside the range "
				"[0..%" PRId64 "]",
				STR_ARG(want), (int64_t)p->types.n - 1);
		*column = (uint32_t)i;
		return 0;
	}
	if (str_starts(want, STR("inuse_")))
		name = str_skip(want, 6);
	*column = type_find(p, want, name);
	if (want.n > 0 && *column != NONE)
		return 0;
	for (uint32_t t = 0; t < p->types.n; t++) {
		strbuf_addstr(&names, t > 0 ? " " : "");
		/* a name from the file may contain escape sequences */
		utf8_put(&names, profile_str(p, p->types.type[t]), false, -1);
	}
	err_set(err, ERR_USAGE, "sample_index \"%.*s\" must be one of: [%s]",
		STR_ARG(want), strbuf_c(&names));
	strbuf_free(&names);
	return -1;
}

/* Check a condition: if it is false, print it and return false. */
#define CHECK(ok) \
	do { \
		if (!(ok)) { \
			(void)fprintf(stderr, "profile_check: not %s\n", #ok); \
			return false; \
		} \
	} while (0)

bool
profile_check(const struct profile *p)
{
	node_id n;
	const struct header *h;
	size_t count;
	bool ok = true;
	node_id siblings_n, *end;
	size_t tables_n;
	const struct labels *labels_l;

	CHECK(p->sample.n == 0 || p->types.n > 0);
	for (size_t i = 0; i < p->sample.n; i++) {
		CHECK(p->sample.leaf[i] < p->trie.n);
		CHECK(p->sample.labels[i] < p->labels.n);
		CHECK(p->sample.time == NULL || p->sample.time[i] >= 0 ||
			p->sample.time[i] == SAMPLE_UNTIMED);
	}
	h = &p->header;
	count = p->strings.n;
	CHECK(count > 0 && p->strings.str[0].n == 0);
	for (size_t i = 0; i < count; i++)
		CHECK(intern_find(&p->strings, p->strings.str[i]) == i);
	for (uint32_t i = 0; i < p->types.n; i++)
		CHECK(p->types.type[i] < count && p->types.unit[i] < count);
	CHECK(h->period_type < count && h->period_unit < count);
	CHECK(h->default_type < count && h->doc_url < count);
	CHECK(h->drop_frames < count && h->keep_frames < count);
	for (uint32_t i = 0; i < h->ncomments; i++)
		CHECK(h->comment[i] < count);
	tables_n = p->strings.n;
	for (func_id f = 0; f < p->func.n; f++) {
		CHECK(p->func.id[f] != 0);
		CHECK(p->func.name[f] < tables_n &&
			p->func.system[f] < tables_n);
		CHECK(p->func.file[f] < tables_n);
	}
	for (map_id m = 0; m < p->map.n; m++) {
		CHECK(p->map.id[m] != 0);
		CHECK(p->map.file[m] < tables_n &&
			p->map.build_id[m] < tables_n);
		CHECK(p->map.has[m] < 16);
	}
	CHECK(p->loc.line0[0] == 0 && p->loc.line0[p->loc.n] == p->line.n);
	for (loc_id l = 0; l < p->loc.n; l++) {
		CHECK(p->loc.id[l] != 0);
		CHECK(p->loc.map[l] == NONE || p->loc.map[l] < p->map.n);
		CHECK(p->loc.line0[l] <= p->loc.line0[l + 1]);
		CHECK(p->loc.folded[l] <= 1);
	}
	for (line_id i = 0; i < p->line.n; i++)
		CHECK(p->line.func[i] < p->func.n);
	n = p->trie.n;
	CHECK(n >= 1 && p->trie.parent[0] == 0 && p->trie.loc[0] == NONE);
	for (node_id i = 1; i < n; i++) {
		node_id up = i - 1;

		CHECK(p->trie.parent[i] < i && p->trie.loc[i] < p->loc.n);
		/* Preorder: the parent of this node is on the path to the node
		   before it. */
		for (; up != p->trie.parent[i]; up = p->trie.parent[up])
			CHECK(up != 0);
	}
	/* No two children of a node are the same call. */
	siblings_n = p->trie.n;
	end = xmalloc(mul_size(siblings_n, sizeof(*end)));
	for (node_id i = 0; i < siblings_n; i++)
		end[i] = i + 1;
	for (node_id i = siblings_n - 1; i > 0; i--)
		if (end[p->trie.parent[i]] < end[i])
			end[p->trie.parent[i]] = end[i];
	for (node_id i = 0; ok && i < siblings_n; i++)
		for (node_id a = i + 1; ok && a < end[i]; a = end[a]) {
			node_id b = end[a];
			int left = 64; /* comparisons left; a node may have many
					  children */

			for (; ok && b < end[i] && left-- > 0; b = end[b])
				ok = p->trie.loc[a] != p->trie.loc[b];
		}
	free(end);
	CHECK(ok);
	labels_l = &p->labels;
	CHECK(labels_l->n >= 1 && labels_l->first[0] == 0 &&
		labels_l->first[1] == 0);
	for (lset_id set = 1; set < labels_l->n; set++) {
		CHECK(labels_l->first[set] < labels_l->first[set + 1]);
		for (uint32_t i = labels_l->first[set];
			i < labels_l->first[set + 1]; i++) {
			const struct label *now = &labels_l->label[i],
					   *last = now - 1;
			bool text = now->str != NONE;

			CHECK(now->key < p->strings.n);
			CHECK(!text || now->str < p->strings.n);
			CHECK(!text || (now->num == 0 && now->unit == 0));
			CHECK(now->unit < p->strings.n);
			if (i == labels_l->first[set])
				continue;
			CHECK(str_cmp(profile_str(p, last->key),
				      profile_str(p, now->key)) <= 0);
			CHECK(last->key != now->key || last->str != NONE ||
				!text);
		}
	}
	return true;
}
