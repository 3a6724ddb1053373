/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The parts of an ELF or Mach-O file that symbolization needs: type, segments,
 * sections, build id. Offsets and sizes are checked against the file size,
 * because files may be truncated or malicious. Only regular files are opened.
 */
#ifndef FT_SYMBOL_OBJECT_H
#define FT_SYMBOL_OBJECT_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

enum { BUILD_ID_ROOM = 2 * 64 + 1 }; /* 64 bytes in hexadecimal, and a NUL */

struct load_segment {
	uint32_t type, flags;
	uint64_t offset, vaddr, filesz, memsz, align;
};

struct section {
	struct str name; /* borrowed from object.names */
	uint32_t type, link;
	uint64_t flags, addr, offset, size, align;
};

/* The address of __TEXT in a Mach-O file (macho.h), and where its symbols
   are. */
struct macho {
	bool is, has_text;
	uint64_t text;
	uint64_t symbols, n_symbols; /* offset, number */
	uint64_t strings, n_strings; /* offset, bytes */
};

struct object {
	int fd;
	uint64_t begin; /* start of the part for this machine; 0: whole file */
	uint64_t size;  /* bytes from `begin` on */
	bool wide, big; /* 64 bits; big-endian */
	uint16_t type;  /* ET_EXEC, ET_DYN ... */
	uint16_t machine; /* EM_X86_64 ... */
	struct load_segment *segment;
	size_t n_segments;
	struct section *section;
	size_t n_sections;
	struct strbuf names; /* section names, or Mach-O's commands */
	struct macho macho;
	char build_id[BUILD_ID_ROOM]; /* in hexadecimal; "": none */
};

/* Open a regular file for reading. *size, if not NULL, becomes the file size.
   Return the file descriptor, or -1 and err, in pprof's words. */
int binary_open(const char *path, uint64_t *size, struct err *err);
/* Open an ELF or Mach-O file. -1 and err, in pprof's words; o is then closed.
 */
int object_open(struct object *o, const char *path, struct err *err);
void object_close(struct object *o);

/* Append n bytes at a file offset to `out`. False if the file is too short. */
bool object_read(const struct object *o, uint64_t offset, uint64_t n,
	struct strbuf *out);
/* Return the number in n bytes (1 to 8) at p, in the byte order of o. */
uint64_t object_number(const struct object *o, const char *p, unsigned n);
/* Return the section of this name, or NULL. */
const struct section *object_section(const struct object *o, const char *name);
/* Write the bytes of a build id in hexadecimal; at most 64. */
void build_id_put(struct str bytes, char id[BUILD_ID_ROOM]);
/* Get the build id from notes in native byte order, such as those of the
   running kernel. "" if there is none. */
void notes_build_id(struct str notes, char id[BUILD_ID_ROOM]);
/* True if the file has a different build id. False if either is unknown. */
bool object_is_other(const struct object *o, struct str build_id);
/* True if the file has this build id. The UUID of a Mach-O file may be written
   with dashes and capitals. */
bool object_has_id(const struct object *o, struct str build_id);

#endif
