/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbol tables (symtab.h). */
#include "prelude.h"

#include "symbol/symtab.h"

#include "base/sort.h"
#include "base/vec.h"
#include "symbol/elfdefs.h"

struct symbol {
	uint64_t value, size;
	struct str name, file;
	bool data;
};

struct symtab {
	enum symtab_rule rule;
	struct strbuf bytes, names;
	VEC(struct symbol) symbol;
};

/* An entry of .symtab or .dynsym. */
struct raw_symbol {
	struct str name;
	uint64_t value, size;
	unsigned type, bind, section;
};

static struct raw_symbol
raw_at(const struct object *o, const char *p, struct str names)
{
	struct raw_symbol s = { .name = STR_EMPTY };
	struct str rest = str_skip(names, (size_t)object_number(o, p, 4));
	unsigned info;

	if (o->wide) {
		info = (unsigned char)p[4];
		s.section = (unsigned)object_number(o, p + 6, 2);
		s.value = object_number(o, p + 8, 8);
		s.size = object_number(o, p + 16, 8);
	} else {
		info = (unsigned char)p[12];
		s.section = (unsigned)object_number(o, p + 14, 2);
		s.value = object_number(o, p + 4, 4);
		s.size = object_number(o, p + 8, 4);
	}
	s.type = info & 15;
	s.bind = info >> 4;
	s.name = str_cut(&rest, '\0');
	return s;
}

static bool
read_table(const struct object *o, uint32_t type, struct symtab *t)
{
	for (size_t i = 0; i < o->n_sections; i++) {
		const struct section *s = &o->section[i];

		if (s->type != type || s->link >= o->n_sections)
			continue;
		if (object_read(o, s->offset, s->size, &t->bytes) &&
			object_read(o, o->section[s->link].offset,
				o->section[s->link].size, &t->names))
			return true;
		strbuf_reset(&t->bytes);
		strbuf_reset(&t->names);
		return false;
	}
	return false;
}

static int
symbol_order(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->value != y->value)
		return x->value < y->value ? -1 : 1;
	return x->size == y->size ? 0 : x->size < y->size ? -1 : 1;
}

static int
symbol_order_of_nm(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->value != y->value)
		return x->value < y->value ? -1 : 1;
	return str_cmp(x->name, y->name);
}

/* True if nm would print the symbol as data. */
static bool
is_data(const struct object *o, const struct raw_symbol *s)
{
	const struct section *in;

	if (s->bind == STB_WEAK || s->bind == STB_GNU_UNIQUE ||
		s->section >= o->n_sections)
		return s->bind == STB_WEAK ? s->type != STT_GNU_IFUNC : false;
	in = &o->section[s->section];
	return (in->flags & SHF_EXECINSTR) == 0 && (in->flags & SHF_ALLOC) != 0;
}

/* ---- Mach-O ---- */

enum { N_STAB = 0xe0, N_TYPE = 0x0e, N_SECT = 0x0e };

/* Read the next symbol that is in a section. False at the end of the table. */
static bool
next_nlist(const struct object *o, const struct symtab *t, size_t *at,
	struct symbol *out, const struct section **in)
{
	const size_t row = o->wide ? 16 : 12;

	for (; *at + row <= t->bytes.n; *at += row) {
		const char *p = t->bytes.p + *at;
		struct str rest = str_skip(
			strbuf_str(&t->names), (size_t)object_number(o, p, 4));
		unsigned type = (unsigned char)p[4];
		unsigned section = (unsigned char)p[5];

		if ((type & N_STAB) != 0 || (type & N_TYPE) != N_SECT ||
			section == 0 || section > o->n_sections)
			continue;
		*in = &o->section[section - 1];
		*out = (struct symbol){ .name = str_cut(&rest, '\0'),
			.value = object_number(o, p + 8, o->wide ? 8 : 4),
			.data = str_is((*in)->name, "__data") ||
				str_is((*in)->name, "__bss") };
		*at += row;
		return true;
	}
	return false;
}

static bool
read_nlists(const struct object *o, struct symtab *t)
{
	const struct macho *m = &o->macho;

	return object_read(o, m->symbols, m->n_symbols * (o->wide ? 16 : 12),
		       &t->bytes) &&
		object_read(o, m->strings, m->n_strings, &t->names);
}

/* As llvm-symbolizer does, remove the leading underscore, and end a symbol at
   the next one in its section, or at the section's end. */
static void
set_nlist_sizes(struct symtab *t)
{
	struct symbol *s = t->symbol.p;
	size_t n = t->symbol.n;
	uint64_t next = UINT64_MAX;

	for (size_t i = n; i-- > 0;) {
		uint64_t end = s[i].size;

		if (i + 1 < n && s[i + 1].value > s[i].value)
			next = s[i + 1].value;
		end = end < next ? end : next;
		s[i].size = end > s[i].value ? end - s[i].value : 0;
		if (str_starts(s[i].name, STR("_")))
			s[i].name = str_skip(s[i].name, 1);
	}
}

static void
add_nlists(const struct object *o, struct symtab *t)
{
	const struct section *in;
	struct symbol add;
	size_t at = 0;

	if (!read_nlists(o, t))
		return;
	while (next_nlist(o, t, &at, &add, &in)) {
		/* For now, the end of the section. */
		if (t->rule == SYMTAB_LLVM)
			add.size = in->addr + in->size;
		if (add.name.n > 0)
			vec_push(&t->symbol, add);
	}
	(void)merge_sort(t->symbol.p, t->symbol.n, sizeof(*t->symbol.p),
		t->rule == SYMTAB_LLVM ? symbol_order : symbol_order_of_nm,
		NULL);
	if (t->rule == SYMTAB_LLVM)
		set_nlist_sizes(t);
}

