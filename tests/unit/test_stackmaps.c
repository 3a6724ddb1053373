/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output of bpftrace and DTrace in, samples out. */
#include "prelude.h"

#include "read/read.h"

#include <inttypes.h>

#include "testing.h"

#include "util_read.h"

/* "[key1=work] leaf < k:kernel leaf = 17", a line for each sample. */
static void
describe(const struct profile *p, struct strbuf *out)
{
	for (size_t s = 0; s < p->sample.n; s++) {
		lset_id set = p->sample.labels[s];
		loc_id stack[100];
		size_t n = profile_stack(p, p->sample.leaf[s], stack, 100);

		for (uint32_t i = p->labels.first[set];
			i < p->labels.first[set + 1]; i++)
			strbuf_addf(out, "[%.*s=%.*s] ",
				STR_ARG(profile_str(p, p->labels.label[i].key)),
				STR_ARG(profile_str(
					p, p->labels.label[i].str)));
		for (size_t i = 0; i < n; i++) {
			struct str map = profile_str(
				p, p->map.file[p->loc.map[stack[i]]]);

			strbuf_addstr(out, i > 0 ? " < " : "");
			if (map.n > 0)
				strbuf_addf(out, "%.*s:", STR_ARG(map));
			strbuf_add(out,
				profile_str(p,
					p->func.name
						[p->line.func[p->loc.line0[stack
								[i]]]]));
		}
		strbuf_addstr(out, " =");
		for (uint32_t t = 0; t < p->types.n; t++)
			strbuf_addf(out, " %" PRId64, p->sample.value[t][s]);
		strbuf_addstr(out, "\n");
	}
}

/* The format is recognised by the text. */
static void
becomes(const char *text, const char *want)
{
	read_becomes("", str_c(text), describe, want);
}

static void
remarks(const char *text, const char *format, const char *want)
{
	struct strbuf all = STRBUF_INIT;

	read_remarks(format, str_c(text), &all);
	assert_string_equal(strbuf_c(&all), want);
	strbuf_free(&all);
}

static void
fails(const char *text, const char *format, const char *msg)
{
	struct err err = ERR_INIT;

	assert_null(read_as(format, str_c(text), NULL, &err));
	assert_int_equal(err.code, ERR_FORMAT);
	if (msg != NULL)
		assert_string_equal(err.msg, msg);
}

TEST(a_map_of_stacks)
{
	becomes("Attaching 1 probe...\n\n\n"
		"@[\n    hot+41\n    main+44\n, demo]: 7\n"
		"@[\n    std::map<int, int>::operator->() const+0x1f\n"
		"    0x7f10508d44a3\n]: 3\n",
		"[key1=demo] hot < main = 7\n"
		"std::map<int, int>::operator->() const < [unknown] = 3\n");
	becomes("@on_cpu[1, demo, \n    hot+41\n, 9]: -7\n"
		"@off_cpu[\n    hot+41\n]: 9223372036854775807\n",
		"[key1=1] [key2=demo] [key3=9] hot = -7 0\n"
		"hot = 0 9223372036854775807\n");
	/* as perf prints stacks */
	becomes("@[\n\t7fbd _int_malloc+729 (/usr/lib/libc.so.6)\n"
		"\t7fbe f(int) (inlined)\n]: 1\n",
		"/usr/lib/libc.so.6:_int_malloc < inlined:f(int) = 1\n");
}

TEST(the_kernel_is_called_by_the_user)
{
	becomes("@[\n    read+1\n    main+2\n, \n    vfs_read+3\n"
		"    entry_SYSCALL_64_after_hwframe+4\n, work]: 5\n",
		"[key1=work] [kernel]:vfs_read < "
		"[kernel]:entry_SYSCALL_64_after_hwframe < read < main = 5\n");
	becomes("@[\n    vfs_read+3\n    do_syscall_64+4\n, \n    read+1\n"
		"    main+2\n]: 5\n",
		"[kernel]:vfs_read < [kernel]:do_syscall_64 < read < main "
		"= 5\n");
	becomes("@[\n    pv_native_safe_halt+11\n    do_idle+2\n]: 5\n",
		"[kernel]:pv_native_safe_halt < [kernel]:do_idle = 5\n");
}

