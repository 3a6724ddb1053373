/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads libraries and frames of a profile for the Firefox profiler. */
#include "prelude.h"

#include "read/firefox/firefox.h"

#include "base/ascii.h"
#include "base/compiler.h"
#include "base/num.h"
#include "base/sort.h"
#include "read/unwound.h"

/* ---- Libraries ---- */

static int
ff_lib(struct ff *f, size_t where)
{
	static const char *const names[] = { "path", "codeId", "breakpadId",
		"name", "start", "end", "debugName" };
	struct ff_lib lib = { .map = NONE, .symbols = SIZE_MAX };
	size_t at[COUNT_OF(names)];
	int64_t start = 0, end = 0;
	str_id breakpad, debug;

	/* An element of any type takes up an index. */
	if (!ff_to(f, where, '{')) {
		vec_push(&f->lib, lib);
		return 0;
	}
	if (jwalk_members(&f->w, names, COUNT_OF(names), at) != 0 ||
		ff_text(f, at[0], &lib.path) != 0 ||
		ff_text(f, at[1], &lib.build_id) != 0 ||
		ff_text(f, at[2], &breakpad) != 0 ||
		ff_text(f, at[3], &lib.name) != 0 ||
		ff_number_at(f, at[4], FF_ADDRESS, &start) != 0 ||
		ff_number_at(f, at[5], FF_ADDRESS, &end) != 0 ||
		ff_text(f, at[6], &debug) != 0)
		return -1;
	if (lib.path == 0)
		lib.path = lib.name;
	if (lib.build_id == 0) {
		struct str build_breakpad = builder_str(f->b, breakpad);
		static const int order[] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10,
			11, 12, 13, 14, 15 };
		char hex[32];

		/* A breakpad id is the GNU build id with the bytes of its first
		   numbers reversed, and a suffix. */
		if (build_breakpad.n < sizeof(hex)) {
			lib.build_id = 0;
		} else {
			for (size_t i = 0; i < COUNT_OF(order); i++)
				for (int k = 0; k < 2; k++)
					hex[2 * i + (size_t)k] = ascii_lower(
						build_breakpad
							.p[2 * order[i] + k]);
			lib.build_id = builder_string(
				f->b, str_from(hex, sizeof(hex)));
		}
	}
	lib.start = (uint64_t)start;
	lib.end = (uint64_t)end;
	if (f->sidecar != NULL &&
		builder_steps(f->b, symsidecar_libs(f->sidecar)))
		lib.symbols = symsidecar_lib(f->sidecar,
			builder_str(f->b, debug), builder_str(f->b, breakpad));
	vec_push(&f->lib, lib);
	return read_check(f->b, f->w.err);
}

int
ff_libs(struct ff *f, size_t where)
{
	size_t n = 0;
	int more;

	more = ff_array(f, where);
	if (more <= 0)
		return more;
	while ((more = jwalk_next(&f->w, &n)) > 0) {
		size_t at = f->w.at;

		if (ff_lib(f, at) != 0)
			return -1;
		jwalk_to(&f->w, at);
		if (jwalk_skip(&f->w) != 0)
			return -1;
	}
	return more;
}

static map_id
ff_lib_map(struct ff *f, int64_t lib)
{
	struct ff_lib *l;

	if (lib < 0 || (size_t)lib >= f->lib.n)
		return NONE;
	l = &f->lib.p[lib];
	if (l->map == NONE)
		l->map = builder_mapping(f->b,
			&(struct builder_mapping){ .file = l->path,
				.build_id = l->build_id,
				.start = l->start,
				/* Without an end, addresses are file
				   offsets. */
				.limit = l->end > 0 ? l->end : UINT64_MAX });
	return l->map;
}

/* ---- Frames ---- */

static func_id
ff_function(struct ff *f, str_id name, str_id file, int64_t start)
{
	const struct builder_function row = {
		.name = name, .file = file, .start_line = start
	};

	return functable_at(&f->funcs, f->b, &row);
}

/* Return the location with the lines f->line; `place` is its key. */
static loc_id
ff_location(struct ff *f, const struct ff_place *place)
{
	uint32_t seen = intern_copy(&f->places,
				str_from((const char *)place, sizeof(*place))) -
		1;

	if (seen >= f->loc.n)
		vec_push(&f->loc,
			builder_location(f->b,
				&(struct builder_location){
					.address = place->address,
					.map = place->map,
					.line = f->line.p,
					.nlines = f->line.n }));
	return f->loc.p[seen];
}

