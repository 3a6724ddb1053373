/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes that are read while they come; a program for the thread sanitizer. */
#include "prelude.h"

#include "input/stream.h"

#include <stdatomic.h>
#include <unistd.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "read/pprof/pprof.h"
#include "read/readers.h"
#include "write/write.h"
#include "protoout.h"

enum { SAMPLES = 100000, TYPES = 2 };

/* ---- a profile with many samples ---- */

/* How numbers of a sample are written: as all writers do it, as Go's runtime
   does, one or two as fields of their own, or a packed field in two. */
enum spelling { PACKED, BY_GO, ODD };

/* The i-th of 9 locations, 200 stacks or so, 70 label lists. */
static void
put_sample(struct strbuf *to, uint64_t i, enum spelling how)
{
	struct strbuf m = STRBUF_INIT, ids = STRBUF_INIT;
	uint64_t h = hash_mix(i % 200 + 1), n = h % 12;
	bool packed = how == PACKED || (how == BY_GO && n > 2);

	if (how == BY_GO) {
		proto_number(&m, 2, i % 5);
		proto_number(&m, 2, i * 1000003);
	}
	for (uint64_t depth = n; depth > 0; depth--) {
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
	if (how == ODD) {
		proto_bytes(&m, 2, strbuf_str(&ids));
		strbuf_reset(&ids);
	}
	proto_varint(&ids, i * 1000003);
	if (how != BY_GO)
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
put_profile(struct strbuf *b, uint64_t samples, enum spelling how)
{
	static const char *const text[] = { "", "samples", "count", "cpu",
		"nanoseconds", "main", "work" };

	proto_bytes(b, 1, STR("\x08\x01\x10\x02"));
	proto_bytes(b, 1, STR("\x08\x03\x10\x04"));
	for (uint64_t i = 0; i < samples; i++)
		put_sample(b, i, how);
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

/* Takes the stream. NULL: it has to be read as a whole. */
static struct profile *
read_in_pieces(struct stream *f, struct progress *progress)
{
	struct read_spec spec = { .name = STR("x") };
	struct err err = ERR_INIT;
	struct builder *b = read_pieces(f, &spec, progress, NULL, &err);

	stream_free(f);
	assert_int_equal(err.code, ERR_NONE);
	return b != NULL ? builder_seal(b, &err) : NULL;
}

static struct profile *
read_flowing(struct str plain)
{
	struct bytes in = zipped(plain);
	struct stream *f = stream_of(&in);
	struct profile *p;

	assert_null(in.p);
	p = read_in_pieces(f, NULL);
	assert_non_null(p);
	return p;
}

static struct stream *
stream_of_temporary(struct str bytes)
{
	FILE *file = tmpfile();
	int fd;

	assert_non_null(file);
	assert_int_equal(fwrite(bytes.p, 1, bytes.n, file), bytes.n);
	assert_int_equal(fflush(file), 0);
	fd = dup(fileno(file));
	assert_true(fd >= 0 && lseek(fd, 0, SEEK_SET) == 0);
	fclose(file);
	return stream_of_file(fd, bytes.n);
}

/* The scan of pieces of n bytes, by hand. */
static struct profile *
read_crumbs(struct str plain, size_t n)
{
	char *room = xmalloc(STREAM_ROOM + n);
	struct read_job job = { .name = STR("x") };
	struct pprof_scan scan;
	struct err err = ERR_INIT;

	pprof_scan_init(&scan, plain.n, 0);
	for (size_t at = 0; at < plain.n; at += n) {
		struct str piece = str_sub(plain, at, at + n);

		memcpy(room + STREAM_ROOM, piece.p, piece.n);
		piece.p = room + STREAM_ROOM;
		assert_int_equal(pprof_scan_piece(&scan, piece, NULL), 0);
		memset(room, 0xff, STREAM_ROOM + n);
	}
	assert_int_equal(pprof_scan_end(&scan), 0);
	free(room);
	job.scan = &scan;
	job.builder = builder_new(0);
	assert_int_equal(reader_pprof.read(&job, &err), 0);
	pprof_scan_fini(&scan);
	return builder_seal(job.builder, &err);
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
	assert_memory_equal(a->labels.first, b->labels.first, sets * 4);
	for (uint32_t i = 0; i < a->labels.first[sets]; i++) {
		const struct label *x = &a->labels.label[i];
		const struct label *y = &b->labels.label[i];

		assert_true(x->key == y->key && x->str == y->str &&
			x->unit == y->unit && x->num == y->num);
	}
}

TEST(a_profile_is_the_same_however_it_comes)
{
	struct strbuf packed = STRBUF_INIT, odd = STRBUF_INIT,
		      by_go = STRBUF_INIT;
	struct profile *flowing, *whole, *slow, *file;
	struct bytes in;

	put_profile(&packed, SAMPLES, PACKED);
	put_profile(&odd, SAMPLES, ODD);
	flowing = read_flowing(strbuf_str(&packed));
	file = read_in_pieces(stream_of_temporary(strbuf_str(&packed)), NULL);
	assert_non_null(file);
	whole = read_whole(strbuf_str(&packed));
	/* one by one, through protobuf-c */
	slow = read_whole(strbuf_str(&odd));
	assert_int_equal(whole->sample.n, SAMPLES);
	assert_true(whole->labels.n > 8 && whole->trie.n > 100);
	assert_true(profile_check(whole));
	are_equal(flowing, whole);
	are_equal(slow, whole);
	are_equal(file, whole);
	profile_unref(file);
	in = zipped(strbuf_str(&packed));
	file = read_in_pieces(stream_of_temporary(bytes_str(&in)), NULL);
	are_equal(file, whole);
	profile_unref(file);
	bytes_free(&in);
	in = zipped(strbuf_str(&odd));
	assert_null(read_in_pieces(stream_of(&in), NULL));
	put_profile(&by_go, SAMPLES, BY_GO);
	in = zipped(strbuf_str(&by_go));
	file = read_in_pieces(stream_of(&in), NULL);
	assert_non_null(file);
	are_equal(file, whole);
	profile_unref(file);
	strbuf_free(&by_go);
	profile_unref(flowing);
	profile_unref(whole);
	profile_unref(slow);
	strbuf_free(&packed);
	strbuf_free(&odd);
}

/* Also a string that is longer than the room in front of a piece, and than a
   piece. */
TEST(it_does_not_matter_where_pieces_end)
{
	static const size_t sizes[] = { 1, 2, 3, 7, 64, 1000, 1 << 20 };
	struct strbuf plain = STRBUF_INIT, tail = STRBUF_INIT;
	struct profile *whole;

	put_profile(&plain, 300, PACKED);
	strbuf_addn(&tail, 'x', STREAM_ROOM + 5);
	proto_bytes(&plain, 6, strbuf_str(&tail));
	proto_bytes(&plain, 6, STR("y"));
	whole = read_whole(strbuf_str(&plain));
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		struct profile *p = read_crumbs(strbuf_str(&plain), sizes[i]);

		assert_int_equal(whole->strings.n, p->strings.n);
		are_equal(p, whole);
		profile_unref(p);
	}
	profile_unref(whole);
	strbuf_reset(&plain);
	put_profile(&plain, SAMPLES, PACKED);
	strbuf_addn(&tail, 'x', 1 << 20);
	proto_bytes(&plain, 6, strbuf_str(&tail));
	proto_bytes(&plain, 6, STR("y"));
	whole = read_flowing(strbuf_str(&plain));
	assert_true(str_is(
		profile_str(whole, (str_id)(whole->strings.n - 1)), "y"));
	profile_unref(whole);
	strbuf_free(&plain);
	strbuf_free(&tail);
}

/* ---- ends ---- */

/* All pieces, one behind the other, as long as they come. */
static bool
pieces_join(struct stream *f, struct strbuf *out)
{
	struct str piece;
	bool right;

	assert_true(stream_start(f, NULL));
	while (stream_next(f, &piece)) {
		strbuf_add(out, piece);
		memset((char *)(uintptr_t)piece.p - STREAM_ROOM, 0xff,
			STREAM_ROOM);
	}
	right = stream_is_right(f);
	stream_free(f);
	return right;
}

/* Bytes that do not get smaller. */
static void
put_noise(struct strbuf *to, size_t n)
{
	for (size_t i = 0; i < n; i++)
		strbuf_addch(to, (char)(hash_mix(i) & 0x3f));
}

TEST(pieces_are_all_bytes_of_all_members)
{
	struct strbuf plain = STRBUF_INIT, out = STRBUF_INIT;
	struct bytes in, more;

	put_noise(&plain, 3000000);
	in = zipped(strbuf_str(&plain));
	more = zipped(STR("and more"));
	in.p = xrealloc(in.p, in.n + more.n, 1);
	memcpy(in.p + in.n, more.p, more.n);
	in.n += more.n;
	strbuf_addstr(&plain, "and more");
	assert_true(pieces_join(stream_of_temporary(bytes_str(&in)), &out));
	assert_true(str_eq(strbuf_str(&plain), strbuf_str(&out)));
	strbuf_reset(&out);
	assert_true(pieces_join(stream_of(&in), &out));
	assert_true(str_eq(strbuf_str(&plain), strbuf_str(&out)));
	strbuf_free(&out);
	bytes_free(&more);
	strbuf_free(&plain);
}

TEST(damage_and_cuts_are_seen_at_the_end)
{
	struct strbuf plain = STRBUF_INIT, out = STRBUF_INIT;
	struct bytes in;
	struct str all;

	put_profile(&plain, SAMPLES, PACKED);
	in = zipped(strbuf_str(&plain));
	all = bytes_str(&in);
	for (size_t n = 0; n < 20; n++)
		assert_false(pieces_join(
			stream_of_temporary(str_sub(all, 0, all.n - 1 - n)),
			&out));
	assert_false(pieces_join(
		stream_of_temporary(str_sub(all, 0, all.n / 2)), &out));
	assert_null(read_in_pieces(
		stream_of_temporary(str_sub(all, 0, all.n - 1)), NULL));
	assert_null(read_in_pieces(stream_of_temporary(str_sub(
					   strbuf_str(&plain), 0, plain.n - 1)),
		NULL));
	in.p[in.n - 8] ^= 1;
	assert_null(read_in_pieces(stream_of(&in), NULL));
	strbuf_free(&plain);
	strbuf_free(&out);
}

TEST(a_file_that_changes_its_length_is_not_right)
{
	struct strbuf plain = STRBUF_INIT, out = STRBUF_INIT;
	struct stream *f;

	put_noise(&plain, 3000000);
	for (int i = 0; i < 2; i++) {
		struct str piece;

		f = stream_of_temporary(strbuf_str(&plain));
		assert_true(stream_start(f, NULL));
		assert_int_equal(
			ftruncate(stream_fd(f), i == 0 ? 2000000 : 3100000), 0);
		while (stream_next(f, &piece))
			strbuf_add(&out, piece);
		assert_false(stream_is_right(f));
		stream_free(f);
	}
	f = stream_of_temporary(strbuf_str(&plain));
	assert_int_equal(ftruncate(stream_fd(f), 100), 0);
	assert_false(stream_start(f, NULL));
	stream_free(f);
	strbuf_free(&plain);
	strbuf_free(&out);
}

TEST(it_can_be_stopped_at_any_time)
{
	struct strbuf plain = STRBUF_INIT;

	put_profile(&plain, SAMPLES, PACKED);
	for (int when = 0; when < 4; when++) {
		struct progress progress = { .stop = when == 0 };
		struct bytes in = zipped(strbuf_str(&plain));
		struct stream *f = stream_of(&in);
		struct str piece;

		if (when > 0)
			assert_true(stream_start(f, &progress));
		for (int i = 1; i < when; i++)
			assert_true(stream_next(f, &piece));
		stream_free(f);
	}
	stream_free(NULL);
	strbuf_free(&plain);
}

/* Who has seen in the first piece that it is none for pieces takes the bytes
   back. The thread, which unpacks them, must not go on. */
TEST(its_bytes_can_be_taken_at_any_time)
{
	struct strbuf plain = STRBUF_INIT;

	put_profile(&plain, SAMPLES, PACKED);
	for (int round = 0; round < 50; round++) {
		struct bytes in = zipped(strbuf_str(&plain)), back;
		size_t n = in.n;
		struct stream *f = stream_of(&in);
		struct str piece;

		assert_true(stream_start(f, NULL));
		if (round % 2 != 0)
			assert_true(stream_next(f, &piece));
		stream_take(f, &back);
		assert_int_equal(back.n, n);
		memset(back.p, 0, back.n);
		stream_free(f);
		bytes_free(&back);
	}
	strbuf_free(&plain);
}

/* A reader that is asked to stop ends, whatever has arrived. */
TEST(reading_stops_with_the_progress)
{
	struct strbuf plain = STRBUF_INIT;
	struct progress progress = { .stop = true };
	struct read_spec spec = { .name = STR("x") };
	struct err err = ERR_INIT;
	struct bytes in;
	struct stream *f;

	put_profile(&plain, SAMPLES, PACKED);
	in = zipped(strbuf_str(&plain));
	f = stream_of(&in);
	assert_null(read_pieces(f, &spec, &progress, NULL, &err));
	assert_int_equal(err.code, ERR_CANCELLED);
	stream_free(f);
	strbuf_free(&plain);
}

/* Too little for a thread; there already; JSON, which makes sense as a whole
   only. */
TEST(not_all_comes_in_pieces)
{
	struct strbuf text = STRBUF_INIT;
	struct bytes bytes = { .p = xstrndup("hello", 5), .n = 5, .cap = 6 };
	struct stream *f = stream_of(&bytes);

	assert_null(bytes.p);
	assert_false(stream_start(f, NULL));
	stream_take(f, &bytes);
	assert_true(str_is(bytes_str(&bytes), "hello"));
	stream_free(f);
	bytes_free(&bytes);

	strbuf_addstr(&text, "{\"a\":");
	strbuf_addn(&text, ' ', 1000000);
	strbuf_addstr(&text, "1}");
	assert_null(
		read_in_pieces(stream_of_temporary(strbuf_str(&text)), NULL));
	bytes = (struct bytes){ .p = text.p, .n = text.n, .cap = text.cap };
	f = stream_of(&bytes);
	assert_false(stream_start(f, NULL));
	stream_free(f);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
