/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf script text in, samples out; and perf.data by way of a perf that is
   none. */
#include "prelude.h"

#include "read/readers.h"

#include <inttypes.h>

#include "testing.h"

#include "base/compiler.h"
#include "read/perf/perf.h"
#include "util_read.h"

static struct profile *
read_text(struct str text, struct warnings *warnings, struct err *err)
{
	return read_as("perfscript", text, warnings, err);
}

static struct profile *
must_read(const char *text)
{
	return read_well("perfscript", str_c(text));
}

static struct str
name_of(const struct profile *p, line_id line)
{
	return profile_str(p, p->func.name[p->line.func[line]]);
}

/* "types | [labels] leaf,inlined<caller = values", a line for each sample. */
static void
describe(const struct profile *p, struct strbuf *out)
{
	for (uint32_t i = 0; i < p->types.n; i++)
		strbuf_addf(out, "%s%.*s/%.*s", i > 0 ? " " : "",
			STR_ARG(profile_str(p, p->types.type[i])),
			STR_ARG(profile_str(p, p->types.unit[i])));
	strbuf_addstr(out, "\n");
	for (size_t s = 0; s < p->sample.n; s++) {
		loc_id stack[100];
		size_t n = profile_stack(p, p->sample.leaf[s], stack, 100);

		for (size_t i = 0; i < n; i++) {
			line_id from = p->loc.line0[stack[i]];
			line_id to = p->loc.line0[stack[i] + 1];

			strbuf_addstr(out, i > 0 ? " < " : "");
			if (from == to)
				strbuf_addf(out, "@%" PRIx64,
					p->loc.address[stack[i]]);
			for (line_id l = from; l < to; l++)
				strbuf_addf(out, "%s%.*s", l > from ? "," : "",
					STR_ARG(name_of(p, l)));
		}
		strbuf_addstr(out, " =");
		for (uint32_t i = 0; i < p->types.n; i++)
			strbuf_addf(out, " %" PRId64, p->sample.value[i][s]);
		strbuf_addstr(out, "\n");
	}
}

static void
becomes(const char *text, const char *want)
{
	read_becomes("perfscript", str_c(text), describe, want);
}

static void
label_is(const struct profile *p, size_t sample, const char *key,
	const char *want)
{
	lset_id set = p->sample.labels[sample];
	struct str have = STR("none");

	for (uint32_t i = p->labels.first[set]; i < p->labels.first[set + 1];
		i++)
		if (str_is(profile_str(p, p->labels.label[i].key), key))
			have = profile_str(p, p->labels.label[i].str);
	assert_true(str_is(have, want));
}

/* The remarks, a line each. */
static void
remarks(const char *text, const char *want)
{
	struct arena arena = ARENA_INIT;
	struct strbuf all = STRBUF_INIT;
	struct warnings warnings;
	struct err err = ERR_INIT;
	struct profile *p;

	warnings_init(&warnings, &arena);
	p = read_text(str_c(text), &warnings, &err);
	for (const struct warning *n = warnings.head; n != NULL; n = n->next) {
		strbuf_add(&all, n->text);
		strbuf_addch(&all, '\n');
	}
	assert_string_equal(err.msg, "");
	assert_string_equal(strbuf_c(&all), want);
	strbuf_free(&all);
	profile_unref(p);
	arena_free(&arena);
}

static void
fails(const char *text, const char *msg)
{
	struct err err = ERR_INIT;

	assert_null(read_text(str_c(text), NULL, &err));
	assert_int_equal(err.code, ERR_FORMAT);
	assert_string_equal(err.msg, msg);
}

#define TWO_FRAMES \
	"\t            1229 hot+0x29 (/opt/demo)\n" \
	"\t            10ac main+0x2c (/opt/demo)\n"

