/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stacks grown from one another: see grown.h. */
#include "prelude.h"

#include "bench/grown.h"

#include <math.h>

#include "base/vec.h"
#include "base/xalloc.h"
#include "bench/goname.h"
#include "bench/pbout.h"

enum {
	SITES = 4, /* call sites of a function, each a location */
	MAX_DEPTH = 400,
	FIRST = 6, /* frames that all stacks of a root share */
	TENANTS = 24,
	ENDPOINTS = 60,
	THREADS = 96
};

/* A frame on the way is function * SITES + site; in stacks it is the id of a
   location, given when it is seen first. */
struct generator {
	struct grown_options opt;
	struct pbout out;
	struct dice dice;
	uint32_t *loc;      /* ids of locations by function and site; 0: none */
	VEC(uint32_t) used; /* ... and back, by id - 1 */
	VEC(uint32_t) frame; /* of all stacks, leaf first */
	uint64_t *start;     /* [stacks + 1] offsets into frame[] */
	uint64_t *seen;      /* hashes of stacks, open addressing; 0: free */
	uint64_t mask;       /* size of seen[] - 1 */
};

/* What function f calls at a site: mostly one layer down, sometimes itself. */
static uint32_t
callee(const struct generator *g, uint32_t f, uint32_t site)
{
	uint32_t n = (uint32_t)g->opt.functions;
	uint64_t h = mix64(((uint64_t)f << 8 | site) ^ 0xca11);

	if (site == 3 && h % 4 == 0)
		return f;
	/* Hot callees are shared: half of them out of a tenth of all. */
	return (uint32_t)(h >> 32) % (h & 1 ? n : n / 10 + 1);
}

static uint32_t
choose_site(struct generator *g)
{
	uint32_t r = dice_below(&g->dice, 100), first;

	first = (uint32_t)g->opt.usual;
	if (r < first)
		return 0;
	return 1 + dice_below(&g->dice, SITES - 1);
}

/* Around opt.depth; seldom much more. */
static uint32_t
choose_depth(struct generator *g)
{
	double sum = 0, depth = (double)g->opt.depth;

	if (dice_below(&g->dice, 400) == 0)
		return 100 + dice_below(&g->dice, MAX_DEPTH - 100);
	for (int i = 0; i < 6; i++)
		sum += dice_unit(&g->dice);
	depth *= 0.5 + sum / 6;
	return depth < 2 ? 2 : (uint32_t)depth;
}

/* One of the n first things, early ones far more often. */
static uint64_t
choose_early(struct generator *g, uint64_t n)
{
	double x = dice_unit(&g->dice);

	return (uint64_t)(x * x * x * (double)n);
}

static uint32_t
location_id(struct generator *g, uint32_t step)
{
	if (g->loc[step] == 0) {
		vec_push(&g->used, step);
		g->loc[step] = (uint32_t)g->used.n;
	}
	return g->loc[step];
}

/* False when this stack was there before. */
static bool
is_new(struct generator *g, const uint32_t *path, uint32_t n)
{
	uint64_t h = n;

	for (uint32_t i = 0; i < n; i++)
		h = mix64(h ^ path[i]);
	h |= 1;
	for (uint64_t at = h & g->mask;; at = (at + 1) & g->mask) {
		if (g->seen[at] == h)
			return false;
		if (g->seen[at] == 0) {
			g->seen[at] = h;
			return true;
		}
	}
}

/* The beginning of an earlier stack, root first. */
static uint32_t
begin_path(struct generator *g, uint64_t n, uint32_t depth, uint32_t *path)
{
	uint64_t s = choose_early(g, n);
	uint32_t len = (uint32_t)(g->start[s + 1] - g->start[s]);
	uint32_t keep = len < depth ? len : depth;
	uint32_t cut = 1 + (uint32_t)choose_early(g, 16);

	if (dice_below(&g->dice, 100) < (uint32_t)g->opt.far)
		cut = 1 + dice_below(&g->dice, keep);
	keep = keep > cut ? keep - cut : 1;
	for (uint32_t i = 0; i < keep; i++)
		path[i] = g->used.p[g->frame.p[g->start[s + 1] - 1 - i] - 1];
	return keep;
}

/* Goroutines begin in one of a few functions. */
static uint32_t
begin_root(struct generator *g, uint32_t *path)
{
	static const unsigned char share[] = { 70, 15, 8, 4, 2, 1 };
	uint32_t r = dice_below(&g->dice, 100), f = 0;

	while (r >= share[f])
		r -= share[f++];
	path[0] = f * SITES;
	return 1;
}

