/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs of macOS: headers, symbols, load biases. */
#include "prelude.h"

#include "symbol/macho.h"

#include <inttypes.h>
#include <unistd.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/file.h"
#include "symbol/elfdefs.h"
#include "symbol/loadbias.h"
#include "symbol/symtab.h"
#include "util_random.h"
#include "util_source.h"

static char name[] = "macho-XXXXXX";

/* Open these bytes as a file. Returns what object_open() does. */
static int
open_bytes(struct object *o, struct str bytes, struct err *err)
{
	struct err ignored = ERR_INIT;

	assert_int_equal(
		whole_write(str_c(name), bytes, WHOLE_TEXT, &ignored), 0);
	return object_open(o, name, err);
}

static struct strbuf
program(void)
{
	struct strbuf path = STRBUF_INIT, bytes = STRBUF_INIT;
	struct err err = ERR_INIT;

	strbuf_addf(&path, "%s/testdata/symbols/sym-mac", source_dir());
	assert_int_equal(file_read(strbuf_c(&path), 1 << 20, &bytes, &err), 0);
	strbuf_free(&path);
	return bytes;
}

static void
finds(const struct object *o, enum symtab_rule rule, uint64_t address,
	const char *want)
{
	struct symtab *t = symtab_new(o, rule);
	struct str found, file;

	(void)symtab_find(t, address, &found, &file);
	if (!str_is(found, want))
		fail_msg("%" PRIx64 " is %.*s, not %s", address, STR_ARG(found),
			want);
	symtab_free(t);
}

/* The symbols of sym-mac, wherever it is. */
static void
is_program(const struct object *o)
{
	const struct place place = { 0x104230000, 0x104231000, 0 };
	struct stext stext;
	struct err err = ERR_INIT;
	uint64_t base;

	assert_true(o->macho.is);
	assert_int_equal(o->machine, EM_X86_64);
	assert_int_equal(strlen(o->build_id), 32);
	finds(o, SYMTAB_LLVM, 0x100000440, "work");
	finds(o, SYMTAB_LLVM, 0x10000048f, "work");
	finds(o, SYMTAB_LLVM, 0x1000003d5, "_ZN4shop4cart3addEj");
	finds(o, SYMTAB_LLVM, 0x100002000, "_ZN4shopL6sharedE");
	/* The last one ends with its section, and nothing is below the first.
	 */
	finds(o, SYMTAB_LLVM, 0x100000fff, "");
	finds(o, SYMTAB_LLVM, 0xfffffffff, "");
	/* nm keeps underscores and knows no sizes. */
	finds(o, SYMTAB_NM, 0x100000440, "_work");
	finds(o, SYMTAB_NM, 0x100000fff, "_main");
	finds(o, SYMTAB_NM, 0x100002000, "");
	assert_int_equal(
		base_check(o, "mac", STR_EMPTY, &place, &stext, &err), 0);
	assert_int_equal(
		base_find(o, &place, stext, 0x104230440, &base, &err), 0);
	assert_int_equal(base, 0x4230000);
}

TEST(a_program_has_symbols_and_a_base)
{
	struct strbuf bytes = program();
	const struct place low = { 0x1000, 0x2000, 0 };
	struct stext stext;
	struct object o;
	struct err err = ERR_INIT;

	assert_int_equal(open_bytes(&o, strbuf_str(&bytes), &err), 0);
	is_program(&o);
	assert_int_equal(
		base_check(&o, "mac", STR_EMPTY, &low, &stext, &err), -1);
	assert_string_equal(err.msg,
		"error reading Mach-O file mac: could not identify base for "
		"mac: __TEXT segment address (0x100000000) > mapping start "
		"address (0x1000)");
	object_close(&o);
	strbuf_free(&bytes);
}

/* Append a number of four bytes, the highest first. */
static void
put32(struct strbuf *out, uint32_t n)
{
	for (int shift = 24; shift >= 0; shift -= 8)
		strbuf_addch(out, (char)(unsigned char)(n >> shift));
}

TEST(of_several_processors_this_one_is_taken)
{
	enum { BEGIN = 4096 };
	struct strbuf one = program(), fat = STRBUF_INIT;
	static const uint32_t cpu[] = { 18, 0x01000007, 0x0100000c };
	struct object o;
	struct err err = ERR_INIT;

	put32(&fat, 0xcafebabe);
	put32(&fat, COUNT_OF(cpu));
	for (size_t i = 0; i < COUNT_OF(cpu); i++) {
		put32(&fat, cpu[i]);
		put32(&fat, 0);
		put32(&fat, i == 0 ? 1 : BEGIN);
		put32(&fat, i == 0 ? 1 : (uint32_t)one.n);
		put32(&fat, 12);
	}
	strbuf_addn(&fat, '\0', BEGIN - fat.n);
	strbuf_add(&fat, strbuf_str(&one));
	assert_int_equal(open_bytes(&o, strbuf_str(&fat), &err), 0);
	is_program(&o);
	assert_int_equal(o.begin, BEGIN);
	object_close(&o);
	/* Only the first. */
	fat.p[7] = 1;
	assert_int_equal(open_bytes(&o, strbuf_str(&fat), &err), -1);
	assert_non_null(strstr(err.msg, "architecture not found in "));
	strbuf_free(&one);
	strbuf_free(&fat);
}

