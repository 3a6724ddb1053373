/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output of xctrace export in, samples out. */
#include "prelude.h"

#include "testing.h"

#include "sampled.h"
#include "util_read.h"

#define HEAD "<?xml version=\"1.0\"?>\n<trace-query-result>\n"
#define TABLE(name) \
	"<node xpath='//a>b'><schema name=\"" name "\"><col><name>x</name>" \
	"</col></schema>"
#define TAIL "</node></trace-query-result>\n"
#define MAIN \
	"<thread id='2' fmt='main  0x84 (a b, pid: 7)'><tid id='3'>132</tid>" \
	"<process id='4' fmt='a b (7)'><pid id='5'>7</pid></process></thread>"
#define WEIGHT "<weight id='6' fmt='1.00 ms'>1000000</weight>"
#define WORK \
	"<frame id=\"8\" name=\"f&lt;&apos;&#65;&#x42;&gt;&amp;&no;\" " \
	"addr=\"0x1015\"><binary id=\"9\" name=\"a b\" load-addr=\"0x1000\" " \
	"path=\"/bin/a\"/><source line=\"7\"><path id=\"10\">/a.c</path>" \
	"</source></frame>"
#define PLACE \
	"<frame id=\"11\" name=\"0x1020\" addr=\"0x1020\">" \
	"<binary ref=\"9\"/></frame>"
#define FIRST \
	"<row><sample-time id='1'>57246708</sample-time>" MAIN WEIGHT \
	"<backtrace id='7'>" WORK PLACE "</backtrace></row>\n"
#define WHO " {comm=a b pid=7 thread=main tid=132}"
#define STACK "a b+0x20[/bin/a];f<'AB>&&no;</a.c:7>[/bin/a]"
#define TYPES "samples/count time/nanoseconds\n"
#define FIRST_READ STACK " 1,1000000" WHO " @57246708\n"

TEST(elements_refer_to_those_before)
{
	sampled_is(
		STR(HEAD TABLE("time-profile") FIRST
			"<row><!-- <row> > --><sample-time>58000000"
			"</sample-time><thread ref='2'/><process ref='4'/>"
			"<core id='20'>3</core><thread-state id='21'>Blocked"
			"</thread-state><weight ref='6'/>"
			"<backtrace ref='7'/></row>"
			"<row><sample-time id='22'>59000000</sample-time>"
			"<thread ref='2'/><weight id='23'>5</weight>"
			"<tagged-backtrace id='24'><backtrace id='25'>"
			"<frame id='26' name='g'/><frame ref='11'/>"
			"</backtrace></tagged-backtrace></row>"
			"<row><sample-time ref='22'/><thread fmt='Pool (0x9) "
			"(c, pid: 8)'/><weight ref='23'/>"
			"<tagged-backtrace ref='24'/></row>" TAIL),
		"",
		TYPES FIRST_READ STACK
		" 1,1000000 {comm=a b pid=7 state=Blocked thread=main tid=132}"
		" @58000000\n"
		"a b+0x20[/bin/a];g 1,5" WHO " @59000000\n"
		"a b+0x20[/bin/a];g 1,5 {thread=Pool} @59000000\n");
}

TEST(missing_columns_are_counted)
{
	sampled_is(STR(HEAD TABLE("time-profile") FIRST
			   "<row><sample-time>58000000</sample-time><sentinel/>"
			   "<sentinel/><sentinel/></row>" TAIL),
		"",
		TYPES FIRST_READ
		"- 1,0 @58000000\n"
		"note: samples without a weight, counted as no time: 1 of 2\n"
		"note: samples without a stack: 1 of 2\n");
}

TEST(damaged_rows_are_left_out)
{
	static const char text[] = HEAD TABLE(
		"time-profile") "<row><sample-time>1</sample-time><backtrace "
				"ref='7'/></row>"
				"<row><sentinel/></row>"
				"<row><sample-time>2</sample-time><weight></"
				"row>"
				"<row><sample-time>3</sample-time><weight "
				"id=\"</row>"
				"<row><sample-time>4</sample-time>" FIRST TAIL;

	sampled_is(STR(text), "",
		TYPES FIRST_READ
		"note: unreadable rows left out: 5; the first: a reference to "
		"nothing (byte 125)\n");
	read_damaged("xctrace", str_from(text, sizeof(text) - 1), 20000);
}

TEST(a_cut_file_is_shown_in_part)
{
	static const char text[] =
		HEAD TABLE("time-profile") FIRST "<row><sample-time>5";
	struct profile *p = read_well("", STR(text));

	assert_int_equal(read_sum(p), 1);
	assert_int_equal(partial_find(p).n, 1);
	profile_unref(p);
	sampled_is(STR(HEAD TABLE("time-profile") FIRST), "",
		TYPES FIRST_READ "note: no </trace-query-result> at the end: "
				 "samples may be missing\n");
}

TEST(other_tables_are_named)
{
	sampled_fails(STR(HEAD TABLE("time-sample") FIRST TAIL), "",
		"it has the table \"time-sample\", and not \"time-profile\": "
		"run xctrace export for that");
	sampled_fails(STR(HEAD TABLE("time-profile") TAIL), "", "no samples");
	/* Elements of the other table are referred to. */
	sampled_is(STR(HEAD TABLE("time-sample") FIRST "</node>" TABLE(
			   "time-profile") "<row><sample-time ref='1'/><thread "
					   "ref='2'/><weight "
					   "ref='6'/><backtrace "
					   "ref='7'/></row>" TAIL),
		"",
		TYPES FIRST_READ
		"note: tables other than time-profile left out: 1; the first: "
		"time-sample\n");
}

TEST(elements_are_not_nested_without_limit)
{
	struct strbuf text = STRBUF_INIT;

	strbuf_addstr(&text, HEAD TABLE("time-profile") "<row>");
	for (int i = 0; i < 100000; i++)
		strbuf_addstr(&text, "<backtrace>");
	strbuf_addstr(&text, FIRST TAIL);
	sampled_is(strbuf_str(&text), "",
		TYPES FIRST_READ
		"note: unreadable rows left out: 1; the first: elements "
		"nested too deeply (byte 125)\n");
	strbuf_free(&text);
}

TEST(the_program_is_the_binary_of_the_process)
{
	struct profile *p = read_testdata("xctrace/shop.xml");

	assert_true(
		str_is(profile_str(p, p->map.file[0]), "/Users/me/shop/shop"));
	assert_int_equal(read_sum(p), 200);
	profile_unref(p);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
