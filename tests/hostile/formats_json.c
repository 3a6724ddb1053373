/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hostile profiles in formats of JSON (formats.h): what is no UTF-8 is left
   out, all else is in the texts, line ends and NUL's neighbours too. */
#include "prelude.h"

#include "hostile/formats.h"

#include "base/utf8.h"
#include "hostile/poison.h"

static void
add_json(struct strbuf *out, struct str before, int mark, struct str after)
{
	struct strbuf all = STRBUF_INIT;
	struct str s;

	strbuf_add(&all, before);
	strbuf_addstr(&all, hostile_marks[mark]);
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

void
hostile_speedscope(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out,
		"{\"$schema\":\"https://www.speedscope.app/"
		"file-format-schema.json\",\"name\":");
	add_json(out, before, 4, after);
	strbuf_addstr(out, ",\"exporter\":");
	add_json(out, before, 5, after);
	strbuf_addstr(out, ",\"shared\":{\"frames\":[");
	for (int i = 0; i < 2; i++) {
		strbuf_addf(out, "%s{\"name\":", i > 0 ? "," : "");
		add_json(out, before, i, after);
		strbuf_addstr(out, ",\"line\":3,\"file\":");
		add_json(out, before, i + 2, after);
		strbuf_addstr(out, "}");
	}
	strbuf_addstr(out, "]},\"profiles\":[{\"type\":\"sampled\",\"name\":");
	add_json(out, before, 6, after);
	strbuf_addstr(out,
		",\"unit\":\"milliseconds\",\"startValue\":0,"
		"\"endValue\":3,\"samples\":[[0,1],[0]],"
		"\"weights\":[1,2]}]}");
}

static void
add_call_frame(struct strbuf *out, struct str before, int i, struct str after)
{
	strbuf_addstr(out, "\"callFrame\":{\"functionName\":");
	add_json(out, before, i, after);
	strbuf_addstr(out,
		",\"scriptId\":\"1\",\"lineNumber\":4,"
		"\"columnNumber\":2,\"url\":");
	add_json(out, before, i + 2, after);
	strbuf_addstr(out, "}");
}

void
hostile_cpu_profile(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out,
		"{\"nodes\":[{\"id\":1,\"hitCount\":1,"
		"\"children\":[2],");
	add_call_frame(out, before, 0, after);
	strbuf_addstr(out, "},{\"id\":2,\"hitCount\":2,");
	add_call_frame(out, before, 1, after);
	strbuf_addstr(out,
		"}],\"startTime\":0,\"endTime\":30,"
		"\"samples\":[1,2,2],\"timeDeltas\":[0,10,10]}");
}

void
hostile_heap_profile(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out, "{\"head\":{\"id\":1,\"selfSize\":16,");
	add_call_frame(out, before, 0, after);
	strbuf_addstr(out,
		",\"children\":[{\"id\":2,\"selfSize\":32,"
		"\"children\":[],");
	add_call_frame(out, before, 1, after);
	strbuf_addstr(out, "}]},\"samples\":[]}");
}

/* A frame is one text. */
void
hostile_dhat(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out, "{\"dhatFileVersion\":2,\"mode\":\"heap\",\"cmd\":");
	add_json(out, before, 4, after);
	strbuf_addstr(out,
		",\"pps\":[{\"tb\":8,\"tbk\":1,\"fs\":[1,0]},"
		"{\"tb\":9,\"tbk\":2,\"fs\":[0]}],\"ftbl\":[");
	add_json(out, before, 0, after);
	strbuf_addstr(out, ",");
	add_json(out, before, 1, after);
	strbuf_addstr(out, "]}");
}

void
hostile_firefox(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out, "{\"meta\":{\"product\":");
	add_json(out, before, 5, after);
	strbuf_addstr(out, ",\"categories\":[]},\"libs\":[{\"path\":");
	add_json(out, before, 4, after);
	strbuf_addstr(out, ",\"codeId\":");
	add_json(out, before, 5, after);
	strbuf_addstr(out, "}],\"threads\":[{\"name\":");
	add_json(out, before, 6, after);
	strbuf_addstr(out, ",\"processName\":");
	add_json(out, before, 7, after);
	strbuf_addstr(out, ",\"pid\":");
	add_json(out, before, 8, after);
	strbuf_addstr(out, ",\"stringArray\":[");
	for (int i = 0; i < 3; i++) {
		add_json(out, before, i, after);
		strbuf_addstr(out, i < 2 ? "," : "]");
	}
	strbuf_addstr(out,
		",\"funcTable\":{\"name\":[0,1],\"fileName\":[2,null],"
		"\"resource\":[-1,0]},\"resourceTable\":{\"lib\":[0]},"
		"\"frameTable\":{\"func\":[0,1],\"address\":[-1,16],\"line\":["
		"4,"
		"null]},\"stackTable\":{\"prefix\":[null,0],\"frame\":[0,1]},"
		"\"samples\":{\"stack\":[1,0],\"time\":[1,2]}}]}");
}

