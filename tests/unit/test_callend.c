/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of callgrind and its kin that end too soon say so, and whole ones do
   not. */
#include "prelude.h"

#include "testing.h"

#include "base/compiler.h"
#include "util_read.h"

#define CALLGRIND "version: 1\ncreator: callgrind-3.19.0\ncmd: a\n"
#define CACHEGRIND "desc: I1 cache: 1 B\ncmd: a\n"
#define XDEBUG \
	"version: 1\ncreator: xdebug 3.1.6 (PHP 8.2)\ncmd: a.php\n" \
	"events: Time\n"
#define CALL "fn=a\n1 2 3\ncfn=b\ncalls=1 4\n1 40 50\nfn=b\n4 40 50\n"

static const char estimated[] = "no stacks in the file: ";

/* The remarks, but for that on estimated paths. */
static void
says(const char *text, const char *want)
{
	struct strbuf have = STRBUF_INIT;
	struct str rest;

	read_remarks("callgrind", str_c(text), &have);
	rest = strbuf_str(&have);
	if (str_starts(rest, str_c(estimated)))
		(void)str_cut(&rest, '\n');
	assert_string_equal(rest.n > 0 ? rest.p : "", want);
	strbuf_free(&have);
}

TEST(whole_files_say_nothing)
{
	says(CALLGRIND "events: Ir Dr\nsummary: 50 60\n" CALL "totals: 42 53\n",
		"");
	says(CALLGRIND "events: Ir Dr\n" CALL "totals: 42 53", "");
	says(CACHEGRIND "events: Ir Dr\nfn=a\n1 2 3\n2 . 4\n"
			"summary: 2 7\n",
		"");
	says("creator: cachegrind-3.22.0\ncmd: a\nevents: Ir\nfn=a\n1 2\n"
	     "summary: 2\n",
		"");
	/* numbers left out are 0 */
	says(CACHEGRIND "events: Ir Dr\nfn=a\n1 2\nsummary: 2\n", "");
}

TEST(parts_have_totals_of_their_own)
{
	says(CALLGRIND "part: 1\nevents: Ir Dr\n" CALL "totals: 42 53\n\n"
		       "part: 2\nevents: Ir Dr\nfn=a\n1 5 6\ntotals: 5 6\n",
		"");
	says(CALLGRIND "part: 1\nevents: Ir Dr\n" CALL "totals: 42 53\n\n"
		       "part: 2\nevents: Ir Dr\n",
		"no totals at the end, where callgrind writes them: costs "
		"may be missing\n");
}

TEST(cut_before_the_totals)
{
	says(CALLGRIND "events: Ir Dr\nsummary: 42 53\n" CALL,
		"no totals at the end, where callgrind writes them: costs "
		"may be missing\n");
	says(CACHEGRIND "events: Ir Dr\nfn=a\n1 2 3\n2 4",
		"no totals at the end, where cachegrind writes them: costs "
		"may be missing\n");
}

TEST(totals_that_are_wrong)
{
	/* a line is missing in the middle */
	says(CALLGRIND "events: Ir Dr\nfn=a\n1 2 3\ntotals: 42 53\n",
		"the costs do not add up to the totals in line 7: some may be "
		"missing\n");
	/* the totals themselves are cut */
	says(CALLGRIND "events: Ir Dr\n" CALL "totals: 42 5",
		"the costs do not add up to the totals in line 12: some may be "
		"missing\n");
	says(CACHEGRIND "events: Ir Dr\nfn=a\n1 2 3\nsummary: 2",
		"the costs do not add up to the totals in line 6: some may be "
		"missing\n");
	says(CACHEGRIND "events: Ir\nfn=a\n1 2\nsummary: two\n",
		"the costs do not add up to the totals in line 6: some may be "
		"missing\n");
}

TEST(other_programs_need_no_totals)
{
	says("events: Ir\nfn=a\n1 2\n", "");
	says("version: 0.9.6\ncmd: a.php\nevents: Time\nfn=a\n1 2\n", "");
	says("events: Ir\nfn=a\n1 2",
		"no newline at the end: the last cost may be truncated, others "
		"may be missing\n");
}

/* Its summary may be in the middle, and is not of all lines. */
TEST(xdebug_has_a_summary)
{
	says(XDEBUG "fn=a\n1 2\nfn={main}\n\nsummary: 9\n\n1 3\n", "");
	says(XDEBUG "fn=a\n1 2\nfn={main}\n1 3\n\nsummary: 9\n\n", "");
	says(XDEBUG "fn=a\n1 2\nfn={main}\n1 3\n\n",
		"no totals at the end, where Xdebug writes them: costs may be "
		"missing\n");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
