/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What lies beside a profile, and names its addresses: programs, JIT maps,
 * files of symbols. Small ones are never dear, whatever is in them; and they
 * make nothing be opened that is not theirs. Sizes are 1, 2 and 4 times one;
 * bounds of time are ten times those of the cure, and without it passed.
 */
#include "prelude.h"

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#ifdef __linux__
#include <sys/inotify.h>
#endif

#include "../unit/testing.h"

#include "base/file.h"
#include "hostile/elfout.h"
#include "hostile/run.h"
#include "../unit/util_emulated.h"
#include "../unit/util_speed.h"
#include "profile/builder.h"
#include "symbol/addr2line.h"
#include "write/write.h"

enum { MIB = 1024 };

/* "p.pb": samples at so many addresses of each file, from `at` on. */
static void
put_profiles(const char *const file[], uint64_t at, uint64_t step, uint64_t n)
{
	struct err err = ERR_INIT;
	struct builder *b = builder_new(0);
	struct builder_mapping m = { .start = ELF_TEXT,
		.limit = UINT64_C(1) << 40 };
	struct strbuf out = STRBUF_INIT;
	const int64_t one = 1;
	struct profile *p;

	builder_type(b, builder_string(b, STR("samples")),
		builder_string(b, STR("count")));
	for (; *file != NULL; file++) {
		struct builder_location l = { .address = ELF_TEXT + at };

		m.file = builder_string(b, str_c(*file));
		l.map = builder_mapping(b, &m);
		for (uint64_t i = 0; i < n; i++, l.address += step) {
			loc_id loc = builder_location(b, &l);

			assert_int_equal(
				builder_sample(b, builder_stack(b, &loc, 1),
					builder_labels(b, NULL, 0), &one),
				0);
		}
	}
	p = builder_seal(b, &err);
	assert_non_null(p);
	pprof_encode(p, &out);
	run_file("p.pb", strbuf_str(&out));
	profile_unref(p);
	strbuf_free(&out);
}

static void
put_profile(const char *file, uint64_t at, uint64_t step, uint64_t n)
{
	const char *const files[] = { file, NULL };

	put_profiles(files, at, step, n);
}

static void
put_program(const char *name, struct elf_out *e)
{
	struct strbuf out = STRBUF_INIT;

	elf_out(e, &out);
	run_file(name, strbuf_str(&out));
	strbuf_free(&out);
}

/* A report on `file` has a text, and takes no more than that. */
static void
report_has(const char *const words[], const char *text, double cpu, long kib)
{
	struct strbuf out = STRBUF_INIT;
	struct run_cost cost;

	assert_int_equal(run_flametop(false, words, &out), 0);
	if (strstr(strbuf_c(&out), text) == NULL)
		fail_msg("no \"%s\" in: %.2000s", text, strbuf_c(&out));
	strbuf_free(&out);
	cost = run_cost();
	print_message("%s: %.2f s, %ld MiB\n", text, cost.cpu, cost.kib / MIB);
#ifndef FT_SANITIZE
	if (!emulated() && (!speed_within(cost.cpu, cpu) || cost.kib > kib))
		fail_msg("%.2f s, %ld KiB: too much", cost.cpu, cost.kib);
#else
	(void)cpu, (void)kib;
#endif
}

static const char *const top[] = { "-top", "p.pb", NULL };
static const char *const traces[] = { "-traces", "p.pb", NULL };

/* ---- DWARF ---- */

