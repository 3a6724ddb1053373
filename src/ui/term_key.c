/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/term_key.h"

#include "base/compiler.h"
#include "base/utf8.h"
#include "conf/keymap.h"
#include "ui/frame_pacing.h"
#include "ui/term.h"
#include "ui/term_caps.h"
#include "ui/term_link.h"

enum {
	PASTE_MAX = 64 * 1024,
	FAR = 100000, /* limit of numbers: wider than any screen */
	CANCEL = 0x18,
	NUMBERS = 3, /* maximum numbers read from a sequence */
};

/* Results other than keys. */
enum {
	NOTHING = -1, /* complete, but not a key */
	MORE = -2,    /* incomplete */
	AGAIN = -3,   /* broken off by the last byte, which must be fed again */
};

/* First byte after ESC in a sequence or a string. */
#define CSI '['
#define SS3 'O'
static const char strings[] = "]PX^_"; /* OSC, DCS, SOS, PM, APC */

static const char paste_end[] = "\033[201~";

void
keys_free(struct keys *k)
{
	vec_free(&k->known);
	strbuf_free(&k->paste);
}

/* ---- Sequences ---- */

/* Return the key of a final byte: "ESC [ 1 ; 5 F", "ESC O F". */
static int
letter_key(uint8_t c)
{
	switch (c) {
	case 'A':
		return K_UP;
	case 'B':
		return K_DOWN;
	case 'C':
		return K_RIGHT;
	case 'D':
		return K_LEFT;
	case 'F':
		return K_END;
	case 'H':
		return K_HOME;
	case 'P':
	case 'Q':
	case 'R':
	case 'S':
		return K_F1 + c - 'P';
	default:
		return NOTHING;
	}
}

/* Return the key of a number in a sequence: "ESC [ 5 ~". */
static int
number_key(int n)
{
	static const int edit[] = { 0, K_HOME, K_INSERT, K_DELETE, K_END,
		K_PGUP, K_PGDN, K_HOME, K_END };
	static const int function[] = { 1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 10, 0, 11,
		12 };

	if (n >= 1 && n < (int)COUNT_OF(edit))
		return edit[n];
	n -= 11;
	if (n >= 0 && n < (int)COUNT_OF(function) && function[n] > 0)
		return K_F1 + function[n] - 1;
	return NOTHING;
}

/* Add modifiers to a key. `code` is 1 plus the bits of Shift (1), Alt (2), Ctrl
   (4) and Meta (8). */
static int
held_by(int key, int code)
{
	int bits = code > 1 ? code - 1 : 0;

	if (key < 0)
		return key;
	if (bits & 1)
		key |= K_SHIFT;
	if (bits & (2 | 8))
		key |= K_ALT;
	if (bits & 4)
		key |= K_CTRL;
	return key;
}

/* Read the numbers of "1;5F"; return how many there are. */
static int
read_numbers(const uint8_t *p, size_t n, int number[NUMBERS])
{
	int at = 0;

	memset(number, 0, NUMBERS * sizeof(*number));
	for (size_t i = 0; i < n; i++) {
		if (p[i] >= '0' && p[i] <= '9')
			number[at] = 10 * (number[at] % FAR) + p[i] - '0';
		else if (p[i] == ';' && at + 1 < NUMBERS)
			at++;
		else
			break;
	}
	return at + 1;
}

static int
mouse_key(struct keys *k, int code, int col, int row, bool pressed)
{
	return mouse_decode(&k->mouse, code, col, row, pressed) ? K_MOUSE
								: NOTHING;
}

/* Decode the old form, "ESC [ M" and three bytes. It lacks the number of a
   released button. */
static int
old_mouse(struct keys *k, const uint8_t *p)
{
	enum { ZERO = 32, BUTTON = 3, NO_BUTTON = 96 };
	int code = p[0] - ZERO;
	bool pressed = (code & (NO_BUTTON | BUTTON)) != BUTTON;

	return mouse_key(k, pressed ? code : code & ~BUTTON, p[1] - ZERO,
		p[2] - ZERO, pressed);
}

