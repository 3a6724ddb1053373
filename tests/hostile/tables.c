/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tables: writes an ordinary file of many rows, of a format whose reader holds
 * tables of its own while it reads, to standard output; the same arguments give
 * the same bytes.
 *
 *     tables KIND [N]         N rows
 *     tables                  the kinds
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/compiler.h"
#include "base/num.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "unit/protoout.h"

/* Numbers that look like chance. */
static uint32_t
chance(uint32_t below)
{
	static uint32_t state = 1;

	state = state * 1103515245 + 12345;
	return (state >> 8) % below;
}

static void
put_word(uint64_t word, int bytes)
{
	for (int i = 0; i < bytes; i++)
		putchar((int)(word >> 8 * i & 0xff));
}

/* n times `row`, with its number, between commas. */
static void
put_array(const char *before, uint32_t n, void (*row)(uint32_t i))
{
	fputs(before, stdout);
	for (uint32_t i = 0; i < n; i++) {
		if (i > 0)
			putchar(',');
		row(i);
	}
	putchar(']');
}

/* ---- Lines ---- */

static void
put_austin(uint32_t n)
{
	puts("# austin: 3.7.0\n# interval: 10000\n# mode: cpu\n");
	for (uint32_t i = 0; i < n; i++) {
		printf("P1;T0:%" PRIu32, i % 50);
		for (uint32_t k = 1; k <= 8; k++)
			printf(";/a/f%" PRIu32 ".py:f%" PRIu32 ":%" PRIu32,
				chance(300), chance(50000), k);
		printf(" %" PRIu32 "\n", i + 1);
	}
}

/* Stacks as bpftrace, DTrace and bcc print them. */
static void
put_bpftrace(uint32_t n)
{
	puts("Attaching 2 probes...\n\n");
	for (uint32_t i = 0; i < n; i++) {
		puts("@[");
		for (uint32_t k = 0; k < 8; k++)
			printf("    f%" PRIu32 "+%" PRIu32 "\n", chance(n), k);
		printf(", p%" PRIu32 "]: %" PRIu32 "\n", i % 50, i + 1);
	}
}

static void
put_dtrace(uint32_t n)
{
	puts("dtrace: description 'profile-997 ' matched 1 probe\n\n");
	for (uint32_t i = 0; i < n; i++) {
		puts("  httpd");
		for (uint32_t k = 0; k < 8; k++)
			printf("              lib%" PRIu32 "`f%" PRIu32
			       "+0x1\n",
				k, chance(n));
		printf("              %" PRIu32 "\n\n", i + 1);
	}
}

static void
put_goroutines(uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		printf("goroutine %" PRIu32 " [chan receive]:\n"
		       "main.f%" PRIu32 "(0x1)\n\t/a/x.go:%" PRIu32 " +0x8d\n"
		       "main.g%" PRIu32 "(0x1)\n\t/a/y.go:7 +0x8d\n"
		       "created by main.main in goroutine 1\n"
		       "\t./hung.go:52 +0x1bb\n\n",
			i + 1, i, i % 700 + 1, chance(n));
}

static void
put_ghc(uint32_t n)
{
	puts("\tThu Nov 26 14:03 2026 Time and Allocation Profiling Report  "
	     "(Final)\n\n\t   x +RTS -P -RTS\n\n"
	     "\ttotal time  =        0.26 secs   (260 ticks @ 1000 us, 1 "
	     "processor)\n"
	     "\ttotal alloc = 102,503,208 bytes  (excludes profiling "
	     "overheads)\n\n"
	     "COST CENTRE  MODULE  SRC  no.  entries  %time %alloc   %time "
	     "%alloc  ticks  bytes\n\n"
	     "MAIN MAIN <built-in> 100 0 0.4 0.0 100.0 100.0 1 688");
	for (uint32_t i = 0; i < n; i++)
		printf("%*sf%" PRIu32 " M%" PRIu32 " src/M.hs:%" PRIu32
		       ":1-9 %" PRIu32 " 5 0.1 0.1 1.0 1.0 7 99\n",
			(int)(1 + i % 40), "", chance(n), i % 500, i % 900,
			101 + i);
}

static void
put_heaptrack(uint32_t n)
{
	puts("v 10400 3\nX ./x\nI 1000 5e298d");
	for (uint32_t i = 0; i < n; i++)
		printf("s 9 f%08" PRIx32 "\n", i);
	for (uint32_t i = 1; i <= n; i++)
		printf("i %" PRIx32 " 1 %" PRIx32 " 2 1f\n", i * 16, i);
	for (uint32_t i = 1; i <= n; i++)
		printf("t %" PRIx32 " %" PRIx32 "\n", i, chance(i));
	for (uint32_t i = 1; i <= n; i++)
		printf("a %" PRIx32 " %" PRIx32 "\n", i, chance(n) + 1);
	for (uint32_t i = 0; i < n; i++)
		printf("+ %" PRIx32 "\n", chance(n));
}

