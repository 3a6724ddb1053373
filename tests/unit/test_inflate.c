/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compressed bytes, whole, cut, broken and too large. */
#include "prelude.h"

#include "input/inflate.h"

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "input/inflate_engine.h"
#include "write/write.h"
#include "util_unpack.h"

/* printf hello | gzip -n9, byte for byte. */
#define HELLO \
	"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xcb\x48\xcd\xc9\xc9\x07" \
	"\x00\x86\xa6\x10\x36\x05\x00\x00\x00"

/* "hello", as zlib wraps it. */
#define ZLIB_HELLO "\x78\x9c\xcb\x48\xcd\xc9\xc9\x07\x00\x06\x2c\x02\x15"

TEST(members_are_joined)
{
	unpacks_to(inflate_all, STR(HELLO), "hello");
	unpacks_to(inflate_all, STR(HELLO HELLO HELLO), "hellohellohello");
	/* with a file name in the header */
	unpacks_to(inflate_all,
		STR("\x1f\x8b\x08\x08\x00\x00\x00\x00\x02\x03"
			"a\0"
			"\xcb\x48\xcd\xc9\xc9\x07\x00"
			"\x86\xa6\x10\x36\x05\x00\x00\x00"),
		"hello");
}

TEST(other_bytes_are_left_alone)
{
	unpack_leaves(inflate_all, STR(""));
	unpack_leaves(inflate_all, STR("\x1f"));
	unpack_leaves(inflate_all, STR("\x0a\x04\x08\x01\x10\x02"));
	unpack_leaves(inflate_all, STR("x;y 1\n"));
}

TEST(what_follows_a_member_must_be_a_member)
{
	unpack_fails(inflate_all,
		STR(HELLO "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"), 0,
		ERR_FORMAT,
		"decompressing profile: gzip: invalid header (compressed byte "
		"25)");
	unpack_fails(inflate_all, STR(HELLO "\0\0\0"), 0, ERR_FORMAT,
		"decompressing profile: unexpected EOF, the file is truncated "
		"(compressed byte 25)");
}

TEST(a_cut_anywhere_is_an_unexpected_end)
{
	for (size_t n = 2; n < sizeof(HELLO) - 1; n++)
		unpack_is_cut(inflate_all, str_from(HELLO, n));
	unpack_fails(inflate_all, str_from(HELLO, 20), 0, ERR_FORMAT,
		"decompressing profile: unexpected EOF, the file is truncated "
		"(compressed byte 20)");
}

static void
flip(size_t at, const char *msg)
{
	char damaged[] = HELLO;

	damaged[at] = (char)(damaged[at] ^ 0x41);
	unpack_fails(inflate_all, str_from(damaged, sizeof(damaged) - 1), 0,
		ERR_FORMAT, msg);
}

TEST(damage_is_named_in_the_words_of_go)
{
	flip(2,
		"decompressing profile: gzip: invalid header (compressed byte "
		"0)");
	flip(18,
		"decompressing profile: gzip: invalid checksum (compressed "
		"byte 21)");
	flip(21,
		"decompressing profile: gzip: invalid checksum (compressed "
		"byte 25)");
	unpack_fails(inflate_all,
		STR("\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x07\x00\x00\x00"
		  "\x00\x00\x00"),
		0, ERR_FORMAT,
		"decompressing profile: flate: corrupt input, invalid block "
		"type (compressed byte 11)");
}

TEST(zlib_is_read_but_never_guessed)
{
	unpacks_to(inflate_all, STR(ZLIB_HELLO), "hello");
	/* "x\x01" may begin a profile, too: doc_url is string 1 */
	unpack_leaves(inflate_all, STR("\x78\x01\x32\x00\x32\x01u"));
	unpack_leaves(inflate_all, str_from(ZLIB_HELLO, 9));
	unpack_leaves(inflate_all, STR(ZLIB_HELLO "more"));
}

