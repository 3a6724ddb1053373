/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as an ELF file: headers, notes, the base of a mapping, symbol
 * tables by both rules, Go's table of lines, where functions begin; and as such
 * a table alone. (DWARF is libdw's: test_symbolize changes programs.)
 */
#include "prelude.h"

#include "fuzz.h"

#include <unistd.h>

#include "base/file.h"
#include "symbol/addr2line.h"
#include "symbol/elfdefs.h"
#include "symbol/goinfo.h"
#include "symbol/loadbias.h"
#include "symbol/symtab.h"
#include "symbol/unwind.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/object",
	"tests/fuzz/corpus/gotable", "testdata/symbols", NULL };

enum { ADDRESSES = 64 };

static void
look_up_symbols(const struct object *o, bool as_nm, uint64_t from)
{
	struct symtab *t = symtab_new(o, as_nm);

	for (uint64_t i = 0; i < ADDRESSES; i++) {
		struct str name, file;

		if (symtab_find(t, from + i * 97, &name, &file))
			must(name.n > 0);
	}
	symtab_free(t);
}

static void
look_up_lines(const struct object *o, uint64_t from)
{
	struct gotable *t = gotable_new(o);

	for (uint64_t i = 0; t != NULL && i < ADDRESSES; i++) {
		struct addr_frames a = { .text = ARENA_INIT };

		uint64_t low, high;

		if (gotable_find(t, from + i * 13, &a))
			must(a.call.n == 1);
		if (gotable_range(t, from + i * 13, &low, &high))
			must(low < high);
		vec_free(&a.call);
		arena_free(&a.text);
	}
	gotable_free(t);
}

static void
look_up_ranges(const struct object *o, uint64_t from)
{
	for (uint64_t i = 0; i < ADDRESSES; i++) {
		uint64_t at = from + i * 29, low, high;

		if (unwind_range(o, at, &low, &high))
			must(low <= at && at < high);
	}
}

static void
look_up_build(const struct object *o)
{
	struct strbuf info = STRBUF_INIT;

	if (goinfo_read(o, &info))
		must(goinfo_build(strbuf_str(&info), STR("vcs.revision")).n <=
			info.n);
	strbuf_free(&info);
}

static void
read_object(const char *path)
{
	static const struct place place = { 0x555555555000, 0x555555557000,
		0x1000 };
	struct err err = ERR_INIT;
	struct stext stext;
	struct object o;
	uint64_t base = 0;

	if (object_open(&o, path, &err) != 0)
		return;
	for (size_t i = 0; i < o.n_sections; i++)
		must(str_chr(o.section[i].name, '\0') < 0);
	if (base_check(&o, path, STR("_text"), &place, &stext, &err) == 0)
		(void)base_find(
			&o, &place, stext, place.start + 5, &base, &err);
	look_up_symbols(&o, false, 0x1000);
	look_up_symbols(&o, true, 0x1000);
	look_up_lines(&o, 0x401000);
	look_up_ranges(&o, 0x1000);
	look_up_build(&o);
	object_close(&o);
}

/* As the one section of a file that has text at 0x1000. */
static void
read_gotable(int fd, size_t size)
{
	struct section sections[] = {
		{ .name = STR(".gopclntab"),
			.type = SHT_PROGBITS,
			.size = size },
		{ .name = STR(".text"), .addr = 0x1000 },
		{ .name = STR(".go.buildinfo"), .size = size },
	};
	struct object o = { .fd = fd,
		.size = size,
		.wide = true,
		.section = sections,
		.n_sections = 3 };

	look_up_lines(&o, 0x1000);
	look_up_build(&o);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	FILE *file = tmpfile();
	char path[32];

	if (file == NULL)
		return 0;
	must(fd_write(fileno(file), str_from((const char *)data, size)) == 0);
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fileno(file));
	read_object(path);
	read_gotable(fileno(file), size);
	(void)fclose(file);
	return 0;
}
