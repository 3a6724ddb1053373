/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * dear: writes a small file that some way of reading it, or of printing it,
 * makes expensive, to standard output; the same arguments give the same bytes.
 *
 *     dear KIND [N]           N of what there is many of
 *     dear ordinary BYTES     a profile of about that size, to compare with
 *     dear                    the kinds
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/compiler.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "unit/jfrout.h"
#include "unit/protoout.h"

/* ---- profile.proto ---- */

/* A profile whose function 1 is "f", at location 1. */
struct small {
	struct strbuf out, message, part;
	uint32_t strings;
};

static uint32_t
add_text(struct small *s, struct str text)
{
	proto_bytes(&s->out, 6, text);
	return s->strings++;
}

static uint32_t
add_number(struct small *s, const char *before, uint32_t n)
{
	struct strbuf text = STRBUF_INIT;
	uint32_t at;

	strbuf_addf(&text, "%s%" PRIu32, before, n);
	at = add_text(s, strbuf_str(&text));
	strbuf_free(&text);
	return at;
}

/* The content of s->message, as a field of the profile. */
static void
add_message(struct small *s, unsigned field)
{
	proto_bytes(&s->out, field, strbuf_str(&s->message));
	strbuf_reset(&s->message);
}

static void
add_type(struct small *s, uint32_t type, uint32_t unit)
{
	proto_number(&s->message, 1, type);
	proto_number(&s->message, 2, unit);
	add_message(s, 1);
}

static void
add_function(struct small *s, uint32_t id, uint32_t name)
{
	proto_number(&s->message, 1, id);
	proto_number(&s->message, 2, name);
	add_message(s, 5);
}

/* With so many lines, all of function `func`. */
static void
add_location(struct small *s, uint32_t id, uint32_t func, uint32_t lines)
{
	proto_number(&s->message, 1, id);
	for (uint32_t i = 0; i < lines; i++) {
		strbuf_reset(&s->part);
		proto_number(&s->part, 1, func);
		proto_number(&s->part, 2, 1);
		proto_bytes(&s->message, 4, strbuf_str(&s->part));
	}
	add_message(s, 4);
}

/* Part of a sample: n times the same number, packed. */
static void
put_packed(struct small *s, unsigned field, uint64_t value, uint32_t n)
{
	strbuf_reset(&s->part);
	for (uint32_t i = 0; i < n; i++)
		proto_varint(&s->part, value);
	proto_bytes(&s->message, field, strbuf_str(&s->part));
}

/* ... a label: a text, or a number in a unit. */
static void
put_label(struct small *s, uint32_t key, uint32_t text, uint64_t number,
	uint32_t unit)
{
	strbuf_reset(&s->part);
	proto_number(&s->part, 1, key);
	if (text != 0)
		proto_number(&s->part, 2, text);
	else
		proto_number(&s->part, 3, number);
	if (unit != 0)
		proto_number(&s->part, 4, unit);
	proto_bytes(&s->message, 3, strbuf_str(&s->part));
}

enum { TEXT_S = 1, TEXT_COUNT, TEXT_F };

static void
small_begin(struct small *s)
{
	*s = (struct small){ .strings = 0 };
	add_text(s, STR(""));
	add_text(s, STR("s"));
	add_text(s, STR("count"));
	add_text(s, STR("f"));
}

/* The usual type, function and location. */
static void
small_usual(struct small *s)
{
	small_begin(s);
	add_type(s, TEXT_S, TEXT_COUNT);
	add_function(s, 1, TEXT_F);
	add_location(s, 1, 1, 1);
}

static void
small_end(struct small *s)
{
	fwrite(s->out.p, 1, s->out.n, stdout);
	strbuf_free(&s->out);
	strbuf_free(&s->message);
	strbuf_free(&s->part);
}

/* Sample types, each of a name and a unit of its own. */
static void
put_types(uint32_t n)
{
	struct small s;

	small_begin(&s);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t type = add_number(&s, "t", i);

		add_type(&s, type, add_number(&s, "u", i));
	}
	add_function(&s, 1, TEXT_F);
	add_location(&s, 1, 1, 1);
	put_packed(&s, 1, 1, 1);
	put_packed(&s, 2, 7, n);
	add_message(&s, 2);
	small_end(&s);
}

