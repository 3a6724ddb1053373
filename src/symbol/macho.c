/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headers of Mach-O files (macho.h). */
#include "prelude.h"

#include "symbol/macho.h"

#include "base/xalloc.h"
#include "symbol/elfdefs.h"

enum {
	COMMANDS_MOST = 1 << 20, /* bytes */
	SECTIONS_MOST = 255,     /* the number in a symbol is a byte */
	ARCHES_MOST = 64,
	NAME = 16, /* bytes of a name */
	UUID = 16,
	FAT_HEADER = 8,
	FAT_ARCH = 20,
};

enum { CMD_SEGMENT = 1, CMD_SYMTAB = 2, CMD_SEGMENT64 = 0x19, CMD_UUID = 0x1b };

enum { CPU_X86_64 = 0x01000007, CPU_ARM64 = 0x0100000c };

enum { PROT_EXECUTE = 4, SECTION_TYPE = 0xff, S_ZEROFILL = 1 };
#define SECTION_INSTRUCTIONS UINT64_C(0x80000400)

#if defined(__x86_64__)
enum { CPU_OURS = CPU_X86_64 };
#define CPU_OURS_NAME "amd64"
#elif defined(__aarch64__)
enum { CPU_OURS = CPU_ARM64 };
#define CPU_OURS_NAME "arm64"
#else
enum { CPU_OURS = 0 };
#define CPU_OURS_NAME "this machine"
#endif

static const unsigned char magics[][4] = {
	{ 0xce, 0xfa, 0xed, 0xfe }, { 0xcf, 0xfa, 0xed, 0xfe }, /* little */
	{ 0xfe, 0xed, 0xfa, 0xce }, { 0xfe, 0xed, 0xfa, 0xcf }, /* big */
	{ 0xca, 0xfe, 0xba, 0xbe }                              /* universal */
};
enum { BIG = 2, FAT = 4 };

/* Return the row of a magic number, or -1. */
static int
magic_at(const char *p)
{
	for (size_t i = 0; i < COUNT_OF(magics); i++)
		if (memcmp(p, magics[i], 4) == 0)
			return (int)i;
	return -1;
}

bool
macho_is(const char magic[4])
{
	return magic_at(magic) >= 0;
}

static uint64_t
at32(const struct object *o, const char *p)
{
	return object_number(o, p, 4);
}

/* Return the name of at most 16 bytes at p, borrowed. */
static struct str
name_at(const char *p)
{
	struct str rest = str_from(p, NAME);

	return str_cut(&rest, '\0');
}

/* Add the sections of a segment, whose headers are at p. */
static void
add_sections(struct object *o, const char *p, size_t n)
{
	const size_t row = o->wide ? 80 : 68;
	const unsigned w = o->wide ? 8 : 4;

	if (n == 0 || o->n_sections + n > SECTIONS_MOST)
		return;
	o->section =
		xrealloc(o->section, o->n_sections + n, sizeof(*o->section));
	for (; n > 0; n--, p += row) {
		const char *q = p + 2 * NAME;
		uint64_t flags = at32(o, q + 2 * w + 16);
		struct str name = name_at(p);

		/* Names point into the commands in o->names. */
		o->section[o->n_sections++] = (struct section){ .name = name,
			.type = (flags & SECTION_TYPE) == S_ZEROFILL
				? SHT_NOBITS
				: SHT_PROGBITS,
			.flags = SHF_ALLOC |
				((flags & SECTION_INSTRUCTIONS) != 0
						? SHF_EXECINSTR
						: 0),
			.addr = object_number(o, q, w),
			.size = object_number(o, q + w, w),
			.offset = at32(o, q + 2 * w) };
	}
}

/* Read a segment and its sections. False if it is cut off. */
static bool
add_segment(struct object *o, struct str command)
{
	const size_t head = o->wide ? 72 : 56, row = o->wide ? 80 : 68;
	const unsigned w = o->wide ? 8 : 4;
	const char *p = command.p + 8 + NAME;
	struct load_segment *s;
	uint64_t n;

	if (command.n < head)
		return false;
	n = at32(o, p + 4 * w + 8);
	if (n > (command.n - head) / row)
		return false;
	o->segment =
		xrealloc(o->segment, o->n_segments + 1, sizeof(*o->segment));
	s = &o->segment[o->n_segments++];
	*s = (struct load_segment){ .type = PT_LOAD,
		.vaddr = object_number(o, p, w),
		.memsz = object_number(o, p + w, w),
		.offset = object_number(o, p + 2 * w, w),
		.filesz = object_number(o, p + 3 * w, w),
		.flags = (at32(o, p + 4 * w + 4) & PROT_EXECUTE) != 0 ? PF_X
								      : 0 };
	if (str_is(name_at(command.p + 8), "__TEXT")) {
		o->macho.has_text = true;
		o->macho.text = s->vaddr;
	}
	add_sections(o, command.p + head, (size_t)n);
	return true;
}

