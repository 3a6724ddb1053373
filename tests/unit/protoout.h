/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages of protobuf written by hand, field by field, right or wrong. */
#ifndef FT_TESTS_PROTOOUT_H
#define FT_TESTS_PROTOOUT_H

#include "base/str.h"
#include "base/strbuf.h"

static inline void
proto_varint(struct strbuf *out, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		strbuf_addch(out, (char)(unsigned char)(v | 0x80));
	strbuf_addch(out, (char)(unsigned char)v);
}

/* 0 is written, too. */
static inline void
proto_number(struct strbuf *out, unsigned field, uint64_t v)
{
	proto_varint(out, field << 3);
	proto_varint(out, v);
}

/* A text, a message, a packed list. */
static inline void
proto_bytes(struct strbuf *out, unsigned field, struct str s)
{
	proto_varint(out, field << 3 | 2);
	proto_varint(out, s.n);
	strbuf_add(out, s);
}

#endif