/* Which becomes protobuf: names, files, types, labels and units. */
void
hostile_otlp(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out,
		"{\"resourceProfiles\":[{\"resource\":{\"attributes\":[{"
		"\"key\":");
	add_json(out, before, 6, after);
	strbuf_addstr(out, ",\"value\":{\"stringValue\":");
	add_json(out, before, 7, after);
	strbuf_addstr(out,
		"}}]},\"scopeProfiles\":[{\"profiles\":[{\"sampleType\":{"
		"\"typeStrindex\":5,\"unitStrindex\":6},\"samples\":[{"
		"\"stackIndex\":1,\"values\":[3],\"attributeIndices\":[1]}]}]"
		"}]}],\"dictionary\":{\"stackTable\":[{},{\"locationIndices\":["
		"1,2]}],\"locationTable\":[{},{\"mappingIndex\":1,\"lines\":[{"
		"\"functionIndex\":1}]},{\"lines\":[{\"functionIndex\":2,"
		"\"line\":3}],\"attributeIndices\":[2]}],\"functionTable\":[{},"
		"{"
		"\"nameStrindex\":1,\"filenameStrindex\":2},{\"nameStrindex\":"
		"3}],\"mappingTable\":[{},{\"filenameStrindex\":4}],"
		"\"attributeTable\":[{},{\"keyStrindex\":7,\"value\":{"
		"\"intValue\":\"9\"},\"unitStrindex\":8},{\"keyStrindex\":10,"
		"\"value\":{\"stringValueStrindex\":9}}],\"stringTable\":["
		"\"\"");
	for (int i = 0; i < 9; i++) {
		static const int mark[] = { 0, 2, 1, 4, 10, 11, 8, 9, 3 };

		strbuf_addstr(out, ",");
		add_json(out, before, mark[i], after);
	}
	strbuf_addstr(out, ",\"profile.frame.type\"]}}");
}

void
hostile_stackprof(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out,
		"{\"mode\":\"cpu\",\"interval\":9,\"samples\":3,\"frames\":{");
	for (int i = 0; i < 2; i++) {
		strbuf_addf(out, "%s\"%d\":{\"name\":", i > 0 ? "," : "", i);
		add_json(out, before, i, after);
		strbuf_addstr(out, ",\"line\":3,\"file\":");
		add_json(out, before, i + 2, after);
		strbuf_addstr(out, "}");
	}
	strbuf_addstr(out, "},\"raw\":[2,0,1,2,1,0,1]}");
}

/* One event of a trace, all but its end. */
static void
add_event(struct strbuf *out, const char *type, const char *more,
	struct str before, int mark, struct str after)
{
	strbuf_addf(out, "{\"ph\":\"%s\",\"pid\":1,\"tid\":2,%s\"cat\":", type,
		more);
	add_json(out, before, 8, after);
	strbuf_addstr(out, ",\"name\":");
	add_json(out, before, mark, after);
}

static void
add_names(struct strbuf *out, struct str before, struct str after)
{
	static const char *const kinds[] = { "process_name", "thread_name" };

	for (int i = 0; i < 2; i++) {
		strbuf_addf(out,
			"{\"ph\":\"M\",\"pid\":1,\"tid\":2,"
			"\"name\":\"%s\",\"args\":{\"name\":",
			kinds[i]);
		add_json(out, before, 9 + i, after);
		strbuf_addstr(out, "}},");
	}
}

/* Whole and begun events, their arguments, kinds that are left out. */
void
hostile_trace(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out, "{\"traceEvents\":[");
	add_names(out, before, after);
	add_event(out, "X", "\"ts\":10,\"dur\":9,", before, 0, after);
	strbuf_addstr(out, ",\"args\":{\"data\":");
	add_json(out, before, 1, after);
	strbuf_addstr(out, "}},");
	add_event(out, "B", "\"ts\":20,", before, 2, after);
	strbuf_addstr(out, "},");
	add_event(out, "E", "\"ts\":30,", before, 2, after);
	strbuf_addstr(out, "},");
	add_event(out, "i", "\"ts\":30,", before, 3, after);
	strbuf_addstr(out, "},");
	add_event(out, "E", "\"ts\":40,", before, 4, after);
	strbuf_addstr(out, "}],\"displayTimeUnit\":");
	add_json(out, before, 5, after);
	strbuf_addstr(out, ",\"otherData\":{\"version\":");
	add_json(out, before, 6, after);
	strbuf_addstr(out, "}}");
}

/* A CPU profile in a trace. */
void
hostile_trace_cpu(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out, "[");
	add_names(out, before, after);
	strbuf_addstr(out,
		"{\"ph\":\"P\",\"pid\":1,\"tid\":2,\"ts\":1,"
		"\"id\":\"0x1\",\"name\":\"Profile\",\"args\":{\"data\":"
		"{\"startTime\":1}}},{\"ph\":\"P\",\"pid\":1,\"tid\":2,"
		"\"ts\":2,\"id\":\"0x1\",\"name\":\"ProfileChunk\","
		"\"args\":{\"data\":{\"cpuProfile\":{\"nodes\":[{\"id\":1,");
	add_call_frame(out, before, 0, after);
	strbuf_addstr(out, "},{\"id\":2,\"parent\":1,");
	add_call_frame(out, before, 1, after);
	strbuf_addstr(
		out, "}],\"samples\":[1,2,2]},\"timeDeltas\":[1,10,10]}}}]");
}
