/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What readers' names become: in no other format than pprof's do two become
   one, and linkers' names are readable in all of them. */
#include "prelude.h"

#include "testing.h"

#include "base/compiler.h"
#include "profile/demangle.h"
#include "read/readers.h"
#include "util_read.h"

/* Each has these three, and the third is a::b. */
#define A "<A as T>::f"
#define B "<B as T>::f"
#define C "_RNvC1a1b"

#define V8_NODE(id, name, children) \
	"{\"id\":" #id ",\"callFrame\":{\"functionName\":\"" name \
	"\",\"url\":\"\",\"lineNumber\":0},\"selfSize\":1,\"hitCount\":1," \
	"\"children\":[" children "]}"

static const struct sampled {
	const char *format, *text;
} rows[] = {
	{ "folded", A ";" B ";" C " 1\n" },
	{ "difffolded", A ";" B ";" C " 1 2\n" },
	{ "perfscript",
		"a 1 1.000000: 1 cycles: \n\t 1 " C "+0x1 (/a)\n\t 2 " B
		"+0x1 (/a)\n\t 3 " A "+0x1 (/a)\n\n" },
	{ "bpftrace", "@[\n    " C "+1\n    " B "+2\n    " A "+3\n]: 4\n" },
	{ "dtrace",
		"\n              a`" C "+0x1\n              a`" B
		"+0x1\n              a`" A "+0x1\n                3\n" },
	{ "callgrind",
		"events: Ir\nfl=a\nfn=" A "\n1 1\nfn=" B "\n1 1\nfn=" C
		"\n1 1\n" },
	{ "speedscope",
		"{\"$schema\":\"https://www.speedscope.app/"
		"file-format-schema.json\",\"shared\":{\"frames\":["
		"{\"name\":\"" A "\"},{\"name\":\"" B "\"},{\"name\":\"" C
		"\"}]},\"profiles\":[{\"type\":\"sampled\",\"name\":\"t\","
		"\"unit\":\"none\",\"startValue\":0,\"endValue\":1,"
		"\"samples\":[[0,1,2]],\"weights\":[1]}]}" },
	{ "trace",
		"[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":9,"
		"\"name\":\"" A "\"},{\"ph\":\"X\",\"pid\":1,\"tid\":1,"
		"\"ts\":1,\"dur\":5,\"name\":\"" B "\"},{\"ph\":\"X\",\"pid\":"
		"1,\"tid\":1,\"ts\":2,\"dur\":2,\"name\":\"" C "\"}]" },
	{ "massif",
		"desc: x\ncmd: a\ntime_unit: i\n#-----------\nsnapshot=0\n"
		"#-----------\ntime=0\nmem_heap_B=10\nmem_heap_extra_B=0\n"
		"mem_stacks_B=0\nheap_tree=peak\nn1: 10 (heap allocation "
		"functions) malloc/new/new[], --alloc-fns, etc.\n n1: 10 "
		"0x1: " C " (a.c:1)\n  n1: 10 0x2: " B
		" (a.c:1)\n   n0: 10 0x3: " A " (a.c:1)\n" },
	{ "dhat",
		"{\"dhatFileVersion\":2,\"mode\":\"heap\",\"verb\":"
		"\"Allocated\",\"bklt\":true,\"bkacc\":false,\"tu\":\"instrs\","
		"\"Mtu\":\"Minstr\",\"cmd\":\"a\",\"pid\":1,\"te\":9,\"pps\":"
		"[{\"tb\":1,\"tbk\":1,\"tl\":1,\"mb\":1,\"mbk\":1,\"gb\":1,"
		"\"gbk\":1,\"eb\":1,\"ebk\":1,\"fs\":[1,2,3]}],\"ftbl\":["
		"\"[root]\",\"0x1: " C " (a.c:1)\",\"0x2: " B
		" (a.c:1)\",\"0x3: " A " (a.c:1)\"]}" },
	{ "cpuprofile",
		"{\"nodes\":[" V8_NODE(1, "(root)", "2") "," V8_NODE(
			2, A, "3") "," V8_NODE(3, B, "4") "," V8_NODE(4, C,
			"") "],\"startTime\":0,\"endTime\":9,\"samples\":[4,4],"
			    "\"timeDeltas\":[1,2]}" },
	{ "stackprof",
		"{\"version\":1.2,\"mode\":\"cpu\",\"interval\":1,\"samples\":"
		"1,\"frames\":{\"1\":{\"name\":\"" A "\"},\"2\":{\"name\":\"" B
		"\"},\"3\":{\"name\":\"" C "\"}},\"raw\":[3,1,2,3,1]}" },
	{ "heaptrack",
		"v 10500 3\nX a\nI 1000 0\ns 1 a\ns b " A "\ns b " B "\ns 9 " C
		"\ni 1 1 2\ni 2 1 3\ni 3 1 4\nt 1 0\nt 2 1\nt 3 2\n"
		"a 8 3\n+ 0\nc 1\n" },
};

static bool
has_function(const struct profile *p, const char *name)
{
	for (func_id f = 0; f < p->func.n; f++)
		if (str_is(profile_str(p, p->func.name[f]), name))
			return true;
	return false;
}

static void
has_functions(
	const struct sampled *row, enum demangle_mode mode, const char *third)
{
	struct profile *p = read_well(row->format, str_c(row->text)), *q;

	assert_int_equal(p->header.names, NAMES_OTHER);
	for (int on_screen = 0; on_screen < 2; on_screen++) {
		q = demangle_profile(p, mode, on_screen != 0, NULL);
		if (!has_function(q, A) || !has_function(q, B) ||
			!has_function(q, third))
			fail_msg("%s, mode %d", row->format, (int)mode);
		profile_unref(q);
	}
	profile_unref(p);
}

TEST(functions_stay_apart_and_linkers_names_are_readable)
{
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		has_functions(&rows[i], DEMANGLE_DEFAULT, "a::b");
		has_functions(&rows[i], DEMANGLE_TEMPLATES, "a::b");
		has_functions(&rows[i], DEMANGLE_FULL, "a::b");
		has_functions(&rows[i], DEMANGLE_FORCE, "a::b");
		has_functions(&rows[i], DEMANGLE_NONE, C);
		has_functions(&rows[i], DEMANGLE_KEEP, C);
	}
}

/* pprof's rules are for what pprof reads. */
TEST(readers_say_whose_names_they_have)
{
	const struct reader *r;

	for (size_t i = 0; (r = reader_at(i)) != NULL; i++)
		assert_int_equal(r->names,
			r == &reader_pprof            ? NAMES_PROTO
				: r == &reader_legacy ? NAMES_LEGACY
						      : NAMES_OTHER);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
