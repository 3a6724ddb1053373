/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Random keys for an hour: `make soak`. Profiles of each kind are open at the
 * same time, each in its own flametop on its own terminal, and take turns.
 * After every key the program must come to rest and the screen must be sound
 * (sound.h); it must not crash, nor say anything to a sanitizer, nor grow
 * once it is warm, and in the end it must leave the terminal as it was.
 *
 * The program is confined: no key makes it write elsewhere or run anything.
 *
 *     SOAK_KEYS=200000     how many keys in all
 *     SOAK_SEED=1          another seed, other keys
 *     SOAK_SECONDS=3600    ends min_wait when time is up; 0: never
 *     SOAK_ROUNDS=200      then the same keys so often, to see what grows
 *     SOAK_ONLY=cpu.folded  only profiles whose words contain this
 */
#include "prelude.h"

#include <inttypes.h>
#include <locale.h>
#include <signal.h>
#include <sys/wait.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/xalloc.h"
#include "pty/autopsy.h"
#include "pty/calm.h"
#include "pty/confine.h"
#include "pty/rough.h"
#include "pty/session.h"
#include "pty/sound.h"
#include "pty/wrote.h"

enum {
	TURN = 250,      /* keys of one profile before the next one's */
	WARM = 3000,     /* keys after which memory counts */
	GROWTH_MB = 96,  /* what may come on top of it */
	REST_MS = 60000, /* a program that takes longer hangs */
	AGAIN_MS = 3000, /* a frame that is not sound may be half drawn */
	LAST = 64,       /* actions that a failure shows */
	TAIL = 6000,     /* ... and bytes */
	FAILURES_MAX = 40,
	ROUND = 60,     /* keys that are pressed again and again */
	SAME_KB = 6000, /* what three quarters of those rounds may take */
};

enum { CELLS = 1, LINES = 2, SUMS = 4, ALL = 7 };

struct seat {
	const char *words; /* what is opened */
	int checks;
	struct session s;
	bool is_open;
	int sessions;
	uint64_t state;
	int64_t keys, keys_now; /* in all, in this session */
	size_t warm, most;      /* bytes, of this session */
	size_t warm_ever, most_ever;
	int64_t slowest;      /* ms until it rested, */
	char slowest_key[40]; /* ... after this */
	struct strbuf last[LAST];
	int n_last;
};

static struct seat seats[] = {
	{ .words = "testdata/shop-cpu.pb.gz", .checks = ALL },
	{ .words = "testdata/shop-heap.pb.gz", .checks = ALL },
	{ .words = "testdata/shop-block.pb.gz", .checks = ALL },
	{ .words = "testdata/shop-mutex.pb.gz", .checks = ALL },
	{ .words = "testdata/shop-goroutine.pb.gz", .checks = ALL },
	{ .words = "-diff_base=testdata/old-shop-cpu.pb.gz "
		   "testdata/shop-cpu.pb.gz",
		.checks = ALL },
	{ .words = "testdata/tags.pb.gz", .checks = ALL },
	{ .words = "testdata/cpp-cpu.pb.gz", .checks = ALL },
	{ .words = "testdata/cpu.folded", .checks = ALL },
	{ .words = "testdata/legacy/cpp-heap.txt", .checks = ALL },
	{ .words = "testdata/quirks/hostile.pb.gz", .checks = CELLS },
};

static int64_t
setting(const char *name, int64_t normal)
{
	const char *text = getenv(name);
	int64_t value;

	return text != NULL && str_to_i64(str_c(text), &value) && value >= 0
		? value
		: normal;
}

/* ---- what happened ---- */

static struct strbuf *
remember(struct seat *t)
{
	struct strbuf *b = &t->last[t->n_last++ % LAST];

	strbuf_reset(b);
	return b;
}

/* Reports of a sanitizer are in files beside the home. */
static bool
sanitizer_spoke(struct seat *t, struct strbuf *out)
{
	struct strbuf path = STRBUF_INIT;
	struct err err = ERR_INIT;

	strbuf_addf(
		&path, "%s/asan.%d", t->s.sandbox.dir, (int)vt_pid(t->s.vt));
	if (file_read(strbuf_c(&path), 1 << 20, out, &err) != 0)
		strbuf_reset(out);
	strbuf_free(&path);
	return out->n > 0;
}

