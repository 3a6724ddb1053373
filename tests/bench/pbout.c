/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile.proto on its way to standard output: see pbout.h. */
#include "prelude.h"

#include "bench/pbout.h"

#include "unit/protoout.h"
#include "unit/util_random.h"

static void
put_message(unsigned int field, const struct strbuf *body)
{
	struct strbuf head = STRBUF_INIT;

	proto_varint(&head, field << 3 | 2);
	proto_varint(&head, body->n);
	fwrite(head.p, 1, head.n, stdout);
	fwrite(body->p, 1, body->n, stdout);
	strbuf_free(&head);
}

uint32_t
pbout_string(struct pbout *o, struct str s)
{
	proto_bytes(&o->table, 6, s);
	return o->nstrings++;
}

uint32_t
pbout_text(struct pbout *o, const char *text)
{
	return pbout_string(o, str_c(text));
}

static void
put_type(struct pbout *o, struct str name, uint32_t unit)
{
	strbuf_reset(&o->part);
	proto_number(&o->part, 1, pbout_string(o, name));
	proto_number(&o->part, 2, unit);
	put_message(1, &o->part);
}

void
pbout_begin(struct pbout *o, uint32_t ntypes)
{
	struct strbuf name = STRBUF_INIT;
	uint32_t count, nanoseconds;

	*o = (struct pbout){ .ntypes = ntypes };
	pbout_text(o, "");
	count = pbout_text(o, "count");
	nanoseconds = pbout_text(o, "nanoseconds");
	put_type(o, STR("samples"), count);
	for (uint32_t i = 2; i < ntypes; i++) {
		strbuf_reset(&name);
		strbuf_addf(&name, "event%u", i);
		put_type(o, strbuf_str(&name), count);
	}
	put_type(o, STR("cpu"), nanoseconds);
	strbuf_free(&name);
}

void
pbout_sample(struct pbout *o, const uint32_t *loc, uint32_t n, uint64_t count)
{
	strbuf_reset(&o->sample);
	strbuf_reset(&o->packed);
	for (uint32_t i = 0; i < n; i++)
		proto_varint(&o->packed, loc[i]);
	proto_bytes(&o->sample, 1, strbuf_str(&o->packed));
	strbuf_reset(&o->packed);
	for (uint32_t i = 0; i + 1 < o->ntypes; i++)
		proto_varint(&o->packed, count + i);
	proto_varint(&o->packed, count * 10000000);
	proto_bytes(&o->sample, 2, strbuf_str(&o->packed));
}

void
pbout_label(struct pbout *o, uint32_t key, uint32_t value)
{
	strbuf_reset(&o->part);
	proto_number(&o->part, 1, key);
	proto_number(&o->part, 2, value);
	proto_bytes(&o->sample, 3, strbuf_str(&o->part));
}

void
pbout_sample_end(struct pbout *o)
{
	put_message(2, &o->sample);
}

static void
add_line(struct pbout *o, uint32_t func, uint64_t line)
{
	strbuf_reset(&o->part);
	proto_number(&o->part, 1, func);
	proto_number(&o->part, 2, line);
	proto_bytes(&o->packed, 4, strbuf_str(&o->part));
}

uint32_t
pbout_location(struct pbout *o, uint32_t func, uint64_t line, uint32_t inlined,
	uint64_t inlined_line)
{
	uint32_t id = ++o->nlocs;

	strbuf_reset(&o->packed);
	proto_number(&o->packed, 1, id);
	proto_number(&o->packed, 2, 1);
	proto_number(&o->packed, 3, 0x400000 + (uint64_t)id * 16);
	if (inlined != 0)
		add_line(o, inlined, inlined_line);
	add_line(o, func, line);
	put_message(4, &o->packed);
	return id;
}

uint32_t
pbout_function(struct pbout *o, struct str name, struct str file, uint64_t line)
{
	uint32_t n = pbout_string(o, name), id = ++o->nfuncs;

	strbuf_reset(&o->packed);
	proto_number(&o->packed, 1, id);
	proto_number(&o->packed, 2, n);
	proto_number(&o->packed, 3, n);
	proto_number(&o->packed, 4, pbout_string(o, file));
	proto_number(&o->packed, 5, line);
	put_message(5, &o->packed);
	return id;
}

int
pbout_end(struct pbout *o)
{
	struct strbuf b = STRBUF_INIT;
	int rc;

	proto_number(&b, 1, 1);
	proto_number(&b, 2, 0x400000);
	proto_number(&b, 3, 0x40000000);
	proto_number(&b, 5, pbout_text(o, "/srv/fleet/bin/server"));
	proto_number(&b, 6, pbout_text(o, "5f2b1c0de4a7"));
	proto_number(&b, 7, 1);
	put_message(3, &b);
	strbuf_reset(&b);
	strbuf_reset(&o->part);
	proto_number(&o->part, 1, o->nstrings);
	proto_number(&o->part, 2, 2); /* nanoseconds: see pbout_begin() */
	pbout_text(o, "cpu");
	fwrite(o->table.p, 1, o->table.n, stdout);
	proto_number(&b, 9, 1700000000000000000);
	proto_number(&b, 10, 300000000000);
	proto_bytes(&b, 11, strbuf_str(&o->part));
	proto_number(&b, 12, 10000000);
	fwrite(b.p, 1, b.n, stdout);
	strbuf_free(&b);
	strbuf_free(&o->table);
	strbuf_free(&o->sample);
	strbuf_free(&o->packed);
	strbuf_free(&o->part);
	rc = fflush(stdout) != 0 || ferror(stdout) ? -1 : 0;
	return rc;
}

uint64_t
mix64(uint64_t x)
{
	return random_next(&x);
}

uint64_t
dice_next(struct dice *d)
{
	return mix64(d->state++);
}

uint32_t
dice_below(struct dice *d, uint32_t n)
{
	return (uint32_t)((dice_next(d) >> 32) * n >> 32);
}

double
dice_unit(struct dice *d)
{
	return (double)(dice_next(d) >> 11) * 0x1p-53;
}
