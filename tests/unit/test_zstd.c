/* SPDX-License-Identifier: GPL-3.0-or-later */
/* zstd: whole, in several frames, cut, broken and too large. */
#include "prelude.h"

#include "input/zstd.h"

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "util_unpack.h"

/* printf hello | zstd, byte for byte; with a checksum. */
#define HELLO \
	"\x28\xb5\x2f\xfd\x04\x68\x29\x00\x00hello" \
	"\xa3\x6d\x9f\x88"

#ifdef HAVE_ZSTD

/* A skippable frame of three bytes. */
#define SKIPPED "\x53\x2a\x4d\x18\x03\x00\x00\x00xyz"

TEST(frames_are_joined)
{
	unpacks_to(zstd_all, STR(HELLO), "hello");
	unpacks_to(zstd_all, STR(HELLO HELLO HELLO), "hellohellohello");
}

TEST(skippable_frames_are_skipped)
{
	unpacks_to(zstd_all, STR(SKIPPED HELLO), "hello");
	unpacks_to(zstd_all, STR(HELLO SKIPPED HELLO SKIPPED), "hellohello");
	unpacks_to(zstd_all, STR(SKIPPED), "");
}

TEST(what_follows_a_frame_must_be_a_frame)
{
	unpack_fails(zstd_all, STR(HELLO "\0\0\0\0\0\0\0\0"), 0, ERR_FORMAT,
		"decompressing profile: zstd: invalid header (compressed byte "
		"18)");
	unpack_fails(zstd_all, STR(HELLO "\x28"), 0, ERR_FORMAT,
		"decompressing profile: zstd: unexpected EOF, the file is "
		"truncated (compressed byte 19)");
}

/* Its number is the start of a skippable frame, as the rest of the header is
   the rest of that. */
TEST(a_frame_that_wants_a_dictionary_is_refused)
{
	unpack_fails(zstd_all,
		STR("\x28\xb5\x2f\xfd\x77\x50\x2a\x4d\x18\0\0\0\0" HELLO),
		0, ERR_FORMAT,
		"decompressing profile: zstd: Dictionary mismatch (compressed "
		"byte 0)");
}

TEST(frames_cut_anywhere_end_unexpectedly)
{
	static const char two[] = SKIPPED HELLO;

	for (size_t n = 4; n < sizeof(two) - 1; n++)
		if (n != sizeof(SKIPPED) - 1)
			unpack_is_cut(zstd_all, str_from(two, n));
}

TEST(every_damaged_byte_is_an_error_or_harmless)
{
	for (size_t at = 4; at < sizeof(HELLO) - 1; at++) {
		char copy[sizeof(HELLO)];
		struct bytes out = BYTES_INIT;
		struct err err = ERR_INIT;
		int rc;

		memcpy(copy, HELLO, sizeof(copy));
		copy[at] = (char)(copy[at] ^ 0x11);
		rc = zstd_all(str_from(copy, sizeof(copy) - 1), 1 << 20, &out,
			NULL, &err);
		/* The window's size may differ without consequences. */
		assert_true(rc == -1 ||
			(rc == 1 && str_is(bytes_str(&out), "hello")));
		bytes_free(&out);
	}
	unpack_fails(zstd_all,
		STR("\x28\xb5\x2f\xfd\x04\x68\x29\x00\x00jello"
		    "\xa3\x6d\x9f\x88"),
		0, ERR_FORMAT,
		"decompressing profile: zstd: Restored data doesn't match "
		"checksum (compressed byte 14)");
}

/* Frames of one byte repeated: 128 KiB of it for each four bytes. */
static void
add_bomb(struct strbuf *out, size_t blocks)
{
	strbuf_add(out, STR("\x28\xb5\x2f\xfd\x00\x38"));
	for (size_t i = 0; i < blocks; i++) {
		uint32_t head = UINT32_C(131072) << 3 | 1 << 1 |
			(i + 1 == blocks);

		strbuf_addch(out, (char)(head & 0xff));
		strbuf_addch(out, (char)(head >> 8 & 0xff));
		strbuf_addch(out, (char)(head >> 16 & 0xff));
		strbuf_addch(out, 'x');
	}
}

TEST(a_bomb_is_refused_at_the_limit_and_by_its_ratio)
{
	struct strbuf in = STRBUF_INIT;

	add_bomb(&in, 100000);
	unpack_refuses(zstd_all, strbuf_str(&in), 4 << 20,
		"decompressing profile: larger than the memory limit "
		"allows (");
	unpack_refuses(zstd_all, strbuf_str(&in), 4 << 20,
		" : 1 up to compressed byte 1");
	unpack_refuses(zstd_all, strbuf_str(&in), 0, " became ");
	unpack_refuses(zstd_all, strbuf_str(&in), 0,
		" : 1, like a decompression bomb");
	strbuf_free(&in);
}

TEST(the_limit_is_exact)
{
	struct strbuf in = STRBUF_INIT;
	struct bytes out = BYTES_INIT;
	struct err err = ERR_INIT;
	const size_t size = 32 * (size_t)131072;

	add_bomb(&in, 32);
	assert_int_equal(
		zstd_all(strbuf_str(&in), size, &out, NULL, &err), 1);
	assert_int_equal(out.n, size);
	bytes_free(&out);
	unpack_refuses(zstd_all, strbuf_str(&in), size - 1,
		"larger than the memory limit allows");
	strbuf_free(&in);
}

TEST(windows_beyond_the_limit_are_refused)
{
	/* a window of 1 GiB, as of zstd --long=30 */
	struct str in = STR("\x28\xb5\x2f\xfd\x00\xa0\x29\x00\x00hello");

	unpack_fails(zstd_all, in, 0, ERR_FORMAT,
		"decompressing profile: zstd: it was packed with --long; run: "
		"zstd -dc --long=31 FILE | flametop - (compressed byte 0)");
	unpack_fails(zstd_all, in, 64 << 20, ERR_LIMIT,
		"decompressing profile: zstd: its window is larger than the "
		"memory limit allows (compressed byte 0, see --max-memory)");
}

TEST(the_stop_flag_stops)
{
	unpack_stops_when_asked(zstd_all, STR(HELLO));
}

TEST(what_is_no_frame_is_left_alone)
{
	static const struct str others[] = { { "", 0 }, { "\x28\xb5\x2f", 3 },
		{ "\x1f\x8b\x08\x00", 4 }, { "\x40\x2a\x4d\x18", 4 },
		{ "P*M;x 1\n", 8 } };

	for (size_t i = 0; i < COUNT_OF(others); i++)
		unpack_leaves(zstd_all, others[i]);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}

#else

TEST(without_the_library_nothing_is_zstd)
{
	unpack_leaves(zstd_all, STR(HELLO));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}

#endif
