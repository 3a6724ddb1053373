/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A writer of profile.proto, compressed by gzip.
 *
 * Written by hand, because the order of the string table and the choice between
 * packed and plain integers are pprof's own and a generated encoder follows
 * neither.
 */
#include "prelude.h"

#include "write/write.h"

#include <limits.h>
#include <zlib.h>

#include "base/num.h"
#include "base/vec.h"
#include "profile/demangle.h"

enum pprof_wire { WIRE_VARINT = 0, WIRE_BYTES = 2 };

struct encoder {
	const struct profile *p;
	struct strbuf *out;
	struct packer *packer; /* compresses `out`; NULL: no compression */
	uint32_t *index;       /* [strings.n] index in the file, or NONE */
	VEC(str_id) order;     /* strings of the file, by index */
	VEC(uint64_t) numbers; /* scratch: values of a repeated field */
	VEC(char) packed;      /* scratch: the same values, encoded */
};

enum { PIECE = 64 * 1024 }; /* minimum bytes to compress at once */

static bool packer_takes(struct packer *k, struct strbuf *from);

/* Compress the output so far, if it is long enough. False: stop. */
static bool
encoder_goes_on(struct encoder *e)
{
	return e->packer == NULL || e->out->n < PIECE ||
		packer_takes(e->packer, e->out);
}

enum { VARINT_MAX = 10 /* bytes of the longest varint */ };

/* Write v at `to`, where VARINT_MAX bytes are free, and return its length. */
static size_t
varint_at(char *to, uint64_t v)
{
	size_t n = 0;

	for (; v > 0x7F; v >>= 7)
		to[n++] = (char)((char)(v & 0x7F) | (char)0x80);
	to[n++] = (char)v;
	return n;
}

static void
encode_varint(struct strbuf *out, uint64_t v)
{
	char bytes[VARINT_MAX];

	strbuf_add(out, str_from(bytes, varint_at(bytes, v)));
}

static void
encode_key(struct strbuf *out, unsigned field, enum pprof_wire wire)
{
	encode_varint(out, (uint64_t)field << 3 | wire);
}

static void
encode_any(struct strbuf *out, unsigned field, uint64_t v)
{
	encode_key(out, field, WIRE_VARINT);
	encode_varint(out, v);
}

static void
encode_nonzero(struct strbuf *out, unsigned field, uint64_t v)
{
	if (v != 0)
		encode_any(out, field, v);
}

static void
encode_bytes(struct strbuf *out, unsigned field, struct str s)
{
	encode_key(out, field, WIRE_BYTES);
	encode_varint(out, s.n);
	strbuf_add(out, s);
}

/* Write the collected numbers as one repeated field. */
static void
encode_repeated(struct encoder *e, struct strbuf *out, unsigned field)
{
	if (e->numbers.n > 2) {
		/* Reserve once: deep stacks have many ids. */
		vec_reserve(&e->packed, mul_size(e->numbers.n, VARINT_MAX));
		e->packed.n = 0;
		for (size_t i = 0; i < e->numbers.n; i++)
			e->packed.n += varint_at(
				e->packed.p + e->packed.n, e->numbers.p[i]);
		encode_bytes(out, field, str_from(e->packed.p, e->packed.n));
	} else {
		for (size_t i = 0; i < e->numbers.n; i++)
			encode_any(out, field, e->numbers.p[i]);
	}
	e->numbers.n = 0;
}

/* Return the index of a string in the file: pprof numbers strings in the order
   of their first use. */
static uint64_t
string_index(struct encoder *e, str_id id)
{
	if (e->index[id] == NONE) {
		e->index[id] = (uint32_t)e->order.n;
		vec_push(&e->order, id);
	}
	return e->index[id];
}

static void
encode_value_type(struct encoder *e, unsigned field, str_id type, str_id unit)
{
	struct strbuf m = STRBUF_INIT;

	encode_nonzero(&m, 1, string_index(e, type));
	encode_nonzero(&m, 2, string_index(e, unit));
	encode_bytes(e->out, field, strbuf_str(&m));
	strbuf_free(&m);
}