static void
put_massif(uint32_t n)
{
	enum { PLACES = 1000 };

	puts("desc: x\ncmd: ./x\ntime_unit: i");
	for (uint32_t s = 0; s < n / PLACES; s++) {
		printf("#-----------\nsnapshot=%" PRIu32
		       "\n#-----------\ntime=%" PRIu32 "\nmem_heap_B=10000\n"
		       "mem_heap_extra_B=8\nmem_stacks_B=0\n"
		       "heap_tree=detailed\nn%d: 10000 (heap allocation "
		       "functions) malloc/new/new[], --alloc-fns, etc.\n",
			s, s * 100, PLACES);
		for (uint32_t i = 0; i < PLACES; i++) {
			uint32_t k = chance(1 << 20);

			printf(" n1: 10 0x%" PRIX32 ": f%" PRIu32 " (a.c:1)\n"
			       "  n0: 10 0x%" PRIX32 ": g%" PRIu32 " (b.c:1)\n",
				0x10000 + k, k, 0x900000 + k, k);
		}
	}
}

static void
put_macsample(uint32_t n)
{
	puts("Analysis of sampling shop (pid 71) every 1 millisecond\n"
	     "Process:         shop [71]\n----\n\nCall graph:");
	for (uint32_t i = 0; i < n / 40; i++) {
		printf("    242 Thread_%" PRIu32 "\n", i);
		for (int k = 0; k < 40; k++)
			printf("    + %*s242 f%" PRIu32 "  (in lib%d) + 20  "
			       "[0x%" PRIx32 "]  x.c:1\n",
				2 * k, "", chance(n), k,
				0x1000 + chance(1 << 24));
	}
	puts("\nTotal number in stack (recursive counted multiple, when >=5):\n"
	     "\nBinary Images:");
}

/* jemalloc: stacks of addresses, and the mappings that they are in. */
static void
put_jemalloc(uint32_t n)
{
	puts("heap_v2/1024\n  t*: 194: 249082 [0: 0]\n"
	     "  t0: 194: 249082 [0: 0]");
	for (uint32_t i = 0; i < n; i++) {
		putchar('@');
		for (int k = 0; k < 9; k++)
			printf(" 0x%" PRIx32, 0x1000000 + chance(1 << 24));
		printf("\n  t*: 1: %" PRIu32 " [0: 0]\n  t0: 1: %" PRIu32
		       " [0: 0]\n",
			i + 16, i + 16);
	}
	puts("\nMAPPED_LIBRARIES:\n"
	     "1000000-2000000 r-xp 00000000 fe:00 1 /lib/x");
}

/* ---- JSON ---- */

static void
put_block(uint32_t i)
{
	printf("{\"tb\":%" PRIu32 ",\"tbk\":3,\"fs\":[1", i + 1);
	for (int k = 0; k < 7; k++)
		printf(",%" PRIu32, 1 + chance(200000));
	puts("]}");
}

static void
put_frame_text(uint32_t i)
{
	printf("\"0x%" PRIX32 ": f%" PRIu32 " (f.c:%" PRIu32 ")\"\n",
		0x1000 + 4 * i, i, i % 500 + 1);
}

static void
put_dhat(uint32_t n)
{
	fputs("{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":\"Allocated\","
	      "\"bklt\":false,\"bkacc\":false,\"tu\":\"instrs\","
	      "\"Mtu\":\"Minstr\",\"tuth\":500,\"cmd\":\"x\",\"pid\":1,"
	      "\"te\":5,\"tg\":4",
		stdout);
	put_array(",\"pps\":[", n, put_block);
	put_array(",\"ftbl\":[\"[root]\",", 200001, put_frame_text);
	puts("}");
}

static void
put_named(uint32_t i)
{
	printf("{\"name\":\"f%" PRIu32 "\",\"file\":\"a\",\"line\":%" PRIu32
	       "}",
		i, i % 999);
}

static void
put_sampled(uint32_t i)
{
	printf("[%" PRIu32, i % 100000);
	for (int k = 0; k < 9; k++)
		printf(",%" PRIu32, chance(100000));
	putchar(']');
}

static void
put_one(uint32_t i)
{
	(void)i;
	putchar('1');
}