TEST(shapes_of_event_lines)
{
	struct profile *p;

	p = must_read(
		"demo 10145  1389.780834:    2004008 cpu-clock: \n" TWO_FRAMES
		"\n"
		"V8 WorkerThread 24636/25607 [000] 94564.109216:   1 "
		"cycles:u: \n"
		"\t    7faffd8f2ad7 [unknown] ([unknown])\n"
		"\n"
		"worker 3 77 [012] 94564.109216789:   5 cycles:u: \n" TWO_FRAMES
		"\n"
		"   page 1/2 7 -1/8 94565.5: 6 cycles:u:\n" TWO_FRAMES);
	assert_int_equal(p->sample.n, 4);
	label_is(p, 0, "comm", "demo");
	label_is(p, 0, "tid", "10145");
	label_is(p, 0, "pid", "none");
	label_is(p, 0, "cpu", "none");
	label_is(p, 1, "comm", "V8 WorkerThread");
	label_is(p, 1, "pid", "24636");
	label_is(p, 1, "tid", "25607");
	label_is(p, 1, "cpu", "0");
	label_is(p, 2, "comm", "worker 3");
	label_is(p, 2, "tid", "77");
	label_is(p, 2, "cpu", "12");
	label_is(p, 3, "comm", "page 1/2 7");
	label_is(p, 3, "pid", "-1");
	assert_int_equal(p->sample.time[0], 0);
	assert_int_equal(p->sample.time[2],
		(int64_t)(94564 - 1389) * 1000000000 + 109216789 - 780834000);
	assert_int_equal(p->header.duration_nanos,
		(int64_t)(94565 - 1389) * 1000000000 + 500000000 - 780834000);
	profile_unref(p);
}

TEST(a_line_without_period_counts_one)
{
	becomes("demo 1 5.5: cycles: \n" TWO_FRAMES "\n"
		"demo 1 cycles: \n" TWO_FRAMES,
		"samples/count cycles/count\n"
		"hot < main = 1 1\nhot < main = 1 1\n");
	/* The same of a clock: then it is not nanoseconds. */
	becomes("demo 1 5.5: cpu-clock: \n" TWO_FRAMES "\n",
		"samples/count cpu-clock/count\nhot < main = 1 1\n");
}

TEST(every_event_is_a_sample_type)
{
	struct profile *p;

	becomes("a 1 1.0: 10 instructions:u: \n" TWO_FRAMES "\n"
		"a 1 1.1: 20 cycles:u: \n" TWO_FRAMES "\n"
		"a 1 1.2: 30 cycles:k: \n" TWO_FRAMES "\n"
		"a 1 1.3: 7 cpu-clock: \n" TWO_FRAMES "\n",
		"samples/count instructions/count cycles:u/count "
		"cycles:k/count cpu-clock/nanoseconds\n"
		"hot < main = 1 10 0 0 0\nhot < main = 1 0 20 0 0\n"
		"hot < main = 1 0 0 30 0\nhot < main = 1 0 0 0 7\n");
	p = must_read("a 1 1.0: 10 instructions:u: \n" TWO_FRAMES "\n"
		      "a 1 1.1: 20 cycles:u: \n" TWO_FRAMES "\n");
	assert_true(str_is(profile_str(p, p->header.default_type), "cycles"));
	assert_int_equal(p->header.period, 20);
	profile_unref(p);
}

TEST(tracepoints_may_tell_anything)
{
	becomes("sh 5 [000] 1.5: 3 sched:sched_switch: prev_comm=a (b) "
		"prev_pid=5 ==> next_comm=ls: (x)\n" TWO_FRAMES "\n",
		"samples/count sched:sched_switch/count\n"
		"hot < main = 1 3\n");
}

TEST(without_a_call_graph_the_frame_is_in_the_line)
{
	becomes("  page 7 9 1.5: 3 cycles:u:   7f6d malloc+0xa7 (/lib/c.so)\n"
		"    work 8 1.6: 4 cycles:u:     55 (anonymous namespace)"
		"::f+0x1 (/opt/a b (c)/work)\n",
		"samples/count cycles/count\n"
		"malloc = 1 3\n(anonymous namespace)::f = 1 4\n");
	remarks("work 8 1.6: 4 cycles:u:     55 f+0x1 (/opt/work)\n",
		"no call graph; perf record -g records whole stacks\n");
}