/* A function of so many inlined calls, beside which the addresses are. */
TEST(addresses_beside_inlined_calls_are_found_at_once)
{
	enum { N = 20000, EACH = 16 };

	if (!debuginfo_is_built_in())
		skip();
	run_begin();
	for (uint32_t n = N; n <= 4 * N; n *= 2) {
		struct strbuf entries = STRBUF_INIT, units = STRBUF_INIT;
		struct elf_out e = { .n = 0 };

		dwarf_entry(&entries, DW_UNIT, 0, n * EACH, NULL);
		dwarf_entry(&entries, DW_FUNCTION, 0, n * EACH, "outer");
		for (uint32_t i = 0; i < n; i++)
			dwarf_entry(&entries, DW_LEAF, i * EACH, 1, "x");
		dwarf_up(&entries);
		dwarf_up(&entries);
		dwarf_unit(&units, &entries);
		dwarf_sections(&e, &units);
		put_program("prog", &e);
		put_profile("prog", EACH / 2, EACH, n);
		report_has(top, "100%  outer\n", 0.6, 64 * MIB);
	}
	run_end();
}

/* Inlined calls, each in the one before. */
TEST(long_chains_of_calls_keep_their_ends)
{
	static const struct {
		uint32_t calls;
		const char *text;
	} rows[] = {
		{ 200,
			"\n         1   leaf (inline)\n             call "
			"(inline)\n" },
		{ 300,
			"\n             call (inline)\n             [46 "
			"inlined calls] (inline)\n"
			"             outer\n" },
	};

	if (!debuginfo_is_built_in())
		skip();
	run_begin();
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct strbuf entries = STRBUF_INIT, units = STRBUF_INIT;
		struct elf_out e = { .n = 0 };

		dwarf_entry(&entries, DW_UNIT, 0, 16, NULL);
		dwarf_entry(&entries, DW_FUNCTION, 0, 16, "outer");
		for (uint32_t k = 1; k < rows[i].calls; k++)
			dwarf_entry(&entries, DW_CALL, 0, 16, "call");
		dwarf_entry(&entries, DW_LEAF, 0, 16, "leaf");
		for (uint32_t k = 0; k <= rows[i].calls; k++)
			dwarf_up(&entries);
		dwarf_unit(&units, &entries);
		dwarf_sections(&e, &units);
		put_program("prog", &e);
		put_profile("prog", 8, 1, 1);
		report_has(traces, rows[i].text, 0.4, 64 * MIB);
	}
	run_end();
}

#ifdef __linux__
/* How often a file was opened. */
static int
openings(int watch)
{
	char event[4096];
	ssize_t n = read(watch, event, sizeof(event));
	int opened = 0;

	for (ssize_t at = 0; at < n; opened++) {
		struct inotify_event e;

		memcpy(&e, event + at, sizeof(e));
		at += (ssize_t)(sizeof(e) + e.len);
	}
	return opened;
}

/* Units whose rest is in a pipe, a device, outside of the program's folder by
   a way up, or nowhere. */
TEST(units_make_nothing_else_be_opened)
{
	static const char *const names[] = { "pipe", "/dev/zero", "../outside",
		"in/../../outside", "none.dwo" };
	static const char *const watched[] = { "in/pipe", "outside" };
	struct strbuf units = STRBUF_INIT;
	struct elf_out e = { .n = 0 };
	int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

	if (!debuginfo_is_built_in())
		skip();
	run_begin();
	assert_int_equal(mkdir("in", 0700), 0);
	assert_int_equal(mkdir("in/in", 0700), 0);
	assert_int_equal(mkfifo("in/pipe", 0600), 0);
	run_file("outside", STR("secret\n"));
	for (uint32_t i = 0; i < COUNT_OF(names); i++) {
		struct strbuf entries = STRBUF_INIT;

		dwarf_entry(&entries, DW_SPLIT, i, 1, names[i]);
		strbuf_addch(&entries, '\0'); /* comp_dir */
		elf_number(&entries, i + 1, 8);
		dwarf_unit(&units, &entries);
	}
	dwarf_sections(&e, &units);
	put_program("in/prog", &e);
	put_profile("in/prog", 0, 1, COUNT_OF(names));
	for (size_t i = 0; i < COUNT_OF(watched); i++)
		assert_true(inotify_add_watch(watch, watched[i], IN_OPEN) >= 0);
	report_has(top,
		"debug information of 4 of 5 units of prog is left out: it "
		"names files that are not debug files\n"
		"debug information of 1 of 5 units of prog is left out: its "
		".dwo files are missing\n",
		0.4, 64 * MIB);
	/* All of them may be in a .dwp, which older versions cannot read. */
	run_file("in/prog.dwp", STR(""));
	report_has(top,
		"debug information of 1 of 5 units of prog is left out: it is "
		"in a .dwp file, which libdw reads since version 0.192\n",
		0.4, 64 * MIB);
	assert_int_equal(unlink("in/prog.dwp"), 0);
	assert_int_equal(mkfifo("in/prog.dwp", 0600), 0);
	assert_true(inotify_add_watch(watch, "in/prog.dwp", IN_OPEN) >= 0);
	report_has(top,
		"debug information of prog is left out: it names files that "
		"are not debug files\n",
		0.4, 64 * MIB);
	assert_int_equal(openings(watch), 0);
	close(watch);
	run_end();
}

