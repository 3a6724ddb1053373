/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The judge judged: a toy program misbehaves in one way after another, and
 * the harness must see each of them. The toy is this program again, started
 * with the argument "toy" on a terminal.
 */
#include "prelude.h"

#include <locale.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "../unit/testing.h"

#include "base/str.h"
#include "base/strbuf.h"
#include "pty/wrote.h"
#include "screen/player.h"

/* ---- the toy ---- */

static void
say(const char *text)
{
	if (write(STDOUT_FILENO, text, strlen(text)) < 0)
		_exit(9);
}

static void
leave(const struct termios *was)
{
	say("\033[?1006l\033[?1000l\033[?25h\033[?1049l");
	tcsetattr(STDIN_FILENO, TCSADRAIN, was);
}

/* Returns the modes as they were. */
static struct termios
make_raw(void)
{
	struct termios was, raw;

	tcgetattr(STDIN_FILENO, &was);
	raw = was;
	raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO);
	raw.c_iflag &= (tcflag_t)~ICRNL;
	tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
	return was;
}

/* One key; what it does is in the tests below. */
static void
toy_key(char c, struct termios *was)
{
	struct winsize size;
	char text[64];

	switch (c) {
	case 'q':
		leave(was);
		_exit(0);
	case 'x':
		_exit(3);
	case 'k':
		leave(was);
		raise(SIGTERM);
		break;
	case 'z':
		leave(was);
		raise(SIGSTOP);
		*was = make_raw();
		say("\033[2;1Hcontinued");
		break;
	case 'c':
		say("\033[3;1H\033[1;38;5;5;44mcolour\033[m");
		break;
	case 'm':
		say("\033[?1006;1000h");
		break;
	case 'p':
		say("\033[?2004l\033[?2004h");
		break;
	case 'e':
		say("\033[7;31H-\033[8b+\033[8;1H=\033[b");
		break;
	case 't':
		say("\033]0;a title\a");
		break;
	case 'o':
		say("\033]0;flametop\a\033]104\a");
		break;
	case 'u':
		say("\033[77z");
		break;
	case 'r':
		say("\033[4;1H\033[7mreverse\033[m");
		break;
	case 's':
		ioctl(STDIN_FILENO, TIOCGWINSZ, &size);
		snprintf(text, sizeof(text), "\033[5;1Hsize %d %d", size.ws_col,
			size.ws_row);
		say(text);
		break;
	default:
		snprintf(text, sizeof(text), "\033[6;1Hkey %02x  ",
			(unsigned char)c);
		say(text);
	}
}

/* A line after ':' is repeated at the bottom, Ctrl-G takes it away. */
static void
toy_line(void)
{
	char c;

	say("\033[10;1H\033[K");
	while (read(STDIN_FILENO, &c, 1) == 1 && c != '\r')
		if (write(STDOUT_FILENO, &c, 1) != 1)
			_exit(9);
}

static int
toy(void)
{
	struct termios was = make_raw();
	char c;

	say("\033[?1049h\033[?25l\033[H\033[2Jtoy \xe6\x97\xa5! 1.50s 200ms");
	while (read(STDIN_FILENO, &c, 1) == 1) {
		if (c == ':')
			toy_line();
		else if (c == 7)
			say("\033[10;1H\033[K");
		else
			toy_key(c, &was);
	}
	pause(); /* the signal for a lost terminal comes after its end */
	return 0;
}

/* ---- playing scripts with it ---- */

static const char *self;

/* Play these lines on the toy. NULL if all hold, else the report, which the
   next call overwrites. */
static const char *
play(const char *lines)
{
	static char last[65536];
	char name[] = "/tmp/flametop-keys-XXXXXX";
	int fd = mkstemp(name);
	FILE *f = fdopen(fd, "w");
	struct play_options options = { .program = self, .deadline = 10000 };
	struct strbuf report = STRBUF_INIT;
	struct script script;
	struct err err;
	bool ok;

	fprintf(f, "TTY\nSIZE 40 10\nOPEN toy\n%s\n", lines);
	fclose(f);
	assert_int_equal(script_read(&script, name, &err), 0);
	ok = player_play(&script, &stage_pty, &options, &report);
	snprintf(last, sizeof(last), "%s", strbuf_c(&report));
	strbuf_free(&report);
	script_free(&script);
	unlink(name);
	return ok ? NULL : last;
}