/* Equal labels of one sample. */
static void
put_labels(uint32_t n)
{
	struct small s;

	small_usual(&s);
	put_packed(&s, 1, 1, 1);
	put_packed(&s, 2, 1, 1);
	for (uint32_t i = 0; i < n; i++)
		put_label(&s, TEXT_F, 0, 1, 0);
	add_message(&s, 2);
	small_end(&s);
}

/* One key, each of its numbers in another unit, all in one sample. */
static void
put_units(uint32_t n)
{
	struct small s;

	small_usual(&s);
	put_packed(&s, 1, 1, 1);
	put_packed(&s, 2, 1, 1);
	for (uint32_t i = 0; i < n; i++)
		put_label(&s, TEXT_F, 0, i, add_number(&s, "u", i));
	add_message(&s, 2);
	small_end(&s);
}

/* Keys in one sample. */
static void
put_one_sample(uint32_t n)
{
	struct small s;

	small_usual(&s);
	put_packed(&s, 1, 1, 1);
	put_packed(&s, 2, 1, 1);
	for (uint32_t i = 0; i < n; i++)
		put_label(&s, add_number(&s, "k", i), TEXT_F, 0, 0);
	add_message(&s, 2);
	small_end(&s);
}

/* A sample for each two keys: a text, and a number in a unit of its own. */
static void
put_keys(uint32_t n)
{
	struct small s;

	small_usual(&s);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t key = add_number(&s, "m", i);

		put_packed(&s, 1, 1, 1);
		put_packed(&s, 2, 1, 1);
		put_label(&s, add_number(&s, "k", i), TEXT_F, 0, 0);
		put_label(&s, key, 0, i, add_number(&s, "u", i));
		add_message(&s, 2);
	}
	small_end(&s);
}

/* Three names of so many folders. */
static void
put_slashes(uint32_t n)
{
	struct strbuf name = STRBUF_INIT;
	struct small s;

	small_begin(&s);
	add_type(&s, TEXT_S, TEXT_COUNT);
	for (uint32_t f = 1; f <= 3; f++) {
		strbuf_reset(&name);
		for (uint32_t i = 0; i < n; i++)
			strbuf_addstr(&name, "a/");
		strbuf_addf(&name, "%" PRIu32, f);
		add_function(&s, f, add_text(&s, strbuf_str(&name)));
		add_location(&s, f, f, 1);
		put_packed(&s, 1, f, 1);
		put_packed(&s, 2, f, 1);
		add_message(&s, 2);
	}
	strbuf_free(&name);
	small_end(&s);
}

/* One stack, as deep as that. */
static void
put_deep(uint32_t n)
{
	struct small s;

	small_usual(&s);
	put_packed(&s, 1, 1, n);
	put_packed(&s, 2, 1, 1);
	add_message(&s, 2);
	small_end(&s);
}

/* So many samples of as many frames, each of 40 inlined calls. */
static void
put_mult(uint32_t n)
{
	struct small s;

	small_begin(&s);
	add_type(&s, TEXT_S, TEXT_COUNT);
	add_function(&s, 1, TEXT_F);
	add_location(&s, 1, 1, 40);
	for (uint32_t i = 0; i < n; i++) {
		put_packed(&s, 1, 1, n);
		put_packed(&s, 2, 1, 1);
		add_message(&s, 2);
	}
	small_end(&s);
}

/* Samples of one deep stack, each with a label of its own. */
static void
put_tagged(uint32_t n)
{
	struct small s;

	small_usual(&s);
	for (uint32_t i = 0; i < n; i++) {
		put_packed(&s, 1, 1, 10 * n);
		put_packed(&s, 2, 1, 1);
		put_label(&s, TEXT_F, add_number(&s, "v", i), 0, 0);
		add_message(&s, 2);
	}
	small_end(&s);
}

/* Locations each of a mapping of its own, whose file is not there. */
static void
put_maps(uint32_t n)
{
	struct small s;

	small_begin(&s);
	add_type(&s, TEXT_S, TEXT_COUNT);
	for (uint32_t i = 1; i <= n; i++) {
		uint64_t start = (uint64_t)i << 16;

		proto_number(&s.message, 1, i);
		proto_number(&s.message, 2, start);
		proto_number(&s.message, 3, start + 4096);
		proto_number(&s.message, 5, add_number(&s, "/nosuch/l", i));
		add_message(&s, 3);
		proto_number(&s.message, 1, i);
		proto_number(&s.message, 2, i);
		proto_number(&s.message, 3, start + 16);
		add_message(&s, 4);
		put_packed(&s, 1, i, 1);
		put_packed(&s, 2, 1, 1);
		add_message(&s, 2);
	}
	small_end(&s);
}

