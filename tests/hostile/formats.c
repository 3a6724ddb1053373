/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hostile profiles in formats of lines, and the table of all (poison.h). */
#include "prelude.h"

#include "hostile/formats.h"

#include "hostile/poison.h"
#include "unit/jfrout.h"

void
hostile_without(struct strbuf *out, struct str s, const char *ends)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '\0' && strchr(ends, s.p[i]) == NULL)
			strbuf_addch(out, s.p[i]);
}

void
hostile_text(struct strbuf *out, struct str before, int mark, struct str after,
	const char *ends)
{
	hostile_without(out, before, ends);
	strbuf_addstr(out, hostile_marks[mark]);
	hostile_without(out, after, ends);
}

static void
folded(struct strbuf *out, struct str before, struct str after)
{
	for (int i = 0; i < 4; i++) {
		strbuf_addstr(out, "main;");
		hostile_without(out, before, "\n;");
		strbuf_addstr(out, hostile_marks[i]);
		hostile_without(out, after, "\n;");
		strbuf_addf(out, "z %d\n", i + 1);
	}
}

/* The output of perf script: program, event, symbol, object. */
static void
perf_script(struct strbuf *out, struct str before, struct str after)
{
	for (int i = 0; i < 4; i++) {
		hostile_without(out, before, "\n");
		strbuf_addf(out, "%s %d %d.000001: 1000 cycles:u: \n",
			hostile_marks[i], 100 + i, i);
		for (int k = 0; k < 2; k++) {
			strbuf_addf(out, "\t    55d%d ", k);
			hostile_without(out, before, "\n");
			strbuf_addf(out, "%s+0x10 (/", hostile_marks[i]);
			hostile_without(out, after, "\n");
			strbuf_addstr(out, "z)\n");
		}
		strbuf_addstr(out, "\n");
	}
}

/* Frames with files and marks, as py-spy and perf's scripts have them; a
   comment. */
static void
folded_places(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out, "# ");
	hostile_text(out, before, 4, after, "\n");
	strbuf_addstr(out, "\n");
	for (int i = 0; i < 4; i++) {
		hostile_text(out, before, i, after, "\n;()");
		strbuf_addstr(out, " (");
		hostile_text(out, before, i, after, "\n;()");
		strbuf_addf(out, ".py:%d);", 10 + i);
		hostile_text(out, before, i, after, "\n;");
		strbuf_addf(out, "_[%c] %d\n", "jkiw"[i], i + 1);
	}
}

static void
folded_two(struct strbuf *out, struct str before, struct str after)
{
	for (int i = 0; i < 4; i++) {
		strbuf_addstr(out, "main;");
		hostile_text(out, before, i, after, "\n;");
		strbuf_addf(out, "z %d %d\n", i + 1, 4 - i);
	}
}

/* Everything that perf script tells: its header, who, where, an event and
   what a tracepoint says, offsets, objects, sources, inlined calls. */
static void
perf_all(struct strbuf *out, struct str before, struct str after)
{
	static const char *const heads[] = { "hostname", "os release",
		"perf version", "arch", "cpudesc", "cmdline", "event" };

	strbuf_addstr(out, "# ========\n");
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		strbuf_addf(out, "# %s : ", heads[i]);
		hostile_text(out, before, (int)i, after, "\n");
		strbuf_addstr(out, "\n");
	}
	strbuf_addstr(out, "# ========\n#\n");
	for (int i = 0; i < 4; i++) {
		hostile_without(out, before, "\n");
		strbuf_addf(out, "%s %d/%d [00%d] %d.000001: 10 sched:",
			hostile_marks[i], 100 + i, 200 + i, i, i);
		hostile_text(out, before, i, after, "\n \t\r:");
		strbuf_addstr(out, ": ");
		hostile_text(out, before, i, after, "\n");
		strbuf_addstr(out, "\n\t    55d1 ");
		hostile_text(out, before, i, after, "\n");
		strbuf_addstr(out, "+0x10 (inlined)\n\t    55d2 ");
		hostile_text(out, before, i + 1, after, "\n");
		strbuf_addstr(out, "+0x20 (/");
		hostile_text(out, before, i, after, "\n");
		strbuf_addstr(out, ")\n  ");
		hostile_text(out, before, i, after, "\n");
		strbuf_addstr(out, ".c:12\n\n");
	}
}

