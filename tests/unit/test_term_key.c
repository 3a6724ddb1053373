/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What terminals send is the same keys however it is cut and whenever the
 * pieces come; what nobody typed is none; and the strings of terminals'
 * descriptions are the keys that they are named for.
 */
#include "prelude.h"

#include <inttypes.h>

#include "testing.h"

#include "base/ascii.h"
#include "base/compiler.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "conf/keymap.h"
#include "ui/term.h"
#include "ui/term_key.h"
#include "util_random.h"
#include "util_read.h"

enum { ESC_DELAY = 25, KEYS_MAX = 8 };

static const int gaps[] = { 0, 5, 60, 600 };

/* ---- Typing ---- */

struct typist {
	struct keys keys;
	int64_t now;
	int key[KEYS_MAX]; /* what came out, without answers to ourselves */
	size_t n;
};

static void
take(struct typist *t, struct str *in)
{
	int key;

	while ((key = keys_next(&t->keys, in, t->now)) >= 0)
		if (t->n < KEYS_MAX)
			t->key[t->n++] = key;
}

/* As term.c does it: what the time makes of the bytes before, then more. */
static void
send_piece(struct typist *t, struct str piece, int gap)
{
	struct str none = STR_EMPTY;

	t->now += gap;
	take(t, &none);
	take(t, &piece);
	assert_int_equal(piece.n, 0);
}

static void
typist_begin(struct typist *t)
{
	vec_free(&t->keys.known);
	strbuf_reset(&t->keys.paste);
	t->keys =
		(struct keys){ .esc_delay = ESC_DELAY, .paste = t->keys.paste };
	t->now = 1000;
	t->n = 0;
}

/* ---- Sequences in pieces ---- */

#define END 0

