/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bigprofile: writes a large pprof profile to standard output, as a fleet of
 * Go servers might leave it; the same options give the same bytes.
 *
 *     bigprofile [-samples=N] [-stacks=N] [-functions=N] [-depth=N] [-seed=N]
 *
 * Stacks are walks through a call graph in which most functions have one
 * callee that is taken far more often than the others, so that stacks share
 * their upper parts as real ones do; they are all different. Samples choose
 * among stacks with a few hot ones and a long tail, and carry three labels.
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"

#include "base/banned.h"

enum { SITES = 4,       /* call sites of a function, each a location */
	MAX_DEPTH = 512,
	TENANTS = 24, ENDPOINTS = 60, THREADS = 96 };

struct options {
	int64_t samples, stacks, functions, depth, seed;
};

struct generator {
	struct options opt;
	uint64_t random; /* state */
	uint32_t *frame; /* all stacks, leaf first: location ids from 1 */
	uint64_t *start; /* [stacks + 1] offsets into frame[] */
	uint32_t *id;    /* of a location, by function and site; 0: unused */
	uint32_t *used;  /* [nlocs] function * SITES + site, by id - 1 */
	uint32_t nlocs;
	uint64_t *seen; /* hashes of stacks, open addressing; 0: free */
	uint64_t mask;  /* size of seen[] - 1 */
	struct strbuf table; /* string table, encoded */
	uint32_t nstrings;
};

static uint64_t
mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
	return x ^ (x >> 31);
}

static uint64_t
next(struct generator *g)
{
	return mix(g->random++);
}

/* 0 to n - 1. */
static uint32_t
below(struct generator *g, uint32_t n)
{
	return (uint32_t)((next(g) >> 32) * n >> 32);
}

/* 0 up to but not 1. */
static double
unit(struct generator *g)
{
	return (double)(next(g) >> 11) * 0x1p-53;
}

/* ---- encoding ---- */

static void
add_varint(struct strbuf *b, uint64_t v)
{
	while (v >= 0x80) {
		strbuf_addch(b, (char)(unsigned char)(v | 0x80));
		v >>= 7;
	}
	strbuf_addch(b, (char)(unsigned char)v);
}

static void
add_int(struct strbuf *b, unsigned int field, uint64_t v)
{
	add_varint(b, field << 3);
	add_varint(b, v);
}

static void
add_bytes(struct strbuf *b, unsigned int field, struct str s)
{
	add_varint(b, field << 3 | 2);
	add_varint(b, s.n);
	strbuf_add(b, s);
}

static void
put_message(unsigned int field, const struct strbuf *body)
{
	struct strbuf head = STRBUF_INIT;

	add_varint(&head, field << 3 | 2);
	add_varint(&head, body->n);
	fwrite(head.p, 1, head.n, stdout);
	fwrite(body->p, 1, body->n, stdout);
	strbuf_free(&head);
}

/* A new string; the caller knows that it is new. */
static uint32_t
add_string(struct generator *g, struct str s)
{
	add_bytes(&g->table, 6, s);
	return g->nstrings++;
}

static uint32_t
add_text(struct generator *g, const char *text)
{
	return add_string(g, str_c(text));
}

/* ---- the call graph ---- */

/* What function f calls at a site: mostly one layer down, sometimes itself. */
static uint32_t
callee(const struct generator *g, uint32_t f, uint32_t site)
{
	uint32_t n = (uint32_t)g->opt.functions;
	uint64_t h = mix(((uint64_t)f << 8 | site) ^ 0xca11);

	if (site == 3 && h % 4 == 0)
		return f;
	/* Hot callees are shared: half of them out of a tenth of all. */
	return (uint32_t)(h >> 32) % (h & 1 ? n : n / 10 + 1);
}

/* Mostly the first site, so that stacks stay together for long. */
static uint32_t
choose_site(struct generator *g)
{
	uint32_t r = below(g, 100);

	return r < 84 ? 0 : r < 93 ? 1 : r < 98 ? 2 : 3;
}

/* Around opt.depth, seldom less than half or more than twice. */
static uint32_t
choose_depth(struct generator *g)
{
	double sum = 0, depth = (double)g->opt.depth;

	for (int i = 0; i < 6; i++)
		sum += unit(g);
	depth *= 0.35 + 1.3 * sum / 6;
	if (below(g, 400) == 0)
		depth *= 3;
	return depth < 2 ? 2 : depth > MAX_DEPTH ? MAX_DEPTH : (uint32_t)depth;
}

