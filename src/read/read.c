/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Chooses the reader for the bytes. If none fits, the error describes the bytes
 * and names the nearest reader.
 */
#include "prelude.h"

#include "read/read.h"

#include "base/compiler.h"
#include "base/json.h"
#include "input/shell.h"
#include "read/dump/dump.h"
#include "read/pprof/pprof.h"
#include "read/protowire.h"
#include "read/readers.h"

/* ---- Formats in JSON ---- */

/* A family requires all of these names among the outermost members. */
static const struct {
	const char *name[3];
	enum jfamily family;
} rules[] = {
	{ { "$schema" }, JF_SPEEDSCOPE }, /* if its text names speedscope.app */
	{ { "shared", "profiles" }, JF_SPEEDSCOPE },
	{ { "snapshot", "nodes" }, JF_HEAPSNAPSHOT },
	{ { "nodes", "samples" }, JF_CPUPROFILE },
	{ { "nodes", "timeDeltas" }, JF_CPUPROFILE },
	{ { "nodes", "startTime" }, JF_CPUPROFILE },
	/* Their second names are members of "head", the root node. */
	{ { "head", "selfSize" }, JF_HEAPPROFILE },
	{ { "head", "hitCount" }, JF_CPUPROFILE },
	{ { "traceEvents" }, JF_TRACE },
	{ { "ph" }, JF_TRACE },
	{ { "meta", "threads" }, JF_FIREFOX },
	{ { "cost_centres", "total_ticks" }, JF_GHC },
	{ { "flamebearer" }, JF_PYROSCOPE },
	{ { "resourceProfiles" }, JF_OTLP },
	{ { "mode", "frames", "samples" }, JF_STACKPROF },
	{ { "dhatFileVersion" }, JF_DHAT },
	{ { "code", "functions", "ticks" }, JF_TICKS },
	{ { "start_time", "root_frame" }, JF_PYINSTRUMENT },
	{ { "version", "recording", "overview" }, JF_SAFARI },
	{ { "threadDump" }, JF_JAVATHREADS },
	{ { "header", "javascriptStack" }, JF_NODEREPORT },
};

/* The names found so far: a bit for each name of each rule. */
struct names_met {
	unsigned of[COUNT_OF(rules)];
	bool has_ph, in_head;
};

static void
meet(struct names_met *met, struct str key)
{
	for (size_t i = 0; i < COUNT_OF(rules); i++)
		for (size_t k = 0; k < 3 && rules[i].name[k] != NULL; k++)
			met->of[i] |= (unsigned)str_is(key, rules[i].name[k])
				<< k;
	met->has_ph |= str_is(key, "ph");
}

static enum jfamily
family_by_names(const struct names_met *met)
{
	for (size_t i = 0; i < COUNT_OF(rules); i++) {
		size_t n = 0;

		while (n < 3 && rules[i].name[n] != NULL)
			n++;
		if (met->of[i] == (1u << n) - 1)
			return rules[i].family;
	}
	return JF_OTHER;
}

/* Read the names of an object's members, until they determine the family. */
static enum jfamily
object_family(struct jwalk *w, struct names_met *met)
{
	struct str key, value;
	size_t n = 0;

	if (jwalk_object(w) != 0)
		return family_by_names(met);
	while (family_by_names(met) == JF_OTHER && jwalk_key(w, &n, &key) > 0) {
		bool is_schema = str_is(key, "$schema");

		if (!is_schema)
			meet(met, key);
		if (str_is(key, "head") && !met->in_head &&
			jwalk_peek(w) == '{') {
			met->in_head = true;
			return object_family(w, met);
		}
		if (family_by_names(met) != JF_OTHER ||
			jwalk_span(w, &value) != 0)
			break;
		if (is_schema &&
			str_find(value, STR("speedscope.app/"), 0) >= 0)
			meet(met, key);
	}
	return family_by_names(met);
}

enum jfamily
jfamily_of(struct str bytes)
{
	struct names_met met = { .in_head = false };
	struct err err = ERR_INIT;
	struct jwalk w;
	char first;
	size_t n = 0;

	jwalk_init(&w, bytes, &err);
	first = jwalk_peek(&w);
	if (first == '{')
		return object_family(&w, &met);
	if (first != '[')
		return JF_NONE;
	/* An array of events begins with an object. */
	(void)jwalk_array(&w);
	if (jwalk_next(&w, &n) <= 0 || jwalk_peek(&w) != '{')
		return JF_OTHER;
	(void)object_family(&w, &met);
	return met.has_ph ? JF_TRACE : JF_OTHER;
}