TEST(the_limit_stops_a_bomb)
{
	/* a block of 258-byte repeats: one byte of input is 1032 of output */
	struct strbuf bomb = STRBUF_INIT;
	struct bytes out = BYTES_INIT;
	struct err err = ERR_INIT;

	unpack_fails(inflate_all, STR(HELLO), 4, ERR_LIMIT,
		"decompressing profile: larger than the memory limit "
		"allows (compressed byte 25, see --max-memory)");
	assert_int_equal(inflate_all(STR(HELLO), 5, &out, NULL, &err), 1);
	bytes_free(&out);
	strbuf_add(&bomb,
		STR("\x1f\x8b\x08\0\0\0\0\0\x02\x03\xec\xc1\x01\x01"
		    "\0\0\0\x80\x90\xfe\xaf\xee\x08\x0a"));
	strbuf_addn(&bomb, '\0', 50000);
	unpack_refuses(inflate_all, strbuf_str(&bomb), 1 << 20,
		"larger than the memory limit allows");
	strbuf_free(&bomb);
}

/* `n` members of a megabyte of zeros, a kilobyte each. */
static void
add_bomb(struct strbuf *out, size_t n)
{
	struct strbuf zeros = STRBUF_INIT, member = STRBUF_INIT;
	struct err err = ERR_INIT;

	strbuf_addn(&zeros, '\0', 1 << 20);
	assert_int_equal(gzip_append(&member, strbuf_str(&zeros), &err), 0);
	for (size_t i = 0; i < n; i++)
		strbuf_add(out, strbuf_str(&member));
	strbuf_free(&zeros);
	strbuf_free(&member);
}

TEST(a_bomb_of_many_members_is_refused)
{
	struct strbuf bomb = STRBUF_INIT;

	add_bomb(&bomb, 100);
	/* at the limit, */
	unpack_refuses(inflate_all, strbuf_str(&bomb), 20 << 20,
		"larger than the memory limit allows");
	unpack_refuses(inflate_all, strbuf_str(&bomb), 20 << 20,
		" : 1 up to compressed byte ");
	/* and below any limit by its ratio */
	unpack_refuses(inflate_all, strbuf_str(&bomb), 0, " became 6");
	unpack_refuses(inflate_all, strbuf_str(&bomb), 0,
		" : 1, like a decompression bomb");
	strbuf_free(&bomb);
}

TEST(what_is_short_may_shrink_as_it_likes)
{
	struct strbuf zeros = STRBUF_INIT;
	struct bytes out = BYTES_INIT;
	struct err err = ERR_INIT;

	add_bomb(&zeros, 8);
	assert_int_equal(
		inflate_all(strbuf_str(&zeros), 0, &out, NULL, &err), 1);
	assert_int_equal(out.n, 8 << 20);
	bytes_free(&out);
	strbuf_free(&zeros);
}

TEST(who_has_seen_enough_gets_whole_lines)
{
	struct progress progress = { .keep = true };
	struct strbuf in = STRBUF_INIT;
	struct bytes out = BYTES_INIT;
	struct err err = ERR_INIT;
	size_t first;

	assert_int_equal(gzip_append(&in, STR("a 1\nb"), &err), 0);
	first = in.n;
	assert_int_equal(gzip_append(&in, STR(" 2\nc 3\n"), &err), 0);
	assert_int_equal(
		inflate_all(strbuf_str(&in), 0, &out, &progress, &err), 1);
	assert_true(str_is(bytes_str(&out), "a 1\n"));
	assert_int_equal(out.part, first);
	assert_int_equal(out.part_of, in.n);
	bytes_free(&out);
	/* Formats that are not lines need the whole input. */
	strbuf_reset(&in);
	assert_int_equal(gzip_append(&in, STR("\n\4\10\1\n"), &err), 0);
	assert_int_equal(gzip_append(&in, STR("\20\2"), &err), 0);
	assert_int_equal(
		inflate_all(strbuf_str(&in), 0, &out, &progress, &err), 1);
	assert_true(str_is(bytes_str(&out), "\n\4\10\1\n\20\2"));
	assert_int_equal(out.part, 0);
	bytes_free(&out);
	strbuf_free(&in);
}

