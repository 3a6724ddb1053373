/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the symbols that samply writes beside a profile. */
#include "prelude.h"

#include "read/symsidecar.h"

#include "base/arena.h"
#include "base/ascii.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/vec.h"

enum { SIDECAR_MAX = 256 << 20 };

struct side_symbol {
	size_t first, n; /* range in symsidecar.frame */
};

struct side_lib {
	struct str name, id; /* id: as breakpad writes it, without the age */
	struct map64 address_of; /* address -> index into symbol[] */
};

struct symsidecar {
	struct arena arena;
	VEC(struct str) text;
	VEC(struct side_lib) lib;
	VEC(struct side_symbol) symbol;
	VEC(struct symsidecar_frame) frame;
};

static struct str
side_text(const struct symsidecar *s, const struct jval *v)
{
	int64_t i;

	return jval_int(v, &i) && i >= 0 && (size_t)i < s->text.n ? s->text.p[i]
								  : STR_EMPTY;
}

/* Add one symbol with the frames inlined at it. */
static void
side_symbol(struct symsidecar *s, const struct jval *v)
{
	const struct jval *frames = jval_get(v, "frames");
	struct side_symbol symbol = { .first = s->frame.n };
	struct str name = side_text(s, jval_get(v, "symbol"));

	for (size_t i = 0; i < jval_count(frames); i++) {
		const struct jval *frame = jval_at(frames, i);
		struct symsidecar_frame f = {
			.name = side_text(s, jval_get(frame, "function")),
			.file = side_text(s, jval_get(frame, "file"))
		};

		if (!jval_int(jval_get(frame, "line"), &f.line) || f.line < 0)
			f.line = 0;
		/* The outermost frame may lack its name. */
		if (f.name.n == 0)
			f.name = name;
		vec_push(&s->frame, f);
	}
	if (jval_count(frames) == 0)
		vec_push(
			&s->frame, ((struct symsidecar_frame){ .name = name }));
	symbol.n = s->frame.n - symbol.first;
	vec_push(&s->symbol, symbol);
}

static int
side_symbols(struct symsidecar *s, struct jwalk *w, size_t where)
{
	size_t n = 0;
	int more;

	if (where == 0)
		return 0;
	if (jwalk_array_at(w, where) != 0)
		return -1;
	while ((more = jwalk_next(w, &n)) > 0) {
		struct jval *v = jval_read(w);

		if (v == NULL)
			return -1;
		side_symbol(s, v);
		jval_free(v);
	}
	return more;
}

static int
side_addresses(struct symsidecar *s, struct jwalk *w, size_t where,
	size_t symbols, struct side_lib *lib)
{
	size_t n = 0;
	int more;

	if (where == 0)
		return 0;
	if (jwalk_array_at(w, where) != 0)
		return -1;
	while ((more = jwalk_next(w, &n)) > 0) {
		struct jval *v = jval_read(w);
		int64_t address, i;

		if (v == NULL)
			return -1;
		if (jval_int(jval_at(v, 0), &address) &&
			jval_int(jval_at(v, 1), &i) && i >= 0 &&
			(size_t)i < s->symbol.n - symbols)
			map64_put(&lib->address_of, (uint64_t)address,
				(uint32_t)(symbols + (size_t)i));
		jval_free(v);
	}
	return more;
}

static int
side_lib(struct symsidecar *s, struct jwalk *w)
{
	static const char *const names[] = { "debug_name", "debug_id",
		"symbol_table", "known_addresses" };
	struct side_lib lib = { .address_of = MAP64_INIT };
	size_t where[COUNT_OF(names)], symbols = s->symbol.n;
	struct jval *v;
	struct str text;

	if (jwalk_members(w, names, COUNT_OF(names), where) != 0)
		return -1;
	for (int i = 0; i < 2; i++) {
		if (where[i] == 0)
			continue;
		jwalk_to(w, where[i]);
		v = jval_read(w);
		if (v == NULL)
			return -1;
		if (jval_text(v, &text) && i == 0)
			lib.name = arena_str(&s->arena, text);
		else if (jval_text(v, &text)) {
			char *out = arena_alloc(&s->arena, text.n);
			size_t n = 0;

			/* "93ac61ec-5a8e-..." becomes lower case without
			   dashes. */
			for (size_t j = 0; j < text.n; j++)
				if (text.p[j] != '-')
					out[n++] = ascii_lower(text.p[j]);
			lib.id = str_from(out, n);
		}
		jval_free(v);
	}
	vec_push(&s->lib, lib);
	return side_symbols(s, w, where[2]) != 0
		? -1
		: side_addresses(
			  s, w, where[3], symbols, &s->lib.p[s->lib.n - 1]);
}