/* ---- Files that are not profiles ---- */

/* A kind of file that is not a profile or cannot be read, so that the error can
   name it and a command that helps. */
struct foreign {
	/* Recognised by `magic` at the offset `at`, by is(), or by `family`. */
	struct str magic;
	size_t at;
	bool (*is)(struct str bytes);
	enum jfamily family;
	bool sure;        /* no readable format begins like this */
	const char *what; /* "ELF file" */
	/* Remedy, with FILE for the file name; NULL: unknown. */
	const char *hint;
	const char *stdin_hint; /* remedy if the input is a pipe */
	const char *url_hint;   /* remedy if a server sent the file */
};

enum { LOOK = 64 * 1024 };

static bool
start_has(struct str bytes, const char *text)
{
	return str_find(str_sub(bytes, 0, LOOK), str_c(text), 0) >= 0;
}

static bool
is_html(struct str bytes)
{
	struct str s = str_trim(bytes);

	return str_starts(s, STR("<!DOCTYPE")) ||
		str_starts(s, STR("<!doctype")) || str_starts(s, STR("<html"));
}

/* True for async-profiler's flame graph in HTML, by words that other pages
   lack. */
static bool
is_async_page(struct str bytes)
{
	return is_html(bytes) &&
		(start_has(bytes, "cpool") ||
			start_has(bytes, "async-profiler") ||
			start_has(bytes, "Andrei Pangin"));
}

static bool
is_perf_report(struct str bytes)
{
	return str_starts(str_trim(bytes), STR("#")) &&
		start_has(bytes, " of event '") &&
		(start_has(bytes, "# Overhead") ||
			start_has(bytes, "# Children"));
}

static bool
is_perf_stat(struct str bytes)
{
	struct str s = str_trim(bytes);

	return str_starts(s, STR("Performance counter stats")) ||
		(str_starts(s, STR("# started on ")) &&
			start_has(bytes, "Performance counter stats"));
}

static bool
is_gprof(struct str bytes)
{
	struct str s = str_trim(bytes);

	return str_starts(bytes, STR("gmon")) ||
		(str_starts(s, STR("Flat profile:")) &&
			start_has(bytes, "cumulative")) ||
		(str_starts(s, STR("Call graph")) &&
			start_has(bytes, "granularity: each sample hit"));
}

/* True for xctrace's list of the tables of a recording. */
static bool
is_trace_toc(struct str bytes)
{
	return str_starts(str_trim(bytes), STR("<?xml")) &&
		start_has(bytes, "<trace-toc");
}

/* True for a zip file of an Instruments trace, which is a folder. */
static bool
is_instruments_zip(struct str bytes)
{
	return str_starts(bytes, STR("PK\x03\x04")) &&
		str_find(str_sub(bytes, 0, 256), STR(".trace/"), 0) > 0;
}

/* True for VTune's table of stacks. */
static bool
is_vtune(struct str bytes)
{
	return str_starts(str_trim(bytes), STR("Function Stack,"));
}

/* True for Visual Studio's table of calls, which may begin with a byte order
   mark. */
static bool
is_vsprof(struct str bytes)
{
	struct str line = str_cut(&bytes, '\n');

	return str_find(str_sub(line, 0, 16), STR("Level,"), 0) >= 0 &&
		str_find(line, STR("Function Name,"), 0) > 0;
}

/* True for the call graph of pmcstat: "@ CPU_CLK_UNHALTED [4 samples]". */
static bool
is_pmcstat(struct str bytes)
{
	struct str line;

	bytes = str_trim(bytes);
	line = str_cut(&bytes, '\n');
	return str_starts(line, STR("@ ")) && str_ends(line, STR(" samples]"));
}

static bool
is_svg(struct str bytes)
{
	struct str s = str_trim(bytes);

	return (str_starts(s, STR("<?xml")) && start_has(bytes, "<svg")) ||
		str_starts(s, STR("<svg"));
}

static bool
is_go_trace(struct str bytes)
{
	return str_starts(bytes, STR("go 1.")) &&
		str_find(str_sub(bytes, 0, 16), STR(" trace"), 0) > 0;
}

/* True for memray's own format, which it writes by default. */
static bool
is_memray(struct str bytes)
{
	return str_starts(bytes, STR("\x04\x22\x4d\x18")) &&
		str_find(str_sub(bytes, 0, 32), STR("memray"), 0) > 0;
}

