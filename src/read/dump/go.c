/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Goroutines as Go's runtime prints them: ?debug=2, a panic, SIGQUIT,
 * runtime.Stack:
 *
 *     goroutine 19 [sync.Mutex.Lock, 2 minutes, locked to thread]:
 *     sync.(*Mutex).Lock(...)                    inlined into the next
 *             /usr/local/go/src/sync/mutex.go:46
 *     main.(*pool).get(0xc000012345, {0x1, 0x2})
 *             /src/main.go:15 +0x7d
 *     created by main.main in goroutine 1
 *             /src/main.go:24 +0xeb
 */
#include "prelude.h"

#include "base/ascii.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "read/dump/dump.h"

enum { GO_FRAMES, GO_PENDING, GO_PARENT, GO_ANCESTORS };
enum { MINUTE = 60 };

/* ---- The head ---- */

/* Cut a text quoted by Go's %+q off the front of s, and append it unquoted.
   False if there is none. */
static bool
go_quoted(struct str *s, struct strbuf *out)
{
	static const char plain[] = "abfnrtv", means[] = "\a\b\f\n\r\t\v";

	if (!dump_cut(s, "\""))
		return false;
	for (; s->n > 0 && s->p[0] != '"'; *s = str_skip(*s, 1)) {
		const char *known;
		size_t digits = 0;
		uint32_t code = 0;
		char c = s->p[0], utf8[4];

		if (c != '\\' || s->n < 2) {
			strbuf_addch(out, c);
			continue;
		}
		*s = str_skip(*s, 1);
		c = s->p[0];
		digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
		known = c != 0 ? strchr(plain, c) : NULL;
		for (size_t i = 1; i <= digits && i < s->n; i++) {
			int hex = ascii_hex(s->p[i]);

			code = code << 4 | (uint32_t)(hex < 0 ? 0 : hex);
		}
		if (digits == 2)
			strbuf_addch(out, (char)code);
		else if (digits > 0)
			strbuf_add(out, str_from(utf8, utf8_bytes(code, utf8)));
		else
			strbuf_addch(out, known ? means[known - plain] : c);
		*s = str_skip(*s, digits);
	}
	return dump_cut(s, "\"");
}

/* Read ` labels:{"K": "V", "K": "V"}`. */
static bool
go_labels(struct dump_thread *t, struct str s)
{
	struct strbuf key = STRBUF_INIT, text = STRBUF_INIT;
	bool good = true;

	while (good && s.n > 0 && s.p[0] == '"') {
		strbuf_reset(&key);
		strbuf_reset(&text);
		good = go_quoted(&s, &key) && dump_cut(&s, ": ") &&
			go_quoted(&s, &text);
		(void)dump_cut(&s, ", ");
		if (good && !t->counts && key.n > 0)
			vec_push(&t->label,
				((struct dump_label){
					.own = arena_str(
						&t->arena, strbuf_str(&key)),
					.text = arena_str(&t->arena,
						strbuf_str(&text)) }));
	}
	strbuf_free(&key);
	strbuf_free(&text);
	return good && str_is(s, "}");
}

static bool
go_head(struct dump_thread *t, struct str s)
{
	struct str labels, part, in;
	ptrdiff_t open, at;
	int64_t id, n;

	if (!dump_cut(&s, "goroutine ") || !dump_digits(&s, &id) ||
		!str_ends(s, STR("]:")))
		return false;
	open = str_find(s, STR("["), 0);
	if (open < 1 || s.p[open - 1] != ' ' ||
		(open > 1 && !str_starts(s, STR(" gp="))))
		return false;
	s = str_sub(s, (size_t)open + 1, s.n - 2);
	at = str_find(s, STR(" labels:{"), 0);
	if (at >= 0) {
		labels = str_skip(s, (size_t)at + 9);
		s = str_sub(s, 0, (size_t)at);
		if (!go_labels(t, labels))
			return false;
	}
	t->id = (uint64_t)id + 1;
	t->left_out = id == 0;
	dump_number(t, "goroutine", id);
	for (bool first = true; s.n > 0; first = false) {
		ptrdiff_t comma = str_find(s, STR(", "), 0);

		part = comma < 0 ? s : str_sub(s, 0, (size_t)comma);
		s = comma < 0 ? STR_EMPTY : str_skip(s, (size_t)comma + 2);
		in = part;
		if (first)
			dump_text(t, "state", part);
		else if (str_is(part, "locked to thread"))
			dump_text(t, "locked", STR("thread"));
		else if (dump_digits(&in, &n) && str_is(in, " minutes") &&
			n < INT64_MAX / (MINUTE * INT64_C(1000000000)))
			t->wait = n * MINUTE * INT64_C(1000000000);
	}
	return true;
}

/* ---- Frames ---- */

/* Set the thread's lock from the arguments of a function that waits for it:
   "0xc000012345, 0x1?" */
