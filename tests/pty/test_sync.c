/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Synchronized output (ui/term_sync.h) from the terminal's end: who is asked,
 * which answers count, what stands around a large frame, and that no terminal
 * is left waiting for the end of one.
 */
#include "prelude.h"

#include <inttypes.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>

#include "../unit/testing.h"

#include "base/compiler.h"
#include "pty/session.h"
#include "pty/wrote.h"

#define DARK "\033]11;rgb:0000/1010/2020\033\\"
#define CAN "\033[?2026;2$y"
#define IS "\033[?62;4c"
#define ASKED "\033]11;?\033\\\033[?2026$p\033[c"
#define BEGIN "\033[?2026h"
#define END "\033[?2026l"

enum { LARGE = 1500, MARK = sizeof(BEGIN) - 1 };

static size_t
count(struct session *s, const char *bytes)
{
	struct str all = vt_bytes(s->vt);
	ptrdiff_t at = -1;
	size_t n = 0;

	while ((at = str_find(all, str_c(bytes), (size_t)(at + 1))) >= 0)
		n++;
	return n;
}

static void
settle(struct session *s)
{
	assert_true(calm_rest(s->vt, vt_now() + s->deadline));
}

static void
begin(struct session *s, const char *reply, const char *words)
{
	session_open(s);
	session_reply(s, reply);
	session_start(s, 30, 100, words);
	assert_true(session_see(s, "F10Quit"));
	settle(s);
}

static void
end(struct session *s)
{
	struct strbuf what = STRBUF_INIT;

	session_keys(s, "Q");
	assert_true(session_ended(s, 0, 0));
	assert_true(session_restored(s, &what));
	strbuf_free(&what);
	session_close(s);
}

/* Every frame that begins ends before the next one, and is large. Return how
   many there are. */
static size_t
frames(struct session *s)
{
	struct str all = vt_bytes(s->vt);
	ptrdiff_t at = -1, stop;
	size_t n = 0;

	for (; (at = str_find(all, STR(BEGIN), (size_t)(at + 1))) >= 0; n++) {
		ptrdiff_t next = str_find(all, STR(BEGIN), (size_t)at + 1);

		stop = str_find(all, STR(END), (size_t)at);
		assert_true(stop > at + MARK + LARGE);
		assert_true(next < 0 || stop < next);
	}
	assert_int_equal(n, count(s, END));
	return n;
}

static const char profile[] = "testdata/shop-cpu.pb.gz";

TEST(large_frames_are_in_one_piece)
{
	static const char *const answers[] = { DARK CAN IS, CAN IS,
		DARK "\033[?2026;1$y" IS, CAN DARK IS, "j" CAN "j" IS };
	struct session s;

	for (size_t i = 0; i < COUNT_OF(answers); i++) {
		size_t n;

		begin(&s, answers[i], profile);
		assert_int_equal(count(&s, ASKED), 1);
		n = frames(&s);
		vt_resize(s.vt, 40, 120);
		settle(&s);
		assert_in_range(frames(&s), n + 1, n + 4);
		end(&s);
	}
}

TEST(the_bytes_of_a_key_do_not_change)
{
	static const char *const answers[] = { DARK CAN IS, DARK IS };
	struct session s;
	size_t written[2], before;

	for (size_t i = 0; i < COUNT_OF(answers); i++) {
		begin(&s, answers[i],
			"--follow_delay=10000 "
			"testdata/shop-cpu.pb.gz");
		session_keys(&s, "j");
		settle(&s);
		before = vt_bytes(s.vt).n;
		session_keys(&s, "j");
		settle(&s);
		written[i] = vt_bytes(s.vt).n - before;
		end(&s);
	}
	assert_true(written[0] > 50);
	assert_int_equal(written[0], written[1]);
}

TEST(no_other_answer_counts)
{
	static const char *const answers[] = { DARK IS, IS, "",
		DARK "\033[?2026;0$y" IS, DARK "\033[?2026;4$y" IS,
		DARK "\033[?2027;2$y" IS, DARK "\033[2026;2$y" IS,
		/* too late */
		DARK IS CAN };
	struct session s;

	for (size_t i = 0; i < COUNT_OF(answers); i++) {
		begin(&s, answers[i], profile);
		vt_resize(s.vt, 40, 120);
		settle(&s);
		assert_int_equal(count(&s, "\033[?2026$p"), 1);
		assert_int_equal(count(&s, BEGIN) + count(&s, END), 0);
		/* It is no key. */
		assert_true(session_see(&s, "root   self"));
		end(&s);
	}
}

/* On a slow line: in order, but long after the question. */
TEST(a_late_answer_counts_if_it_is_in_order)
{
	struct session s;

	begin(&s, "", profile);
	vt_resize(s.vt, 40, 120);
	vt_settle(s.vt, 1500, vt_now() + s.deadline);
	assert_int_equal(frames(&s), 0);
	vt_type(s.vt, STR(DARK CAN IS));
	settle(&s);
	vt_resize(s.vt, 30, 100);
	settle(&s);
	assert_true(frames(&s) > 0);
	assert_true(session_see(&s, "root   self"));
	end(&s);
}

