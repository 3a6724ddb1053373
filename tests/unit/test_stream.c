/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes that are read while they come; a program for the thread sanitizer. */
#include "config.h"

#include "input/stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/compiler.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "read/pprof_scan.h"
#include "read/read.h"
#include "write/write.h"
#include "protoout.h"

#include "base/banned.h"

enum { SAMPLES = 100000, TYPES = 2 };

/* ---- a profile with many samples ---- */

/* The i-th of 9 locations, 200 stacks or so, 70 label lists. `packed`: as
   all writers do it; else each location is a field by itself. */
static void
put_sample(struct strbuf *to, uint64_t i, bool packed)
{
	struct strbuf m = STRBUF_INIT, ids = STRBUF_INIT;
	uint64_t h = hash_mix(i % 200 + 1);

	for (uint64_t depth = h % 12; depth > 0; depth--) {
		uint64_t id = 1 + (h >> depth) % 9;

		if (packed)
			proto_varint(&ids, id);
		else
			proto_number(&m, 1, id);
	}
	if (packed)
		proto_bytes(&m, 1, strbuf_str(&ids));
	strbuf_reset(&ids);
	proto_varint(&ids, i % 5);
	proto_varint(&ids, i * 1000003);
	proto_bytes(&m, 2, strbuf_str(&ids));
	for (unsigned k = 0; k < i % 3; k++) {
		strbuf_reset(&ids);
		proto_number(&ids, 1, 1 + k);
		proto_number(&ids, i % 7 == 0 ? 2 : 3, 1 + i % 6);
		proto_bytes(&m, 3, strbuf_str(&ids));
	}
	proto_bytes(to, 2, strbuf_str(&m));
	strbuf_free(&m);
	strbuf_free(&ids);
}

static void
put_profile(struct strbuf *b, uint64_t samples, bool packed)
{
	static const char *const text[] = { "", "samples", "count", "cpu",
		"nanoseconds", "main", "work" };

	proto_bytes(b, 1, STR("\x08\x01\x10\x02"));
	proto_bytes(b, 1, STR("\x08\x03\x10\x04"));
	for (uint64_t i = 0; i < samples; i++)
		put_sample(b, i, packed);
	for (char id = 1; id <= 9; id++) {
		const char loc[] = { 8, id, 0x18, id, 0x22, 2, 8, 1 };

		proto_bytes(b, 4, str_from(loc, sizeof(loc)));
	}
	proto_bytes(b, 5, STR("\x08\x01\x10\x05"));
	for (size_t i = 0; i < COUNT_OF(text); i++)
		proto_bytes(b, 6, str_c(text[i]));
}

static struct bytes
zipped(struct str plain)
{
	struct strbuf b = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct bytes out;

	assert_int_equal(gzip_append(&b, plain, &err), 0);
	out = (struct bytes){ .p = xmalloc(b.n), .n = b.n, .cap = b.n };
	memcpy(out.p, b.p, b.n);
	strbuf_free(&b);
	return out;
}

/* ---- loading it both ways ---- */

static struct profile *
read_whole(struct str plain)
{
	struct read_spec spec = { .bytes = plain, .name = STR("x") };
	struct err err = ERR_INIT;
	struct profile *p = read_profile(&spec, NULL, NULL, &err);

	assert_non_null(p);
	return p;
}

static struct profile *
read_flowing(struct str plain)
{
	struct bytes in = zipped(plain);
	struct read_spec spec = { .name = STR("x") };
	struct err err = ERR_INIT;
	struct stream *f = stream_inflate(&in, 0, NULL);
	struct profile *p;

	assert_null(in.p);
	assert_true(stream_is_running(f));
	spec.early = read_early(f, STR_EMPTY, 0, NULL);
	assert_non_null(spec.early);
	assert_false(spec.early->odd);
	assert_int_equal(stream_end(f, &err), 0);
	spec.bytes = bytes_str(stream_all(f));
	assert_true(str_eq(spec.bytes, plain));
	p = read_profile(&spec, NULL, NULL, &err);
	assert_non_null(p);
	read_early_free(spec.early);
	stream_free(f);
	return p;
}

