/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An ELF file as far as names need it: its kind, segments, sections, build id.
 * Everything in it is checked against the size of the file, which may be cut,
 * changed, or made to harm. Only regular files are opened.
 */
#ifndef FT_SYMBOL_OBJECT_H
#define FT_SYMBOL_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

struct load_segment {
	uint32_t type, flags;
	uint64_t offset, vaddr, filesz, memsz, align;
};

struct section {
	struct str name; /* in object.names */
	uint32_t type, link;
	uint64_t flags, addr, offset, size, align;
};

struct object {
	int fd;
	uint64_t size;
	bool wide, big; /* 64 bits; most significant byte first */
	uint16_t type;  /* ET_EXEC, ET_DYN ... */
	struct load_segment *segment;
	size_t n_segments;
	struct section *section;
	size_t n_sections;
	struct strbuf names;
	char build_id[2 * 64 + 1]; /* in hexadecimal; "" without */
};

/* -1 and err, in pprof's words; nothing is open then. */
int object_open(struct object *o, const char *path, struct err *err);
void object_close(struct object *o);

/* Append n bytes at an offset. False when the file does not have them. */
bool object_read(const struct object *o, uint64_t offset, uint64_t n,
	struct strbuf *out);
/* A number of n bytes, 1 to 8. */
uint64_t object_number(const struct object *o, const char *p, unsigned n);
/* NULL: there is none. */
const struct section *object_section(const struct object *o, const char *name);
/* A mismatch is certain only when both are known. */
bool object_is_other(const struct object *o, struct str build_id);

#endif
