/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A long session takes no more memory than a short one: the same keys over
 * and over, and the bytes that are in use after each round. What is kept on
 * purpose (undo, messages, caches) is bounded, so that some rounds fill it.
 */
#include "prelude.h"

#include <locale.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "testing.h"

#include "ui/screen_internal.h"
#include "util_screen.h"

#ifdef __SANITIZE_ADDRESS__
/* Its header is not always installed. */
size_t __sanitizer_get_current_allocated_bytes(void);
#endif

enum {
	WARM = 60,
	ROUNDS = 30,
	SPANS = 5, /* of ROUNDS each */
	/* Bytes a round in each of the spans: on a slow machine, caches fill in
	   some of them. A round has ten keys or more, so a leak of 100 bytes a
	   key is seen. */
	LEAK = 1024,
};

/* Each leaves the screen as it was. */
static const char *const rounds[] = {
	"Down Down Right Left Up End Home PgDn PgUp G g",
	"Down Enter Down Enter 0 Home",
	"f lex Enter u i gc Enter u x parse Enter u o main Enter u",
	"f se Tab Esc / lex Enter n N * # Esc Esc",
	"r serve Enter c Esc C u u",
	"2 Down Down S Down Enter < > ! % a \\ lex Enter Esc 1 u u u u",
	"3 Down Enter p p Tab Shift-Tab 1",
	"6 Down Esc 7 Down Enter Esc 9 Down Esc 1",
	"v v v v V V Home u u u u u u",
	"A A A A A A A",
	"? Down Esc F2 Down Down Esc s Esc E Esc W Esc",
	"K Down Esc M Right Esc J le Enter m a ' a ' '",
	": top Enter Esc : traces Enter / lex Enter Esc Esc",
	": peek Space lex Enter Esc : tree Enter q",
	": diff_width= Tab Esc : Up Up Esc : bogus Enter Esc",
	": granularity=lines Enter : granularity=functions Enter u u",
	": f Ctrl-U Ctrl-Y Ctrl-Y Ctrl-W Esc",
	"z z P P P [ ] | |",
	"R",
	"~ ~ Ctrl-L L & y Y",
};

static size_t
in_use(void)
{
#ifdef __SANITIZE_ADDRESS__
	return __sanitizer_get_current_allocated_bytes();
#elif defined(__GLIBC__)
	struct mallinfo2 info = mallinfo2();

	return info.uordblks + info.hblkhd;
#else
	return 0;
#endif
}

static void
play(struct bench *b, const char *round, int times)
{
	for (int n = 0; n < times; n++) {
		keys(b, round);
		keys(b, "Esc u u u u u u u u");
	}
}

TEST(the_same_keys_take_no_more_memory)
{
	for (size_t i = 0; i < COUNT_OF(rounds); i++) {
		struct bench *b = bench_new(BENCH_STACKS);
		size_t least = SIZE_MAX, texts;

		keys(b, ": follow_delay=0 Enter");
		play(b, rounds[i], WARM);
		texts = b->screen->app->text.used;
		for (int span = 0; span < SPANS; span++) {
			size_t before = in_use(), after;

			play(b, rounds[i], ROUNDS);
			after = in_use();
			after = after > before ? after - before : 0;
			if (least > after)
				least = after;
		}
		if (least > ROUNDS * LEAK)
			fail_msg("%zu bytes a round: %s", least / ROUNDS,
				rounds[i]);
		if (b->screen->app->text.used > texts)
			fail_msg(
				"the same texts are kept again: %s", rounds[i]);
		bench_free(b);
	}
}

int
main(void)
{
#if !defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
	/* Nobody says how much is in use. */
	return 77;
#endif
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	return tests_run(NULL, NULL);
}
