/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles that go to one extreme each: see extreme.h. */
#include "prelude.h"

#include "bench/extreme.h"

#include "base/compiler.h"
#include "base/xalloc.h"
#include "bench/goname.h"
#include "bench/pbout.h"

struct extreme {
	struct pbout out;
	struct dice dice;
	uint32_t times;
};

/* Functions 1..n with a location each of the same number. */
static void
put_functions(struct extreme *x, uint32_t n)
{
	struct strbuf name = STRBUF_INIT, file = STRBUF_INIT;

	for (uint32_t f = 0; f < n; f++) {
		goname(f, &name, &file);
		pbout_function(&x->out, strbuf_str(&name), strbuf_str(&file),
			10 + f % 90);
		pbout_location(&x->out, f + 1, 20 + f % 90, 0, 0);
	}
	strbuf_free(&name);
	strbuf_free(&file);
}

/* main, one of a few, one of all. */
static void
put_short_sample(struct extreme *x, uint32_t i, uint32_t functions)
{
	uint32_t loc[3] = { i % functions + 1, i % 7 + 2, 1 };

	pbout_sample(&x->out, loc, 3, 1 + dice_below(&x->dice, 9));
}

static void
put_short_samples(struct extreme *x, uint32_t n, uint32_t functions)
{
	for (uint32_t i = 0; i < n; i++) {
		put_short_sample(x, i, functions);
		pbout_sample_end(&x->out);
	}
}

/* A stack is like the one before from the root to some level. */
static void
put_deep(struct extreme *x)
{
	enum { STACKS = 200, LEVELS = 5000, FUNCTIONS = 1000 };
	uint32_t depth = LEVELS * x->times;
	uint32_t *loc = xcalloc(depth, sizeof(*loc)); /* leaf first */

	for (uint32_t i = 0; i < STACKS; i++) {
		uint32_t fresh = i == 0 ? depth : dice_below(&x->dice, depth);

		for (uint32_t k = 0; k < fresh; k++)
			loc[k] = 1 + dice_below(&x->dice, FUNCTIONS);
		pbout_sample(&x->out, loc, depth, 1 + i % 9);
		pbout_sample_end(&x->out);
	}
	put_functions(x, FUNCTIONS);
	free(loc);
}

static void
put_wide(struct extreme *x)
{
	uint32_t n = 100000 * x->times;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t loc[2] = { 2 + i, 1 };

		pbout_sample(&x->out, loc, 2, 1 + dice_below(&x->dice, 999));
		pbout_sample_end(&x->out);
	}
	put_functions(x, n + 1);
}

static void
put_types(struct extreme *x)
{
	put_short_samples(x, 100000, 1000);
	put_functions(x, 1000);
}

/* One key with a value of its own for each sample. */
static void
put_labels(struct extreme *x)
{
	uint32_t n = 1000000 * x->times;
	uint32_t key = pbout_text(&x->out, "request");
	struct strbuf b = STRBUF_INIT;

	for (uint32_t i = 0; i < n; i++) {
		strbuf_reset(&b);
		strbuf_addf(
			&b, "%08x-%u", (unsigned int)mix64(i), (unsigned int)i);
		put_short_sample(x, i, 1000);
		pbout_label(
			&x->out, key, pbout_string(&x->out, strbuf_str(&b)));
		pbout_sample_end(&x->out);
	}
	put_functions(x, 1000);
	strbuf_free(&b);
}

/* One function in a thousand is a template of templates. */
static void
put_name(struct extreme *x)
{
	struct strbuf name = STRBUF_INIT;
	size_t size = (size_t)10000000 * x->times;

	for (uint32_t i = 0; name.n < size; i++)
		strbuf_addf(&name, "ns%u::Pair<%u,", (unsigned int)i % 9,
			(unsigned int)i);
	strbuf_cut(&name, size - 4);
	strbuf_addstr(&name, "::at");
	put_short_samples(x, 20000, 1000);
	put_functions(x, 999);
	pbout_function(&x->out, strbuf_str(&name), STR("pair.h"), 1);
	pbout_location(&x->out, 1000, 1, 0, 0);
	strbuf_free(&name);
}

int
extreme_write(struct str what, uint32_t times, uint64_t seed)
{
	static const struct {
		const char *name;
		void (*put)(struct extreme *x);
	} table[] = {
		{ "deep", put_deep },
		{ "wide", put_wide },
		{ "types", put_types },
		{ "labels", put_labels },
		{ "name", put_name },
	};

	for (size_t i = 0; i < COUNT_OF(table); i++) {
		struct extreme x = { .times = times,
			.dice.state = mix64(seed) };

		if (!str_is(what, table[i].name))
			continue;
		pbout_begin(&x.out, str_is(what, "types") ? 200 * times : 2);
		table[i].put(&x);
		return pbout_end(&x.out);
	}
	return 1;
}