/* Decode "ESC [ ..." up to its final byte, p[n]. */
static int
control_sequence(struct keys *k, const uint8_t *p, size_t n)
{
	int number[NUMBERS], count;

	if (n > 0 && p[0] == '<') {
		count = read_numbers(p + 1, n - 1, number);
		return count == 3 && (p[n] == 'M' || p[n] == 'm')
			? mouse_key(k, number[0], number[1], number[2],
				  p[n] == 'M')
			: NOTHING;
	}
	if (n > 0 && p[0] == '?' && p[n] == 'c')
		return K_ASKED;
	/* "ESC [ ? 2026 ; 2 $ y": the mode is known, and 1: on, 2: off */
	if (n > 1 && p[0] == '?' && p[n - 1] == '$' && p[n] == 'y') {
		count = read_numbers(p + 1, n - 2, number);
		return count == 2 && number[0] == 2026 &&
				(number[1] == 1 || number[1] == 2)
			? K_SYNC
			: NOTHING;
	}
	if (n > 0 && (p[0] < '0' || p[0] > ';'))
		return NOTHING;
	count = read_numbers(p, n, number);
	if (n == 1 && p[0] == '0' && p[n] == 'n') /* answer to PACE_QUESTION */
		return K_ANSWER;
	if (p[n] == '~' && number[0] == 200 && count == 1)
		return K_PASTE;
	switch (p[n]) {
	case '~':
		return count < 3 ? held_by(number_key(number[0]), number[1])
				 : NOTHING;
	case '^': /* rxvt */
		return held_by(number_key(number[0]), 1 + 4);
	case '$':
		return held_by(number_key(number[0]), 1 + 1);
	case '@':
		return held_by(number_key(number[0]), 1 + 4 + 1);
	case 'Z':
		return K_BACKTAB;
	case 'a':
	case 'b':
	case 'c':
	case 'd':
		return n == 0 ? held_by(letter_key(p[n] - 'a' + 'A'), 1 + 1)
			      : NOTHING;
	default:
		/* "ESC [ 12 ; 40 R" is the cursor's position; F1 to F4 always
		   have a modifier here. */
		return count < 3 && number[0] <= 1 && (n > 0 || p[n] < 'P')
			? held_by(letter_key(p[n]), number[1])
			: NOTHING;
	}
}

/* ---- The terminal's description ---- */

/* Add a key, unless its bytes do not begin with exactly one ESC. */
static void
teach(struct keys *k, const char *bytes, int key)
{
	struct key_bytes known = { .bytes = str_c(bytes), .key = key };

	if (known.bytes.n > 1 && known.bytes.n < KEYS_SEQUENCE &&
		bytes[0] == K_ESC && bytes[1] != K_ESC)
		vec_push(&k->known, known);
}

void
keys_describe(struct keys *k, const char *(*text)(const char *name))
{
	static const struct {
		const char *name; /* terminfo(5) */
		int key;
	} keys[] = { { "kcuu1", K_UP }, { "kcud1", K_DOWN },
		{ "kcub1", K_LEFT }, { "kcuf1", K_RIGHT }, { "khome", K_HOME },
		{ "kend", K_END }, { "kpp", K_PGUP }, { "knp", K_PGDN },
		{ "kich1", K_INSERT }, { "kdch1", K_DELETE },
		{ "kfnd", K_HOME }, { "kslt", K_END }, { "kcbt", K_BACKTAB },
		{ "kent", K_ENTER }, { "kri", K_SHIFT | K_UP },
		{ "kind", K_SHIFT | K_DOWN } };
	/* Names without the number for modifiers ("kEND5") mean Shift. */
	static const struct {
		const char *name;
		int key;
	} held[] = { { "kUP", K_UP }, { "kDN", K_DOWN }, { "kLFT", K_LEFT },
		{ "kRIT", K_RIGHT }, { "kHOM", K_HOME }, { "kEND", K_END },
		{ "kPRV", K_PGUP }, { "kNXT", K_PGDN }, { "kIC", K_INSERT },
		{ "kDC", K_DELETE } };
	char name[16];

	for (size_t i = 0; i < COUNT_OF(keys); i++)
		teach(k, text(keys[i].name), keys[i].key);
	for (int i = 1; i <= 12; i++) {
		snprintf(name, sizeof(name), "kf%d", i);
		teach(k, text(name), K_F1 + i - 1);
	}
	for (size_t i = 0; i < COUNT_OF(held); i++) {
		teach(k, text(held[i].name), K_SHIFT | held[i].key);
		for (int code = 3; code <= 8; code++) {
			snprintf(
				name, sizeof(name), "%s%d", held[i].name, code);
			teach(k, text(name), held_by(held[i].key, code));
		}
	}
}

