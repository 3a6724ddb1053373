/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Telling formats by their names: see jfamily.h. */
#include "config.h"

#include "read/jfamily.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/json.h"

#include "base/banned.h"

/* A bit for each name that tells something. */
enum {
	SHARED = 1 << 0,
	PROFILES = 1 << 1,
	NODES = 1 << 2,
	SAMPLES = 1 << 3,
	DELTAS = 1 << 4,
	START = 1 << 5,
	HEAD = 1 << 6,
	SELF_SIZE = 1 << 7,
	HITS = 1 << 8,
	EVENTS = 1 << 9,
	PH = 1 << 10,
	META = 1 << 11,
	THREADS = 1 << 12,
	BEARER = 1 << 13,
	RESOURCE = 1 << 14,
	MODE = 1 << 15,
	FRAMES = 1 << 16,
	RAW = 1 << 17,
	CODE = 1 << 18,
	FUNCTIONS = 1 << 19,
	TICKS = 1 << 20,
	SCHEMA = 1 << 21,
};

static const struct {
	const char *name;
	unsigned bit;
} names[] = {
	{ "shared", SHARED },
	{ "profiles", PROFILES },
	{ "nodes", NODES },
	{ "samples", SAMPLES },
	{ "timeDeltas", DELTAS },
	{ "startTime", START },
	{ "head", HEAD },
	{ "selfSize", SELF_SIZE },
	{ "hitCount", HITS },
	{ "traceEvents", EVENTS },
	{ "ph", PH },
	{ "meta", META },
	{ "threads", THREADS },
	{ "flamebearer", BEARER },
	{ "resourceProfiles", RESOURCE },
	{ "mode", MODE },
	{ "frames", FRAMES },
	{ "raw", RAW },
	{ "code", CODE },
	{ "functions", FUNCTIONS },
	{ "ticks", TICKS },
};

/* All of these bits, and it is that. */
static const struct {
	unsigned bits;
	enum jfamily family;
} rules[] = {
	{ SCHEMA, JF_SPEEDSCOPE },
	{ SHARED | PROFILES, JF_SPEEDSCOPE },
	{ NODES | SAMPLES, JF_CPUPROFILE },
	{ NODES | DELTAS, JF_CPUPROFILE },
	{ NODES | START, JF_CPUPROFILE },
	{ HEAD | SELF_SIZE, JF_HEAPPROFILE },
	{ HEAD | HITS, JF_CPUPROFILE },
	{ EVENTS, JF_TRACE },
	{ PH, JF_TRACE },
	{ META | THREADS, JF_FIREFOX },
	{ BEARER, JF_PYROSCOPE },
	{ RESOURCE, JF_OTLP },
	{ MODE | FRAMES | RAW, JF_STACKPROF },
	{ CODE | FUNCTIONS | TICKS, JF_TICKS },
};

static enum jfamily
decide(unsigned bits)
{
	for (size_t i = 0; i < COUNT_OF(rules); i++)
		if ((bits & rules[i].bits) == rules[i].bits)
			return rules[i].family;
	return JF_OTHER;
}

static unsigned
bit_of(struct str key)
{
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (str_is(key, names[i].name))
			return names[i].bit;
	return 0;
}

/* The bits of an object's names, until they decide. */
static unsigned
object_bits(struct jwalk *w, unsigned bits)
{
	struct str key, value;
	size_t n = 0;

	if (jwalk_object(w) != 0)
		return bits;
	while (decide(bits) == JF_OTHER && jwalk_key(w, &n, &key) > 0) {
		/* Two trees are told apart by what is at their root. */
		if (str_is(key, "head") && (bits & HEAD) == 0 &&
			jwalk_peek(w) == '{')
			return object_bits(w, bits | HEAD);
		bits |= bit_of(key);
		if (decide(bits) != JF_OTHER || jwalk_span(w, &value) != 0)
			break;
		if (str_is(key, "$schema") &&
			str_find(value, STR("speedscope.app/"), 0) >= 0)
			bits |= SCHEMA;
	}
	return bits;
}

enum jfamily
jfamily_of(struct str bytes)
{
	struct err err = ERR_INIT;
	struct jwalk w;
	char first;
	size_t n = 0;

	jwalk_init(&w, bytes, &err);
	first = jwalk_peek(&w);
	if (first == '{')
		return decide(object_bits(&w, 0));
	if (first != '[')
		return JF_NONE;
	/* An array of events has at least one, which is an object. */
	(void)jwalk_array(&w);
	if (jwalk_next(&w, &n) <= 0 || jwalk_peek(&w) != '{')
		return JF_OTHER;
	return (object_bits(&w, 0) & PH) != 0 ? JF_TRACE : JF_OTHER;
}
