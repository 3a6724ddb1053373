/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Folded stacks in, samples out. */
#include "prelude.h"

#include "read/reader.h"

#include <inttypes.h>

#include "testing.h"

#include "base/compiler.h"
#include "profile/builder.h"
#include "read/lines.h"
#include "util_read.h"

static struct profile *
read_text(struct str text, struct warnings *warnings, struct err *err)
{
	return read_as("folded", text, warnings, err);
}

/* The samples as folded text again: "a;b 3\n". */
static void
unfold(const struct profile *p, struct strbuf *out)
{
	for (size_t i = 0; i < p->sample.n; i++) {
		static loc_id stack[20000];
		size_t n = profile_stack(
			p, p->sample.leaf[i], stack, COUNT_OF(stack));

		while (n-- > 0) {
			line_id line = p->loc.line0[stack[n]];

			strbuf_add(out,
				profile_str(
					p, p->func.name[p->line.func[line]]));
			strbuf_addstr(out, n > 0 ? ";" : "");
		}
		strbuf_addf(out, " %" PRId64 "\n", p->sample.value[0][i]);
	}
}

static void
becomes(struct str text, const char *want)
{
	struct err err = ERR_INIT;
	struct profile *p = read_text(text, NULL, &err);
	struct strbuf out = STRBUF_INIT;

	assert_string_equal(err.msg, "");
	assert_non_null(p);
	unfold(p, &out);
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
	profile_unref(p);
}

static void
fails(struct str text, const char *msg)
{
	struct err err = ERR_INIT;

	assert_null(read_text(text, NULL, &err));
	assert_int_equal(err.code, ERR_FORMAT);
	assert_string_equal(err.msg, msg);
}

/* The text of the only remark, or "". */
static void
remarks(struct str text, const char *want)
{
	struct arena arena = ARENA_INIT;
	struct warnings warnings;
	struct err err = ERR_INIT;
	struct profile *p;

	warnings_init(&warnings, &arena);
	p = read_text(text, &warnings, &err);
	assert_non_null(p);
	assert_int_equal(warnings.n, want[0] != '\0');
	if (warnings.n > 0)
		assert_true(str_is(warnings.head->text, want));
	profile_unref(p);
	arena_free(&arena);
}

TEST(lines_are_taken_apart_from_the_right)
{
	becomes(STR("main;parse json 12\nmain 3\n"),
		"main;parse json 12\nmain 3\n");
	becomes(STR("a;f 12 5\nb 1\n"), "a;f 12 5\nb 1\n");
	becomes(STR("a;b\t 7"), "a;b 7\n");
	becomes(STR("a b c;d  e   +9\t\n"), "a b c;d  e 9\n");
}

TEST(line_ends_of_other_systems_are_fine)
{
	becomes(STR("a;b 1\r\nc 2\r\n"), "a;b 1\nc 2\n");
	becomes(STR("\xef\xbb\xbf"
		    "a 1\n"),
		"a 1\n");
}

TEST(comments_and_blank_lines_are_skipped)
{
	becomes(STR("# made by hand\n\n \t\na 1\n#\n"), "a 1\n");
	/* "# key: 12" is a comment even so; a stack is none. */
	becomes(STR("# interval: 5000\na 1\n# duration: 17\n"), "a 1\n");
	becomes(STR("# b;c: d 2\n# e 3\n"), "# b;c: d 2\n# e 3\n");
	/* ... nor is any other record */
	becomes(STR("#1;x 4\na 1\n"), "#1;x 4\na 1\n");
}

TEST(empty_frames_are_dropped)
{
	becomes(STR(";a;;b; 1\n"), "a;b 1\n");
	remarks(STR(";a;;b; 1\n"), "empty frames (;;): 3 were dropped");
}

TEST(a_record_without_a_stack_belongs_to_the_root)
{
	becomes(STR("a 1\n 5\n6\n"), "a 1\n 11\n");
}

TEST(equal_stacks_are_summed_in_their_first_place)
{
	becomes(STR("b 1\na 2\nb 3\na;b 4\n"), "b 4\na 2\na;b 4\n");
}

static void
unit_is(struct str text, const char *unit)
{
	struct profile *p = read_well("folded", text);

	assert_true(str_is(profile_str(p, p->types.unit[0]), unit));
	profile_unref(p);
}

TEST(fractions_are_multiplied_away)
{
	becomes(STR("a 12\nb 3\nc 1.5\n"), "a 120\nb 30\nc 15\n");
	unit_is(STR("a 12\nb 1.25\n"), "hundredths");
	remarks(STR("a 12\nb 1.25\n"), "");
	unit_is(STR("a 2.00\n"), "count");
	becomes(STR("a 2.00\nb 3.\n"), "a 2\nb 3\n");
	remarks(STR("a 2.00\nb 3.\n"), "");
	becomes(STR("a 1e3\nb 2.5E+1\nc 5e-1\nd 1e0\n"),
		"a 10000\nb 250\nc 5\nd 10\n");
	/* six digits are kept; half away from zero */
	becomes(STR("a 0.0000005\nb -0.0000005\nc 0.00000049\nd 1\n"),
		"a 1\nb -1\nc 0\nd 1000000\n");
}

