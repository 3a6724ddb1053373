/* SPDX-License-Identifier: GPL-3.0-or-later */
/* UTF-8 and columns. */
#include "prelude.h"

#include "base/utf8.h"

#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <wchar.h>

#include "base/ascii.h"
#include "base/compiler.h"

size_t
utf8_decode(struct str s, uint32_t *cp)
{
	static const unsigned char lead_mask[] = { 0x7F, 0x1F, 0x0F, 0x07 };
	static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
	unsigned char c = (unsigned char)s.p[0];
	int trail = c < 0x80 ? 0 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
	uint32_t v;

	*cp = UTF8_BAD;
	if ((c >= 0x80 && c < 0xC2) || c > 0xF4 || s.n < (size_t)trail + 1)
		return 1;
	v = c & lead_mask[trail];
	for (int i = 1; i <= trail; i++) {
		unsigned char t = (unsigned char)s.p[i];

		if ((t & 0xC0) != 0x80)
			return 1;
		v = v << 6 | (t & 0x3F);
	}
	if (v < least[trail] || v > 0x10FFFF || (v >= 0xD800 && v <= 0xDFFF))
		return 1;
	*cp = v;
	return (size_t)trail + 1;
}

size_t
utf8_bytes(uint32_t cp, char out[4])
{
	static const uint32_t lead[] = { 0, 0xC0, 0xE0, 0xF0 };
	size_t trail = cp < 0x80 ? 0 : cp < 0x800 ? 1 : cp < 0x10000 ? 2 : 3;

	for (size_t i = trail; i > 0; i--, cp >>= 6)
		out[i] = (char)(0x80 | (cp & 0x3F));
	out[0] = (char)(lead[trail] | cp);
	return trail + 1;
}

size_t
utf8_valid(struct str s)
{
	size_t i = 0;

	while (i < s.n) {
		uint64_t word;
		uint32_t cp;
		size_t len, from = i;

		/* The last word overlaps the one before. */
		if (s.n - from < sizeof(word) && s.n >= sizeof(word))
			from = s.n - sizeof(word);
		if (s.n - from >= sizeof(word)) {
			memcpy(&word, s.p + from, sizeof(word));
			if ((word & UINT64_C(0x8080808080808080)) == 0) {
				i = from + sizeof(word);
				continue;
			}
		}
		if ((unsigned char)s.p[i] < 0x80) {
			i++;
			continue;
		}
		len = utf8_decode(str_skip(s, i), &cp);
		if (len == 1 && cp == UTF8_BAD)
			break;
		i += len;
	}
	return i;
}

void
utf8_repair(struct strbuf *out, struct str s)
{
	for (;;) {
		size_t good = utf8_valid(s);

		strbuf_add(out, str_sub(s, 0, good));
		if (good == s.n)
			return;
		strbuf_addstr(out, "\xEF\xBF\xBD");
		s = str_skip(s, good + 1);
	}
}

/* Return the width of a code point in this locale: 0, 1 or 2 columns; -1 for
   control characters and unassigned code points. */
static int
utf8_width_of(uint32_t cp)
{
	if (cp < 0x20 || (cp >= 0x7F && cp < 0xA0))
		return -1;
	if (cp < 0x7F)
		return 1;
	return wcwidth((wchar_t)cp);
}

/* True if a locale's name has the encoding UTF-8: "de_DE.UTF-8", "C.utf8@x". */
static bool
names_utf8(struct str locale)
{
	struct str codeset =
		str_skip(locale, (size_t)(str_rchr(locale, '.') + 1));
	char small[8] = "";
	size_t n = 0;

	for (size_t i = 0; i < codeset.n && codeset.p[i] != '@'; i++)
		if (codeset.p[i] != '-' && n < sizeof(small) - 1)
			small[n++] = ascii_lower(codeset.p[i]);
	return strcmp(small, "utf8") == 0;
}

