/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes of how the fields of a profile are written: rows of mutate.h. */
#include "prelude.h"

#include "mutate.h"

#include "base/compiler.h"

/* A field at random: of the profile, or of something within it. */
static struct fields *
somewhere(struct fields *all, size_t *at, uint64_t *seed)
{
	for (;;) {
		struct field *f;

		*at = (size_t)below(seed, all->field.n);
		f = &all->field.p[*at];
		if (f->inside == NULL || f->inside->field.n == 0 ||
			below(seed, 5) == 0)
			return all;
		all = f->inside;
	}
}

/* A sample's list of numbers, packed or not; samples hold all but one kind. */
static struct field *
some_list(struct fields *all, struct fields **in, size_t *at, uint64_t *seed)
{
	size_t samples = fields_count(all, 2);
	struct field *sample;

	for (int tries = 0; samples > 0 && tries < 20; tries++) {
		*at = fields_nth(all, 2, (size_t)below(seed, samples));
		sample = &all->field.p[*at];
		if (sample->inside == NULL || sample->inside->field.n == 0)
			continue;
		*in = sample->inside;
		*at = (size_t)below(seed, (*in)->field.n);
		if ((*in)->field.p[*at].packed)
			return &(*in)->field.p[*at];
	}
	return NULL;
}

static bool
gone(struct fields *all, uint64_t *seed)
{
	size_t at;
	struct fields *in = somewhere(all, &at, seed);

	fields_drop(in, at);
	return true;
}

static bool
elsewhere(struct fields *all, uint64_t *seed)
{
	size_t at;
	struct fields *in = somewhere(all, &at, seed);
	size_t other = (size_t)below(seed, in->field.n);
	struct field f = in->field.p[at];

	in->field.p[at] = in->field.p[other];
	in->field.p[other] = f;
	return at != other;
}

static bool
twice(struct fields *all, uint64_t *seed)
{
	size_t at;
	struct fields *in = somewhere(all, &at, seed);

	fields_add(in, field_copy(&in->field.p[at]));
	return true;
}

/* A field of one number twice, with another value: the last one counts. */
static bool
twice_other(struct fields *all, uint64_t *seed)
{
	for (int tries = 0; tries < 50; tries++) {
		size_t at;
		struct fields *in = somewhere(all, &at, seed);

		if (in->field.p[at].wire != VARINT)
			continue;
		fields_insert(in, (size_t)below(seed, in->field.n + 1),
			field_number(in->field.p[at].number, odd_number(seed)));
		return true;
	}
	return false;
}

static bool
unknown(struct fields *all, uint64_t *seed)
{
	static const uint64_t numbers[] = { 0, 16, 19, 255, 536870911,
		536870912, 4294967295 };
	static const enum wire_kind wires[] = { VARINT, BYTES, FIXED64,
		FIXED32 };
	struct field f = field_number(
		numbers[below(seed, COUNT_OF(numbers))], odd_number(seed));
	size_t at;
	struct fields *in = somewhere(all, &at, seed);

	f.wire = wires[below(seed, COUNT_OF(wires))];
	if (f.wire != VARINT)
		strbuf_addn(&f.text, 'u', f.wire == FIXED32 ? 4 : 8);
	fields_insert(in, at, f);
	return true;
}

/* Groups are not known, and 6 and 7 are no types. */
static bool
no_wire(struct fields *all, uint64_t *seed)
{
	static const enum wire_kind wires[] = { GROUP, END_GROUP, NO_WIRE_6,
		NO_WIRE_7 };
	size_t at;
	struct fields *in = somewhere(all, &at, seed);
	struct field f = field_number(in->field.p[at].number, 0);

	f.wire = wires[below(seed, COUNT_OF(wires))];
	fields_insert(in, at, f);
	return true;
}

/* A known field as one of another type, of the right size for that. */
static bool
wrong_wire(struct fields *all, uint64_t *seed)
{
	static const enum wire_kind wires[] = { VARINT, FIXED64, BYTES,
		FIXED32 };
	size_t at;
	struct fields *in = somewhere(all, &at, seed);
	struct field f = field_number(in->field.p[at].number, 1);

	f.wire = wires[below(seed, COUNT_OF(wires))];
	if (f.wire == in->field.p[at].wire)
		return false;
	if (f.wire == FIXED64)
		strbuf_addn(&f.text, '\1', 8);
	else if (f.wire == FIXED32)
		strbuf_addn(&f.text, '\1', 4);
	else if (f.wire == BYTES)
		put_varint(&f.text, in->field.p[at].value, 0);
	field_fini(&in->field.p[at]);
	in->field.p[at] = f;
	return true;
}

static bool
wrong_length(struct fields *all, uint64_t *seed)
{
	static const int excess[] = { -2, -1, 1, 2, 1000, 1 << 30, -1000 };
	size_t at;
	struct fields *in = somewhere(all, &at, seed);

	if (in->field.p[at].wire != BYTES)
		return false;
	in->field.p[at].excess = excess[below(seed, COUNT_OF(excess))];
	return true;
}

