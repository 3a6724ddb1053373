/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs written by hand: an ELF file of 64 bits, its sections, units of
   DWARF 4 in it. Numbers have the order of this machine, as the programs that
   it reads. */
#ifndef FT_TESTS_ELFOUT_H
#define FT_TESTS_ELFOUT_H

#include "base/str.h"
#include "base/strbuf.h"
#include "symbol/elfdefs.h"

enum { ELF_TEXT = 0x400000, ELF_SECTIONS = 8 };

struct elf_out {
	struct strbuf body, names, headers;
	uint16_t n, type; /* type 0: a program */
};

static inline void
elf_number(struct strbuf *out, uint64_t v, unsigned bytes)
{
	const uint16_t one = 1;
	bool little = *(const char *)&one == 1;

	for (unsigned i = 0; i < bytes; i++) {
		unsigned at = little ? i : bytes - 1 - i;
		uint64_t byte = at < sizeof(v) ? v >> 8 * at & 0xff : 0;

		strbuf_addch(out, (char)(unsigned char)byte);
	}
}

/* A section, whose rows of `row` bytes name texts of the section before it. */
static inline void
elf_section(struct elf_out *e, const char *name, uint32_t type, uint64_t flags,
	uint64_t row, struct str content)
{
	struct strbuf *h = &e->headers;

	if (e->n == 0) { /* none, and the code */
		for (int i = 0; i < ELF64_SECTION; i++)
			strbuf_addch(h, '\0');
		strbuf_addch(&e->names, '\0');
		e->n = 1;
		elf_section(e, ".text", SHT_NOBITS, SHF_ALLOC | SHF_EXECINSTR,
			0, STR_EMPTY);
	}
	elf_number(h, e->names.n, 4);
	elf_number(h, type, 4);
	elf_number(h, flags, 8);
	elf_number(h, (flags & SHF_ALLOC) != 0 ? ELF_TEXT : 0, 8);
	elf_number(h, ELF64_HEADER + ELF64_SEGMENT + e->body.n, 8);
	elf_number(h, content.n, 8);
	elf_number(h, row > 0 ? e->n - 1u : 0, 4);
	elf_number(h, 0, 4);
	elf_number(h, 1, 8);
	elf_number(h, row, 8);
	strbuf_addstr(&e->names, name);
	strbuf_addch(&e->names, '\0');
	strbuf_add(&e->body, content);
	e->n++;
}

/* The program, all of it mapped at ELF_TEXT. */
static inline void
elf_out(struct elf_out *e, struct strbuf *out)
{
	enum { SHT_STRTAB = 3, TO = 1 << 30 };
	const uint16_t one = 1;
	struct strbuf names = STRBUF_INIT;

	strbuf_add(&names, strbuf_str(&e->names));
	strbuf_addstr(&names, ".names");
	strbuf_addch(&names, '\0');
	elf_section(e, ".names", SHT_STRTAB, 0, 0, strbuf_str(&names));
	strbuf_addf(out, "%s%c%c%c", ELF_MAGIC, ELFCLASS64,
		*(const char *)&one == 1 ? 1 : ELFDATA2MSB, 1);
	elf_number(out, 0, 9);
	elf_number(out, e->type != 0 ? e->type : ET_EXEC, 2);
	elf_number(out, EM_X86_64, 2);
	elf_number(out, 1, 4);
	elf_number(out, ELF_TEXT, 8);
	elf_number(out, ELF64_HEADER, 8);
	elf_number(out, ELF64_HEADER + ELF64_SEGMENT + e->body.n, 8);
	elf_number(out, 0, 4);
	elf_number(out, ELF64_HEADER, 2);
	elf_number(out, ELF64_SEGMENT, 2);
	elf_number(out, 1, 2);
	elf_number(out, ELF64_SECTION, 2);
	elf_number(out, e->n, 2);
	elf_number(out, e->n - 1u, 2);
	elf_number(out, PT_LOAD, 4);
	elf_number(out, PF_X | 4, 4);
	elf_number(out, 0, 8);
	elf_number(out, ELF_TEXT, 8);
	elf_number(out, ELF_TEXT, 8);
	elf_number(out, TO, 8);
	elf_number(out, TO, 8);
	elf_number(out, 0x1000, 8);
	strbuf_add(out, strbuf_str(&e->body));
	strbuf_add(out, strbuf_str(&e->headers));
	strbuf_free(&names);
	strbuf_free(&e->body);
	strbuf_free(&e->names);
	strbuf_free(&e->headers);
}

/* ---- DWARF ---- */

/* Kinds of entries: a unit; one whose rest is in another file; a function with
   inlined calls; an inlined call with others in it, and without. */
enum dwarf_kind { DW_UNIT = 1, DW_SPLIT, DW_FUNCTION, DW_CALL, DW_LEAF };

static const char dwarf_abbrev[] = { DW_UNIT, 0x11, 1, 0x11, 1, 0x12, 6, 0,
	0,                                   /* low, high */
	DW_SPLIT, 0x11, 0, 0x11, 1, 0x12, 6, /* and: */
	'\xb0', 0x42, 8, 0x1b, 8,            /* GNU_dwo_name, comp_dir */
	'\xb1', 0x42, 7, 0, 0,               /* GNU_dwo_id */
	DW_FUNCTION, 0x2e, 1, 0x11, 1, 0x12, 6, 3, 8, 0, 0, /* name */
	DW_CALL, 0x1d, 1, 0x11, 1, 0x12, 6, 3, 8, 0, 0,     /* name */
	DW_LEAF, 0x1d, 0, 0x11, 1, 0x12, 6, 3, 8, 0, 0,     /* name */
	0 };

/* An entry for `size` bytes from ELF_TEXT + `at` on; the entries in it follow,
   and dwarf_up(). */
static inline void
dwarf_entry(struct strbuf *out, enum dwarf_kind kind, uint64_t at,
	uint32_t size, const char *name)
{
	strbuf_addch(out, (char)kind);
	elf_number(out, ELF_TEXT + at, 8);
	elf_number(out, size, 4);
	if (name != NULL) {
		strbuf_addstr(out, name);
		strbuf_addch(out, '\0');
	}
}

static inline void
dwarf_up(struct strbuf *out)
{
	strbuf_addch(out, '\0');
}

/* A unit's entries behind its header. */
static inline void
dwarf_unit(struct strbuf *out, struct strbuf *entries)
{
	elf_number(out, entries->n + 7, 4);
	elf_number(out, 4, 2);
	elf_number(out, 0, 4);
	elf_number(out, 8, 1);
	strbuf_add(out, strbuf_str(entries));
	strbuf_free(entries);
}

static inline void
dwarf_sections(struct elf_out *e, struct strbuf *units)
{
	elf_section(e, ".debug_info", SHT_PROGBITS, 0, 0, strbuf_str(units));
	elf_section(e, ".debug_abbrev", SHT_PROGBITS, 0, 0,
		str_from(dwarf_abbrev, sizeof(dwarf_abbrev)));
	strbuf_free(units);
}

#endif