struct symtab *
symtab_new(const struct object *o, enum symtab_rule rule)
{
	struct symtab *t = xcalloc(1, sizeof(*t));
	struct str file = STR_EMPTY;
	size_t row = o->wide ? ELF64_SYMBOL : ELF32_SYMBOL;

	t->rule = rule;
	if (o->macho.is) {
		add_nlists(o, t);
		return t;
	}
	if (!read_table(o, SHT_SYMTAB, t) && rule == SYMTAB_LLVM)
		(void)read_table(o, SHT_DYNSYM, t);
	for (size_t at = row; at + row <= t->bytes.n; at += row) {
		struct raw_symbol s =
			raw_at(o, t->bytes.p + at, strbuf_str(&t->names));
		bool code;
		struct symbol add;

		if (s.type == STT_FILE)
			file = s.name;
		code = s.type == STT_NOTYPE || s.type == STT_FUNC ||
			s.type == STT_OBJECT || s.type == STT_GNU_IFUNC;
		add = (struct symbol){ .value = s.value,
			.size = s.size,
			.name = s.name,
			.data = is_data(o, &s),
			.file = s.bind == STB_LOCAL ? file : STR_EMPTY };
		if (s.section != SHN_UNDEF && s.name.n != 0) {
			if (!(t->rule == SYMTAB_LLVM ? !code ||
						    s.section >= SHN_LORESERVE
						     : s.type == STT_SECTION ||
						    s.type == STT_FILE)) {
				if (t->rule != SYMTAB_NM ||
					!(s.size == 0 ||
						str_chr(s.name, ' ') >= 0)) {
					vec_push(&t->symbol, add);
				}
			}
		}
	}
	(void)merge_sort(t->symbol.p, t->symbol.n, sizeof(*t->symbol.p),
		rule == SYMTAB_LLVM ? symbol_order : symbol_order_of_nm, NULL);
	return t;
}

void
symtab_free(struct symtab *t)
{
	if (t == NULL)
		return;
	strbuf_free(&t->bytes);
	strbuf_free(&t->names);
	vec_free(&t->symbol);
	free(t);
}

size_t
symtab_size(const struct symtab *t)
{
	return t->symbol.n;
}

struct str
symtab_at(const struct symtab *t, size_t i, uint64_t *value, uint64_t *size)
{
	const struct symbol *s = &t->symbol.p[i];

	*value = s->value;
	*size = s->size;
	return s->name;
}

/* Search as pprof does: of symbols with the same address, any may be found. */
static const struct symbol *
find_as_nm(const struct symtab *t, uint64_t address)
{
	const struct symbol *s = t->symbol.p;
	size_t low = 0, high = t->symbol.n;

	if (high == 0 || address < s[0].value ||
		address >= s[high - 1].value + s[high - 1].size)
		return NULL;
	while (low + 1 < high) {
		size_t mid = (low + high) / 2;

		if (address >= s[mid].value)
			low = mid;
		else
			high = mid;
		if (address == s[mid].value)
			break;
	}
	return s[low].data && address >= s[low].value + s[low].size ? NULL
								    : &s[low];
}

/* Return the last symbol at or below the address; NULL if it ends earlier. */
static const struct symbol *
find_as_llvm(const struct symtab *t, uint64_t address)
{
	size_t low = 0, high = t->symbol.n;
	const struct symbol *s;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (t->symbol.p[mid].value <= address)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == 0)
		return NULL;
	s = &t->symbol.p[low - 1];
	return s->size != 0 && address - s->value >= s->size ? NULL : s;
}

bool
symtab_find(const struct symtab *t, uint64_t address, struct str *name,
	struct str *file)
{
	const struct symbol *s = t->rule == SYMTAB_LLVM
		? find_as_llvm(t, address)
		: find_as_nm(t, address);

	*name = s != NULL ? s->name : STR_EMPTY;
	*file = s != NULL ? s->file : STR_EMPTY;
	return s != NULL;
}

bool
symtab_range(const struct symtab *t, uint64_t address, struct str *name,
	uint64_t *from, uint64_t *to)
{
	enum {
		LAST = 4096,  /* bytes, if the last symbol has no size */
		PADDING = 64, /* maximum padding between symbols, in bytes */
	};
	const struct symbol *end = t->symbol.p + t->symbol.n;
	const struct symbol *s = find_as_llvm(t, address);
	const struct symbol *next = s;

	if (s == NULL)
		return false;
	while (next < end && next->value == s->value)
		next++;
	*name = s->name;
	*from = s->value;
	*to = s->value + (s->size != 0 ? s->size : LAST);
	if (next < end && (s->size == 0 || next->value - *to < PADDING))
		*to = next->value;
	return *to > *from;
}

bool
symtab_value(const struct object *o, struct str name, uint64_t *value)
{
	struct symtab t = { .rule = SYMTAB_LLVM };
	size_t row = o->wide ? ELF64_SYMBOL : ELF32_SYMBOL;
	bool found = false;

	(void)read_table(o, SHT_SYMTAB, &t);
	for (size_t at = row; !found && at + row <= t.bytes.n; at += row) {
		struct raw_symbol s =
			raw_at(o, t.bytes.p + at, strbuf_str(&t.names));

		found = str_eq(s.name, name);
		*value = s.value;
	}
	strbuf_free(&t.bytes);
	strbuf_free(&t.names);
	return found;
}
