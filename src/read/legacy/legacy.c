/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Turns the old formats of pprof into profiles. */
#include "prelude.h"

#include "read/legacy/legacy.h"

#include "base/strbuf.h"
#include "read/reader.h"

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
			"no newline at the end: the rest may be missing");
	if (result == LEGACY_UNKNOWN)
		return err_set(err, ERR_FORMAT, "unrecognized profile format");
	return result;
}

const struct reader reader_legacy = { "legacy", "pprof's old formats",
	legacy_read, .sniff = legacy_sniff, .names = NAMES_LEGACY };
