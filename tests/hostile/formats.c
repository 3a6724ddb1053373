/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hostile profiles in formats of text (poison.h). */
#include "config.h"

#include <string.h>

#include "base/utf8.h"
#include "hostile/poison.h"

#include "base/banned.h"

/* Without the bytes in `ends`, and without NUL. */
static void
add_without(struct strbuf *out, struct str s, const char *ends)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '\0' && strchr(ends, s.p[i]) == NULL)
			strbuf_addch(out, s.p[i]);
}

static void
folded(struct strbuf *out, struct str before, struct str after)
{
	for (int i = 0; i < 4; i++) {
		strbuf_addc(out, "main;");
		add_without(out, before, "\n;");
		strbuf_addc(out, hostile_marks[i]);
		add_without(out, after, "\n;");
		strbuf_addf(out, "z %d\n", i + 1);
	}
}

/* What perf script prints: who, an event, a symbol, an object. */
static void
perf_script(struct strbuf *out, struct str before, struct str after)
{
	for (int i = 0; i < 4; i++) {
		add_without(out, before, "\n");
		strbuf_addf(out, "%s %d %d.000001: 1000 cycles:u: \n",
			hostile_marks[i], 100 + i, i);
		for (int k = 0; k < 2; k++) {
			strbuf_addf(out, "\t    55d%d ", k);
			add_without(out, before, "\n");
			strbuf_addf(out, "%s+0x10 (/", hostile_marks[i]);
			add_without(out, after, "\n");
			strbuf_addc(out, "z)\n");
		}
		strbuf_addc(out, "\n");
	}
}

static void
add_json(struct strbuf *out, struct str before, int mark, struct str after)
{
	struct strbuf all = STRBUF_INIT;
	struct str s;

	strbuf_add(&all, before);
	strbuf_addc(&all, hostile_marks[mark]);
	strbuf_add(&all, after);
	strbuf_addch(out, '"');
	for (s = strbuf_str(&all); s.n > 0;) {
		uint32_t cp;
		size_t n = utf8_decode(s, &cp);

		if (cp == '"' || cp == '\\')
			strbuf_addf(out, "\\%c", (char)cp);
		else if (cp != 0 && cp < 0x20)
			strbuf_addf(out, "\\u%04x", (unsigned)cp);
		else if (cp != 0 && (cp != UTF8_BAD || n > 1))
			strbuf_add(out, str_from(s.p, n));
		s = str_skip(s, n);
	}
	strbuf_addch(out, '"');
	strbuf_free(&all);
}

static void
speedscope(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addc(out,
		"{\"$schema\":\"https://www.speedscope.app/"
		"file-format-schema.json\",\"name\":");
	add_json(out, before, 4, after);
	strbuf_addc(out, ",\"exporter\":");
	add_json(out, before, 5, after);
	strbuf_addc(out, ",\"shared\":{\"frames\":[");
	for (int i = 0; i < 2; i++) {
		strbuf_addf(out, "%s{\"name\":", i > 0 ? "," : "");
		add_json(out, before, i, after);
		strbuf_addc(out, ",\"line\":3,\"file\":");
		add_json(out, before, i + 2, after);
		strbuf_addc(out, "}");
	}
	strbuf_addc(out, "]},\"profiles\":[{\"type\":\"sampled\",\"name\":");
	add_json(out, before, 6, after);
	strbuf_addc(out,
		",\"unit\":\"milliseconds\",\"startValue\":0,"
		"\"endValue\":3,\"samples\":[[0,1],[0]],"
		"\"weights\":[1,2]}]}");
}

static void
add_call_frame(struct strbuf *out, struct str before, int i, struct str after)
{
	strbuf_addc(out, "\"callFrame\":{\"functionName\":");
	add_json(out, before, i, after);
	strbuf_addc(out,
		",\"scriptId\":\"1\",\"lineNumber\":4,"
		"\"columnNumber\":2,\"url\":");
	add_json(out, before, i + 2, after);
	strbuf_addc(out, "}");
}

static void
cpu_profile(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addc(out,
		"{\"nodes\":[{\"id\":1,\"hitCount\":1,"
		"\"children\":[2],");
	add_call_frame(out, before, 0, after);
	strbuf_addc(out, "},{\"id\":2,\"hitCount\":2,");
	add_call_frame(out, before, 1, after);
	strbuf_addc(out,
		"}],\"startTime\":0,\"endTime\":30,"
		"\"samples\":[1,2,2],\"timeDeltas\":[0,10,10]}");
}

static void
heap_profile(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addc(out, "{\"head\":{\"id\":1,\"selfSize\":16,");
	add_call_frame(out, before, 0, after);
	strbuf_addc(out,
		",\"children\":[{\"id\":2,\"selfSize\":32,"
		"\"children\":[],");
	add_call_frame(out, before, 1, after);
	strbuf_addc(out, "}]},\"samples\":[]}");
}

const struct hostile_format hostile_formats[] = { { "folded", folded },
	{ "perf-script", perf_script }, { "speedscope", speedscope },
	{ "cpuprofile", cpu_profile }, { "heapprofile", heap_profile } };