/* Stacks of 30 frames of 2,000 functions, two labels. */
static void
put_ordinary(uint32_t bytes)
{
	enum { FUNCTIONS = 2000, FRAMES = 30 };
	uint64_t dice = 1;
	uint32_t first;
	struct small s;

	small_begin(&s);
	add_type(&s, TEXT_S, TEXT_COUNT);
	first = s.strings;
	for (uint32_t f = 1; f <= FUNCTIONS; f++) {
		add_function(&s, f,
			add_number(
				&s, "example.org/module/package.function", f));
		add_location(&s, f, f, 1);
	}
	for (uint32_t i = 0; s.out.n < bytes; i++) {
		strbuf_reset(&s.part);
		for (uint32_t k = 0; k < FRAMES; k++) {
			dice = dice * 6364136223846793005u +
				1442695040888963407u;
			proto_varint(&s.part,
				k < 8 ? 1 + (dice >> 40) % FUNCTIONS
				      : 1 + (i * 7 + k) % 100 + k * 60);
		}
		proto_bytes(&s.message, 1, strbuf_str(&s.part));
		put_packed(&s, 2, 1 + i % 9, 1);
		put_label(&s, TEXT_F, first + i % 50, 0, 0);
		put_label(&s, TEXT_S, 0, i % 1000, 0);
		add_message(&s, 2);
	}
	small_end(&s);
}

/* ---- Text and JSON ---- */

/* perf script, each sample of an event of its own. */
static void
put_events(uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		printf("comm%" PRIu32 " %" PRIu32 " %" PRIu32 ".0: 1 ev%" PRIu32
		       ":\n\t1 f (/x)\n\n",
			i, i, i, i);
}

/* Calls within calls, all of which end one after the other. */
static void
put_evented(uint32_t n)
{
	fputs("{\"$schema\":\"https://www.speedscope.app/"
	      "file-format-schema.json\",\"shared\":{\"frames\":[",
		stdout);
	for (uint32_t i = 0; i < n; i++)
		printf("%s{\"name\":\"f%" PRIu32 "\"}", i > 0 ? "," : "", i);
	printf("]},\"profiles\":[{\"type\":\"evented\",\"name\":\"p\","
	       "\"unit\":\"none\",\"startValue\":0,\"endValue\":%" PRIu32
	       ",\"events\":[",
		2 * n);
	for (uint32_t i = 0; i < n; i++)
		printf("%s{\"type\":\"O\",\"frame\":%" PRIu32 ",\"at\":%" PRIu32
		       "}",
			i > 0 ? "," : "", i, i);
	for (uint32_t i = 0; i < n; i++)
		printf(",{\"type\":\"C\",\"frame\":%" PRIu32 ",\"at\":%" PRIu32
		       "}",
			n - 1 - i, n + i);
	puts("]}]}");
}

/* Likewise, as a trace. */
static void
put_trace(uint32_t n)
{
	putchar('[');
	for (uint32_t i = 0; i < n; i++)
		printf("{\"ph\":\"B\",\"name\":\"f%" PRIu32 "\",\"ts\":%" PRIu32
		       ",\"pid\":1,\"tid\":1},\n",
			i, i);
	for (uint32_t i = 0; i < n; i++)
		printf("{\"ph\":\"E\",\"ts\":%" PRIu32
		       ",\"pid\":1,\"tid\":1}%s\n",
			n + i, i + 1 < n ? "," : "");
	puts("]");
}

/* Each a call of the one before, as V8 writes it. */
static void
put_nodes(uint32_t n)
{
	printf("{\"nodes\":[");
	for (uint32_t i = 0; i < n; i++) {
		printf("%s{\"id\":%" PRIu32
		       ",\"callFrame\":{\"functionName\":\"f%" PRIu32
		       "\",\"scriptId\":\"0\",\"url\":\"\",\"lineNumber\":1,"
		       "\"columnNumber\":1},\"hitCount\":1,\"children\":[",
			i > 0 ? "," : "", i + 1, i);
		if (i + 1 < n)
			printf("%" PRIu32, i + 2);
		printf("]}");
	}
	printf("],\"startTime\":0,\"endTime\":100,\"samples\":[");
	for (uint32_t i = 0; i < n; i++)
		printf("%s%" PRIu32, i > 0 ? "," : "", i + 1);
	printf("],\"timeDeltas\":[");
	for (uint32_t i = 0; i < n; i++)
		printf("%s1", i > 0 ? "," : "");
	puts("]}");
}