/* Return the described key with these bytes; MORE: a key begins with them. */
static int
from_description(const struct keys *k, const uint8_t *p, size_t n)
{
	struct str part = str_from((const char *)p, n);
	int key = NOTHING;

	for (size_t i = 0; i < k->known.n; i++) {
		const struct key_bytes *known = &k->known.p[i];

		if (!str_starts(known->bytes, part))
			continue;
		if (known->bytes.n > n)
			return MORE;
		if (key < 0)
			key = known->key;
	}
	return key;
}

/* ---- Keys ---- */

static int
control_character(int c)
{
	return c == 0x7F || c == 0x08 ? K_BACKSPACE : c == '\n' ? K_ENTER : c;
}

/* Decode a multibyte character from its first n bytes. */
static int
from_utf8(const uint8_t *p, size_t n)
{
	size_t need = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
	uint32_t cp;

	if (p[0] < 0xC2 || p[0] > 0xF4)
		return UTF8_BAD;
	if (n > 1 && (p[n - 1] & 0xC0) != 0x80)
		return AGAIN;
	if (n < need)
		return MORE;
	(void)utf8_decode(str_from((const char *)p, n), &cp);
	return (int)cp;
}

/* Decode the bytes after ESC. */
static int
from_escape(struct keys *k, const uint8_t *p, size_t n)
{
	int key;

	if (n == 0)
		return MORE;
	if (p[0] == CSI) {
		const uint8_t *control_p = p + 1;
		size_t control_n = n - 1;
		uint8_t last;

		/* After "ESC [": control_n bytes, the last of them new. */
		if (control_n == 0)
			return MORE;
		last = control_p[control_n - 1];
		if (control_p[0] == 'M' && last != K_ESC)
			return control_n < 4 ? MORE
					     : old_mouse(k, control_p + 1);
		if (control_p[0] == '[') /* Linux' console: F1 to F5 */
			return control_n < 2                 ? MORE
				: last >= 'A' && last <= 'E' ? K_F1 + last - 'A'
							     : NOTHING;
		if (last < 0x20 || last >= 0x7F)
			return AGAIN;
		/* rxvt ends a key with Shift in '$', which is not a final byte
		   of other terminals. */
		if (last == '$') {
			size_t number_n = control_n - 1;
			size_t i = 0;
			bool is_number;

			while (i < number_n && control_p[i] >= '0' &&
				control_p[i] <= '9')
				i++;
			is_number = number_n > 0 && i == number_n;
			if (is_number)
				return control_sequence(
					k, control_p, control_n - 1);
		}
		return last < 0x40
			? MORE
			: control_sequence(k, control_p, control_n - 1);
	}
	if (p[0] == SS3) {
		const uint8_t *single_p = p + 1;
		size_t single_n = n - 1;
		static const char keypad[] = "*+,-./0123456789";
		uint8_t last;
		int number[NUMBERS], count;

		/* After "ESC O", with the keypad's keys; "ESC O 5 A" is an old
		   Ctrl-Up. */
		if (single_n == 0)
			return MORE;
		last = single_p[single_n - 1];
		if (last < 0x20 || last >= 0x7F)
			return AGAIN;
		if ((last >= '0' && last <= '9') || last == ';')
			return MORE;
		count = read_numbers(single_p, single_n - 1, number);
		if (single_n > 1)
			return held_by(letter_key(last), number[count - 1]);
		if (last >= 'j' && last < 'j' + (int)sizeof(keypad) - 1)
			return keypad[last - 'j'];
		if (last >= 'a' && last <= 'd') /* rxvt */
			return held_by(letter_key(last - 'a' + 'A'), 1 + 4);
		switch (last) {
		case 'M':
			return K_ENTER;
		case 'I':
			return K_TAB;
		case 'X':
			return '=';
		case ' ':
			return ' ';
		default:
			return letter_key(last);
		}
	}
	if (p[0] != 0 && strchr(strings, p[0]) != NULL) {
		k->state = KEYS_STRING;
		return MORE;
	}
	if (p[0] == K_ESC)
		return AGAIN;
	if (p[0] >= 0x80) {
		key = from_utf8(p, n);
		return key >= 0 ? key | K_ALT : key;
	}
	return control_character(p[0]) | K_ALT;
}

