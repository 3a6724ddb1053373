/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads DWARF (addr2line.h) with the same results as llvm-symbolizer, but from
 * an index built here: libdw's dwarf_getscopes() walks a whole unit for every
 * address and loses inlined calls, and .debug_aranges may list only some units.
 * The index contains the sorted ranges of all units and, for each unit looked
 * up, those of its functions and inlined calls.
 */
#include "prelude.h"

#include "symbol/addr2line.h"

#ifdef HAVE_LIBDW
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <elfutils/libdwfl.h>
#include <gelf.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "base/compiler.h"
#include "base/hash.h"
#include "base/sort.h"
#include "base/strbuf.h"

#ifdef HAVE_LIBDW

enum { DEEP_MOST = 512, RANGES_MOST = 1 << 24 };

struct body { /* a function or an inlined call */
	Dwarf_Die die;
	uint32_t in; /* index of the enclosing body, or NONE */
	bool inlined;
};

struct dwarf_interval {
	uint64_t low, high;
	uint32_t what; /* index into debuginfo.unit or dwarf_unit.body */
	uint32_t depth;
	uint32_t around; /* index of the last interval before this one that
			    reaches its start; NONE: none */
};

struct intervals {
	VEC(struct dwarf_interval) at;
};

struct dwarf_unit {
	Dwarf_Die lines, info; /* the same except in split DWARF (.dwo) */
	bool read;             /* `body` and `bodies` are filled */
	VEC(struct body) body;
	struct intervals bodies;
};

struct debuginfo {
	Dwarf *dwarf; /* NULL: kernel module without DWARF */
	VEC(struct dwarf_unit) unit;
	struct intervals units;
	/* Only for kernel modules: `dwfl` owns `dwarf`, `text` is the address
	   of .text, and `bias` is subtracted for addresses in the DWARF. */
	Dwfl *dwfl;
	Dwfl_Module *module;
	GElf_Addr text, bias;
	char folder[PATH_MAX]; /* folder with the program; "": unknown */
	char packed[PATH_MAX + 4]; /* PROGRAM.dwp; libdw looks there as well */
	struct debuginfo_left left;
};

bool
debuginfo_is_built_in(void)
{
	return true;
}

static int
by_start(const void *a, const void *b)
{
	const struct dwarf_interval *x = a, *y = b;

	if (x->low != y->low)
		return x->low < y->low ? -1 : 1;
	return x->depth == y->depth ? 0 : x->depth < y->depth ? -1 : 1;
}

static void
sort_intervals(struct intervals *list)
{
	(void)merge_sort(
		list->at.p, list->at.n, sizeof(*list->at.p), by_start, NULL);
	for (size_t i = 0; i < list->at.n; i++) {
		uint32_t a = i > 0 ? (uint32_t)i - 1 : NONE;

		while (a != NONE && list->at.p[a].high <= list->at.p[i].low)
			a = list->at.p[a].around;
		list->at.p[i].around = a;
	}
}

/* Return `what` of the deepest interval that contains the address, or NONE. */
static uint32_t
find_interval(const struct intervals *list, uint64_t address)
{
	uint32_t best = NONE, depth = 0;
	size_t low = 0, high = list->at.n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (list->at.p[mid].low <= address)
			low = mid + 1;
		else
			high = mid;
	}
	for (uint32_t k = low > 0 ? (uint32_t)low - 1 : NONE; k != NONE;
		k = list->at.p[k].around) {
		const struct dwarf_interval *i = &list->at.p[k];

		if (address >= i->high)
			continue;
		if (best == NONE || i->depth > depth) {
			best = i->what;
			depth = i->depth;
		}
		if (i->depth == 0)
			break;
	}
	return best;
}

/* Add the address ranges of a DIE. False if it has none. */
static bool
add_ranges(
	struct intervals *list, Dwarf_Die *die, uint32_t what, uint32_t depth)
{
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;
	bool any = false;