/* Threads whose strings, frames and functions are those of all. */
static void
put_shared(uint32_t n)
{
	fputs("{\"meta\":{\"interval\":1,\"startTime\":0,\"product\":\"x\","
	      "\"preprocessedProfileVersion\":56,\"version\":30,"
	      "\"processType\":0},\"shared\":{\"stringArray\":[",
		stdout);
	for (uint32_t i = 0; i < n; i++)
		printf("%s\"s%" PRIu32 "\"", i > 0 ? "," : "", i);
	fputs("],\"frameTable\":{\"func\":[0]},\"funcTable\":{\"name\":[0]},"
	      "\"resourceTable\":{}},\"threads\":[",
		stdout);
	for (uint32_t i = 0; i < n; i++)
		printf("%s{\"stackTable\":{\"prefix\":[null],\"frame\":[0]},"
		       "\"samples\":{\"stack\":[0]}}",
			i > 0 ? "," : "");
	puts("]}");
}

/* Threads of a process of so many libraries, none of which is its program. */
static void
put_libraries(uint32_t n)
{
	fputs("{\"meta\":{\"interval\":1,\"startTime\":0,\"product\":\"x\","
	      "\"preprocessedProfileVersion\":56,\"version\":30,"
	      "\"processType\":0},\"libs\":[",
		stdout);
	for (uint32_t i = 0; i < n; i++)
		printf("%s{\"name\":\"n%" PRIu32 "\"}", i > 0 ? "," : "", i);
	fputs("],\"shared\":{\"stringArray\":[\"a\"],\"frameTable\":{"
	      "\"func\":[0]},\"funcTable\":{\"name\":[0]},\"resourceTable\":{}"
	      ",\"stackTable\":{\"prefix\":[null],\"frame\":[0]}},"
	      "\"threads\":[",
		stdout);
	for (uint32_t i = 0; i < n; i++)
		printf("%s{\"processName\":\"x\",\"samples\":{\"stack\":[0]}}",
			i > 0 ? "," : "");
	puts("]}");
}

/* Addresses, and libraries in none of which they are. */
static void
put_addresses(uint32_t n)
{
	fputs("{\"meta\":{\"version\":24,\"interval\":1,\"startTime\":0,"
	      "\"product\":\"x\",\"processType\":0},\"libs\":[",
		stdout);
	for (uint32_t i = 0; i < n; i++)
		printf("%s{\"start\":0,\"end\":1}", i > 0 ? "," : "");
	fputs("],\"threads\":[{\"stringTable\":[", stdout);
	for (uint32_t i = 0; i < n; i++)
		printf("%s\"0x%" PRIx32 "\"", i > 0 ? "," : "", i + 16);
	fputs("],\"frameTable\":{\"schema\":{\"location\":0},\"data\":[",
		stdout);
	for (uint32_t i = 0; i < n; i++)
		printf("%s[%" PRIu32 "]", i > 0 ? "," : "", i);
	puts("]},\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},"
	     "\"data\":[[null,0]]},\"samples\":{\"schema\":{\"stack\":0,"
	     "\"time\":1},\"data\":[[0,1]]}}]}");
}

/* A heap profile, each of whose stacks is in a mapping of its own. */
static void
put_heap_maps(uint32_t n)
{
	const uint64_t base = UINT64_C(0x7f0000000000);

	printf("heap_v2/1\n  t*: %" PRIu32 ": %" PRIu32 "0 [0: 0]\n", n, n);
	for (uint32_t i = 0; i < n; i++)
		printf("@ 0x%" PRIx64 " 0x%" PRIx64 "\n  t*: 1: 10 [0: 0]\n",
			base + 0x2000 * (uint64_t)i + 0x10,
			base + 0x2000 * ((uint64_t)i * 7919 % n) + 0x20);
	puts("\nMAPPED_LIBRARIES:");
	for (uint32_t i = n; i-- > 0;)
		printf("%" PRIx64 "-%" PRIx64 " r-xp 00000000 08:01 %" PRIu32
		       " /nosuch/l%" PRIu32 ".so\n",
			base + 0x2000 * (uint64_t)i,
			base + 0x2000 * (uint64_t)i + 0x1000, i, i);
}