/* A program whose debug information has its other half in a file, as dwz makes
   it. */
static void
put_half(const char *name, const char *other)
{
	struct strbuf entries = STRBUF_INIT, units = STRBUF_INIT;
	struct strbuf link = STRBUF_INIT;
	struct elf_out e = { .n = 0 };

	dwarf_entry(&entries, DW_UNIT, 0, 16, NULL);
	dwarf_up(&entries);
	dwarf_unit(&units, &entries);
	dwarf_sections(&e, &units);
	strbuf_addstr(&link, other);
	strbuf_add(&link, str_from("\0id", 3));
	elf_section(
		&e, ".gnu_debugaltlink", SHT_PROGBITS, 0, 0, strbuf_str(&link));
	put_program(name, &e);
	strbuf_free(&link);
}

/* Halves that are a pipe, outside, or a program of which that is true. */
TEST(other_halves_make_nothing_else_be_opened)
{
	static const char *const names[] = { "pipe", "../outside", "half" };
	int watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

	if (!debuginfo_is_built_in())
		skip();
	run_begin();
	assert_int_equal(mkdir("in", 0700), 0);
	assert_int_equal(mkfifo("in/pipe", 0600), 0);
	run_file("outside", STR("secret\n"));
	put_half("in/half", "pipe");
	assert_true(inotify_add_watch(watch, "in/pipe", IN_OPEN) >= 0);
	assert_true(inotify_add_watch(watch, "outside", IN_OPEN) >= 0);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		put_half("in/prog", names[i]);
		put_profile("in/prog", 0, 1, 1);
		report_has(top,
			"debug information of prog is left out: it names files "
			"that are not debug files\n",
			0.4, 64 * MIB);
	}
	assert_int_equal(openings(watch), 0);
	close(watch);
	run_end();
}
#endif

/* ---- Compressed ---- */

/* So many megabytes of zeros, but for the checksum at the end, which is looked
   at too late. */
static void
put_zeros(struct strbuf *out, int format, size_t megabytes)
{
	enum { MEGABYTE = 1 << 20 };
	char *zeros = xcalloc(1, MEGABYTE), *one = xmalloc(MEGABYTE / 8);
	z_stream z = { .next_in = (Bytef *)zeros, .avail_in = MEGABYTE };
	struct str blocks;

	z.next_out = (Bytef *)one;
	z.avail_out = MEGABYTE / 8;
	assert_int_equal(
		deflateInit2(&z, 9, Z_DEFLATED, format, 9, Z_DEFAULT_STRATEGY),
		Z_OK);
	assert_int_equal(deflate(&z, Z_FULL_FLUSH), Z_OK);
	/* Its header, and the blocks, which can be repeated. */
	blocks = str_from(one, MEGABYTE / 8 - z.avail_out);
	strbuf_add(out, str_sub(blocks, 0, format > 15 ? 10 : 2));
	blocks = str_skip(blocks, format > 15 ? 10 : 2);
	for (size_t i = 0; i < megabytes; i++)
		strbuf_add(out, blocks);
	strbuf_add(out, STR("\3\0checksum"));
	(void)deflateEnd(&z);
	free(zeros);
	free(one);
}

