/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The constants of ELF that are used here, as not every system has <elf.h>. Do
   not include this with libdw's headers, which include <elf.h>. */
#ifndef FT_SYMBOL_ELFDEFS_H
#define FT_SYMBOL_ELFDEFS_H

#define ELF_MAGIC "\177ELF"

enum { /* bytes in each table's row, 32 and 64 bits */
	ELF32_HEADER = 52,
	ELF64_HEADER = 64,
	ELF32_SECTION = 40,
	ELF64_SECTION = 64,
	ELF32_SEGMENT = 32,
	ELF64_SEGMENT = 56,
	ELF32_SYMBOL = 16,
	ELF64_SYMBOL = 24,
};

enum { EI_CLASS = 4, EI_DATA = 5, EI_NIDENT = 16 };
enum { ELFCLASS32 = 1, ELFCLASS64 = 2 };
enum { ELFDATA2MSB = 2 };

enum { ET_REL = 1, ET_EXEC = 2, ET_DYN = 3, ET_CORE = 4 };

enum { EM_NONE = 0, EM_X86_64 = 62, EM_AARCH64 = 183 };

enum { PT_LOAD = 1, PT_NOTE = 4 };
enum { PF_X = 1 };

enum {
	SHT_PROGBITS = 1,
	SHT_SYMTAB = 2,
	SHT_NOTE = 7,
	SHT_NOBITS = 8,
	SHT_DYNSYM = 11,
};
enum { SHF_ALLOC = 2, SHF_EXECINSTR = 4 };
enum { SHN_UNDEF = 0, SHN_LORESERVE = 0xff00, SHN_XINDEX = 0xffff };

enum {
	STT_NOTYPE = 0,
	STT_OBJECT = 1,
	STT_FUNC = 2,
	STT_SECTION = 3,
	STT_FILE = 4,
	STT_GNU_IFUNC = 10,
};
enum { STB_LOCAL = 0, STB_WEAK = 2, STB_GNU_UNIQUE = 10 };

enum { NT_GNU_BUILD_ID = 3 };

#endif