static void
callgrind(struct strbuf *out, struct str before, struct str after)
{
	static const char *const heads[] = { "creator", "cmd", "desc" };

	strbuf_addstr(out, "# callgrind format\nversion: 1\n");
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		strbuf_addf(out, "%s: ", heads[i]);
		hostile_text(out, before, (int)i, after, "\n");
		strbuf_addstr(out, "\n");
	}
	strbuf_addstr(out, "events: Ir ");
	hostile_text(out, before, 3, after, "\n\t\r ");
	for (int i = 0; i < 2; i++) {
		strbuf_addf(out, "\nob=(%d) /", i + 1);
		hostile_text(out, before, i, after, "\n");
		strbuf_addf(out, "\nfl=(%d) ", i + 1);
		hostile_text(out, before, i + 2, after, "\n");
		strbuf_addf(out, "\nfn=(%d) ", i + 1);
		hostile_text(out, before, i, after, "\n");
		strbuf_addstr(out, "\n1 10 5\ncfi=");
		hostile_text(out, before, i + 4, after, "\n");
		strbuf_addstr(out, "\ncob=");
		hostile_text(out, before, i + 5, after, "\n");
		strbuf_addstr(out, "\ncfn=");
		hostile_text(out, before, i + 6, after, "\n");
		strbuf_addstr(out, "\ncalls=1 7\n2 20 30");
	}
	strbuf_addstr(out, "\n");
}

/* Names of maps, keys, both kinds of stacks, objects. */
static void
bpftrace(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out, "Attaching 1 probe...\n\n");
	for (int i = 0; i < 4; i++) {
		strbuf_addf(out, "@%s[\n    ", i == 1 ? "other" : "");
		hostile_text(out, before, i, after, "\n");
		strbuf_addstr(out, "+64\n    main+1\n, \n    7fff ");
		hostile_text(out, before, i + 1, after, "\n");
		strbuf_addstr(out, "+9 (/");
		hostile_text(out, before, i + 2, after, "\n");
		strbuf_addstr(out, ")\n, ");
		hostile_text(out, before, i + 3, after, "\n");
		strbuf_addf(out, "]: %d\n", i + 1);
	}
	strbuf_addstr(out, "@");
	hostile_text(out, before, 0, after, "\n[]:");
	strbuf_addstr(out, "[x]: 7\n");
}

static void
dtrace(struct strbuf *out, struct str before, struct str after)
{
	for (int i = 0; i < 4; i++) {
		strbuf_addstr(out, "\n  ");
		hostile_text(out, before, i, after, "\n");
		strbuf_addstr(out, "\n              ");
		hostile_text(out, before, i, after, "\n`");
		strbuf_addstr(out, "`");
		hostile_text(out, before, i + 1, after, "\n");
		strbuf_addf(out,
			"+0xa\n              libc.so.1`main+0x4\n"
			"               %d\n",
			i + 1);
	}
}

static void
austin(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out, "# austin: ");
	hostile_text(out, before, 4, after, "\n");
	strbuf_addstr(out, "\n# mode: wall\n");
	for (int i = 0; i < 4; i++) {
		strbuf_addstr(out, "P");
		hostile_text(out, before, i, after, "\n;");
		strbuf_addstr(out, ";T0:");
		hostile_text(out, before, i + 1, after, "\n;:");
		strbuf_addstr(out, ";");
		hostile_text(out, before, i + 2, after, "\n;:");
		strbuf_addstr(out, ":");
		hostile_text(out, before, i, after, "\n;:");
		strbuf_addf(out, ":%d 7\n", i);
	}
	strbuf_addstr(out, "# duration: 9\n");
}

