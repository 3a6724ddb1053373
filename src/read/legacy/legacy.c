/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns the old formats of pprof into profiles; code that the parsers share. */
#include "prelude.h"

#include "read/legacy/legacy.h"

#include <assert.h>
#include <math.h>

#include "base/num.h"
#include "base/strbuf.h"
#include "read/read.h"

enum { LINE_MAX_BYTES = 64 * 1024 }; /* limit of pprof's scanner */

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

void
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

	if (in->rest.n == 0 || in->too_long ||
		(in->builder != NULL &&
			!builder_goes_on(in->builder, in->number))) {
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

void
legacy_skip_blanks(struct str *s)
{
	while (s->n > 0 && s->p[0] == ' ')
		*s = str_skip(*s, 1);
}

bool
legacy_go_number(struct str s, int64_t *out)
{
	uint64_t v = 0, base = 10;
	bool negative = false;

	if (s.n > 0 && (s.p[0] == '-' || s.p[0] == '+')) {
		negative = s.p[0] == '-';
		s = str_skip(s, 1);
	}
	if (s.n > 2 && s.p[0] == '0' && (s.p[1] | 0x20) == 'x') {
		base = 16;
		s = str_skip(s, 2);
	} else if (s.n > 1 && s.p[0] == '0') {
		base = 8;
		s = str_skip(s, 1);
	}
	if (s.n == 0)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		int d = ascii_hex(s.p[i]);

		if (d < 0 || (uint64_t)d >= base ||
			v > (INT64_MAX - (uint64_t)d) / base)
			return false;
		v = v * base + (uint64_t)d;
	}
	*out = negative ? -(int64_t)v : (int64_t)v;
	return true;
}

int
legacy_addresses(
	struct legacy *l, struct str text, size_t adjust_from, struct err *err)
{
	const struct legacy_sample *s = &l->sample.p[l->sample.n - 1];
	ptrdiff_t at = -1;

	while ((at = str_find(text, STR("0x"), (size_t)(at + 1))) >= 0) {
		struct str rest = str_skip(text, (size_t)at + 2);
		struct str digits = legacy_run(&rest, legacy_is_low_hex);
		uint64_t v;

		if (!legacy_hex(digits, &v))
			return err_set(err, ERR_FORMAT,
				"malformed sample: failed to parse as hex "
				"64-bit number: %.*s",
				STR_ARG(str_skip(text, (size_t)at)));
		if (digits.n == 0)
			continue;
		legacy_addr(l, l->addr.n - s->first >= adjust_from ? v - 1 : v);
		s = &l->sample.p[l->sample.n - 1];
		at += (ptrdiff_t)digits.n + 1;
	}
	return 0;
}

void
legacy_unsample(int64_t *count, int64_t *size, int64_t rate)
{
	double scale;

	if (*count == 0 || *size == 0) {
		*count = *size = 0;
		return;
	}
	if (rate <= 1)
		return;
	scale = 1 / (1 - exp(-((double)*size / (double)*count) / (double)rate));
	*count = i64_trunc((double)*count * scale);
	*size = i64_trunc((double)*size * scale);
}

