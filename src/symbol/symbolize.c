/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the binary of each mapping and has a child process read it
   (symbolize.h). */
#include "prelude.h"

#include "symbol/symbolize.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/num.h"
#include "base/sort.h"
#include "base/vec.h"
#include "input/bytes.h"
#include "profile/labels.h"
#include "profile/name.h"
#include "symbol/addr2line.h"
#include "symbol/addrmap.h"
#include "symbol/ask.h"
#include "symbol/cache.h"
#include "symbol/debuginfod.h"
#include "symbol/jitmap.h"
#include "symbol/kernel.h"
#include "symbol/locate.h"
#include "symbol/patchlines.h"

enum { PID_ROOM = 24 };

/* A mapping and its locations. */
struct binary {
	map_id map; /* NONE: the locations without a mapping */
	struct wanted want;
	const loc_id *loc; /* [n] borrowed from symbolizer.order */
	size_t n;
	struct strbuf path;    /* binary or perf map; "": unknown */
	VEC(uint64_t) address; /* sorted, no duplicates */
	struct known *known;   /* answers, borrowed from the cache */
	size_t named;          /* locations that got a name */
};

struct symbolizer {
	const struct profile *p;
	const struct symbol_spec *spec;
	const struct symbol_words *words;
	struct progress *progress;
	const char *root;
	struct symbol_cache *cache;
	uint32_t *first;    /* [map.n + 2] start of each mapping in order[];
			       [map.n]: locations without a mapping */
	loc_id *order;      /* locations with an address, by mapping */
	bool missing;       /* some binaries were not found */
	size_t left;        /* bytes left for names */
	/* Mappings whose files do not exist. */
	VEC(struct binary) absent;
	char pid[PID_ROOM]; /* pid of all samples; "": unknown or several */
	uint64_t fetched, fetched_bytes;
	bool told; /* servers were announced to the user */
	struct jitmaps jit;
	struct kernel kernel;
	enum { KERNEL_UNKNOWN, KERNEL_OPEN, KERNEL_OTHER } kernel_is;
	struct relined *made;
};

static struct str
map_file(const struct profile *p, map_id m)
{
	return profile_str(p, p->map.file[m]);
}

/* True if a mapping's name is not the name of a file, by pprof's rules. */
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

static void PRINTF_LIKE(3, 4)
	note(struct symbolizer *s, const struct binary *b, const char *fmt, ...)
{
	struct strbuf *notes = s->words->notes;
	struct str file = b->want.file;
	va_list ap;

	if (notes == NULL)
		return;
	strbuf_add(notes,
		b->map == NONE             ? STR("(no mapping)")
			: file.n == 0      ? STR("(no name)")
			: is_no_file(file) ? file
					   : str_basename(file));
	strbuf_add3(notes, b->want.build_id.n > 0 ? " " : "", b->want.build_id,
		": ");
	va_start(ap, fmt);
	strbuf_vaddf(notes, fmt, ap);
	va_end(ap);
	strbuf_addch(notes, '\n');
}

static void
symbols_failed(struct symbolizer *s, const struct binary *b, const char *why)
{
	struct str name = str_basename(b->want.file), id = b->want.build_id;

	warnings_add(s->words->warnings,
		"Local symbolization failed for %.*s%s%.*s%s: %s",
		STR_ARG(name), id.n > 0 ? " (build ID " : "", STR_ARG(id),
		id.n > 0 ? ")" : "", why);
	note(s, b, "%s", why);
}

/* ---- Files ---- */