static void
holds(const char *lines)
{
	const char *report = play(lines);

	if (report != NULL)
		fail_msg("%s", report);
}

/* Only the last line does not hold, and never will, once all is done before it:
   MARK waits for that. */
static void
fails(const char *lines, const char *why)
{
	const char *last =
		strstr(lines, "SCREEN") != NULL ? NULL : strrchr(lines, '\n');
	struct strbuf script = STRBUF_INIT;
	const char *report;

	last = last != NULL ? last + 1 : lines;
	strbuf_add(&script, str_from(lines, (size_t)(last - lines)));
	strbuf_addf(&script, "%sDEADLINE 100\n%s",
		strstr(lines, "BYTES") == NULL ? "MARK\n" : "", last);
	report = play(strbuf_c(&script));
	strbuf_free(&script);

	if (report == NULL)
		fail_msg("nothing is wrong with:\n%s", lines);
	else if (strstr(report, why) == NULL)
		fail_msg("expected \"%s\" in:\n%s", why, report);
}

TEST(text_on_the_screen_is_seen)
{
	holds("SEE toy\nROW 1 toy\nAT 1 5 日\nNOT boy\nCOUNT 1 toy\n"
	      "MATCH ^toy .!\nROW -1 \nAT 1 7 !");
	holds("KEYS c r\nEDGE 3 3 colour\nSEE reverse");
	fails("KEYS c r\nSEE reverse\nEDGE 3 4 o", "not in row 4");
	fails("SEE boy", "not on the screen");
	fails("NOT toy", "in row 1");
	fails("ROW 2 toy", "row 2 is |");
	fails("AT 1 6 !", "not there");
	fails("COUNT 2 toy", "1 times");
	fails("MATCH ^oy", "no row matches");
}

TEST(repeated_characters_end_where_they_should)
{
	holds("KEYS e\nAT 7 31 ---------+\nAT 8 1 == ");
}

TEST(whole_screens_are_compared_cell_for_cell)
{
	holds("SCREEN\ntoy 日! 1.50s 200ms\n\n\n\n\n\n\n\n\n\nEND");
	fails("SCREEN\ntoy 日! 1.50s 201ms\n\n\n\n\n\n\n\n\n\nEND", "expected");
	holds("SAVE a\nKEYS c\nOTHER a");
	fails("SAVE a\nKEYS c\nSEE colour\nSAME a", "row 3 column 1");
	fails("SAVE a\nOTHER a", "nothing is different");
	fails("SAME a", "no screen was saved");
}

TEST(attributes_are_seen)
{
	holds("KEYS r\nLOOKS reverse,!bold reverse\nSTYLE 4 1 reverse");
	fails("KEYS r\nLOOKS bold reverse", "none of the places");
	fails("KEYS r\nSTYLE 4 8 reverse", "is plain");
	holds("KEYS c\nLOOKS bold,fg=5,bg=4 colour");
	fails("KEYS c\nLOOKS uncoloured colour", "none of the places");
	holds("LOOKS uncoloured,plain toy");
}

TEST(keys_arrive_as_a_terminal_sends_them)
{
	holds("KEYS a\nSEE key 61\nKEYS Enter\nSEE key 0d\nKEYS C-r\n"
	      "SEE key 12\nKEYS Esc\nSEE key 1b\nKEYS Tab\nSEE key 09\n"
	      "KEYS Space\nSEE key 20\nKEYS Backspace\nSEE key 7f\n"
	      "KEYS Up\nSEE key 41\nKEYS F1\nSEE key 50\nKEYS M-b\n"
	      "SEE key 62\nTYPE y\nSEE key 79");
	fails("KEYS a\nSEE key 62", "not on the screen");
}