/* A program, or a module of the kernel, with debug information of so many
   megabytes. */
static void
packed_program(uint16_t type, size_t megabytes, struct strbuf *out)
{
	enum { SHF_COMPRESSED = 1 << 11, ZLIB = 1 };
	struct strbuf packed = STRBUF_INIT;
	struct elf_out e = { .type = type };

	elf_number(&packed, ZLIB, 8);
	elf_number(&packed, megabytes << 20, 8);
	elf_number(&packed, 1, 8);
	put_zeros(&packed, 15, megabytes);
	elf_section(&e, ".debug_info", SHT_PROGBITS, SHF_COMPRESSED, 0,
		strbuf_str(&packed));
	elf_section(&e, ".debug_abbrev", SHT_PROGBITS, 0, 0,
		str_from(dwarf_abbrev, sizeof(dwarf_abbrev)));
	elf_out(&e, out);
	strbuf_free(&packed);
}

#define LEFT_OUT(name) \
	"debug information of " name " is left out: it would be more than " \
	"100 times as large when unpacked\n"

TEST(packed_sections_do_not_fill_the_memory)
{
	if (!debuginfo_is_built_in())
		skip();
	run_begin();
	for (size_t n = 128; n <= 512; n *= 2) {
		struct strbuf out = STRBUF_INIT, module = STRBUF_INIT;
		struct err err = ERR_INIT;

		packed_program(ET_EXEC, n, &out);
		run_file("prog", strbuf_str(&out));
		put_profile("prog", 0, 1, 1);
		report_has(top, LEFT_OUT("prog"), 0.3, 64 * MIB);
		strbuf_reset(&out);
		packed_program(ET_REL, n, &out);
		assert_int_equal(
			gzip_append(&module, strbuf_str(&out), &err), 0);
		run_file("mod.ko.gz", strbuf_str(&module));
		put_profile("mod.ko.gz", 0, 1, 1);
		report_has(top, LEFT_OUT("mod.ko.gz"), 0.3, 64 * MIB);
		strbuf_free(&module);
		strbuf_free(&out);
	}
	run_end();
}

TEST(packed_modules_do_not_fill_the_memory)
{
	enum { GZIP = 15 + 16 };
	struct strbuf module = STRBUF_INIT;

	if (!debuginfo_is_built_in())
		skip();
	run_begin();
	put_zeros(&module, GZIP, 1024);
	run_file("mod.ko.gz", strbuf_str(&module));
	put_profile("mod.ko.gz", 0, 1, 1);
	report_has(top,
		"mod.ko.gz is damaged, or more than 100 times as large when "
		"unpacked",
		5, 400 * MIB);
	strbuf_free(&module);
	run_end();
}

/* No option moves this limit, so none is named. */
TEST(a_bomb_is_no_matter_of_the_memory_limit)
{
	enum { GZIP = 15 + 16 };
	static const char *const words[] = { "-top", "zeros.gz", NULL };
	struct strbuf out = STRBUF_INIT;

	run_begin();
	put_zeros(&out, GZIP, 256);
	run_file("zeros.gz", strbuf_str(&out));
	assert_int_equal(run_flametop(false, words, &out), 1);
	assert_true(str_ends(strbuf_str(&out),
		STR(" unpack it first: gzip -dc FILE | flametop -\n")));
	strbuf_free(&out);
	run_end();
}

/* ---- Symbols ---- */

