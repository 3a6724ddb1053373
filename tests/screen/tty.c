/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commands about the terminal itself: signals, bytes, leftovers.
 */
#include "prelude.h"

#include <signal.h>
#include <sys/wait.h>

#include "base/compiler.h"
#include "pty/calm.h"
#include "pty/wrote.h"
#include "screen/player.h"

/* clang-format off */
static const struct {
	const char *name;
	int sig;
} signals[] = {
	{ "TERM", SIGTERM }, { "HUP", SIGHUP }, { "INT", SIGINT },
	{ "QUIT", SIGQUIT }, { "KILL", SIGKILL }, { "SEGV", SIGSEGV },
	{ "ABRT", SIGABRT }, { "TSTP", SIGTSTP }, { "CONT", SIGCONT },
	{ "PIPE", SIGPIPE }, { "BUS", SIGBUS }, { "ILL", SIGILL },
	{ "FPE", SIGFPE }, { "WINCH", SIGWINCH }, { "XCPU", SIGXCPU },
	{ "USR1", SIGUSR1 }, { "ALRM", SIGALRM },
};
/* clang-format on */

static int
signal_number(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(signals); i++)
		if (str_is(name, signals[i].name))
			return signals[i].sig;
	return 0;
}

static bool
do_signal(struct player *p, const struct command *c)
{
	int sig = signal_number(c->rest);

	if (sig == 0)
		return player_fail(p, "no such signal");
	kill(vt_pid(player_vt(p)), sig);
	return true;
}

static bool
do_paste(struct player *p, const struct command *c)
{
	vt_paste(player_vt(p), script_text(c->rest));
	return true;
}

/* HOLD key count bytes: BYTES then counts what comes after it. */
static bool
do_hold(struct player *p, const struct command *c)
{
	struct str rest = c->rest;
	struct key key = key_of_word(script_word(&rest));
	int n, bytes;

	if (!player_int(p, &rest, &n) || !player_int(p, &rest, &bytes))
		return false;
	vt_hold(player_vt(p), &key, n, (size_t)bytes);
	p->mark = vt_bytes(player_vt(p)).n;
	return true;
}

/* ---- stopping and ending ---- */

static bool
has_ended(struct player *p, void *arg)
{
	(void)arg;
	return vt_ended(player_vt(p)) ||
		player_fail(p, "the program is still running");
}

static bool
has_stopped(struct player *p, void *arg)
{
	(void)arg;
	return vt_stopped(player_vt(p)) ||
		player_fail(p, "the program was not stopped");
}

static bool
do_exit(struct player *p, const struct command *c)
{
	int sig = signal_number(c->rest), want, status;
	struct str rest = c->rest;

	if (!player_until(p, has_ended, NULL))
		return false;
	status = vt_status(player_vt(p));
	if (sig != 0) {
		if ((WIFSIGNALED(status) && WTERMSIG(status) == sig) ||
			(WIFEXITED(status) && WEXITSTATUS(status) == 128 + sig))
			return true;
	} else if (!player_int(p, &rest, &want)) {
		return false;
	} else if (WIFEXITED(status) && WEXITSTATUS(status) == want) {
		return true;
	}
	if (WIFSIGNALED(status))
		return player_fail(
			p, "it was killed by signal %d", WTERMSIG(status));
	return player_fail(p, "its exit status is %d", WEXITSTATUS(status));
}

static bool
do_stopped(struct player *p, const struct command *c)
{
	(void)c;
	return player_until(p, has_stopped, NULL);
}

static bool
do_continue(struct player *p, const struct command *c)
{
	(void)c;
	vt_continue(player_vt(p));
	return true;
}

static bool
do_hangup(struct player *p, const struct command *c)
{
	(void)c;
	vt_hang_up(player_vt(p));
	return true;
}

static bool
do_restored(struct player *p, const struct command *c)
{
	struct strbuf what = STRBUF_INIT;
	bool ok;

	(void)c;
	ok = vt_is_restored(player_vt(p), &what);
	if (!ok)
		player_fail(p, "left behind: %s", strbuf_c(&what));
	strbuf_free(&what);
	return ok;
}

static bool
is_alternate(struct player *p, void *arg)
{
	(void)arg;
	return vt_alternate(player_vt(p)) ||
		player_fail(p, "this is the main screen");
}

static bool
do_alternate(struct player *p, const struct command *c)
{
	(void)c;
	return player_until(p, is_alternate, NULL);
}

/* ---- bytes ---- */

static bool
do_mark(struct player *p, const struct command *c)
{
	struct vt *vt = player_vt(p);

	(void)c;
	(void)calm_rest(vt, vt_now() + p->deadline);
	p->mark = vt_bytes(vt).n;
	return true;
}

static bool
do_bytes(struct player *p, const struct command *c)
{
	struct str rest = c->rest;
	struct vt *vt = player_vt(p);
	size_t n;
	int max;

	if (!str_is(script_word(&rest), "<="))
		return player_fail(p, "write BYTES <= n");
	if (!player_int(p, &rest, &max))
		return false;
	(void)calm_rest(vt, vt_now() + p->deadline);
	n = vt_bytes(vt).n - p->mark;
	p->mark = vt_bytes(vt).n;
	return n <= (size_t)max || player_fail(p, "%zu bytes were written", n);
}

