/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The columns of characters are those that libc gives them. */
#include "prelude.h"

#include <locale.h>
#include <wchar.h>

#include "testing.h"

#include "base/utf8.h"
#include "base/widths.h"

enum { LAST = 0x10FFFF };

/* The table of widths.c, as libc has it. */
static void
print_table(void)
{
	int columns = 0, before = -2;

	for (uint32_t c = 0; c <= LAST; c++) {
		int now = wcwidth((wchar_t)c);
		char text[16];

		if (now == before)
			continue;
		before = now;
		(void)snprintf(text, sizeof(text), "0x%x,",
			(unsigned)(c << 2 | (uint32_t)(now + 1)));
		if (columns == 0 || columns + (int)strlen(text) + 1 > 72) {
			printf(columns == 0 ? "\t" : "\n\t");
			columns = 0;
		}
		columns += printf(columns > 0 ? " %s" : "%s", text);
	}
	printf("\n");
}

TEST(widths_are_those_of_libc)
{
	int differ = 0, known = 0;

	if (setlocale(LC_CTYPE, "C.UTF-8") == NULL)
		skip();
	if (getenv("UPDATE") != NULL)
		print_table();
	/* Another libc knows another Unicode: characters that only one of them
	   has do not count. */
	for (uint32_t c = 0; c <= LAST; c++) {
		int theirs = wcwidth((wchar_t)c), ours = width_of(c);

		if (theirs < 0 || ours < 0)
			continue;
		known++;
		differ += theirs != ours;
	}
	/* Few were changed in all those years; musl 1.2.3 has 821 others. */
	assert_in_range(differ, 0, 1000);
	assert_in_range(known, 140000, LAST);
}

TEST(controls_and_what_is_none_have_no_width)
{
	assert_int_equal(width_of(0x1B), -1);
	assert_int_equal(width_of(0x9B), -1);
	assert_int_equal(width_of(0xD800), -1);
	assert_int_equal(width_of(0x10FFFE), -1);
	assert_int_equal(width_of(0x110000), -1);
	assert_int_equal(width_of('a'), 1);
	assert_int_equal(width_of(0x0301), 0);
	assert_int_equal(width_of(0x258F), 1);
	assert_int_equal(width_of(0x4E2D), 2);
	assert_int_equal(width_of(0x1F600), 2);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