/* True for a Perfetto trace. Its packets are in field 1, as are the sample
   types of a pprof profile, but have a time, a user or a sequence. */
static bool
is_perfetto(struct str bytes)
{
	struct wire w = wire_of(bytes);
	struct wire_field f;
	bool is = false;

	/* Blank lines also look like field 1. */
	if (str_is_text(str_sub(bytes, 0, 64)) || wire_next(&w, &f) != 1 ||
		f.number != 1 || f.type != WIRE_BYTES)
		return false;
	w = wire_of(f.span);
	while (wire_next(&w, &f) == 1) {
		if (f.type == WIRE_VARINT && f.number <= 2)
			return false;
		is |= f.type == WIRE_VARINT &&
			(f.number == 3 || f.number == 8 || f.number == 10);
	}
	return is;
}

#define MAGIC_AT(offset, literal) \
	{ (literal), sizeof(literal) - 1 }, offset, NULL, JF_NONE
#define MAGIC(literal) MAGIC_AT(0, literal)
#define LIKE(function) { NULL, 0 }, 0, function, JF_NONE
#define FAMILY(family) { NULL, 0 }, 0, NULL, family
#define PIPE(command) \
	"run: " command " FILE | flametop -", \
		"run: ... | " command " | flametop -"

/* clang-format off */
static const struct foreign table[] = {
	{ MAGIC("\x7f" "ELF"), true, "ELF file",
	  "this is a program or a core dump, not a profile", NULL },
	{ MAGIC("\x28\xb5\x2f\xfd"), true, "zstd data",
	  PIPE("zstd -dc") },
	{ MAGIC("\xfd" "7zXZ\0"), true, "xz data",
	  PIPE("xz -dc") },
	{ MAGIC_AT(4, "1AY&SY"), true, "bzip2 data",
	  PIPE("bzip2 -dc") },
	{ LIKE(is_memray), true, "memray's allocations",
	  "run: memray transform speedscope FILE", NULL },
	{ MAGIC("\x04\x22\x4d\x18"), true, "lz4 data",
	  PIPE("lz4 -dc") },
	{ LIKE(is_instruments_zip), true, "a packed trace of Instruments",
	  "unpack it, and run: xctrace export", NULL },
	{ MAGIC("PK\x03\x04"), true, "zip archive",
	  "run: unzip -p FILE | flametop -", "unpack it first" },
	{ MAGIC("\x1f\x8b"), true, "gzip data",
	  "it is compressed more than twice", NULL },
	{ MAGIC("\x78\x9c"), false, "zlib data",
	  "it is damaged or followed by something else", NULL },
	{ MAGIC("\x78\xda"), false, "zlib data",
	  "it is damaged or followed by something else", NULL },
	{ MAGIC("\x89PNG"), true, "PNG image", NULL, NULL },
	{ MAGIC("\xff\xd8\xff"), true, "JPEG image", NULL, NULL },
	{ MAGIC("GIF89a"), true, "GIF image", NULL, NULL },
	{ MAGIC("%PDF-"), true, "PDF document", NULL, NULL },
	{ MAGIC("MZ\x90\0"), true, "Windows program",
	  "this is a program, not a profile", NULL },
	{ MAGIC("\xcf\xfa\xed\xfe"), true, "Mach-O program",
	  "this is a program, not a profile", NULL },
	{ MAGIC("\xca\xfe\xba\xbe"), true, "Java class or Mach-O program",
	  "this is a program, not a profile", NULL },
	{ MAGIC("Nettrace"), true, "trace of .NET",
	  "run: dotnet-trace convert --format Speedscope FILE", NULL },
	{ MAGIC("bplist00"), true, "property list, as Instruments writes",
	  "run: xctrace export, with the .trace folder", NULL },
	{ LIKE(is_trace_toc), true, "a list of tables by xctrace",
	  "run: xctrace export --xpath '/trace-toc/run[1]/data/"
	  "table[@schema=\"time-profile\"]', with the .trace folder", NULL },
	{ LIKE(is_vtune), true, "table of VTune",
	  PIPE("inferno-collapse-vtune") },
	{ LIKE(is_vsprof), true, "table of Visual Studio",
	  PIPE("inferno-collapse-vsprof") },
	{ LIKE(is_pmcstat), true, "the text of pmcstat",
	  PIPE("stackcollapse-pmc.pl") },
	{ MAGIC("\x5e\x97\xca\xfd"), true, "capture of sysprof",
	  "sysprof cannot export it: record with perf record -g", NULL },
	{ MAGIC("*version\n"), true, "method trace of Android",
	  "record with simpleperf, and run: simpleperf report-sample "
	  "--protobuf", NULL },
	{ MAGIC("v8-version,"), true, "V8 log of --prof",
	  "run node with --cpu-prof, and open what it writes", NULL },
	{ MAGIC("Statistical profiling result from"), true,
	  "the text of node --prof-process",
	  "run node with --cpu-prof, and open what it writes", NULL },
	{ MAGIC("\xff\xfe"), true, "UTF-16 text",
	  PIPE("iconv -f UTF-16 -t UTF-8") },
	{ MAGIC("\xfe\xff"), true, "UTF-16 text",
	  PIPE("iconv -f UTF-16 -t UTF-8") },
	{ LIKE(is_perf_report), true, "the text of perf report",
	  "give perf.data, or the text of perf script", NULL },
	{ LIKE(is_perf_stat), true, "the text of perf stat",
	  "it has no stacks: record with perf record -g", NULL },
	{ LIKE(is_gprof), true, "a profile of gprof",
	  "it has no stacks: record with perf record -g", NULL },
	{ LIKE(is_perfetto), true, "Perfetto trace",
	  "run: traceconv profile FILE, and open what it writes", NULL },
	{ MAGIC("\x17\x08\x44" "tracing"), true, "trace of trace-cmd",
	  "run: trace-cmd report FILE; it has no stacks by default", NULL },
	{ MAGIC("\xdc\xdf\x4a\x53\x4c\x42"), true,
	  "Firefox profile, JsonSlabs", "save it as JSON", NULL },
	{ MAGIC("\x04\x08"), false, "Ruby's marshalled data",
	  PIPE("stackprof --stackcollapse") },
	{ MAGIC("--- Execution profile ---"), true,
	  "async-profiler's text", "record it with -o collapsed", NULL },
	{ MAGIC("SQLite format 3"), true, "SQLite database",
	  NULL, NULL },
	{ MAGIC_AT(257, "ustar"), false, "tar archive",
	  "unpack it first", NULL },
	{ LIKE(is_go_trace), true, "Go execution trace",
	  "run: go tool trace -pprof=sched FILE > x.pb.gz; flametop x.pb.gz",
	  NULL },
	{ LIKE(is_async_page), true, "web page with a flame graph",
	  "convert it with jfrconv, or record with -o collapsed "
	  "(async-profiler)", NULL, NULL },
	{ LIKE(is_html), true, "HTML page",
	  "this is a page for browsers; open the data it was made from",
	  NULL, "the server sent a page instead of the profile" },
	{ LIKE(is_svg), true, "SVG image",
	  "it has no numbers; open the data it was made from", NULL },
	{ FAMILY(JF_HEAPSNAPSHOT), true,
	  "a heap snapshot of V8 (what is alive, without stacks)",
	  "record with node --heap-prof, or \"Allocation sampling\" in DevTools",
	  NULL },
	{ FAMILY(JF_TICKS), false, "preprocessed V8 log, JSON",
	  "run node with --cpu-prof, and open what it writes", NULL },
	{ FAMILY(JF_PYINSTRUMENT), false, "pyinstrument JSON",
	  "run: pyinstrument -r speedscope", NULL },
	{ FAMILY(JF_SAFARI), false, "timeline of Safari, JSON",
	  "open it in speedscope, and export it there", NULL },
	{ FAMILY(JF_PYROSCOPE), false, "Pyroscope JSON",
	  "ask the server for a pprof profile instead", NULL },
	{ FAMILY(JF_NODEREPORT), true, "Node diagnostic report",
	  "run node with --cpu-prof, and open what it writes", NULL },
	{ MAGIC("{\"log\":\""), false, "a log in JSON",
	  "the dump is inside JSON; run: jq -r .log FILE | flametop -", NULL },
	{ FAMILY(JF_OTHER), false, "JSON", NULL, NULL },
};
/* clang-format on */