static void
encode_sample(struct encoder *e, size_t s, struct strbuf *m)
{
	const struct profile *p = e->p;
	uint32_t from = p->labels.first[p->sample.labels[s]];
	uint32_t to = p->labels.first[p->sample.labels[s] + 1];

	strbuf_reset(m);
	for (node_id i = p->sample.leaf[s]; i != 0; i = p->trie.parent[i])
		vec_push(&e->numbers, p->loc.id[p->trie.loc[i]]);
	encode_repeated(e, m, 1);
	for (uint32_t t = 0; t < p->types.n; t++)
		vec_push(&e->numbers, (uint64_t)p->sample.value[t][s]);
	encode_repeated(e, m, 2);
	for (int numeric = 0; numeric < 2; numeric++)
		for (uint32_t i = from; i < to; i++)
			if ((p->labels.label[i].str == NONE) ==
				(numeric == 1)) {
				struct strbuf *out = m;
				struct strbuf label_m = STRBUF_INIT;

				encode_nonzero(&label_m, 1,
					string_index(
						e, p->labels.label[i].key));
				if (p->labels.label[i].str != NONE) {
					encode_nonzero(&label_m, 2,
						string_index(e,
							p->labels.label[i]
								.str));
				} else {
					encode_nonzero(&label_m, 3,
						(uint64_t)p->labels.label[i]
							.num);
					encode_nonzero(&label_m, 4,
						string_index(e,
							p->labels.label[i]
								.unit));
				}
				encode_bytes(out, 3, strbuf_str(&label_m));
				strbuf_free(&label_m);
			}
	encode_bytes(e->out, 2, strbuf_str(m));
}

static void
encode_profile(struct encoder *e)
{
	const struct profile *p = e->p;
	struct strbuf scratch = STRBUF_INIT;
	const struct header *h;
	struct strbuf *all, rest = STRBUF_INIT, *out;

	e->index = ids_new(p->strings.n);
	(void)string_index(e, 0);
	for (uint32_t i = 0; i < p->types.n; i++)
		encode_value_type(e, 1, p->types.type[i], p->types.unit[i]);
	for (size_t s = 0; s < p->sample.n && encoder_goes_on(e); s++)
		encode_sample(e, s, &scratch);
	for (uint32_t i = 0; i < p->map.n && encoder_goes_on(e); i++) {
		const struct profile *q = e->p;
		struct strbuf m = STRBUF_INIT;

		encode_nonzero(&m, 1, q->map.id[i]);
		encode_nonzero(&m, 2, q->map.start[i]);
		encode_nonzero(&m, 3, q->map.limit[i]);
		encode_nonzero(&m, 4, q->map.offset[i]);
		encode_nonzero(&m, 5, string_index(e, q->map.file[i]));
		encode_nonzero(&m, 6, string_index(e, q->map.build_id[i]));
		for (unsigned bit = 0; bit < 4; bit++)
			encode_nonzero(&m, 7 + bit, q->map.has[i] >> bit & 1);
		encode_bytes(e->out, 3, strbuf_str(&m));
		strbuf_free(&m);
	}
	for (loc_id loc = 0; loc < p->loc.n && encoder_goes_on(e); loc++) {
		struct strbuf line = STRBUF_INIT;

		strbuf_reset(&scratch);
		encode_nonzero(&scratch, 1, p->loc.id[loc]);
		if (p->loc.map[loc] != NONE)
			encode_nonzero(&scratch, 2, p->map.id[p->loc.map[loc]]);
		encode_nonzero(&scratch, 3, p->loc.address[loc]);
		for (uint32_t i = p->loc.line0[loc]; i < p->loc.line0[loc + 1];
			i++) {
			strbuf_reset(&line);
			encode_nonzero(&line, 1, p->func.id[p->line.func[i]]);
			encode_nonzero(&line, 2, (uint64_t)p->line.line[i]);
			encode_nonzero(&line, 3, (uint64_t)p->line.column[i]);
			encode_bytes(&scratch, 4, strbuf_str(&line));
		}
		encode_nonzero(&scratch, 5, p->loc.folded[loc]);
		encode_bytes(e->out, 4, strbuf_str(&scratch));
		strbuf_free(&line);
	}
	for (func_id f = 0; f < p->func.n && encoder_goes_on(e); f++) {
		struct strbuf m = STRBUF_INIT;
		str_id system;

		encode_nonzero(&m, 1, p->func.id[f]);
		encode_nonzero(&m, 2, string_index(e, p->func.name[f]));
		/* pprof demangles a name that equals its system name, as C++.
		   Readable names from other formats must stay unchanged, so
		   they get no system name. */
		system = p->func.system[f];
		encode_nonzero(&m, 3,
			string_index(e,
				p->header.names == NAMES_OTHER &&
						system == p->func.name[f] &&
						!demangle_is_encoded(
							profile_str(p, system))
					? 0
					: system));
		encode_nonzero(&m, 4, string_index(e, p->func.file[f]));
		encode_nonzero(&m, 5, (uint64_t)p->func.start_line[f]);
		encode_bytes(e->out, 5, strbuf_str(&m));
		strbuf_free(&m);
	}
	h = &e->p->header;
	all = e->out;
	out = &rest;
	/* Encode fields 7 to 15 now: they add to the string table (field 6),
	   which precedes them in the file. */
	e->out = out;
	encode_nonzero(out, 7, string_index(e, h->drop_frames));
	encode_nonzero(out, 8, string_index(e, h->keep_frames));
	encode_nonzero(out, 9, (uint64_t)h->time_nanos);
	encode_nonzero(out, 10, (uint64_t)h->duration_nanos);
	if (h->period_type != 0 || h->period_unit != 0)
		encode_value_type(e, 11, h->period_type, h->period_unit);
	encode_nonzero(out, 12, (uint64_t)h->period);
	for (uint32_t i = 0; i < h->ncomments; i++)
		vec_push(&e->numbers, string_index(e, h->comment[i]));
	encode_repeated(e, out, 13);
	encode_any(out, 14, string_index(e, h->default_type));
	encode_nonzero(out, 15, string_index(e, h->doc_url));
	e->out = all;
	for (size_t i = 0; i < e->order.n && encoder_goes_on(e); i++)
		encode_bytes(all, 6, profile_str(e->p, e->order.p[i]));
	strbuf_add(all, strbuf_str(&rest));
	strbuf_free(&rest);
	free(e->index);
	vec_free(&e->order);
	vec_free(&e->numbers);
	vec_free(&e->packed);
	strbuf_free(&scratch);
}

