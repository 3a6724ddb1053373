/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Makes a damaged profile of a sound one, field by field rather than byte by
 * byte, so that most of what comes out still decodes:
 *
 *     mutate SEED <plain.pb >odd.pb
 *
 * The message is taken apart by its schema, some of its fields are changed
 * (ids, indices, values, order, packing, unknown fields, lengths ...), and it
 * is put together again. The same seed makes the same changes.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"

#include "base/banned.h"

enum wire { VARINT, FIXED64, BYTES, GROUP, END_GROUP, FIXED32 };
enum message {
	PROFILE,
	VALUE_TYPE,
	SAMPLE,
	LABEL,
	MAPPING,
	LOCATION,
	LINE,
	FUNCTION,
	NO_MESSAGE
};

struct field {
	uint32_t number;
	enum wire wire;
	uint64_t value;        /* of VARINT */
	struct strbuf text;    /* of BYTES that are no message */
	enum message message;  /* of BYTES: of what, or NO_MESSAGE */
	struct fields *inside; /* ... and what is in it */
	bool packed;           /* text is a list of numbers */
	int excess;            /* added to the length that is written */
	int padding;           /* bytes that a number takes too many */
};

struct fields {
	VEC(struct field) field;
};

/* Which fields are messages, and which are lists of numbers. */
static enum message
message_of(enum message m, uint32_t number)
{
	static const enum message profile[] = { NO_MESSAGE, VALUE_TYPE, SAMPLE,
		MAPPING, LOCATION, FUNCTION };

	if (m == PROFILE && number == 11)
		return VALUE_TYPE;
	if (m == PROFILE && number < COUNT_OF(profile))
		return profile[number];
	if (m == SAMPLE && number == 3)
		return LABEL;
	return m == LOCATION && number == 4 ? LINE : NO_MESSAGE;
}

static bool
is_list(enum message m, uint32_t number)
{
	return (m == SAMPLE && number <= 2) || (m == PROFILE && number == 13);
}

/* ---- apart and together ---- */

static uint64_t
take_varint(struct str *s)
{
	uint64_t v = 0;
	unsigned char c = 0x80;

	for (unsigned shift = 0; s->n > 0 && c >= 0x80 && shift < 64;
		shift += 7) {
		c = (unsigned char)s->p[0];
		v |= (uint64_t)(c & 0x7f) << shift;
		*s = str_skip(*s, 1);
	}
	return v;
}

static void
put_varint(struct strbuf *out, uint64_t v, int padding)
{
	while (v >= 0x80) {
		strbuf_addch(out, (char)(v | 0x80));
		v >>= 7;
	}
	strbuf_addch(out, (char)(v | (padding > 0 ? 0x80 : 0)));
	for (; padding > 0; padding--)
		strbuf_addch(out, padding > 1 ? (char)0x80 : '\0');
}

static struct fields *
take_apart(struct str s, enum message m)
{
	struct fields *all = xcalloc(1, sizeof(*all));

	while (s.n > 0) {
		uint64_t key = take_varint(&s);
		struct field f = { .number = (uint32_t)(key >> 3),
			.wire = (enum wire)(key & 7),
			.message = NO_MESSAGE };
		size_t n = 0;

		if (f.wire == VARINT)
			f.value = take_varint(&s);
		else if (f.wire == BYTES)
			n = (size_t)take_varint(&s);
		else
			n = f.wire == FIXED64 ? 8 : 4;
		n = n < s.n ? n : s.n;
		if (f.wire == BYTES)
			f.message = message_of(m, f.number);
		if (f.message != NO_MESSAGE)
			f.inside = take_apart(str_sub(s, 0, n), f.message);
		else
			strbuf_add(&f.text, str_sub(s, 0, n));
		f.packed = f.wire == BYTES && is_list(m, f.number);
		s = str_skip(s, n);
		vec_push(&all->field, f);
	}
	return all;
}

static void
put_together(const struct fields *all, struct strbuf *out)
{
	for (size_t i = 0; i < all->field.n; i++) {
		const struct field *f = &all->field.p[i];
		struct strbuf text = STRBUF_INIT;

		put_varint(out, (uint64_t)f->number << 3 | f->wire, 0);
		if (f->inside != NULL)
			put_together(f->inside, &text);
		else
			strbuf_add(&text, strbuf_str(&f->text));
		if (f->wire == VARINT)
			put_varint(out, f->value, f->padding);
		if (f->wire == BYTES)
			put_varint(
				out, text.n + (uint64_t)f->excess, f->padding);
		if (f->wire != VARINT)
			strbuf_add(out, strbuf_str(&text));
		strbuf_free(&text);
	}
}

static void
fields_free(struct fields *all)
{
	for (size_t i = 0; i < all->field.n; i++) {
		strbuf_free(&all->field.p[i].text);
		if (all->field.p[i].inside != NULL)
			fields_free(all->field.p[i].inside);
	}
	vec_free(&all->field);
	free(all);
}

/* ---- changes ---- */

static uint64_t
below(uint64_t *seed, uint64_t n)
{
	*seed = hash_mix(*seed + 1);
	return (*seed >> 16) % n;
}

static uint64_t
odd_number(uint64_t *seed)
{
	static const uint64_t odd[] = { 0, 1, 2, 3, 7, UINT64_MAX,
		UINT64_MAX - 1, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT32_MAX,
		(uint64_t)UINT32_MAX + 1, INT32_MAX, (uint64_t)INT32_MAX + 1,
		1000000, 1 << 20 };

	return below(seed, 3) == 0 ? below(seed, 40)
				   : odd[below(seed, COUNT_OF(odd))];
}

