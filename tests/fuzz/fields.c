/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A message taken apart and put together: see fields.h. */
#include "prelude.h"

#include "fields.h"

#include <assert.h>

#include "base/compiler.h"
#include "base/xalloc.h"

/* Which fields are messages, and which are lists of numbers. */
static enum message
message_of(enum message m, uint64_t number)
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
is_list(enum message m, uint64_t number)
{
	return (m == SAMPLE && number <= 2) || (m == PROFILE && number == 13);
}

uint64_t
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

void
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

struct fields *
fields_take(struct str s, enum message m)
{
	struct fields *all = xcalloc(1, sizeof(*all));

	while (s.n > 0) {
		uint64_t key = take_varint(&s);
		struct field f = { .number = key >> 3,
			.wire = (enum wire_kind)(key & 7),
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
			f.inside = fields_take(str_sub(s, 0, n), f.message);
		else
			strbuf_add(&f.text, str_sub(s, 0, n));
		f.packed = f.wire == BYTES && is_list(m, f.number);
		s = str_skip(s, n);
		fields_add(all, f);
	}
	return all;
}

void
fields_put(const struct fields *all, struct strbuf *out)
{
	for (size_t i = 0; i < all->field.n; i++) {
		const struct field *f = &all->field.p[i];
		struct strbuf text = STRBUF_INIT;

		put_varint(out, f->number << 3 | f->wire, 0);
		if (f->inside != NULL)
			fields_put(f->inside, &text);
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

struct field
field_number(uint64_t number, uint64_t value)
{
	return (struct field){ .number = number,
		.wire = VARINT,
		.value = value,
		.message = NO_MESSAGE };
}

struct field
field_text(uint64_t number, struct str text)
{
	struct field f = {
		.number = number, .wire = BYTES, .message = NO_MESSAGE
	};

	strbuf_add(&f.text, text);
	return f;
}

struct field
field_copy(const struct field *f)
{
	struct field copy = *f;

	copy.text = (struct strbuf)STRBUF_INIT;
	strbuf_add(&copy.text, strbuf_str(&f->text));
	if (f->inside != NULL) {
		copy.inside = xcalloc(1, sizeof(*copy.inside));
		for (size_t i = 0; i < f->inside->field.n; i++)
			fields_add(copy.inside,
				field_copy(&f->inside->field.p[i]));
	}
	return copy;
}

void
field_fini(struct field *f)
{
	strbuf_free(&f->text);
	if (f->inside != NULL)
		fields_free(f->inside);
}

void
fields_free(struct fields *all)
{
	for (size_t i = 0; i < all->field.n; i++)
		field_fini(&all->field.p[i]);
	vec_free(&all->field);
	free(all);
}

void
fields_add(struct fields *all, struct field f)
{
	vec_push(&all->field, f);
}

void
fields_insert(struct fields *all, size_t at, struct field f)
{
	struct field *p;

	fields_add(all, f);
	p = all->field.p;
	memmove(p + at + 1, p + at, (all->field.n - 1 - at) * sizeof(*p));
	p[at] = f;
}

void
fields_drop(struct fields *all, size_t at)
{
	struct field *p = all->field.p + at;

	field_fini(p);
	memmove(p, p + 1, (all->field.n - at - 1) * sizeof(*p));
	all->field.n--;
}

size_t
fields_count(const struct fields *all, uint64_t number)
{
	size_t n = 0;

	for (size_t i = 0; i < all->field.n; i++)
		n += all->field.p[i].number == number;
	return n;
}

size_t
fields_nth(const struct fields *all, uint64_t number, size_t n)
{
	size_t i = 0;

	assert(n < fields_count(all, number));
	for (;; i++)
		if (all->field.p[i].number == number && n-- == 0)
			return i;
}

uint64_t
fields_get(const struct fields *all, uint64_t number)
{
	return fields_count(all, number) == 0
		? 0
		: all->field.p[fields_nth(all, number, 0)].value;
}

void
fields_set(struct fields *all, uint64_t number, uint64_t value)
{
	if (fields_count(all, number) == 0)
		fields_add(all, field_number(number, value));
	else
		all->field.p[fields_nth(all, number, 0)].value = value;
}
