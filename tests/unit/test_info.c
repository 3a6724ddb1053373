/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of the pane about the profile. */
#include "prelude.h"

#include <locale.h>

#include "testing.h"

#include "base/compiler.h"
#include "present/info.h"
#include "profile/builder.h"
#include "stacks.h"
#include "util_view.h"

static void
shows(const struct profile *p, int rows, int cols, bool ascii, uint32_t first,
	int skip, const char *want)
{
	static const struct str source[] = { { "shop.pb.gz", 10 }, { "-", 1 } };
	static const struct str base[] = { { "old.pb.gz", 9 } };
	const struct info_origin from = {
		.source = source, .n_sources = 2, .base = base, .n_bases = 1
	};
	const struct inshort brief = { 0 };
	struct info_pane *ip = info_pane_new(p, 1, &from, &brief, NULL, cols);
	struct grid g;

	grid_init(&g, rows, cols, ascii);
	for (int i = 0; i < rows && first + (uint32_t)i < ip->line.n; i++)
		info_line_draw(&g, (struct rect){ i, 0, 1, cols }, ip,
			first + (uint32_t)i, skip);
	grid_is(&g, want);
	grid_fini(&g);
	info_pane_free(ip);
}

static str_id
word(struct builder *b, const char *text)
{
	return builder_string(b, str_c(text));
}

/* A profile with everything in it. */
static struct profile *
full(void)
{
	struct builder *b = builder_new(0);
	struct builder_mapping main = { .start = 0x400000,
		.limit = 0x73b000,
		.offset = 0x1000,
		.has = MAP_FUNCTIONS | MAP_LINES };
	struct builder_mapping vdso = { .start = 0x7000, .limit = 0x9000 };
	struct builder_function f = { .start_line = 3 };
	struct builder_line line[2] = { { .line = 7 }, { .line = 9 } };
	struct builder_location l = { .address = 0x401000, .nlines = 2 };
	struct label label;
	struct header *h = builder_header(b);
	struct err err = ERR_INIT;
	int64_t value[2] = { 3, 30000000 };
	loc_id loc;

	builder_type(b, word(b, "samples"), word(b, "count"));
	builder_type(b, word(b, "cpu"), word(b, "nanoseconds"));
	h->time_nanos = 1767225600 * INT64_C(1000000000);
	h->duration_nanos = 1500000000;
	h->period = 10000000;
	h->period_type = word(b, "cpu");
	h->period_unit = word(b, "nanoseconds");
	h->default_type = word(b, "cpu");
	h->doc_url = word(b, "https://example.com/doc");
	h->drop_frames = word(b, "runtime\\.goexit");
	h->keep_frames = word(b, "keep.*");
	builder_comment(b, word(b, "host a1\nrelease 7"));
	main.file = word(b, "/srv/shop");
	main.build_id = word(b, "c3598c8d");
	vdso.file = word(b, "[vdso]");
	l.map = builder_mapping(b, &main);
	(void)builder_mapping(b, &vdso);
	f.name = f.system = word(b, "main");
	f.file = word(b, "main.go");
	line[0].func = line[1].func = builder_function(b, &f);
	l.line = line;
	loc = builder_location(b, &l);
	label = (struct label){ .key = word(b, "tenant"),
		.str = word(b, "acme") };
	assert_int_equal(builder_sample(b, builder_stack(b, &loc, 1),
				 builder_labels(b, &label, 1), value),
		0);
	value[1] = 0;
	assert_int_equal(builder_sample(b, 0, 0, value), 0);
	return builder_seal(b, &err);
}

TEST(all_that_a_profile_knows_is_told)
{
	struct profile *p = full();

	shows(p, 17, 60, false, 0, 0,
		" Profile\n"
		"   file          shop.pb.gz\n"
		"   file          standard input\n"
		"   base          old.pb.gz\n"
		"   taken         2026-01-01 00:00:00 UTC\n"
		"   duration      1.50s\n"
		"   period        a sample every 10ms of cpu\n"
		"   default type  cpu\n"
		"   about it      https://example.com/doc\n"
		"   drops frames  runtime\\.goexit\n"
		"   keeps frames  keep.*\n"
		"\n"
		" Sample types\n"
		"   samples       6 samples in 2 records\n"
		" ▶ cpu           30ms, 3 samples in 1 record, in nanoseconds\n"
		"\n"
		" Contents\n");
	shows(p, 6, 60, false, 17, 0,
		"   records       2\n"
		"   stacks        2\n"
		"   functions     1\n"
		"   locations     1\n"
		"   lines         2\n"
		"   mappings      2\n");
	/* Then what it takes in memory; nothing is missing below. */
	shows(p, 12, 76, false, 25, 0,
		"\n"
		" Comments\n"
		"                 host a1\n"
		"                 release 7\n"
		"\n"
		" Mappings\n"
		"   main          /srv/shop\n"
		"                 0x400000-0x73b000 at 0x1000   has "
		"functions, files, lines,…\n"
		"                 build id c3598c8d\n"
		"                 [vdso]\n"
		"                 0x7000-0x9000   not sampled   no build id\n"
		"\n");
	profile_unref(p);
}

TEST(what_is_not_in_it_is_told_too)
{
	struct profile *p =
		stacks_read("types samples/count cpu/ms\nmain;a 1,2\n");

	shows(p, 10, 64, true, 18, 0,
		" Not in the profile\n"
		"   time           when it was taken\n"
		"   duration       how long it was measured\n"
		"   period         how far apart the samples are\n"
		"   files          which file a function is in\n"
		"   lines          which line cost what\n"
		"   inlined calls  calls that the compiler inlined, if there "
		"wer~\n"
		"   addresses      granularity=addresses shows nothing more\n"
		"   mappings       which binary a frame is in\n"
		"   labels         pane 6 is empty\n");
	profile_unref(p);
}

TEST(long_lines_are_scrolled_and_small_panes_do_no_harm)
{
	struct profile *p = full();

	shows(p, 3, 24, false, 7, 0,
		"   default type  cpu\n"
		"   about it      https:…\n"
		"   drops frames  runtim…\n");
	shows(p, 2, 24, false, 8, 8,
		"   about it      …xampl…\n"
		"   drops frames  …goexit\n");
	shows(p, 2, 8, false, 8, 0, "   abou…\n   drop…\n");
	shows(p, 1, 1, false, 1000, 0, "\n");
	profile_unref(p);
}

int
main(void)
{
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	cmocka_set_message_output(CM_OUTPUT_TAP);
	return tests_run(NULL, NULL);
}