/* clang-format off */
static const struct {
	const char *bytes;
	int key[4];
} known[] = {
	{ "j", { 'j' } }, { "jk", { 'j', 'k' } }, { "\r", { K_ENTER } },
	{ "\n", { K_ENTER } }, { "\177", { K_BACKSPACE } },
	{ "\b", { K_BACKSPACE } }, { "\t", { K_TAB } }, { "\032", { 26 } },
	{ "\303\244", { 0xe4 } }, { "\342\202\254", { 0x20ac } },
	{ "\360\237\224\245", { 0x1f525 } },
	{ "\303j", { UTF8_BAD, 'j' } }, { "\342\202j", { UTF8_BAD, 'j' } },
	{ "\377", { UTF8_BAD } },
	/* ESC and a character. */
	{ "\033x", { K_ALT | 'x' } }, { "\033\303\244", { K_ALT | 0xe4 } },
	{ "\033\177", { K_ALT | K_BACKSPACE } },
	{ "\033\b", { K_ALT | K_BACKSPACE } },
	{ "\033\r", { K_ALT | K_ENTER } },
	/* Arrows and the keys near them. */
	{ "\033[A", { K_UP } }, { "\033OA", { K_UP } },
	{ "\033[B", { K_DOWN } }, { "\033OB", { K_DOWN } },
	{ "\033[C", { K_RIGHT } }, { "\033OC", { K_RIGHT } },
	{ "\033[D", { K_LEFT } }, { "\033OD", { K_LEFT } },
	{ "\033[H", { K_HOME } }, { "\033OH", { K_HOME } },
	{ "\033[1~", { K_HOME } }, { "\033[7~", { K_HOME } },
	{ "\033[F", { K_END } }, { "\033OF", { K_END } },
	{ "\033[4~", { K_END } }, { "\033[8~", { K_END } },
	{ "\033[2~", { K_INSERT } }, { "\033[3~", { K_DELETE } },
	{ "\033[5~", { K_PGUP } }, { "\033[6~", { K_PGDN } },
	{ "\033[Z", { K_BACKTAB } },
	/* With modifiers. */
	{ "\033[1;2A", { K_SHIFT | K_UP } },
	{ "\033[1;3D", { K_ALT | K_LEFT } },
	{ "\033[1;4B", { K_SHIFT | K_ALT | K_DOWN } },
	{ "\033[1;5C", { K_CTRL | K_RIGHT } },
	{ "\033[1;6H", { K_CTRL | K_SHIFT | K_HOME } },
	{ "\033[1;7F", { K_CTRL | K_ALT | K_END } },
	{ "\033[1;8A", { K_HELD | K_UP } },
	{ "\033[1;9A", { K_ALT | K_UP } },
	{ "\033[2;3~", { K_ALT | K_INSERT } },
	{ "\033[3;5~", { K_CTRL | K_DELETE } },
	{ "\033[6;3~", { K_ALT | K_PGDN } },
	{ "\033[15;2~", { K_SHIFT | (K_F1 + 4) } },
	{ "\033[1;5P", { K_CTRL | K_F1 } },
	{ "\033O5A", { K_CTRL | K_UP } }, { "\033O1;5D", { K_CTRL | K_LEFT } },
	{ "\033[a", { K_SHIFT | K_UP } }, { "\033Od", { K_CTRL | K_LEFT } },
	{ "\033[5$", { K_SHIFT | K_PGUP } }, { "\033[6^", { K_CTRL | K_PGDN } },
	{ "\033[8@", { K_CTRL | K_SHIFT | K_END } },
	/* Function keys. */
	{ "\033OP", { K_F1 } }, { "\033[11~", { K_F1 } }, { "\033[[A", { K_F1 } },
	{ "\033OS", { K_F1 + 3 } }, { "\033[14~", { K_F1 + 3 } },
	{ "\033[[E", { K_F1 + 4 } }, { "\033[15~", { K_F1 + 4 } },
	{ "\033[17~", { K_F1 + 5 } }, { "\033[21~", { K_F1 + 9 } },
	{ "\033[23~", { K_F1 + 10 } }, { "\033[24~", { K_F1 + 11 } },
	{ "\033[25~", { END } }, { "\033[16~", { END } },
	/* The keypad. */
	{ "\033Op", { '0' } }, { "\033Oq", { '1' } }, { "\033Oy", { '9' } },
	{ "\033Ok", { '+' } }, { "\033Om", { '-' } }, { "\033Oj", { '*' } },
	{ "\033Oo", { '/' } }, { "\033On", { '.' } }, { "\033Ol", { ',' } },
	{ "\033OM", { K_ENTER } }, { "\033OE", { END } },
	/* The mouse, in both forms. */
	{ "\033[<0;40;12M", { K_MOUSE } }, { "\033[<0;40;12m", { K_MOUSE } },
	{ "\033[<64;223;99M", { K_MOUSE } }, { "\033[<35;1;1M", { END } },
	{ "\033[<0;40M", { END } },
	{ "\033[M QQ", { K_MOUSE } }, { "\033[M#QQ", { K_MOUSE } },
	{ "\033[M`!!", { K_MOUSE } }, { "\033[M \377\377", { K_MOUSE } },
	{ "\033[M \001\001", { END } }, { "\033[32;49;10M", { END } },
	/* Pasted text. */
	{ "\033[200~ab\033[201~", { K_PASTE } },
	{ "\033[200~a\r\033[A\033\033[201~", { K_PASTE } },
	{ "\033[200~\033[201~q", { K_PASTE, 'q' } },
	{ "\033[201~", { END } },
	/* Answers. */
	{ "\033[0n", { K_ANSWER } }, { "\033[3n", { END } },
	{ "\033[?62;4c", { K_ASKED } }, { "\033[?6c", { K_ASKED } },
	{ "\033]11;rgb:ffff/ffff/dddd\033\\", { K_LIGHT } },
	{ "\033]11;rgb:1e1e/1e1e/1e1e\a", { K_DARK } },
	{ "\033]11;?\033\\", { END } },
	{ "\033P>|kitty(0.36.4)\033\\", { K_LINKS } },
	{ "\033P>|XTerm(388)\033\\", { K_NO_LINKS } },
	{ "\033[?2026;2$y", { K_SYNC } }, { "\033[?2026;1$y", { K_SYNC } },
	{ "\033[?2026;0$y", { END } }, { "\033[?2026;4$y", { END } },
	/* Nobody asked for these. */
	{ "\033]10;rgb:0/0/0\a", { END } }, { "\033]4;1;rgb:0/0/0\033\\", { END } },
	{ "\033]52;c;UXVpdCBR\a", { END } }, { "\033]lQuit Q\033\\", { END } },
	{ "\033]LQ\a", { END } },
	{ "\033P1+r636f=323536\033\\", { END } }, { "\033P!|00000000\033\\", { END } },
	{ "\033P1$r0m\033\\", { END } }, { "\033_Gi=1;OK\033\\", { END } },
	{ "\033_Q\033\\", { END } }, { "\033^Q\033\\", { END } },
	{ "\033XQ\033\\", { END } }, { "\033]0;\303\244Q\a", { END } },
	{ "\033[>41;390;0c", { END } }, { "\033[12;40R", { END } },
	{ "\033[?2027;2$y", { END } }, { "\033[4;1$y", { END } },
	{ "\033[8;40;120t", { END } }, { "\033[?997;1n", { END } },
	{ "\033[I", { END } }, { "\033[O", { END } }, { "\033[97;5u", { END } },
	{ "\033[27;5;113~", { END } }, { "\033[?1u", { END } },
	{ "\033[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;"
	  "25Q", { END } },
	/* Broken off by the next. */
	{ "\033[\033[A", { K_UP } }, { "\033]52;Q\033[B", { K_DOWN } },
	{ "\033]5\030q", { 'q' } }, { "\033[<0;4\033[0n", { K_ANSWER } },
};
/* clang-format on */