/* Return the first row that fits, or NULL; family is jfamily_of(bytes). */
static const struct foreign *
foreign_find(struct str bytes, enum jfamily family)
{
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		const struct foreign *f = &table[i];

		if ((f->is != NULL && f->is(bytes)) ||
			(f->family != JF_NONE && f->family == family) ||
			(f->magic.n > 0 &&
				str_starts(str_skip(bytes, f->at), f->magic)))
			return f;
	}
	return NULL;
}

/* ---- The table of formats ---- */

#define ROW(name) &reader_##name,
static const struct reader *const readers[] = { READERS(ROW) };
#undef ROW

const struct reader *
reader_at(size_t i)
{
	return i < COUNT_OF(readers) ? readers[i] : NULL;
}

static const struct reader *
reader_named(struct str name, struct err *err)
{
	struct strbuf names = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(readers); i++)
		if (str_is(name, readers[i]->name))
			return readers[i];
	for (size_t i = 0; i < COUNT_OF(readers); i++)
		strbuf_addf(
			&names, "%s%s", i > 0 ? ", " : "", readers[i]->name);
	err_set(err, ERR_USAGE, "unknown format \"%.*s\"; expected one of %s",
		STR_ARG(name), strbuf_c(&names));
	strbuf_free(&names);
	return NULL;
}