/* Marshalled functions without callers. */
static void
pstats(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addch(out, '{');
	for (int i = 0; i < 4; i++) {
		strbuf_add(out, STR(")\3"));
		for (int k = 0; k < 2; k++) {
			struct strbuf text = STRBUF_INIT;

			strbuf_add(&text, before);
			strbuf_addstr(&text, hostile_marks[i + k]);
			strbuf_add(&text, after);
			strbuf_add(out, STR("u"));
			for (int n = 0; n < 4; n++)
				strbuf_addch(
					out, (char)(text.n >> (8 * n) & 0xff));
			strbuf_add(out, strbuf_str(&text));
			strbuf_free(&text);
			if (k == 0)
				strbuf_add(out, STR("i\1\0\0\0"));
		}
		strbuf_add(out, STR(")\5"));
		for (int k = 0; k < 4; k++)
			strbuf_add(out, STR("i\1\0\0\0"));
		strbuf_add(out, STR("{0"));
	}
	strbuf_addch(out, '0');
}

static void
massif(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out, "desc: x\ncmd: ");
	hostile_text(out, before, 4, after, "\n");
	strbuf_addstr(out, "\ntime_unit: i\n#---\nsnapshot=");
	hostile_text(out, before, 5, after, "\n");
	strbuf_addstr(out, "\n#---\ntime=1\nheap_tree=peak\nn2: 90 (heap ");
	hostile_text(out, before, 0, after, "\n");
	for (int i = 0; i < 2; i++) {
		strbuf_addf(out, "\n n0: 3%d 0x%d: ", i, i + 1);
		hostile_text(out, before, i + 1, after, "\n");
		strbuf_addstr(out, i == 0 ? " (in " : " (");
		hostile_text(out, before, i + 2, after, "\n");
		strbuf_addstr(out, i == 0 ? ")" : ":7)");
	}
	strbuf_addstr(out, "\n");
}

static void
heaptrack(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out, "v 10400 3\nX ");
	hostile_text(out, before, 4, after, "\n");
	for (int i = 0; i < 6; i++) {
		strbuf_addstr(out, "\ns fff ");
		hostile_text(out, before, i, after, "\n");
	}
	strbuf_addstr(out,
		"\ni 10 1 2 3 a\ni 20 4 5 6 b\nt 1 0\nt 2 1\na 8 2\n"
		"a 9 1\n+ 0\n+ 1\n# strings: 6\n");
}

static void
flight_recording(struct strbuf *out, struct str before, struct str after)
{
	for (int i = 0; i < 3; i++) {
		struct strbuf text[3] = { STRBUF_INIT, STRBUF_INIT,
			STRBUF_INIT };

		for (int k = 0; k < 3; k++)
			hostile_text(&text[k], before, i + k, after, "");
		jfr_out(out,
			&(struct jfr_out){ .class = strbuf_str(&text[0]),
				.method = strbuf_str(&text[1]),
				.thread = strbuf_str(&text[2]) });
		for (int k = 0; k < 3; k++)
			strbuf_free(&text[k]);
	}
}

/* Ruby's Marshal: a number or a length, in four bytes. */
static void
marshal_number(struct strbuf *out, size_t n)
{
	strbuf_addch(out, '\4');
	for (int i = 0; i < 4; i++)
		strbuf_addch(out, (char)(n >> (8 * i) & 0xff));
}

static void
marshal_text(struct strbuf *out, const char *type, struct str text)
{
	strbuf_addstr(out, type);
	marshal_number(out, text.n);
	strbuf_add(out, text);
}

static void
marshal_hostile(
	struct strbuf *out, struct str before, int mark, struct str after)
{
	struct strbuf text = STRBUF_INIT;

	hostile_text(&text, before, mark, after, "");
	marshal_text(out, "I\"", strbuf_str(&text));
	marshal_number(out, 1);
	marshal_text(out, ":", STR("E"));
	strbuf_addch(out, 'T');
	strbuf_free(&text);
}