static size_t
n_keys(const int *key)
{
	size_t n = 0;

	while (n < COUNT_OF(known[0].key) && key[n] != END)
		n++;
	return n;
}

static void
keys_are(const struct typist *t, size_t row, uint64_t cuts, int gap)
{
	const int *want = known[row].key;
	size_t n = n_keys(want);
	bool same = t->n == n + 1 && t->key[n] == 'x';

	for (size_t i = 0; i < n && same; i++)
		same = t->key[i] == want[i];
	if (!same)
		fail_msg("sequence %zu (ESC %s), cut at %" PRIx64
			 ", gaps of %d ms: %zu keys, first %x",
			row, known[row].bytes + 1, cuts, gap, t->n,
			t->n > 0 ? (unsigned)t->key[0] : 0);
}

/* May a piece end at `at`, as long as the gap is? Escape alone is a key, and
   so is each byte of a character that does not go on. */
static bool
may_cut(struct str all, size_t at, int gap)
{
	if (gap < ESC_DELAY || all.p[at - 1] != K_ESC)
		return true;
	/* The ends of strings and of pastes begin with it. */
	return at > 1 &&
		(strchr("]P_^X", all.p[1]) != NULL ||
			str_starts(all, STR("\033[200~")));
}

/* All bits: behind each byte, also of longer ones. */
static bool
is_cut(uint64_t cuts, size_t at)
{
	return cuts == UINT64_MAX || (at <= 64 && (cuts >> (at - 1) & 1) != 0);
}

/* The bits of `cuts` say behind which bytes. False: it cannot be cut so. */
static bool
send_cut(struct typist *t, struct str all, uint64_t cuts, int gap)
{
	size_t from = 0;

	typist_begin(t);
	for (size_t at = 1; at <= all.n; at++) {
		bool cut = at == all.n || is_cut(cuts, at);

		if (!cut)
			continue;
		if (at < all.n && !may_cut(all, at, gap))
			return false;
		send_piece(t, str_sub(all, from, at), from > 0 ? gap : 0);
		from = at;
	}
	send_piece(t, STR("x"), gap);
	return true;
}

/* All ways to cut a short one; of a long one at one place, at two, and at
   each. */