TEST(symbols_may_hold_anything)
{
	struct profile *p;

	becomes("a 1 1.0: 1 cycles: \n"
		"\t 1 <T as core::Trait<U>>::call(fn() -> u8)+0x1b (/opt/a)\n"
		"\t 2 operator()(int) const+0x1 (/opt/a (deleted))\n"
		"\t 3 std::map<int, f(int)>::operator->() (/opt/a)\n"
		"\t 4  (/opt/a)\n"
		"\t 5 [unknown] (/opt/a)\n"
		"\t 6 [unknown] ([unknown])\n"
		"\t 7 name;of;three (/opt/a)\n"
		"\n",
		"samples/count cycles/count\n"
		"<T as core::Trait<U>>::call(fn() -> u8) < "
		"operator()(int) const < std::map<int, f(int)>::operator->() "
		"< @3 < @4 < [unknown] < name;of;three = 1 1\n");
	p = must_read("a 1 1.0: 1 cycles: \n"
		      "\t 2 f+0x1 (/opt/app (deleted))\n\n");
	assert_true(str_is(profile_str(p, p->map.file[0]), "/opt/app"));
	assert_int_equal(p->loc.address[0], 2);
	profile_unref(p);
}

TEST(inlined_frames_are_lines_of_one_place)
{
	becomes("demo 10688  1463.963151:    2004008  cpu-clock: \n"
		"\t            121d mix+0x1d (inlined)\n"
		"\t            121d mid+0x1d (inlined)\n"
		"\t            121d hot+0x1d (/opt/demo)\n"
		"\t            10ac main+0x2c (/opt/demo)\n\n",
		"samples/count cpu-clock/nanoseconds\n"
		"mix,mid,hot < main = 1 2004008\n");
	/* A call to itself is no inlined frame. */
	becomes("a 1 1.0: 1 cycles: \n"
		"\t 9 f+0x1 (/opt/a)\n\t 9 f+0x1 (/opt/a)\n\n",
		"samples/count cycles/count\nf < f = 1 1\n");
	/* perf may have no symbol for the function that contains inlined
	   calls. */
	becomes("a 1 1.0: 1 cycles: \n"
		"\t 8 g+0x1 (inlined)\n\t 8 __GI_h+0x1 (inlined)\n"
		"\t 9 f+0x1 (/opt/a)\n\n",
		"samples/count cycles/count\ng,__GI_h < f = 1 1\n");
	/* ... and where it has, first, and a second time by its short name. */
	becomes("a 1 1.0: 1 cycles: \n"
		"\t 8 n::ring<int>::sum+0x1 (/opt/a)\n"
		"\t 8 call+0x1 (inlined)\n\t 8 sum+0x1 (inlined)\n\n",
		"samples/count cycles/count\n"
		"call,n::ring<int>::sum = 1 1\n");
}

TEST(compilers_at_run_time_tell_what_they_inlined)
{
	becomes("java 1 1.0: 1 cycles: \n"
		"\t 9 La;::run->Lb;::get->c (/tmp/perf-1.map)\n\n",
		"samples/count cycles/count\nc,Lb;::get,La;::run = 1 1\n");
}

TEST(sources_stand_below_their_frames)
{
	struct profile *p;

	p = must_read("work 15220 24539.6:    2004008 cpu-clock:u: \n"
		      "\t  2c93 sort+0x1a3 (/opt/work)\n"
		      "  stl_tree.h:1952\n"
		      "\t  3175 round+0xf5 (/opt/work)\n"
		      "  \n"
		      "\t  3175 lib+0xf5 (/opt/l.so)\n"
		      "  libfoo.so[27b25]\n"
		      "\t  22d8 main+0xa8 (/opt/work)\n"
		      "  ??:0\n\n");
	assert_int_equal(p->loc.n, 4);
	assert_true(str_is(
		profile_str(p, p->func.file[p->line.func[0]]), "stl_tree.h"));
	assert_int_equal(p->line.line[0], 1952);
	for (line_id i = 1; i < 4; i++) {
		assert_int_equal(p->func.file[p->line.func[i]], 0);
		assert_int_equal(p->line.line[i], 0);
	}
	profile_unref(p);
}

TEST(the_program_is_the_first_mapping)
{
	struct profile *p;

	p = must_read("demo 1 1.0: 1 cycles: \n"
		      "\tffffffff81 read+0x1 ([kernel.kallsyms])\n"
		      "\t 1 g+0x1 (/usr/lib/libz.so.1)\n"
		      "\t 2 f+0x1 (/usr/bin/python3)\n"
		      "\t 2 f+0x1 (/opt/demo)\n\n");
	assert_int_equal(p->map.n, 4);
	assert_true(str_is(profile_str(p, p->map.file[0]), "/opt/demo"));
	assert_true(
		str_is(profile_str(p, p->map.file[1]), "[kernel.kallsyms]"));
	assert_int_equal(p->loc.map[0], 1);
	assert_int_equal(p->loc.map[3], 0);
	assert_int_equal(p->map.has[0], MAP_FUNCTIONS);
	profile_unref(p);
}