	while (list->at.n < RANGES_MOST &&
		(at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		struct dwarf_interval i = {
			.low = low, .high = high, .what = what, .depth = depth
		};

		if (low >= high)
			continue;
		vec_push(&list->at, i);
		any = true;
	}
	return any;
}

/* ---- Functions of a unit ---- */

static bool
has_bodies(int tag)
{
	switch (tag) {
	case DW_TAG_lexical_block:
	case DW_TAG_try_block:
	case DW_TAG_catch_block:
	case DW_TAG_common_block:
	case DW_TAG_namespace:
	case DW_TAG_module:
	case DW_TAG_structure_type:
	case DW_TAG_class_type:
	case DW_TAG_union_type:
	case DW_TAG_enumeration_type:
	case DW_TAG_subprogram:
	case DW_TAG_inlined_subroutine:
		return true;
	default:
		return false;
	}
}

static void
add_bodies(struct dwarf_unit *u, Dwarf_Die *parent, uint32_t in, uint32_t depth,
	uint32_t nested)
{
	Dwarf_Die die;
	int next = dwarf_child(parent, &die);

	for (; next == 0 && u->body.n < RANGES_MOST;
		next = dwarf_siblingof(&die, &die)) {
		int tag = dwarf_tag(&die);
		bool call = tag == DW_TAG_inlined_subroutine;
		uint32_t inside = in, below = depth;

		if (!has_bodies(tag))
			continue;
		if (call ||
			(tag == DW_TAG_subprogram &&
				!dwarf_hasattr(&die, DW_AT_declaration) &&
				!dwarf_hasattr(&die, DW_AT_inline))) {
			struct body b = {
				.die = die, .in = in, .inlined = call
			};

			if (add_ranges(&u->bodies, &die, (uint32_t)u->body.n,
				    depth)) {
				inside = (uint32_t)u->body.n;
				below++;
				vec_push(&u->body, b);
			}
		}
		if (nested < DEEP_MOST)
			add_bodies(u, &die, inside, below, nested + 1);
	}
}

/* ---- All units ---- */

/* True if the real path begins with a folder. */
static bool
lies_below(struct str path, const char *folder)
{
	char real[PATH_MAX];

	return folder[0] != '\0' && realpath(folder, real) != NULL &&
		str_starts(path, str_c(real)) &&
		str_starts(str_skip(path, strlen(real)), STR("/"));
}

/* False if libdw must not open a file that debug information names: a device, a
   pipe, or anything but debug information. Relative names are looked up in the
   program's folder, as by libdw. */
static bool
may_open(const char *folder, const char *in, const char *name)
{
	static const char *const ends[] = { ".dwo", ".dwp", ".debug", ".dwz" };
	struct strbuf path = STRBUF_INIT;
	char real[PATH_MAX];
	struct stat st;
	bool may, is_there;

	if (name[0] != '/' && in[0] != '/')
		strbuf_addf(&path, "%s/", folder);
	if (name[0] != '/' && in[0] != '\0')
		strbuf_addf(&path, "%s/", in);
	strbuf_addstr(&path, name);
	is_there = stat(strbuf_c(&path), &st) == 0 &&
		realpath(strbuf_c(&path), real) != NULL;
	strbuf_free(&path);
	may = !is_there ||
		(S_ISREG(st.st_mode) &&
			(lies_below(str_c(real), folder) ||
				lies_below(str_c(real), "/usr/lib/debug")));
	for (size_t i = 0; !may && S_ISREG(st.st_mode) && i < COUNT_OF(ends);
		i++)
		may = str_ends(str_c(real), str_c(ends[i]));
	return may;
}

/* Find the folder of an open file, "" if unknown, and its .dwp. */
static void
find_folder(struct debuginfo *d, int fd)
{
	char link[40];
	ssize_t n;

	(void)snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	n = readlink(link, d->folder, PATH_MAX - 1);
	d->folder[n > 0 ? n : 0] = '\0';
	(void)snprintf(d->packed, sizeof(d->packed), "%s.dwp", d->folder);
	if (strrchr(d->folder, '/') != NULL)
		*strrchr(d->folder, '/') = '\0';
}

static const char *
own_text(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;
	const char *text = dwarf_attr(die, name, &attr) != NULL
		? dwarf_formstring(&attr)
		: NULL;

	return text != NULL ? text : "";
}

static bool
has_alt(Dwarf *dwarf, const char **name)
{
	const void *id;

	return dwelf_dwarf_gnu_debugaltlink(dwarf, name, &id) > 0;
}

/* True if .gnu_debugaltlink names no file, or a file that may be opened and
   that does not name a third one. */
static bool
may_open_alt(struct debuginfo *d)
{
	const char *name;
	Dwarf *alt;

	if (!has_alt(d->dwarf, &name))
		return true;
	if (!may_open(d->folder, "", name))
		return false;
	alt = dwarf_getalt(d->dwarf);
	return alt == NULL || !has_alt(alt, &name);
}

/* Get the unit in another file that a skeleton stands for. */
static bool
find_split(struct debuginfo *d, Dwarf_Die *die, Dwarf_Die *split)
{
	const char *name = own_text(die, DW_AT_dwo_name);
	const char *in = own_text(die, DW_AT_comp_dir);

	if (name[0] == '\0')
		name = own_text(die, DW_AT_GNU_dwo_name);
	if (!may_open(d->folder, "", name) || !may_open(d->folder, in, name) ||
		!may_open(d->folder, "", d->packed)) {
		d->left.outside++;
		return false;
	}
	if (dwarf_cu_info(die->cu, NULL, NULL, NULL, split, NULL, NULL, NULL) !=
			0 ||
		dwarf_tag(split) != DW_TAG_compile_unit) {
		d->left.missing++;
		d->left.packed = access(d->packed, F_OK) == 0;
		return false;
	}
	if (has_alt(dwarf_cu_getdwarf(split->cu), &in)) {
		d->left.outside++;
		return false;
	}
	return true;
}

static void
find_units(struct debuginfo *d)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Half version;
	uint8_t type;
	Dwarf_Die die, split;