static size_t
cut_all(struct typist *t, size_t row, int gap)
{
	struct str all = str_c(known[row].bytes);
	size_t ways = all.n <= 10 ? (size_t)1 << (all.n - 1) : 0, runs = 0;

	for (size_t way = 0; way < ways; way++)
		if (send_cut(t, all, way, gap)) {
			keys_are(t, row, way, gap);
			runs++;
		}
	for (size_t i = 0; ways == 0 && i + 1 < all.n && i < 32; i++)
		for (size_t k = i; k + 1 < all.n && k < 32; k++) {
			uint64_t cuts = (uint64_t)1 << i | (uint64_t)1 << k;

			if (!send_cut(t, all, cuts, gap))
				continue;
			keys_are(t, row, cuts, gap);
			runs++;
		}
	if (ways == 0 && send_cut(t, all, UINT64_MAX, gap)) {
		keys_are(t, row, UINT64_MAX, gap);
		runs++;
	}
	return runs;
}

TEST(sequences_are_the_same_in_pieces)
{
	struct typist t = { .n = 0 };
	size_t runs = 0;

	for (size_t row = 0; row < COUNT_OF(known); row++)
		for (size_t i = 0; i < COUNT_OF(gaps); i++)
			runs += cut_all(&t, row, gaps[i]);
	print_message("%zu sequences, %zu ways to send them\n", COUNT_OF(known),
		runs);
	keys_free(&t.keys);
}

/* ---- What nobody typed ---- */

static uint32_t
below(uint64_t *random, uint32_t n)
{
	return (uint32_t)(random_next(random) % n);
}

static char
one_of(uint64_t *random, char from, char to)
{
	return (char)(from + (char)below(random, (uint32_t)(to - from + 1)));
}

/* A string or a private sequence that no terminal sends as a key. */
static void
foreign(struct strbuf *out, uint64_t *random)
{
	static const char begins[] = "]P_^X";
	uint32_t kind = below(random, 8), n = below(random, 40);

	strbuf_reset(out);
	strbuf_addch(out, K_ESC);
	if (kind >= 5) {
		static const char private_marks[] = "?>=";

		strbuf_addch(out, '[');
		strbuf_addch(out, private_marks[kind - 5]);
		for (uint32_t i = 0; i < n; i++)
			strbuf_addch(out, one_of(random, ' ', ';'));
		do
			kind = (uint32_t)one_of(random, '@', '~');
		while (kind == 'c');
		strbuf_addch(out, (char)kind);
		return;
	}
	strbuf_addch(out, begins[kind]);
	for (uint32_t i = 0; i < n; i++)
		strbuf_addch(out, one_of(random, ' ', '~'));
	strbuf_addstr(out, below(random, 2) == 0 ? "\a" : "\033\\");
}

TEST(foreign_sequences_are_no_keys)
{
	enum { RUNS = 100000 };
	struct typist t = { .n = 0 };
	struct strbuf all = STRBUF_INIT;
	uint64_t random = 20261127;

	for (int run = 0; run < RUNS; run++) {
		uint64_t cuts;
		int gap = gaps[below(&random, COUNT_OF(gaps))];

		foreign(&all, &random);
		cuts = random_next(&random) & random_next(&random);
		/* Escape alone is a key. */
		if (!send_cut(&t, strbuf_str(&all), cuts & ~(uint64_t)1, gap))
			continue;
		for (size_t i = 0; i + 1 < t.n; i++)
			if (t.key[i] != K_LIGHT && t.key[i] != K_DARK &&
				t.key[i] != K_LINKS && t.key[i] != K_NO_LINKS)
				fail_msg("ESC %s: key %x", strbuf_c(&all) + 1,
					(unsigned)t.key[i]);
		assert_true(t.n > 0 && t.key[t.n - 1] == 'x');
	}
	strbuf_free(&all);
	keys_free(&t.keys);
}

/* ---- Time ---- */

