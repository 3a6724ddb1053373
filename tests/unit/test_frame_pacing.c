/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames wait for the terminal, and not for one that does not answer. */
#include "prelude.h"

#include "ui/frame_pacing.h"

#include "testing.h"

/* A key, and the frame it brings. True: the terminal was asked. */
static bool
press(struct pace *p, int64_t now)
{
	pace_key(p);
	return pace_drawn(p, now);
}

TEST(without_keys_nothing_is_asked)
{
	struct pace p = PACE_INIT(true);

	assert_false(pace_drawn(&p, 0));
	assert_false(pace_drawn(&p, 5));
	assert_int_equal(pace_wait(&p, 5), 0);
	assert_true(press(&p, 10));
	pace_answered(&p, 0);
	assert_false(pace_drawn(&p, 20));
}

TEST(a_frame_waits_for_the_answer_to_the_last)
{
	struct pace p = PACE_INIT(true);

	assert_true(press(&p, 0));
	pace_answered(&p, 0);
	assert_true(press(&p, 1000));
	pace_key(&p);
	assert_int_equal(pace_wait(&p, 1000), PACE_TRUST);
	assert_int_equal(pace_wait(&p, 1400), PACE_TRUST - 400);
	pace_answered(&p, 0);
	assert_int_equal(pace_wait(&p, 1400), 0);
	/* keys that came meanwhile ask again, once */
	assert_true(pace_drawn(&p, 1400));
	assert_false(pace_drawn(&p, 1401));
}

TEST(who_never_answered_is_hardly_waited_for_and_asked_once)
{
	struct pace p = PACE_INIT(true);

	assert_true(press(&p, 0));
	assert_int_equal(pace_wait(&p, 10), PACE_DOUBT - 10);
	assert_int_equal(pace_wait(&p, PACE_DOUBT), 0);
	assert_false(press(&p, PACE_DOUBT));
	assert_int_equal(pace_wait(&p, PACE_DOUBT + 1), 0);
	/* but an answer may come late, over a slow connection */
	pace_answered(&p, 0);
	assert_true(press(&p, 5000));
	assert_int_equal(pace_wait(&p, 5000), PACE_TRUST);
}

TEST(who_answers_no_more_is_given_up)
{
	struct pace p = PACE_INIT(true);
	int64_t now = 0;

	assert_true(press(&p, now));
	pace_answered(&p, 0);
	assert_true(press(&p, now));
	for (int i = 0; i < PACE_MISSES; i++) {
		assert_int_equal(pace_wait(&p, now), PACE_TRUST);
		now += PACE_TRUST;
		/* a frame all the same */
		assert_int_equal(pace_wait(&p, now), 0);
		assert_false(press(&p, now));
	}
	assert_true(pace_wait(&p, now) <= PACE_DOUBT);
	assert_int_equal(pace_wait(&p, now + PACE_DOUBT), 0);
}

TEST(who_does_not_know_the_question_is_not_asked)
{
	struct pace p = PACE_INIT(false);

	assert_false(press(&p, 0));
	assert_int_equal(pace_wait(&p, 0), 0);
}

/* A key each second, whose frame takes so long to be answered. */
static void
frame(struct pace *p, int64_t *now, int ms)
{
	*now += 10000;
	assert_true(press(p, *now));
	pace_answered(p, *now + ms);
}

TEST(a_slow_line_is_known_by_its_answers)
{
	struct pace p = PACE_INIT(true);
	int64_t now = 0;

	frame(&p, &now, PACE_SLOW);
	assert_false(pace_is_slow(&p));
	/* One who answers at once has a fast line. */
	frame(&p, &now, PACE_QUICK - 1);
	frame(&p, &now, PACE_SLOW);
	/* Neither: a satellite. */
	for (int i = 0; i < 10; i++)
		frame(&p, &now, PACE_SLOW - 1);
	assert_false(pace_is_slow(&p));
	frame(&p, &now, PACE_SLOW);
	assert_true(pace_is_slow(&p));
	/* An answer without a query has no effect. */
	pace_answered(&p, now + 20000);
	assert_true(pace_is_slow(&p));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