/* A program with symbols whose names are the ends of one text. */
static void
put_symbols(const char *name, uint32_t n)
{
	enum { LONG = 1 << 14 };
	struct strbuf names = STRBUF_INIT, rows = STRBUF_INIT;
	struct elf_out e = { .n = 0 };

	strbuf_addch(&names, '\0');
	for (uint32_t i = 0; i < LONG + n; i++)
		strbuf_addch(&names, (char)('a' + i * 7 % 26));
	strbuf_addch(&names, '\0');
	elf_number(&rows, 0, ELF64_SYMBOL);
	for (uint32_t i = 0; i < n; i++) {
		elf_number(&rows, 1 + i, 4);
		elf_number(&rows, STT_FUNC | 1 << 4, 1);
		elf_number(&rows, 0, 1);
		elf_number(&rows, 1, 2);
		elf_number(&rows, ELF_TEXT + 16 * i, 8);
		elf_number(&rows, 16, 8);
	}
	elf_section(&e, ".strtab", 3, 0, 0, strbuf_str(&names));
	elf_section(
		&e, ".symtab", SHT_SYMTAB, 0, ELF64_SYMBOL, strbuf_str(&rows));
	put_program(name, &e);
	strbuf_free(&names);
	strbuf_free(&rows);
}

#define NO_MEMORY(name) \
	"failed for " name ": its names need more than the memory limit (see " \
	"--max-memory)\n"

/* A program that alone has too many; several that have them together. */
TEST(names_of_programs_have_a_limit_of_memory)
{
	static const char *const words[] = { "-top", "--max-memory=24M", "p.pb",
		NULL };
	static const char *const files[] = { "prog", "b", "c", "d", NULL };
	const long most = 24 * MIB * 11 / 10;

	run_begin();
	for (uint32_t n = 4000; n <= 16000; n *= 2) {
		put_symbols("prog", n);
		put_profile("prog", 8, 16, n);
		report_has(words, NO_MEMORY("prog"), 1, most);
	}
	for (size_t i = 0; files[i] != NULL; i++)
		put_symbols(files[i], 1000);
	put_profiles(files, 8, 16, 1000);
	report_has(words, NO_MEMORY("d"), 1, most);
	run_end();
}

TEST(names_of_programs_have_a_limit_each)
{
	static const char *const words[] = { "-raw", "p.pb", NULL };
	struct strbuf out = STRBUF_INIT;
	size_t longest = 0;
	struct str rest;

	run_begin();
	put_symbols("prog", 3);
	put_profile("prog", 8, 16, 3);
	assert_int_equal(run_flametop(false, words, &out), 0);
	rest = strbuf_str(&out);
	while (rest.n > 0) {
		struct str line = str_cut(&rest, '\n');

		longest = line.n > longest ? line.n : longest;
	}
	assert_in_range(longest, 4096, 4096 + 100);
	strbuf_free(&out);
	run_end();
}

/* ---- Go's table of lines ---- */

/* A function of n lines; its table of files has n steps that do not move. */
static void
put_lines(uint32_t n)
{
	enum { HEADER = 72, RECORD = 44, FUNCTIONS = 12 };
	struct strbuf t = STRBUF_INIT;
	struct elf_out e = { .n = 0 };
	const uint32_t texts = HEADER + FUNCTIONS + RECORD, tables = texts + 16;
	const uint32_t word[] = { 1, 1, 0, texts, texts + 12, texts, tables,
		HEADER };
	const uint32_t row[] = { 0, FUNCTIONS, n, 0, 0, 0, 0, 0, 2 * n + 1, 0,
		0, 0, 5, 0 };

	elf_number(&t, 0xfffffff1, 4);
	strbuf_add(&t, str_from("\0\0\1\10", 4)); /* quantum, word */
	for (size_t i = 0; i < COUNT_OF(word); i++)
		elf_number(&t, word[i], 8);
	for (size_t i = 0; i < COUNT_OF(row); i++)
		elf_number(&t, row[i], 4);
	strbuf_add(&t, str_from("main.f\0a.go\0\0\0\0\0", 16));
	for (uint32_t i = 0; i < n; i++)
		strbuf_add(&t, STR("\2\1")); /* a line more, a byte */
	strbuf_addch(&t, '\0');
	for (uint32_t i = 0; i < n; i++)
		strbuf_add(&t, str_from("\2\0", 2));
	elf_section(
		&e, ".gopclntab", SHT_PROGBITS, SHF_ALLOC, 0, strbuf_str(&t));
	put_program("prog", &e);
	put_profile("prog", 0, 1, n);
	strbuf_free(&t);
}

