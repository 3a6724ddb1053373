/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of simpleperf, written by hand, and what they become. */
#include "prelude.h"

#include "testing.h"

#include "protoout.h"
#include "sampled.h"
#include "util_read.h"

static void
number(struct strbuf *out, size_t bytes, uint64_t v)
{
	for (; bytes-- > 0; v >>= 8)
		strbuf_addch(out, (char)(unsigned char)(v & 0xff));
}

/* Append a record whose message of this kind is m, which becomes empty. */
static void
record(struct strbuf *out, unsigned kind, struct strbuf *m)
{
	struct strbuf r = STRBUF_INIT;

	proto_bytes(&r, kind, strbuf_str(m));
	number(out, 4, r.n);
	strbuf_add(out, strbuf_str(&r));
	strbuf_free(&r);
	strbuf_reset(m);
}

static void
call(struct strbuf *sample, uint64_t address, uint64_t file, int symbol)
{
	struct strbuf c = STRBUF_INIT;

	proto_number(&c, 1, address);
	proto_number(&c, 2, file);
	proto_number(&c, 3, (uint64_t)(int64_t)symbol);
	proto_bytes(sample, 3, strbuf_str(&c));
	strbuf_free(&c);
}

static void
sample(struct strbuf *m, uint64_t time, uint64_t count, uint64_t event)
{
	proto_number(m, 1, time);
	proto_number(m, 2, 12);
	proto_number(m, 4, count);
	proto_number(m, 5, event);
}

/* The tables come after the samples, as the tool writes them. */
static struct strbuf
recording(void)
{
	struct strbuf out = STRBUF_INIT, m = STRBUF_INIT, u = STRBUF_INIT;

	strbuf_addstr(&out, "SIMPLEPERF");
	number(&out, 2, 1);
	sample(&m, 1000, 70, 0);
	call(&m, 0x20, 1, 0);
	call(&m, 0x10, 0, 1);
	record(&out, 1, &m);
	sample(&m, 1500, 9, 1);
	call(&m, 0x30, 1, -1);
	call(&m, 0x11, 0, 1);
	proto_number(&u, 3, 2);
	proto_bytes(&m, 6, strbuf_str(&u));
	record(&out, 1, &m);
	proto_number(&m, 1, 5);
	proto_number(&m, 2, 3);
	record(&out, 2, &m);
	proto_number(&m, 1, 0);
	proto_bytes(&m, 2, STR("/app"));
	proto_bytes(&m, 3, STR("f"));
	proto_bytes(&m, 3, STR("main"));
	record(&out, 3, &m);
	proto_number(&m, 1, 1);
	proto_bytes(&m, 2, STR("/libc.so"));
	proto_bytes(&m, 3, STR("read"));
	record(&out, 3, &m);
	proto_number(&m, 1, 12);
	proto_number(&m, 2, 7);
	proto_bytes(&m, 3, STR("ui"));
	record(&out, 4, &m);
	proto_bytes(&m, 1, STR("cpu-clock:u"));
	proto_bytes(&m, 1, STR("sched:sched_switch"));
	proto_number(&m, 6, 1);
	record(&out, 5, &m);
	number(&out, 4, 0);
	strbuf_free(&m);
	strbuf_free(&u);
	return out;
}

#define WHO " {comm=ui pid=7 tid=12}"
#define WANT \
	"cpu-clock:u/nanoseconds sched:sched_switch/nanoseconds\n" \
	"main[/app];read[/libc.so] 70,0" WHO " @0\n" \
	"main[/app];0x30[/libc.so] 0,9" WHO " @500\n"
#define LOST "note: simpleperf lost samples: 3\n"
#define FAILED "note: stacks that end early, since unwinding failed: 1\n"

TEST(samples_find_their_tables_behind_them)
{
	struct strbuf out = recording();

	sampled_is(strbuf_str(&out), "", WANT LOST FAILED);
	strbuf_free(&out);
}

TEST(missing_or_damaged_records_are_counted)
{
	struct strbuf out = recording();
	struct str all = strbuf_str(&out);

	sampled_is(str_sub(all, 0, all.n - 4), "",
		WANT "note: no mark at the end: samples may be missing\n" LOST
			FAILED);
	strbuf_addstr(&out, "abc");
	sampled_is(strbuf_str(&out), "",
		WANT "note: the file goes on after the end of the profile: 3 "
		     "bytes were left out\n" LOST FAILED);
	all = str_sub(strbuf_str(&out), 0, all.n);
	sampled_fails(STR("SIMPLEPERF\1\0\0\0\0\0"), "", "no samples");
	sampled_fails(STR("SIMPLEPERF\2\0"), "",
		"version 2 is newer than this reader");
	read_damaged("simpleperf", all, 20000);
	strbuf_free(&out);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