static uint32_t
location_id(struct generator *g, uint32_t f, uint32_t site)
{
	uint32_t *id = &g->id[f * SITES + site];

	if (*id == 0) {
		g->used[g->nlocs] = f * SITES + site;
		*id = ++g->nlocs;
	}
	return *id;
}

/* Walk from one of a few roots; the path, root first. */
static uint32_t
walk(struct generator *g, uint32_t *path)
{
	static const unsigned char share[] = { 70, 15, 8, 4, 2, 1 };
	uint32_t depth = choose_depth(g);
	uint32_t r = below(g, 100), f = 0;

	while (r >= share[f])
		r -= share[f++];
	for (uint32_t i = 0; i < depth; i++) {
		uint32_t site = i + 1 < depth ? choose_site(g)
					      : below(g, SITES);

		path[i] = f * SITES + site;
		f = callee(g, f, site);
	}
	return depth;
}

/* False when this stack was there before. */
static bool
is_new(struct generator *g, const uint32_t *path, uint32_t n)
{
	uint64_t h = n;

	for (uint32_t i = 0; i < n; i++)
		h = mix(h ^ path[i]);
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

static void
make_stacks(struct generator *g)
{
	uint32_t path[MAX_DEPTH];
	VEC(uint32_t) frames = { 0 };
	int64_t n = 0;

	while (n < g->opt.stacks) {
		uint32_t depth = walk(g, path);

		if (!is_new(g, path, depth))
			continue;
		for (uint32_t i = depth; i-- > 0;)
			vec_push(&frames, location_id(g, path[i] / SITES,
						  path[i] % SITES));
		g->start[++n] = frames.n;
	}
	g->frame = frames.p;
}

/* ---- writing ---- */

static void
put_types(struct generator *g)
{
	static const char *const name[] = { "samples", "count", "cpu",
		"nanoseconds" };
	struct strbuf b = STRBUF_INIT;

	add_text(g, "");
	for (int i = 0; i < 4; i += 2) {
		strbuf_reset(&b);
		add_int(&b, 1, add_text(g, name[i]));
		add_int(&b, 2, add_text(g, name[i + 1]));
		put_message(1, &b);
	}
	strbuf_free(&b);
}

static void
add_label(struct strbuf *sample, uint32_t key, uint32_t value)
{
	struct strbuf b = STRBUF_INIT;

	add_int(&b, 1, key);
	add_int(&b, 2, value);
	add_bytes(sample, 3, strbuf_str(&b));
	strbuf_free(&b);
}

/* Strings for labels: a key, then n numbered values. Returns the key. */
static uint32_t
add_label_strings(struct generator *g, const char *key, const char *prefix,
	uint32_t n)
{
	struct strbuf b = STRBUF_INIT;
	uint32_t k = add_text(g, key);

	for (uint32_t i = 0; i < n; i++) {
		strbuf_reset(&b);
		strbuf_addf(&b, "%s%u", prefix, (unsigned int)i);
		add_string(g, strbuf_str(&b));
	}
	strbuf_free(&b);
	return k;
}

/* The first samples are one of each stack, then the hot ones come again. */
static int64_t
choose_stack(struct generator *g, int64_t sample)
{
	double x = unit(g);

	if (sample < g->opt.stacks)
		return sample;
	return (int64_t)(pow(x, 3) * (double)g->opt.stacks);
}

static void
put_samples(struct generator *g)
{
	uint32_t tenant = add_label_strings(g, "tenant", "tenant-", TENANTS);
	uint32_t endpoint = add_label_strings(g, "endpoint", "/api/v1/call",
		ENDPOINTS);
	uint32_t thread = add_label_strings(g, "thread", "worker ", THREADS);
	struct strbuf b = STRBUF_INIT, ids = STRBUF_INIT;

	for (int64_t i = 0; i < g->opt.samples; i++) {
		int64_t s = choose_stack(g, i);
		uint64_t count = 1 + below(g, 3);

		strbuf_reset(&b);
		strbuf_reset(&ids);
		for (uint64_t k = g->start[s]; k < g->start[s + 1]; k++)
			add_varint(&ids, g->frame[k]);
		add_bytes(&b, 1, strbuf_str(&ids));
		strbuf_reset(&ids);
		add_varint(&ids, count);
		add_varint(&ids, count * 10000000);
		add_bytes(&b, 2, strbuf_str(&ids));
		add_label(&b, tenant, tenant + 1 + below(g, TENANTS));
		add_label(&b, endpoint, endpoint + 1 +
			(uint32_t)(pow(unit(g), 2) * ENDPOINTS));
		add_label(&b, thread, thread + 1 + below(g, THREADS));
		put_message(2, &b);
	}
	strbuf_free(&b);
	strbuf_free(&ids);
}

static void
put_mapping(struct generator *g)
{
	struct strbuf b = STRBUF_INIT;

	add_int(&b, 1, 1);
	add_int(&b, 2, 0x400000);
	add_int(&b, 3, 0x4000000);
	add_int(&b, 5, add_text(g, "/srv/fleet/bin/server"));
	add_int(&b, 6, add_text(g, "5f2b1c0de4a7"));
	add_int(&b, 7, 1);
	put_message(3, &b);
	strbuf_free(&b);
}

static void
add_line(struct strbuf *location, uint32_t function, uint64_t number)
{
	struct strbuf b = STRBUF_INIT;

	add_int(&b, 1, function + 1);
	add_int(&b, 2, number);
	add_bytes(location, 4, strbuf_str(&b));
	strbuf_free(&b);
}

/* One location in eight has something inlined into it. */
static void
put_locations(struct generator *g)
{
	struct strbuf b = STRBUF_INIT;

	for (uint32_t i = 0; i < g->nlocs; i++) {
		uint32_t f = g->used[i] / SITES, site = g->used[i] % SITES;
		uint64_t h = mix(g->used[i]);

		strbuf_reset(&b);
		add_int(&b, 1, i + 1);
		add_int(&b, 2, 1);
		add_int(&b, 3, 0x400000 + (uint64_t)g->used[i] * 16);
		if (h % 8 == 0)
			add_line(&b, (uint32_t)(h >> 32) %
				(uint32_t)g->opt.functions, 10 + h % 90);
		add_line(&b, f, 20 + h % 800 + site);
		put_message(4, &b);
	}
	strbuf_free(&b);
}

static const char *const package[] = { "runtime", "net/http", "encoding/json",
	"bufio", "bytes", "strings", "sync", "regexp", "sort", "time",
	"reflect", "io", "net", "os", "fmt", "crypto/tls", "compress/flate",
	"database/sql", "text/template", "google.golang.org/grpc",
	"google.golang.org/grpc/internal/transport",
	"google.golang.org/protobuf/internal/impl",
	"github.com/prometheus/client_golang/prometheus",
	"go.opentelemetry.io/otel/sdk/trace", "example.com/fleet/api",
	"example.com/fleet/auth", "example.com/fleet/cart",
	"example.com/fleet/internal/cache", "example.com/fleet/internal/queue",
	"example.com/fleet/index", "example.com/fleet/price",
	"example.com/fleet/store" };
static const char *const verb[] = { "Get", "put", "read", "Write", "parse",
	"Marshal", "decode", "Scan", "find", "visit", "Close", "apply",
	"match", "flush", "grow", "Lock", "check", "send", "Recv", "lookup",
	"merge", "split", "Serve", "next" };
static const char *const noun[] = { "Frame", "Header", "Request", "Row",
	"Node", "Buffer", "Token", "Rule", "Shard", "Entry", "Field", "Value",
	"Conn", "Stream", "Span", "Block", "Cursor", "Batch", "Chunk", "Key",
	"Page", "Table", "Label", "Query", "Session", "State", "Handle",
	"Event" };

/* A name as Go writes them; every f has another one. */
static void
make_name(uint32_t f, struct strbuf *name, struct strbuf *file)
{
	uint32_t p = f % COUNT_OF(package);
	uint32_t v = f / COUNT_OF(package) % COUNT_OF(verb);
	uint32_t n = f / COUNT_OF(package) / COUNT_OF(verb);
	const char *what = noun[n % COUNT_OF(noun)];
	uint64_t h = mix(f);

	strbuf_reset(name);
	strbuf_reset(file);
	strbuf_addf(file, "%s/%s.go", package[p], what);
	strbuf_addf(name, "%s.", package[p]);
	if (h % 8 < 3)
		strbuf_addf(name, "(*%s).%s", what, verb[v]);
	else if (h % 8 == 3)
		strbuf_addf(name, "(*Map[go.shape.string,%s]).%s", what,
			verb[v]);
	else
		strbuf_addf(name, "%s%s", verb[v], what);
	if (n >= COUNT_OF(noun))
		strbuf_addf(name, "%u", (unsigned int)(n / COUNT_OF(noun)));
	if (h % 16 == 15)
		strbuf_addf(name, ".func%u", (unsigned int)(h >> 8) % 3 + 1);
}

static void
put_functions(struct generator *g)
{
	struct strbuf b = STRBUF_INIT, name = STRBUF_INIT, file = STRBUF_INIT;

	for (uint32_t f = 0; f < g->opt.functions; f++) {
		uint32_t n;

		make_name(f, &name, &file);
		n = add_string(g, strbuf_str(&name));
		strbuf_reset(&b);
		add_int(&b, 1, f + 1);
		add_int(&b, 2, n);
		add_int(&b, 3, n);
		add_int(&b, 4, add_string(g, strbuf_str(&file)));
		add_int(&b, 5, 10 + mix(f) % 700);
		put_message(5, &b);
	}
	strbuf_free(&b);
	strbuf_free(&name);
	strbuf_free(&file);
}

/* The string table, then what comes after it. */
static void
put_tail(struct generator *g)
{
	struct strbuf b = STRBUF_INIT, t = STRBUF_INIT;

	fwrite(g->table.p, 1, g->table.n, stdout);
	add_int(&b, 9, 1700000000000000000);
	add_int(&b, 10, 300000000000);
	add_int(&t, 1, 3); /* cpu, nanoseconds: see put_types() */
	add_int(&t, 2, 4);
	add_bytes(&b, 11, strbuf_str(&t));
	add_int(&b, 12, 10000000);
	fwrite(b.p, 1, b.n, stdout);
	strbuf_free(&b);
	strbuf_free(&t);
}

static bool
parse_option(struct options *o, struct str arg)
{
	const struct {
		const char *name;
		int64_t *value;
		int64_t min, max;
	} table[] = {
		{ "-samples=", &o->samples, 0, 1000000000 },
		{ "-stacks=", &o->stacks, 1, 10000000 },
		{ "-functions=", &o->functions, 10, 1000000 },
		{ "-depth=", &o->depth, 8, MAX_DEPTH },
		{ "-seed=", &o->seed, 0, INT64_MAX },
	};

	for (size_t i = 0; i < COUNT_OF(table); i++) {
		struct str name = str_c(table[i].name);

		if (str_starts(arg, name))
			return str_to_i64(str_skip(arg, name.n),
				       table[i].value) &&
				*table[i].value >= table[i].min &&
				*table[i].value <= table[i].max;
	}
	return false;
}

int
main(int argc, char **argv)
{
	struct generator g = { .opt = { .samples = 1000000,
		.stacks = 100000, .functions = 15000, .depth = 35,
		.seed = 1 } };
	size_t nlocs;

	for (int i = 1; i < argc; i++) {
		if (!parse_option(&g.opt, str_c(argv[i]))) {
			fprintf(stderr, "bigprofile: wrong: %s\n", argv[i]);
			return 2;
		}
	}
	nlocs = (size_t)g.opt.functions * SITES;
	g.random = mix((uint64_t)g.opt.seed);
	g.start = xcalloc((size_t)g.opt.stacks + 1, sizeof(*g.start));
	g.id = xcalloc(nlocs, sizeof(*g.id));
	g.used = xcalloc(nlocs, sizeof(*g.used));
	g.mask = 1024;
	while (g.mask < (uint64_t)g.opt.stacks * 2)
		g.mask *= 2;
	g.seen = xcalloc(g.mask, sizeof(*g.seen));
	g.mask--;

	make_stacks(&g);
	put_types(&g);
	put_samples(&g);
	put_mapping(&g);
	put_locations(&g);
	put_functions(&g);
	put_tail(&g);

	free(g.start);
	free(g.id);
	free(g.used);
	free(g.seen);
	free(g.frame);
	strbuf_free(&g.table);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		perror("bigprofile");
		return 1;
	}
	return 0;
}