/* Return the location of a frame with a name. */
static loc_id
ff_named(struct ff *f, str_id name, str_id file, int64_t start, map_id map,
	uint64_t address, int64_t line, int64_t column)
{
	struct ff_place place = { .map = map, .address = address };
	struct builder_line l;

	place.func = ff_function(f, name, file, start);
	place.line = line > 0 && line < NONE ? (uint32_t)line : 0;
	place.column = column > 0 && column < NONE ? (uint32_t)column : 0;
	if (builder_err(f->b) != NULL)
		return NONE;
	l = (struct builder_line){ place.func, place.line, place.column };
	f->line.n = 0;
	vec_push(&f->line, l);
	return ff_location(f, &place);
}

static void
sidecar_line(struct ff *f, struct str name, struct str file, int64_t line)
{
	str_id id = builder_string(f->b, name);
	struct builder_line l = { .line = line };

	l.func = ff_function(f, id, builder_string(f->b, file), 0);
	if (l.func != NONE)
		vec_push(&f->line, l);
}

/* Add the lines that the sidecar has for an address to f->line. */
static void
sidecar_lines(struct ff *f, int64_t lib, uint64_t address)
{
	enum { INLINED_MOST = 256 };
	const struct symsidecar_frame *frame = NULL;
	struct strbuf text = STRBUF_INIT;
	size_t n = symsidecar_frames(
		f->sidecar, f->lib.p[lib].symbols, address, &frame);

	for (size_t i = 0; i < n && frame[i].name.n > 0; i++) {
		/* Keep the outermost call of a longer chain. */
		if (n > INLINED_MOST && i == INLINED_MOST - 2) {
			strbuf_addf(&text, "[%zu inlined calls]", n - 1 - i);
			sidecar_line(f, strbuf_str(&text), STR_EMPTY, 0);
			i = n - 2;
		} else {
			sidecar_line(
				f, frame[i].name, frame[i].file, frame[i].line);
		}
	}
	strbuf_free(&text);
}

/* Return the location of an address in a library; the sidecar may name it. */
static loc_id
ff_address(struct ff *f, int64_t lib, uint64_t address)
{
	struct ff_place place = { .address = address, .func = NONE };
	size_t known;
	loc_id loc;

	place.map = ff_lib_map(f, lib);
	f->line.n = 0;
	if (builder_err(f->b) != NULL)
		return NONE;
	if (f->sidecar != NULL && lib >= 0)
		sidecar_lines(f, lib, address);
	if (builder_err(f->b) != NULL)
		return NONE;
	known = f->loc.n;
	loc = ff_location(f, &place);
	f->unnamed += f->loc.n > known && f->line.n == 0;
	return loc;
}

enum {
	FRAME_FUNC,
	FRAME_ADDRESS,
	FRAME_LINE,
	FRAME_COLUMN,
	FRAME_CATEGORY,
	FRAME_LIB,
	FRAME_LOCATION,
	FRAME_COLUMNS
};
enum {
	FUNC_NAME,
	FUNC_RESOURCE,
	FUNC_FILE,
	FUNC_SOURCE,
	FUNC_LINE,
	FUNC_COLUMNS
};

/* The columns that describe frames. */
struct ff_frames {
	struct ff_column frame[FRAME_COLUMNS];
	const struct ff_column *func, *resource, *source;
};

/* Read n columns of a table, once if it is shared; else they are in own[]. */
static int
columns_once(struct ff *f, const struct ff_tables *t, int table,
	const char *const *name, size_t n, struct ff_column *own,
	const struct ff_column **out)
{
	size_t where = t->where[table];
	struct ff_once *once = &f->once[table];
	bool is_shared = where != 0 && where == f->shared.where[table];

	*out = is_shared ? once->column : own;
	if (is_shared && once->is_read)
		return 0;
	once->is_read |= is_shared;
	return ff_table(
		f, where, name, NULL, n, is_shared ? once->column : own);
}

