/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signatures of what cannot be read: see foreign.h. */
#include "config.h"

#include "read/foreign.h"

#include <string.h>

#include "base/compiler.h"
#include "input/shell.h"
#include "read/jfamily.h"

#include "base/banned.h"

enum { LOOK = 64 * 1024 };

static struct str
skip_blanks(struct str s)
{
	while (s.n > 0 && strchr(" \t\r\n", s.p[0]) != NULL && s.p[0] != '\0')
		s = str_skip(s, 1);
	return s;
}

static bool
has(struct str bytes, const char *text)
{
	return str_find(str_sub(bytes, 0, LOOK), str_c(text), 0) >= 0;
}

static bool
is_json(struct str bytes)
{
	return jfamily_of(bytes) != JF_NONE;
}

static bool
is_firefox(struct str bytes)
{
	return jfamily_of(bytes) == JF_FIREFOX;
}

static bool
is_pyroscope(struct str bytes)
{
	return jfamily_of(bytes) == JF_PYROSCOPE;
}

static bool
is_otlp(struct str bytes)
{
	return jfamily_of(bytes) == JF_OTLP;
}

static bool
is_stackprof(struct str bytes)
{
	return jfamily_of(bytes) == JF_STACKPROF;
}

static bool
is_ticks(struct str bytes)
{
	return jfamily_of(bytes) == JF_TICKS;
}

static bool
is_html(struct str bytes)
{
	struct str s = skip_blanks(bytes);

	return str_starts(s, STR("<!DOCTYPE")) ||
		str_starts(s, STR("<!doctype")) || str_starts(s, STR("<html"));
}

static bool
is_svg(struct str bytes)
{
	struct str s = skip_blanks(bytes);

	return (str_starts(s, STR("<?xml")) && has(bytes, "<svg")) ||
		str_starts(s, STR("<svg"));
}

/* What Go's servers send for ?debug=2. */
static bool
is_goroutine_dump(struct str bytes)
{
	return str_starts(bytes, STR("goroutine ")) && has(bytes, "]:\n");
}

static bool
is_go_trace(struct str bytes)
{
	return str_starts(bytes, STR("go 1.")) &&
		str_find(str_sub(bytes, 0, 16), STR(" trace"), 0) > 0;
}

#define MAGIC(literal) \
	{ \
		(literal), sizeof(literal) - 1 \
	}
#define NO_MAGIC \
	{ \
		NULL, 0 \
	}
#define PIPE(command) \
	"run: " command " FILE | flametop -", \
		"run: ... | " command " | flametop -"

/* clang-format off */
static const struct foreign table[] = {
	{ MAGIC("\x7f" "ELF"), 0, NULL, true, "ELF file",
	  "that is a program or a core, not a profile of one", NULL },
	{ MAGIC("\x28\xb5\x2f\xfd"), 0, NULL, true, "zstd data",
	  PIPE("zstd -dc") },
	{ MAGIC("\xfd" "7zXZ\0"), 0, NULL, true, "xz data",
	  PIPE("xz -dc") },
	{ MAGIC("1AY&SY"), 4, NULL, true, "bzip2 data",
	  PIPE("bzip2 -dc") },
	{ MAGIC("\x04\x22\x4d\x18"), 0, NULL, true, "lz4 data",
	  PIPE("lz4 -dc") },
	{ MAGIC("PK\x03\x04"), 0, NULL, true, "zip archive",
	  "run: unzip -p FILE | flametop -", "unpack it first" },
	{ MAGIC("\x1f\x8b"), 0, NULL, true, "gzip data",
	  "it is compressed more than twice", NULL },
	{ MAGIC("\x78\x9c"), 0, NULL, false, "zlib data",
	  "it is damaged or followed by something else", NULL },
	{ MAGIC("\x78\xda"), 0, NULL, false, "zlib data",
	  "it is damaged or followed by something else", NULL },
	{ MAGIC("\x89PNG"), 0, NULL, true, "PNG image", NULL, NULL },
	{ MAGIC("\xff\xd8\xff"), 0, NULL, true, "JPEG image", NULL, NULL },
	{ MAGIC("GIF89a"), 0, NULL, true, "GIF image", NULL, NULL },
	{ MAGIC("%PDF-"), 0, NULL, true, "PDF document", NULL, NULL },
	{ MAGIC("FLR\0"), 0, NULL, true, "Java flight recording",
	  "that format is not read by this version", NULL },
	{ MAGIC("MZ\x90\0"), 0, NULL, true, "Windows program",
	  "that is a program, not a profile of one", NULL },
	{ MAGIC("\xcf\xfa\xed\xfe"), 0, NULL, true, "Mach-O program",
	  "that is a program, not a profile of one", NULL },
	{ MAGIC("\xca\xfe\xba\xbe"), 0, NULL, true, "Java class or Mach-O program",
	  "that is a program, not a profile of one", NULL },
	{ MAGIC("SQLite format 3"), 0, NULL, true, "SQLite database",
	  NULL, NULL },
	{ MAGIC("ustar"), 257, NULL, false, "tar archive",
	  "unpack it first", NULL },
	{ NO_MAGIC, 0, is_go_trace, true, "Go execution trace",
	  "run: go tool trace -pprof=sched FILE > x.pb.gz; flametop x.pb.gz",
	  NULL },
	{ NO_MAGIC, 0, is_goroutine_dump, true, "goroutine dump",
	  "leave out ?debug=2 when fetching it", NULL },
	{ NO_MAGIC, 0, is_html, true, "HTML page",
	  "a server sent a page in place of the profile", NULL },
	{ NO_MAGIC, 0, is_svg, true, "SVG image",
	  "the numbers are lost there: open the data it was made from", NULL },
	{ NO_MAGIC, 0, is_firefox, false, "Firefox profile, JSON",
	  "that format is not read by this version", NULL },
	{ NO_MAGIC, 0, is_stackprof, false, "stackprof JSON",
	  "run: stackprof --collapsed FILE | flametop -",
	  "run: stackprof --collapsed FILE | flametop -" },
	{ NO_MAGIC, 0, is_ticks, false, "preprocessed V8 log, JSON",
	  "run node with --cpu-prof, and open what it writes", NULL },
	{ NO_MAGIC, 0, is_pyroscope, false, "Pyroscope JSON",
	  "ask the server for a pprof profile instead", NULL },
	{ NO_MAGIC, 0, is_otlp, false, "OpenTelemetry profiles, JSON",
	  "that format is not read by this version", NULL },
	{ NO_MAGIC, 0, is_json, false, "JSON", NULL, NULL },
};
/* clang-format on */

const struct foreign *
foreign_find(struct str bytes)
{
	for (size_t i = 0; i < COUNT_OF(table); i++) {
		const struct foreign *f = &table[i];

		if (f->is != NULL
				? f->is(bytes)
				: str_starts(str_skip(bytes, f->at), f->magic))
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