	while (dwarf_get_units(
		       d->dwarf, cu, &cu, &version, &type, &die, NULL) == 0) {
		struct dwarf_unit u = { .lines = die, .info = die };

		if (type == DW_UT_type || type == DW_UT_split_type)
			continue;
		if (type == DW_UT_skeleton && find_split(d, &die, &split))
			u.info = split;
		(void)add_ranges(&d->units, &die, (uint32_t)d->unit.n, 0);
		vec_push(&d->unit, u);
		d->left.units++;
	}
	sort_intervals(&d->units);
}

/* True if a compressed section claims a size that no debug information has. */
static bool
has_bomb(Elf *elf)
{
	enum { RATIO = 100, LITTLE = 16 << 20 };
	Elf_Scn *section = NULL;
	bool has = false;

	while (elf != NULL && (section = elf_nextscn(elf, section)) != NULL) {
		GElf_Shdr h;
		GElf_Chdr c;
		uint64_t size = 0;

		if (gelf_getshdr(section, &h) == NULL)
			continue;
		if ((h.sh_flags & SHF_COMPRESSED) != 0 &&
			gelf_getchdr(section, &c) != NULL) {
			size = c.ch_size;
		} else if (h.sh_type == SHT_PROGBITS) {
			Elf_Data *data = elf_rawdata(section, NULL);

			/* The older form: "ZLIB" and the size. */
			if (data != NULL && data->d_buf != NULL &&
				data->d_size >= 12 &&
				memcmp(data->d_buf, "ZLIB", 4) == 0)
				for (int i = 4; i < 12; i++)
					size = size << 8 |
						((unsigned char *)
								data->d_buf)[i];
		}
		has |= size > LITTLE && size / RATIO > h.sh_size;
	}
	return has;
}

static bool
is_bomb(int fd)
{
	Elf *elf;
	bool is;

	(void)elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	is = has_bomb(elf);
	if (elf != NULL)
		(void)elf_end(elf);
	return is;
}

/* Leave out everything: the other half must not be opened. */
static const struct debuginfo_left all_outside = { .units = 1, .outside = 1 };

struct debuginfo *
debuginfo_new(int fd, struct debuginfo_left *left)
{
	struct debuginfo *d;

	*left = (struct debuginfo_left){ .bomb = is_bomb(fd) };
	if (left->bomb)
		return NULL;
	d = xcalloc(1, sizeof(*d));
	find_folder(d, fd);
	d->dwarf = dwarf_begin(fd, DWARF_C_READ);
	if (d->dwarf != NULL && may_open_alt(d)) {
		find_units(d);
		*left = d->left;
		return d;
	}
	if (d->dwarf != NULL) {
		*left = all_outside;
		(void)dwarf_end(d->dwarf);
	}
	free(d);
	return NULL;
}

void
debuginfo_free(struct debuginfo *d)
{
	if (d == NULL)
		return;
	for (size_t i = 0; i < d->unit.n; i++) {
		vec_free(&d->unit.p[i].body);
		vec_free(&d->unit.p[i].bodies.at);
	}
	vec_free(&d->unit);
	vec_free(&d->units.at);
	if (d->dwfl != NULL)
		dwfl_end(d->dwfl);
	else
		(void)dwarf_end(d->dwarf);
	free(d);
}

