/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From old formats to a profile, what the parsers share: see legacy.h. */
#include "config.h"

#include "read/legacy.h"

#include <assert.h>
#include <string.h>

#include "base/strbuf.h"
#include "read/read.h"

#include "base/banned.h"

enum { LINE_MAX_BYTES = 64 * 1024 }; /* pprof's scanner takes no more */

void
legacy_type(struct legacy *l, struct str type, struct str unit)
{
	assert(l->n_types < LEGACY_TYPES);
	l->type[l->n_types] = type;
	l->unit[l->n_types++] = unit;
}

void
legacy_period(
	struct legacy *l, struct str type, struct str unit, int64_t period)
{
	l->period_type = type;
	l->period_unit = unit;
	l->period = period;
}

struct legacy_sample *
legacy_begin(struct legacy *l)
{
	struct legacy_sample s = { .first = l->addr.n };

	vec_push(&l->sample, s);
	return &l->sample.p[l->sample.n - 1];
}

void
legacy_addr(struct legacy *l, uint64_t address)
{
	vec_push(&l->addr, address);
	l->sample.p[l->sample.n - 1].n++;
}

/* Take the address at position i out of sample s. */
static void
legacy_remove(struct legacy *l, struct legacy_sample *s, size_t i)
{
	uint64_t *p = l->addr.p + s->first;

	assert(i < s->n);
	memmove(p + i, p + i + 1, (s->n - i - 1) * sizeof(*p));
	s->n--;
}

void
legacy_drop_doubled_leaves(struct legacy *l)
{
	for (size_t i = 0; i < l->sample.n; i++) {
		struct legacy_sample *s = &l->sample.p[i];
		const uint64_t *p = l->addr.p + s->first;

		if (s->n > 1 && p[0] == p[1] + 1)
			legacy_remove(l, s, 1);
	}
}

bool
legacy_next(struct legacy_lines *in)
{
	struct str line;

	if (in->rest.n == 0 || in->too_long) {
		in->line = STR_EMPTY;
		return false;
	}
	line = str_cut(&in->rest, '\n');
	in->number++;
	if (line.n >= LINE_MAX_BYTES) {
		in->too_long = true;
		in->line = STR_EMPTY;
		return false;
	}
	if (line.n > 0 && line.p[line.n - 1] == '\r')
		line.n--;
	in->line = line;
	return true;
}

int
legacy_ended(const struct legacy_lines *in, int result, struct err *err)
{
	return in->too_long
		? err_set(err, ERR_FORMAT,
			  "line %zu: token too long (over 64 KiB)", in->number)
		: result;
}

bool
legacy_hex(struct str digits, uint64_t *out)
{
	uint64_t v = 0;

	for (size_t i = 0; i < digits.n; i++) {
		if (v >> 60 != 0)
			return false;
		v = v << 4 | (uint64_t)ascii_hex(digits.p[i]);
	}
	*out = v;
	return true;
}

bool
legacy_is_blank_or_comment(struct str line)
{
	line = str_trim(line);
	return line.n == 0 || line.p[0] == '#';
}

bool
legacy_is_map_sentinel(struct str line)
{
	return str_find(line, STR("--- Memory map: ---"), 0) >= 0 ||
		str_find(line, STR("MAPPED_LIBRARIES:"), 0) >= 0;
}

/* ---- The memory map ---- */

/* The memory map behind old profiles: /proc/PID/maps lines, the shorter
   form of gperftools, and "name = value" lines whose $name later lines use.
   Same rules as pprof. */

static bool
is_perm(char c)
{
	return c == '-' || c == 'r' || c == 'w' || c == 'x' || c == 'p';
}

/* `\s+` then a run; leaves *s alone and returns empty when there is none. */
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

/* START-END[:] or START END, with or without 0x. */
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

struct entry {
	struct str start, end, perm, offset, file, build_id;
};

