/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the memory map after old profiles: /proc/PID/maps lines, gperftools'
 * shorter form, and "name = value" lines whose $name later lines use. The rules
 * are pprof's.
 */
#include "prelude.h"

#include "read/legacy/legacy.h"

#include "base/strbuf.h"
#include "base/xalloc.h"

static bool
is_perm(char c)
{
	return c == '-' || c == 'r' || c == 'w' || c == 'x' || c == 'p';
}

/* Take `\s+` and a run from *s; "" and nothing taken if there is none. */
static struct str
field(struct str *s, bool (*is)(char))
{
	struct str at = *s, run;

	if (legacy_run(&at, legacy_is_space).n == 0)
		return STR_EMPTY;
	run = legacy_run(&at, is);
	if (run.n > 0)
		*s = at;
	return run;
}

/* Take START-END[:] or START END, with or without 0x. */
static bool
range(struct str *s, struct str *start, struct str *end)
{
	struct str at = *s;

	(void)legacy_run(&at, legacy_is_space);
	(void)legacy_cut(&at, STR("0x"));
	*start = legacy_run(&at, legacy_is_hex);
	if (start->n == 0)
		return false;
	if (!legacy_cut(&at, STR("-")) &&
		legacy_run(&at, legacy_is_space).n == 0)
		return false;
	(void)legacy_cut(&at, STR("0x"));
	*end = legacy_run(&at, legacy_is_hex);
	if (end->n == 0)
		return false;
	(void)legacy_cut(&at, STR(":"));
	*s = at;
	return true;
}

struct maps_entry {
	struct str start, end, perm, offset, file, build_id;
};

/* Parse the tail of a /proc line: [perms] [OFFSET] xx:yy DIGITS [FILE]. */
static bool
proc_tail(struct str s, struct maps_entry *e)
{
	struct str save, device;

	e->perm = field(&s, is_perm);
	save = s;
	e->offset = field(&s, legacy_is_hex);
	for (int attempt = 0;; attempt++) {
		struct str at = s;

		device = field(&at, legacy_is_hex);
		if (device.n > 0 && legacy_cut(&at, STR(":")) &&
			legacy_run(&at, legacy_is_hex).n > 0 &&
			field(&at, ascii_is_digit).n > 0) {
			e->file = field(&at, legacy_is_text);
			return true;
		}
		if (attempt > 0)
			return false;
		/* there is no offset: what was taken for one is the device */
		e->offset = STR_EMPTY;
		s = save;
	}
}

enum line_kind { LINE_OTHER, LINE_SKIP, LINE_MAPPING };

static enum line_kind
parse_entry(struct str line, struct legacy_mapping *m)
{
	struct maps_entry e = { .perm = STR_EMPTY };
	struct str tail = line;

	if (!range(&tail, &e.start, &e.end))
		return LINE_OTHER;
	if (!proc_tail(tail, &e)) {
		struct str s;
		struct str at;

		e = (struct maps_entry){ .start = e.start, .end = e.end };
		/* The tail of the shorter form: [perms] [FILE] [(@OFFSET)]
		   [BUILDID]. */
		s = tail;
		e.perm = field(&s, is_perm);
		e.file = field(&s, legacy_is_text);
		e.offset = STR_EMPTY;
		at = s;
		if (legacy_run(&at, legacy_is_space).n > 0 &&
			legacy_cut(&at, STR("(@"))) {
			e.offset = legacy_run(&at, legacy_is_hex);
			if (e.offset.n > 0 && legacy_cut(&at, STR(")")))
				s = at;
			else
				e.offset = STR_EMPTY;
		}
		e.build_id = field(&s, legacy_is_hex);
	}
	if (e.perm.n > 0 && str_chr(e.perm, 'x') < 0)
		return LINE_SKIP;
	*m = (struct legacy_mapping){ .file = e.file, .build_id = e.build_id };
	if (!legacy_hex(e.start, &m->start) || !legacy_hex(e.end, &m->limit) ||
		!legacy_hex(e.offset, &m->offset))
		return LINE_OTHER;
	return LINE_MAPPING;
}

/* Return the line without a log prefix "something:123] ". */
static struct str
without_log_prefix(struct str line)
{
	ptrdiff_t close = str_chr(line, ']');
	size_t i;

	if (close < 1 || (size_t)close + 1 >= line.n ||
		!legacy_is_space(line.p[close + 1]))
		return line;
	for (i = (size_t)close; i > 0 && ascii_is_digit(line.p[i - 1]); i--)
		continue;
	if (i == (size_t)close || i < 2 || line.p[i - 1] != ':' ||
		str_chr(str_sub(line, 0, i - 1), '[') >= 0)
		return line;
	return str_skip(line, (size_t)close + 2);
}

struct maps_binding {
	struct str name, value; /* name without the dollar sign */
};