/* A number in more bytes than it needs; more than ten are too many. */
static bool
padded(struct fields *all, uint64_t *seed)
{
	size_t at;
	struct fields *in = somewhere(all, &at, seed);

	in->field.p[at].padding = 1 + (int)below(seed, 10);
	return true;
}

static bool
renumbered(struct fields *all, uint64_t *seed)
{
	size_t at;
	struct fields *in = somewhere(all, &at, seed);

	in->field.p[at].number = 1 + below(seed, 15);
	return true;
}

static bool
other_value(struct fields *all, uint64_t *seed)
{
	for (int tries = 0; tries < 50; tries++) {
		size_t at;
		struct fields *in = somewhere(all, &at, seed);

		if (in->field.p[at].wire != VARINT)
			continue;
		in->field.p[at].value = odd_number(seed);
		return true;
	}
	return false;
}

/* ---- lists ---- */

static bool
list_changed(struct fields *all, uint64_t *seed)
{
	VEC(uint64_t) number = { 0 };
	struct fields *in;
	size_t at;
	struct field *f = some_list(all, &in, &at, seed);
	struct str rest;

	if (f == NULL)
		return false;
	rest = strbuf_str(&f->text);
	while (rest.n > 0)
		vec_push(&number, take_varint(&rest));
	at = (size_t)below(seed, number.n + 1);
	if (below(seed, 3) == 0)
		vec_push(&number, odd_number(seed));
	else if (number.n > 0 && below(seed, 2) == 0)
		number.n--;
	else if (at < number.n)
		number.p[at] = odd_number(seed);
	strbuf_reset(&f->text);
	for (size_t i = 0; i < number.n; i++)
		put_varint(&f->text, number.p[i], 0);
	vec_free(&number);
	return true;
}

/* A packed list one by one, or its end alone. */
static bool
unpacked(struct fields *all, uint64_t *seed)
{
	struct fields *in;
	size_t at;
	struct field *f = some_list(all, &in, &at, seed);
	struct strbuf text = STRBUF_INIT;
	size_t keep = (size_t)below(seed, 3), had;
	uint64_t number;
	struct str rest;

	if (f == NULL)
		return false;
	number = f->number;
	strbuf_add(&text, strbuf_str(&f->text));
	rest = strbuf_str(&text);
	for (had = rest.n; keep > 0 && rest.n > 0; keep--)
		(void)take_varint(&rest);
	strbuf_cut(&f->text, had - rest.n);
	if (f->text.n == 0)
		fields_drop(in, at);
	while (rest.n > 0)
		fields_add(in, field_number(number, take_varint(&rest)));
	strbuf_free(&text);
	return true;
}

/* One list as two, the second one empty perhaps. */
static bool
split(struct fields *all, uint64_t *seed)
{
	struct fields *in;
	size_t at;
	struct field *f = some_list(all, &in, &at, seed);
	struct field second;
	struct str rest;
	size_t n;

	if (f == NULL)
		return false;
	rest = strbuf_str(&f->text);
	n = rest.n;
	for (uint64_t keep = below(seed, 3); keep > 0 && rest.n > 0; keep--)
		(void)take_varint(&rest);
	second = field_text(f->number, rest);
	second.packed = true;
	strbuf_cut(&f->text, n - rest.n);
	fields_add(in, second);
	return true;
}

/* A packed list that ends within a number. */
static bool
list_cut(struct fields *all, uint64_t *seed)
{
	struct fields *in;
	size_t at;
	struct field *f = some_list(all, &in, &at, seed);

	if (f == NULL)
		return false;
	strbuf_addch(&f->text, (char)0x80);
	return true;
}

/* Far more numbers than there should be, or a very deep stack. */
static bool
list_huge(struct fields *all, uint64_t *seed)
{
	struct fields *in;
	size_t at;
	struct field *f = some_list(all, &in, &at, seed);
	struct str one;

	if (f == NULL || f->text.n == 0)
		return false;
	one = strbuf_str(&f->text);
	put_varint(&f->text, take_varint(&one), 0);
	for (int n = 9; n > 0; n--) {
		struct strbuf twofold = STRBUF_INIT;

		strbuf_add(&twofold, strbuf_str(&f->text));
		strbuf_add(&twofold, strbuf_str(&f->text));
		strbuf_free(&f->text);
		f->text = twofold;
	}
	return true;
}

const struct mutation wire_mutations[] = {
	{ "gone", gone },
	{ "elsewhere", elsewhere },
	{ "twice", twice },
	{ "twice-other", twice_other },
	{ "unknown", unknown },
	{ "no-wire", no_wire },
	{ "wrong-wire", wrong_wire },
	{ "wrong-length", wrong_length },
	{ "padded", padded },
	{ "renumbered", renumbered },
	{ "other-value", other_value },
	{ "list-changed", list_changed },
	{ "unpacked", unpacked },
	{ "split", split },
	{ "list-cut", list_cut },
	{ "list-huge", list_huge },
	{ NULL, NULL },
};
