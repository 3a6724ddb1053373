/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes a damaged profile of a sound one, field by field rather than byte by
 * byte, so that most of what comes out still decodes:
 *
 *     mutate SEED [NAME...] <plain.pb >odd.pb
 *     mutate --list
 *
 * The message is taken apart by its schema, some of its fields are changed
 * (by the changes named, or by one to three at random), and it is put together
 * again. The same seed makes the same changes; their names go to standard
 * error, a line each.
 */
#include "prelude.h"

#include "mutate.h"

#include "base/compiler.h"
#include "base/hash.h"

uint64_t
below(uint64_t *seed, uint64_t n)
{
	*seed = hash_mix(*seed + 1);
	return (*seed >> 16) % n;
}

uint64_t
odd_number(uint64_t *seed)
{
	static const uint64_t odd[] = { 0, 1, 2, 3, 7, UINT64_MAX,
		UINT64_MAX - 1, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT32_MAX,
		(uint64_t)UINT32_MAX + 1, INT32_MAX, (uint64_t)INT32_MAX + 1,
		1000000, 1 << 20 };

	return below(seed, 3) == 0 ? below(seed, 40)
				   : odd[below(seed, COUNT_OF(odd))];
}

void
odd_text(struct strbuf *text, uint64_t *seed)
{
	static const char *const odd[] = { "", "\xff\xfe", "a\nb", "\033[31m",
		"cpu", "nanoseconds", "bytes", "count", "main.main", "(", "^.*",
		"\xe2\x80\xae", "a;b", "\"quoted\"", "<x&y>", "runtime.mcall",
		"..", " ", "pprof::base", "%s%n" };
	const char *one = odd[below(seed, COUNT_OF(odd))];

	strbuf_cut(text, below(seed, text->n + 1));
	strbuf_addstr(text, one);
	if (below(seed, 30) == 0)
		strbuf_addn(text, 'x', 30);
}

static size_t
count(const struct mutation *table)
{
	size_t n = 0;

	while (table[n].name != NULL)
		n++;
	return n;
}

static const struct mutation *
named(const char *name)
{
	static const struct mutation *const tables[] = { wire_mutations,
		sense_mutations };

	for (size_t t = 0; t < COUNT_OF(tables); t++)
		for (const struct mutation *m = tables[t]; m->name != NULL; m++)
			if (str_is(str_c(name), m->name))
				return m;
	return NULL;
}

static const struct mutation *
any(uint64_t *seed)
{
	size_t wire = count(wire_mutations), sense = count(sense_mutations);
	size_t i = below(seed, wire + sense);

	return i < wire ? &wire_mutations[i] : &sense_mutations[i - wire];
}

static void
apply(const struct mutation *m, struct fields *profile, uint64_t *seed)
{
	if (profile->field.n > 0 && m->apply(profile, seed))
		(void)fprintf(stderr, "%s\n", m->name);
}

static int
list(void)
{
	for (const struct mutation *m = wire_mutations; m->name != NULL; m++)
		(void)puts(m->name);
	for (const struct mutation *m = sense_mutations; m->name != NULL; m++)
		(void)puts(m->name);
	return 0;
}

int
main(int argc, char **argv)
{
	struct strbuf bytes = STRBUF_INIT;
	struct fields *profile;
	int64_t number;
	uint64_t seed;
	int c;

	if (argc == 2 && str_is(str_c(argv[1]), "--list"))
		return list();
	if (argc < 2 || !str_to_i64(str_c(argv[1]), &number)) {
		(void)fprintf(stderr,
			"usage: mutate SEED [NAME...] <plain.pb >odd.pb\n");
		return 2;
	}
	seed = hash_mix((uint64_t)number);
	while ((c = getchar()) != EOF)
		strbuf_addch(&bytes, (char)c);
	profile = fields_take(strbuf_str(&bytes), PROFILE);
	for (int i = 2; i < argc && named(argv[i]) != NULL; i++)
		apply(named(argv[i]), profile, &seed);
	for (uint64_t n = argc > 2 ? 0 : 1 + below(&seed, 3); n > 0; n--)
		apply(any(&seed), profile, &seed);
	strbuf_reset(&bytes);
	fields_put(profile, &bytes);
	(void)fwrite(bytes.p, 1, bytes.n, stdout);
	fields_free(profile);
	strbuf_free(&bytes);
	return fflush(stdout) == 0 ? 0 : 1;
}