/* ---- An address ---- */

/* Return an attribute's number, or 0. `integrate`: search the origin too. */
static uint64_t
number_of(Dwarf_Die *die, unsigned name, bool integrate)
{
	Dwarf_Attribute attr;
	Dwarf_Word value;

	if ((integrate ? dwarf_attr_integrate(die, name, &attr)
		       : dwarf_attr(die, name, &attr)) == NULL ||
		dwarf_formudata(&attr, &value) != 0)
		return 0;
	return value;
}

static struct str
text_of(Dwarf_Die *die, unsigned name)
{
	Dwarf_Attribute attr;

	if (dwarf_attr_integrate(die, name, &attr) == NULL)
		return STR_EMPTY;
	return str_c(dwarf_formstring(&attr));
}

static struct str
whole_path(struct dwarf_unit *u, const char *file, struct addr_frames *out)
{
	Dwarf_Attribute attr;
	const char *dir;
	struct strbuf path = STRBUF_INIT;
	struct str whole = str_c(file);

	if (whole.n == 0 || whole.p[0] == '/' ||
		dwarf_attr(&u->lines, DW_AT_comp_dir, &attr) == NULL)
		return whole;
	dir = dwarf_formstring(&attr);
	if (dir == NULL || dir[0] == '\0')
		return whole;
	strbuf_addf(&path, "%s/%s", dir, file);
	whole = arena_str(&out->text, strbuf_str(&path));
	strbuf_free(&path);
	return whole;
}

static bool
find_call(struct debuginfo *d, uint64_t address, struct str symbol,
	struct addr_frames *out)
{
	uint32_t at = find_interval(&d->units, address), body;
	struct callsite c = { .line = 0 };
	struct dwarf_unit *u;
	size_t omitted = 0;
	bool has_line;
	Dwarf_Line *row;
	int n;

	if (at == NONE)
		return false;
	u = &d->unit.p[at];
	/* Look the address up in the line table. */
	row = dwarf_getsrc_die(&u->lines, address);
	if (row == NULL) {
		has_line = false;
	} else {
		c.file = whole_path(u, dwarf_linesrc(row, NULL, NULL), out);
		if (dwarf_lineno(row, &n) == 0 && n > 0)
			c.line = (uint64_t)n;
		if (dwarf_linecol(row, &n) == 0 && n > 0)
			c.column = (uint64_t)n;
		has_line = true;
	}
	/* Find the innermost body; index the unit on first use. */
	if (!u->read) {
		u->read = true;
		add_bodies(u, &u->info, NONE, 0, 0);
		sort_intervals(&u->bodies);
	}
	body = find_interval(&u->bodies, address);
	if (body == NONE && !has_line)
		return false;
	for (; body != NONE; body = u->body.p[body].in) {
		struct body *b = &u->body.p[body];
		static const unsigned names[] = { DW_AT_linkage_name,
			DW_AT_MIPS_linkage_name, DW_AT_name };
		struct str name = STR_EMPTY;
		Dwarf_Files *files;
		size_t count, call_at;

		for (size_t i = 0; name.n == 0 && i < 3; i++)
			name = text_of(&b->die, names[i]);
		c.name = name;
		c.start = number_of(&b->die, DW_AT_decl_line, true);
		if (!b->inlined)
			break;
		if (out->call.n < CHAIN_MOST - 2)
			vec_push(&out->call, c);
		else
			omitted++;
		/* The caller's line is the call site of the inlined call. */
		c = (struct callsite){
			.line = number_of(&b->die, DW_AT_call_line, false),
			.column = number_of(&b->die, DW_AT_call_column, false),
		};
		call_at = number_of(&b->die, DW_AT_call_file, false);
		if (dwarf_getsrcfiles(&u->lines, &files, &count) == 0 &&
			call_at < count)
			c.file = whole_path(u,
				dwarf_filesrc(files, call_at, NULL, NULL), out);
	}
	if (omitted > 0) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addf(&text, CHAIN_OMITTED, omitted);
		vec_push(&out->call,
			((struct callsite){ .name = arena_str(&out->text,
						    strbuf_str(&text)) }));
		strbuf_free(&text);
	}
	if (symbol.n > 0)
		c.name = symbol;
	vec_push(&out->call, c);
	return true;
}