static void
report(struct seat *t, const char *why)
{
	struct strbuf said = STRBUF_INIT;
	struct str bytes;
	int n = t->n_last < LAST ? t->n_last : LAST;

	printf("soak: FAILED %s, session %d, key %" PRId64 ": %s\nlast:",
		t->words, t->sessions, t->keys_now, why);
	for (int i = t->n_last - n; i < t->n_last; i++)
		printf(" %s", strbuf_c(&t->last[i % LAST]));
	printf("\n");
	(void)fflush(stdout);
	bytes = vt_bytes(t->s.vt);
	wrote_quote(str_skip(bytes, bytes.n > TAIL ? bytes.n - TAIL : 0), TAIL,
		&said);
	printf("wrote: %s\n", strbuf_c(&said));
	(void)fflush(stdout);
	strbuf_reset(&said);
	session_show(&t->s, why);
	if (sanitizer_spoke(t, &said))
		printf("%s\n", strbuf_c(&said));
	(void)fflush(stdout);
	strbuf_free(&said);
}

/* ---- sessions ---- */

static void
sanitizer_options(struct session *s)
{
	struct strbuf b = STRBUF_INIT;

	/* A small quarantine, so that growth is the program's. */
	strbuf_addf(&b,
		"ASAN_OPTIONS=quarantine_size_mb=16:exitcode=99:"
		"handle_segv=2:handle_abort=2:handle_sigbus=2:"
		"detect_stack_use_after_return=1:log_path=%s/asan",
		s->sandbox.dir);
	sandbox_env(&s->sandbox, strbuf_str(&b));
	strbuf_reset(&b);
	strbuf_addf(&b,
		"UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1:"
		"exitcode=99:log_path=%s/asan",
		s->sandbox.dir);
	sandbox_env(&s->sandbox, strbuf_str(&b));
	strbuf_free(&b);
}

static void
open_seat(struct seat *t, int64_t seed)
{
	session_open(&t->s);
	t->s.deadline = REST_MS;
	t->s.confined = true;
	sanitizer_options(&t->s);
	t->is_open = true;
	t->sessions++;
	t->keys_now = 0;
	t->warm = t->most = 0;
	t->n_last = 0;
	t->state = hash_mix((uint64_t)seed * 1000003 +
		(uint64_t)(t - seats) * 1009 + (uint64_t)t->sessions);
	session_start(&t->s, 30, 100, t->words);
}

static void
close_seat(struct seat *t)
{
	if (t->warm > t->warm_ever)
		t->warm_ever = t->warm;
	if (t->most > t->most_ever)
		t->most_ever = t->most;
	session_close(&t->s);
	t->is_open = false;
}

/* It has ended, or must: well? Ctrl-C ends it when it has given the terminal
   back and is about to end. */
static const char *
ended_well(struct seat *t, struct strbuf *buf)
{
	if (!session_ended(&t->s, 0, 0) && !session_ended(&t->s, 0, SIGINT))
		return vt_ended(t->s.vt) ? "a bad end" : "does not end";
	if (sanitizer_spoke(t, buf))
		return "the sanitizer spoke";
	strbuf_addstr(buf, "left behind: ");
	return session_restored(&t->s, buf) ? NULL : strbuf_c(buf);
}

static bool
leave(struct seat *t)
{
	struct strbuf buf = STRBUF_INIT;
	const char *why;

	if (!vt_ended(t->s.vt)) {
		vt_resize(t->s.vt, 30, 100);
		for (int i = 0; i < 4; i++)
			session_keys(&t->s, "C-c");
		session_keys(&t->s, "Esc Esc Esc F10");
	}
	why = ended_well(t, &buf);
	if (why != NULL)
		report(t, why);
	strbuf_free(&buf);
	close_seat(t);
	return why == NULL;
}

/* ---- one key ---- */

static void
press_line(struct seat *t)
{
	const char *line = rough_line(&t->state);

	strbuf_addf(remember(t), ":%s", line);
	vt_type(t->s.vt, STR(":"));
	vt_type(t->s.vt, str_c(line));
	vt_type(t->s.vt, STR("\r"));
}

static void
press_mouse(struct seat *t)
{
	static const int buttons[] = { 0, 0, 0, 2, 32, 64, 65, 66, 67, 1, 99 };
	int button = buttons[rough_next(&t->state) % COUNT_OF(buttons)];
	int col = (int)(rough_next(&t->state) % 170);
	int row = (int)(rough_next(&t->state) % 50);
	struct strbuf *b = remember(t);

	strbuf_addf(b, "\033[<%d;%d;%d%c", button, col, row,
		rough_next(&t->state) % 4 == 0 ? 'm' : 'M');
	vt_type(t->s.vt, strbuf_str(b));
	strbuf_remove(b, 0, 1);
}