TEST(others_are_not_asked)
{
	static const struct {
		const char *env, *words;
	} rows[] = { { "TERM=linux", profile },
		{ "TERM=screen-256color", profile }, { "NO_COLOR=1", profile },
		{ "TERM=vt100", profile } };
	struct session s;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		session_open(&s);
		sandbox_env(&s.sandbox, str_c(rows[i].env));
		session_reply(&s, CAN IS);
		session_start(&s, 30, 100, rows[i].words);
		assert_true(session_see(&s, "F10"));
		settle(&s);
		assert_int_equal(count(&s, "\033[?2026"), 0);
		end(&s);
	}
}

TEST(the_option_turns_it_off)
{
	struct session s;
	size_t n;

	begin(&s, DARK CAN IS, "-sync=off testdata/shop-cpu.pb.gz");
	vt_resize(s.vt, 40, 120);
	settle(&s);
	assert_int_equal(frames(&s), 0);
	vt_type(s.vt, STR(":sync=auto\r"));
	settle(&s);
	vt_resize(s.vt, 30, 100);
	settle(&s);
	n = frames(&s);
	assert_true(n > 0);
	vt_type(s.vt, STR(":sync=off\r"));
	settle(&s);
	n = frames(&s);
	vt_resize(s.vt, 40, 120);
	settle(&s);
	assert_int_equal(frames(&s), n);
	end(&s);
}

/* The program's output so far, whether the terminal has read it or not. */
static uint64_t
written(struct session *s)
{
	char path[64];
	uint64_t n = 0;
	FILE *f;

	(void)snprintf(path, sizeof(path), "/proc/%d/io", (int)vt_pid(s->vt));
	f = fopen(path, "re");
	assert_non_null(f);
	assert_int_equal(fscanf(f, "rchar: %*u wchar: %" SCNu64, &n), 1);
	(void)fclose(f);
	return n;
}

/* Make the program write large frames that nobody reads, until it is stuck in
   one: new sizes no longer wake it. Return how many bytes the terminal has
   read. */
static size_t
stuff(struct session *s)
{
	enum { PAUSE = 2 /* ms */, STILL = 25 };
	enum { ROWS = 90, COLS = 300 };

	int64_t until = vt_now() + s->deadline;
	struct calm_look last = { .asleep = false };
	uint64_t first;

	settle(s);
	first = written(s);
	for (int i = 0, still = 0; still < STILL; i++) {
		struct calm_look now;

		vt_resize(s->vt, ROWS, COLS + i % 2);
		(void)poll(NULL, 0, PAUSE);
		now = calm_look(vt_pid(s->vt));
		still = calm_between(&last, &now) && written(s) > first &&
				calm_in_write(vt_pid(s->vt))
			? still + 1
			: 0;
		last = now;
		assert_true(now.at < until);
	}
	return vt_bytes(s->vt).n;
}

TEST(a_frame_is_finished_before_the_program_stops)
{
	struct session s;
	struct str all;
	size_t before;

	begin(&s, DARK CAN IS, profile);
	before = stuff(&s);
	assert_int_equal(kill(vt_pid(s.vt), SIGTSTP), 0);
	(void)poll(NULL, 0, 200);
	while (!vt_stopped(s.vt))
		assert_true(vt_read(s.vt, vt_now() + s.deadline));
	assert_true(vt_bytes(s.vt).n > before + 4096);
	assert_true(frames(&s) > 0);
	all = vt_bytes(s.vt);
	assert_true(
		str_rfind(all, STR(END)) < str_rfind(all, STR("\033[?1049l")));
	vt_continue(s.vt);
	assert_true(session_see(&s, "root   self"));
	settle(&s);
	(void)frames(&s);
	end(&s);
}

TEST(a_signal_in_a_frame_ends_it)
{
	static const int signals[] = { SIGTERM, SIGHUP, SIGSEGV };
	struct session s;

	for (size_t i = 0; i < COUNT_OF(signals); i++) {
		struct strbuf what = STRBUF_INIT;
		struct str all;

		begin(&s, DARK CAN IS, profile);
		(void)stuff(&s);
		assert_int_equal(kill(vt_pid(s.vt), signals[i]), 0);
		(void)poll(NULL, 0, 200);
		assert_true(session_ended(&s, 0, signals[i]));
		all = vt_bytes(s.vt);
		/* The frame is cut: only the last words end it. */
		assert_true(str_rfind(all, STR(BEGIN)) <
			str_rfind(all, STR("\033[?1049l")));
		assert_true(str_find(all, STR(END),
				    (size_t)str_rfind(all, STR(BEGIN))) >
			str_rfind(all, STR("\033[?1049l")));
		assert_true(session_restored(&s, &what));
		strbuf_free(&what);
		session_close(&s);
	}
}

int
main(void)
{
	(void)setlocale(LC_ALL, "C.UTF-8");
	return tests_run(NULL, NULL);
}