/* DHAT: a block whose frames are all of one address, inlined in the last. */
static void
put_group(uint32_t n)
{
	fputs("{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":"
	      "\"Allocated\",\"bklt\":false,\"bkacc\":false,\"tu\":\"instrs\","
	      "\"Mtu\":\"Minstr\",\"tuth\":500,\"cmd\":\"x\",\"pid\":1,"
	      "\"te\":5,\"tg\":4,\"pps\":[{\"tb\":10,\"tbk\":1,\"fs\":[",
		stdout);
	for (uint32_t i = 1; i <= n; i++)
		printf("%s%" PRIu32, i > 1 ? "," : "", i);
	fputs("]}],\"ftbl\":[\"[root]\"", stdout);
	for (uint32_t i = 1; i <= n; i++)
		printf(",\"0x1: f%" PRIu32 " (a.c:%" PRIu32 ")\"", i, i);
	puts("]}");
}

/* ---- Binary ---- */

/* Austin's samples, each the stack of the one before and a frame more. */
static void
put_repeated(uint32_t n)
{
	static const char head[] = "MOJ\3"
				   "\1mode\0wall\0"
				   "\2\5\0"
				   "ab\0\13\2a.py\0"
				   "\13\3f\0"
				   "\3\2\2\3\7\0\0\0"
				   "\5\2\11\1";
	static const char sample[] = "\2\5\0"
				     "ab\0\5\2\15\11\1";

	fwrite(head, 1, sizeof(head) - 1, stdout);
	for (uint32_t i = 0; i < n; i++)
		fwrite(sample, 1, sizeof(sample) - 1, stdout);
}

/* OpenTelemetry: the tables of one function, at a location, on stack 1; texts,
   and attributes of the first of them; field 2. */
static void
add_dictionary(struct small *s, uint32_t types, uint32_t attributes)
{
	struct strbuf all = STRBUF_INIT;

	for (uint32_t i = 0; i < attributes; i++) {
		strbuf_reset(&s->part);
		proto_number(&s->part, 3, i);
		strbuf_reset(&all);
		proto_number(&all, 1, 1);
		proto_bytes(&all, 2, strbuf_str(&s->part));
		proto_bytes(&s->message, 6, strbuf_str(&all));
	}
	strbuf_reset(&all);
	proto_bytes(&s->message, 7, STR_EMPTY);
	proto_bytes(&s->message, 7, STR("\n\1\1"));

	proto_bytes(&s->message, 5, STR_EMPTY);
	for (uint32_t i = 0; i < types || i < 2; i++) {
		strbuf_reset(&s->part);
		strbuf_addf(&s->part, "t%" PRIu32, i);
		proto_bytes(&s->message, 5, strbuf_str(&s->part));
	}
	for (unsigned table = 2; table <= 3; table++)
		proto_bytes(&s->message, table, STR_EMPTY);
	strbuf_reset(&s->part);
	proto_number(&s->part, 1, 1);
	proto_bytes(&s->message, 3, strbuf_str(&s->part));
	proto_bytes(&all, 3, strbuf_str(&s->part));
	proto_bytes(&s->message, 2, strbuf_str(&all));
	strbuf_free(&all);
	add_message(s, 2);
}

/* s->message, a Profile, in a resource of its own. */
static void
add_profile(struct small *s)
{
	for (int i = 0; i < 2; i++) {
		strbuf_reset(&s->part);
		proto_bytes(&s->part, 2, strbuf_str(&s->message));
		strbuf_reset(&s->message);
		strbuf_add(&s->message, strbuf_str(&s->part));
	}
	add_message(s, 1);
}

/* Samples whose stacks are one range of very many locations. */
static void
put_ranges(uint32_t n)
{
	struct small s = { .strings = 0 };
	struct strbuf sample = STRBUF_INIT;

	strbuf_reset(&s.part);
	proto_number(&s.part, 1, 1);
	proto_number(&s.part, 2, 2);
	proto_bytes(&s.message, 1, strbuf_str(&s.part));
	put_packed(&s, 3, 1, 10 * n);
	for (uint32_t i = 0; i < n; i++) {
		strbuf_reset(&sample);
		proto_number(&sample, 1, 0);
		proto_number(&sample, 2, 10 * n);
		proto_bytes(&sample, 3, STR("\1"));
		proto_bytes(&s.message, 2, strbuf_str(&sample));
	}
	strbuf_free(&sample);
	add_profile(&s);
	add_dictionary(&s, 0, 0);
	small_end(&s);
}

