/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Load biases of mappings (loadbias.h). */
#include "prelude.h"

#include "symbol/loadbias.h"

#include <inttypes.h>

#include "symbol/elfdefs.h"
#include "symbol/symtab.h"

#define USER_END (UINT64_C(1) << 63)
#define PPC64_OFFSET UINT64_C(0xc000000000000000)

enum { PAGE = 4096 };

static bool
kernel_base(const struct load_segment *s, struct stext stext,
	const struct place *at, uint64_t *base)
{
	bool same = stext.known && at->start % PAGE == stext.value % PAGE;

	if (s->vaddr == at->start - at->offset) {
		*base = at->offset;
		return true;
	}
	if (at->start == 0 && at->limit != 0 && stext.known) {
		*base = at->start - stext.value;
		return true;
	}
	if (at->start >= USER_END && at->limit > at->start &&
		(at->offset == 0 || at->offset == PPC64_OFFSET ||
			at->offset == at->start)) {
		*base = at->start - (same ? stext.value : s->vaddr);
		return true;
	}
	if (at->start % PAGE != 0 && same) {
		*base = at->start - stext.value;
		return true;
	}
	return false;
}

int
base_of(uint16_t type, const struct load_segment *s, struct stext stext,
	const struct place *at, uint64_t *base, struct err *err)
{
	*base = 0;
	if (at->start == 0 && at->offset == 0 &&
		(at->limit == 0 || at->limit == UINT64_MAX))
		return 0;
	switch (type) {
	case ET_EXEC:
		if (s == NULL)
			return 0;
		if (!stext.known && at->start > 0 && at->start < USER_END)
			break;
		if (kernel_base(s, stext, at, base))
			return 0;
		if (at->start != 0 || at->limit == 0 || stext.known)
			return err_set(err, ERR_FORMAT,
				"don't know how to handle EXEC segment: "
				"start=0x%" PRIx64 " limit=0x%" PRIx64
				" offset=0x%" PRIx64,
				at->start, at->limit, at->offset);
		*base = at->start - s->vaddr;
		return 0;
	case ET_REL:
		if (at->offset != 0)
			return err_set(err, ERR_FORMAT,
				"don't know how to handle mapping.Offset");
		*base = at->start;
		return 0;
	case ET_DYN:
		if (s == NULL) {
			*base = at->start - at->offset;
			return 0;
		}
		if (kernel_base(s, stext, at, base))
			return 0;
		break;
	default:
		return err_set(err, ERR_FORMAT,
			"don't know how to handle FileHeader.Type %u", type);
	}
	*base = at->start - at->offset + s->offset - s->vaddr;
	return 0;
}

/* Return the executable segment that contains .text, or NULL. */
static const struct load_segment *
text_segment(const struct object *o)
{
	for (size_t i = 0; i < o->n_sections; i++) {
		const struct section *t = &o->section[i];

		if (!str_is(t->name, ".text"))
			continue;
		for (size_t k = 0; k < o->n_segments; k++) {
			const struct load_segment *s = &o->segment[k];

			if (s->type == PT_LOAD && (s->flags & PF_X) != 0 &&
				t->addr >= s->vaddr &&
				t->addr < s->vaddr + s->memsz)
				return s;
		}
	}
	return NULL;
}

/* True if a mapping may map this segment. */
static bool
overlaps(const struct load_segment *s, const struct place *at)
{
	uint64_t end = at->offset + (at->limit - at->start);
	uint64_t segment_end = s->offset + s->memsz, lead = s->vaddr % PAGE;

	if (s->filesz == 0 || at->offset >= segment_end || s->offset >= end)
		return false;
	if (at->offset < (s->offset > lead ? s->offset - lead : 0))
		return false;
	return at->offset <= s->offset || segment_end >= at->offset + PAGE ||
		end < segment_end + PAGE;
}

/* Mach-O: the whole program or library moves by one distance. */
static int
base_of_macho(const struct object *o, const struct place *at, uint64_t *base,
	struct err *err)
{
	*base = 0;
	if (!o->macho.has_text)
		return err_set(err, ERR_FORMAT, "no __TEXT segment");
	if (o->macho.text > at->start)
		return err_set(err, ERR_FORMAT,
			"__TEXT segment address (0x%" PRIx64
			") > mapping start address (0x%" PRIx64 ")",
			o->macho.text, at->start);
	*base = at->start - o->macho.text;
	return 0;
}

int
base_find(const struct object *o, const struct place *at, struct stext stext,
	uint64_t address, uint64_t *base, struct err *err)
{
	const struct load_segment *found = NULL, *at_address = NULL;
	size_t loads = 0, several = 0, here = 0;
	uint64_t offset = address - at->start + at->offset;

	if (o->macho.is)
		return base_of_macho(o, at, base, err);
	if (address < at->start || address >= at->limit)
		return err_set(err, ERR_FORMAT,
			"address %" PRIx64 " is outside of the mapping",
			address);
	if (stext.known || at->start >= at->limit || at->limit >= USER_END)
		return base_of(o->type, text_segment(o), stext, at, base, err);
	for (size_t i = 0; i < o->n_segments; i++) {
		const struct load_segment *s = &o->segment[i];

		if (s->type != PT_LOAD)
			continue;
		loads++;
		if (!overlaps(s, at))
			continue;
		several++;
		found = s;
		if (offset >= s->offset && offset < s->offset + s->memsz) {
			here++;
			at_address = s;
		}
	}
	if (loads > 0 && several == 0)
		return err_set(err, ERR_FORMAT,
			"no program header matches mapping info");
	if (several > 1 && here != 1)
		return err_set(err, ERR_FORMAT,
			here == 0 ? "no program header matches file offset "
				    "%" PRIx64
				  : "two program headers match file offset "
				    "%" PRIx64,
			offset);
	return base_of(o->type, several > 1 ? at_address : found, stext, at,
		base, err);
}

int
base_check(const struct object *o, const char *path, struct str relocation,
	const struct place *at, struct stext *stext, struct err *err)
{
	uint64_t base;

	*stext = (struct stext){ .known = false };
	if (o->macho.is && base_of_macho(o, at, &base, err) != 0) {
		err_wrap(err, "could not identify base for %s", path);
		return err_wrap(err, "error reading %s file %s",
			o->begin > 0 ? "fat Mach-O" : "Mach-O", path);
	}
	if (o->macho.is)
		return 0;
	if (strstr(path, "vmlinux") != NULL || at->start % PAGE != 0 ||
		at->limit % PAGE != 0 || at->offset % PAGE != 0)
		stext->known = symtab_value(o,
			relocation.n > 0 ? relocation : STR("_stext"),
			&stext->value);
	if (base_of(o->type, text_segment(o), *stext, at, &base, err) != 0) {
		err_wrap(err, "could not identify base for %s", path);
		return err_wrap(err, "error reading ELF file %s", path);
	}
	return 0;
}