/* Decode the sequence so far, including its newest byte. */
static int
judge(struct keys *k)
{
	int key;

	if (k->part[0] >= 0x80)
		return from_utf8(k->part, k->n_part);
	if (k->part[0] != K_ESC)
		return control_character(k->part[0]);
	key = from_description(k, k->part, k->n_part);
	return key != NOTHING ? key
			      : from_escape(k, k->part + 1, k->n_part - 1);
}

/* ---- Strings and pastes ---- */

/* Process a byte of a string, after its first bytes in part[]. BEL and ESC \
   end the string; CAN, and ESC with anything else, break it off. */
static int
string_byte(struct keys *k, uint8_t c)
{
	bool escaped = k->part[k->n_part - 1] == K_ESC;

	if (escaped)
		k->n_part--;
	if (c == '\a' || (escaped && c == '\\')) {
		struct str text = str_from((const char *)k->part, k->n_part);

		/* The string is complete; it may be the answer about the
		   background or the terminal's name. */
		k->state = KEYS_PLAIN;
		k->n_part = 0;
		if (str_starts(text, STR("\033P"))) {
			enum linking links =
				linking_answered(str_skip(text, 2));

			return links == LINKING_YES   ? K_LINKS
				: links == LINKING_NO ? K_NO_LINKS
						      : NOTHING;
		}
		if (!str_starts(text, STR("\033]")))
			return NOTHING;
		switch (shade_answered(str_skip(text, 2))) {
		case SHADE_LIGHT:
			return K_LIGHT;
		case SHADE_DARK:
			return K_DARK;
		default:
			return NOTHING;
		}
	}
	if (escaped || c == CANCEL) {
		k->state = KEYS_PLAIN;
		k->n_part = escaped; /* 1: keep that ESC */
		k->part[0] = K_ESC;
		return escaped ? AGAIN : NOTHING;
	}
	/* Reserve the last place for ESC. */
	if (k->n_part < KEYS_SEQUENCE - 1 || c == K_ESC)
		k->part[k->n_part++] = c;
	return MORE;
}

static void
paste_character(struct keys *k, uint8_t c)
{
	if (c == '\n' || c == '\r' || c == '\t')
		c = ' ';
	if (c < 0x20 || c == 0x7F)
		return;
	k->paste_fits = k->paste_fits && k->paste.n < PASTE_MAX;
	if (k->paste_fits)
		strbuf_addch(&k->paste, (char)c);
}