TEST(a_sample_may_have_no_frames)
{
	becomes("a 1 1.0: 1 cycles: \n\nb 2 1.1: 2 cycles: \n" TWO_FRAMES "\n",
		"samples/count cycles/count\n = 1 1\nhot < main = 1 2\n");
}

TEST(what_is_no_sample_is_skipped_and_counted)
{
	static const char sample[] = "a 1 1.0: 1 cycles: \n" TWO_FRAMES "\n";
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&text,
		"%swhat is this?\n\t 12 f (/x)\n\n%s"
		"a 1 1.0: PERF_RECORD_COMM: b:1/1\n\n",
		sample, sample);
	remarks(strbuf_c(&text),
		"perf script: 1 lines were not understood and were skipped; "
		"the "
		"first is line 5\n");
	becomes(strbuf_c(&text),
		"samples/count cycles/count\n"
		"hot < main = 1 1\nhot < main = 1 1\n");
	strbuf_reset(&text);
	strbuf_addf(&text, "%sa 1 1.0: PERF_RECORD_LOST: lost 5\n\n", sample);
	remarks(strbuf_c(&text),
		"perf: samples were lost 1 times while recording: the profile "
		"is incomplete\n");
	strbuf_free(&text);
}

TEST(a_sample_without_an_end_is_kept)
{
	becomes("a 1 1.0: 1 cycles: \n" TWO_FRAMES "\n"
		"a 1 1.0: 5 cycles: \n\t 12 hot (/opt/demo)",
		"samples/count cycles/count\nhot < main = 1 1\nhot = 1 5\n");
	becomes("a 1 1.0: 5 cycles: \n\t 12 hot (/opt/demo)",
		"samples/count cycles/count\nhot = 1 5\n");
	remarks("a 1 1.0: 1 cycles: \n" TWO_FRAMES "\n"
		"a 1 1.0: 5 cycles: \n\t 12 ho",
		"no newline at the end: the stack of line 6 may be truncated, "
		"samples may be missing\n");
	remarks("a 1 1.0: 1 cycles: \n" TWO_FRAMES,
		"perf script: no blank line at the end, line 3: the last stack "
		"may be truncated\n");
}

TEST(texts_without_samples_are_refused_by_line)
{
	fails("\n\nfoo bar\n",
		"no line is a sample: an event line is \"comm pid [cpu] time: "
		"period event:\" (line 3)");
	fails("# captured on : x\n", "no samples in 1 lines of perf script");
}

TEST(the_header_is_kept)
{
	struct profile *p;

	(void)setenv("TZ", "UTC", 1);
	p = must_read("# captured on    : Sat Nov  7 07:57:24 2026\n"
		      "# hostname : vm\n# cmdline : perf record -g ./x: y\n"
		      "# event : name = cycles\n"
		      "a 1 1.0: 1 cycles: \r\n\t 1 f (/x)\r\n\r\n");
	assert_int_equal(
		p->header.time_nanos, INT64_C(1794038244) * 1000000000);
	assert_int_equal(p->header.ncomments, 2);
	assert_true(str_is(profile_str(p, p->header.comment[0]),
		"command: perf record -g ./x: y"));
	assert_true(str_is(profile_str(p, p->header.comment[1]), "host: vm"));
	profile_unref(p);
}

static int
sniffed(const char *text)
{
	struct strbuf why = STRBUF_INIT;
	int near = reader_perfscript.sniff(str_c(text), &why);

	strbuf_free(&why);
	return near;
}

/* As perf prints them: comm, pid, tid, cpu, time, period, event. */
enum {
	COMM = 1,
	PID = 2,
	TID = 4,
	CPU = 8,
	TIME = 16,
	PERIOD = 32,
	EVENT = 64
};