/* A profile for each sample, of a type of its own. */
static void
put_columns(uint32_t n)
{
	struct small s = { .strings = 0 };

	for (uint32_t i = 0; i < n; i++) {
		strbuf_reset(&s.part);
		proto_number(&s.part, 1, 1 + i);
		proto_number(&s.part, 2, 1);
		proto_bytes(&s.message, 1, strbuf_str(&s.part));
		/* Stack 1, the value 1 and a time. */
		proto_bytes(&s.message, 2, STR("\10\1\"\1\1*\10timetime"));
		add_profile(&s);
	}
	add_dictionary(&s, n, 0);
	small_end(&s);
}

/* A resource of many attributes, and samples of one each. */
static void
put_owners(uint32_t n)
{
	struct small s = { .strings = 0 };
	struct strbuf resource = STRBUF_INIT, profile = STRBUF_INIT;

	for (uint32_t i = 0; i < n; i++) {
		strbuf_reset(&s.part);
		strbuf_addf(&s.part, "\n\10k%06" PRIu32 "x\22\2\30\1", i);
		proto_bytes(&resource, 1, strbuf_str(&s.part));
		strbuf_reset(&s.part);
		proto_number(&s.part, 1, 1);
		proto_number(&s.part, 2, i);
		proto_bytes(&s.part, 4, STR("\1"));
		proto_bytes(&profile, 2, strbuf_str(&s.part));
	}
	proto_bytes(&profile, 1, STR("\10\1\20\1"));
	proto_bytes(&s.message, 1, strbuf_str(&resource));
	strbuf_reset(&s.part);
	proto_bytes(&s.part, 2, strbuf_str(&profile));
	proto_bytes(&s.message, 2, strbuf_str(&s.part));
	add_message(&s, 1);
	add_dictionary(&s, 0, n);
	strbuf_free(&resource);
	strbuf_free(&profile);
	small_end(&s);
}

/* A number in so many bytes. */
static void
put_padded(struct strbuf *out, uint64_t v, unsigned n)
{
	for (unsigned i = 1; i < n; i++, v >>= 7)
		strbuf_addch(out, (char)(unsigned char)(v | 0x80));
	strbuf_addch(out, (char)(unsigned char)v);
}

/* Behind a flight recording, checkpoints that all end where it ends: each
   contains those behind it, as a text of UTF-16. */
static void
put_checkpoints(uint32_t n)
{
	/* Bytes of one, and of its fill; numbers that it consists of. */
	enum { EACH = 40, FILL = 14, NUMBERS = 12 + FILL };
	const struct jfr_out one = {
		.class = STR("A"), .method = STR("m"), .thread = STR("t")
	};
	struct strbuf out = STRBUF_INIT, head = STRBUF_INIT;
	size_t first;

	jfr_out(&out, &one);
	first = out.n;
	for (uint32_t i = 0; i < n; i++) {
		put_padded(&out, (uint64_t)EACH * (n - i), 4);
		strbuf_add(&out, str_from("\1\0\0", 3));
		put_padded(&out, (i > 0 ? (uint64_t)-EACH : 68 - first), 9);
		strbuf_add(&out, str_from("\1\1\5\1\1\4", 6));
		put_padded(&out, FILL + (uint64_t)NUMBERS * (n - 1 - i), 4);
		for (int k = 0; k < FILL; k++)
			strbuf_addch(&out, 'x');
	}
	jfr_out_fixed(&head, 8, out.n);
	jfr_out_fixed(&head, 8, out.n - EACH);
	memcpy(out.p + 8, head.p, 16);
	fwrite(out.p, 1, out.n, stdout);
	strbuf_free(&out);
	strbuf_free(&head);
}