TEST(values_beyond_64_bits_are_cut)
{
	becomes(STR("a 9223372036854775807\nb -9223372036854775808\n"),
		"a 9223372036854775807\nb -9223372036854775808\n");
	becomes(STR("a 9223372036854775808\nb -9e30\nc 0e999999999999\n"),
		"a 9223372036854775807\nb -9223372036854775808\nc 0\n");
	remarks(STR("a 9223372036854775808\na 1\n"),
		"values beyond 64 bits: 2 were clamped");
	becomes(STR("a 1e-999999999999\nb 1\n"), "a 0\nb 1000000\n");
}

TEST(negative_and_zero_values_are_kept)
{
	becomes(STR("a -3\nb 0\n"), "a -3\nb 0\n");
}

TEST(any_byte_may_be_in_a_name)
{
	struct str text = STR("a\0b;\xff\x1b[31m 2\n");
	struct err err = ERR_INIT;
	struct profile *p = read_text(text, NULL, &err);

	assert_non_null(p);
	assert_int_equal(p->func.n, 2);
	assert_true(str_eq(profile_str(p, p->func.name[0]), STR("a\0b")));
	assert_true(
		str_eq(profile_str(p, p->func.name[1]), STR("\xff\x1b[31m")));
	profile_unref(p);
}

TEST(one_function_for_each_frame_text)
{
	struct err err = ERR_INIT;
	struct profile *p = read_text(STR("a;b;a 1\nb;a 1\n"), NULL, &err);

	assert_non_null(p);
	assert_int_equal(p->func.n, 2);
	assert_int_equal(p->loc.n, 2);
	assert_int_equal(p->trie.n, 6);
	assert_true(str_is(profile_str(p, p->types.type[0]), "samples"));
	assert_true(str_is(profile_str(p, p->types.unit[0]), "count"));
	profile_unref(p);
}

TEST(stacks_may_be_deep_and_lines_long)
{
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct profile *p;

	for (int i = 0; i < 10000; i++)
		strbuf_addf(&text, "f%d;", i % 7);
	strbuf_addstr(&text, "leaf 1\n");
	strbuf_addn(&text, 'x', 1 << 20);
	strbuf_addstr(&text, " 2\n");
	p = read_text(strbuf_str(&text), NULL, &err);
	strbuf_free(&text);
	assert_non_null(p);
	assert_int_equal(p->trie.n, 10003);
	profile_unref(p);
}

TEST(a_line_without_a_number_is_named)
{
	fails(STR("# x\n\nmain;fo\x1b\n"),
		"no number at the end of \"main;fo\xef\xbf\xbd\" (line 3)");
	fails(STR("a 1e\n"), "no number at the end of \"a 1e\" (line 1)");
	fails(STR("a 1.5.2\n"), "no number at the end of \"a 1.5.2\" (line 1)");
	fails(STR("a 0x10\n"), "no number at the end of \"a 0x10\" (line 1)");
	fails(STR("a -\n"), "no number at the end of \"a -\" (line 1)");
}

TEST(lines_without_numbers_are_left_out_if_asked)
{
	struct str text = STR("Hello\na 1\nthere\n\na;b 2\nbye\n");
	struct read_spec spec = { .bytes = text, .name = STR("x") };
	struct err err = ERR_INIT;

	becomes(text, "a 1\na;b 2\n");
	remarks(text,
		"lines without a number at their end: 3 were left out, the "
		"first is line 1");
	/* When guessing, that would be any text. */
	assert_null(read_profile(&spec, NULL, NULL, &err));
	assert_int_equal(err.code, ERR_FORMAT);
}

TEST(a_file_of_comments_has_no_samples)
{
	fails(STR("# nothing\n\n"),
		"no samples: all 2 lines are blank or comments");
}

/* The same, with the format detected from the text. */
static struct profile *
sniff_text(struct str text)
{
	const struct read_spec spec = { .bytes = text, .name = STR("x") };
	struct err err = ERR_INIT;
	struct profile *p = read_profile(&spec, NULL, NULL, &err);

	assert_string_equal(err.msg, "");
	assert_non_null(p);
	assert_true(profile_check(p));
	return p;
}

