/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for addresses: see symbolize.h. */
#include "config.h"

#include "symbol/symbolize.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/num.h"
#include "base/sort.h"
#include "base/vec.h"
#include "input/helper.h"
#include "symbol/child.h"
#include "symbol/locate.h"

#include "base/banned.h"

enum {
	OUTPUT_MOST = 256 << 20, /* bytes of one child */
	LINES_MOST = 1 << 24,
};

/* The lines of a location: new ones, or those it had. */
struct lines {
	uint32_t from, n;
	bool is_new;
};

struct symbolizer {
	const struct profile *p;
	const struct symbol_spec *spec;
	struct warnings *warnings;
	struct strbuf *notes;
	struct progress *progress;
	uint32_t *first;     /* [map.n + 1] of each mapping in order[] */
	loc_id *order;       /* locations, by mapping */
	bool missing;        /* binaries that were not there */
	struct profile *out; /* NULL while nothing was found */
	struct lines *lines; /* [loc.n] */
	/* Behind the tables of p. */
	struct map64 known;
	struct {
		VEC(str_id) name, file;
		VEC(int64_t) start;
	} func;
	struct {
		VEC(func_id) func;
		VEC(int64_t) line, column;
	} line;
};

/* One mapping. */
struct binary {
	map_id map;
	struct wanted want;
	const loc_id *loc;
	size_t n;
	struct strbuf path;
	VEC(uint64_t) address; /* sorted, each once */
	struct strbuf answer;
	size_t named;
};

static struct str
map_file(const struct profile *p, map_id m)
{
	return profile_str(p, p->map.file[m]);
}

/* Names that are no files, as pprof knows them. */
static bool
is_no_file(struct str file)
{
	struct str base = str_basename(file);

	return str_starts(base, STR("[")) ||
		str_starts(base, STR("linux-vdso")) ||
		str_starts(file, STR("/dev/dri/")) ||
		str_starts(file, STR("/memfd:")) || str_is(file, "//anon");
}

static bool
is_http(struct str file)
{
	struct str scheme = str_sub(file, 0, str_scheme(file));

	while (scheme.n >= 4) {
		if (str_eq_letters(str_sub(scheme, 0, 4), STR("http")))
			return true;
		scheme = str_skip(scheme, 1);
	}
	return false;
}

static bool
has_names(const struct profile *p, map_id m)
{
	return (p->map.has[m] & (MAP_FUNCTIONS | MAP_FILENAMES | MAP_LINES)) !=
		0;
}

/* Locations by mapping; those without an address cannot get a name. */
static void
sort_by_mapping(struct symbolizer *s)
{
	const struct profile *p = s->p;
	uint32_t *first = xcalloc((size_t)p->map.n + 2, sizeof(*first));

	for (loc_id l = 0; l < p->loc.n; l++)
		if (p->loc.map[l] != NONE && p->loc.address[l] != 0)
			first[p->loc.map[l] + 2]++;
	for (map_id m = 0; m < p->map.n; m++)
		first[m + 2] += first[m + 1];
	s->order = xmalloc(
		mul_size((size_t)first[p->map.n + 1] + 1, sizeof(*s->order)));
	for (loc_id l = 0; l < p->loc.n; l++)
		if (p->loc.map[l] != NONE && p->loc.address[l] != 0)
			s->order[first[p->loc.map[l] + 1]++] = l;
	s->first = first;
}

static void PRINTF_LIKE(3, 4)
	note(struct symbolizer *s, const struct binary *b, const char *fmt, ...)
{
	struct str file = map_file(s->p, b->map);
	va_list ap;

	if (s->notes == NULL)
		return;
	strbuf_add3(s->notes, "",
		file.n > 0 ? str_basename(file) : STR("(no name)"), "");
	strbuf_add3(s->notes, b->want.build_id.n > 0 ? " " : "",
		b->want.build_id, ": ");
	va_start(ap, fmt);
	strbuf_vaddf(s->notes, fmt, ap);
	va_end(ap);
	strbuf_addch(s->notes, '\n');
}

