/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns from tabs, with the habits of Go's tabwriter. */
#include "prelude.h"

#include "report/tabwriter.h"

#include "testing.h"

static void
aligns(const char *text, const char *want)
{
	struct strbuf out = STRBUF_INIT;

	struct tabs *tabs = tabs_new(str_c(text));

	while (tabs_put_line(tabs, &out))
		;
	tabs_free(tabs);
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
}

TEST(cells_are_right_aligned_in_columns_of_neighbours)
{
	aligns("", "");
	aligns("no tabs\n", "no tabs\n");
	aligns("key:\t Total\n \t5:\t a\n \t12:\t b\n\n",
		" key: Total\n       5: a\n      12: b\n\n");
	/* the line without a tab ends both columns */
	aligns("a\tx\n\nbbb\ty\n", " ax\n\n bbby\n");
	/* a column inside of another may end before it */
	aligns("a\tbbb\tx\nc\ty\nd\te\tz\n", " a bbbx\n cy\n d ez\n");
}

TEST(widths_are_code_points)
{
	aligns("\xc3\xa4\tx\nab\ty\n", "  \xc3\xa4x\n aby\n");
	/* a byte that is none counts as one */
	aligns("\xfe\tx\nab\ty\n", "  \xfex\n aby\n");
}

TEST(some_characters_mean_something)
{
	aligns("a\vx\nbb\ty\n", "  ax\n bby\n");
	aligns("a\tx\fbb\ty\n", " ax\n bby\n");
	/* between two 0xFF nothing does, and they have no width */
	aligns("\xff\t\xff\tx\nbbb\ty\n", "   \xff\t\xffx\n bbby\n");
	aligns("a\t\xff \n \t1\tb\n", " a\xff \n \t1\tb\n");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