TEST(numbers_on_the_screen_can_be_added)
{
	holds("NUM a ! ([0-9.]+s)\nNUM b s ([0-9]+ms)\nCHECK a == 1.5\n"
	      "CHECK a + b == 1.7\nCHECK b * 2 < a\nCHECK a != b\n"
	      "CHECK a == 1.51 WITHIN 0.01");
	fails("NUM a ! ([0-9.]+s)\nCHECK a == 1.51", "does not hold");
	fails("NUM a (toy)", "no number");
	fails("NUM a (boy)", "no row matches");
	fails("CHECK c == 1", "no name");
}

TEST(the_end_of_the_program_is_told_apart)
{
	holds("KEYS q\nEXIT 0\nRESTORED");
	holds("KEYS x\nEXIT 3");
	holds("KEYS k\nEXIT TERM\nRESTORED");
	fails("KEYS x\nEXIT 0", "status is 3");
	fails("KEYS k\nEXIT 0", "killed by signal");
	fails("EXIT 0", "still running");
}

TEST(everything_left_behind_is_named)
{
	fails("KEYS m x\nEXIT 3\nRESTORED",
		"input modes, local modes, alternate screen, hidden cursor, "
		"mouse reports, mouse mode 1006");
	fails("KEYS p x\nEXIT 3\nRESTORED", "bracketed paste");
	fails("SIGNAL KILL\nEXIT KILL\nRESTORED", "alternate screen");
}

TEST(a_stopped_program_can_be_continued)
{
	holds("KEYS z\nSTOPPED\nRESTORED\nCONTINUE\nSEE continued\n"
	      "KEYS k\nEXIT TERM");
	fails("STOPPED", "not stopped");
}

TEST(a_lost_terminal_ends_the_program)
{
	holds("HANGUP\nEXIT HUP");
}

TEST(a_new_size_reaches_the_program)
{
	holds("RESIZE 60 20\nKEYS s\nSEE size 60 20");
}

TEST(idleness_is_asked_of_the_program)
{
	holds("IDLE\nNOT idle");
}

TEST(bytes_are_counted_from_the_mark)
{
	holds("MARK\nKEYS a\nSEE key 61\nBYTES <= 14");
	fails("MARK\nKEYS a\nSEE key 61\nBYTES <= 13", "14 bytes");
	holds("QUIET 1");
}

TEST(forbidden_output_is_found)
{
	holds("WROTE no colour\nWROTE no title\nWROTE nothing unknown\n"
	      "WROTE no bell\nWROTE no blinking");
	fails("KEYS c\nSEE colour\nWROTE no colour", "colour at byte");
	fails("KEYS t a\nSEE key\nWROTE no title", "title was set");
	holds("KEYS o a\nSEE key\nWROTE no title");
	fails("KEYS o t a\nSEE key\nWROTE no title", "title was set");
	fails("KEYS u a\nSEE key\nWROTE nothing unknown", "CSI 77z");
	fails("WROTE only ASCII", "not ASCII at byte");
}

TEST(colours_are_told_from_other_attributes)
{
	struct strbuf why = STRBUF_INIT;

	assert_true(wrote_no_colour(
		STR("\033[0;1;7m\033[38C\033[31;1H"), &why));
	assert_false(wrote_no_colour(STR("\033[0;31m"), &why));
	assert_false(wrote_no_colour(STR("\033[39;49m"), &why));
	assert_false(wrote_no_colour(STR("\033[107m"), &why));
	assert_true(wrote_no_blink(STR("\033[38;5;5m\033[48;5;6m"), &why));
	assert_false(wrote_no_blink(STR("\033[1;5m"), &why));
	strbuf_free(&why);
}

TEST(a_mistaken_script_is_refused)
{
	fails("SMELL toy", "no such command");
	fails("SIGNAL NOSUCH", "no such signal");
	fails("MATCH [", "not a regular expression");
	fails("LOOKS bold", "needs style and text");
	fails("WROTE no nonsense", "does not know");
	fails("RESIZE big", "not a number");
}

int
main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "toy") == 0)
		return toy();
	setlocale(LC_CTYPE, "");
	self = realpath(argv[0], NULL);
	if (self == NULL)
		return 99;
	return tests_run(NULL, NULL);
}