static loc_id
processed_frame(struct ff *f, const struct ff_tables *t,
	const struct ff_frames *c, size_t i)
{
	int64_t func = ff_index(&c->frame[FRAME_FUNC], i);
	int64_t lib = ff_index(&c->frame[FRAME_LIB], i), resource, source;
	int64_t address = ff_at(&c->frame[FRAME_ADDRESS], i, FF_NULL);
	int64_t start = 0;
	str_id name = 0, file = 0;
	map_id map;

	if (func >= 0) {
		name = ff_string(
			t, ff_index(&c->func[FUNC_NAME], (size_t)func));
		file = ff_string(
			t, ff_index(&c->func[FUNC_FILE], (size_t)func));
		resource = ff_index(&c->func[FUNC_RESOURCE], (size_t)func);
		source = ff_index(&c->func[FUNC_SOURCE], (size_t)func);
		start = ff_at(&c->func[FUNC_LINE], (size_t)func, 0);
		if (lib < 0 && resource >= 0)
			lib = ff_index(c->resource, (size_t)resource);
		if (file == 0 && source >= 0)
			file = ff_string(
				t, ff_index(c->source, (size_t)source));
	}
	if ((size_t)lib >= f->lib.n)
		lib = -1;
	if (lib >= 0 && address != FF_NULL &&
		str_starts(builder_str(f->b, name), STR("0x")))
		return ff_address(f, lib, (uint64_t)address);
	if (name == 0)
		name = builder_string(f->b, STR("[unknown]"));
	map = ff_lib_map(f, lib);
	if (map == NONE && f->kernel >= 0 &&
		ff_at(&c->frame[FRAME_CATEGORY], i, -1) == f->kernel)
		map = loctable_mapping(&f->map_of, f->b,
			builder_string(f->b, str_c("[kernel]")), MAP_ALL);
	return ff_named(f, name, file, start, map,
		address != FF_NULL ? (uint64_t)address : 0,
		ff_at(&c->frame[FRAME_LINE], i, 0),
		ff_at(&c->frame[FRAME_COLUMN], i, 0));
}

/* Return the number in "0x7f12", or 0. */
static uint64_t
raw_number(struct str text)
{
	uint64_t address;

	if (!str_starts(text, STR("0x")))
		return 0;
	text = str_skip(text, 2);
	(void)str_cut_hex(&text, &address);
	return address;
}

static int
compare_ranges(const void *a, const void *b)
{
	const struct ff_range *x = a, *y = b;

	return x->start < y->start ? -1 : x->start > y->start;
}

static void
sort_ranges(struct ff *f)
{
	uint64_t reach = 0;

	for (size_t i = 0; i < f->lib.n; i++)
		vec_push(&f->range,
			((struct ff_range){ .start = f->lib.p[i].start,
				.end = f->lib.p[i].end,
				.lib = i }));
	(void)merge_sort(f->range.p, f->range.n, sizeof(*f->range.p),
		compare_ranges, NULL);
	for (size_t i = 0; i < f->range.n; i++) {
		reach = f->range.p[i].end > reach ? f->range.p[i].end : reach;
		f->range.p[i].reach = reach;
	}
}

/* Return the location of an address in a process, with the first library that
   contains it. */
static loc_id
raw_address(struct ff *f, uint64_t address)
{
	size_t low = 0, high, lib = SIZE_MAX;

	if (f->range.n != f->lib.n)
		sort_ranges(f);
	for (high = f->range.n; low < high;) {
		size_t mid = low + (high - low) / 2;

		if (f->range.p[mid].start <= address)
			low = mid + 1;
		else
			high = mid;
	}
	while (low-- > 0 && f->range.p[low].reach > address) {
		const struct ff_range *r = &f->range.p[low];

		if (!builder_steps(f->b, 1))
			return NONE;
		if (address < r->end && r->lib < lib)
			lib = r->lib;
	}
	return ff_address(f, lib != SIZE_MAX ? (int64_t)lib : -1, address);
}

loc_id
ff_raw_leaf(struct ff *f, uint64_t address)
{
	size_t unnamed = f->unnamed;
	loc_id loc = raw_address(f, address);

	/* An address without a name was already counted as that of a call. */
	f->unnamed = unnamed;
	return loc;
}

/* Return the address that a frame returns to; 0: it has a name. */
static uint64_t
raw_return(struct ff *f, const struct ff_tables *t, const struct ff_frames *c,
	size_t i)
{
	str_id text = ff_string(t, ff_index(&c->frame[FRAME_LOCATION], i));

	return raw_number(builder_str(f->b, text));
}

