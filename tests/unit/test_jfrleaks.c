/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocations that were never freed, found from malloc and free events. */
#include "prelude.h"

#include "testing.h"

#include "base/str.h"
#include "read/jfr/jfr.h"

struct event {
	int64_t when;
	uint64_t address;
	char what; /* 'm', 'f'; 0: no more */
};

/* One character for each allocation: 'L' leaked, '.' not. */
static void
leaks_are(const struct event *e, const char *want)
{
	struct jfr_leaks l = { .next = 0 };

	for (; e->what != 0; e++)
		jfr_leaks_add(&l, e->when, e->address, e->what == 'm');
	assert_int_equal(jfr_leaks_find(&l, NULL), 0);
	assert_int_equal(l.mallocs, strlen(want));
	for (; *want != '\0'; want++) {
		jfr_leaks_next(&l);
		assert_int_equal(jfr_leaks_is(&l) ? 'L' : '.', *want);
	}
	jfr_leaks_fini(&l);
}

TEST(what_is_freed_later_is_no_leak)
{
	leaks_are((struct event[]){ { 0, 1, 'm' }, { 1, 2, 'm' }, { 2, 1, 'f' },
			  { 100, 9, 'f' }, { 0 } },
		".L");
}

TEST(events_may_come_in_any_order)
{
	leaks_are((struct event[]){ { 2, 1, 'f' }, { 100, 9, 'f' },
			  { 1, 2, 'm' }, { 0, 1, 'm' }, { 0 } },
		"L.");
	/* Among events at the same time, the first in the file is earlier. */
	leaks_are((struct event[]){ { 5, 1, 'f' }, { 5, 1, 'm' }, { 5, 2, 'm' },
			  { 5, 2, 'f' }, { 100, 9, 'f' }, { 0 } },
		"L.");
}

TEST(an_address_is_used_again)
{
	leaks_are((struct event[]){ { 0, 1, 'm' }, { 1, 1, 'f' }, { 2, 1, 'm' },
			  { 100, 9, 'f' }, { 0 } },
		".L");
	/* A free that was not recorded. */
	leaks_are((struct event[]){ { 0, 1, 'm' }, { 2, 1, 'm' },
			  { 100, 9, 'f' }, { 0 } },
		".L");
}

TEST(the_last_tenth_may_be_freed_yet)
{
	leaks_are((struct event[]){ { 0, 9, 'f' }, { 90, 1, 'm' },
			  { 91, 2, 'm' }, { 100, 9, 'f' }, { 0 } },
		"L.");
}

TEST(without_frees_nothing_is_known)
{
	leaks_are((struct event[]){ { 0, 1, 'm' }, { 100, 2, 'm' }, { 0 } },
		"..");
	leaks_are((struct event[]){ { 0, 1, 'f' }, { 0 } }, "");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