TEST(escape_alone_is_a_key)
{
	struct typist t = { .n = 0 };

	typist_begin(&t);
	send_piece(&t, STR("\033"), 0);
	assert_int_equal(t.n, 0);
	assert_int_equal(keys_wait(&t.keys, t.now), ESC_DELAY);
	send_piece(&t, STR("[A"), ESC_DELAY);
	assert_int_equal(t.n, 3);
	assert_int_equal(t.key[0], K_ESC);
	assert_int_equal(t.key[1], '[');
	typist_begin(&t);
	send_piece(&t, STR("\033\033\033"), 0);
	send_piece(&t, STR("q"), ESC_DELAY);
	assert_int_equal(t.n, 4);
	assert_int_equal(t.key[2], K_ESC);
	typist_begin(&t);
	send_piece(&t, STR("\033\033[B"), 0);
	assert_int_equal(t.n, 2);
	assert_int_equal(t.key[1], K_DOWN);
	assert_int_equal(keys_wait(&t.keys, t.now), -1);
	keys_free(&t.keys);
}

/* A sequence that a user may have typed waits one second, others two. */
TEST(a_beginning_waits_for_its_rest)
{
	static const struct {
		const char *bytes;
		int wait, key;
	} rows[] = { { "\033[", KEYS_SHORT, K_ALT | '[' },
		{ "\033O", KEYS_SHORT, K_ALT | 'O' },
		{ "\033]", KEYS_SHORT, K_ALT | ']' },
		{ "\033P", KEYS_SHORT, K_ALT | 'P' },
		{ "\033_", KEYS_SHORT, K_ALT | '_' },
		{ "\033]q", KEYS_SHORT, END }, { "\033]5", KEYS_LONG, END },
		{ "\033[<0;4", KEYS_LONG, END }, { "\033[M ", KEYS_LONG, END },
		{ "\342\202", KEYS_SHORT, UTF8_BAD } };
	struct typist t = { .n = 0 };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		typist_begin(&t);
		send_piece(&t, str_c(rows[i].bytes), 0);
		assert_int_equal(keys_wait(&t.keys, t.now), rows[i].wait);
		send_piece(&t, STR("x"), rows[i].wait);
		assert_int_equal(t.n, rows[i].key == END ? 1 : 2);
		assert_int_equal(t.key[t.n - 1], 'x');
		if (rows[i].key != END)
			assert_int_equal(t.key[0], rows[i].key);
	}
	keys_free(&t.keys);
}

TEST(a_paste_that_stops_is_none)
{
	struct typist t = { .n = 0 };

	typist_begin(&t);
	send_piece(&t, STR("\033[200~make"), 0);
	send_piece(&t, STR(" it"), KEYS_PASTE_WAIT - 1);
	assert_int_equal(t.n, 0);
	send_piece(&t, STR_EMPTY, KEYS_PASTE_WAIT);
	assert_int_equal(t.n, 1);
	assert_int_equal(t.key[0], K_PASTE_BROKEN);
	/* Its rest comes late, with its end or without. */
	send_piece(&t, STR(" Quit Q"), 60000);
	send_piece(&t, STR("Q\033[201"), 600);
	send_piece(&t, STR("~j"), 600);
	assert_int_equal(t.n, 2);
	assert_int_equal(t.key[1], 'j');
	typist_begin(&t);
	send_piece(&t, STR("\033[200~make"), 0);
	send_piece(&t, STR("Q"), KEYS_PASTE_WAIT);
	send_piece(&t, STR("j"), KEYS_PASTE_WAIT);
	assert_int_equal(t.n, 2);
	assert_int_equal(t.key[1], 'j');
	keys_free(&t.keys);
}

TEST(pasted_text_is_one_line)
{
	struct typist t = { .n = 0 };
	struct strbuf all = STRBUF_INIT;

	typist_begin(&t);
	send_piece(&t, STR("\033[200~a\r\nb\t\303\244\033[A\033[201~"), 0);
	assert_string_equal(strbuf_c(&t.keys.paste), "a  b \303\244[A");
	strbuf_addstr(&all, "\033[200~");
	strbuf_addn(&all, 'a', 70000);
	strbuf_addstr(&all, "\033[201~");
	typist_begin(&t);
	send_piece(&t, strbuf_str(&all), 0);
	assert_int_equal(t.key[0], K_PASTE_TOO_LONG);
	strbuf_free(&all);
	keys_free(&t.keys);
}