static void
put_fields(struct strbuf *out, unsigned with, int second)
{
	if (with & COMM)
		strbuf_addstr(out, "my prog ");
	if ((with & PID) && (with & TID))
		strbuf_addstr(out, " 1234/1235  ");
	else if (with & (PID | TID))
		strbuf_addstr(out, " 1235 ");
	if (with & CPU)
		strbuf_addstr(out, "[003] ");
	if (with & TIME)
		strbuf_addf(out, "%5d.000001: ", second);
	if (with & PERIOD)
		strbuf_addstr(out, "    250000 ");
	if (with & EVENT)
		strbuf_addstr(out, "cycles:u: ");
}

static void
fields_are(const char *text, unsigned with)
{
	struct err err = ERR_INIT;
	struct profile *p = read_as("", str_c(text), NULL, &err);
	bool event = (with & EVENT) != 0;

	if (p == NULL)
		fail_msg("%s: %s", text, err.msg);
	assert_int_equal(p->sample.n, 3);
	assert_int_equal(p->types.n, event ? 2 : 1);
	for (size_t i = 0; i < 3; i++) {
		label_is(p, i, "comm", with & COMM ? "my prog" : "none");
		label_is(p, i, "pid",
			(with & PID) && (with & TID) ? "1234" : "none");
		label_is(p, i, "tid", with & (PID | TID) ? "1235" : "none");
		label_is(p, i, "cpu", with & CPU ? "3" : "none");
		assert_int_equal(p->sample.value[0][i], 1);
		if (event)
			assert_int_equal(p->sample.value[1][i],
				with & PERIOD ? 250000 : 1);
	}
	if (with & TIME)
		assert_int_equal(p->sample.time[2], 2000000000);
	else
		assert_null(p->sample.time);
	profile_unref(p);
}

TEST(any_field_may_be_missing)
{
	for (unsigned with = 0; with < 2 * EVENT; with++) {
		struct strbuf stacks = STRBUF_INIT, alone = STRBUF_INIT;

		for (int i = 0; i < 3; i++) {
			put_fields(&stacks, with, 100 + i);
			strbuf_addstr(&stacks, "\n" TWO_FRAMES "\n");
			strbuf_addstr(&alone, with & COMM ? "     " : "");
			put_fields(&alone, with, 100 + i);
			strbuf_addstr(&alone, "     1229 hot (/opt/demo)\n");
		}
		fields_are(strbuf_c(&stacks), with);
		fields_are(strbuf_c(&alone), with);
		strbuf_free(&stacks);
		strbuf_free(&alone);
	}
}

TEST(without_an_event_stacks_are_counted)
{
	becomes("my prog 7   1.5: \n" TWO_FRAMES "\nmy prog 7   1.6: \n\n"
		"my prog 7   1.7:\n" TWO_FRAMES "\n",
		"samples/count\nhot < main = 1\n = 1\nhot < main = 1\n");
	/* -F ip,sym */
	becomes("\n\t            1229 hot\n\t            10ac main\n\n"
		"\n\t            1229 hot\n\t            10ac main\n\n",
		"samples/count\nhot < main = 1\nhot < main = 1\n");
	/* Other texts look so, too: frames have to follow. */
	assert_int_equal(sniffed("my prog 7   1.5: \n    what else\n"), 0);
	assert_int_equal(sniffed("Total:\n  12 lines (added)\n"), 0);
	remarks("a 1 1.5: \n" TWO_FRAMES "\nwhat is this?\n   12 f\n\n",
		"perf script: 2 lines were not understood and were skipped; "
		"the "
		"first is line 5\n"
		"perf script without an event: each stack counts as one; leave "
		"out -F, or add event and period to it\n");
	/* Numbers that are told by their places. */
	becomes("    250000      1229 hot (/opt/demo)\n"
		"    250000      1229 hot (/opt/demo)\n",
		"samples/count\nhot = 1\nhot = 1\n");
}

TEST(names_of_threads_may_look_like_other_fields)
{
	struct profile *p;

	p = must_read("1234 5678 100.5: 1 cycles:\n" TWO_FRAMES "\n"
		      "12:34 5678 100.5: 1 cycles:\n" TWO_FRAMES "\n"
		      "a: 1.5: 5678 100.5: 1 cycles:\n" TWO_FRAMES "\n");
	label_is(p, 0, "comm", "1234");
	label_is(p, 1, "comm", "12:34");
	label_is(p, 2, "comm", "a: 1.5:");
	for (size_t i = 0; i < 3; i++)
		label_is(p, i, "tid", "5678");
	profile_unref(p);
}

