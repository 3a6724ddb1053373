/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts as profiles: see util_read.h. */
#include "prelude.h"

#include "util_read.h"

#include "testing.h"

#include "base/hash.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "input/source.h"
#include "util_source.h"

static struct profile *
read_sound(const struct read_spec *spec, struct warnings *warnings,
	struct err *err)
{
	struct profile *p = read_profile(spec, NULL, warnings, err);

	if (p != NULL)
		assert_true(profile_check(p));
	return p;
}

struct profile *
read_as(const char *format, struct str text, struct warnings *warnings,
	struct err *err)
{
	const struct read_spec spec = {
		.bytes = text, .name = STR("x"), .format = str_c(format)
	};

	return read_sound(&spec, warnings, err);
}

struct profile *
read_with(struct str text, enum read_detail detail, struct err *err)
{
	const struct read_spec spec = {
		.bytes = text, .name = STR("x"), .detail = detail
	};

	*err = (struct err)ERR_INIT;
	return read_sound(&spec, NULL, err);
}

struct profile *
read_well(const char *format, struct str text)
{
	struct err err = ERR_INIT;
	struct profile *p = read_as(format, text, NULL, &err);

	assert_string_equal(err.msg, "");
	assert_non_null(p);
	return p;
}

void
read_becomes(const char *format, struct str text,
	void (*describe)(const struct profile *p, struct strbuf *out),
	const char *want)
{
	struct profile *p = read_well(format, text);
	struct strbuf out = STRBUF_INIT;

	describe(p, &out);
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
	profile_unref(p);
}

void
read_damaged(const char *format, struct str text, int times)
{
	char *damaged = xstrndup(text.p, text.n);
	struct err err = ERR_INIT;
	uint64_t seed = 7;

	for (size_t n = 1; n < text.n; n++)
		profile_unref(read_as(format, str_sub(text, 0, n), NULL, &err));
	for (int i = 0; i < times; i++) {
		size_t n = i % 2 ? text.n : 1 + (size_t)i % text.n;

		memcpy(damaged, text.p, text.n);
		for (int k = 0; k < 3; k++) {
			seed = hash_mix(seed + 1);
			damaged[(seed >> 8) % text.n] = (char)(seed & 0xff);
		}
		profile_unref(
			read_as(format, str_from(damaged, n), NULL, &err));
	}
	free(damaged);
}

struct profile *
read_noted(const char *format, struct str text, const char *prefix,
	struct strbuf *out)
{
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct warnings warnings;
	struct profile *p;

	warnings_init(&warnings, &arena);
	p = read_as(format, text, &warnings, &err);
	assert_string_equal(err.msg, "");
	assert_non_null(p);
	for (const struct warning *n = warnings.head; n != NULL; n = n->next)
		strbuf_addf(out, "%s%.*s\n", prefix, STR_ARG(n->text));
	arena_free(&arena);
	return p;
}

void
read_remarks(const char *format, struct str text, struct strbuf *out)
{
	profile_unref(read_noted(format, text, "", out));
}

struct bytes
testdata(const char *name)
{
	struct strbuf path = STRBUF_INIT;
	struct bytes bytes;
	struct err err = ERR_INIT;

	strbuf_addf(&path, "%s/testdata/%s", source_dir(), name);
	if (source_read(strbuf_str(&path), 0, &bytes, NULL, &err) != 0)
		fail_msg("%s: %s", strbuf_c(&path), err.msg);
	strbuf_free(&path);
	return bytes;
}

struct profile *
read_testdata(const char *name)
{
	struct bytes bytes = testdata(name);
	struct profile *p = read_well("", bytes_str(&bytes));

	bytes_free(&bytes);
	return p;
}

int64_t
read_sum(const struct profile *p)
{
	int64_t sum = 0;

	for (size_t i = 0; i < p->sample.n; i++)
		sum += p->sample.value[0][i];
	return sum;
}