TEST(a_table_of_lines_is_walked_once)
{
	run_begin();
	for (uint32_t n = 10000; n <= 40000; n *= 2) {
		put_lines(n);
		report_has(top, "100%  main.f\n", 0.4, 64 * MIB);
	}
	run_end();
}

/* ---- JIT maps ---- */

/* A name of very many calls, which as many addresses have. */
TEST(a_name_of_a_map_is_taken_apart_once)
{
	enum { ADDRESSES = 2000 };

	run_begin();
	for (uint32_t n = 100000; n <= 400000; n *= 2) {
		struct strbuf map = STRBUF_INIT;

		strbuf_addf(&map, "%x %x outer", (unsigned)ELF_TEXT,
			(unsigned)ADDRESSES);
		for (uint32_t i = 0; i < n; i++)
			strbuf_addf(&map, "->f%u", (unsigned)(i % 10));
		strbuf_addch(&map, '\n');
		run_file("perf-1.map", strbuf_str(&map));
		put_profile("//anon", 0, 1, ADDRESSES);
		report_has(top, "100%  outer\n", 0.6, 96 * MIB);
		strbuf_free(&map);
	}
	run_end();
}

/* ---- Symbols of samply ---- */

#ifdef HAVE_JANSSON

/* So many addresses, and a symbol of as many calls that they all have. */
TEST(chains_of_symbols_have_a_limit)
{
	run_begin();
	for (int n = 1000; n <= 4000; n *= 2) {
		static const char *const words[] = { "-top", "x.json", NULL };
		struct strbuf names = STRBUF_INIT, x = STRBUF_INIT;

		strbuf_addstr(&names,
			"{\"string_table\":[\"outer\",\"f\"],\"data\":[{"
			"\"debug_name\":\"a\",\"debug_id\":\"AAAA\","
			"\"symbol_table\":[{\"rva\":0,\"symbol\":0,\"frames\":"
			"[");
		for (int i = 0; i < n; i++)
			strbuf_addstr(&names, "{\"function\":1},");
		strbuf_addstr(&names,
			"{\"function\":0}]}],\"known_addresses\":[[0,0]");
		for (int i = 1; i < n; i++)
			strbuf_addf(&names, ",[%d,0]", i);
		strbuf_addstr(&names, "]}]}");
		run_file("x.syms.json", strbuf_str(&names));
		strbuf_addstr(&x,
			"{\"meta\":{\"version\":30,\"interval\":1,"
			"\"startTime\":0,\"preprocessedProfileVersion\":49},"
			"\"libs\":[{\"name\":\"a\",\"path\":\"/a\","
			"\"debugName\":\"a\",\"breakpadId\":\"AAAA0\"}],"
			"\"threads\":[{\"stringArray\":[\"0x1\"],"
			"\"funcTable\":{\"name\":[0],\"resource\":[0]},"
			"\"resourceTable\":{\"lib\":[0]},");
		for (int part = 0; part < 5; part++) {
			static const char *const parts[] = {
				"\"frameTable\":{\"func\":[0",
				"],\"address\":[0",
				"]},\"stackTable\":{\"prefix\":[null",
				"],\"frame\":[0", "]},\"samples\":{\"stack\":[0"
			};

			strbuf_addstr(&x, parts[part]);
			for (int i = 1; i < n; i++)
				if (part == 0)
					strbuf_addstr(&x, ",0");
				else if (part == 2)
					strbuf_addstr(&x, ",null");
				else
					strbuf_addf(&x, ",%d", i);
		}
		strbuf_addstr(&x, "]}}]}");
		run_file("x.json", strbuf_str(&x));
		report_has(words, "100%  outer\n", 1, 96 * MIB);
		strbuf_free(&names);
		strbuf_free(&x);
	}
	run_end();
}

#endif

int
main(void)
{
	return tests_run(NULL, NULL);
}