static int
compare_addresses(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* True if an address is in its mapping, which may have no bounds. */
static bool
in_mapping(const struct place *at, uint64_t address)
{
	return at->start >= at->limit ||
		(address >= at->start && address < at->limit);
}

/* Return the address that determines the base: the first one inside the mapping
   or, if all are outside, the first one. */
static uint64_t
first_address(const struct symbolizer *s, const struct binary *b)
{
	for (size_t i = 0; i < b->n; i++)
		if (in_mapping(&b->want.place, s->p->loc.address[b->loc[i]]))
			return s->p->loc.address[b->loc[i]];
	return s->p->loc.address[b->loc[0]];
}

/* Ask a child about the addresses that are not in the cache. `debug` is the
   path of a fetched debug file, or "". -1 and err. */
static int
ask_file(struct symbolizer *s, struct binary *b, struct str debug,
	struct reply *reply, struct err *err)
{
	struct ask_question q = { .program = s->spec->program,
		.place = b->want.place,
		.fast = s->spec->mode == SYMBOLS_FAST,
		/* Make up no names in formats that pprof reads. */
		.make_up = s->p->header.names == NAMES_OTHER,
		.first = first_address(s, b),
		.text = { [CHILD_PATH] = strbuf_str(&b->path),
			[CHILD_ID] = b->want.build_id,
			[CHILD_DEBUG] = debug,
			[CHILD_RELOCATION] = b->want.relocation } };
	VEC(uint64_t) unknown = { 0 };
	struct str record;
	int rc = 0;
	struct strbuf key = STRBUF_INIT;
	struct known *known;
	size_t spent;
	struct stat st;

	reply_free(reply);
	*reply = (struct reply)REPLY_INIT;
	/* The cache key contains everything that affects the answers. */
	strbuf_addf(&key, "%d %d %" PRIx64 " %" PRIx64 " %" PRIx64 " %" PRIx64,
		q.fast, q.make_up, q.place.start, q.place.limit, q.place.offset,
		q.first);
	if (stat(strbuf_c(&b->path), &st) == 0)
		strbuf_addf(&key, " %ju %ju %jd %jd.%ld", (uintmax_t)st.st_dev,
			(uintmax_t)st.st_ino, (intmax_t)st.st_size,
			(intmax_t)st.st_mtim.tv_sec, st.st_mtim.tv_nsec);
	for (int i = 0; i < CHILD_TEXTS; i++) {
		strbuf_addch(&key, '\0');
		strbuf_add(&key, q.text[i]);
	}
	known = symbol_cache_get(s->cache, strbuf_str(&key));
	strbuf_free(&key);
	b->known = known;
	for (size_t i = 0; i < b->address.n; i++)
		if (in_mapping(&q.place, b->address.p[i]) &&
			!known_find(b->known, b->address.p[i], &record))
			vec_push(&unknown, b->address.p[i]);
	q.address = unknown.p;
	q.n = unknown.n;
	q.memory = s->spec->max_memory;
	q.most = s->left / 2 < ASK_MOST ? s->left / 2 : ASK_MOST;
	if (q.n > 0)
		rc = ask_child(&q, b->known, reply, s->progress,
			(uint64_t)(b->loc - s->order), err);
	else
		reply->has_head = true;
	/* Names count twice: in the cache and in the profile. */
	spent = 2 * reply->bytes;
	s->left -= spent < s->left ? spent : s->left;
	vec_free(&unknown);
	return rc;
}

/* ---- Servers ---- */

/* Get a file by build id from the servers or from their cache on disk. */
static bool
fetch_for(struct symbolizer *s, const struct binary *b,
	enum debuginfod_what what, struct str id, struct strbuf *path)
{
	struct debuginfod_answer f = DEBUGINFOD_INIT;
	struct err err = ERR_INIT;
	bool good;
	struct str servers = debuginfod_servers();

	if (!s->told) {
		s->told = true;
		if (servers.n > 0)
			warnings_add(s->words->news, "debuginfod: asking %.*s",
				STR_ARG(servers));
		else
			warnings_add(s->words->news,
				"debuginfod: DEBUGINFOD_URLS names no server");
	}
	if (servers.n == 0)
		return false;
	good = debuginfod_file(
		       &f, s->spec->program, what, id, s->progress, &err) == 0;
	if (good) {
		strbuf_reset(path);
		strbuf_add(path, strbuf_str(&f.path));
		if (f.bytes > 0)
			note(s, b, "%" PRIu64 " bytes from %s", f.bytes,
				strbuf_c(&f.where));
		s->fetched += f.bytes > 0;
		s->fetched_bytes += f.bytes;
	} else if (err.code != ERR_CANCELLED) {
		note(s, b, "debuginfod, %s: %s",
			what == DEBUGINFOD_EXECUTABLE ? "program"
						      : "debug information",
			err.msg);
	}
	debuginfod_free(&f);
	return good;
}

/* ---- File mappings ---- */

/* List the paths that were tried. */
static void
note_paths(struct symbolizer *s, const struct binary *b)
{
	struct strbuf tried = STRBUF_INIT;
	struct str rest;

	s->missing = true;
	if (s->words->notes == NULL)
		return;
	locate_tried(&b->want, &tried);
	rest = strbuf_str(&tried);
	while (rest.n > 0)
		strbuf_add3(s->words->notes, "  looked for ",
			str_cut(&rest, '\n'), "\n");
	strbuf_free(&tried);
}

/* Keep a mapping whose file does not exist, for report_absent(): it needs no
   child. False if the file exists, or may be fetched. */
static bool
is_absent(struct symbolizer *s, struct binary *b)
{
	struct stat st;

	if (s->spec->fetch || stat(strbuf_c(&b->path), &st) == 0 ||
		errno != ENOENT)
		return false;
	vec_push(&s->absent, *b);
	b->path = (struct strbuf)STRBUF_INIT;
	return true;
}

/* Report mappings without a file: a few in pprof's words, many in one line. */
static void
report_absent(struct symbolizer *s)
{
	enum { FEW = 3 };
	struct strbuf why = STRBUF_INIT, names = STRBUF_INIT;

	for (size_t i = 0; i < s->absent.n; i++) {
		struct binary *b = &s->absent.p[i];

		strbuf_reset(&why);
		strbuf_addf(&why, "stat %s: no such file or directory",
			strbuf_c(&b->path));
		if (s->absent.n <= FEW)
			symbols_failed(s, b, strbuf_c(&why));
		else
			note(s, b, "%s", strbuf_c(&why));
		if (s->absent.n > FEW && i < FEW)
			strbuf_addf(&names, "%s%.*s", i > 0 ? ", " : "",
				STR_ARG(str_basename(b->want.file)));
		note_paths(s, b);
		strbuf_free(&b->path);
	}
	if (s->absent.n > FEW)
		warnings_add(s->words->warnings, "%zu files not found: %s, ...",
			s->absent.n, strbuf_c(&names));
	strbuf_free(&why);
	strbuf_free(&names);
	vec_free(&s->absent);
}

/* Warn about debug information that is left out, all or in some units. */
static void
report_left(
	struct symbolizer *s, struct str file, const struct debuginfo_left *l)
{
	const struct {
		uint32_t units;
		const char *why;
	} part[] = {
		{ l->outside, "it names files that are not debug files" },
		{ l->missing,
			l->packed != 0
				? "it is in a .dwp file, which libdw reads "
				  "since version 0.192"
				: "its .dwo files are missing" },
	};

	if (l->bomb != 0)
		warnings_add(s->words->warnings,
			"debug information of %.*s is left out: it would be "
			"more than 100 times as large when unpacked",
			STR_ARG(file));
	for (size_t i = 0; i < COUNT_OF(part); i++)
		if (part[i].units > 0 && part[i].units == l->units)
			warnings_add(s->words->warnings,
				"debug information of %.*s is left out: %s",
				STR_ARG(file), part[i].why);
		else if (part[i].units > 0)
			warnings_add(s->words->warnings,
				"debug information of %" PRIu32 " of %" PRIu32
				" units of %.*s is left out: %s",
				part[i].units, l->units, STR_ARG(file),
				part[i].why);
}

static void
take_reply(struct symbolizer *s, struct binary *b, const struct reply *reply)
{
	switch (reply->kind) {
	case CHILD_OTHER_BUILD:
		symbols_failed(s, b, "build ID mismatch");
		break;
	case CHILD_FAILED:
		symbols_failed(s, b, strbuf_c(&reply->text));
		note_paths(s, b);
		break;
	case CHILD_READ: {
		report_left(s, str_basename(b->want.file), &reply->left);
		/* Iterate by location id, not by address, since new functions
		   are numbered in this order. */
		for (size_t i = 0; i < b->n; i++) {
			loc_id l = b->loc[i];
			struct call_reader r;
			struct callsite c;
			struct str record;
			bool begun = false;

			if (!known_find(
				    b->known, s->p->loc.address[l], &record))
				continue;
			record_begin(&r, record);
			while (record_next(&r, &c)) {
				b->named += !begun && c.name.n > 0 &&
					!name_is_made_up(c.name);
				begun = true;
				relined_call(s->made, l, &c);
			}
		}
	}
		note(s, b, "%zu of %zu addresses in %s: %.*s", b->named, b->n,
			strbuf_c(&b->path), STR_ARG(b->known->words));
		break;
	}
}

static void
symbolize_file(struct symbolizer *s, struct binary *b)
{
	struct reply reply = REPLY_INIT;
	struct err err = ERR_INIT;
	int rc;
	size_t n = 0;

	if (is_absent(s, b))
		return;
	vec_reserve(&b->address, b->n);
	for (size_t i = 0; i < b->n; i++)
		b->address.p[i] = s->p->loc.address[b->loc[i]];
	(void)merge_sort(b->address.p, b->n, sizeof(*b->address.p),
		compare_addresses, NULL);
	for (size_t i = 0; i < b->n; i++)
		if (n == 0 || b->address.p[i] != b->address.p[n - 1])
			b->address.p[n++] = b->address.p[i];
	b->address.n = n;
	rc = ask_file(s, b, STR_EMPTY, &reply, &err);
	if (rc == 0 && s->spec->fetch) {
		struct str id = b->want.build_id;
		struct strbuf debug = STRBUF_INIT;

		/* Fetch the binary and the debug information if this machine
		   lacks them. */
		rc = 0;
		if (reply.has_head && reply.kind != CHILD_READ && id.n > 0 &&
			fetch_for(s, b, DEBUGINFOD_EXECUTABLE, id, &b->path))
			rc = ask_file(s, b, STR_EMPTY, &reply, &err);
		id = b->known->build_id;
		if (rc == 0 && reply.has_head && reply.kind == CHILD_READ &&
			!b->known->has_lines && s->spec->mode != SYMBOLS_FAST &&
			id.n > 0 &&
			fetch_for(s, b, DEBUGINFOD_DEBUGINFO, id, &debug))
			rc = ask_file(s, b, strbuf_str(&debug), &reply, &err);
		strbuf_free(&debug);
	}
	if (reply.has_head)
		take_reply(s, b, &reply);
	if (rc != 0 && err.code == ERR_CANCELLED)
		note(s, b, "stopped");
	else if (rc != 0)
		symbols_failed(s, b, err.msg);
	else if (reply.end.n > 0)
		symbols_failed(s, b, strbuf_c(&reply.end));
	/* Ask again next time: debug information may be installed by then. */
	if (!b->known->has_lines)
		known_clear(b->known);
	reply_free(&reply);
}

/* ---- Other mappings ---- */

/* Finds the name at an address. */
typedef bool find_name(const void *in, uint64_t address, struct str *name);

/* Add the calls in a name of a JIT map to a location: in "a->b", b was inlined
   into a. Return their number. */
static uint32_t
name_calls(struct symbolizer *s, loc_id l, struct str name)
{
	struct callsite c = { .line = 0 };
	uint32_t calls = 1;
	size_t omitted = 0;
	char text[40];
	ptrdiff_t at, end;

	for (; calls < CHAIN_MOST - 1 && (at = str_rfind(name, STR("->"))) > 0;
		calls++) {
		c.name = str_sub(
			str_skip(name, (size_t)at + 2), 0, CHILD_NAME_MOST);
		relined_call(s->made, l, &c);
		name = str_sub(name, 0, (size_t)at);
	}
	end = at = str_find(name, STR("->"), 0);
	for (; end > 0 && at >= 0; omitted++)
		at = str_find(name, STR("->"), (size_t)at + 2);
	if (omitted > 0) {
		(void)snprintf(text, sizeof(text), CHAIN_OMITTED, omitted);
		c.name = str_c(text);
		relined_call(s->made, l, &c);
		name = str_sub(name, 0, (size_t)end);
		calls++;
	}
	c.name = str_sub(name, 0, CHILD_NAME_MOST);
	relined_call(s->made, l, &c);
	return calls;
}

static void
name_each(
	struct symbolizer *s, struct binary *b, find_name *find, const void *in)
{
	/* Bytes of a call, and of each further location with the same call. */
	enum { CALL_BYTES = 64, SHARED_BYTES = 24 };
	struct map64 first = MAP64_INIT; /* name -> index into b->loc */
	VEC(uint32_t) calls = { 0 };     /* [index into b->loc] */
	bool fits = true;

	for (size_t i = 0; i < b->n && fits && !progress_stopped(s->progress);
		i++) {
		loc_id l = b->loc[i];
		bool has_lines = s->p->loc.line0[l + 1] > s->p->loc.line0[l];
		struct str name;
		uint32_t *known;
		size_t bytes;

		vec_push(&calls, 0);
		if ((!s->spec->force && has_lines) ||
			!find(in, s->p->loc.address[l], &name))
			continue;
		/* Split each name only once: many addresses may have it. */
		known = map64_at(&first, (uint64_t)(uintptr_t)name.p);
		if (*known == NONE) {
			*known = (uint32_t)i;
			calls.p[i] = name_calls(s, l, name);
			bytes = CALL_BYTES * calls.p[i];
		} else {
			relined_as(s->made, l, b->loc[*known]);
			bytes = SHARED_BYTES * calls.p[*known];
		}
		b->named++;
		fits = bytes <= s->left;
		s->left -= fits ? bytes : s->left;
	}
	if (!fits)
		symbols_failed(s, b,
			"its names need more than the memory limit (see "
			"--max-memory)");
	map64_free(&first);
	vec_free(&calls);
}

/* True if a mapping name suggests JIT-compiled code. */
static bool
is_made_code(struct str file)
{
	return file.n == 0 || str_starts(file, STR("//anon")) ||
		str_starts(file, STR("[anon")) ||
		str_starts(file, STR("/memfd:")) || jitmap_pid(file).n > 0;
}

static bool
find_in_map(const void *in, uint64_t address, struct str *name)
{
	return addrmap_find(in, address, name);
}

/* Name JIT-compiled code by a perf map. False if no address got a name. */
static bool
symbolize_made_code(struct symbolizer *s, struct binary *b)
{
	struct str file = b->want.file, pid = jitmap_pid(file);
	int rc = 1;

	if (pid.n == 0)
		pid = str_c(s->pid);
	for (int i = 0; i < JIT_PLACES && rc != 0; i++) {
		struct err err = ERR_INIT;

		rc = jitmap_read(
			&s->jit, (enum jit_place)i, file, pid, &b->path, &err);
		if (rc < 0)
			note(s, b, "%s", err.msg);
	}
	if (rc != 0)
		return false;
	name_each(s, b, find_in_map, &s->jit.map);
	note(s, b, "%zu of %zu addresses in %s: %zu names", b->named, b->n,
		strbuf_c(&b->path), s->jit.map.range.n);
	return b->named > 0;
}

/* ---- Kernels ---- */

static bool
kernel_is_open(struct symbolizer *s, const struct binary *b)
{
	const struct profile *p = s->p;
	struct err err = ERR_INIT;
	map_id m = 0;
	int rc;

	if (s->kernel_is != KERNEL_UNKNOWN)
		return s->kernel_is == KERNEL_OPEN;
	s->kernel_is = KERNEL_OTHER;
	while (m < p->map.n && !kernel_is(map_file(p, m)))
		m++;
	if (m == p->map.n)
		return false;
	rc = kernel_open(&s->kernel, s->root, map_file(p, m),
		profile_str(p, p->map.build_id[m]), p->map.start[m],
		p->header.time_nanos, &err);
	if (rc < 0)
		note(s, b, "%s", err.msg);
	if (rc == 0)
		s->kernel_is = KERNEL_OPEN;
	return rc == 0;
}

static bool
find_in_kernel(const void *in, uint64_t address, struct str *name)
{
	return kernel_find(in, address, true, name);
}

static bool
find_in_modules(const void *in, uint64_t address, struct str *name)
{
	return kernel_find(in, address, false, name);
}

/* ---- Mappings ---- */

static bool
mapping_waits(const struct profile *p, map_id m, bool force)
{
	struct str file = map_file(p, m);

	return (force || !has_names(p, m)) && file.n > 0 && !is_no_file(file) &&
		jitmap_pid(file).n == 0 &&
		(p->map.build_id[m] != 0 || !is_http(file));
}

/* Name addresses outside files: kernel and JIT-compiled code. */
static void
symbolize_other(struct symbolizer *s, struct binary *b)
{
	struct str file = b->want.file;

	if (str_starts(file, STR("[")) &&
		s->p->loc.address[b->loc[0]] >> 63 != 0) {
		bool whole = kernel_is(b->want.file);

		b->want.relocation = kernel_relocation(b->want.file);
		if (whole && kernel_file(s->root, b->want.build_id, &b->path)) {
			symbolize_file(s, b);
		} else if (kernel_is_open(s, b)) {
			name_each(s, b,
				whole ? find_in_kernel : find_in_modules,
				&s->kernel);
			note(s, b, "%zu of %zu addresses in /proc/kallsyms",
				b->named, b->n);
		} else {
			note(s, b,
				"recorded on another kernel; its vmlinux was "
				"not found");
		}
	} else if (is_made_code(file) && symbolize_made_code(s, b)) {
		return;
	} else if (file.n > 0) {
		note(s, b, "is not a file");
	} else {
		note(s, b, "%zu addresses without a file", b->n);
		if (b->map == 0)
			warnings_add(s->words->warnings,
				"Main binary filename not available.");
		else if (b->map != NONE)
			s->missing = true;
	}
}

/* ---- The profile ---- */

static void
symbolizer_begin(struct symbolizer *s)
{
	const struct profile *p;
	uint32_t *first;

	s->root = s->spec->root != NULL ? s->spec->root : "";
	s->jit = (struct jitmaps)JITMAPS_INIT(s->spec->profile, s->root);
	/* Sort locations by mapping. Those without an address are left out. */
	p = s->p;
	first = xcalloc((size_t)p->map.n + 3, sizeof(*first));
	for (loc_id l = 0; l < p->loc.n; l++)
		if (p->loc.address[l] != 0)
			first[(p->loc.map[l] != NONE ? p->loc.map[l]
						     : p->map.n) +
				2]++;
	for (map_id m = 0; m <= p->map.n; m++)
		first[m + 2] += first[m + 1];
	s->order = xmalloc(
		mul_size((size_t)first[p->map.n + 2] + 1, sizeof(*s->order)));
	for (loc_id l = 0; l < p->loc.n; l++)
		if (p->loc.address[l] != 0)
			s->order[first[(p->loc.map[l] != NONE ? p->loc.map[l]
							      : p->map.n) +
				1]++] = l;
	s->first = first;
}

static void
symbolizer_free(struct symbolizer *s)
{
	free(s->first);
	free(s->order);
	jitmaps_free(&s->jit);
	if (s->kernel_is == KERNEL_OPEN)
		kernel_close(&s->kernel);
	if (s->cache != s->spec->cache)
		symbol_cache_free(s->cache);
}

bool
symbolize_wants(const struct profile *p, const struct symbol_spec *spec)
{
	struct symbolizer s = { .p = p, .spec = spec };
	bool wants = false;

	if (spec->mode == SYMBOLS_OFF)
		return false;
	/* If a remote lookup is allowed, any unnamed address will do. */
	if (spec->ask != NULL && !spec->only_here) {
		for (loc_id l = 0; l < p->loc.n; l++)
			if (p->loc.map[l] != NONE && p->loc.address[l] != 0 &&
				p->loc.line0[l] == p->loc.line0[l + 1] &&
				!(p->map.has[p->loc.map[l]] & MAP_FUNCTIONS))
				return true;
	}
	if (spec->mode == SYMBOLS_REMOTE || spec->program == NULL)
		return false;
	symbolizer_begin(&s);
	for (map_id m = 0; m <= p->map.n && !wants; m++) {
		const struct profile *q = s.p;
		const loc_id *loc = s.order + s.first[m];
		size_t n = s.first[m + 1] - s.first[m];
		struct str file = m < q->map.n ? map_file(q, m) : STR_EMPTY;

		/* Whether the mapping's file exists does not matter here. */
		if (n == 0)
			wants = false;
		else if (m < q->map.n && mapping_waits(q, m, s.spec->force))
			wants = true;
		else if (m < q->map.n && has_names(q, m) &&
			jitmap_pid(file).n == 0)
			wants = false;
		else
			wants = (str_starts(file, STR("[")) &&
					q->loc.address[loc[0]] >> 63 != 0) ||
				is_made_code(file);
	}
	s.cache = spec->cache;
	symbolizer_free(&s);
	return wants;
}

static struct profile *
symbolize_here(const struct profile *p, const struct symbol_spec *spec,
	const struct symbol_words *words, struct progress *progress)
{
	struct symbolizer s = {
		.p = p, .spec = spec, .words = words, .progress = progress
	};
	struct profile *made;
	const struct profile *pid_p;
	struct strbuf pid = STRBUF_INIT, one = STRBUF_INIT;
	uint32_t key;

	if (spec->mode == SYMBOLS_REMOTE || spec->program == NULL)
		return profile_ref(p);
	symbolizer_begin(&s);
	s.cache = spec->cache != NULL ? spec->cache : symbol_cache_new();
	s.made = relined_new(p);
	s.left = spec->max_memory == 0 ? SIZE_MAX : spec->max_memory;
	if (spec->max_memory != 0)
		s.left -= profile_bytes(p) < s.left ? profile_bytes(p) : s.left;
	/* Find the pid that all samples have in common. */
	pid_p = s.p;
	key = intern_find(&pid_p->strings, STR(LABEL_PID));
	for (uint32_t i = 0;
		key != NONE && i < pid_p->labels.first[pid_p->labels.n]; i++) {
		const struct label *l = &pid_p->labels.label[i];

		if (l->key != key)
			continue;
		strbuf_reset(&one);
		if (l->str == NONE)
			strbuf_addf(&one, "%" PRId64, l->num);
		else
			strbuf_add(&one, profile_str(pid_p, l->str));
		if (pid.n > 0 && !str_eq(strbuf_str(&pid), strbuf_str(&one))) {
			strbuf_reset(&pid);
			break;
		}
		strbuf_reset(&pid);
		strbuf_add(&pid, strbuf_str(&one));
	}
	for (size_t i = 0; i < pid.n; i++)
		if (!ascii_is_digit(pid.p[i]))
			strbuf_reset(&pid);
	if (pid.n > 0 && pid.n < PID_ROOM)
		memcpy(s.pid, pid.p, pid.n + 1);
	strbuf_free(&pid);
	strbuf_free(&one);
	progress_stage(progress, PROGRESS_SYMBOLS, s.first[p->map.n + 1]);
	for (map_id m = 0; m <= p->map.n && !progress_stopped(progress); m++) {
		const struct profile *q = s.p;
		struct binary b = { .map = m < q->map.n ? m : NONE,
			.want.pid = str_c(s.pid),
			.loc = s.order + s.first[m],
			.n = s.first[m + 1] - s.first[m] };

		if (b.n != 0) {
			if (b.map != NONE) {
				b.want.file = map_file(q, m);
				b.want.build_id =
					profile_str(q, q->map.build_id[m]);
				b.want.place = (struct place){ q->map.start[m],
					q->map.limit[m], q->map.offset[m] };
			}
			if (b.map != NONE &&
				mapping_waits(q, m, s.spec->force)) {
				locate_recorded(&b.want, &b.path);
				symbolize_file(&s, &b);
			} else if (b.map != NONE && !s.spec->force &&
				has_names(q, m) &&
				jitmap_pid(b.want.file).n == 0) {
				note(&s, &b, "has names");
			} else {
				symbolize_other(&s, &b);
			}
			vec_free(&b.address);
			strbuf_free(&b.path);
		}
		progress_done(progress, s.first[m + 1]);
	}
	report_absent(&s);
	if (s.missing) {
		warnings_add(s.words->warnings,
			"Some binary filenames not available. Symbolization "
			"may be incomplete.");
		warnings_add(s.words->warnings,
			"Try setting PPROF_BINARY_PATH to the search path for "
			"local binaries.");
	}
	if (s.fetched > 0) {
		char size[32];

		bytes_size(s.fetched_bytes, size);
		warnings_add(s.words->news,
			"debuginfod: fetched %" PRIu64 " file%s, %s", s.fetched,
			plural(s.fetched), size);
	}
	made = relined_end(s.made);
	symbolizer_free(&s);
	return made;
}

struct profile *
symbolize_profile(const struct profile *p, const struct symbol_spec *spec,
	const struct symbol_words *words, struct progress *progress)
{
	struct profile *here, *made;

	if (spec->mode == SYMBOLS_OFF)
		return profile_ref(p);
	here = symbolize_here(p, spec, words, progress);
	if (spec->ask == NULL || spec->only_here)
		return here;
	made = spec->ask(here, spec, words, progress);
	profile_unref(here);
	return made;
}

void
symbol_child(int argc, char *const *argv)
{
	if (argc == 2 && strcmp(argv[1], CHILD_WORD) == 0)
		_exit(child_main());
	if (argc == 4 && strcmp(argv[1], DEBUGINFOD_WORD) == 0)
		_exit(debuginfod_main(argv[2], argv[3]));
}