TEST(narrow_headers_in_the_other_byte_order_are_read)
{
	struct strbuf b = STRBUF_INIT;
	static const char text[32] = "__text\0\0\0\0\0\0\0\0\0\0__TEXT";
	static const uint32_t rest[] = { 0x1000, 0x100, 0, 0x200, 5, 5, 1, 0 };
	static const uint32_t section[] = { 0x1010, 0x20, 0, 2, 0, 0,
		0x80000400, 0, 0 };
	struct object o;
	struct err err = ERR_INIT;

	put32(&b, 0xfeedface);
	put32(&b, 18); /* PowerPC */
	put32(&b, 0);
	put32(&b, 2);
	put32(&b, 2); /* commands, and their bytes */
	put32(&b, 124 + 24);
	put32(&b, 0);
	put32(&b, 1);
	put32(&b, 124);
	strbuf_add(&b, str_from(text + 16, 16));
	for (size_t i = 0; i < COUNT_OF(rest); i++)
		put32(&b, rest[i]);
	strbuf_add(&b, str_from(text, 32));
	for (size_t i = 0; i < COUNT_OF(section); i++)
		put32(&b, section[i]);
	put32(&b, 2);
	put32(&b, 24);
	put32(&b, 0x100);
	put32(&b, 2);
	put32(&b, 0x180);
	put32(&b, 8);
	strbuf_addn(&b, '\0', 0x100 - b.n);
	put32(&b, 1);
	put32(&b, 0x0f010000); /* in section 1 */
	put32(&b, 0x1010);
	put32(&b, 4);
	put32(&b, 0x01000000); /* elsewhere */
	put32(&b, 0x1020);
	strbuf_addn(&b, '\0', 0x180 - b.n);
	strbuf_add(&b, str_from("\0_f\0_g\0", 8));
	assert_int_equal(open_bytes(&o, strbuf_str(&b), &err), 0);
	assert_true(o.big);
	assert_false(o.wide);
	assert_int_equal(o.n_sections, 1);
	assert_true(str_is(o.section[0].name, "__text"));
	assert_int_equal(o.macho.text, 0x1000);
	finds(&o, SYMTAB_LLVM, 0x1010, "f");
	finds(&o, SYMTAB_LLVM, 0x102f, "f");
	finds(&o, SYMTAB_LLVM, 0x1030, "");
	object_close(&o);
	strbuf_free(&b);
}

TEST(uuids_are_the_same_with_dashes_and_capitals)
{
	struct object o = { .macho.is = true,
		.build_id = "0123456789abcdef0123456789abcdef" };

	assert_true(
		object_has_id(&o, STR("01234567-89AB-CDEF-0123-456789ABCDEF")));
	assert_true(object_has_id(&o, str_c(o.build_id)));
	assert_false(object_has_id(&o, STR("01234567")));
	/* A profile's strings may contain NUL. */
	assert_false(
		object_has_id(&o, STR("0123456789abcdef0123456789abcdef\0")));
	assert_false(object_is_other(&o, STR_EMPTY));
	assert_true(
		object_is_other(&o, STR("0123456789abcdef0123456789abcdee")));
}

TEST(damaged_files_do_no_harm)
{
	struct strbuf whole = program();
	uint64_t random = 3;

	for (size_t round = 0; round < 600; round++) {
		struct strbuf b = STRBUF_INIT;
		struct err err = ERR_INIT;
		struct object o;

		/* Cut off within the headers, or with other bytes there. */
		strbuf_add(&b,
			round < 200 ? str_sub(strbuf_str(&whole), 0, round * 7)
				    : strbuf_str(&whole));
		for (int i = 0; round >= 200 && i < 4; i++)
			b.p[random_next(&random) % 1200] =
				(char)random_next(&random);
		if (open_bytes(&o, strbuf_str(&b), &err) == 0) {
			struct symtab *t = symtab_new(&o, SYMTAB_LLVM);
			struct str found;
			uint64_t from, to;

			(void)symtab_range(t, 0x100000440, &found, &from, &to);
			symtab_free(t);
			object_close(&o);
		} else {
			assert_true(err.msg[0] != '\0');
		}
		strbuf_free(&b);
	}
	strbuf_free(&whole);
}

int
main(void)
{
	int fd = mkstemp(name), failed;

	if (fd < 0)
		return 99;
	fd_close(&fd);
	failed = tests_run(NULL, NULL);
	(void)unlink(name);
	return failed;
}