TEST(the_mouse_is_the_same_in_both_forms)
{
	static const struct {
		const char *bytes;
		enum mouse_what what;
		int button, row, col;
	} rows[] = { { "\033[<0;49;10M", MOUSE_PRESS, 1, 9, 48 },
		{ "\033[M Q*", MOUSE_PRESS, 1, 9, 48 },
		{ "\033[<2;1;1M", MOUSE_PRESS, 3, 0, 0 },
		{ "\033[M\"!!", MOUSE_PRESS, 3, 0, 0 },
		{ "\033[<0;49;10m", MOUSE_RELEASE, 1, 9, 48 },
		{ "\033[M#Q*", MOUSE_RELEASE, 1, 9, 48 },
		{ "\033[M@Q*", MOUSE_DRAG, 1, 9, 48 },
		{ "\033[<65;49;10M", MOUSE_WHEEL_DOWN, 0, 9, 48 },
		{ "\033[MaQ*", MOUSE_WHEEL_DOWN, 0, 9, 48 },
		{ "\033[M \377\377", MOUSE_PRESS, 1, 222, 222 } };
	struct typist t = { .n = 0 };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		typist_begin(&t);
		send_piece(&t, str_c(rows[i].bytes), 0);
		assert_int_equal(t.n, 1);
		assert_int_equal(t.key[0], K_MOUSE);
		assert_int_equal(t.keys.mouse.what, rows[i].what);
		assert_int_equal(t.keys.mouse.button, rows[i].button);
		assert_int_equal(t.keys.mouse.row, rows[i].row);
		assert_int_equal(t.keys.mouse.col, rows[i].col);
	}
	keys_free(&t.keys);
}

/* ---- Descriptions of terminals ---- */

struct described {
	char *name, *bytes;
};

/* Of the terminal whose keys are asked for; keys_describe() takes a function
   without an argument. */
static struct {
	VEC(struct described) key;
} description;

static const char *
described_text(const char *name)
{
	for (size_t i = 0; i < description.key.n; i++)
		if (strcmp(description.key.p[i].name, name) == 0)
			return description.key.p[i].bytes;
	return NULL;
}

/* As infocmp writes it: \E, ^X and \^. */
static char *
unescape(struct str s)
{
	struct strbuf out = STRBUF_INIT;
	char *copy;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\\' && i + 1 < s.n)
			strbuf_addch(
				&out, s.p[++i] == 'E' ? (char)K_ESC : s.p[i]);
		else if (s.p[i] == '^' && i + 1 < s.n)
			strbuf_addch(
				&out, s.p[++i] == '?' ? '\177' : s.p[i] & 0x1f);
		else
			strbuf_addch(&out, s.p[i]);
	}
	copy = xstrndup(out.p, out.n);
	strbuf_free(&out);
	return copy;
}

static void
description_forget(void)
{
	for (size_t i = 0; i < description.key.n; i++) {
		free(description.key.p[i].name);
		free(description.key.p[i].bytes);
	}
	description.key.n = 0;
}

/* What a key string of that name is. -1: nothing, or one of the first twelve
   function keys with Shift, as others count them. */
