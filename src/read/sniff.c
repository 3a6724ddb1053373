/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file is: see sniff.h. */
#include "config.h"

#include "read/sniff.h"

#include "base/compiler.h"
#include "base/err.h"
#include "base/json.h"
#include "input/shell.h"

#include "base/banned.h"

/* ---- Formats in JSON ---- */

/* All of these names among the outermost members, and it is that. */
static const struct {
	const char *name[3];
	enum jfamily family;
} rules[] = {
	{ { "$schema" }, JF_SPEEDSCOPE }, /* of speedscope.app only */
	{ { "shared", "profiles" }, JF_SPEEDSCOPE },
	{ { "nodes", "samples" }, JF_CPUPROFILE },
	{ { "nodes", "timeDeltas" }, JF_CPUPROFILE },
	{ { "nodes", "startTime" }, JF_CPUPROFILE },
	/* The root distinguishes the two trees. */
	{ { "head", "selfSize" }, JF_HEAPPROFILE },
	{ { "head", "hitCount" }, JF_CPUPROFILE },
	{ { "traceEvents" }, JF_TRACE },
	{ { "ph" }, JF_TRACE },
	{ { "meta", "threads" }, JF_FIREFOX },
	{ { "flamebearer" }, JF_PYROSCOPE },
	{ { "resourceProfiles" }, JF_OTLP },
	{ { "mode", "frames", "raw" }, JF_STACKPROF },
	{ { "code", "functions", "ticks" }, JF_TICKS },
};

/* The names met so far, a bit for each of a rule. */
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

/* The names of an object's members, until they decide. */
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
	/* An array of events has at least one, which is an object. */
	(void)jwalk_array(&w);
	if (jwalk_next(&w, &n) <= 0 || jwalk_peek(&w) != '{')
		return JF_OTHER;
	(void)object_family(&w, &met);
	return met.has_ph ? JF_TRACE : JF_OTHER;
}

/* ---- What is not a profile ---- */

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

static bool
is_svg(struct str bytes)
{
	struct str s = str_trim(bytes);

	return (str_starts(s, STR("<?xml")) && start_has(bytes, "<svg")) ||
		str_starts(s, STR("<svg"));
}

/* What Go's servers send for ?debug=2. */
static bool
is_goroutine_dump(struct str bytes)
{
	return str_starts(bytes, STR("goroutine ")) &&
		start_has(bytes, "]:\n");
}

static bool
is_go_trace(struct str bytes)
{
	return str_starts(bytes, STR("go 1.")) &&
		str_find(str_sub(bytes, 0, 16), STR(" trace"), 0) > 0;
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
	  "that is a program or a core, not a profile of one", NULL },
	{ MAGIC("\x28\xb5\x2f\xfd"), true, "zstd data",
	  PIPE("zstd -dc") },
	{ MAGIC("\xfd" "7zXZ\0"), true, "xz data",
	  PIPE("xz -dc") },
	{ MAGIC_AT(4, "1AY&SY"), true, "bzip2 data",
	  PIPE("bzip2 -dc") },
	{ MAGIC("\x04\x22\x4d\x18"), true, "lz4 data",
	  PIPE("lz4 -dc") },
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
	{ MAGIC("FLR\0"), true, "Java flight recording",
	  "this format is not supported", NULL },
	{ MAGIC("MZ\x90\0"), true, "Windows program",
	  "that is a program, not a profile of one", NULL },
	{ MAGIC("\xcf\xfa\xed\xfe"), true, "Mach-O program",
	  "that is a program, not a profile of one", NULL },
	{ MAGIC("\xca\xfe\xba\xbe"), true, "Java class or Mach-O program",
	  "that is a program, not a profile of one", NULL },
	{ MAGIC("SQLite format 3"), true, "SQLite database",
	  NULL, NULL },
	{ MAGIC_AT(257, "ustar"), false, "tar archive",
	  "unpack it first", NULL },
	{ LIKE(is_go_trace), true, "Go execution trace",
	  "run: go tool trace -pprof=sched FILE > x.pb.gz; flametop x.pb.gz",
	  NULL },
	{ LIKE(is_goroutine_dump), true, "goroutine dump",
	  "leave out ?debug=2 when fetching it", NULL },
	{ LIKE(is_html), true, "HTML page",
	  "a server sent a page instead of the profile", NULL },
	{ LIKE(is_svg), true, "SVG image",
	  "the numbers are lost there: open the data it was made from", NULL },
	{ FAMILY(JF_FIREFOX), false, "Firefox profile, JSON",
	  "this format is not supported", NULL },
	{ FAMILY(JF_STACKPROF), false, "stackprof JSON",
	  "run: stackprof --collapsed FILE | flametop -",
	  "run: stackprof --collapsed FILE | flametop -" },
	{ FAMILY(JF_TICKS), false, "preprocessed V8 log, JSON",
	  "run node with --cpu-prof, and open what it writes", NULL },
	{ FAMILY(JF_PYROSCOPE), false, "Pyroscope JSON",
	  "ask the server for a pprof profile instead", NULL },
	{ FAMILY(JF_OTLP), false, "OpenTelemetry profiles, JSON",
	  "this format is not supported", NULL },
	{ FAMILY(JF_OTHER), false, "JSON", NULL, NULL },
};
/* clang-format on */

const struct foreign *
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

void
foreign_hint(const struct foreign *f, struct str name, struct strbuf *out)
{
	bool piped = str_is(name, "-");
	struct str hint =
		str_c(piped && f->stdin_hint != NULL ? f->stdin_hint : f->hint);
	ptrdiff_t at;

	at = piped ? -1 : str_find(hint, STR("FILE"), 0);
	if (at < 0) {
		strbuf_add(out, hint);
		return;
	}
	strbuf_add(out, str_sub(hint, 0, (size_t)at));
	shell_word(out, name);
	strbuf_add(out, str_skip(hint, (size_t)at + 4));
}
