/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of what a profile says: rows of mutate.h. Numbers of fields are
   those of profile.proto, below. */
#include "prelude.h"

#include "mutate.h"

#include "base/compiler.h"

enum {
	SAMPLE_TYPE = 1,
	SAMPLES,
	MAPPINGS,
	LOCATIONS,
	FUNCTIONS,
	STRINGS,
	DROP,
	KEEP,
	TIME,
	DURATION,
	PERIOD_TYPE,
	PERIOD,
	COMMENT,
	DEFAULT_TYPE,
	DOC_URL
};

/* The message of the field at random of this number, or NULL. */
static struct fields *
some(struct fields *all, uint64_t number, uint64_t *seed)
{
	size_t n = fields_count(all, number);

	return n == 0
		? NULL
		: all->field.p[fields_nth(all, number, (size_t)below(seed, n))]
			  .inside;
}

/* The index of a string that is there, or is added. */
static uint64_t
string(struct fields *all, const char *text)
{
	size_t n = fields_count(all, STRINGS);

	for (size_t i = 0; i < n; i++)
		if (str_is(strbuf_str(&all->field.p[fields_nth(all, STRINGS, i)]
					       .text),
			    text))
			return i;
	fields_add(all, field_text(STRINGS, str_c(text)));
	return n;
}

static uint64_t
any_string(struct fields *all, uint64_t *seed)
{
	return below(seed, fields_count(all, STRINGS) + 1);
}

/* ---- strings ---- */

static bool
string_index(struct fields *all, uint64_t *seed)
{
	/* of what message, which fields of it are indices */
	static const struct {
		uint64_t number, in[4];
	} at[] = { { SAMPLE_TYPE, { 1, 2, 1, 2 } },
		{ MAPPINGS, { 5, 6, 5, 6 } }, { FUNCTIONS, { 2, 3, 4, 2 } },
		{ PERIOD_TYPE, { 1, 2, 1, 2 } },
		{ 0, { DROP, KEEP, DEFAULT_TYPE, DOC_URL } } };
	uint64_t n = fields_count(all, STRINGS);
	const uint64_t odd[] = { n - 1, n, n + 1, UINT64_MAX, UINT32_MAX,
		INT64_MAX, (uint64_t)INT64_MAX + 1, (uint64_t)UINT32_MAX + 1 };
	size_t which = (size_t)below(seed, COUNT_OF(at));
	struct fields *in =
		at[which].number == 0 ? all : some(all, at[which].number, seed);

	if (in == NULL)
		return false;
	fields_set(in, at[which].in[below(seed, 4)],
		odd[below(seed, COUNT_OF(odd))]);
	return true;
}

static bool
string_text(struct fields *all, uint64_t *seed)
{
	size_t n = fields_count(all, STRINGS);

	if (n < 2)
		return false;
	odd_text(&all->field
			  .p[fields_nth(
				  all, STRINGS, 1 + (size_t)below(seed, n - 1))]
			  .text,
		seed);
	return true;
}

/* No table, one of nothing but "", one that does not begin with "". */
static bool
string_table(struct fields *all, uint64_t *seed)
{
	uint64_t how = below(seed, 4);
	size_t keep = how == 0 ? 0 : 1;

	if (fields_count(all, STRINGS) == 0)
		return false;
	if (how < 2)
		while (fields_count(all, STRINGS) > keep)
			fields_drop(all, fields_nth(all, STRINGS, keep));
	else if (how == 2)
		fields_drop(all, fields_nth(all, STRINGS, 0));
	else
		fields_insert(all, fields_nth(all, STRINGS, 0),
			field_text(STRINGS, STR("first")));
	return true;
}

/* ---- ids ---- */

static bool
id(struct fields *all, uint64_t *seed)
{
	static const uint64_t numbers[] = { MAPPINGS, LOCATIONS, FUNCTIONS };
	uint64_t number = numbers[below(seed, COUNT_OF(numbers))];
	struct fields *in = some(all, number, seed),
		      *other = some(all, number, seed);
	uint64_t had;

	if (in == NULL)
		return false;
	had = fields_get(in, 1);
	switch (below(seed, 4)) {
	case 0:
		fields_set(in, 1, 0);
		break;
	case 1:
		fields_set(in, 1, odd_number(seed));
		break;
	case 2: /* that of another one */
		fields_set(in, 1, fields_get(other, 1));
		break;
	default: /* exchanged */
		fields_set(in, 1, fields_get(other, 1));
		fields_set(other, 1, had);
		break;
	}
	return true;
}

/* A location's mapping, or a line's function. */
static bool
reference(struct fields *all, uint64_t *seed)
{
	struct fields *location = some(all, LOCATIONS, seed), *line;
	uint64_t to;

	if (location == NULL)
		return false;
	to = below(seed, 2) == 0 ? odd_number(seed) : below(seed, 5);
	line = some(location, 4, seed);
	if (line != NULL && below(seed, 2) == 0)
		fields_set(line, 1, to);
	else
		fields_set(location, 2, to);
	return true;
}