/* A /proc form tail: [perms] [OFFSET] xx:yy DIGITS [FILE]. */
static bool
proc_tail(struct str s, struct entry *e)
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
		/* the offset is optional: it may have been the device */
		e->offset = STR_EMPTY;
		s = save;
	}
}

/* The brief form's tail: [perms] [FILE] [(@OFFSET)] [BUILDID]. */
static void
brief_tail(struct str s, struct entry *e)
{
	struct str at;

	e->perm = field(&s, is_perm);
	e->file = field(&s, legacy_is_text);
	e->offset = STR_EMPTY;
	at = s;
	if (legacy_run(&at, legacy_is_space).n > 0 &&
		legacy_cut(&at, STR("(@"))) {
		e->offset = legacy_run(&at, legacy_is_hex);
		if (e->offset.n > 0 && legacy_cut(&at, STR(")")))
			s = at;
		else
			e->offset = STR_EMPTY;
	}
	e->build_id = field(&s, legacy_is_hex);
}

enum line_kind { LINE_OTHER, LINE_SKIP, LINE_MAPPING };

static enum line_kind
parse_entry(struct str line, struct legacy_mapping *m)
{
	struct entry e = { .perm = STR_EMPTY };
	struct str tail = line;

	if (!range(&tail, &e.start, &e.end))
		return LINE_OTHER;
	if (!proc_tail(tail, &e)) {
		e = (struct entry){ .start = e.start, .end = e.end };
		brief_tail(tail, &e);
	}
	if (e.perm.n > 0 && str_chr(e.perm, 'x') < 0)
		return LINE_SKIP;
	*m = (struct legacy_mapping){ .file = e.file, .build_id = e.build_id };
	if (!legacy_hex(e.start, &m->start) || !legacy_hex(e.end, &m->limit) ||
		!legacy_hex(e.offset, &m->offset))
		return LINE_OTHER;
	return LINE_MAPPING;
}

/* Without a log prefix "something:123] ". */
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

struct binding {
	struct str name, value; /* name without the dollar sign */
};

/* The line with every $name replaced, the first binding that fits first. */
static struct str
substitute(struct legacy *l, struct str line, const struct binding *p, size_t n)
{
	struct strbuf out = STRBUF_INIT;
	struct str made;

	if (n == 0 || str_chr(line, '$') < 0)
		return line;
	while (line.n > 0) {
		const struct binding *hit = NULL;

		for (size_t i = 0; i < n && line.p[0] == '$'; i++) {
			if (str_starts(str_skip(line, 1), p[i].name)) {
				hit = &p[i];
				break;
			}
		}
		if (hit != NULL) {
			strbuf_add(&out, hit->value);
			line = str_skip(line, hit->name.n + 1);
		} else {
			strbuf_addch(&out, line.p[0]);
			line = str_skip(line, 1);
		}
	}
	made = arena_str(&l->arena, strbuf_str(&out));
	strbuf_free(&out);
	return made;
}

void
legacy_maps(struct legacy *l, struct legacy_lines *in, bool sentinel)
{
	VEC(struct binding) bound = { 0 };

	if (sentinel)
		while (!legacy_is_map_sentinel(in->line) && legacy_next(in))
			continue;
	while (legacy_next(in)) {
		struct str line = str_trim(without_log_prefix(in->line));
		struct legacy_mapping m;
		enum line_kind kind;

		line = substitute(l, line, bound.p, bound.n);
		kind = parse_entry(line, &m);
		if (kind == LINE_MAPPING) {
			vec_push(&l->map, m);
		} else if (kind == LINE_OTHER && str_chr(line, '=') >= 0) {
			struct binding b;

			b.name = str_trim(str_cut(&line, '='));
			b.value = str_trim(line);
			vec_push(&bound, b);
		}
	}
	vec_free(&bound);
}

static bool
one_of_two_or_equal(struct str a, struct str b)
{
	return a.n == 0 || b.n == 0 || str_eq(a, b);
}

