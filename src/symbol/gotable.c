/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads .gopclntab (addr2line.h), which Go programs since Go 1.2 contain for
 * their stack traces, even when stripped:
 *
 *     header     magic, word size, number of functions, table offsets
 *     functions  pairs (pc, record offset), sorted, then the end pc
 *     record     entry pc, name offset, ..., offsets of a file and a line table
 *     tables     pairs (change of the value, bytes of code with this value)
 */
#include "prelude.h"

#include "symbol/addr2line.h"

#include "base/strbuf.h"
#include "symbol/elfdefs.h"

enum version { GO_2 = 2, GO_16 = 16, GO_18 = 18 };

struct gotable {
	struct object order; /* only `big` is used, for object_number() */
	struct strbuf bytes;
	enum version version;
	bool has_starts; /* since Go 1.20 */
	unsigned word, quantum;
	uint64_t text;  /* address of .text */
	uint64_t count; /* number of functions */
	uint64_t names, units, files, steps, functions; /* offsets in bytes[] */
	/* The last walks over a file table and a line table. Addresses come in
	   order, so the next walk continues where the last one ended. */
	struct gotable_walk {
		uint64_t first; /* offset of the table */
		uint64_t entry, pc, at;
		uint64_t before; /* pc where `value` begins */
		uint32_t value;
		bool is_begun;
	} * walk; /* [2] file table, line table */
};

static uint64_t
at(const struct gotable *t, uint64_t offset, unsigned n)
{
	if (offset > t->bytes.n || n > t->bytes.n - offset)
		return 0;
	return object_number(&t->order, t->bytes.p + offset, n);
}

static struct str
text_at(const struct gotable *t, uint64_t table, uint64_t offset)
{
	struct str rest = str_skip(strbuf_str(&t->bytes),
		table + offset < t->bytes.n ? (size_t)(table + offset)
					    : t->bytes.n);

	return str_cut(&rest, '\0');
}

static bool
read_header(struct gotable *t)
{
	uint64_t word[8];

	if (t->bytes.n < 16)
		return false;
	switch (at(t, 0, 4)) {
	case 0xfffffffb:
		t->version = GO_2;
		break;
	case 0xfffffffa:
		t->version = GO_16;
		break;
	case 0xfffffff0:
	case 0xfffffff1:
		t->has_starts = at(t, 0, 4) == 0xfffffff1;
		t->version = GO_18;
		break;
	default:
		return false;
	}
	t->quantum = (unsigned char)t->bytes.p[6];
	t->word = (unsigned char)t->bytes.p[7];
	if (t->word != 4 && t->word != 8)
		return false;
	for (unsigned i = 0; i < 8; i++)
		word[i] = at(t, 8 + i * t->word, t->word);
	t->count = word[0] & UINT32_MAX;
	if (t->version == GO_2) {
		t->functions = 8 + t->word;
		t->files =
			at(t, t->functions + (2 * t->count + 1) * t->word, 4);
	} else {
		unsigned first = t->version == GO_18 ? 3 : 2;

		t->names = word[first];
		t->units = word[first + 1];
		t->files = word[first + 2];
		t->steps = word[first + 3];
		t->functions = word[first + 4];
	}
	return t->functions < t->bytes.n && t->count <= t->bytes.n / 8;
}

struct gotable *
gotable_new(const struct object *o)
{
	const struct section *s = object_section(o, ".gopclntab");
	const struct section *text = object_section(o, ".text");
	struct gotable *t = xcalloc(1, sizeof(*t));

	if (s == NULL)
		s = object_section(o, ".data.rel.ro.gopclntab");
	t->walk = xcalloc(2, sizeof(*t->walk));
	t->order.big = o->big;
	t->text = text != NULL ? text->addr : 0;
	if (s != NULL && s->type != SHT_NOBITS &&
		object_read(o, s->offset, s->size, &t->bytes) && read_header(t))
		return t;
	gotable_free(t);
	return NULL;
}

void
gotable_free(struct gotable *t)
{
	if (t == NULL)
		return;
	strbuf_free(&t->bytes);
	free(t->walk);
	free(t);
}

/* Return function i's pc (column 0) or record offset (column 1). */
static uint64_t
function_at(const struct gotable *t, uint64_t i, unsigned column)
{
	unsigned n = t->version == GO_18 ? 4 : t->word;

	return at(t, t->functions + (2 * i + column) * n, n);
}