static void
symbols_failed(struct symbolizer *s, const struct binary *b, const char *why)
{
	struct str name = str_basename(b->want.file), id = b->want.build_id;

	warnings_add(s->warnings,
		"Local symbolization failed for %.*s%s%.*s%s: %s",
		STR_ARG(name), id.n > 0 ? " (build ID " : "", STR_ARG(id),
		id.n > 0 ? ")" : "", why);
	note(s, b, "%s", why);
}

/* ---- What the child says ---- */

/* False: there are not so many bytes left. */
static bool
get(struct str *rest, void *out, size_t n)
{
	if (rest->n < n)
		return false;
	memcpy(out, rest->p, n);
	*rest = str_skip(*rest, n);
	return true;
}

static bool
get_text(struct str *rest, size_t n, struct str *out)
{
	if (n > CHILD_TEXT_MOST || rest->n < n)
		return false;
	*out = str_sub(*rest, 0, n);
	*rest = str_skip(*rest, n);
	return true;
}

static int64_t
line_number(uint64_t n)
{
	return n <= INT64_MAX ? (int64_t)n : 0;
}

/* Equal functions are one. */
static func_id
symbol_function(
	struct symbolizer *s, struct str name, struct str file, int64_t start)
{
	str_id n = intern_copy(&s->out->strings, name);
	str_id f = intern_copy(&s->out->strings, file);
	uint64_t key = hash_join(hash_join(hash_key(n), f), (uint64_t)start);
	uint32_t *at = map64_at(&s->known, key);

	if (*at != NONE && s->func.name.p[*at] == n &&
		s->func.file.p[*at] == f && s->func.start.p[*at] == start)
		return s->p->func.n + *at;
	*at = (uint32_t)s->func.name.n;
	vec_push(&s->func.name, n);
	vec_push(&s->func.file, f);
	vec_push(&s->func.start, start);
	return s->p->func.n + *at;
}

/* From now on there is a profile to be made. */
static void
begin_output(struct symbolizer *s)
{
	if (s->out != NULL)
		return;
	s->out = profile_overlay(s->p);
	s->lines = xcalloc((size_t)s->p->loc.n + 1, sizeof(*s->lines));
	s->out->map.has = ARENA_ARRAY(&s->out->arena, uint8_t, s->p->map.n);
	memcpy(s->out->map.has, s->p->map.has, s->p->map.n);
}

/* The calls of one address. False: the child did not say that. */
static bool
get_calls(struct symbolizer *s, struct binary *b, struct str *rest,
	struct lines *out)
{
	uint8_t *has;
	uint32_t n;

	*out = (struct lines){ .from = (uint32_t)s->line.func.n };
	if (!get(rest, &n, sizeof(n)) || n > CHILD_CALLS_MOST ||
		s->line.func.n > LINES_MOST)
		return false;
	if (n > 0)
		begin_output(s);
	for (uint32_t i = 0; i < n; i++) {
		struct child_call c;
		struct str name, file;

		if (!get(rest, &c, sizeof(c)) ||
			!get_text(rest, c.name, &name) ||
			!get_text(rest, c.file, &file))
			return false;
		has = &s->out->map.has[b->map];
		*has |= (uint8_t)((name.n > 0 ? MAP_FUNCTIONS : 0) |
			(file.n > 0 ? MAP_FILENAMES : 0) |
			(c.line != 0 ? MAP_LINES : 0) | MAP_INLINES);
		vec_push(&s->line.func,
			symbol_function(s, name, file, line_number(c.start)));
		vec_push(&s->line.line, line_number(c.line));
		vec_push(&s->line.column, line_number(c.column));
		out->n++;
		out->is_new = true;
		b->named += i == 0 && name.n > 0;
	}
	return true;
}