/* Read the commands in o->names. False if they are damaged. */
static bool
read_commands(struct object *o, uint64_t n)
{
	struct str rest = strbuf_str(&o->names);

	for (; n > 0; n--) {
		struct str command;
		uint64_t type, size;

		if (rest.n < 8)
			return false;
		type = at32(o, rest.p);
		size = at32(o, rest.p + 4);
		if (size < 8 || size > rest.n)
			return false;
		command = str_sub(rest, 0, (size_t)size);
		rest = str_skip(rest, (size_t)size);
		if (type == (o->wide ? CMD_SEGMENT64 : CMD_SEGMENT)) {
			if (!add_segment(o, command))
				return false;
		} else if (type == CMD_SYMTAB && size >= 24) {
			o->macho.symbols = at32(o, command.p + 8);
			o->macho.n_symbols = at32(o, command.p + 12);
			o->macho.strings = at32(o, command.p + 16);
			o->macho.n_strings = at32(o, command.p + 20);
		} else if (type == CMD_UUID && size >= 24) {
			build_id_put(
				str_from(command.p + 8, UUID), o->build_id);
		}
	}
	return true;
}

/* Read the headers at o->begin. */
static int
macho_read_part(
	struct object *o, const char *path, const char *kind, struct err *err)
{
	struct strbuf head = STRBUF_INIT;
	bool good = object_read(o, 0, 28, &head);
	int magic = good ? magic_at(head.p) : -1;
	uint64_t n = 0, bytes = 0, cpu = 0;

	good = magic >= 0 && magic != FAT;
	if (good) {
		o->macho.is = true;
		o->wide = magic % 2 == 1;
		o->big = magic >= BIG;
		cpu = at32(o, head.p + 4);
		n = at32(o, head.p + 16);
		bytes = at32(o, head.p + 20);
		o->machine = cpu == CPU_X86_64 ? EM_X86_64
			: cpu == CPU_ARM64     ? EM_AARCH64
					       : EM_NONE;
		good = bytes <= COMMANDS_MOST &&
			object_read(o, o->wide ? 32 : 28, bytes, &o->names) &&
			read_commands(o, n);
	}
	strbuf_free(&head);
	return good ? 0
		    : err_set(err, ERR_FORMAT,
			      "error reading %s file %s: error parsing %s: "
			      "damaged headers",
			      kind, path, path);
}

/* Move o->begin to the part for this machine. */
static int
read_fat(struct object *o, const char *path, struct err *err)
{
	struct object big = { .big = true };
	struct strbuf table = STRBUF_INIT;
	uint64_t n = 0, begin = 0, size = 0;

	if (object_read(o, 4, 4, &table))
		n = at32(&big, table.p);
	strbuf_reset(&table);
	if (n == 0 || n > ARCHES_MOST ||
		!object_read(o, FAT_HEADER, n * FAT_ARCH, &table)) {
		strbuf_free(&table);
		return err_set(err, ERR_FORMAT,
			"error reading fat Mach-O file %s: error opening %s: "
			"damaged headers",
			path, path);
	}
	for (uint64_t i = 0; i < n && size == 0; i++) {
		const char *p = table.p + i * FAT_ARCH;

		if (at32(&big, p) != CPU_OURS)
			continue;
		begin = at32(&big, p + 8);
		size = at32(&big, p + 12);
	}
	strbuf_free(&table);
	if (size == 0)
		return err_set(err, ERR_FORMAT,
			"error reading fat Mach-O file %s: architecture not "
			"found in %s: " CPU_OURS_NAME,
			path, path);
	if (begin > o->size || size > o->size - begin)
		size = begin < o->size ? o->size - begin : 0;
	o->begin = begin;
	o->size = size;
	return macho_read_part(o, path, "fat Mach-O", err);
}

int
macho_read(struct object *o, const char *path, struct err *err)
{
	struct strbuf magic = STRBUF_INIT;
	bool is_fat = object_read(o, 0, 4, &magic) && magic_at(magic.p) == FAT;

	strbuf_free(&magic);
	return is_fat ? read_fat(o, path, err)
		      : macho_read_part(o, path, "Mach-O", err);
}