TEST(stacks_may_be_empty)
{
	becomes("@[\n    f+1\n]: 2\n@[, swapper]: 9\n@[42, ]: 8\n"
		"@[, \n    f+3\n, a]: 4\n@[, \n, b]: 5\n",
		"f = 2\n[key1=swapper]  = 9\n[key1=42]  = 8\n"
		"[key1=a] [kernel]:f = 4\n[key1=b]  = 5\n");
}

TEST(other_maps_are_left_out)
{
	remarks("@[\n    f+1\n]: 2\n@by[work]: 2\n@total: 2\n"
		"@h[\n    f+1\n]:\n[16, 32)  5 |@@@@|\n\n"
		"@[\n    g+1\n",
		"bpftrace",
		"bpftrace: the last entry, at line 11, is truncated and left "
		"out\nbpftrace: 1 entries without a number for a value were "
		"left out, the first at line 8\nbpftrace: 1 entries without a "
		"stack were left out, the first at line 4\n");
	fails("@[\n    f+1\n]:\n[16, 32)  5 |@@@@|\n", "bpftrace",
		"the map is a histogram: use @[ustack] = count() (line 3)");
	fails("@[\n    f+1\n]: count 5, average 3\n", "bpftrace",
		"the map's values are not numbers: use @[ustack] = count() "
		"(line 3)");
	fails("x\n@by[work]: 2\n", "bpftrace",
		"the map has no stacks: use @[ustack] = count() (line 2)");
	fails("Attaching 1 probe...\n", "bpftrace",
		"no map with stacks in 1 lines of bpftrace output");
}

TEST(stacks_of_dtrace)
{
	becomes("\n  httpd  \n              libc.so.1`__write+0xa\n"
		"              0x8047a2c\n"
		"              httpd`std::f(int, char)+0x9c\n    21\n\n"
		"              unix`idle\n              3\n",
		"[key1=httpd] libc.so.1:__write < [unknown] < "
		"httpd:std::f(int, char) = 21\nunix:idle = 3\n");
	remarks("   a`f+0x1\n   7\n\n   a`g+0x1\n\n", "dtrace",
		"DTrace: 1 stacks without a number below them were left out, "
		"the first at line 4\n");
	fails("   a`f+0x1\n", "dtrace",
		"no stacks with a number below them in 1 lines of DTrace");
}

/* @[stack(), ustack()] = count(), in either order; a key may have no user's
   stack or no kernel's. */
TEST(stacks_of_the_kernel_and_of_the_user_in_dtrace)
{
	becomes("\n   genunix`read+0x1a\n   unix`sys_syscall+0x17d\n\n"
		"   libc.so.1`__read+0xa\n   demo`main+0x9\n   5\n\n"
		"   unix`idle_enter+0x1\n   unix`thread_start+0x8\n\n   3\n\n\n"
		"   demo`spin+0x4\n   demo`main+0x20\n   7\n\n"
		"   demo`main+0x20\n\n   unix`trap+0x1\n   2\n",
		"genunix:read < unix:sys_syscall < libc.so.1:__read < "
		"demo:main = 5\nunix:idle_enter < unix:thread_start = 3\n"
		"demo:spin < demo:main = 7\nunix:trap < demo:main = 2\n");
	/* Below a stack without a number comes a histogram, or nothing. */
	remarks("   a`f+0x1\n   7\n\n   a`g+0x1\n\n   value  --- count\n"
		"       1 |@@  3\n\n   a`h+0x1\n\n\n   a`f+0x1\n   1\n",
		"dtrace",
		"DTrace: 2 stacks without a number below them were left out, "
		"the first at line 4\n");
}