/* Parse "name (in lib)", "name (url:12:3)[45]", "0x7f12", "name". */
static loc_id
raw_frame(struct ff *f, const struct ff_tables *t, const struct ff_frames *c,
	size_t i)
{
	str_id text = ff_string(t, ff_index(&c->frame[FRAME_LOCATION], i));
	struct str name = builder_str(f->b, text), in;
	int64_t line = ff_at(&c->frame[FRAME_LINE], i, 0), column = 0;
	ptrdiff_t open = str_find(name, STR(" ("), 0), close;
	map_id map = NONE;
	str_id file = 0, id;

	if (str_starts(name, STR("0x")))
		return raw_address(f, unwound_call(raw_number(name)));
	close = open > 0 ? str_rchr(name, ')') : -1;
	if (close > open && open > 0) {
		in = str_sub(name, (size_t)open + 2, (size_t)close);
		name = str_sub(name, 0, (size_t)open);
		if (str_starts(in, STR("in "))) {
			map = loctable_mapping(&f->map_of, f->b,
				builder_string(f->b, str_skip(in, 3)), MAP_ALL);
		} else {
			ptrdiff_t at = str_rchr(in, ':');
			int64_t n;

			/* "url:12:3" -> url, 12, 3 */
			if (at >= 0 &&
				str_to_i64(str_skip(in, (size_t)at + 1), &n)) {
				line = n;
				in = str_sub(in, 0, (size_t)at);
				at = str_rchr(in, ':');
				if (at >= 0 &&
					str_to_i64(str_skip(in, (size_t)at + 1),
						&n)) {
					column = line;
					line = n;
					in = str_sub(in, 0, (size_t)at);
				}
			}
			file = builder_string(f->b, in);
		}
	}
	if (map == NONE && f->kernel >= 0 &&
		ff_at(&c->frame[FRAME_CATEGORY], i, -1) == f->kernel)
		map = loctable_mapping(&f->map_of, f->b,
			builder_string(f->b, str_c("[kernel]")), MAP_ALL);
	id = builder_string(f->b, name.n > 0 ? name : STR("[unknown]"));
	if (builder_err(f->b) != NULL)
		return NONE;
	return ff_named(
		f, id, file, column > 0 ? line : 0, map, 0, line, column);
}

int
ff_frames(struct ff *f, struct ff_tables *t)
{
	static const char *const frame[FRAME_COLUMNS] = { "func", "address",
		"line", "column", "category", "lib", "location" };
	static const enum ff_scale scale[FRAME_COLUMNS] = {
		[FRAME_ADDRESS] = FF_ADDRESS
	};
	static const char *const func[FUNC_COLUMNS] = { "name", "resource",
		"fileName", "source", "lineNumber" };
	static const char *const lib[] = { "lib" },
				 *const file[] = { "filename" };
	struct ff_column own[FUNC_COLUMNS + 2] = { 0 };
	struct ff_column *resource = &own[FUNC_COLUMNS], *source = resource + 1;
	struct ff_frames c = { .func = NULL };
	int rc = ff_table(
		f, t->where[FRAMES], frame, scale, FRAME_COLUMNS, c.frame);
	size_t n = 0;

	if (rc == 0)
		rc = columns_once(
			f, t, FUNCS, func, FUNC_COLUMNS, own, &c.func);
	if (rc == 0)
		rc = columns_once(
			f, t, RESOURCES, lib, 1, resource, &c.resource);
	if (rc == 0)
		rc = columns_once(f, t, SOURCES, file, 1, source, &c.source);
	for (size_t i = 0; i < FRAME_COLUMNS; i++)
		n = c.frame[i].v.n > n ? c.frame[i].v.n : n;
	t->frames = t;
	t->loc.n = t->raw.n = 0;
	for (size_t i = 0; rc == 0 && i < n; i++) {
		bool is_raw = c.frame[FRAME_LOCATION].v.n > 0;

		vec_push(&t->raw, is_raw ? raw_return(f, t, &c, i) : 0);
		/* In processed profiles, addresses are those of calls, not
		   return addresses. */
		vec_push(&t->loc,
			is_raw ? raw_frame(f, t, &c, i)
			       : processed_frame(f, t, &c, i));
		rc = read_check(f->b, f->w.err);
	}
	ff_columns_free(c.frame, FRAME_COLUMNS);
	ff_columns_free(own, COUNT_OF(own));
	return rc;
}