static void
press_bytes(struct seat *t)
{
	char bytes[8];
	size_t n = 1 + rough_next(&t->state) % sizeof(bytes);
	struct strbuf *b = remember(t);

	for (size_t i = 0; i < n; i++) {
		bytes[i] = (char)(rough_next(&t->state) & 0xff);
		/* Ctrl-\ kills the program. */
		if (bytes[i] == 0x1c)
			bytes[i] = 0x13;
		strbuf_addf(b, "\\x%02x", (unsigned char)bytes[i]);
	}
	if (rough_next(&t->state) % 4 == 0)
		vt_paste(t->s.vt, str_from(bytes, n));
	else
		vt_type(t->s.vt, str_from(bytes, n));
}

/* Whatever is open, and however many filters there are. */
static void
start_over(struct seat *t)
{
	strbuf_addstr(remember(t), "(over)");
	vt_resize(t->s.vt, 48, 160);
	session_keys(&t->s, "C-c C-c C-c Esc Esc C");
}

static void
press(struct seat *t)
{
	uint64_t what = rough_next(&t->state) % 200;
	const char *key = rough_any_key(&t->state);

	if (what < 8) {
		press_line(t);
	} else if (what < 16) {
		press_mouse(t);
	} else if (what < 18) {
		press_bytes(t);
	} else if (what < 24) {
		strbuf_addstr(remember(t), "(size)");
		rough_resize(t->s.vt, &t->state);
	} else if (what < 25) {
		start_over(t);
	} else {
		/* Escape costs a pause each time: mostly leave it out. */
		if (strcmp(key, "Esc") == 0 && rough_next(&t->state) % 4 != 0)
			key = "Enter";
		strbuf_addstr(remember(t), key);
		session_keys(&t->s, key);
	}
	t->keys++;
	t->keys_now++;
}

static bool
is_sound(struct seat *t, struct strbuf *why)
{
	strbuf_reset(why);
	vt_screen(t->s.vt, &t->s.seen);
	return sound_cells(&t->s.seen, why) &&
		(!(t->checks & LINES) || sound_lines(&t->s.seen, why)) &&
		(!(t->checks & SUMS) || sound_sums(&t->s.seen, why));
}

/* NULL when all is well. */
static const char *
check(struct seat *t, struct strbuf *why)
{
	int64_t until, since = vt_now();
	size_t bytes;

	do {
		if (vt_stopped(t->s.vt))
			vt_continue(t->s.vt);
		if (!calm_wait(t->s.vt, vt_now() + REST_MS)) {
			autopsy(stdout, t->s.vt);
			return "does not come to rest";
		}
	} while (vt_stopped(t->s.vt));
	if (vt_now() - since > t->slowest) {
		t->slowest = vt_now() - since;
		(void)snprintf(t->slowest_key, sizeof(t->slowest_key), "%s",
			strbuf_c(&t->last[(t->n_last - 1) % LAST]));
	}
	if (vt_ended(t->s.vt))
		return NULL;
	for (until = vt_now() + AGAIN_MS; !is_sound(t, why);)
		if (!vt_read(t->s.vt, until) && vt_now() >= until)
			return strbuf_c(why);
	if (vt_titles(t->s.vt) > 0)
		return "it set the title";
	bytes = calm_resident(t->s.vt);
	if (bytes > t->most)
		t->most = bytes;
	if (t->keys_now <= WARM)
		t->warm = t->most;
	else if (t->most > t->warm + t->warm / 2 + ((size_t)GROWTH_MB << 20))
		return "it grows";
	return NULL;
}

/* A turn of one profile; how many failures there were. */
static int
turn(struct seat *t, int64_t seed, int64_t n)
{
	struct strbuf why = STRBUF_INIT;
	const char *wrong = NULL;
	int failures = 0;

	for (int64_t i = 0; i < n; i++) {
		if (!t->is_open)
			open_seat(t, seed);
		press(t);
		wrong = check(t, &why);
		if (wrong != NULL) {
			failures++;
			report(t, wrong);
			close_seat(t);
		} else if (vt_ended(t->s.vt)) {
			failures += !leave(t);
		}
	}
	strbuf_free(&why);
	return failures;
}

/* ---- the same keys again ---- */

/* Undo and the log are full by a quarter of the rounds; all else is the same
   each time. Keys that end the session are not among these. */