/* ---- Kernel modules ---- */

/* Disable libdwfl's search for debug files, which would query servers. */
static int
find_nothing(Dwfl_Module *module, void **data, const char *name,
	Dwarf_Addr base, const char *file, const char *link, GElf_Word crc,
	char **found)
{
	(void)module, (void)data, (void)name, (void)base, (void)file;
	(void)link, (void)crc, (void)found;
	return -1;
}

/* Set d->text to the address that libdwfl assigned to .text. */
static bool
find_text(struct debuginfo *d)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(d->module, &bias);
	Elf_Scn *section = NULL;
	size_t names;

	if (elf == NULL || elf_getshdrstrndx(elf, &names) != 0)
		return false;
	while ((section = elf_nextscn(elf, section)) != NULL) {
		GElf_Shdr h;

		if (gelf_getshdr(section, &h) == NULL ||
			!str_is(str_c(elf_strptr(elf, names, h.sh_name)),
				".text"))
			continue;
		d->text = h.sh_addr + bias;
		return true;
	}
	return false;
}

static void
take_build_id(struct debuginfo *d, struct strbuf *id)
{
	const unsigned char *bits;
	GElf_Addr at;
	int n = dwfl_module_build_id(d->module, &bits, &at);

	for (int i = 0; i < n; i++)
		strbuf_addf(id, "%02x", bits[i]);
}

struct debuginfo *
debuginfo_of_module(int fd, struct strbuf *id, struct debuginfo_left *left)
{
	static const Dwfl_Callbacks callbacks = {
		.find_debuginfo = find_nothing,
		.section_address = dwfl_offline_section_address,
	};
	struct debuginfo *d = xcalloc(1, sizeof(*d));
	int own = dup(fd);

	d->dwfl = dwfl_begin(&callbacks);
	if (d->dwfl != NULL && own >= 0)
		d->module = dwfl_report_offline(d->dwfl, "module", "", own);
	if (d->module == NULL || dwfl_report_end(d->dwfl, NULL, NULL) != 0 ||
		!find_text(d)) {
		debuginfo_free(d);
		return NULL;
	}
	take_build_id(d, id);
	find_folder(d, fd);
	d->left.bomb = has_bomb(dwfl_module_getelf(d->module, &d->bias));
	d->dwarf =
		d->left.bomb ? NULL : dwfl_module_getdwarf(d->module, &d->bias);
	if (d->dwarf != NULL && !may_open_alt(d)) {
		d->left = all_outside;
		d->dwarf = NULL;
	}
	if (d->dwarf != NULL)
		find_units(d);
	*left = d->left;
	return d;
}

static bool
find_in_module(struct debuginfo *d, uint64_t address, struct addr_frames *out)
{
	uint64_t at = address + d->text;
	struct callsite c = { .line = 0 };
	GElf_Off offset;
	GElf_Sym symbol;

	c.name = str_c(dwfl_module_addrinfo(
		d->module, at, &offset, &symbol, NULL, NULL, NULL));
	if (d->dwarf != NULL && find_call(d, at - d->bias, c.name, out))
		return true;
	vec_push(&out->call, c);
	return c.name.n > 0;
}

bool
debuginfo_find(struct debuginfo *d, uint64_t address, struct str symbol,
	struct addr_frames *out)
{
	return d->module != NULL ? find_in_module(d, address, out)
				 : find_call(d, address, symbol, out);
}

bool
debuginfo_has_lines(const struct debuginfo *d)
{
	return d->dwarf != NULL;
}

#else

bool
debuginfo_is_built_in(void)
{
	return false;
}

struct debuginfo *
debuginfo_new(int fd, struct debuginfo_left *left)
{
	(void)fd, (void)left;
	return NULL;
}

struct debuginfo *
debuginfo_of_module(int fd, struct strbuf *id, struct debuginfo_left *left)
{
	(void)fd, (void)id, (void)left;
	return NULL;
}

void
debuginfo_free(struct debuginfo *d)
{
	(void)d;
}

bool
debuginfo_has_lines(const struct debuginfo *d)
{
	(void)d;
	return false;
}

bool
debuginfo_find(struct debuginfo *d, uint64_t address, struct str symbol,
	struct addr_frames *out)
{
	(void)d, (void)address, (void)symbol, (void)out;
	return false;
}

#endif