void
legacy_maps(struct legacy *l, struct legacy_lines *in, bool sentinel)
{
	VEC(struct maps_binding) bound = { 0 };

	if (sentinel)
		while (!legacy_is_map_sentinel(in->line) && legacy_next(in))
			continue;
	while (legacy_next(in)) {
		struct str line = str_trim(without_log_prefix(in->line));
		struct legacy_mapping m;
		enum line_kind kind;
		struct strbuf out = STRBUF_INIT;

		/* Replace every $name in the line by the first binding that
		   fits. */
		if (bound.n > 0 && str_chr(line, '$') >= 0) {
			while (line.n > 0) {
				const struct maps_binding *hit = NULL;

				for (size_t i = 0; i < bound.n &&
					line.p[0] == '$' && hit == NULL;
					i++)
					if (str_starts(str_skip(line, 1),
						    bound.p[i].name))
						hit = &bound.p[i];
				if (hit != NULL) {
					strbuf_add(&out, hit->value);
					line = str_skip(line, hit->name.n + 1);
				} else {
					strbuf_addch(&out, line.p[0]);
					line = str_skip(line, 1);
				}
			}
			line = arena_str(&l->arena, strbuf_str(&out));
			strbuf_free(&out);
		}
		kind = parse_entry(line, &m);
		if (kind == LINE_MAPPING) {
			vec_push(&l->map, m);
		} else if (kind == LINE_OTHER && str_chr(line, '=') >= 0) {
			struct maps_binding b;

			b.name = str_trim(str_cut(&line, '='));
			b.value = str_trim(line);
			vec_push(&bound, b);
		}
	}
	vec_free(&bound);
}

/* True for a library: "x.so" at the end, or ".so.1", ".so_1" anywhere. */
static bool
is_library(struct str file)
{
	ptrdiff_t at = -1;

	if (str_ends(file, STR(".so")))
		return true;
	while ((at = str_find(file, STR(".so"), (size_t)(at + 1))) >= 0) {
		struct str rest = str_skip(file, (size_t)at + 3);

		if (rest.n >= 2 && (rest.p[0] == '.' || rest.p[0] == '_') &&
			ascii_is_digit(rest.p[1]))
			return true;
	}
	return false;
}

static void
sort_maps(struct legacy *l)
{
	size_t n = l->map.n;
	struct sort_key *room = xcalloc(n, sizeof(*room));
	const struct legacy_mapping *m = l->map.p;

	for (size_t i = 0; i < n; i++)
		vec_push(&l->map_at,
			((struct sort_key){ m[i].start, (uint32_t)i }));
	sort_keys(l->map_at.p, room, n);
	free(room);
	/* If mappings overlap, the first one in the file is used. */
	for (size_t i = 1; i < l->map_at.n; i++)
		if (m[l->map_at.p[i - 1].at].limit > l->map_at.p[i].word)
			l->map_at.n = 0;
}

void
legacy_maps_arrange(struct legacy *l)
{
	const uint64_t usual_start = 0x400000;
	size_t n = l->map.n > 0 ? 1 : 0;

	for (size_t i = 1; i < l->map.n; i++) {
		struct legacy_mapping *last = &l->map.p[n - 1];
		const struct legacy_mapping *m = &l->map.p[i];

		if ((last->file.n != 0 && m->file.n != 0 &&
			    !str_eq(last->file, m->file)) ||
			(last->build_id.n != 0 && m->build_id.n != 0 &&
				!str_eq(last->build_id, m->build_id)) ||
			last->limit != m->start ||
			!((last->offset == 0 || m->offset == 0 ||
				last->offset + (last->limit - last->start) ==
					m->offset))) {
			l->map.p[n++] = *m;
			continue;
		}
		last->limit = m->limit;
		if (m->file.n > 0)
			last->file = m->file;
		if (m->build_id.n > 0)
			last->build_id = m->build_id;
	}
	l->map.n = n;
	for (size_t i = 0; i < n; i++) {
		struct str file = l->map.p[i].file;
		static const char mark[] = "(deleted)";
		struct strbuf clean = STRBUF_INIT;
		ptrdiff_t at;
		bool yes;

		strbuf_add(&clean, file);
		while ((at = str_find(
				strbuf_str(&clean), STR("(deleted)"), 0)) >= 0)
			strbuf_remove(&clean, (size_t)at, sizeof(mark) - 1);
		file = str_trim(strbuf_str(&clean));
		yes = file.n > 0 && !is_library(file) && file.p[0] != '[';
		strbuf_free(&clean);
		if (yes) {
			struct legacy_mapping main_binary = l->map.p[i];

			l->map.p[i] = l->map.p[0];
			l->map.p[0] = main_binary;
			break;
		}
	}
	if (n > 1 && str_starts(l->map.p[0].file, STR("/anon_hugepage")) &&
		l->map.p[0].limit == l->map.p[1].start) {
		memmove(l->map.p, l->map.p + 1, (n - 1) * sizeof(*l->map.p));
		l->map.n = --n;
	}
	if (n > 0 && l->map.p[0].start - l->map.p[0].offset == usual_start) {
		l->map.p[0].start = usual_start;
		l->map.p[0].offset = 0;
	}
	sort_maps(l);
}

uint32_t
legacy_map_of(struct legacy *l, uint64_t address, uint32_t *fake)
{
	size_t low = 0, high = l->map_at.n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (l->map_at.p[middle].word <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (low > 0 && address < l->map.p[l->map_at.p[low - 1].at].limit)
		return l->map_at.p[low - 1].at;
	if (!builder_steps(l->builder, l->map.n))
		return NONE;
	for (size_t i = 0; i < l->map.n && l->map_at.n == 0; i++)
		if (i != *fake && l->map.p[i].start <= address &&
			address < l->map.p[i].limit)
			return (uint32_t)i;
	/* Some writers lose the first part of a split mapping. */
	for (size_t i = 0; i < l->map.n; i++) {
		struct legacy_mapping *m = &l->map.p[i];

		if (m->offset != 0 && m->start - m->offset <= address &&
			address < m->start) {
			m->start -= m->offset;
			m->offset = 0;
			l->map_at.n = 0;
			return (uint32_t)i;
		}
	}
	if (*fake == NONE) {
		struct legacy_mapping all = { .limit = UINT64_MAX };

		*fake = (uint32_t)l->map.n;
		vec_push(&l->map, all);
	}
	return *fake;
}
