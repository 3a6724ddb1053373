/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is harmful is written down here once more, so that a hole in the
 * program's own table is one that the tests see.
 */
#include "prelude.h"

#include "hostile/poison.h"


#include "../unit/testing.h"

#include "base/utf8.h"

/* Format characters (Cf), separators of lines, what Unicode says may be
   ignored when it is not known. */
static const struct {
	uint32_t from, to;
} unseen[] = { { 0xad, 0xad }, { 0x34f, 0x34f }, { 0x61c, 0x61c },
	{ 0x115f, 0x1160 }, { 0x17b4, 0x17b5 }, { 0x180b, 0x180f },
	{ 0x200b, 0x200f }, { 0x2028, 0x202e }, { 0x2060, 0x206f },
	{ 0x3164, 0x3164 }, { 0xfe00, 0xfe0f }, { 0xfeff, 0xfeff },
	{ 0xffa0, 0xffa0 }, { 0xfff9, 0xfffb }, { 0x1bca0, 0x1bca3 },
	{ 0x1d173, 0x1d17a }, { 0xe0001, 0xe0001 }, { 0xe0020, 0xe007f },
	{ 0xe0100, 0xe01ef } };

const char poison_short[] =
	"\033]0;evil\a" POISON_COLOR "\xc2\x9b\x9d\xe2\x80\xae\r\n\t\x01";

static void
put(struct strbuf *out, const char *text)
{
	strbuf_addstr(out, text);
}

static void
put_code_points(struct strbuf *out, uint32_t from, uint32_t to)
{
	for (uint32_t cp = from; cp <= to; cp++) {
		char enc[4];

		strbuf_addch(out, 'z');
		strbuf_add(out, str_from(enc, utf8_bytes(cp, enc)));
	}
}

static void
put_sequences(struct strbuf *out)
{
	/* Titles, clipboards, links; answers that are typed in; 8 bits. */
	put(out, "\033]0;evil\a\033]52;c;ZXZpbA==\033\\\033]8;;evil:\033\\");
	put(out,
		"\033Pevil\033\\\033_evil\033\\\033^evil\033\\\033Xevil\033\\");
	put(out, "\033[2J\033[6n\033[c" POISON_COLOR "\033c\033#8\033(0");
	put(out, "\033[?1049l\033[201~");
	put(out,
		"\x90"
		"evil\x9c\x9d"
		"0;evil\x9c\x9b"
		"31m\x9b"
		"2J");
	put(out,
		"\xc2\x90"
		"evil\xc2\x9c\xc2\x9d"
		"0;evil\xc2\x9c\xc2\x9b"
		"2J");
}

static void
put_broken(struct strbuf *out)
{
	/* Too long, surrogates, too high, alone, cut. */
	put(out, "\xc0\x9bz\xe0\x80\x9bz\xf0\x80\x80\x9bz\xed\xa0\x80z");
	put(out, "\xf4\x90\x80\x80z\xf8\x88\x80\x80\x80z\xfe\xffz\x80z\xbf");
	put(out, "z\xe2\x80z\xf0\x9fz\xc2");
}

static void
put_syntax(struct strbuf *out)
{
	put(out, "</title></text></script><script>alert(1)</script>");
	put(out, "]]>--><!--<![CDATA[&lt;&#27;\" onload=\"evil()' x='");
	put(out, "{{.}}${evil}`evil`$(evil);evil|evil&evil\\\\\"\\n\\");
}

void
poison_all(struct strbuf *out)
{
	put_code_points(out, 0, 0x1f);
	put_code_points(out, 0x7f, 0x9f);
	for (unsigned c = 0x80; c < 0x100; c++) {
		strbuf_addch(out, 'z');
		strbuf_addch(out, (char)(unsigned char)c);
	}
	for (size_t i = 0; i < sizeof(unseen) / sizeof(unseen[0]); i++)
		put_code_points(out, unseen[i].from, unseen[i].to);
	put_sequences(out);
	put_broken(out);
	put_syntax(out);
}

void
poison_file_name(struct strbuf *out)
{
	strbuf_addstr(out, poison_short);
	put(out, "'\"$(evil)`;|&<>*?\\\x9b\xff\xe2\x81\xa6\x7f");
}

static bool
is_unseen(uint32_t cp)
{
	for (size_t i = 0; i < sizeof(unseen) / sizeof(unseen[0]); i++)
		if (cp >= unseen[i].from && cp <= unseen[i].to)
			return true;
	return false;
}

/* Bytes at the start of s that are allowed though they are C0; 0: none. */
static size_t
allowed(struct str s, unsigned allow)
{
	size_t n = 2;

	if (str_starts(s, STR(POISON_COLOR)))
		return 0;
	if (allow & ALLOW_CURSES)
		return 1;
	if (allow & ALLOW_LINES) {
		if (s.p[0] == '\n' || s.p[0] == '\t')
			return 1;
		if (s.p[0] == '\r' && s.n > 1 && s.p[1] == '\n')
			return 2;
	}
	if ((allow & ALLOW_COLORS) == 0 || !str_starts(s, STR("\033[")))
		return 0;
	while (n < s.n && s.p[n] != '\0' &&
		strchr("0123456789;", s.p[n]) != NULL)
		n++;
	return n < s.n && s.p[n] == 'm' ? n + 1 : 0;
}

ptrdiff_t
harm_find(struct str s, unsigned allow, struct strbuf *what)
{
	const char *start = s.p;

	while (s.n > 0) {
		uint32_t cp;
		size_t n = utf8_decode(s, &cp);

		if (cp < 0x20) {
			n = allowed(s, allow);
			if (n == 0) {
				strbuf_addf(what, "U+%04X", (unsigned)cp);
				return s.p - start;
			}
		} else if ((cp >= 0x7f && cp < 0xa0) || is_unseen(cp)) {
			strbuf_addf(what, "U+%04X", (unsigned)cp);
			return s.p - start;
		} else if (cp == UTF8_BAD && n == 1) {
			strbuf_addf(what, "byte %02x", (unsigned char)*s.p);
			return s.p - start;
		}
		s = str_skip(s, n);
	}
	return -1;
}

void
harmless(struct str s, unsigned allow, const char *where)
{
	struct strbuf what = STRBUF_INIT, near = STRBUF_INIT;
	ptrdiff_t at = harm_find(s, allow, &what);
	size_t from;

	if (at >= 0) {
		from = at > 30 ? (size_t)at - 30 : 0;
		utf8_put(&near, str_sub(s, from, (size_t)at), true, -1);
		fail_msg("%s: %s at byte %td, behind \"%s\"", where,
			strbuf_c(&what), at, strbuf_c(&near));
	}
	strbuf_free(&what);
	strbuf_free(&near);
}
