/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scanning protobuf: see wire.h. */
#include "config.h"

#include "read/wire.h"

#include "base/banned.h"

static int
bad(struct wire *w, size_t at, const char *why)
{
	w->bad = why;
	w->bad_at = at;
	return -1;
}

static int
varint(struct wire *w, uint64_t *value)
{
	const unsigned char *p = (const unsigned char *)w->bytes.p + w->pos;
	size_t left = w->bytes.n - w->pos;
	uint64_t v;

	if (left > 0 && p[0] < 0x80) {
		*value = p[0];
		w->pos++;
		return 0;
	}
	v = 0;
	for (size_t i = 0; i < left && i < WIRE_NUMBER_MAX; i++) {
		v |= (uint64_t)(p[i] & 0x7f) << (7 * i);
		if (p[i] < 0x80) {
			*value = v;
			w->pos += i + 1;
			return 0;
		}
	}
	return bad(w, w->pos,
		left < WIRE_NUMBER_MAX ? "it is cut within a number"
				  : "a number has more than 10 bytes");
}

/* n bytes of content. */
static int
take(struct wire *w, uint64_t n, struct str *span)
{
	if (n > w->bytes.n - w->pos)
		return bad(w, w->pos, "a field reaches beyond the end");
	*span = str_from(w->bytes.p + w->pos, (size_t)n);
	w->pos += (size_t)n;
	return 0;
}

int
wire_next(struct wire *w, struct wire_field *f)
{
	uint64_t key, n;

	if (w->pos == w->bytes.n)
		return 0;
	f->at = w->pos;
	f->number = 0;
	if (varint(w, &key) != 0)
		return -1;
	f->number = key >> 3;
	f->type = key & 7;
	f->value = 0;
	switch (f->type) {
	case WIRE_VARINT:
		return varint(w, &f->value) != 0 ? -1 : 1;
	case WIRE_BYTES:
		if (varint(w, &n) != 0)
			return -1;
		return take(w, n, &f->span) != 0 ? -1 : 1;
	case WIRE_FIXED64:
		return take(w, 8, &f->span) != 0 ? -1 : 1;
	case WIRE_FIXED32:
		return take(w, 4, &f->span) != 0 ? -1 : 1;
	default:
		w->pos = f->at;
		return bad(w, f->at, "a field has an unknown wire type");
	}
}

int
wire_any_number(struct wire *w, uint64_t *value)
{
	if (w->pos == w->bytes.n)
		return 0;
	return varint(w, value) != 0 ? -1 : 1;
}