/* "f->g" is g inlined into f, unless it is a part of C++. */
TEST(inlined_functions_in_dtrace)
{
	becomes("\n   a`f->g->h+0x1\n   a`p::operator->() const+0x1\n"
		"   a`k(int)->l+0x1\n   5\n",
		"a:h < a:g < a:f < a:p::operator->() const < a:k(int)->l = "
		"5\n");
}

TEST(maps_in_json)
{
	becomes("{\"type\": \"attached_probes\", \"data\": {\"probes\": 1}}\n"
		"{\"type\": \"map\", \"data\": {\"@\": {\"\\n        hot+10\\n"
		"        main+3\\n\": 5, \"\\n        std::map<a,b>::f+1\\n"
		"        main+3\\n\": 2}}}\n",
		"hot < main = 5\nstd::map<a,b>::f < main = 2\n");
	/* The whole number, and other parts of the key. */
	becomes("{\"type\": \"map\", \"data\": {\"@a\": {\"7,\\n    hot\\n,"
		"my prog\": 9007199254740993}, \"@b\": {\"\\n    hot\\n\": "
		"\"-1\"}}}\n",
		"[key1=7] [key2=my prog] hot = 9007199254740993 0\n"
		"hot = 0 -1\n");
	remarks("{\"type\": \"map\", \"data\": {\"@\": {\"\\n    hot\\n\": "
		"1}}}\n"
		"{\"type\": \"hist\", \"data\": {\"@h\": []}}\n"
		"{\"type\": \"map\", \"data\": {\"@n\": 7}}\n"
		"{\"type\": \"map\", \"data\": {\"@s\": {\"\\n    f\\n\": "
		"{\"count\": 1}}}}\n{\"type\": \"map\", \"da\n",
		"",
		"bpftrace: 2 entries without a number for a value were left "
		"out, the first at line 4\n"
		"bpftrace: 1 entries without a stack were left out, the first "
		"at line 3\n");
}

TEST(stacks_of_bcc)
{
	becomes("Sampling at 49 Hertz of all threads by user + kernel stack... "
		"Hit Ctrl-C to end.\n\n    copy_page\n    --\n    "
		"read_all+0x1b\n"
		"    main\n    -                web srv (4711)\n        3\n\n"
		"    b'work'\n    b'main'\n    -                b'my prog' "
		"(4712)\n"
		"        1\n\n",
		"[comm=web srv] [pid=4711] copy_page < read_all < main = 3\n"
		"[comm=my prog] [pid=4712] work < main = 1\n");
	/* stackcount, with and without who it was */
	becomes("Tracing 1 functions for \"vfs_read\"... Hit Ctrl-C to end.\n"
		"^C\n  vfs_read\n  ksys_read\n  cat [77]\n    "
		"9007199254740993\n\n"
		"  vfs_read\n    2\n\nDetaching...\n",
		"[comm=cat] [pid=77] vfs_read < ksys_read = 9007199254740993\n"
		"vfs_read = 2\n");
	remarks("Tracing... Hit Ctrl-C to end.\n\n  f\n    1\n\n  g\n  h\n\n",
		"",
		"bcc: 1 stacks without a number below them were left out, the "
		"first at line 6\n");
	fails("no stacks\n", "bcc",
		"no stack is followed by a count in 1 lines of bcc");
	/* Other texts have indented numbers, too. */
	fails("chapter\n    one\n    2\n\n", "", NULL);
}