/* The result of the sniffers. */
struct read_verdict {
	const struct reader *reader; /* best reader, or NULL */
	int near;                    /* its score */
	struct strbuf why;           /* its reason for that score */
};

int
reader_sniff(const struct reader *r, struct str bytes, enum jfamily family,
	struct strbuf *why)
{
	if (r->family != JF_NONE)
		return r->family == family ? SNIFF_YES : SNIFF_NO;
	return r->sniff(bytes, why);
}

/* Let all readers sniff, until one returns SNIFF_YES. */
static void
ask_readers(struct str bytes, enum jfamily family, struct read_verdict *v)
{
	for (size_t i = 0; v->near < SNIFF_YES && i < COUNT_OF(readers); i++) {
		struct strbuf why = STRBUF_INIT;
		int near = reader_sniff(readers[i], bytes, family, &why);

		if (near > v->near) {
			struct strbuf old = v->why;

			*v = (struct read_verdict){ readers[i], near, why };
			why = old;
		}
		strbuf_free(&why);
	}
}

/* Return the reader that fits the bytes, or NULL and err. */
static const struct reader *
sniff_reader(const struct read_spec *spec, struct err *err)
{
	enum jfamily family = jfamily_of(spec->bytes);
	const struct foreign *foreign = foreign_find(spec->bytes, family);
	struct read_verdict v = { .near = SNIFF_NO };
	bool known;

	ask_readers(spec->bytes, family, &v);
	/* A dump may be far from the start of a log. */
	if (v.near < SNIFF_YES && (foreign == NULL || !foreign->sure) &&
		dump_is_inside(spec->bytes)) {
		v.reader = &reader_stackdump;
		v.near = SNIFF_YES;
	}
	known = v.near >= SNIFF_DAMAGED && (foreign == NULL || !foreign->sure);
	if (!known) {
		struct strbuf msg = STRBUF_INIT;
		struct str head = str_sub(spec->bytes, 0, 24);
		size_t n = 0;

		/* No reader fits: report the bytes and a remedy. */
		/* Format: 6d 61 69 6e ("main;wor"), the text only if it is
		   printable. */
		strbuf_addstr(&msg, "not a profile: starts with");
		for (size_t i = 0; i < head.n && i < 4; i++)
			strbuf_addf(&msg, " %02x",
				(unsigned)(unsigned char)head.p[i]);
		while (n < head.n && head.p[n] >= ' ' && head.p[n] <= '~')
			n++;
		if (foreign != NULL)
			strbuf_addf(&msg, " (%s)", foreign->what);
		else if (n >= 4)
			strbuf_addf(&msg, " (\"%.*s\")", (int)n, head.p);
		strbuf_addstr(&msg, " at byte 0");
		if (foreign != NULL && foreign->hint != NULL) {
			struct str name;
			bool piped;
			struct str hint;
			ptrdiff_t at;

			strbuf_addstr(&msg, "; ");
			/* Append the hint, with FILE replaced by the name. */
			name = spec->name;
			piped = str_is(name, "-");
			hint = str_c(piped && foreign->stdin_hint != NULL
					? foreign->stdin_hint
					: foreign->url_hint != NULL &&
						str_scheme(name) > 0
					? foreign->url_hint
					: foreign->hint);
			at = piped ? -1 : str_find(hint, STR("FILE"), 0);
			if (at < 0) {
				strbuf_add(&msg, hint);
			} else {
				strbuf_add(&msg, str_sub(hint, 0, (size_t)at));
				shell_word(&msg, name);
				strbuf_add(
					&msg, str_skip(hint, (size_t)at + 4));
			}
		} else if (v.reader != NULL) {
			strbuf_addf(&msg, "; nearest to %s", v.reader->title);
			if (v.why.n > 0)
				strbuf_addf(&msg, " (%s)", strbuf_c(&v.why));
		}
		strbuf_addstr(&msg, "; flametop --help=all lists the formats");
		err_set(err, ERR_FORMAT, "%.*s", STR_ARG(strbuf_str(&msg)));
		strbuf_free(&msg);
	}
	strbuf_free(&v.why);
	return known ? v.reader : NULL;
}