/* All of a kind, which something may refer to. */
static bool
table_gone(struct fields *all, uint64_t *seed)
{
	static const uint64_t numbers[] = { SAMPLE_TYPE, SAMPLES, MAPPINGS,
		MAPPINGS, LOCATIONS, FUNCTIONS };
	uint64_t number = numbers[below(seed, COUNT_OF(numbers))];

	if (fields_count(all, number) == 0)
		return false;
	while (fields_count(all, number) > 0)
		fields_drop(all, fields_nth(all, number, 0));
	return true;
}

/* The location has no lines, or hundreds that were inlined. */
static bool
lines(struct fields *all, uint64_t *seed)
{
	struct fields *location = some(all, LOCATIONS, seed);
	uint64_t n = below(seed, 2) == 0 ? 0 : 2 + below(seed, 600);
	struct field line;

	if (location == NULL || some(location, 4, seed) == NULL)
		return false;
	if (n == 0)
		while (fields_count(location, 4) > 0)
			fields_drop(location, fields_nth(location, 4, 0));
	for (; n > 0; n--) {
		struct fields *function = some(all, FUNCTIONS, seed);

		line = field_copy(
			&location->field.p[fields_nth(location, 4, 0)]);
		if (function != NULL && below(seed, 4) != 0)
			fields_set(line.inside, 1, fields_get(function, 1));
		fields_set(line.inside, 2, below(seed, 50));
		fields_add(location, line);
	}
	return true;
}

static bool
address(struct fields *all, uint64_t *seed)
{
	struct fields *in =
		some(all, below(seed, 3) == 0 ? MAPPINGS : LOCATIONS, seed);
	struct fields *other = some(all, LOCATIONS, seed);

	if (in == NULL || other == NULL)
		return false;
	fields_set(in, 2 + below(seed, 3) % 2 + 1,
		below(seed, 2) == 0 ? odd_number(seed) : fields_get(other, 3));
	return true;
}

/* has_functions and its like, is_folded: any number is true, and only a
   number. */
static bool
flag(struct fields *all, uint64_t *seed)
{
	bool folded = below(seed, 2) == 0;
	struct fields *in = some(all, folded ? LOCATIONS : MAPPINGS, seed);
	uint64_t number = folded ? 5 : 7 + below(seed, 4);

	if (in == NULL)
		return false;
	fields_set(in, number, odd_number(seed));
	if (below(seed, 4) == 0) {
		struct field *f = &in->field.p[fields_nth(in, number, 0)];

		f->wire = below(seed, 2) == 0 ? BYTES : FIXED64;
		strbuf_addn(&f->text, '\1', 8);
	}
	return true;
}

/* ---- samples ---- */

static bool
label(struct fields *all, uint64_t *seed)
{
	static const char *const units[] = { "bytes", "kilobytes", "ms", "x",
		"" };
	struct fields *sample = some(all, SAMPLES, seed);
	uint64_t key = below(seed, 4) == 0 ? any_string(all, seed)
					   : string(all, "key");

	for (uint64_t n = 1 + below(seed, 3); sample != NULL && n > 0; n--) {
		struct field f = field_text(3, STR_EMPTY);
		/* made by taking nothing apart */
		struct fields *in = fields_take(STR_EMPTY, LABEL);
		uint64_t has = below(seed, 16);

		if ((has & 1) != 0)
			fields_add(in, field_number(3, odd_number(seed)));
		fields_add(in, field_number(1, key));
		if ((has & 6) == 6)
			fields_add(in, field_number(2, any_string(all, seed)));
		if ((has & 8) != 0)
			fields_add(in,
				field_number(4,
					string(all,
						units[below(seed,
							COUNT_OF(units))])));
		f.message = LABEL;
		f.inside = in;
		fields_add(sample, f);
		if (below(seed, 2) == 0)
			sample = some(all, SAMPLES, seed);
	}
	return sample != NULL;
}

/* One number of a sample's values. */
static bool
sample_value(struct fields *all, uint64_t *seed)
{
	struct fields *sample = some(all, SAMPLES, seed);
	struct strbuf text = STRBUF_INIT;
	struct str rest;
	size_t at;

	if (sample == NULL || fields_count(sample, 2) == 0)
		return false;
	at = fields_nth(sample, 2, 0);
	if (!sample->field.p[at].packed) {
		sample->field.p[at].value = odd_number(seed);
		return true;
	}
	rest = strbuf_str(&sample->field.p[at].text);
	while (rest.n > 0) {
		uint64_t v = take_varint(&rest);

		put_varint(&text,
			below(seed, 2) == 0 ? odd_number(seed) : 0 - v, 0);
	}
	strbuf_free(&sample->field.p[at].text);
	sample->field.p[at].text = text;
	return true;
}

static bool
samples_more(struct fields *all, uint64_t *seed)
{
	size_t n = fields_count(all, SAMPLES);

	if (n == 0)
		return false;
	for (uint64_t more = 1 + below(seed, 40); more > 0; more--)
		fields_add(all,
			field_copy(&all->field.p[fields_nth(
				all, SAMPLES, (size_t)below(seed, n))]));
	return true;
}