void
utf8_begin(void)
{
	/* The first variable that is set counts, as in setlocale(). */
	static const char *const variables[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	/* C.UTF-8 is for glibc, musl and BSD, UTF-8 for macOS and old BSDs,
	   en_US.UTF-8 for old Linux systems. */
	static const char *const others[] = { "C.UTF-8", "UTF-8",
		"en_US.UTF-8" };
	const char *wanted = NULL;

	if (setlocale(LC_CTYPE, "") != NULL)
		return;
	for (size_t i = 0; i < COUNT_OF(variables); i++)
		if (wanted == NULL || *wanted == '\0')
			wanted = getenv(variables[i]);
	if (wanted == NULL || !names_utf8(str_c(wanted)))
		return;
	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (setlocale(LC_CTYPE, others[i]) != NULL)
			return;
}

bool
utf8_locale(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* True for invisible characters that change how others are drawn: Unicode's
   Default_Ignorable_Code_Point, directions, line ends, annotations. */
static bool
is_dropped(uint32_t cp)
{
	static const struct {
		uint32_t from, to;
	} range[] = {
		{ 0xAD, 0xAD },
		{ 0x34F, 0x34F },
		{ 0x61C, 0x61C },
		{ 0x115F, 0x1160 },
		{ 0x17B4, 0x17B5 },
		{ 0x180B, 0x180F },
		{ 0x200B, 0x200F },
		{ 0x2028, 0x202E },
		{ 0x2060, 0x206F },
		{ 0x3164, 0x3164 },
		{ 0xFE00, 0xFE0F },
		{ 0xFEFF, 0xFEFF },
		{ 0xFFA0, 0xFFA0 },
		{ 0xFFF0, 0xFFFB },
		{ 0x1BCA0, 0x1BCA3 },
		{ 0x1D173, 0x1D17A },
		{ 0xE0000, 0xE0FFF },
	};

	for (size_t i = 0; i < COUNT_OF(range) && cp >= range[i].from; i++)
		if (cp <= range[i].to)
			return true;
	return false;
}

static void
cell_set(struct utf8_cell *cell, uint32_t cp, int width)
{
	cell->len = (uint8_t)utf8_bytes(cp, cell->text);
	cell->text[cell->len] = '\0';
	cell->width = (uint8_t)width;
}

/* Move *at past combining marks, and add as many to the cell as fit. */
static void
take_marks(struct str s, size_t *at, struct utf8_cell *cell)
{
	while (*at < s.n) {
		uint32_t cp;
		char enc[4];
		size_t used = utf8_decode(str_skip(s, *at), &cp), n;

		if (cp < 0x80 || cp == UTF8_BAD)
			return;
		if (!is_dropped(cp)) {
			if (utf8_width_of(cp) != 0)
				return;
			n = utf8_bytes(cp, enc);
			if (cell->len + n <= UTF8_CELL_MAX) {
				memcpy(cell->text + cell->len, enc, n);
				cell->len = (uint8_t)(cell->len + n);
				cell->text[cell->len] = '\0';
			}
		}
		*at += used;
	}
}

bool
utf8_next(struct str s, size_t *at, bool ascii, struct utf8_cell *cell)
{
	uint32_t cp;
	int width;

	do {
		if (*at >= s.n)
			return false;
		*at += utf8_decode(str_skip(s, *at), &cp);
	} while (is_dropped(cp));
	if (cp < 0x7F && cp >= 0x20) {
		cell_set(cell, cp, 1);
		if (*at < s.n && (unsigned char)s.p[*at] >= 0x80 && !ascii)
			take_marks(s, at, cell);
		return true;
	}
	if (ascii) {
		cell_set(cell, '?', 1);
		return true;
	}
	width = utf8_width_of(cp);
	if (width < 0) {
		cell_set(cell, UTF8_BAD, 1);
		return true;
	}
	if (width == 0) {
		/* A mark without a base is drawn on a dotted circle. */
		cell_set(cell, 0x25CC, 1);
		*at -= utf8_bytes(cp, (char[4]){ 0 });
	} else {
		cell_set(cell, cp, width);
	}
	take_marks(s, at, cell);
	return true;
}

int
utf8_columns(struct str s, bool ascii)
{
	return utf8_columns_up_to(s, ascii, INT_MAX);
}

int
utf8_columns_up_to(struct str s, bool ascii, int max)
{
	struct utf8_cell cell;
	size_t at = 0;
	int columns = 0;

	while (columns <= max && utf8_next(s, &at, ascii, &cell))
		columns += cell.width;
	return columns;
}

size_t
utf8_end(struct str s, bool ascii, int cols)
{
	int left = utf8_columns(s, ascii);
	struct utf8_cell cell;
	size_t at = 0;

	while (left > cols && utf8_next(s, &at, ascii, &cell))
		left -= cell.width;
	return at;
}

struct str
utf8_line(struct str *text, bool ascii, int cols)
{
	ptrdiff_t newline = str_chr(*text, '\n');
	struct str line =
		str_sub(*text, 0, newline >= 0 ? (size_t)newline : text->n);
	size_t at = 0, start = 0, blank = 0;
	struct utf8_cell cell;
	bool in_word = false;
	int used = 0;

	for (; utf8_next(line, &at, ascii, &cell); start = at) {
		bool is_blank = line.p[start] == ' ';

		/* Do not break a line within its indentation. */
		if (is_blank && in_word)
			blank = start;
		in_word = in_word || !is_blank;
		used += cell.width;
		if (used <= cols)
			continue;
		line.n = blank > 0 ? blank : start > 0 ? start : at;
		*text = str_skip(*text, line.n);
		while (text->n > 0 && text->p[0] == ' ')
			*text = str_skip(*text, 1);
		/* The line ends here: skip its newline. */
		if (text->n > 0 && text->p[0] == '\n')
			*text = str_skip(*text, 1);
		return line;
	}
	*text = str_skip(*text, line.n + (newline >= 0));
	return line;
}

void
utf8_put(struct strbuf *out, struct str s, bool ascii, int max)
{
	struct utf8_cell cell;
	size_t at = 0;
	int columns = 0;

	while (utf8_next(s, &at, ascii, &cell)) {
		columns += cell.width;
		if (max >= 0 && columns > max)
			return;
		strbuf_add(out, str_from(cell.text, cell.len));
	}
}

void
utf8_clean(struct strbuf *out, struct str s)
{
	while (s.n > 0) {
		uint32_t cp;
		char enc[4];
		size_t n = utf8_decode(s, &cp);

		if ((cp < 0x20 || (cp >= 0x7F && cp < 0xA0)) ||
			(cp & 0xFFFE) == 0xFFFE)
			cp = UTF8_BAD;
		if (!is_dropped(cp))
			strbuf_add(out, str_from(enc, utf8_bytes(cp, enc)));
		s = str_skip(s, n);
	}
}

void
utf8_put_text(struct strbuf *out, struct str text, bool ascii)
{
	while (text.n > 0) {
		size_t n = 0;

		while (n < text.n && text.p[n] != '\n' && text.p[n] != '\t')
			n++;
		utf8_put(out, str_sub(text, 0, n), ascii, -1);
		if (n < text.n)
			strbuf_addch(out, text.p[n]);
		text = str_skip(text, n + 1);
	}
}