/* Run the reader. Return its builder, or NULL and err. */
static struct builder *
read_run(const struct reader *reader, struct read_job *job, bool is_part,
	struct err *err)
{
	job->builder = builder_new(job->max_memory);
	builder_watch(job->builder, job->progress);
	builder_size(job->builder, job->bytes.n);
	if (is_part)
		builder_part(job->builder);
	if (reader->read(job, err) != 0) {
		builder_free(job->builder);
		return NULL;
	}
	builder_header(job->builder)->names = reader->names;
	builder_header(job->builder)->by_place = reader->by_place;
	if (partial_is(&job->partial))
		partial_mark(
			job->builder, &job->partial, str_basename(job->name));
	return job->builder;
}

struct builder *
read_builder(const struct read_spec *spec, struct progress *progress,
	struct warnings *warnings, struct err *err)
{
	const struct reader *reader;
	struct read_job job = { .bytes = spec->bytes,
		.name = spec->name,
		.max_memory = spec->max_memory,
		.detail = spec->detail,
		.asked = spec->format.n > 0,
		.progress = progress,
		.warnings = warnings,
		.partial = spec->partial };

	if (spec->bytes.n == 0) {
		err_set(err, ERR_FORMAT, "empty input file");
		return NULL;
	}
	reader = spec->format.n > 0 ? reader_named(spec->format, err)
				    : sniff_reader(spec, err);
	if (reader == NULL)
		return NULL;
	progress_stage(progress, PROGRESS_PARSE, spec->bytes.n);
	return read_run(reader, &job, spec->is_part, err);
}

/* ---- Input in pieces ---- */

/* True if the first piece looks like profile.proto. */
static bool
is_in_pieces(const struct read_spec *spec, struct str piece)
{
	const struct foreign *foreign;
	struct read_verdict v = { .near = SNIFF_NO };

	if (spec->format.n > 0)
		return str_is(spec->format, reader_pprof.name);
	if (jfamily_of(piece) != JF_NONE)
		return false;
	foreign = foreign_find(piece, JF_NONE);
	if (foreign != NULL && foreign->sure)
		return false;
	ask_readers(piece, JF_NONE, &v);
	strbuf_free(&v.why);
	return v.near >= SNIFF_DAMAGED && v.reader == &reader_pprof;
}

/* Pass all pieces to the scan. False if the input must be read as a whole. */
static bool
scan_pieces(struct stream *stream, const struct read_spec *spec,
	struct pprof_scan *scan, struct progress *progress)
{
	struct str piece;

	for (bool first = true; stream_next(stream, &piece); first = false)
		if ((first && !is_in_pieces(spec, piece)) ||
			pprof_scan_piece(scan, piece, progress) != 0)
			return false;
	return stream_is_right(stream) && pprof_scan_end(scan) == 0;
}

struct builder *
read_pieces(struct stream *stream, const struct read_spec *spec,
	struct progress *progress, struct warnings *warnings, struct err *err)
{
	struct read_job job = { .name = spec->name,
		.max_memory = spec->max_memory,
		.detail = spec->detail,
		.progress = progress,
		.warnings = warnings };
	struct builder *b = NULL;
	struct pprof_scan scan;

	if (!stream_start(stream, progress))
		return NULL;
	pprof_scan_init(&scan, stream_expected(stream), spec->max_memory);
	scan.by_stack = spec->detail != READ_SAMPLES;
	if (scan_pieces(stream, spec, &scan, progress)) {
		job.scan = &scan;
		progress_stage(progress, PROGRESS_PARSE, scan.size);
		b = read_run(&reader_pprof, &job, false, err);
	}
	pprof_scan_fini(&scan);
	if (b != NULL)
		return b;
	*err = (struct err)ERR_INIT;
	if (progress_stopped(progress))
		(void)err_set(err, ERR_CANCELLED, "cancelled");
	return NULL;
}

struct profile *
read_profile(const struct read_spec *spec, struct progress *progress,
	struct warnings *warnings, struct err *err)
{
	struct builder *b = read_builder(spec, progress, warnings, err);

	return b != NULL ? builder_seal(b, err) : NULL;
}