/* The kernel's counts have 64 bits without a sign. */
TEST(large_values_are_clamped)
{
	static const char *const texts[] = {
		"@[\n    f\n]: 18446744073709551615\n",
		"{\"type\": \"map\", \"data\": {\"@\": {\"\\n    f\\n\": "
		"18446744073709551615}}}\n",
		"\n  a`f\n  18446744073709551615\n",
		"Hit Ctrl-C to end\n... Hit Ctrl-C to end.\n\n  f\n"
		"    18446744073709551615\n\n",
	};

	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct profile *p = read_well("", str_c(texts[i]));

		assert_int_equal(p->sample.n, 1);
		assert_true(p->sample.value[0][0] == INT64_MAX);
		profile_unref(p);
		remarks(texts[i], "", "values beyond 64 bits were clamped\n");
	}
}

TEST(bcc_says_the_unit_of_times)
{
	struct profile *p = read_well("",
		STR("Tracing off-CPU time (us) of all threads by user stack... "
		    "Hit Ctrl-C to end.\n\n    schedule\n    main\n"
		    "    -                app (7)\n        250\n\n"));

	assert_true(str_is(profile_str(p, p->types.type[0]), "off-cpu"));
	assert_true(str_is(profile_str(p, p->types.unit[0]), "microseconds"));
	assert_int_equal(p->sample.value[0][0], 250);
	profile_unref(p);
}

TEST(damaged_maps_do_no_harm)
{
	static const char text[] =
		"@a[1, \n    f+1\n\t7f g+2 (/x)\n, \n    0x7f1050\n"
		"    do_idle+1\n, b, ]: 17\n@[, c]: 5\n@h[]:\n"
		"  k\n   a`f+0x1\n   0x12\n   7\n";

	read_damaged("bpftrace", STR(text), 3000);
	read_damaged("dtrace", STR(text), 3000);
}

/* The number behind "NAME: " at the start of a line. */
static int64_t
counted(struct str text, const char *name)
{
	int64_t n = -1;

	while (text.n > 0) {
		struct str line = str_cut(&text, '\n');

		if (str_starts(line, str_c(name)))
			assert_true(str_to_i64(
				str_skip(line, strlen(name) + 2), &n));
	}
	return n;
}

static int64_t
sum_of(const struct profile *p, const char *type, const char *key1)
{
	int64_t sum = 0;

	for (uint32_t t = 0; t < p->types.n; t++)
		for (size_t i = 0; i < p->sample.n; i++) {
			lset_id set = p->sample.labels[i];
			uint32_t at = p->labels.first[set];

			if (!str_is(profile_str(p, p->types.type[t]), type))
				continue;
			if (key1 == NULL ||
				(at < p->labels.first[set + 1] &&
					str_is(profile_str(p,
						       p->labels.label[at].str),
						key1)))
				sum += p->sample.value[t][i];
		}
	return sum;
}

TEST(bpftrace_has_counted_the_same)
{
	struct bytes text = testdata("bpftrace/work.txt");
	struct str s = bytes_str(&text);
	struct err err = ERR_INIT;
	struct profile *p = read_as("", s, NULL, &err);

	assert_non_null(p);
	assert_int_equal(sum_of(p, "samples", NULL), counted(s, "@total"));
	assert_int_equal(sum_of(p, "samples", "work"), counted(s, "@by[work]"));
	assert_int_equal(sum_of(p, "samples", "page worker 7"),
		counted(s, "@by[page worker 7]"));
	profile_unref(p);
	bytes_free(&text);

	text = testdata("bpftrace/maps.txt");
	s = bytes_str(&text);
	p = read_as("", s, NULL, &err);
	assert_non_null(p);
	assert_int_equal(
		sum_of(p, "on_cpu", NULL), counted(s, "@on_cpu_total"));
	assert_int_equal(
		sum_of(p, "faults", NULL), counted(s, "@faults_total"));
	profile_unref(p);
	bytes_free(&text);

	text = testdata("dtrace/stacks.txt");
	p = read_as("", bytes_str(&text), NULL, &err);
	assert_non_null(p);
	assert_int_equal(sum_of(p, "samples", NULL), 21 + 312 + 4);
	profile_unref(p);
	bytes_free(&text);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
