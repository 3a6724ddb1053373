/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Function boundaries from .eh_frame_hdr (unwind.h). */
#include "prelude.h"

#include "symbol/unwind.h"

#include <inttypes.h>

#include "symbol/elfdefs.h"

enum {
	HEAD = 12, /* version, 3 encodings, .eh_frame pointer, count */
	ENTRY = 8, /* bytes per entry: start and .eh_frame offset */
	SDATA4 = 0x0b,
	UDATA4 = 0x03,
	DATAREL = 0x30, /* relative to .eh_frame_hdr */
};

/* Return the end address of the code section at an address, or 0. */
static uint64_t
code_end(const struct object *o, uint64_t address)
{
	for (size_t i = 0; i < o->n_sections; i++) {
		const struct section *s = &o->section[i];

		if ((s->flags & SHF_EXECINSTR) != 0 && address >= s->addr &&
			address - s->addr < s->size)
			return s->addr + s->size;
	}
	return 0;
}

bool
unwind_range(
	const struct object *o, uint64_t address, uint64_t *from, uint64_t *to)
{
	const struct section *s = object_section(o, ".eh_frame_hdr");
	uint64_t end = code_end(o, address), low = 0, high = 0;
	struct strbuf table = STRBUF_INIT;
	bool found = false;

	if (s != NULL && s->type != SHT_NOBITS && end > 0 &&
		object_read(o, s->offset, s->size, &table)) {
		const unsigned char *p = (const unsigned char *)table.p;
		uint64_t n;

		/* Accept only the encodings that all linkers use. */
		if (table.n < HEAD || p[0] != 1 ||
			((p[1] & 0x0f) != SDATA4 && (p[1] & 0x0f) != UDATA4) ||
			p[2] != UDATA4 || p[3] != (DATAREL | SDATA4)) {
			high = 0;
		} else {
			n = object_number(o, table.p + 8, 4);
			high = n <= (table.n - HEAD) / ENTRY ? n : 0;
		}
	}
	*to = end;
	while (low < high) {
		uint64_t mid = low + (high - low) / 2;
		uint64_t start;
		uint64_t v;

		/* Start of function `mid`, as a signed 32-bit offset. */
		v = object_number(o, table.p + HEAD + mid * ENTRY, 4);
		start = s->addr + (uint64_t)(int64_t)(int32_t)(uint32_t)v;

		if (start <= address) {
			low = mid + 1;
			*from = start;
			found = true;
		} else {
			high = mid;
			if (start < *to)
				*to = start;
		}
	}
	strbuf_free(&table);
	return found && *to > address && *to > *from;
}

struct str
unwind_name(struct made_up *m, const struct object *o, struct str path,
	uint64_t address)
{
	struct str file = str_basename(path);
	ptrdiff_t so = str_find(file, STR(".so"), 0);

	if (address < m->from || address >= m->to) {
		m->from = m->to = 0;
		m->known = unwind_range(o, address, &m->from, &m->to);
		strbuf_reset(&m->name);
		/* liblzma.so.5.4.1 -> liblzma+15ae0 */
		if (so > 0)
			file = str_sub(file, 0, (size_t)so);
		strbuf_add(&m->name, file);
		strbuf_addf(&m->name, "+%" PRIx64, m->from);
		if (!m->known)
			m->from = m->to = 0;
	}
	return m->known ? strbuf_str(&m->name) : STR_EMPTY;
}