static void
go_lock(struct dump_thread *t, struct str name, struct str args)
{
	struct str lock = str_cut(&args, ',');
	bool is_mutex = str_ends(name, STR("sync.(*Mutex).lockSlow")) ||
		str_ends(name, STR("sync.(*RWMutex).RLock")) ||
		str_ends(name, STR("sync.(*RWMutex).Lock"));

	/* An inlined call has no arguments. */
	if (is_mutex || str_ends(name, STR("sync.(*Mutex).Lock")))
		t->wants = WANTS_LOCK;
	if (t->lock.n > 0 || !is_mutex)
		return;
	if (str_ends(lock, STR("?")))
		lock.n--;
	if (!str_starts(lock, STR("0x")))
		return;
	t->lock = lock;
	dump_text(t, "lock", lock);
}

/* Read "NAME(ARGS)": into t->pending. */
static bool
go_name(struct dump_thread *t, struct str s)
{
	ptrdiff_t open = str_bracket(s);
	struct str args;

	if (open <= 0 || s.p[0] == ' ' || s.p[0] == '\t')
		return false;
	args = str_sub(s, (size_t)open + 1, s.n - 1);
	s = str_sub(s, 0, (size_t)open);
	if (memchr(s.p, ' ', s.n) != NULL && str_chr(s, '[') < 0)
		return false;
	t->pending = (struct dump_frame){
		.name = str_is(s, "panic") ? STR("runtime.gopanic") : s,
		.inner = str_is(args, "...")
	};
	go_lock(t, s, args);
	return true;
}

/* Read "\tFILE:LINE +0x1a fp=0x..". */
static bool
go_place(struct str s, struct dump_frame *f)
{
	ptrdiff_t colon;
	int64_t line;
	struct str rest, tail;

	/* A copied dump may have blanks instead of the tab. */
	if (s.n == 0 || (s.p[0] != '\t' && s.p[0] != ' '))
		return false;
	s = str_trim(s);
	/* After the line number comes nothing, " +0x" or " fp=". */
	for (size_t from = 0; from < s.n; from = (size_t)colon + 1) {
		colon = str_find(s, STR(":"), from);
		if (colon <= 0)
			return false;
		rest = str_skip(s, (size_t)colon + 1);
		if (!dump_digits(&rest, &line))
			continue;
		tail = rest;
		if (rest.n > 0 && !dump_cut(&tail, " +0x") &&
			!dump_cut(&tail, " fp="))
			continue;
		f->file = str_sub(s, 0, (size_t)colon);
		f->line = line;
		return true;
	}
	return false;
}

static bool
go_line(struct dump_thread *t, struct str s)
{
	struct str rest = s;
	struct dump_frame place = { .line = 0 };

	if (t->state == GO_PENDING || t->state == GO_PARENT) {
		bool created = t->state == GO_PARENT;

		t->state = created ? GO_ANCESTORS : GO_FRAMES;
		t->half = false;
		if (go_place(s, &place)) {
			t->pending.file = place.file;
			t->pending.line = place.line;
			if (!created &&
				!str_is(t->pending.name, "runtime.goexit"))
				dump_add(t, &t->pending);
			return true;
		}
		/* Without a place, the previous line was not a frame. */
	}
	if (dump_cut(&rest, "created by ")) {
		ptrdiff_t in = str_rfind(rest, STR(" in goroutine "));

		if (t->state != GO_ANCESTORS)
			dump_text(t, "created_by",
				in > 0 ? str_sub(rest, 0, (size_t)in) : rest);
		t->state = GO_PARENT;
		t->half = true;
		return true;
	}
	if (dump_cut(&rest, "...") && str_ends(rest, STR("frames elided..."))) {
		dump_elided(t);
		return true;
	}
	if (str_starts(s, STR("[originating from goroutine ")) ||
		str_is(s, "...additional frames elided...")) {
		if (s.p[0] == '.')
			dump_elided(t);
		else
			t->state = GO_ANCESTORS;
		return true;
	}
	rest = str_trim(s);
	if (str_starts(rest, STR("goroutine running on other thread"))) {
		t->certain = true;
		return true;
	}
	if (str_starts(s, STR("non-Go function"))) {
		ptrdiff_t pc = str_find(s, STR("pc=0x"), 0);
		struct dump_frame f = { .name = STR_EMPTY };

		rest = str_skip(s, pc < 0 ? s.n : (size_t)pc + 3);
		if (dump_hex(&rest, &f.address))
			dump_add(t, &f);
		return true;
	}
	if (!go_name(t, s))
		return false;
	if (t->state == GO_ANCESTORS) /* frames of an ancestor */
		t->state = GO_PARENT;
	else
		t->state = GO_PENDING;
	t->half = true;
	return true;
}

/* Leave out goroutines of the runtime, which ?debug=2 does not print. */
static void
go_end(struct dump_thread *t)
{
	t->left_out = t->left_out ||
		(str_starts(t->root, STR("runtime.")) &&
			!str_is(t->root, "runtime.main"));
}

const struct dump_format dump_go = { "Go", "goroutine", "goroutine",
	.left_out = "of the runtime", .head = go_head, .line = go_line,
	.end = go_end };