/* Process a byte of a paste. part[] has the start of a possible end mark. */
static int
paste_byte(struct keys *k, uint8_t c)
{
	bool broken = k->state != KEYS_PASTE;

	if (broken)
		k->state = KEYS_SKIPPED;
	if (c == (uint8_t)paste_end[k->n_part]) {
		k->part[k->n_part++] = c;
		if (k->n_part < sizeof(paste_end) - 1)
			return MORE;
		k->n_part = 0;
		k->state = KEYS_PLAIN;
		return broken           ? NOTHING
			: k->paste_fits ? K_PASTE
					: K_PASTE_TOO_LONG;
	}
	for (size_t i = 0; i < k->n_part && !broken; i++)
		paste_character(k, k->part[i]);
	k->n_part = 0;
	if (c == K_ESC)
		k->part[k->n_part++] = c;
	else if (!broken)
		paste_character(k, c);
	return MORE;
}

/* ---- Time ---- */

int
keys_wait(const struct keys *k, int64_t now)
{
	int most;
	int64_t left;

	/* Choose how long to wait for the rest. */
	if (k->state == KEYS_PASTE || k->state == KEYS_SKIPPED)
		most = KEYS_PASTE_WAIT;
	else if (k->state == KEYS_STRING) {
		uint8_t c = k->n_part > 2 ? k->part[2] : 0;

		/* Strings from terminals begin like this; otherwise the user
		   may have typed Alt-] and more keys. */

		most = ((c >= 0x20 && c < 0x40) || c == 'l' || c == 'L' ||
			       c == 'G')
			? KEYS_LONG
			: KEYS_SHORT;
	} else if (k->state == KEYS_BROKEN || k->n_part == 0)
		most = -1;
	else if (k->part[k->n_part - 1] == K_ESC)
		most = k->esc_delay;
	else
		most = k->n_part > 2 && k->part[1] == CSI ? KEYS_LONG
							  : KEYS_SHORT;
	left = k->since + most - now;

	return most < 0 ? -1 : left > 0 ? (int)left : 0;
}

/* Return the key of an incomplete sequence when no more bytes follow. */
static int
without_more(struct keys *k)
{
	bool pasting = k->state == KEYS_PASTE;
	size_t n = k->n_part;

	k->state = pasting ? KEYS_BROKEN : KEYS_PLAIN;
	k->n_part = 0;
	if (pasting)
		return K_PASTE_BROKEN;
	if (n > 0 && k->part[0] >= 0x80)
		return UTF8_BAD;
	if (n == 1)
		return K_ESC;
	return n == 2 && k->part[1] < 0x80 ? k->part[1] | K_ALT : NOTHING;
}

/* ---- Feeding bytes ---- */

/* Process a byte. *taken is false if the byte must be fed again. */
static int
feed(struct keys *k, uint8_t c, bool *taken)
{
	int key;

	if (k->state == KEYS_PLAIN) {
		/* If part[] is full, the byte replaces its last one. */
		if (k->n_part == KEYS_SEQUENCE)
			k->n_part--;
		k->part[k->n_part++] = c;
		key = judge(k);
		*taken = key != AGAIN;
		if (key == AGAIN) {
			bool is_escape = k->n_part == 2 && k->part[0] == K_ESC;
			bool is_character = k->part[0] >= 0x80;

			/* The byte does not belong to the sequence: return the
			   key without it. */
			k->n_part = 0;
			return is_character ? UTF8_BAD
				: is_escape ? K_ESC
					    : NOTHING;
		}
		if (key == K_PASTE) {
			k->state = KEYS_PASTE;
			k->n_part = 0;
			k->paste_fits = true;
			strbuf_reset(&k->paste);
		} else if (key != MORE)
			k->n_part = 0;
		return key == K_PASTE ? MORE : key;
	}
	key = k->state == KEYS_STRING ? string_byte(k, c) : paste_byte(k, c);
	*taken = key != AGAIN;
	return key;
}

int
keys_next(struct keys *k, struct str *in, int64_t now)
{
	int key = keys_wait(k, now) == 0 ? without_more(k) : NOTHING;

	while (key < 0 && in->n > 0) {
		bool taken;

		key = feed(k, (uint8_t)in->p[0], &taken);
		k->since = now;
		if (taken)
			*in = str_skip(*in, 1);
	}
	return key < 0 ? -1 : key;
}