static void
are_equal(const struct profile *a, const struct profile *b)
{
	size_t n = a->sample.n, nodes = a->trie.n, sets = a->labels.n;

	assert_int_equal(b->sample.n, n);
	assert_int_equal(b->trie.n, nodes);
	assert_int_equal(b->labels.n, sets);
	assert_memory_equal(a->sample.leaf, b->sample.leaf, n * 4);
	assert_memory_equal(a->sample.labels, b->sample.labels, n * 4);
	for (int i = 0; i < TYPES; i++)
		assert_memory_equal(
			a->sample.value[i], b->sample.value[i], n * 8);
	assert_memory_equal(a->trie.parent, b->trie.parent, nodes * 4);
	assert_memory_equal(a->trie.loc, b->trie.loc, nodes * 4);
	assert_memory_equal(a->trie.end, b->trie.end, nodes * 4);
	assert_memory_equal(a->labels.first, b->labels.first, sets * 4);
	for (uint32_t i = 0; i < a->labels.first[sets]; i++) {
		const struct label *x = &a->labels.label[i];
		const struct label *y = &b->labels.label[i];

		assert_true(x->key == y->key && x->str == y->str &&
			x->unit == y->unit && x->num == y->num);
	}
}

static void
a_profile_is_the_same_however_it_comes(void **state)
{
	struct strbuf packed = STRBUF_INIT, odd = STRBUF_INIT;
	struct profile *flowing, *whole, *slow;

	(void)state;
	put_profile(&packed, SAMPLES, true);
	put_profile(&odd, SAMPLES, false);
	flowing = read_flowing(strbuf_str(&packed));
	whole = read_whole(strbuf_str(&packed));
	/* one by one, through protobuf-c */
	slow = read_whole(strbuf_str(&odd));
	assert_int_equal(whole->sample.n, SAMPLES);
	assert_true(whole->labels.n > 8 && whole->trie.n > 100);
	assert_true(profile_check(whole));
	are_equal(flowing, whole);
	are_equal(slow, whole);
	profile_unref(flowing);
	profile_unref(whole);
	profile_unref(slow);
	strbuf_free(&packed);
	strbuf_free(&odd);
}

/* ---- ends ---- */

static void
stays_in_place_and_grows(void **state)
{
	struct strbuf plain = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct bytes in;
	struct stream *f;
	size_t have = 0, n, rounds = 0;

	(void)state;
	put_profile(&plain, SAMPLES, true);
	in = zipped(strbuf_str(&plain));
	f = stream_inflate(&in, 0, NULL);
	while ((n = stream_wait(f, have)) > have) {
		assert_memory_equal(
			stream_bytes(f) + have, plain.p + have, n - have);
		have = n;
		rounds++;
	}
	assert_true(rounds > 0);
	assert_int_equal(have, plain.n);
	assert_int_equal(stream_end(f, &err), 0);
	assert_ptr_equal(stream_all(f)->p, stream_bytes(f));
	stream_free(f);
	strbuf_free(&plain);
}

/* Two members: the size that the last one tells is too small. */
static void
what_needs_more_room_than_told_moves(void **state)
{
	struct strbuf plain = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct bytes in, more;
	struct stream *f;
	size_t have = 0, n;

	(void)state;
	for (int i = 0; i < 300000; i++)
		strbuf_addch(&plain, (char)(hash_mix((uint64_t)i) & 0x3f));
	in = zipped(strbuf_str(&plain));
	more = zipped(STR("and more"));
	in.p = xrealloc(in.p, in.n + more.n, 1);
	memcpy(in.p + in.n, more.p, more.n);
	in.n += more.n;
	strbuf_addc(&plain, "and more");
	f = stream_inflate(&in, 0, NULL);
	while ((n = stream_wait(f, have)) > have)
		have = n;
	assert_memory_equal(stream_bytes(f), plain.p, have);
	assert_int_equal(stream_end(f, &err), 0);
	assert_true(str_eq(bytes_str(stream_all(f)), strbuf_str(&plain)));
	stream_free(f);
	bytes_free(&more);
	strbuf_free(&plain);
}