/* A flight recording that names many recordings, each of which is a remark. */
static void
put_recordings(uint32_t n)
{
	struct strbuf names = STRBUF_INIT, out = STRBUF_INIT;
	struct jfr_out one = { .class = STR("A"),
		.method = STR("m"),
		.thread = STR("t"),
		.setting = STR("jdk.ActiveRecording"),
		.states = STR("rr") };

	for (uint32_t i = 0; i < n; i++)
		strbuf_addf(&names, "%sn%" PRIu32 "=", i > 0 ? " " : "", i);
	one.settings = strbuf_str(&names);
	jfr_out(&out, &one);
	fwrite(out.p, 1, out.n, stdout);
	strbuf_free(&names);
	strbuf_free(&out);
}

/* Messages of some bytes that become a megabyte each: frames of zstd, with
   blocks of one byte repeated; field 15 of the message is skipped. */
static void
put_framed(uint32_t n)
{
	enum { REPEATED = 7 << 17 };
	struct small s = { .strings = 0 };
	struct strbuf one = STRBUF_INIT, packed = STRBUF_INIT;
	size_t raw;

	add_dictionary(&s, 0, 0);
	strbuf_add(&one, strbuf_str(&s.out));
	strbuf_addch(&one, 15 << 3 | 2);
	proto_varint(&one, REPEATED);
	strbuf_add(&packed, str_from("\x28\xb5\x2f\xfd\x00\x58", 6));
	raw = one.n << 3;
	for (int i = 0; i < 3; i++)
		strbuf_addch(&packed, (char)(raw >> 8 * i & 0xff));
	strbuf_add(&packed, strbuf_str(&one));
	for (int block = 1; block <= 7; block++) {
		raw = (size_t)(1 << 17) << 3 | 2 | (block == 7);
		for (int i = 0; i < 3; i++)
			strbuf_addch(&packed, (char)(raw >> 8 * i & 0xff));
		strbuf_addch(&packed, 0);
	}
	for (uint32_t i = 0; i < n; i++) {
		for (int k = 3; k >= 0; k--)
			putchar((int)(packed.n >> 8 * k & 0xff));
		fwrite(packed.p, 1, packed.n, stdout);
	}
	strbuf_reset(&s.out);
	strbuf_free(&one);
	strbuf_free(&packed);
	small_end(&s);
}

/* ---- Large ones of an ordinary kind, to be left while they are read ---- */

/* Numbers that look like chance. */
static uint32_t
chance(uint32_t *state, uint32_t below)
{
	*state = *state * 1103515245 + 12345;
	return (*state >> 8) % below;
}

/* A trace whose only event carries a text of so many bytes of escapes. */
static void
put_escapes(uint32_t n)
{
	fputs("[{\"ph\":\"X\",\"name\":\"f\",\"ts\":1,\"dur\":5,\"pid\":1,"
	      "\"tid\":1,\"args\":{\"source\":\"",
		stdout);
	for (uint32_t i = 0; i < n / 2; i++)
		fputs("\\n", stdout);
	puts("\"}}]");
}

static void
put_stacks(uint32_t n)
{
	uint32_t state = 1;

	for (uint32_t i = 0; i < n; i++) {
		for (int k = 0; k < 20; k++)
			printf("f%" PRIu32 ";", chance(&state, 2000));
		printf("g %" PRIu32 "\n", i + 1);
	}
}

/* Samples as perf script prints them. */
static void
put_samples(uint32_t n)
{
	uint32_t state = 1;

	for (uint32_t i = 0; i < n; i++) {
		printf("prog 1 %" PRIu32 ".%06" PRIu32 ": 100 cycles:\n",
			i / 1000, i % 1000 * 1000);
		for (int k = 0; k < 15; k++)
			printf("\t%" PRIx32 " f%" PRIu32 " (/bin/x)\n",
				0x1000 + chance(&state, 1 << 20),
				chance(&state, 2000));
		puts("");
	}
}

/* A call graph: each function calls five after it. */
static void
put_calls(uint32_t n)
{
	uint32_t state = 1;

	puts("# callgrind format\nevents: Ir");
	for (uint32_t i = 0; i < n; i++) {
		printf("fn=f%" PRIu32 "\n%" PRIu32 " 10\n", i, i);
		for (int k = 0; k < 5 && i + 1 < n; k++) {
			uint32_t to = i + 1 + chance(&state, 50);

			printf("cfn=f%" PRIu32 "\ncalls=1 1\n%" PRIu32 " 5\n",
				to < n ? to : n - 1, i);
		}
	}
}