static int
key_named(const char *name)
{
	static const struct {
		const char *name;
		int key;
	} plain[] = { { "kcuu1", K_UP }, { "kcud1", K_DOWN },
		{ "kcub1", K_LEFT }, { "kcuf1", K_RIGHT }, { "khome", K_HOME },
		{ "kend", K_END }, { "kpp", K_PGUP }, { "knp", K_PGDN },
		{ "kich1", K_INSERT }, { "kdch1", K_DELETE },
		{ "kbs", K_BACKSPACE }, { "kcbt", K_BACKTAB },
		{ "kcbt2", K_BACKTAB }, { "kent", K_ENTER }, { "kfnd", K_HOME },
		{ "kslt", K_END }, { "kri", K_SHIFT | K_UP },
		{ "kind", K_SHIFT | K_DOWN }, { "kspd", 26 }, { "kpADD", '+' },
		{ "kpCMA", ',' }, { "kpDIV", '/' }, { "kpDOT", '.' },
		{ "kpMUL", '*' }, { "kpSUB", '-' }, { "kpZRO", '0' } };
	static const struct {
		const char *name;
		int key;
	} held[] = { { "kUP", K_UP }, { "kDN", K_DOWN }, { "kLFT", K_LEFT },
		{ "kRIT", K_RIGHT }, { "kHOM", K_HOME }, { "kEND", K_END },
		{ "kPRV", K_PGUP }, { "kNXT", K_PGDN }, { "kIC", K_INSERT },
		{ "kDC", K_DELETE }, { "kFND", K_HOME } };
	int64_t number;

	for (size_t i = 0; i < COUNT_OF(plain); i++)
		if (strcmp(plain[i].name, name) == 0)
			return plain[i].key;
	for (size_t i = 0; i < COUNT_OF(held); i++) {
		struct str rest = str_c(name);
		int bits;

		if (!str_starts(rest, str_c(held[i].name)))
			continue;
		rest = str_skip(rest, strlen(held[i].name));
		bits = rest.n == 0 ? 1 : rest.p[0] - '1';
		return held[i].key | (bits & 1 ? K_SHIFT : 0) |
			(bits & 2 ? K_ALT : 0) | (bits & 4 ? K_CTRL : 0);
	}
	if (str_starts(str_c(name), STR("kf")) &&
		str_to_i64(str_skip(str_c(name), 2), &number) && number >= 1)
		return number <= 12 ? K_F1 + (int)number - 1 : -1;
	return -1;
}

static void
check_description(const char *type, size_t *keys)
{
	struct typist t = { .n = 0 };

	for (size_t i = 0; i < description.key.n; i++) {
		const struct described *d = &description.key.p[i];
		int want = key_named(d->name), got;

		if (strcmp(d->name, "kmous") == 0 ||
			str_starts(str_c(d->name), STR("kx")))
			continue; /* the beginning of a report; focus */
		typist_begin(&t);
		keys_describe(&t.keys, described_text);
		send_piece(&t, str_c(d->bytes), 0);
		send_piece(&t, STR("x"), KEYS_SHORT - 1);
		assert_true(t.n >= 1 && t.n <= 2 && t.key[t.n - 1] == 'x');
		got = t.n > 1 ? t.key[0] : -1;
		/* Keys of the keypad, which are not the same digits
		   everywhere. */
		if (want < 0x7f && got > 0 && got < 0x7f &&
			strchr("0123456789.", got) != NULL)
			want = got;
		if (got != -1 && got != want &&
			!(want < 0 && (got & K_HELD) != 0))
			fail_msg("%s: %s is key %x", type, d->name,
				(unsigned)got);
		/* Arrows and their like are known everywhere. */
		if (want >= K_UP && want <= K_DELETE)
			assert_int_equal(got, want);
		(*keys)++;
	}
	keys_free(&t.keys);
	description_forget();
}

TEST(described_keys_are_what_they_are_named_for)
{
	struct bytes text = testdata("terminfo/keys");
	char type[64] = "";
	size_t keys = 0, types = 0;
	struct str rest;

	rest = str_from((const char *)text.p, text.n);
	while (rest.n > 0) {
		struct str line = str_cut(&rest, '\n');
		struct str of = str_cut(&line, ' ');
		struct str name = str_cut(&line, ' ');
		struct described d;

		if (!str_is(of, type)) {
			check_description(type, &keys);
			snprintf(type, sizeof(type), "%.*s", STR_ARG(of));
			types++;
		}
		d.name = xstrndup(name.p, name.n);
		d.bytes = unescape(line);
		vec_push(&description.key, d);
	}
	check_description(type, &keys);
	vec_free(&description.key);
	bytes_free(&text);
	print_message("%zu keys of %zu types\n", keys, types);
	assert_int_equal(types, 10);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