static void
damage_is_told_at_the_end(void **state)
{
	struct strbuf plain = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct read_spec spec = { .name = STR("x") };
	struct bytes in;
	struct stream *f;

	(void)state;
	put_profile(&plain, SAMPLES, true);
	in = zipped(strbuf_str(&plain));
	in.p[in.n - 8] ^= 1;
	f = stream_inflate(&in, 0, NULL);
	spec.early = read_early(f, STR_EMPTY, 0, NULL);
	assert_int_equal(stream_end(f, &err), -1);
	assert_int_equal(err.code, ERR_FORMAT);
	assert_non_null(strstr(err.msg, "gzip: invalid checksum"));
	read_early_free(spec.early);
	stream_free(f);
	strbuf_free(&plain);
}

static void
the_limit_holds(void **state)
{
	struct strbuf plain = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct bytes in;
	struct stream *f;

	(void)state;
	put_profile(&plain, SAMPLES, true);
	in = zipped(strbuf_str(&plain));
	f = stream_inflate(&in, plain.n - 1, NULL);
	assert_int_equal(stream_end(f, &err), -1);
	assert_int_equal(err.code, ERR_LIMIT);
	stream_free(f);
	in = zipped(strbuf_str(&plain));
	f = stream_inflate(&in, plain.n, NULL);
	assert_int_equal(stream_end(f, &err), 0);
	stream_free(f);
	strbuf_free(&plain);
}

static void
it_can_be_stopped_at_any_time(void **state)
{
	struct strbuf plain = STRBUF_INIT;

	(void)state;
	put_profile(&plain, SAMPLES, true);
	for (int when = 0; when < 4; when++) {
		struct progress progress = { .stop = when == 0 };
		struct bytes in = zipped(strbuf_str(&plain));
		struct stream *f = stream_inflate(&in, 0, &progress);
		struct err err = ERR_INIT;

		if (when == 1)
			(void)stream_wait(f, 0);
		if (when == 2)
			(void)stream_end(f, &err);
		if (when == 0) {
			assert_int_equal(stream_end(f, &err), -1);
			assert_int_equal(err.code, ERR_CANCELLED);
		}
		stream_free(f);
	}
	stream_free(NULL);
	strbuf_free(&plain);
}

/* A reader that is told to stop ends, whatever has come. */
static void
reading_early_stops_with_the_progress(void **state)
{
	struct strbuf plain = STRBUF_INIT;
	struct progress progress = { .stop = false };
	struct err err = ERR_INIT;
	struct pprof_scan *scan;
	struct bytes in;
	struct stream *f;

	(void)state;
	put_profile(&plain, SAMPLES, true);
	in = zipped(strbuf_str(&plain));
	f = stream_inflate(&in, 0, &progress);
	(void)stream_wait(f, 0);
	atomic_store(&progress.stop, true);
	scan = read_early(f, STR_EMPTY, 0, &progress);
	assert_int_equal(scan->err.code, ERR_CANCELLED);
	(void)stream_end(f, &err);
	read_early_free(scan);
	stream_free(f);
	strbuf_free(&plain);
}

static void
whole_bytes_are_a_flow_too(void **state)
{
	struct bytes bytes = { .p = xstrndup("hello", 5), .n = 5, .cap = 6 };
	struct err err = ERR_INIT;
	struct bytes back;
	struct stream *f = stream_of(&bytes);

	(void)state;
	assert_null(bytes.p);
	assert_false(stream_is_running(f));
	assert_null(read_early(f, STR_EMPTY, 0, NULL));
	assert_int_equal(stream_wait(f, 0), 5);
	assert_int_equal(stream_wait(f, 5), 5);
	assert_int_equal(stream_end(f, &err), 0);
	stream_take(f, &back);
	assert_true(str_is(bytes_str(&back), "hello"));
	bytes_free(&back);
	stream_free(f);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_profile_is_the_same_however_it_comes),
		cmocka_unit_test(stays_in_place_and_grows),
		cmocka_unit_test(what_needs_more_room_than_told_moves),
		cmocka_unit_test(damage_is_told_at_the_end),
		cmocka_unit_test(the_limit_holds),
		cmocka_unit_test(it_can_be_stopped_at_any_time),
		cmocka_unit_test(reading_early_stops_with_the_progress),
		cmocka_unit_test(whole_bytes_are_a_flow_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