TEST(two_numbers_on_every_line_are_a_diff)
{
	struct strbuf out = STRBUF_INIT;
	struct profile *p;

	p = sniff_text(STR("a;b 1 2\nc 3.5 4\na;b 1 1\nold 6 0\nnew 0 7\n"));
	unfold(p, &out);
	assert_string_equal(strbuf_c(&out),
		"a;b 30\na;b -20\nc 40\nc -35\nold -60\nnew 70\n");
	for (size_t i = 0; i < p->sample.n; i++)
		assert_int_equal(
			p->sample.labels[i] != 0, p->sample.value[0][i] < 0);
	assert_true(
		str_is(profile_str(p, p->labels.label[0].key), "pprof::base"));
	profile_unref(p);
	strbuf_free(&out);
	/* not every line: then the first number belongs to the name */
	p = sniff_text(STR("a;b 1 2\nc 3\n"));
	unfold(p, &out);
	assert_string_equal(strbuf_c(&out), "a;b 1 2\nc 3\n");
	profile_unref(p);
	strbuf_free(&out);
	/* ... and when one says so */
	becomes(STR("a;b 1 2\nc 3 4\n"), "a;b 1 2\nc 3 4\n");
	becomes(STR("1 2\n3 4\n"), "1 2\n3 4\n");
}

static struct str
map_of(const struct profile *p, const char *name)
{
	for (loc_id i = 0; i < p->loc.n; i++)
		if (str_is(profile_str(p,
				   p->func.name[p->line.func[p->loc.line0[i]]]),
			    name))
			return p->loc.map[i] == NONE
				? STR_EMPTY
				: profile_str(p, p->map.file[p->loc.map[i]]);
	fail_msg("no %s", name);
	return STR_EMPTY;
}

TEST(marks_become_mappings)
{
	struct profile *p = sniff_text(
		STR("a;read_[k] 1\na;parse_[j] 1\na;run_[0] 1\na;wake_[w] 1\n"
		    "a;c1_[1];f_[x];_[k] 1\na;-;sys 1\na;--;woken;-;plain 1\n"
		    "a;plain2 1\n"));

	assert_true(str_is(map_of(p, "read"), "[kernel]"));
	assert_true(str_is(map_of(p, "parse"), "[jit]"));
	assert_true(str_is(map_of(p, "run"), "[interpreter]"));
	assert_true(str_is(map_of(p, "wake"), "[waker]"));
	assert_true(str_is(map_of(p, "c1"), "[jit]"));
	assert_true(str_is(map_of(p, "f_[x]"), ""));
	assert_true(str_is(map_of(p, "_[k]"), ""));
	assert_true(str_is(map_of(p, "sys"), "[kernel]"));
	assert_true(str_is(map_of(p, "woken"), "[waker]"));
	assert_true(str_is(map_of(p, "plain"), "[kernel]"));
	assert_true(str_is(map_of(p, "plain2"), ""));
	assert_int_equal(p->map.file[0], 0);
	for (func_id f = 0; f < p->func.n; f++)
		if (str_is(profile_str(p, p->func.name[f]), "read"))
			assert_true(str_is(
				profile_str(p, p->func.system[f]), "read_[k]"));
	profile_unref(p);
}

TEST(inlined_frames_belong_to_their_caller)
{
	struct profile *p =
		sniff_text(STR("main;f;g_[i];h_[i];k 1\nmain;f;k 2\n"
			       "x_[i];y 4\n"));
	loc_id stack[8];

	assert_int_equal(profile_stack(p, p->sample.leaf[0], stack, 8), 3);
	assert_int_equal(
		p->loc.line0[stack[1] + 1] - p->loc.line0[stack[1]], 3);
	assert_true(str_is(
		profile_str(
			p, p->func.name[p->line.func[p->loc.line0[stack[1]]]]),
		"h"));
	/* f is one function all the same */
	assert_int_equal(p->func.n, 7);
	profile_unref(p);
}

static void
splits(const char *text, const char *name, const char *file, int64_t line)
{
	struct profile *p = sniff_text(str_c(text));
	func_id f = p->line.func[0];

	assert_true(str_is(profile_str(p, p->func.name[f]), name));
	assert_true(str_is(profile_str(p, p->func.file[f]), file));
	assert_int_equal(p->line.line[0], line);
	profile_unref(p);
}

TEST(names_with_sources_are_taken_apart)
{
	splits("serve (app/a (1).py:12);f (b.py:3);g (c.py:4) 1\n", "serve",
		"app/a (1).py", 12);
	splits("<module> (x.py);f (b.py:3) 1\n", "<module>", "x.py", 0);
	splits("a - b - app/a.rb:12;c - d.rb:1 1\n", "a - b", "app/a.rb", 12);
	splits("main:work.c:12;f:work.c:3 1\n", "main", "work.c", 12);
	/* only where most frames are like that */
	splits("serve (app.py:12);x;y;z 1\n", "serve (app.py:12)", "", 0);
	splits("std::f:1;g::h:2 1\n", "std::f:1", "", 0);
	splits("f(int) (.part.0);g 1\n", "f(int) (.part.0)", "", 0);
}