static void
stackprof_dump(struct strbuf *out, struct str before, struct str after)
{
	static const char *const numbers[] = { "interval", "samples" };
	static const int raw[] = { 2, 0, 1, 2, 1, 0, 1 };

	strbuf_addstr(out, "\4\b{");
	marshal_number(out, 5);
	for (int i = 0; i < 2; i++) {
		marshal_text(out, ":", str_c(numbers[i]));
		strbuf_addch(out, 'i');
		marshal_number(out, 3);
	}
	marshal_text(out, ":", STR("mode"));
	marshal_text(out, ":", STR("cpu"));
	marshal_text(out, ":", STR("frames"));
	strbuf_addch(out, '{');
	marshal_number(out, 2);
	for (int i = 0; i < 2; i++) {
		strbuf_addch(out, 'i');
		marshal_number(out, (size_t)i);
		strbuf_addch(out, '{');
		marshal_number(out, 2);
		marshal_text(out, ":", STR("name"));
		marshal_hostile(out, before, i, after);
		marshal_text(out, ":", STR("file"));
		marshal_hostile(out, before, i + 2, after);
	}
	marshal_text(out, ":", STR("raw"));
	strbuf_addch(out, '[');
	marshal_number(out, COUNT_OF(raw));
	for (size_t i = 0; i < COUNT_OF(raw); i++) {
		strbuf_addch(out, 'i');
		marshal_number(out, (size_t)raw[i]);
	}
}

/* A text of Austin's binary form, with the byte that says what it is. */
static void
mojo_hostile(struct strbuf *out, struct str what, struct str before, int mark,
	struct str after)
{
	strbuf_add(out, what);
	hostile_text(out, before, mark, after, "");
	strbuf_addch(out, '\0');
}

/* Metadata; two samples of process 7, of which the first brings the texts 2 to
   5 and the frames 1 and 2 of them, and the second has code of the kernel. */
static void
mojo(struct strbuf *out, struct str before, struct str after)
{
	strbuf_add(out, STR("MOJ\1\1mode\0wall\0"));
	mojo_hostile(out, STR("\1"), before, 4, after);
	mojo_hostile(out, STR(""), before, 5, after);
	for (int i = 0; i < 2; i++) {
		mojo_hostile(out, STR("\2\7"), before, i + 2, after);
		for (int k = 0; i == 0 && k < 4; k++) {
			const char string[] = { 11, (char)(k + 2) };

			mojo_hostile(
				out, str_from(string, 2), before, k, after);
		}
		if (i == 0)
			strbuf_add(out, STR("\3\1\2\4\7\3\2\3\5\7"));
		strbuf_add(out, STR("\5\1\5\2"));
		if (i > 0)
			mojo_hostile(out, STR("\6"), before, i, after);
		strbuf_add(out, STR("\11\11"));
	}
	strbuf_add(out,
		STR("\1duration\0"
		    "100\0"));
}

const struct hostile_format hostile_formats[] = {
	{ "folded", folded, false },
	{ "folded-places", folded_places, false },
	{ "folded-two", folded_two, false },
	{ "austin", austin, false },
	{ "pstats", pstats, false },
	{ "massif", massif, false },
	{ "heaptrack", heaptrack, false },
	{ "stackprof-dump", stackprof_dump, false },
	{ "mojo", mojo, false },
	{ "jfr", flight_recording, false },
	{ "perf-script", perf_script, false },
	{ "perf-all", perf_all, false },
	{ "callgrind", callgrind, false },
	{ "bpftrace", bpftrace, false },
	{ "dtrace", dtrace, false },
	{ "count", hostile_count, false },
	{ "heap", hostile_heap, false },
	{ "jemalloc", hostile_jemalloc, false },
	{ "java", hostile_java, false },
	{ "threads", hostile_threads, false },
	{ "speedscope", hostile_speedscope, true },
	{ "dhat", hostile_dhat, true },
	{ "firefox", hostile_firefox, true },
	{ "otlp", hostile_otlp, true },
	{ "stackprof", hostile_stackprof, true },
	{ "cpuprofile", hostile_cpu_profile, true },
	{ "heapprofile", hostile_heap_profile, true },
	{ "trace", hostile_trace, true },
	{ "trace-cpu", hostile_trace_cpu, true },
	{ NULL, NULL, false },
};
