/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "ui/prompt.h"

#include "base/utf8.h"
#include "conf/keymap.h"

#define CTRL(c) ((c)&0x1f)
#define ALT(c) (K_ALT | (c))

void
prompt_init(struct prompt *p, const struct history *h, struct str kind)
{
	*p = (struct prompt){ .history = h, .kind = kind };
}

void
prompt_fini(struct prompt *p)
{
	strbuf_free(&p->text);
	strbuf_free(&p->killed);
	strbuf_free(&p->draft);
	strbuf_free(&p->needle);
	strbuf_free(&p->bad_message);
}

void
prompt_complain(struct prompt *p, size_t offset, const char *message)
{
	p->bad = true;
	p->bad_offset = offset;
	strbuf_reset(&p->bad_message);
	strbuf_addstr(&p->bad_message, message);
}

void
prompt_set(struct prompt *p, struct str text)
{
	strbuf_reset(&p->text);
	utf8_repair(&p->text, text);
	p->cursor = p->text.n;
}

bool
prompt_replace(struct prompt *p, size_t from, size_t to, struct str by)
{
	struct strbuf valid = STRBUF_INIT;
	bool fits;

	utf8_repair(&valid, by);
	/* A text that is too long may still shrink. */
	fits = valid.n <= to - from ||
		p->text.n - (to - from) + valid.n <= PROMPT_MAX;
	if (fits) {
		strbuf_remove(&p->text, from, to - from);
		strbuf_insert(&p->text, from, strbuf_str(&valid));
		p->cursor = from + valid.n;
	}
	strbuf_free(&valid);
	return fits;
}

/* Return the end of the drawn character at an offset. left_of() returns the
   start of the character before it. Combining marks belong to their base. */
static size_t
right_of(const struct prompt *p, size_t at)
{
	struct utf8_cell cell;

	(void)utf8_next(strbuf_str(&p->text), &at, false, &cell);
	return at;
}

static size_t
left_of(const struct prompt *p, size_t at)
{
	size_t here = 0;

	for (;;) {
		size_t next = right_of(p, here);

		if (next >= at || next == here)
			return here;
		here = next;
	}
}

static bool
is_word_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		(c >= '0' && c <= '9') || c == '_' || (c & 0x80) != 0;
}

static bool
is_no_blank(char c)
{
	return c != ' ';
}

/* Return the far end of the word before (step -1) or after (1) the cursor,
   skipping anything in between. */
static size_t
word_end(const struct prompt *p, int step, bool (*is_part)(char))
{
	size_t at = p->cursor, end = step < 0 ? 0 : p->text.n;

	for (int inside = 0; inside < 2; inside++)
		while (at != end &&
			is_part(p->text.p[step < 0 ? at - 1 : at]) == inside)
			at += (size_t)step;
	return at;
}

static enum prompt_event
erase(struct prompt *p, size_t from, size_t to)
{
	if (from == to)
		return PROMPT_MOVED;
	(void)prompt_replace(p, from, to, STR_EMPTY);
	return PROMPT_CHANGED;
}

static enum prompt_event
kill_text(struct prompt *p, size_t from, size_t to)
{
	if (from == to)
		return PROMPT_MOVED;
	strbuf_reset(&p->killed);
	strbuf_add(&p->killed, str_sub(strbuf_str(&p->text), from, to));
	return erase(p, from, to);
}

static enum prompt_event
insert(struct prompt *p, struct str s)
{
	if (s.n == 0)
		return PROMPT_MOVED;
	return prompt_replace(p, p->cursor, p->cursor, s) ? PROMPT_CHANGED
							  : PROMPT_FULL;
}

static enum prompt_event
go_to(struct prompt *p, size_t at)
{
	p->cursor = at;
	return PROMPT_MOVED;
}

/* Show entry i - 1 of the history, or the typed text if i is 0. */
static enum prompt_event
recall(struct prompt *p, size_t i)
{
	struct str text;

	if (i == p->at)
		return PROMPT_MOVED;
	text = i == 0 ? strbuf_str(&p->draft)
		      : history_get(p->history, p->kind, i - 1);
	if (i > 0 && text.p == NULL)
		return PROMPT_MOVED;
	if (p->at == 0) {
		strbuf_reset(&p->draft);
		strbuf_add(&p->draft, strbuf_str(&p->text));
	}
	p->at = i;
	prompt_set(p, text);
	return PROMPT_CHANGED;
}

/* Show the newest entry, from index `from` on, that contains the needle. */
static enum prompt_event
seek(struct prompt *p, size_t from)
{
	size_t i =
		history_find(p->history, p->kind, from, strbuf_str(&p->needle));

	return i == SIZE_MAX ? PROMPT_MOVED : recall(p, i + 1);
}