TEST(it_is_known_by_its_lines)
{
	assert_int_equal(sniffed("# x\n\nd 1 1.0: 1 c: \n" TWO_FRAMES), 100);
	assert_int_equal(sniffed("d 1 1.0: 1 c:  5 f (/x)\n"), 100);
	assert_int_equal(sniffed("d 1 1.0: 1 s:w: a=b\n"), SNIFF_NEAR);
	assert_int_equal(sniffed("a;b 12\nc;d 13\n"), 0);
	assert_int_equal(sniffed(""), 0);
}

/* Nothing that the bytes hold may break more than the profile. */
TEST(damaged_texts_do_no_harm)
{
	static const char text[] =
		"# hostname : vm\n"
		"a b 1/2 [000] 1.000001: 10 cycles:u: \n"
		"\t 9 f+0x1 (inlined)\n\t 9 g(int)+0x1 (/opt/a)\n"
		"  x.c:12\n\n"
		"c 3 2.5: 7 cpu-clock:  ff h+0x1 (/opt/b (deleted))\n";

	read_damaged("perfscript", STR(text), 3000);
}

TEST(the_memory_limit_holds)
{
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct read_spec spec = { .name = STR("x"),
		.format = STR("perfscript"),
		.max_memory = 200000 };

	for (int i = 0; i < 20000; i++)
		strbuf_addf(&text, "a 1 1.0: 1 cycles: \n\t %x f%d (/x)\n\n",
			(unsigned)i, i);
	spec.bytes = strbuf_str(&text);
	assert_null(read_profile(&spec, NULL, NULL, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	strbuf_free(&text);
}

/* Of an event, also as perf report calls it: "cpu-clock:u". */
static uint32_t
column_of(const struct profile *p, struct str type)
{
	if (str_ends(type, STR(":u")))
		type.n -= 2;
	for (uint32_t i = 0; i < p->types.n; i++)
		if (str_eq(profile_str(p, p->types.type[i]), type))
			return i;
	fail_msg("no sample type %.*s", STR_ARG(type));
	return 0;
}

/* Does a sample belong to a row of perf's report: by its comm, or by the
   symbol of what was called last, not inlined? */
static bool
is_of(const struct profile *p, size_t sample, struct str row, bool by_comm)
{
	lset_id set = p->sample.labels[sample];
	loc_id leaf;

	if (by_comm)
		return str_eq(row,
			profile_str(
				p, p->labels.label[p->labels.first[set]].str));
	if (profile_stack(p, p->sample.leaf[sample], &leaf, 1) == 0 ||
		p->loc.line0[leaf] == p->loc.line0[leaf + 1])
		return false;
	return str_eq(row, name_of(p, p->loc.line0[leaf + 1] - 1));
}

/* Each row of the report, " 3 | 3003003 |[k] symbol", and each total. */
static void
agrees(const char *text_file, const char *report_file, bool by_comm,
	size_t least)
{
	struct bytes text = testdata(text_file), report = testdata(report_file);
	struct str rest = bytes_str(&report);
	struct err err = ERR_INIT;
	struct profile *p = read_text(bytes_str(&text), NULL, &err);
	uint32_t column = 0;
	size_t rows = 0;

	assert_non_null(p);
	while (rest.n > 0) {
		struct str line = str_cut(&rest, '\n'), samples, period;
		int64_t want_n, want, have_n = 0, have = 0;

		if (str_starts(line, STR("# Samples: "))) {
			struct str event =
				str_skip(line, (size_t)str_chr(line, '\''));

			event = str_sub(event, 1, event.n - 1);
			column = column_of(p, event);
		}
		if (line.n == 0 || line.p[0] == '#')
			continue;
		samples = str_trim(str_cut(&line, '|'));
		period = str_trim(str_cut(&line, '|'));
		line = str_trim(by_comm ? line : str_skip(line, 4));
		if (str_starts(line, STR("0x")) ||
			!str_to_i64(samples, &want_n))
			continue;
		assert_true(str_to_i64(period, &want));
		for (size_t i = 0; i < p->sample.n; i++) {
			if (p->sample.value[column][i] == 0 ||
				!is_of(p, i, line, by_comm))
				continue;
			have_n++;
			have += p->sample.value[column][i];
		}
		if (have_n != want_n || have != want)
			fail_msg("%.*s: %" PRId64 " in %" PRId64
				 " samples, perf has %" PRId64 " in %" PRId64,
				STR_ARG(line), have, have_n, want, want_n);
		rows++;
	}
	if (rows < least)
		fail_msg("%s has %zu rows", report_file, rows);
	profile_unref(p);
	bytes_free(&text);
	bytes_free(&report);
}

TEST(symbols_weigh_what_perf_report_says)
{
	agrees("perf/work.txt.gz", "perf/work.report", false, 50);
	agrees("perf/flat.txt.gz", "perf/flat.report", false, 15);
}

/* "# Samples: 23  of event 'task-clock'", and what they weigh in all. */
static void
totals_agree(const char *text_file, const char *report_file, int events)
{
	struct bytes text = testdata(text_file), report = testdata(report_file);
	struct str rest = bytes_str(&report);
	struct err err = ERR_INIT;
	struct profile *p = read_text(bytes_str(&text), NULL, &err);
	int64_t samples = 0, weight = 0;

	assert_non_null(p);
	while (rest.n > 0) {
		struct str line = str_cut(&rest, '\n'), event;
		int64_t want;

		if (str_starts(line, STR("# Event count (approx.): "))) {
			assert_true(str_to_i64(str_skip(line, 25), &want));
			assert_int_equal(weight, want);
		}
		if (!str_starts(line, STR("# Samples: ")))
			continue;
		event = str_skip(line, (size_t)str_chr(line, '\'') + 1);
		samples = weight = 0;
		for (size_t i = 0; i < p->sample.n; i++) {
			int64_t value = p->sample.value[column_of(
				p, str_sub(event, 0, event.n - 1))][i];

			samples += value != 0;
			weight += value;
		}
		line = str_skip(line, 11);
		assert_true(str_to_i64(str_cut(&line, ' '), &want));
		assert_int_equal(samples, want);
		events--;
	}
	assert_int_equal(events, 0);
	profile_unref(p);
	bytes_free(&text);
	bytes_free(&report);
}

/* Names of inlined frames are another matter: perf has them from elsewhere. */
TEST(all_samples_weigh_what_perf_report_says)
{
	totals_agree("perf/work.txt.gz", "perf/work.report", 2);
	totals_agree("perf/inline.txt.gz", "perf/inline.report", 1);
	totals_agree("perf/flat.txt.gz", "perf/flat.report", 1);
	totals_agree("perf/srcline.txt.gz", "perf/srcline.report", 1);
}

TEST(programs_weigh_what_perf_report_says)
{
	agrees("perf/all.txt.gz", "perf/all.report", true, 8);
}

/* Of two stacks, the first of which ends in a frame. */
static void
looks_cut(const char *frame, bool cut)
{
	struct strbuf text = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct warnings warnings;
	struct err err = ERR_INIT;
	struct profile *p;
	size_t said = 0;

	warnings_init(&warnings, &arena);
	strbuf_addf(&text,
		"a 8 1.2: 1 cycles:\n\t1 f+0x4 (/opt/a)\n\t1 %s\n\n"
		"a 8 1.3: 1 cycles:\n\t1 f+0x4 (/opt/a)\n\t2 "
		"main+0x4 (/opt/a)\n\n",
		frame);
	p = read_text(strbuf_str(&text), &warnings, &err);
	assert_non_null(p);
	for (const struct warning *w = warnings.head; w != NULL; w = w->next)
		said += str_starts(
			w->text, STR("1 of 2 stacks look truncated"));
	assert_int_equal(said, cut);
	profile_unref(p);
	arena_free(&arena);
	strbuf_free(&text);
}

TEST(stacks_that_end_nowhere_look_cut)
{
	looks_cut("[unknown] ([unknown])", true);
	/* Frame pointers led to data. */
	looks_cut("[unknown] ([stack])", true);
	looks_cut("[unknown] ([heap])", true);
	looks_cut("[unknown] (//anon)", true);
	/* It may be _start of a program without symbols. */
	looks_cut("[unknown] (/opt/a)", false);
	looks_cut("[unknown] ([vdso])", false);
}

TEST(lines_of_mmap_events_are_taken_apart)
{
	struct perf_map m;

	assert_true(perf_map_line(
		STR("a b 8 1.5: PERF_RECORD_MMAP2 8/8: [0x55f0(0x40000) @ "
		    "0x14000 fe:00 100 98]: r-xp /opt/my app (deleted)"),
		&m));
	assert_int_equal(m.start, 0x55f0);
	assert_int_equal(m.size, 0x40000);
	assert_int_equal(m.offset, 0x14000);
	assert_true(m.executable && str_is(m.file, "/opt/my app"));
	assert_true(perf_map_line(
		STR(" a 8 PERF_RECORD_MMAP2 8/8: [0x1(0x2) @ 0 <0aff>]: r--p "
		    "/opt/a"),
		&m));
	assert_true(!m.executable && str_is(m.build_id, "0aff"));
	assert_true(perf_map_line(
		STR("a 8 PERF_RECORD_MMAP -1/0: [0xffffffff81000000(0x1) @ "
		    "0xffffffff81000000]: x [kernel.kallsyms]_text"),
		&m));
	assert_int_equal(m.start, 0xffffffff81000000);
	assert_false(perf_map_line(
		STR("a 8 PERF_RECORD_MMAP2 8/8: [0x1(0x2) @ "), &m));
	assert_false(perf_map_line(
		STR("a 8 PERF_RECORD_MMAP2 8/8: [0x1 @ 0]: x /a"), &m));
	assert_false(perf_map_line(STR("a 8 1.5: 1 cycles:"), &m));
}

/* Two processes, each with and without a stack; a library that was mapped in
   two pieces; a file that is mapped twice over. */
TEST(mapped_files_give_one_address_to_one_instruction)
{
	static const char text[] =
		"a 8/8 1.1: PERF_RECORD_MMAP2 8/8: [0x5000(0x2000) @ 0x1000 "
		"0:0 1 2]: r-xp /opt/a\n"
		"a 9/9 1.1: PERF_RECORD_MMAP2 9/9: [0x95000(0x2000) @ 0x1000 "
		"0:0 1 2]: r-xp /opt/a\n"
		"a 9/9 1.1: PERF_RECORD_MMAP2 9/9: [0x70000(0x1000) @ 0 "
		"0:0 1 2]: r-xp /opt/l.so\n"
		"a 9/9 1.1: PERF_RECORD_MMAP2 9/9: [0x71000(0x1000) @ 0x1000 "
		"0:0 1 2]: r-xp /opt/l.so\n"
		"a 8/8 1.2: 1 cycles:\n\t1234 f+0x4 (/opt/a)\n\t1eee g+0x0 "
		"(/opt/l.so)\n\n"
		" a 9/9 1.3: 1 cycles: 95234 f+0x4 (/opt/a)\n"
		" a 9/9 1.3: PERF_RECORD_COMM: a:9/9\n"
		" a 9/9 1.4: 1 cycles: 5234 f+0x4 (/opt/a)\n"
		"a 9/9 1.5: 1 cycles:\n\tff1234 h+0x4 (/opt/a)\n\n";
	struct arena arena = ARENA_INIT;
	struct warnings warnings;
	struct err err = ERR_INIT;
	struct profile *p;
	loc_id stack[4];

	warnings_init(&warnings, &arena);
	p = read_text(str_c(text), &warnings, &err);
	assert_non_null(p);
	for (const struct warning *w = warnings.head; w != NULL; w = w->next)
		assert_null(strstr(w->text.p, "not understood"));
	assert_int_equal(p->map.n, 2);
	assert_int_equal(p->map.start[0], 0x5000);
	assert_int_equal(p->map.limit[0], 0x7000);
	assert_int_equal(p->map.offset[0], 0x1000);
	assert_int_equal(p->map.limit[1], 0x72000);
	assert_int_equal(profile_stack(p, p->sample.leaf[0], stack, 4), 2);
	assert_int_equal(p->loc.address[stack[0]], 0x5234);
	assert_int_equal(p->loc.address[stack[1]], 0x71eed);
	for (size_t s = 1; s < 3; s++) {
		assert_int_equal(
			profile_stack(p, p->sample.leaf[s], stack, 4), 1);
		assert_int_equal(p->loc.address[stack[0]], 0x5234);
	}
	/* It belongs to none of them. */
	assert_int_equal(profile_stack(p, p->sample.leaf[3], stack, 4), 1);
	assert_int_equal(p->loc.address[stack[0]], 0xff1234);
	profile_unref(p);
	arena_free(&arena);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