int
legacy_malformed(struct err *err, const struct legacy_lines *in)
{
	return err_set(err, ERR_FORMAT, "malformed profile format (line %zu)",
		in->number);
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

bool
legacy_is_jemalloc_talk(struct str line)
{
	return str_starts(str_trim(line), STR("<jemalloc>:"));
}

/* ---- Into the builder ---- */

/* Patterns for frames to drop: those that the profiler itself adds to every
   stack, for each kind of profile. They match whole simplified names. */
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

/* State of the conversion. Locations are in order of first use. */
struct emit {
	struct legacy *l;
	struct builder *b;
	struct map64 loc_of;   /* address -> loc_id */
	struct map64 func_of;  /* function name's str_id -> func_id */
	uint32_t *map_of;      /* [locations] row of l->map, or NONE */
	map_id fake;           /* catch-all mapping; NONE until needed */
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

	/* Keep a frame without a name. As in pprof, it gets the catch-all
	   mapping, and no address, like all frames of Java. */
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

/* Put samples, symbols and mappings into the builder, with the frames to drop
   for their sample types. */
static int
legacy_build(struct legacy *l, struct builder *b, struct err *err)
{
	struct emit e = { .l = l, .b = b, .fake = NONE };
	struct header *h;
	int rc = 0;
	const struct legacy *addresses_l;
	struct header *drop_h;
	struct strbuf drop = STRBUF_INIT;

	/* A Java dump may lack the types in its head. */
	if (l->n_types == 0 && l->sample.n > 0)
		return err_set(
			err, ERR_FORMAT, "missing sample type information");
	for (size_t i = 0; i < l->n_types; i++)
		read_type(b, l->type[i], l->unit[i]);
	addresses_l = e.l;
	for (size_t i = 0; i < addresses_l->sample.n; i++) {
		const struct legacy_sample *s = &addresses_l->sample.p[i];

		if (!builder_steps(b, s->n))
			break;
		for (size_t k = 0; k < s->n; k++) {
			uint64_t a = addresses_l->addr.p[s->first + k];
			uint32_t *slot = map64_at(&e.loc_of, a);

			if (*slot != NONE)
				continue;
			*slot = (uint32_t)e.address.n;
			vec_push(&e.address, a);
		}
	}
	if (!l->named) {
		struct legacy *mappings_l;
		uint32_t fake = NONE;

		legacy_maps_arrange(l);
		/* Look up mappings of all addresses before adding them, as this
		   may extend mappings. */
		mappings_l = e.l;
		e.map_of = xcalloc(e.address.n, sizeof(*e.map_of));
		for (size_t i = 0; i < e.address.n; i++) {
			uint64_t a = e.address.p[i];

			if (!builder_steps(b, 1))
				break;
			e.map_of[i] = a == 0
				? NONE
				: legacy_map_of(mappings_l, a, &fake);
		}
		for (size_t i = 0; i < mappings_l->map.n; i++) {
			const struct legacy_mapping *m = &mappings_l->map.p[i];

			(void)builder_mapping(e.b,
				&(struct builder_mapping){ .start = m->start,
					.limit = m->limit,
					.offset = m->offset,
					.file = builder_string(e.b, m->file),
					.build_id = builder_string(
						e.b, m->build_id) });
		}
	}
	for (size_t i = 0; i < e.address.n && builder_err(b) == NULL; i++) {
		if (e.l->named)
			(void)emit_named_location(&e, e.address.p[i]);
		else
			(void)builder_location(e.b,
				&(struct builder_location){
					.address = e.address.p[i],
					.map = e.map_of[i] });
	}
	for (size_t i = 0; i < l->sample.n && rc == 0; i++) {
		struct label label[2];
		size_t n = 0;

		e.stack.n = 0;
		for (size_t k = 0; k < l->sample.p[i].n; k++)
			vec_push(&e.stack,
				map64_get(&e.loc_of,
					e.l->addr.p[l->sample.p[i].first + k]));
		if (e.l->has_bytes)
			label[n++] = (struct label){ .key = builder_string(
							     e.b, STR("bytes")),
				.str = NONE,
				.num = l->sample.p[i].bytes };
		if (l->sample.p[i].thread.n > 0)
			label[n++] = (struct label){ .key = builder_string(e.b,
							     STR("thread")),
				.str = builder_string(
					e.b, l->sample.p[i].thread) };
		rc = builder_sample(e.b,
			builder_stack(e.b, e.stack.p, e.stack.n),
			n > 0 ? builder_labels(e.b, label, n) : 0,
			l->sample.p[i].value);
	}
	h = builder_header(b);
	h->period = l->period;
	h->period_type = builder_string(b, l->period_type);
	h->period_unit = builder_string(b, l->period_unit);
	h->duration_nanos = l->duration;
	drop_h = builder_header(b);
	if (legacy_types_are(l, "objects", "space") ||
		legacy_types_are(l, "inuse_objects", "inuse_space") ||
		legacy_types_are(l, "alloc_objects", "alloc_space")) {
		strbuf_addf(&drop, "%s%s", heap_drop,
			l->is_jemalloc ? jemalloc_drop : "");
		drop_h->drop_frames = builder_string(b, strbuf_str(&drop));
		drop_h->keep_frames = builder_string(b, str_c(heap_keep));
	} else if (legacy_types_are(l, "contentions", "delay")) {
		drop_h->drop_frames = builder_string(b, str_c(contention_drop));
	} else {
		drop_h->drop_frames = builder_string(b, str_c(cpu_drop));
	}
	strbuf_free(&drop);
	rc = read_check(b, err);
	map64_free(&e.loc_of);
	map64_free(&e.func_of);
	free(e.map_of);
	vec_free(&e.address);
	vec_free(&e.stack);
	return rc;
}

/* ---- The reader ---- */

static legacy_parser *const parsers[] = { legacy_cpu, legacy_heap,
	legacy_jemalloc, legacy_count, legacy_threads, legacy_contention,
	legacy_java };

/* True if the first word is 0 and the next is 3, as in gperftools' binary
   header of any width and byte order. */
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
	} while (legacy_is_blank_or_comment(in.line) ||
		legacy_is_jemalloc_talk(in.line));
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
		struct legacy l = { .builder = job->builder };

		result = parsers[i](&l, job->bytes, err);
		if (read_check(job->builder, err) != 0)
			result = -1;
		if (result == LEGACY_OK)
			result = legacy_build(&l, job->builder, err);
		if (l.endless && result == LEGACY_OK)
			warnings_add(job->warnings,
				"no end marker: samples may be missing");
		arena_free(&l.arena);
		vec_free(&l.addr);
		vec_free(&l.sample);
		vec_free(&l.map);
		vec_free(&l.map_at);
		vec_free(&l.symbol);
		map64_free(&l.symbol_of);
	}
	if (result == LEGACY_OK && is_legacy_text(job->bytes) &&
		!str_ends(job->bytes, STR("\n")))
		warnings_add(job->warnings,
			"no newline at the end: what follows may be missing");
	if (result == LEGACY_UNKNOWN)
		return err_set(err, ERR_FORMAT, "unrecognized profile format");
	return result;
}

const struct reader reader_legacy = { "legacy", "pprof's old formats",
	legacy_read, .sniff = legacy_sniff, .names = NAMES_LEGACY };