static void
put_speedscope(uint32_t n)
{
	fputs("{\"$schema\":\"https://www.speedscope.app/"
	      "file-format-schema.json\",\"shared\":{",
		stdout);
	put_array("\"frames\":[", 100000, put_named);
	fputs("},\"profiles\":[{\"type\":\"sampled\",\"name\":\"p\","
	      "\"unit\":\"none\",\"startValue\":0,\"endValue\":9",
		stdout);
	put_array(",\"samples\":[", n, put_sampled);
	put_array(",\"weights\":[", n, put_one);
	puts("}]}");
}

static void
put_method(uint32_t i)
{
	printf("\"%" PRIu32 "\":{\"name\":\"F#m%" PRIu32
	       "\",\"file\":\"/a.rb\",\"line\":%" PRIu32
	       ",\"total_samples\":1,\"samples\":1}",
		i + 1, i, i % 99 + 1);
}

static void
put_raw(uint32_t i)
{
	printf("10,%" PRIu32, i % 100000 + 1);
	for (int k = 0; k < 9; k++)
		printf(",%" PRIu32, chance(100000) + 1);
	fputs(",1", stdout);
}

static void
put_stackprof(uint32_t n)
{
	printf("{\"version\":1.2,\"mode\":\"cpu\",\"interval\":2000,"
	       "\"samples\":%" PRIu32 ",\"gc_samples\":0,"
	       "\"missed_samples\":0,\"metadata\":{},\"frames\":{",
		n);
	for (uint32_t i = 0; i < 100000; i++) {
		if (i > 0)
			putchar(',');
		put_method(i);
	}
	put_array("},\"raw\":[", n, put_raw);
	puts("}");
}

/* V8's heap profile: calls within calls, 30 deep. */
static void
put_heapprofile(uint32_t n)
{
	enum { DEEP = 30 };
	uint32_t open = 0;

	fputs("{\"head\":{\"callFrame\":{\"functionName\":\"(root)\","
	      "\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":-1,"
	      "\"columnNumber\":-1},\"selfSize\":0,\"id\":1,\"children\":[",
		stdout);
	for (uint32_t i = 0; i < n; i++) {
		printf("{\"callFrame\":{\"functionName\":\"f%" PRIu32
		       "\",\"scriptId\":\"13\",\"url\":\"u\","
		       "\"lineNumber\":%" PRIu32 ",\"columnNumber\":24},"
		       "\"selfSize\":5,\"id\":%" PRIu32 ",\"children\":[",
			i, i % 500, i + 2);
		if (++open < DEEP && i + 1 < n)
			continue;
		for (; open > 0; open--)
			fputs("]}", stdout);
		if (i + 1 < n)
			putchar(',');
	}
	puts("]},\"samples\":[]}");
}

/* ---- Binary ---- */

/* gperftools' CPU profile. */
static void
put_gperf(uint32_t n)
{
	static const uint64_t head[] = { 0, 3, 0, 10000, 0 };
	static const uint64_t end[] = { 0, 1, 0 };

	for (size_t i = 0; i < COUNT_OF(head); i++)
		put_word(head[i], 8);
	for (uint32_t i = 0; i < n; i++) {
		put_word(1 + i % 7, 8);
		put_word(12, 8);
		for (int k = 0; k < 12; k++)
			put_word(0x400000 + chance(1 << 22), 8);
	}
	for (size_t i = 0; i < COUNT_OF(end); i++)
		put_word(end[i], 8);
	puts("00400000-00900000 r-xp 00000000 00:00 0 /bin/x");
}

/* Python's marshalled statistics: functions, each called by three. */
static void
put_pstats(uint32_t n)
{
	struct strbuf key = STRBUF_INIT;

	putchar('{');
	for (uint32_t i = 0; i < n; i++)
		for (int k = 0; k < 4; k++) {
			uint32_t f = k == 0 ? i : chance(n);

			strbuf_reset(&key);
			strbuf_addf(&key, "f%" PRIu32, f);
			fputs(")\3z\4a.pyi", stdout);
			put_word(f % 1000 + 1, 4);
			printf("z%c%s", (int)key.n, strbuf_c(&key));
			fputs(k == 0 ? ")\5" : ")\4", stdout);
			for (int m = 0; m < 4; m++) {
				putchar('i');
				put_word(1, 4);
			}
			if (k == 0)
				putchar('{');
			if (k == 3)
				putchar('0');
		}
	putchar('0');
	strbuf_free(&key);
}