TEST(inflating_stops_when_asked)
{
	unpack_stops_when_asked(inflate_all, STR(HELLO));
}

#ifdef HAVE_ISAL

/* Both libraries must give the same result for the same bytes: equal output or
   the same kind of error; used together, zlib's message. */
static void
agrees(struct str in, size_t max)
{
	struct bytes z = BYTES_INIT, i = BYTES_INIT, all = BYTES_INIT;
	struct err ze = ERR_INIT, ie = ERR_INIT, ae = ERR_INIT;
	int rc = inflate_by(&inflate_zlib, in, max, &z, NULL, &ze);
	int irc = inflate_by(&inflate_isal, in, max, &i, NULL, &ie);

	assert_int_equal(inflate_all(in, max, &all, NULL, &ae), rc);
	assert_true(str_eq(bytes_str(&all), bytes_str(&z)));
	assert_int_equal(ae.code, ze.code);
	assert_string_equal(ae.msg, ze.msg);
	/* what it leaves to zlib is an error of its own */
	if (irc >= 0 || strstr(ie.msg, "not for this") == NULL) {
		assert_int_equal(irc, rc);
		assert_int_equal(ie.code, ze.code);
		assert_true(str_eq(bytes_str(&i), bytes_str(&z)));
	}
	bytes_free(&z);
	bytes_free(&i);
	bytes_free(&all);
}

/* Cut anywhere, and with each bit wrong in turn. */
static void
agrees_cut_and_damaged(struct str in)
{
	char *copy = xstrndup(in.p, in.n);

	agrees(in, 0);
	agrees(in, 3);
	for (size_t n = 0; n < in.n; n++)
		agrees(str_from(in.p, n), 0);
	for (size_t bit = 0; bit < 8 * in.n; bit++) {
		copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
		agrees(str_from(copy, in.n), 1 << 20);
		copy[bit / 8] = (char)(copy[bit / 8] ^ 1 << bit % 8);
	}
	free(copy);
}

TEST(both_libraries_agree)
{
	/* extra field, file name, comment, checksum of the header */
	static const char full[] =
		"\x1f\x8b\x08\x1e\x01\x02\x03\x04\x00\x03\x05\x00"
		"extraname\0comment\0"
		"\x94\x60"
		"\xcb\x48\xcd\xc9\xc9\x07\x00\x86\xa6\x10\x36\x05\x00\x00\x00";
	struct strbuf b = STRBUF_INIT, text = STRBUF_INIT;
	struct err err = ERR_INIT;

	agrees_cut_and_damaged(STR(HELLO));
	agrees_cut_and_damaged(STR(HELLO HELLO));
	agrees_cut_and_damaged(STR(ZLIB_HELLO));
	agrees_cut_and_damaged(STR(full));
	/* a header checksum that is right */
	agrees(str_from(full, sizeof(full) - 1), 0);
	/* blocks of their own codes, a stored block, far matches */
	for (int i = 0; i < 2000; i++)
		strbuf_addf(&text, "%d;main;work%d %d\n", i % 7, i * i % 31,
			i % 100 == 0 ? i * 7919 : i % 10);
	assert_int_equal(gzip_append(&b, strbuf_str(&text), &err), 0);
	agrees(strbuf_str(&b), 0);
	agrees(strbuf_str(&b), text.n);
	agrees(strbuf_str(&b), text.n - 1);
	for (size_t n = 0; n < b.n; n += 7)
		agrees(str_from(b.p, n), 0);
	for (size_t at = 0; at < b.n; at += 3) {
		b.p[at] = (char)(b.p[at] ^ 0x10);
		agrees(strbuf_str(&b), 1 << 20);
		b.p[at] = (char)(b.p[at] ^ 0x10);
	}
	strbuf_free(&b);
	strbuf_free(&text);
}

#endif

int
main(void)
{
	return tests_run(NULL, NULL);
}