static void
odd_text(struct strbuf *text, uint64_t *seed)
{
	static const char *const odd[] = { "", "\xff\xfe", "a\nb", "\033[31m",
		"cpu", "nanoseconds", "bytes", "count", "main.main", "(", "^.*",
		"\xe2\x80\xae", "a;b", "\"quoted\"", "<x&y>", "runtime.mcall",
		"..", " ", "pprof::base", "%s%n" };
	const char *one = odd[below(seed, COUNT_OF(odd))];

	strbuf_cut(text, below(seed, text->n + 1));
	strbuf_addc(text, one);
	if (below(seed, 30) == 0)
		strbuf_addn(text, 'x', 30);
}

/* A list of numbers: one more, one less, or one other. */
static void
change_list(struct field *f, uint64_t *seed)
{
	struct str rest = strbuf_str(&f->text);
	VEC(uint64_t) number = { 0 };
	size_t at;

	while (rest.n > 0)
		vec_push(&number, take_varint(&rest));
	at = (size_t)below(seed, number.n + 1);
	switch (below(seed, 3)) {
	case 0:
		vec_push(&number, odd_number(seed));
		break;
	case 1:
		if (number.n > 0)
			number.n--;
		break;
	default:
		if (at < number.n)
			number.p[at] = odd_number(seed);
		break;
	}
	strbuf_reset(&f->text);
	for (size_t i = 0; i < number.n; i++)
		put_varint(&f->text, number.p[i], 0);
	vec_free(&number);
}

/* A packed list as a field for each number, or one that is written packed
   though the field is a single one. */
static void
unpack(struct fields *all, size_t at)
{
	struct strbuf text = all->field.p[at].text;
	struct field f = all->field.p[at];
	struct str rest = strbuf_str(&text);

	f.text = (struct strbuf)STRBUF_INIT;
	f.wire = VARINT;
	f.packed = false;
	all->field.p[at].text = (struct strbuf)STRBUF_INIT;
	while (rest.n > 0) {
		f.value = take_varint(&rest);
		vec_push(&all->field, f);
	}
	strbuf_free(&text);
}

static void
add_unknown(struct fields *all, uint64_t *seed)
{
	struct field f = { .number = 16 + (uint32_t)below(seed, 300),
		.wire = below(seed, 2) == 0 ? VARINT : BYTES,
		.message = NO_MESSAGE,
		.value = odd_number(seed) };

	if (below(seed, 4) == 0)
		f.wire = FIXED64;
	if (f.wire != VARINT)
		strbuf_addn(&f.text, 'u', 8);
	vec_push(&all->field, f);
}

static void
change_one(struct fields *all, size_t at, uint64_t *seed)
{
	struct field *f = &all->field.p[at], moved = *f;
	size_t other = (size_t)below(seed, all->field.n);

	switch (below(seed, 16)) {
	case 0: /* gone */
		strbuf_free(&f->text);
		if (f->inside != NULL)
			fields_free(f->inside);
		memmove(f, f + 1, (all->field.n - at - 1) * sizeof(*f));
		all->field.n--;
		break;
	case 1: /* somewhere else */
		*f = all->field.p[other];
		all->field.p[other] = moved;
		break;
	case 2: /* twice */
		if (f->inside != NULL)
			break;
		moved.text = (struct strbuf)STRBUF_INIT;
		strbuf_add(&moved.text, strbuf_str(&f->text));
		vec_push(&all->field, moved);
		break;
	case 3:
		add_unknown(all, seed);
		break;
	case 4:
		if (below(seed, 6) == 0)
			f->excess = (int)below(seed, 5) - 2;
		break;
	case 5:
		f->padding = (int)below(seed, 4);
		break;
	case 6: /* another field of the message */
		if (below(seed, 3) == 0)
			f->number = 1 + (uint32_t)below(seed, 15);
		break;
	default:
		if (f->packed && below(seed, 4) == 0)
			unpack(all, at);
		else if (f->packed)
			change_list(f, seed);
		else if (f->wire == VARINT)
			f->value = odd_number(seed);
		else if (f->message == NO_MESSAGE)
			odd_text(&f->text, seed);
		break;
	}
}

/* Somewhere: a field at random, or one within it. */
static void
change(struct fields *all, uint64_t *seed)
{
	while (all->field.n > 0) {
		size_t at = (size_t)below(seed, all->field.n);
		struct field *f = &all->field.p[at];

		if (f->inside == NULL || f->inside->field.n == 0 ||
			below(seed, 5) == 0) {
			change_one(all, at, seed);
			return;
		}
		all = f->inside;
	}
}

int
main(int argc, char **argv)
{
	struct strbuf bytes = STRBUF_INIT;
	struct fields *all;
	int64_t number;
	uint64_t seed;
	int c;

	if (argc != 2 || !str_to_i64(str_c(argv[1]), &number)) {
		(void)fprintf(stderr, "usage: mutate SEED <plain.pb >odd.pb\n");
		return 2;
	}
	seed = hash_mix((uint64_t)number);
	while ((c = getchar()) != EOF)
		strbuf_addch(&bytes, (char)c);
	all = take_apart(strbuf_str(&bytes), PROFILE);
	for (uint64_t n = 1 + below(&seed, 3); n > 0; n--)
		change(all, &seed);
	strbuf_reset(&bytes);
	put_together(all, &bytes);
	(void)fwrite(bytes.p, 1, bytes.n, stdout);
	fields_free(all);
	strbuf_free(&bytes);
	return fflush(stdout) == 0 ? 0 : 1;
}