/* A record of simpleperf, in field `field` of its message. */
static void
put_record(unsigned field, const struct strbuf *record)
{
	struct strbuf out = STRBUF_INIT;

	proto_bytes(&out, field, strbuf_str(record));
	put_word(out.n, 4);
	fwrite(out.p, 1, out.n, stdout);
	strbuf_free(&out);
}

static void
put_simpleperf(uint32_t n)
{
	struct strbuf record = STRBUF_INIT, part = STRBUF_INIT;

	fwrite("SIMPLEPERF\1", 1, 12, stdout);
	proto_bytes(&record, 1, STR("cpu-cycles"));
	put_record(5, &record);
	strbuf_reset(&record);
	proto_number(&record, 1, 0);
	proto_bytes(&record, 2, STR("/lib/x"));
	for (uint32_t i = 0; i < n; i++) {
		strbuf_reset(&part);
		strbuf_addf(&part, "f%" PRIu32, i);
		proto_bytes(&record, 3, strbuf_str(&part));
	}
	put_record(3, &record);
	for (uint32_t i = 0; i < n; i++) {
		strbuf_reset(&record);
		proto_number(&record, 1, (uint64_t)i * 1000);
		proto_number(&record, 2, i % 200);
		for (int k = 0; k < 12; k++) {
			strbuf_reset(&part);
			proto_number(&part, 1, 0x1000 + chance(1 << 24));
			proto_number(&part, 2, 0);
			proto_number(&part, 3, chance(n));
			proto_bytes(&record, 3, strbuf_str(&part));
		}
		proto_number(&record, 4, 1);
		proto_number(&record, 5, 0);
		put_record(1, &record);
	}
	put_word(0, 4);
	strbuf_free(&record);
	strbuf_free(&part);
}

/* Rows whose elements are all new. */
static void
put_xctrace(uint32_t n)
{
	uint32_t id = 10;

	puts("<?xml version=\"1.0\"?>\n<trace-query-result>\n"
	     "<node xpath='//t'><schema name=\"time-profile\"></schema>");
	for (uint32_t i = 0; i < n; i++) {
		uint32_t f = chance(n), at = 0x1000 + chance(1 << 24);

		printf("<row><sample-time id=\"%" PRIu32 "\">%" PRIu32
		       "000</sample-time><weight id=\"%" PRIu32
		       "\">1000000</weight><backtrace id=\"%" PRIu32 "\">",
			id, i, id + 1, id + 2);
		printf("<frame id=\"%" PRIu32 "\" name=\"f%" PRIu32
		       "\" addr=\"0x%" PRIx32 "\"/><frame id=\"%" PRIu32
		       "\" name=\"g%" PRIu32 "\"/></backtrace></row>\n",
			id + 3, f, at, id + 4, f % 1000);
		id += 5;
	}
	puts("</node></trace-query-result>");
}

static const struct {
	const char *name;
	void (*put)(uint32_t n);
	uint32_t n;
} kinds[] = {
	{ "austin", put_austin, 150000 },
	{ "bpftrace", put_bpftrace, 200000 },
	{ "dhat", put_dhat, 200000 },
	{ "dtrace", put_dtrace, 150000 },
	{ "ghc", put_ghc, 300000 },
	{ "goroutines", put_goroutines, 150000 },
	{ "gperf", put_gperf, 200000 },
	{ "heapprofile", put_heapprofile, 150000 },
	{ "heaptrack", put_heaptrack, 200000 },
	{ "jemalloc", put_jemalloc, 150000 },
	{ "macsample", put_macsample, 240000 },
	{ "massif", put_massif, 300000 },
	{ "pstats", put_pstats, 150000 },
	{ "simpleperf", put_simpleperf, 150000 },
	{ "speedscope", put_speedscope, 150000 },
	{ "stackprof", put_stackprof, 150000 },
	{ "xctrace", put_xctrace, 150000 },
};

int
main(int argc, char **argv)
{
	struct str kind = argc > 1 ? str_c(argv[1]) : STR_EMPTY;

	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		int64_t n = kinds[i].n;

		if (argc == 1)
			puts(kinds[i].name);
		if (!str_is(kind, kinds[i].name))
			continue;
		if (argc > 2 &&
			(!str_to_i64(str_c(argv[2]), &n) || n < 1 ||
				n > UINT32_MAX / 64))
			break;
		kinds[i].put((uint32_t)n);
		return fflush(stdout) != 0 || ferror(stdout) != 0;
	}
	if (argc > 1)
		fprintf(stderr, "tables: no such kind or number\n");
	return argc > 1 ? 2 : 0;
}