static int
compare_addresses(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Functions are numbered by locations, so these are gone through in their own
   order, with what was said of their address. */
static void
take_calls(struct symbolizer *s, struct binary *b, struct str answers)
{
	struct str rest = answers;
	struct str *of = xcalloc(b->address.n + 1, sizeof(*of));
	size_t good = 0;

	/* Where what is said of each address begins. */
	for (; good < b->address.n; good++) {
		uint32_t n;

		of[good] = rest;
		if (!get(&rest, &n, sizeof(n)) || n > CHILD_CALLS_MOST)
			break;
		for (uint32_t i = 0; i < n; i++) {
			struct child_call c;
			struct str text;

			if (!get(&rest, &c, sizeof(c)) ||
				!get_text(&rest, c.name, &text) ||
				!get_text(&rest, c.file, &text))
				goto out;
		}
	}
out:
	for (size_t i = 0; i < b->n; i++) {
		uint64_t address = s->p->loc.address[b->loc[i]];
		uint64_t *at = bsearch(&address, b->address.p, b->address.n,
			sizeof(address), compare_addresses);
		struct lines lines;

		if (at == NULL || (size_t)(at - b->address.p) >= good)
			continue;
		rest = of[at - b->address.p];
		if (get_calls(s, b, &rest, &lines) && lines.is_new)
			s->lines[b->loc[i]] = lines;
	}
	free(of);
}

static void
take_names(struct symbolizer *s, struct binary *b)
{
	struct str rest = strbuf_str(&b->answer), text = STR_EMPTY;
	struct child_head head;
	char *why;

	if (!get(&rest, &head, sizeof(head)) ||
		!get_text(&rest, head.text, &text))
		return;
	why = xstrndup(text.p, text.n);
	switch (head.kind) {
	case CHILD_OTHER_BUILD:
		symbols_failed(s, b, "build ID mismatch");
		break;
	case CHILD_FAILED:
		symbols_failed(s, b, why);
		s->missing = true;
		break;
	default:
		take_calls(s, b, rest);
		note(s, b, "%zu of %zu addresses in %s: %s", b->named, b->n,
			strbuf_c(&b->path), why);
	}
	free(why);
}

/* ---- The child ---- */

static void
put_request(
	const struct symbolizer *s, const struct binary *b, struct strbuf *out)
{
	const struct child_request r = { .place = b->want.place,
		.fast = s->spec->mode == SYMBOLS_FAST,
		.first = s->p->loc.address[b->loc[0]],
		.path = b->path.n,
		.id = b->want.build_id.n,
		.addresses = b->address.n };

	strbuf_add(out, str_from((const char *)&r, sizeof(r)));
	strbuf_add(out, strbuf_str(&b->path));
	strbuf_add(out, b->want.build_id);
	strbuf_add(out,
		str_from((const char *)b->address.p,
			b->address.n * sizeof(*b->address.p)));
}

/* Its answer, and how it ended: a status of waitpid(), or -1 and err. */
static int
run_child(struct symbolizer *s, struct binary *b, struct err *err)
{
	const char *const argv[] = { s->spec->program, CHILD_WORD, NULL };
	struct strbuf request = STRBUF_INIT;
	struct helper h = { .pid = -1 };
	char buf[1 << 14];
	ssize_t n = -1;
	int in, status = -1;

	put_request(s, b, &request);
	in = helper_input(strbuf_str(&request), "symbols", err);
	strbuf_free(&request);
	if (in < 0)
		return -1;
	if (helper_start(&h, argv, in, HELPER_OUR_GROUP, err) == 0) {
		while (b->answer.n < OUTPUT_MOST &&
			(n = helper_read(
				 &h, buf, sizeof(buf), s->progress, err)) > 0)
			strbuf_add(&b->answer, str_from(buf, (size_t)n));
		status = helper_end(&h);
		strbuf_free(&h.said);
		if (n < 0)
			status = -1;
	}
	(void)close(in);
	return status;
}

static void
ask_child(struct symbolizer *s, struct binary *b)
{
	struct err err = ERR_INIT;
	struct strbuf why = STRBUF_INIT;
	int status = run_child(s, b, &err);

	take_names(s, b);
	if (status == -1 && err.code == ERR_CANCELLED)
		note(s, b, "stopped");
	else if (status == -1)
		symbols_failed(s, b, err.msg);
	else if (WIFSIGNALED(status))
		strbuf_addf(&why, "symbols unreadable (killed by signal %d)",
			WTERMSIG(status));
	else if (status != 0)
		strbuf_addf(&why, "symbols unreadable (exit status %d)",
			WEXITSTATUS(status));
	if (why.n > 0)
		symbols_failed(s, b, strbuf_c(&why));
	strbuf_free(&why);
}

/* ---- Mappings ---- */

static void
sort_addresses(const struct symbolizer *s, struct binary *b)
{
	size_t n = 0;

	vec_reserve(&b->address, b->n);
	for (size_t i = 0; i < b->n; i++)
		b->address.p[i] = s->p->loc.address[b->loc[i]];
	(void)merge_sort(b->address.p, b->n, sizeof(*b->address.p),
		compare_addresses, NULL);
	for (size_t i = 0; i < b->n; i++)
		if (n == 0 || b->address.p[i] != b->address.p[n - 1])
			b->address.p[n++] = b->address.p[i];
	b->address.n = n;
}

static bool
mapping_waits(const struct profile *p, map_id m, bool force)
{
	struct str file = map_file(p, m);

	return (force || !has_names(p, m)) && file.n > 0 && !is_no_file(file) &&
		(p->map.build_id[m] != 0 || !is_http(file));
}

static void
symbolize_mapping(struct symbolizer *s, map_id m)
{
	const struct profile *p = s->p;
	struct binary b = { .map = m,
		.want = { .file = map_file(p, m),
			.build_id = profile_str(p, p->map.build_id[m]),
			.place = { p->map.start[m], p->map.limit[m],
				p->map.offset[m] } },
		.loc = s->order + s->first[m],
		.n = s->first[m + 1] - s->first[m] };

	if (b.n == 0)
		return;
	if (mapping_waits(p, m, s->spec->force)) {
		locate_recorded(&b.want, &b.path);
		sort_addresses(s, &b);
		ask_child(s, &b);
	} else if (!s->spec->force && has_names(p, m)) {
		note(s, &b, "has names");
	} else if (b.want.file.n > 0) {
		note(s, &b, "is not a file");
	} else {
		note(s, &b, "%zu addresses without a file", b.n);
		if (m == 0)
			warnings_add(s->warnings,
				"Main binary filename not available.");
		else
			s->missing = true;
	}
	vec_free(&b.address);
	strbuf_free(&b.path);
	strbuf_free(&b.answer);
}

/* ---- The profile ---- */

/* A column of p with n more behind it, in the arena. */
static void *
longer(struct arena *a, const void *old, size_t n_old, const void *more,
	size_t n, size_t size)
{
	char *p = arena_alloc(a, mul_size(add_size(n_old, n), size));

	if (n_old > 0)
		memcpy(p, old, n_old * size);
	if (n > 0)
		memcpy(p + n_old * size, more, n * size);
	return p;
}
#define LONGER(a, old, n_old, v) \
	longer((a), (old), (n_old), (v).p, (v).n, sizeof(*(v).p))

static void
make_functions(struct symbolizer *s)
{
	const struct profile *p = s->p;
	struct profile *q = s->out;
	struct arena *a = &q->arena;
	uint32_t n = p->func.n, more = (uint32_t)s->func.name.n;
	VEC(uint64_t) id = { 0 };

	for (uint32_t i = 0; i < more; i++)
		vec_push(&id, (uint64_t)n + i + 1);
	q->func.n = n + more;
	q->func.id = LONGER(a, p->func.id, n, id);
	q->func.name = LONGER(a, p->func.name, n, s->func.name);
	q->func.system = LONGER(a, p->func.system, n, s->func.name);
	q->func.file = LONGER(a, p->func.file, n, s->func.file);
	q->func.start_line = LONGER(a, p->func.start_line, n, s->func.start);
	vec_free(&id);
}

static void
make_lines(struct symbolizer *s)
{
	const struct profile *p = s->p;
	struct profile *q = s->out;
	struct arena *a = &q->arena;
	uint32_t n = 0;

	q->loc.line0 = ARENA_ARRAY(a, uint32_t, (size_t)p->loc.n + 1);
	q->loc.folded = ARENA_ARRAY(a, uint8_t, p->loc.n);
	for (loc_id l = 0; l < p->loc.n; l++) {
		q->loc.line0[l] = n;
		q->loc.folded[l] = s->lines[l].is_new ? 0 : p->loc.folded[l];
		n += s->lines[l].is_new ? s->lines[l].n
					: p->loc.line0[l + 1] - p->loc.line0[l];
	}
	q->loc.line0[p->loc.n] = n;
	q->line.n = n;
	q->line.func = ARENA_ARRAY(a, func_id, n);
	q->line.line = ARENA_ARRAY(a, int64_t, n);
	q->line.column = ARENA_ARRAY(a, int64_t, n);
	for (loc_id l = 0; l < p->loc.n; l++) {
		bool is_new = s->lines[l].is_new;
		size_t from = is_new ? s->lines[l].from : p->loc.line0[l];
		size_t to = q->loc.line0[l];
		size_t k = q->loc.line0[l + 1] - to;

		if (k == 0)
			continue;
		memcpy(q->line.func + to,
			(is_new ? s->line.func.p : p->line.func) + from,
			k * sizeof(*q->line.func));
		memcpy(q->line.line + to,
			(is_new ? s->line.line.p : p->line.line) + from,
			k * sizeof(*q->line.line));
		memcpy(q->line.column + to,
			(is_new ? s->line.column.p : p->line.column) + from,
			k * sizeof(*q->line.column));
	}
}

bool
symbolize_wants(const struct profile *p, const struct symbol_spec *spec)
{
	struct symbolizer s = { .p = p };
	bool wants = false;

	if (spec->mode == SYMBOLS_OFF || spec->program == NULL)
		return false;
	sort_by_mapping(&s);
	for (map_id m = 0; m < p->map.n && !wants; m++)
		wants = s.first[m + 1] > s.first[m] &&
			mapping_waits(p, m, spec->force);
	free(s.first);
	free(s.order);
	return wants;
}

struct profile *
symbolize_profile(const struct profile *p, const struct symbol_spec *spec,
	struct warnings *warnings, struct strbuf *notes,
	struct progress *progress)
{
	struct symbolizer s = { .p = p,
		.spec = spec,
		.warnings = warnings,
		.notes = notes,
		.progress = progress };

	if (spec->mode == SYMBOLS_OFF || spec->program == NULL)
		return profile_ref(p);
	sort_by_mapping(&s);
	progress_stage(progress, PROGRESS_SYMBOLS, s.first[p->map.n]);
	for (map_id m = 0; m < p->map.n && !progress_stopped(progress); m++) {
		symbolize_mapping(&s, m);
		progress_done(progress, s.first[m + 1]);
	}
	if (s.missing) {
		warnings_add(warnings,
			"Some binary filenames not available. Symbolization "
			"may be incomplete.");
		warnings_add(warnings,
			"Try setting PPROF_BINARY_PATH to the search path for "
			"local binaries.");
	}
	if (s.out != NULL) {
		make_functions(&s);
		make_lines(&s);
	}
	free(s.first);
	free(s.order);
	free(s.lines);
	map64_free(&s.known);
	vec_free(&s.func.name);
	vec_free(&s.func.file);
	vec_free(&s.func.start);
	vec_free(&s.line.func);
	vec_free(&s.line.line);
	vec_free(&s.line.column);
	return s.out != NULL ? s.out : profile_ref(p);
}