/* Events of a trace, one after the other. */
static void
put_slices(uint32_t n)
{
	uint32_t state = 1;

	putchar('[');
	for (uint32_t i = 0; i < n; i++)
		printf("%s{\"ph\":\"X\",\"name\":\"f%" PRIu32
		       "\",\"ts\":%" PRIu32
		       ",\"dur\":2,\"pid\":1,\"tid\":%" PRIu32 "}",
			i > 0 ? ",\n" : "", chance(&state, 2000), 3 * i, i % 7);
	puts("]");
}

static void
put_column(const char *name, uint32_t n, const char *value)
{
	printf(",\"%s\":[", name);
	for (uint32_t i = 0; i < n; i++)
		if (value != NULL)
			printf("%s%s", i > 0 ? "," : "", value);
		else
			printf("%s%" PRIu32, i > 0 ? "," : "", i);
	putchar(']');
}

/* Firefox: a thread of n functions, stacks and samples. */
static void
put_gecko(uint32_t n)
{
	uint32_t state = 1;

	fputs("{\"meta\":{\"interval\":1,\"startTime\":0,\"product\":\"x\","
	      "\"preprocessedProfileVersion\":56,\"version\":30,"
	      "\"processType\":0},\"libs\":[],\"threads\":[{\"name\":\"t\","
	      "\"pid\":\"1\",\"tid\":1,\"stringArray\":[",
		stdout);
	for (uint32_t i = 0; i < n; i++)
		printf("%s\"f%" PRIu32 "\"", i > 0 ? "," : "", i);
	printf("],\"frameTable\":{\"length\":%" PRIu32, n);
	put_column("func", n, NULL);
	put_column("address", n, "-1");
	printf("},\"funcTable\":{\"length\":%" PRIu32, n);
	put_column("name", n, NULL);
	put_column("resource", n, "-1");
	printf("},\"resourceTable\":{\"length\":0,\"lib\":[],\"name\":[]},"
	       "\"stackTable\":{\"length\":%" PRIu32 ",\"prefix\":[null",
		n);
	for (uint32_t i = 1; i < n; i++)
		printf(",%" PRIu32, i - 1 - chance(&state, i < 30 ? i : 30));
	putchar(']');
	put_column("frame", n, NULL);
	printf("},\"samples\":{\"length\":%" PRIu32, n);
	put_column("stack", n, NULL);
	put_column("time", n, NULL);
	puts("}}]}");
}

static const struct {
	const char *name;
	void (*put)(uint32_t n);
	uint32_t n;
} kinds[] = {
	{ "shared", put_shared, 4000 },
	{ "repeated", put_repeated, 20000 },
	{ "ranges", put_ranges, 4000 },
	{ "framed", put_framed, 1000 },
	{ "columns", put_columns, 8000 },
	{ "owners", put_owners, 4000 },
	{ "checkpoints", put_checkpoints, 4000 },
	{ "libraries", put_libraries, 8000 },
	{ "addresses", put_addresses, 20000 },
	{ "maps", put_maps, 20000 },
	{ "heapmaps", put_heap_maps, 8000 },
	{ "group", put_group, 50000 },
	{ "recordings", put_recordings, 40000 },
	{ "types", put_types, 100000 },
	{ "labels", put_labels, 10000000 },
	{ "units", put_units, 100000 },
	{ "onesample", put_one_sample, 100000 },
	{ "keys", put_keys, 30000 },
	{ "slashes", put_slashes, 300000 },
	{ "deep", put_deep, 10000000 },
	{ "mult", put_mult, 1000 },
	{ "tagged", put_tagged, 1000 },
	{ "events", put_events, 20000 },
	{ "evented", put_evented, 20000 },
	{ "trace", put_trace, 15000 },
	{ "nodes", put_nodes, 12000 },
	{ "escapes", put_escapes, 16000000 },
	{ "stacks", put_stacks, 60000 },
	{ "samples", put_samples, 20000 },
	{ "calls", put_calls, 40000 },
	{ "slices", put_slices, 50000 },
	{ "gecko", put_gecko, 40000 },
	{ "ordinary", put_ordinary, 1000000 },
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
				n > UINT32_MAX / 4))
			break;
		kinds[i].put((uint32_t)n);
		return fflush(stdout) != 0 || ferror(stdout) != 0;
	}
	if (argc > 1)
		fprintf(stderr, "dear: no such kind or number\n");
	return argc > 1 ? 2 : 0;
}