void
pprof_encode(const struct profile *p, struct strbuf *out)
{
	struct encoder e = { .p = p, .out = out };

	encode_profile(&e);
}

/* ---- gzip ---- */

enum { GZIP_WINDOW = 15 + 16, MEMORY_LEVEL = 8 };

struct packer {
	z_stream z;
	struct strbuf *out;
	bool (*goes_on)(void *on);
	void *on;
	bool ended, failed; /* `ended`: failed, or stopped by goes_on() */
};

static int
packer_begin(struct packer *k, struct err *err)
{
	if (deflateInit2(&k->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW,
		    MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
		return err_set(err, ERR_IO, "cannot start compressing");
	return 0;
}

/* Compress more data; flush: Z_NO_FLUSH or Z_FINISH. */
static int
packer_put(struct packer *k, struct str data, int flush)
{
	unsigned char piece[PIECE];
	int rc = Z_OK;

	do {
		/* zlib only reads, though next_in is not const */
		k->z.next_in = (unsigned char *)(uintptr_t)data.p;
		k->z.avail_in = data.n > UINT_MAX ? UINT_MAX : (unsigned)data.n;
		data = str_skip(data, k->z.avail_in);
		do {
			k->z.next_out = piece;
			k->z.avail_out = sizeof(piece);
			rc = deflate(&k->z, data.n == 0 ? flush : Z_NO_FLUSH);
			strbuf_add(k->out,
				str_from((char *)piece,
					sizeof(piece) - k->z.avail_out));
		} while (k->z.avail_out == 0);
	} while (data.n > 0);
	return rc;
}

static int
packer_end(struct packer *k, int rc, struct err *err)
{
	(void)deflateEnd(&k->z);
	return rc == Z_STREAM_END ? 0 : err_set(err, ERR_IO, "cannot compress");
}

static bool
packer_takes(struct packer *k, struct strbuf *from)
{
	int rc = packer_put(k, strbuf_str(from), Z_NO_FLUSH);

	strbuf_reset(from);
	/* Z_BUF_ERROR: there was nothing left to do. */
	k->failed = k->failed || (rc != Z_OK && rc != Z_BUF_ERROR);
	k->ended = k->ended || k->failed || !k->goes_on(k->on);
	return !k->ended;
}

int
gzip_append(struct strbuf *out, struct str data, struct err *err)
{
	struct packer k = { .out = out };

	if (packer_begin(&k, err) != 0)
		return -1;
	return packer_end(&k, packer_put(&k, data, Z_FINISH), err);
}

int
pprof_write(const struct profile *p, struct strbuf *out,
	bool (*goes_on)(void *on), void *on, struct err *err)
{
	struct packer k = { .out = out, .goes_on = goes_on, .on = on };
	struct strbuf message = STRBUF_INIT;
	struct encoder e = { .p = p, .out = &message, .packer = &k };
	int rc = packer_begin(&k, err);

	if (rc != 0)
		return rc;
	encode_profile(&e);
	rc = packer_put(&k, strbuf_str(&message), Z_FINISH);
	strbuf_free(&message);
	return packer_end(&k, rc, err);
}