static bool
adjacent(const struct legacy_mapping *a, const struct legacy_mapping *b)
{
	return one_of_two_or_equal(a->file, b->file) &&
		one_of_two_or_equal(a->build_id, b->build_id) &&
		a->limit == b->start &&
		(a->offset == 0 || b->offset == 0 ||
			a->offset + (a->limit - a->start) == b->offset);
}

/* "x.so" at the end, or ".so.1", ".so_1" anywhere: a shared library. */
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

static bool
may_be_main_binary(struct str file)
{
	static const char mark[] = "(deleted)";
	struct strbuf clean = STRBUF_INIT;
	ptrdiff_t at;
	bool yes;

	strbuf_add(&clean, file);
	while ((at = str_find(strbuf_str(&clean), STR("(deleted)"), 0)) >= 0)
		strbuf_remove(&clean, (size_t)at, sizeof(mark) - 1);
	file = str_trim(strbuf_str(&clean));
	yes = file.n > 0 && !is_library(file) && file.p[0] != '[';
	strbuf_free(&clean);
	return yes;
}

/* Merge neighbours, put the main binary first, undo what loaders do to the
   start of the main binary. */
static void
legacy_maps_arrange(struct legacy *l)
{
	const uint64_t usual_start = 0x400000;
	size_t n = l->map.n > 0 ? 1 : 0;

	for (size_t i = 1; i < l->map.n; i++) {
		struct legacy_mapping *last = &l->map.p[n - 1];
		const struct legacy_mapping *m = &l->map.p[i];

		if (!adjacent(last, m)) {
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
		if (may_be_main_binary(l->map.p[i].file)) {
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
}

/* The row of l->map that holds an address; may extend one, or append the
   catch-all row, which *fake remembers (NONE before). */
static uint32_t
legacy_map_of(struct legacy *l, uint64_t address, uint32_t *fake)
{
	for (size_t i = 0; i < l->map.n; i++)
		if (i != *fake && l->map.p[i].start <= address &&
			address < l->map.p[i].limit)
			return (uint32_t)i;
	/* Writers that lost the first part of a split mapping. */
	for (size_t i = 0; i < l->map.n; i++) {
		struct legacy_mapping *m = &l->map.p[i];

		if (m->offset != 0 && m->start - m->offset <= address &&
			address < m->start) {
			m->start -= m->offset;
			m->offset = 0;
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

/* ---- Into the builder ---- */

/* The frames that an old profile's writer put on every stack of its kind:
   matched against whole simplified names. */
static const char heap_drop[] =
	"calloc|cfree|malloc|free|memalign|do_memalign|(__)?posix_memalign|"
	"pvalloc|valloc|realloc|tcmalloc::.*|tc_calloc|tc_cfree|tc_malloc|"
	"tc_free|tc_memalign|tc_posix_memalign|tc_pvalloc|tc_valloc|"
	"tc_realloc|tc_new|tc_delete|tc_newarray|tc_deletearray|"
	"tc_new_nothrow|tc_newarray_nothrow|malloc_zone_malloc|"
	"malloc_zone_calloc|malloc_zone_valloc|malloc_zone_realloc|"
	"malloc_zone_memalign|malloc_zone_free|runtime\\..*|BaseArena::.*|"
	"(::)?do_malloc_no_errno|(::)?do_malloc_pages|(::)?do_malloc|"
	"DoSampledAllocation|MallocedMemBlock::MallocedMemBlock|_M_allocate|"
	"__builtin_(vec_)?delete|__builtin_(vec_)?new|"
	"__gnu_cxx::new_allocator::allocate|__libc_malloc|"
	"__malloc_alloc_template::allocate|allocate|cpp_alloc|"
	"operator new(\\[\\])?|simple_alloc::allocate";
static const char jemalloc_drop[] =
	"|(_rjem_)?je_.*|prof_backtrace.*|prof_alloc_prep.*|imalloc.*|"
	"newImpl.*|fallback_?(impl|NewImpl).*|[mrxsd]?d?allocx|aligned_alloc";
static const char heap_keep[] =
	"runtime\\.panic|runtime\\.reflectcall|runtime\\.call[0-9]*";
static const char contention_drop[] =
	"RecordLockProfileData|(base::)?RecordLockProfileData.*|"
	"(base::)?SubmitMutexProfileData.*|"
	"(base::)?SubmitSpinLockProfileData.*|"
	"(base::Mutex::)?AwaitCommon.*|(base::Mutex::)?Unlock.*|"
	"(base::Mutex::)?UnlockSlow.*|(base::Mutex::)?ReaderUnlock.*|"
	"(base::MutexLock::)?~MutexLock.*|(Mutex::)?AwaitCommon.*|"
	"(Mutex::)?Unlock.*|(Mutex::)?UnlockSlow.*|(Mutex::)?ReaderUnlock.*|"
	"(MutexLock::)?~MutexLock.*|(SpinLock::)?Unlock.*|"
	"(SpinLock::)?SlowUnlock.*|(SpinLockHolder::)?~SpinLockHolder.*";
static const char cpu_drop[] =
	"ProfileData::Add|ProfileData::prof_handler|"
	"CpuProfiler::prof_handler|__pthread_sighandler|__restore";

static bool
legacy_types_are(const struct legacy *l, const char *first, const char *second)
{
	return l->n_types >= 2 && str_is(l->type[0], first) &&
		str_is(l->type[1], second);
}

static void
set_frames_to_drop(const struct legacy *l, struct builder *b)
{
	struct header *h = builder_header(b);
	struct strbuf drop = STRBUF_INIT;

	if (legacy_types_are(l, "objects", "space") ||
		legacy_types_are(l, "inuse_objects", "inuse_space") ||
		legacy_types_are(l, "alloc_objects", "alloc_space")) {
		strbuf_addf(&drop, "%s%s", heap_drop,
			l->is_jemalloc ? jemalloc_drop : "");
		h->drop_frames = builder_string(b, strbuf_str(&drop));
		h->keep_frames = builder_string(b, str_c(heap_keep));
	} else if (legacy_types_are(l, "contentions", "delay")) {
		h->drop_frames = builder_string(b, str_c(contention_drop));
	} else {
		h->drop_frames = builder_string(b, str_c(cpu_drop));
	}
	strbuf_free(&drop);
}

/* Locations in order of first use, ids of everything from 1. */
struct emit {
	struct legacy *l;
	struct builder *b;
	struct map64 loc_of;   /* address -> loc_id */
	struct map64 func_of;  /* function name's str_id -> func_id */
	uint32_t *map_of;      /* [locations] row of l->map, or NONE */
	map_id fake;           /* NONE until a nameless frame needs it */
	VEC(uint64_t) address; /* [locations] in order of first use */
	VEC(loc_id) stack;
};

static loc_id
emit_named_location(struct emit *e, uint64_t address)
{
	uint32_t at = map64_get(&e->l->symbol_of, address), *func;
	const struct legacy_symbol *symbol;
	struct builder_line line;
	str_id name;

	/* A frame without a name still means "somewhere": pprof gives it the
	   catch-all mapping, and forgets its address like the others'. */
	if (at == NONE) {
		if (e->fake == NONE)
			e->fake = builder_mapping(e->b,
				&(struct builder_mapping){
					.limit = UINT64_MAX });
		return builder_location(
			e->b, &(struct builder_location){ .map = e->fake });
	}
	symbol = &e->l->symbol.p[at];
	name = builder_string(e->b, symbol->function);
	func = map64_at(&e->func_of, name);
	if (*func == NONE)
		*func = builder_function(e->b,
			&(struct builder_function){ .name = name,
				.system = name,
				.file = builder_string(e->b, symbol->file) });
	line = (struct builder_line){ .func = *func, .line = symbol->line };
	return builder_location(e->b,
		&(struct builder_location){
			.map = NONE, .line = &line, .nlines = 1 });
}

/* Find the rows of the memory map first: looking may extend them. */
static void
emit_mappings(struct emit *e)
{
	struct legacy *l = e->l;
	uint32_t fake = NONE;

	e->map_of = xcalloc(e->address.n, sizeof(*e->map_of));
	for (size_t i = 0; i < e->address.n; i++) {
		uint64_t a = e->address.p[i];

		e->map_of[i] = a == 0 ? NONE : legacy_map_of(l, a, &fake);
	}
	for (size_t i = 0; i < l->map.n; i++) {
		const struct legacy_mapping *m = &l->map.p[i];

		(void)builder_mapping(e->b,
			&(struct builder_mapping){ .start = m->start,
				.limit = m->limit,
				.offset = m->offset,
				.file = builder_string(e->b, m->file),
				.build_id =
					builder_string(e->b, m->build_id) });
	}
}

static void
collect_addresses(struct emit *e)
{
	const struct legacy *l = e->l;

	for (size_t i = 0; i < l->sample.n; i++) {
		const struct legacy_sample *s = &l->sample.p[i];

		for (size_t k = 0; k < s->n; k++) {
			uint64_t a = l->addr.p[s->first + k];
			uint32_t *slot = map64_at(&e->loc_of, a);

			if (*slot != NONE)
				continue;
			*slot = (uint32_t)e->address.n;
			vec_push(&e->address, a);
		}
	}
}

static void
emit_locations(struct emit *e)
{
	for (size_t i = 0; i < e->address.n; i++) {
		if (e->l->named)
			(void)emit_named_location(e, e->address.p[i]);
		else
			(void)builder_location(e->b,
				&(struct builder_location){
					.address = e->address.p[i],
					.map = e->map_of[i] });
	}
}

static int
emit_sample(struct emit *e, const struct legacy_sample *s)
{
	struct label label[2];
	size_t n = 0;

	e->stack.n = 0;
	for (size_t k = 0; k < s->n; k++)
		vec_push(&e->stack,
			map64_get(&e->loc_of, e->l->addr.p[s->first + k]));
	if (e->l->has_bytes)
		label[n++] = (struct label){ .key = builder_string(
						     e->b, STR("bytes")),
			.str = NONE,
			.num = s->bytes };
	if (s->thread.n > 0)
		label[n++] = (struct label){ .key = builder_string(
						     e->b, STR("thread")),
			.str = builder_string(e->b, s->thread) };
	return builder_sample(e->b, builder_stack(e->b, e->stack.p, e->stack.n),
		n > 0 ? builder_labels(e->b, label, n) : 0, s->value);
}

/* Samples, symbols and mappings into the builder; the frames to drop by
   sample type. */
static int
legacy_build(struct legacy *l, struct builder *b, struct err *err)
{
	struct emit e = { .l = l, .b = b, .fake = NONE };
	struct header *h;
	int rc = 0;

	/* A Java dump has them in its head, or not. */
	if (l->n_types == 0 && l->sample.n > 0)
		return err_set(
			err, ERR_FORMAT, "missing sample type information");
	for (size_t i = 0; i < l->n_types; i++)
		read_type(b, l->type[i], l->unit[i]);
	collect_addresses(&e);
	if (!l->named) {
		legacy_maps_arrange(l);
		emit_mappings(&e);
	}
	emit_locations(&e);
	for (size_t i = 0; i < l->sample.n && rc == 0; i++)
		rc = emit_sample(&e, &l->sample.p[i]);
	h = builder_header(b);
	h->period = l->period;
	h->period_type = builder_string(b, l->period_type);
	h->period_unit = builder_string(b, l->period_unit);
	h->duration_nanos = l->duration;
	set_frames_to_drop(l, b);
	rc = read_check(b, err);
	map64_free(&e.loc_of);
	map64_free(&e.func_of);
	free(e.map_of);
	vec_free(&e.address);
	vec_free(&e.stack);
	return rc;
}

/* ---- Binary CPU profiles ---- */

/* Of gperftools and of its Java agent: words of 32 or 64 bits in either byte
   order.

       0 3 0 PERIOD_us 0      header; third word 1 for Java
       COUNT N ADDRESS*N      a sample, leaf first
       0 1 0                  end of data; text follows */

struct words {
	struct str rest;
	size_t size; /* of a word: 4 or 8 bytes */
	bool big;    /* most significant byte first */
};

/* The next word. False when fewer bytes are left; the rest is gone then. */
static bool
cut_word(struct words *w, uint64_t *out)
{
	uint64_t v = 0;

	if (w->rest.n < w->size) {
		w->rest = STR_EMPTY;
		return false;
	}
	for (size_t i = 0; i < w->size; i++) {
		size_t at = w->big ? i : w->size - 1 - i;

		v = v << 8 | (unsigned char)w->rest.p[at];
	}
	w->rest = str_skip(w->rest, w->size);
	*out = v;
	return true;
}

/* Is this the header in w's kind of words? */
static bool
is_header(struct words *w, bool *java, uint64_t *period_us)
{
	uint64_t v[5];

	for (size_t i = 0; i < 5; i++)
		if (!cut_word(w, &v[i]))
			return false;
	*java = v[2] == 1;
	*period_us = v[3];
	return v[0] == 0 && v[1] == 3 && v[2] <= 1 && v[3] > 0 && v[4] == 0;
}

static int
cpu_samples_of(struct legacy *l, struct words *w, bool adjust)
{
	while (w->rest.n > 0) {
		struct legacy_sample *s;
		uint64_t count, n, address = 0;

		if (!cut_word(w, &count) || !cut_word(w, &n) ||
			n > w->rest.n / 4)
			return LEGACY_UNKNOWN;
		s = legacy_begin(l);
		for (uint64_t i = 0; i < n; i++) {
			if (!cut_word(w, &address))
				return LEGACY_UNKNOWN;
			legacy_addr(l, adjust && i > 0 ? address - 1 : address);
		}
		if (count == 0 && n == 1 && address == 0) {
			l->sample.n--;
			return LEGACY_OK;
		}
		s->value[0] = (int64_t)count;
		s->value[1] = (int64_t)(count * (uint64_t)l->period);
	}
	l->endless = true;
	return LEGACY_OK;
}

/* The address that is second on at least `least` stacks. */
static bool
common_second(const struct legacy *l, size_t least, uint64_t *address)
{
	struct map64 seen = MAP64_INIT;
	bool found = false;

	for (size_t i = 0; i < l->sample.n && !found; i++) {
		const struct legacy_sample *s = &l->sample.p[i];
		uint32_t *count;

		if (s->n < 2)
			continue;
		*address = l->addr.p[s->first + 1];
		count = map64_at(&seen, *address);
		*count = *count == NONE ? 1 : *count + 1;
		found = *count >= least;
	}
	map64_free(&seen);
	return found;
}

/* A frame that nearly every stack has behind its leaf was pushed by the
   signal handler. There may be two of them. */
static void
drop_signal_frames(struct legacy *l)
{
	size_t least = l->sample.n - l->sample.n / 32;
	uint64_t address;

	for (int round = 0; round < 2; round++) {
		if (!common_second(l, least, &address))
			return;
		for (size_t i = 0; i < l->sample.n; i++) {
			struct legacy_sample *s = &l->sample.p[i];

			if (s->n > 1 && l->addr.p[s->first + 1] == address)
				legacy_remove(l, s, 1);
		}
	}
}

int
legacy_cpu(struct legacy *l, struct str text, struct err *err)
{
	static const struct words kinds[] = { { .size = 4 },
		{ .size = 4, .big = true }, { .size = 8 },
		{ .size = 8, .big = true } };
	struct words w;
	bool java = false, known = false;
	uint64_t period_us = 0;

	for (size_t i = 0; i < COUNT_OF(kinds) && !known; i++) {
		w = kinds[i];
		w.rest = text;
		known = is_header(&w, &java, &period_us);
	}
	if (!known)
		return LEGACY_UNKNOWN;
	legacy_type(l, STR("samples"), STR("count"));
	legacy_type(l, STR("cpu"), STR("nanoseconds"));
	legacy_period(
		l, STR("cpu"), STR("nanoseconds"), (int64_t)(period_us * 1000));
	if (cpu_samples_of(l, &w, !java) != LEGACY_OK)
		return LEGACY_UNKNOWN;
	if (java)
		return legacy_java_symbols(l, w.rest, err);
	drop_signal_frames(l);
	legacy_maps(l, &(struct legacy_lines){ .rest = w.rest }, false);
	legacy_drop_doubled_leaves(l);
	return LEGACY_OK;
}

/* ---- The reader ---- */

static legacy_parser *const parsers[] = { legacy_cpu, legacy_heap,
	legacy_jemalloc, legacy_count, legacy_threads, legacy_contention,
	legacy_java };

/* gperftools' binary header in any width and order begins with a zero word
   and has a 3 in the next. */
static bool
is_legacy_cpu(struct str bytes)
{
	for (size_t size = 4; size <= 8; size += 4) {
		size_t ones = 0;

		if (bytes.n < 5 * size)
			return false;
		for (size_t i = 0; i < 2 * size; i++)
			ones += bytes.p[i] != 0;
		if (ones == 1 &&
			(bytes.p[size] == 3 || bytes.p[2 * size - 1] == 3))
			return true;
	}
	return false;
}

static bool
is_legacy_text(struct str bytes)
{
	static const char *const heads[] = { "--- heapz", "--- contention",
		"--- mutex:", "--- threadz ", "--- Thread ", "heap_v2/" };
	struct legacy_lines in = { .rest = str_sub(bytes, 0, 64 * 1024) };

	do {
		if (!legacy_next(&in))
			return false;
	} while (legacy_is_blank_or_comment(in.line));
	for (size_t i = 0; i < COUNT_OF(heads); i++)
		if (str_starts(in.line, str_c(heads[i])))
			return true;
	return str_find(in.line, STR(" profile: total "), 0) > 0 ||
		str_find(in.line, STR("heap profile: "), 0) >= 0;
}

static int
legacy_sniff(struct str bytes, struct strbuf *why)
{
	(void)why;
	return is_legacy_cpu(bytes) || is_legacy_text(bytes) ? SNIFF_YES
							     : SNIFF_NO;
}

static int
legacy_read(struct read_job *job, struct err *err)
{
	int result = LEGACY_UNKNOWN;

	for (size_t i = 0; i < COUNT_OF(parsers) && result == LEGACY_UNKNOWN;
		i++) {
		struct legacy l = { .n_types = 0 };

		result = parsers[i](&l, job->bytes, err);
		if (result == LEGACY_OK)
			result = legacy_build(&l, job->builder, err);
		if (l.endless && result == LEGACY_OK)
			warnings_add(job->warnings,
				"No end marker: samples may be missing");
		arena_free(&l.arena);
		vec_free(&l.addr);
		vec_free(&l.sample);
		vec_free(&l.map);
		vec_free(&l.symbol);
		map64_free(&l.symbol_of);
	}
	if (result == LEGACY_OK && is_legacy_text(job->bytes) &&
		!str_ends(job->bytes, STR("\n")))
		warnings_add(job->warnings,
			"No newline at the end: what follows may be missing");
	if (result == LEGACY_UNKNOWN)
		return err_set(err, ERR_FORMAT, "unrecognized profile format");
	return result;
}

const struct reader reader_legacy = { "legacy", "pprof's old formats",
	legacy_read, .sniff = legacy_sniff };