/* A path of this length out of the beginning that is there. */
static void
walk_on(struct generator *g, uint32_t *path, uint32_t n, uint32_t depth)
{
	for (; n < depth; n++) {
		uint32_t before = path[n - 1];
		uint32_t f = callee(g, before / SITES, before % SITES);
		uint32_t site = n + 1 < depth ? choose_site(g)
					      : dice_below(&g->dice, SITES);

		path[n] = f * SITES + site;
	}
}

static void
make_stacks(struct generator *g)
{
	uint32_t path[MAX_DEPTH];
	uint64_t n = 0;

	while (n < (uint64_t)g->opt.stacks) {
		uint32_t depth = choose_depth(g), keep;

		keep = n < FIRST || dice_below(&g->dice, 1000) == 0
			? begin_root(g, path)
			: begin_path(g, n, depth, path);
		walk_on(g, path, keep, depth);
		if (!is_new(g, path, depth))
			continue;
		for (uint32_t i = depth; i-- > 0;)
			vec_push(&g->frame, location_id(g, path[i]));
		g->start[++n] = g->frame.n;
	}
}

/* Strings for labels: a key, then n numbered values. Returns the key. */
static uint32_t
add_label_strings(
	struct pbout *out, const char *key, const char *prefix, uint32_t n)
{
	struct strbuf b = STRBUF_INIT;
	uint32_t k = pbout_text(out, key);

	for (uint32_t i = 0; i < n; i++) {
		strbuf_reset(&b);
		strbuf_addf(&b, "%s%u", prefix, (unsigned int)i);
		pbout_string(out, strbuf_str(&b));
	}
	strbuf_free(&b);
	return k;
}

static void
put_samples(struct generator *g)
{
	struct pbout *o = &g->out;
	struct dice *d = &g->dice;
	uint32_t tenant = add_label_strings(o, "tenant", "tenant-", TENANTS);
	uint32_t endpoint =
		add_label_strings(o, "endpoint", "/api/v1/call", ENDPOINTS);
	uint32_t thread = add_label_strings(o, "thread", "worker ", THREADS);
	uint64_t met = 0; /* stacks, in the order in which they were made */

	for (int64_t i = 0; i < g->opt.samples; i++) {
		bool next = (double)met * (double)g->opt.samples <=
			(double)i * (double)g->opt.stacks;
		uint64_t s = next ? met++ : choose_early(g, met);
		double x = dice_unit(d);

		pbout_sample(o, g->frame.p + g->start[s],
			(uint32_t)(g->start[s + 1] - g->start[s]),
			1 + dice_below(d, 3));
		pbout_label(o, tenant, tenant + 1 + dice_below(d, TENANTS));
		pbout_label(o, endpoint,
			endpoint + 1 + (uint32_t)(x * x * ENDPOINTS));
		pbout_label(o, thread, thread + 1 + dice_below(d, THREADS));
		pbout_sample_end(o);
	}
}

/* One location in eight has something inlined into it. */
static void
put_locations(struct generator *g)
{
	for (size_t i = 0; i < g->used.n; i++) {
		uint32_t f = g->used.p[i] / SITES, site = g->used.p[i] % SITES;
		uint64_t h = mix64(g->used.p[i]);
		uint32_t inlined = h % 8 == 0
			? (uint32_t)(h >> 32) % (uint32_t)g->opt.functions + 1
			: 0;

		pbout_location(&g->out, f + 1, 20 + h % 800 + site, inlined,
			10 + h % 90);
	}
}

static void
put_functions(struct generator *g)
{
	struct strbuf name = STRBUF_INIT, file = STRBUF_INIT;

	for (uint32_t f = 0; f < g->opt.functions; f++) {
		goname(f, &name, &file);
		pbout_function(&g->out, strbuf_str(&name), strbuf_str(&file),
			10 + mix64(f) % 700);
	}
	strbuf_free(&name);
	strbuf_free(&file);
}

int
grown_write(const struct grown_options *opt)
{
	struct generator g = { .opt = *opt };
	int rc;

	g.dice.state = mix64((uint64_t)opt->seed);
	g.start = xcalloc((size_t)opt->stacks + 1, sizeof(*g.start));
	g.loc = xcalloc((size_t)opt->functions * SITES, sizeof(*g.loc));
	g.mask = 1024;
	while (g.mask < (uint64_t)opt->stacks * 2)
		g.mask *= 2;
	g.seen = xcalloc(g.mask, sizeof(*g.seen));
	g.mask--;

	make_stacks(&g);
	pbout_begin(&g.out, 2);
	put_samples(&g);
	put_locations(&g);
	put_functions(&g);
	rc = pbout_end(&g.out);

	free(g.start);
	free(g.loc);
	free(g.seen);
	vec_free(&g.used);
	vec_free(&g.frame);
	return rc;
}