static enum prompt_event
feed_character(struct prompt *p, int key)
{
	char utf8[4];

	return insert(p, str_from(utf8, utf8_bytes((uint32_t)key, utf8)));
}

static enum prompt_event
feed_move(struct prompt *p, int key)
{
	switch (key) {
	case CTRL('A'):
	case K_HOME:
		return go_to(p, 0);
	case CTRL('E'):
	case K_END:
		return go_to(p, p->text.n);
	case CTRL('B'):
	case K_LEFT:
		return go_to(p, left_of(p, p->cursor));
	case CTRL('F'):
	case K_RIGHT:
		return go_to(p, right_of(p, p->cursor));
	case ALT('b'):
	case K_CTRL | K_LEFT:
	case ALT(K_LEFT):
		return go_to(p, word_end(p, -1, is_word_byte));
	case ALT('f'):
	case K_CTRL | K_RIGHT:
	case ALT(K_RIGHT):
		return go_to(p, word_end(p, 1, is_word_byte));
	case CTRL('P'):
	case K_UP:
		return recall(p, p->at + 1);
	case CTRL('N'):
	case K_DOWN:
		return recall(p, p->at > 0 ? p->at - 1 : 0);
	case CTRL('R'):
		p->searching = true;
		strbuf_reset(&p->needle);
		return PROMPT_MOVED;
	default:
		return key_plain(key) == key ? PROMPT_IGNORED
					     : feed_move(p, key_plain(key));
	}
}

enum prompt_event
prompt_feed(struct prompt *p, int key)
{
	if (p->literal_next) {
		p->literal_next = false;
		if (key < K_UP)
			return feed_character(p, key);
	}
	if (p->searching) {
		size_t end = p->needle.n;
		char utf8[4];

		switch (key) {
		case CTRL('R'):
			return seek(p, p->at);
		case K_ESC:
		case K_CTRL_C:
		case CTRL('G'):
			p->searching = false;
			return recall(p, 0);
		case K_BACKSPACE:
			while (end > 0 &&
				((unsigned char)p->needle.p[--end] & 0xC0) ==
					0x80)
				continue;
			strbuf_cut(&p->needle, end);
			return seek(p, 0);
		default:
			break;
		}
		if (key >= ' ' && key < K_UP) {
			strbuf_add(&p->needle,
				str_from(
					utf8, utf8_bytes((uint32_t)key, utf8)));
			return seek(p, p->at > 0 ? p->at - 1 : 0);
		}
		p->searching = false;
		return prompt_feed(p, key);
	}
	switch (key) {
	case K_ENTER:
		return PROMPT_ENTER;
	case K_ESC:
	case K_CTRL_C:
		return PROMPT_CANCEL;
	case K_TAB:
		return PROMPT_COMPLETE;
	case K_BACKTAB:
		return PROMPT_COMPLETE_BACK;
	case ALT('c'):
	case ALT('C'):
		return PROMPT_CASE;
	case ALT('r'):
	case ALT('R'):
		return PROMPT_LITERAL;
	default:
		break;
	}
	if (key >= ' ' && key != 0x7f && key < K_UP)
		return feed_character(p, key);
	switch (key) {
	case K_BACKSPACE:
		return erase(p, left_of(p, p->cursor), p->cursor);
	case CTRL('D'):
	case K_DELETE:
		return erase(p, p->cursor, right_of(p, p->cursor));
	case CTRL('W'):
		return kill_text(p, word_end(p, -1, is_no_blank), p->cursor);
	case ALT(K_BACKSPACE):
		return kill_text(p, word_end(p, -1, is_word_byte), p->cursor);
	case ALT('d'):
		return kill_text(p, p->cursor, word_end(p, 1, is_word_byte));
	case CTRL('U'):
		return kill_text(p, 0, p->cursor);
	case CTRL('K'):
		return kill_text(p, p->cursor, p->text.n);
	case CTRL('Y'):
		return insert(p, strbuf_str(&p->killed));
	case CTRL('V'):
		p->literal_next = true;
		return PROMPT_MOVED;
	default:
		return feed_move(p, key);
	}
}

enum prompt_event
prompt_paste(struct prompt *p, struct str text)
{
	struct strbuf clean = STRBUF_INIT;
	enum prompt_event event;

	/* Ignore newlines at the end of a pasted line. */
	while (text.n > 0 &&
		(text.p[text.n - 1] == '\n' || text.p[text.n - 1] == '\r'))
		text.n--;
	for (size_t i = 0; i < text.n; i++) {
		unsigned char c = (unsigned char)text.p[i];

		if (c == '\n' || c == '\r' || c == '\t')
			strbuf_addch(&clean, ' ');
		else if (c >= ' ' && c != 0x7f)
			strbuf_addch(&clean, text.p[i]);
	}
	event = insert(p, strbuf_str(&clean));
	strbuf_free(&clean);
	return event;
}
