/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output of Python 3.15's sampler in, samples out. */
#include "prelude.h"

#include "read/read.h"

#include <inttypes.h>

#include "testing.h"

#include "util_read.h"

/* "tid=8 | root:line > leaf:line = values @time", a line for each sample. */
static void
describe(const struct profile *p, struct strbuf *out)
{
	for (size_t s = 0; s < p->sample.n; s++) {
		lset_id set = p->sample.labels[s];
		loc_id stack[100];
		size_t n = profile_stack(p, p->sample.leaf[s], stack, 100);

		for (uint32_t i = p->labels.first[set];
			i < p->labels.first[set + 1]; i++) {
			const struct label *l = &p->labels.label[i];

			strbuf_add3(out, "", profile_str(p, l->key), "=");
			if (l->str == NONE)
				strbuf_addf(out, "%" PRId64 " ", l->num);
			else
				strbuf_add3(
					out, "", profile_str(p, l->str), " ");
		}
		strbuf_addstr(out, "|");
		for (size_t i = n; i-- > 0;) {
			uint32_t k = p->loc.line0[stack[i]];
			func_id f = p->line.func[k];

			strbuf_add3(
				out, " ", profile_str(p, p->func.name[f]), "");
			if (p->func.file[f] != 0)
				strbuf_add3(out, "@",
					profile_str(p, p->func.file[f]), "");
			if (p->line.line[k] > 0)
				strbuf_addf(out, ":%" PRId64, p->line.line[k]);
		}
		strbuf_addstr(out, " =");
		for (uint32_t t = 0; t < p->types.n; t++)
			strbuf_addf(out, " %" PRId64, p->sample.value[t][s]);
		if (p->sample.time != NULL)
			strbuf_addf(
				out, " @%" PRId64, p->sample.time[s] / 1000);
		strbuf_addstr(out, "\n");
	}
}

TEST(stacks_have_threads_files_and_lines)
{
	read_becomes("",
		STR("tid:8;app.py:<module>:30;app.py:work:20 5\n"
		    "tid:8;app.py:<module>:30;app.py:work:21 4\n"
		    "tid:9;<frozen x>:run:7;<GC> 2\n"),
		describe,
		"tid=8 | <module>@app.py:30 work@app.py:20 = 5\n"
		"tid=8 | <module>@app.py:30 work@app.py:21 = 4\n"
		"tid=9 | run@<frozen x>:7 <GC> = 2\n");
	/* A single such frame is a name. */
	read_becomes("", STR("a;tid:8 5\nb;c 1\nb;d 1\n"), describe,
		"| a tid:8 = 5\n| b c = 1\n| b d = 1\n");
}

TEST(both_layouts_and_byte_orders_say_the_same)
{
	static const char *const files[] = { "tachyon/new.bin",
		"tachyon/old.bin", "tachyon/big-endian.bin",
		"tachyon/zstd.bin" };
#define TWO "<module>@/srv/app.py:30 work@/srv/app.py:20"
#define ON "state=main thread, has GIL, on CPU tid=8 | " TWO

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		struct bytes text = testdata(files[i]);

		read_becomes("", bytes_str(&text), describe,
			ON " = 1 1000000 @1000\n" ON " = 1 1000000 @2000\n" ON
			   " = 1 1000000 @3000\n" ON " = 1 1000000 @4000\n" ON
			   " parse@/srv/app.py:7 = 1 1000000 @5000\n"
			   "state=idle tid=9 | work@/srv/app.py:20 = 1 1000000 "
			   "@1000\n"
			   "state=main thread, waiting for GIL tid=8 | " TWO
			   " <GC> = 1 1000000 @6000\n");
		bytes_free(&text);
	}
}

TEST(a_damaged_profile_does_no_harm)
{
	struct bytes text = testdata("tachyon/new.bin");
	struct strbuf twice = STRBUF_INIT, notes = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct profile *p;

	read_damaged("tachyon", bytes_str(&text), 2000);
	assert_null(read_as("", str_sub(bytes_str(&text), 0, 90), NULL, &err));
	assert_string_equal(err.msg,
		"binary profile of Python 3.15.0: truncated: 90 of at least "
		"233 bytes");
	strbuf_add3(&twice, "", bytes_str(&text), "");
	strbuf_add(&twice, bytes_str(&text));
	p = read_noted("", strbuf_str(&twice), "", &notes);
	assert_string_equal(strbuf_c(&notes),
		"the file goes on after the end of the profile: 317 bytes were "
		"left out\n");
	profile_unref(p);
	strbuf_free(&twice);
	strbuf_free(&notes);
	bytes_free(&text);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