TEST(a_few_lines_may_be_something_else)
{
	struct strbuf text = STRBUF_INIT;

	for (int i = 0; i < 20; i++)
		strbuf_addstr(&text, "a;b 1\n");
	strbuf_addstr(&text, "done in a moment\n");
	becomes(strbuf_str(&text), "a;b 20\n");
	remarks(strbuf_str(&text),
		"lines without a number at their end: 1 were left out, the "
		"first is line 21");
	strbuf_free(&text);
	remarks(STR("a 1\nb 2"),
		"no newline at the end: the value of line 2 may be truncated");
}

TEST(damaged_stacks_do_no_harm)
{
	static const char text[] =
		"a (x.py:1);b_[i];-;c_[k] 1.5\n--;d_[w];;e - f.rb:2 2\n"
		"#x\ng:h.c:3;i\xcd\xbej 1e2\r\n";

	read_damaged("folded", STR(text), 2500);
	read_damaged("difffolded", STR(text), 2500);
}

TEST(a_limit_is_an_error_that_names_it)
{
	struct strbuf text = STRBUF_INIT;
	struct read_spec spec = { .format = STR("folded"),
		.max_memory = 100000 };
	struct err err = ERR_INIT;

	for (int i = 0; i < 20000; i++)
		strbuf_addf(&text, "function%d 1\n", i);
	spec.bytes = strbuf_str(&text);
	assert_null(read_profile(&spec, NULL, NULL, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	assert_string_equal(err.msg,
		"its tables need more than the 97.66kB "
		"left of the memory limit (see --max-memory)");
	strbuf_free(&text);
}

TEST(reading_stops_when_asked)
{
	struct strbuf text = STRBUF_INIT;
	struct read_spec spec = { .format = STR("folded") };
	struct progress progress = { .stop = true };
	struct err err = ERR_INIT;

	for (int i = 0; i < 5000; i++)
		strbuf_addstr(&text, "f 1\n");
	spec.bytes = strbuf_str(&text);
	assert_null(read_profile(&spec, &progress, NULL, &err));
	assert_int_equal(err.code, ERR_CANCELLED);
	strbuf_free(&text);
}

TEST(long_lines_are_few_when_reading_stops)
{
	struct strbuf text = STRBUF_INIT;
	struct progress progress = { .stop = true };
	struct read_job job = { .builder = builder_new(0),
		.progress = &progress };
	struct lines lines;
	struct str line;
	size_t n = 0;

	for (int i = 0; i < 100; i++) {
		for (int k = 0; k < 64 * 1024; k++)
			strbuf_addch(&text, 'f');
		strbuf_addch(&text, '\n');
	}
	lines_init(&lines, strbuf_str(&text), &job);
	while (lines_next(&lines, &line))
		n++;
	assert_true(lines.stopped);
	assert_in_range(n, 1, 10);
	builder_free(job.builder);
	strbuf_free(&text);
}

/* A file of testdata, and the sum of its values. */
static struct profile *
open_fixture(const char *name, int64_t *sum)
{
	struct bytes bytes = testdata(name);
	struct profile *p = sniff_text(bytes_str(&bytes));

	bytes_free(&bytes);
	*sum = read_sum(p);
	return p;
}

TEST(recorders_have_counted_the_same)
{
	struct bytes said;
	int64_t sum, want;
	struct profile *p;

	/* perf's own script: as many as perf report has of both events */
	p = open_fixture("perf/work.folded", &sum);
	assert_true(str_is(map_of(p, "exc_page_fault"), "[kernel]"));
	assert_true(str_is(map_of(p, "main"), ""));
	profile_unref(p);
	said = testdata("perf/work.report");
	for (struct str rest = bytes_str(&said); rest.n > 0;) {
		struct str line = str_cut(&rest, '\n');

		if (!str_starts(line, STR("# Samples: ")))
			continue;
		line = str_skip(line, 11);
		assert_true(str_to_i64(str_cut(&line, ' '), &want));
		sum -= want;
	}
	assert_int_equal(sum, 0);
	bytes_free(&said);
	/* py-spy says how many there are */
	p = open_fixture("pyspy/busy.folded", &sum);
	assert_true(p->func.n > 5);
	for (func_id f = 0; f < p->func.n; f++)
		if (str_is(profile_str(p, p->func.name[f]), "Shop.serve"))
			assert_true(str_is(
				profile_str(p, p->func.file[f]), "busy.py"));
	profile_unref(p);
	said = testdata("pyspy/busy.samples");
	assert_true(str_to_i64(str_trim(bytes_str(&said)), &want));
	assert_int_equal(sum, want);
	bytes_free(&said);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