static bool
do_quiet(struct player *p, const struct command *c)
{
	struct vt *vt = player_vt(p);
	struct str rest = c->rest;
	size_t before;
	int seconds;

	if (!player_int(p, &rest, &seconds))
		return false;
	(void)calm_rest(vt, vt_now() + p->deadline);
	before = vt_bytes(vt).n;
	for (int64_t until = vt_now() + seconds * 1000; vt_now() < until;)
		vt_read(vt, until);
	if (vt_bytes(vt).n == before)
		return true;
	strbuf_addf(&p->why, "%zu bytes came: ", vt_bytes(vt).n - before);
	wrote_quote(str_skip(vt_bytes(vt), before), 200, &p->why);
	return false;
}

/* ---- WROTE: what was written since the start ---- */

static bool
no_title(struct player *p, struct strbuf *why)
{
	if (vt_titles(player_vt(p)) == 0)
		return true;
	strbuf_addstr(why, "the title was set");
	return false;
}

static bool
no_bell(struct player *p, struct strbuf *why)
{
	if (vt_bells(player_vt(p)) == 0)
		return true;
	strbuf_addstr(why, "the bell rang");
	return false;
}

/* Asked of every xterm by its description or by us, and harmless: saving the
   window's title, the cursor's shape, meta keys. */
static bool
is_known(struct str line)
{
	static const char *const known[] = { "CSI 22;0;0t", "CSI 23;0;0t",
		"CSI 22;0t", "CSI 23;0t", "CSI ?1034h", "CSI ?1034l", "CSI ?0c",
		"CSI ?1c", "CSI ?8c" };

	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (str_is(line, known[i]))
			return true;
	return false;
}

static bool
no_unknown(struct player *p, struct strbuf *why)
{
	struct str rest = vt_unknown(player_vt(p));
	size_t start = why->n;

	while (rest.n > 0) {
		struct str line = str_cut(&rest, '\n');

		if (!is_known(line))
			strbuf_addf(why, "%.*s\n", STR_ARG(line));
	}
	return why->n == start;
}

static bool
no_colour(struct player *p, struct strbuf *why)
{
	return wrote_no_colour(vt_bytes(player_vt(p)), why);
}

static bool
no_blink(struct player *p, struct strbuf *why)
{
	return wrote_no_blink(vt_bytes(player_vt(p)), why);
}

static bool
only_ascii(struct player *p, struct strbuf *why)
{
	return wrote_ascii(vt_bytes(player_vt(p)), why);
}

/* It was on, and is not any more. */
static bool
mouse_off(struct player *p, struct strbuf *why)
{
	struct str bytes = vt_bytes(player_vt(p));

	if (str_find(bytes, STR("\033[?1000h"), 0) < 0)
		strbuf_addstr(why, "the mouse was never asked for");
	else if (str_find(bytes, STR("\033[?1000l"), 0) < 0 ||
		wrote_mode_on(bytes, 1000) || wrote_mode_on(bytes, 1002) ||
		wrote_mode_on(bytes, 1006))
		strbuf_addstr(why, "the mouse is still on");
	else
		return true;
	return false;
}

static const struct {
	const char *what;
	bool (*test)(struct player *p, struct strbuf *why);
} written[] = {
	{ "no colour", no_colour },
	{ "no blinking", no_blink },
	{ "only ASCII", only_ascii },
	{ "no title", no_title },
	{ "no bell", no_bell },
	{ "mouse off", mouse_off },
	{ "nothing unknown", no_unknown },
};

static bool
do_wrote(struct player *p, const struct command *c)
{
	for (size_t i = 0; i < COUNT_OF(written); i++)
		if (str_is(c->rest, written[i].what))
			return written[i].test(p, &p->why);
	return player_fail(p, "WROTE does not know that");
}

const struct verb tty_verbs[] = {
	{ "SIGNAL", do_signal, NEEDS_STAGE | NEEDS_TTY },
	{ "PASTE", do_paste, NEEDS_STAGE | NEEDS_TTY },
	{ "HOLD", do_hold, NEEDS_STAGE | NEEDS_TTY },
	{ "EXIT", do_exit, NEEDS_STAGE | NEEDS_TTY },
	{ "STOPPED", do_stopped, NEEDS_STAGE | NEEDS_TTY },
	{ "CONTINUE", do_continue, NEEDS_STAGE | NEEDS_TTY },
	{ "HANGUP", do_hangup, NEEDS_STAGE | NEEDS_TTY },
	{ "RESTORED", do_restored, NEEDS_STAGE | NEEDS_TTY },
	{ "ALTERNATE", do_alternate, NEEDS_STAGE | NEEDS_TTY },
	{ "MARK", do_mark, NEEDS_STAGE | NEEDS_TTY },
	{ "BYTES", do_bytes, NEEDS_STAGE | NEEDS_TTY },
	{ "QUIET", do_quiet, NEEDS_STAGE | NEEDS_TTY },
	{ "WROTE", do_wrote, NEEDS_STAGE | NEEDS_TTY },
};
const int tty_verb_count = (int)COUNT_OF(tty_verbs);