static uint32_t
varint(const struct gotable *t, uint64_t *offset)
{
	uint32_t v = 0;

	for (unsigned shift = 0; shift < 32; shift += 7) {
		uint32_t byte = (uint32_t)at(t, (*offset)++, 1);

		v |= (byte & 0x7F) << shift;
		if (byte < 0x80)
			break;
	}
	return v;
}

/* Return the value of the step table at `offset` for pc `target`; -1: none. */
static int32_t
step_value(const struct gotable *t, struct gotable_walk *w, uint64_t offset,
	uint64_t entry, uint64_t target)
{
	if (!w->is_begun || w->first != offset || w->entry != entry ||
		target < w->before)
		*w = (struct gotable_walk){ .first = offset,
			.entry = entry,
			.pc = entry,
			.before = entry,
			.at = t->steps + offset,
			.value = UINT32_MAX,
			.is_begun = true };
	while (target >= w->pc) {
		uint64_t change, step;

		if (w->at >= t->bytes.n)
			return -1;
		change = varint(t, &w->at);
		step = (uint64_t)varint(t, &w->at) * t->quantum;
		/* The end; or damage, as each step moves. */
		if ((change == 0 && w->pc != entry) || step == 0) {
			w->at = t->bytes.n;
			return -1;
		}
		w->value += (uint32_t)((change & 1) != 0 ? ~(change >> 1)
							 : change >> 1);
		w->before = w->pc;
		w->pc += step;
	}
	return (int32_t)w->value;
}

/* Return the address that the functions' pcs are relative to. */
static uint64_t
gotable_base(const struct gotable *t)
{
	return t->version == GO_18 ? t->text : 0;
}

/* Find the index of the function at an address. False if there is none. */
static bool
find_function(const struct gotable *t, uint64_t address, uint64_t *out)
{
	uint64_t base = gotable_base(t), pc = address - base;
	uint64_t low = 0, high = t->count;

	if (address < base || t->count == 0 || pc < function_at(t, 0, 0) ||
		pc >= function_at(t, t->count, 0))
		return false;
	while (low < high) {
		uint64_t mid = low + (high - low) / 2;

		if (function_at(t, mid, 0) <= pc)
			low = mid + 1;
		else
			high = mid;
	}
	*out = low - 1;
	return true;
}

bool
gotable_range(
	const struct gotable *t, uint64_t address, uint64_t *from, uint64_t *to)
{
	uint64_t i;

	if (!find_function(t, address, &i))
		return false;
	*from = gotable_base(t) + function_at(t, i, 0);
	*to = gotable_base(t) + function_at(t, i + 1, 0);
	return *to > *from;
}

bool
gotable_find(const struct gotable *t, uint64_t address, struct addr_frames *out)
{
	uint64_t pc = address - gotable_base(t), i, record, entry, field;
	struct callsite c = { .line = 0 };
	int32_t line;
	uint64_t file_record;
	int32_t file;
	uint64_t unit, offset;

	if (!find_function(t, address, &i))
		return false;
	entry = function_at(t, i, 0);
	record = (t->version == GO_2 ? 0 : t->functions) + function_at(t, i, 1);
	/* The entry pc is followed by these fields of four bytes: name, args,
	   deferreturn, pcsp, pcfile, pcln, npcdata, unit, first line. */
	field = record + (t->version == GO_18 ? 4 : t->word);
	c.name = text_at(t, t->names, at(t, field, 4));
	file_record = field - 4;
	file = step_value(t, &t->walk[0], at(t, field + 16, 4), entry, pc);
	if (file < 0) {
		c.file = STR_EMPTY;
	} else if (t->version == GO_2) {
		c.file = text_at(t, 0, at(t, t->files + 4 * (uint64_t)file, 4));
	} else {
		unit = at(t, file_record + 32, 4);
		offset = at(t, t->units + 4 * (unit + (uint64_t)file), 4);
		c.file = offset == UINT32_MAX ? STR_EMPTY
					      : text_at(t, t->files, offset);
	}
	line = step_value(t, &t->walk[1], at(t, field + 20, 4), entry, pc);
	c.line = line > 0 ? (uint64_t)line : 0;
	c.start = t->has_starts ? at(t, field + 32, 4) : 0;
	vec_push(&out->call, c);
	return true;
}