static int
side_read(struct symsidecar *s, struct jwalk *w)
{
	static const char *const names[] = { "string_table", "data" };
	size_t where[COUNT_OF(names)], n = 0;
	int more;
	size_t texts_where;
	size_t count = 0;
	int texts_more;

	if (jwalk_members(w, names, COUNT_OF(names), where) != 0)
		return -1;
	if (where[0] == 0 || where[1] == 0)
		return jwalk_fail(w, 0, "\"%s\" is missing",
			names[where[0] == 0 ? 0 : 1]);
	texts_where = where[0];
	if (jwalk_array_at(w, texts_where) != 0)
		return -1;
	while ((texts_more = jwalk_next(w, &count)) > 0) {
		struct jval *v = jval_read(w);
		struct str text = STR_EMPTY;

		if (v == NULL)
			return -1;
		(void)jval_text(v, &text);
		vec_push(&s->text, arena_str(&s->arena, text));
		jval_free(v);
	}
	if (texts_more != 0)
		return -1;
	if (jwalk_array_at(w, where[1]) != 0)
		return -1;
	while ((more = jwalk_next(w, &n)) > 0) {
		size_t at = w->at;

		if (side_lib(s, w) != 0)
			return -1;
		jwalk_to(w, at);
		if (jwalk_skip(w) != 0)
			return -1;
	}
	return more;
}

struct symsidecar *
symsidecar_open(const struct read_job *job)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct symsidecar *s = NULL;
	struct err err = ERR_INIT;
	struct jwalk w;
	struct str file;
	struct str base;
	size_t most = SIDECAR_MAX, used;
	ptrdiff_t dot;

	if (job->name.n == 0 || str_is(job->name, "-"))
		return NULL;
	/* x.json -> x.syms.json; x.json.gz -> x.json.syms.json */
	file = job->name;
	base = str_basename(file);
	dot = str_rchr(base, '.');
	strbuf_add(&path,
		dot > 0 ? str_sub(file, 0, file.n - base.n + (size_t)dot)
			: file);
	strbuf_addstr(&path, ".syms.json");
	/* Its tables take three times as much as its text, beside it. */
	used = builder_bytes(job->builder);
	if (job->max_memory != 0 && job->max_memory < 4 * most + used)
		most = used < job->max_memory ? (job->max_memory - used) / 4
					      : 1;
	if (file_read(strbuf_c(&path), most, &text, &err) == 0) {
		s = xcalloc(1, sizeof(*s));
		if (jwalk_start(&w, strbuf_str(&text), NULL, &err) != 0 ||
			side_read(s, &w) != 0) {
			symsidecar_free(s);
			s = NULL;
		}
	}
	if (err.code != ERR_NONE)
		warnings_add(job->warnings,
			"the names beside it are not used: %s: %s",
			strbuf_c(&path), err.msg);
	strbuf_free(&path);
	strbuf_free(&text);
	return s;
}

void
symsidecar_free(struct symsidecar *s)
{
	if (s == NULL)
		return;
	for (size_t i = 0; i < s->lib.n; i++)
		map64_free(&s->lib.p[i].address_of);
	vec_free(&s->text);
	vec_free(&s->lib);
	vec_free(&s->symbol);
	vec_free(&s->frame);
	arena_free(&s->arena);
	free(s);
}

size_t
symsidecar_libs(const struct symsidecar *s)
{
	return s->lib.n;
}

size_t
symsidecar_lib(const struct symsidecar *s, struct str name, struct str breakpad)
{
	for (size_t i = 0; i < s->lib.n; i++) {
		const struct side_lib *l = &s->lib.p[i];

		/* Breakpad appends the age to the id. */
		if (l->id.n > 0 && l->id.n <= breakpad.n &&
			str_eq_letters(l->id, str_sub(breakpad, 0, l->id.n)) &&
			(l->name.n == 0 || name.n == 0 ||
				str_eq(l->name, name)))
			return i;
	}
	return SIZE_MAX;
}

size_t
symsidecar_frames(const struct symsidecar *s, size_t lib, uint64_t address,
	const struct symsidecar_frame **out)
{
	uint32_t symbol = lib < s->lib.n
		? map64_get(&s->lib.p[lib].address_of, address)
		: NONE;

	if (symbol == NONE)
		return 0;
	*out = s->frame.p + s->symbol.p[symbol].first;
	return s->symbol.p[symbol].n;
}