static const char *
round_of_keys(struct seat *t, int64_t seed)
{
	struct strbuf why = STRBUF_INIT;
	const char *wrong = NULL;

	t->state = hash_mix((uint64_t)seed);
	start_over(t);
	wrong = check(t, &why);
	for (int i = 0; wrong == NULL && i < ROUND && !vt_ended(t->s.vt); i++) {
		const char *key = rough_key(&t->state);

		strbuf_addstr(remember(t), key);
		session_keys(&t->s, key);
		wrong = check(t, &why);
	}
	strbuf_free(&why);
	return wrong;
}

/* How many failures. */
static int
same_again(struct seat *t, int64_t seed, int64_t rounds)
{
	size_t early = 0, late = 0;
	const char *wrong = NULL;
	int failures = 0;

	open_seat(t, seed);
	for (int64_t i = 0; i < rounds && wrong == NULL; i++) {
		wrong = round_of_keys(t, seed);
		late = calm_resident(t->s.vt);
		if (i < rounds / 4)
			early = late;
	}
	if (wrong == NULL && late > early + SAME_KB * (size_t)1024)
		wrong = "the same keys take more and more memory";
	if (wrong != NULL)
		report(t, wrong);
	printf("soak: %" PRId64 " rounds of %d keys: %+" PRId64 " kB: %s\n",
		rounds, ROUND, ((int64_t)late - (int64_t)early) / 1024,
		t->words);
	(void)fflush(stdout);
	failures += wrong != NULL;
	if (wrong == NULL)
		failures += !leave(t);
	else
		close_seat(t);
	return failures;
}

static void
say(int64_t keys, int64_t start)
{
	printf("soak: %" PRId64 " keys in %" PRId64 " s; MB:", keys,
		(vt_now() - start) / 1000);
	for (size_t i = 0; i < COUNT_OF(seats); i++)
		printf(" %zu",
			seats[i].is_open ? calm_resident(seats[i].s.vt) >> 20
					 : 0);
	printf("\n");
	(void)fflush(stdout);
}

static void
summary(void)
{
	printf("%-60s %8s %8s %8s %8s %8s\n", "", "keys", "sessions", "warm MB",
		"most MB", "slowest key");
	for (size_t i = 0; i < COUNT_OF(seats); i++) {
		const struct seat *t = &seats[i];

		printf("%-60s %8" PRId64 " %8d %8zu %8zu %8" PRId64 " ms %s\n",
			t->words, t->keys, t->sessions, t->warm_ever >> 20,
			t->most_ever >> 20, t->slowest, t->slowest_key);
	}
}

static bool
is_meant(const struct seat *t, const char *only)
{
	return only == NULL || strstr(t->words, only) != NULL;
}

static int
seats_of(const char *only)
{
	int n = 0;

	for (size_t i = 0; i < COUNT_OF(seats); i++)
		n += is_meant(&seats[i], only);
	return n;
}

int
main(void)
{
	int64_t want = setting("SOAK_KEYS", 200000), keys = 0;
	int64_t seed = setting("SOAK_SEED", 1), start = vt_now();
	int64_t seconds = setting("SOAK_SECONDS", 3600);
	int64_t rounds = setting("SOAK_ROUNDS", 200);
	const char *only = getenv("SOAK_ONLY");
	int failures = 0;

	setlocale(LC_CTYPE, "");
	if (!confine_works()) {
		(void)fprintf(stderr,
			"soak: this kernel has no Landlock, "
			"so that keys could write anywhere\n");
		return 1;
	}
	if (seats_of(only) == 0) {
		(void)fprintf(stderr, "soak: no profile has %s\n", only);
		return 1;
	}
	for (size_t i = 0; keys < want && failures < FAILURES_MAX; i++) {
		struct seat *t = &seats[i % COUNT_OF(seats)];
		int64_t n = want - keys < TURN ? want - keys : TURN;

		if (seconds > 0 && vt_now() - start > seconds * 1000)
			break;
		if (is_meant(t, only)) {
			failures += turn(t, seed, n);
			keys += n;
		}
		if ((i + 1) % COUNT_OF(seats) == 0)
			say(keys, start);
	}
	for (size_t i = 0; i < COUNT_OF(seats); i++)
		if (seats[i].is_open)
			failures += !leave(&seats[i]);
	for (size_t i = 0; i < COUNT_OF(seats); i++)
		if (rounds > 0 && is_meant(&seats[i], only))
			failures += same_again(&seats[i], seed, rounds);
	summary();
	printf("soak: seed %" PRId64 ": %" PRId64 " keys in %" PRId64
	       " s, %d failures\n",
		seed, keys, (vt_now() - start) / 1000, failures);
	return failures > 0;
}