/* One sample type more or less, or another unit. */
static bool
sample_type(struct fields *all, uint64_t *seed)
{
	static const char *const units[] = { "nanoseconds", "bytes", "count",
		"seconds", "megabyte", "GCU", "", "foo" };
	size_t n = fields_count(all, SAMPLE_TYPE), at;

	if (n == 0)
		return false;
	at = fields_nth(all, SAMPLE_TYPE, (size_t)below(seed, n));
	switch (below(seed, 8)) {
	case 0:
		fields_drop(all, at);
		break;
	case 1:
		fields_insert(all, at, field_copy(&all->field.p[at]));
		break;
	default:
		if (all->field.p[at].inside != NULL)
			fields_set(all->field.p[at].inside, 2,
				string(all,
					units[below(seed, COUNT_OF(units))]));
		break;
	}
	return true;
}

/* ---- the profile ---- */

static bool
default_type(struct fields *all, uint64_t *seed)
{
	struct fields *type = some(all, SAMPLE_TYPE, seed);

	if (type == NULL)
		return false;
	fields_set(all, DEFAULT_TYPE,
		below(seed, 4) == 0 ? any_string(all, seed)
				    : fields_get(type, 1));
	return true;
}

static bool
period(struct fields *all, uint64_t *seed)
{
	static const uint64_t numbers[] = { TIME, DURATION, PERIOD };
	struct fields *type = some(all, PERIOD_TYPE, seed);

	fields_set(
		all, numbers[below(seed, COUNT_OF(numbers))], odd_number(seed));
	if (type != NULL && below(seed, 3) == 0)
		fields_set(type, 1 + below(seed, 2), any_string(all, seed));
	return true;
}

static bool
comment(struct fields *all, uint64_t *seed)
{
	static const char *const texts[] = { "plain", "# not in headers",
		"two\nlines", "", "\033]0;title\007", "100%" };
	struct field packed = field_text(COMMENT, STR_EMPTY);
	uint64_t n = 1 + below(seed, 4);

	packed.packed = true;
	for (; n > 0; n--) {
		uint64_t text =
			string(all, texts[below(seed, COUNT_OF(texts))]);

		if (below(seed, 2) == 0)
			fields_add(all, field_number(COMMENT, text));
		else
			put_varint(&packed.text, text, 0);
	}
	if (below(seed, 8) == 0)
		put_varint(&packed.text, odd_number(seed), 0);
	fields_add(all, packed);
	return true;
}

static bool
frames(struct fields *all, uint64_t *seed)
{
	static const char *const patterns[] = { ".*", "main\\..*", "main.*|.*x",
		"(", "a{1001}", "[[:alpha:]]+", "(?i)MAIN.*", "\\Qmain\\E.*",
		"", "^$", "\\pL+\\..*", ".*\\.[a-m].*", "(a+)+", "[^x]*",
		"\xff" };
	struct fields *function = some(all, FUNCTIONS, seed);
	uint64_t pattern =
		string(all, patterns[below(seed, COUNT_OF(patterns))]);

	/* a name is a pattern, too */
	if (function != NULL && below(seed, 3) == 0)
		pattern = fields_get(function, 2);
	fields_set(all, DROP, pattern);
	if (below(seed, 3) == 0)
		fields_set(all, KEEP,
			string(all, patterns[below(seed, COUNT_OF(patterns))]));
	return true;
}

/* The output of "cat a b". */
static bool
concatenated(struct fields *all, uint64_t *seed)
{
	size_t n = all->field.n;

	if (below(seed, 2) == 0)
		fields_set(all, TIME, 1);
	for (size_t i = 0; i < n; i++)
		fields_add(all, field_copy(&all->field.p[i]));
	return true;
}

/* Tables in any order. */
static bool
shuffled(struct fields *all, uint64_t *seed)
{
	for (size_t n = all->field.n; n > 1; n--) {
		size_t i = (size_t)below(seed, n);
		struct field f = all->field.p[i];

		if (f.number == STRINGS ||
			all->field.p[n - 1].number == STRINGS)
			continue;
		all->field.p[i] = all->field.p[n - 1];
		all->field.p[n - 1] = f;
	}
	return true;
}

const struct mutation sense_mutations[] = {
	{ "string-index", string_index },
	{ "string-text", string_text },
	{ "string-table", string_table },
	{ "id", id },
	{ "reference", reference },
	{ "table-gone", table_gone },
	{ "lines", lines },
	{ "address", address },
	{ "flag", flag },
	{ "label", label },
	{ "sample-value", sample_value },
	{ "samples-more", samples_more },
	{ "sample-type", sample_type },
	{ "default-type", default_type },
	{ "period", period },
	{ "comment", comment },
	{ "frames", frames },
	{ "concatenated", concatenated },
	{ "shuffled", shuffled },
	{ NULL, NULL },
};
