/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Threads of native programs. gdb's bt, thread apply all bt, pstack:
 *
 *     Thread 10 (Thread 0x7fdafd4466c0 (LWP 6298) "hung"):
 *     #0  0x00007fdb01521545 in clock_nanosleep (id=0) at ../nanosleep.c:48
 *     #1  grab (p=0x7f) at hung.c:8              inlined: no address
 *     #2  0x000055fdf1d011df in ?? () from /lib/libx.so
 *
 * eu-stack:
 *
 *     TID 6280:
 *     #0  0x00007fdb014d7f16 - 1 main - /src/hung
 *         /src/hung.c:22:2
 */
#include "prelude.h"

#include "read/dump/dump.h"

#define SIGNAL_FRAME "<signal handler called>"

/* Cut "#N  " off the front of s. */
static bool
native_number(struct str *s, int64_t *n)
{
	if (!dump_cut(s, "#") || !dump_digits(s, n) || !dump_cut(s, " "))
		return false;
	*s = str_trim(*s);
	return true;
}

/* ---- gdb ---- */

/* Maximum length of a wrapped frame that is put together: each further line
   causes it to be parsed again. */
enum { WRAPPED_LINES = 100, WRAPPED_BYTES = 64 * 1024 };

/* Return the offset of the bracket that ends the one at `from`, or -1; texts
   in quotes are skipped. */
static ptrdiff_t
gdb_bracket_end(struct str s, size_t from)
{
	int depth = 0;
	char quote = 0;

	for (size_t i = from; i < s.n; i++) {
		char c = s.p[i];

		if (quote != 0) {
			if (c == '\\')
				i++;
			else if (c == quote)
				quote = 0;
		} else if (c == '"' || c == '\'') {
			quote = c;
		} else if (c == '(') {
			depth++;
		} else if (c == ')' && --depth == 0) {
			return (ptrdiff_t)i;
		}
	}
	return -1;
}

/* Split "NAME (ARGS) at FILE:LINE" or "... from LIB". False if the arguments'
   brackets are open, as in a wrapped line. */
static bool
gdb_frame(struct str s, struct dump_frame *f, struct str *args)
{
	struct str rest = s, tail;

	*f = (struct dump_frame){ .name = STR_EMPTY };
	*args = STR_EMPTY;
	if (dump_hex(&rest, &f->address)) {
		if (!dump_cut(&rest, " in "))
			return false;
		s = rest;
	}
	if (str_starts(s, STR(SIGNAL_FRAME))) {
		f->name = STR(SIGNAL_FRAME);
		return true;
	}
	/* Find the first " (" outside other brackets whose closing bracket is
	   followed by a place, or by nothing. */
	for (ptrdiff_t open = str_find(s, STR(" ("), 0), end; open > 0;
		open = str_find(s, STR(" ("), (size_t)end)) {
		end = gdb_bracket_end(s, (size_t)open + 1);
		if (end < 0)
			return false;
		tail = str_skip(s, (size_t)end + 1);
		if (dump_cut(&tail, " at ")) {
			if (!dump_place(tail, f))
				continue;
		} else if (dump_cut(&tail, " from ")) {
			f->map = tail;
		} else if (tail.n > 0) {
			continue;
		}
		*args = str_sub(s, (size_t)open + 2, (size_t)end);
		f->name = str_sub(s, 0, (size_t)open);
		if (str_is(f->name, "??"))
			f->name = STR_EMPTY;
		return f->name.n > 0 || f->address != 0;
	}
	return false;
}

static void
gdb_lock(struct dump_thread *t, struct str name, struct str args)
{
	static const char *const keys[] = { "mutex=", "futex=", "rwlock=" };

	if (t->lock.n > 0 ||
		(str_find(name, STR("mutex_lock"), 0) < 0 &&
			str_find(name, STR("rwlock_"), 0) < 0))
		return;
	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		ptrdiff_t at = str_find(args, str_c(keys[i]), 0);
		struct str value, rest;
		uint64_t ignored;

		if (at < 0 || (at > 0 && args.p[at - 1] != ' '))
			continue;
		value = str_skip(args, (size_t)at + strlen(keys[i]));
		at = str_find(value, STR("@entry="), 0);
		if (at > 0 && at < str_chr(value, '='))
			value = str_skip(value, (size_t)at + 7);
		rest = value;
		if (!dump_hex(&rest, &ignored))
			continue;
		t->lock = str_sub(value, 0, value.n - rest.n);
		dump_text(t, "lock", t->lock);
		return;
	}
}

/* Add a frame, or keep it until its brackets are closed. */
static void
gdb_take(struct dump_thread *t, int64_t n, struct str text)
{
	struct dump_frame f, *last;
	struct str args;

	t->half = !gdb_frame(text, &f, &args);
	if (t->half) {
		t->pending.name = text;
		t->pending.line = n;
		return;
	}
	last = t->frame.n > 0 ? &t->frame.p[t->frame.n - 1] : NULL;
	if (last != NULL && n > 0 && f.address == 0 &&
		!str_is(f.name, SIGNAL_FRAME) &&
		!str_is(last->name, SIGNAL_FRAME))
		last->inner = true;
	gdb_lock(t, f.name, args);
	dump_add(t, &f);
}

static bool
gdb_head(struct dump_thread *t, struct str s)
{
	struct str rest, name, args;
	struct dump_frame f;
	int64_t n;
	ptrdiff_t at;

	rest = s;
	if (native_number(&rest, &n)) {
		if (n != 0 || !gdb_frame(rest, &f, &args))
			return false;
		gdb_take(t, 0, rest);
		return true;
	}
	if (!dump_cut(&s, "Thread ") || !dump_digits(&s, &n) ||
		!dump_cut(&s, " (") || !str_ends(s, STR(":")))
		return false;
	at = str_find(s, STR("LWP "), 0);
	rest = str_skip(s, at < 0 ? s.n : (size_t)at + 4);
	if (at >= 0 && dump_digits(&rest, &n)) {
		t->id = (uint64_t)n;
		dump_number(t, "tid", n);
	} else if (!str_starts(s, STR("Thread 0x")) &&
		!str_starts(s, STR("process "))) {
		return false;
	}
	at = str_chr(rest, '"');
	name = str_skip(rest, at < 0 ? rest.n : (size_t)at + 1);
	at = str_rchr(name, '"');
	if (at > 0)
		dump_text(t, "thread", str_sub(name, 0, (size_t)at));
	return true;
}

static bool
gdb_line(struct dump_thread *t, struct str s)
{
	struct str rest = s;
	int64_t n;

	if (native_number(&rest, &n)) {
		if (n == 0 && t->nframes > 0)
			return false;
		t->state = 0;
		gdb_take(t, n, rest);
		return true;
	}
	if (t->half && str_starts(s, STR("    "))) {
		/* Continue a wrapped frame. */
		struct strbuf text = STRBUF_INIT;

		if (++t->state > WRAPPED_LINES ||
			t->pending.name.n + s.n > WRAPPED_BYTES)
			return false;
		strbuf_add(&text, t->pending.name);
		strbuf_add(&text, str_skip(s, 3));
		rest = arena_str(&t->arena, strbuf_str(&text));
		strbuf_free(&text);
		gdb_take(t, t->pending.line, rest);
		return true;
	}
	if (t->nframes > 0 && t->frame.n > 0 &&
		(str_starts(s, STR("    at ")) ||
			str_starts(s, STR("    from ")))) {
		struct dump_frame *last = &t->frame.p[t->frame.n - 1];

		if (str_starts(s, STR("    at ")))
			(void)dump_place(str_skip(s, 7), last);
		else
			last->map = str_skip(s, 9);
		return true;
	}
	if (str_starts(s, STR("(More stack frames follow"))) {
		dump_elided(t);
		return true;
	}
	/* Local variables, from bt full. */
	return str_starts(s, STR("        ")) ||
		str_starts(s, STR("No locals")) ||
		str_starts(s, STR("No symbol table info"));
}

const struct dump_format dump_gdb = { "gdb", "thread", "threads",
	.head = gdb_head, .line = gdb_line };

bool
dump_is_gdb_stop(struct str s)
{
	struct str rest = s, args;
	struct dump_frame f;
	int64_t line;

	/* "57 ./nptl/futex-internal.c: No such file or directory." */
	if (dump_digits(&rest, &line) && dump_cut(&rest, "\t"))
		return true;
	return gdb_frame(s, &f, &args) && (f.file.n > 0 || f.map.n > 0);
}

/* ---- eu-stack ---- */

static bool
eu_head(struct dump_thread *t, struct str s)
{
	int64_t n;

	if (!dump_cut(&s, "TID ") || !dump_digits(&s, &n) || !str_is(s, ":"))
		return false;
	t->id = (uint64_t)n;
	dump_number(t, "tid", n);
	return true;
}

/* True if the last frame, or one inlined into it, has this name, or if there
   are too many of these to be compared. */
static bool
eu_has_name(const struct dump_thread *t, struct str name)
{
	enum { INLINED_MOST = 1000 };
	size_t n = 0;

	for (size_t i = t->frame.n; i-- > 0;) {
		if (str_eq(t->frame.p[i].name, name) || ++n > INLINED_MOST)
			return true;
		if (i == 0 || !t->frame.p[i - 1].inner)
			break;
	}
	return false;
}

static bool
eu_line(struct dump_thread *t, struct str s)
{
	struct dump_frame f = { .name = STR_EMPTY }, *last;
	struct str rest = s, place;
	ptrdiff_t at;
	int64_t n;

	last = t->frame.n > 0 ? &t->frame.p[t->frame.n - 1] : NULL;
	if (str_starts(s, STR("    ")) && t->nframes > 0) {
		/* FILE:LINE[:COLUMN] */
		place = str_trim(s);
		if (last == NULL || !dump_place(place, last))
			return last == NULL;
		if (dump_place(last->file, &f)) {
			last->file = f.file;
			last->line = f.line;
		}
		return true;
	}
	if (!native_number(&rest, &n) || !dump_hex(&rest, &f.address))
		return false;
	rest = str_trim(rest);
	(void)(dump_cut(&rest, "- 1 ") || str_is(rest, "- 1"));
	at = str_rfind(rest, STR(" - "));
	if (at >= 0) {
		f.map = str_skip(rest, (size_t)at + 3);
		rest = str_sub(rest, 0, (size_t)at);
	} else if (dump_cut(&rest, "- ")) {
		f.map = str_is(rest, "1") ? STR_EMPTY : rest;
		rest = STR_EMPTY;
	}
	at = str_find(rest, STR("@@"), 0);
	if (at < 0)
		at = str_find(rest, STR("@GLIBC"), 0);
	f.name = str_trim(at > 0 ? str_sub(rest, 0, (size_t)at) : rest);
	if (last != NULL && f.name.n > 0 && last->address == f.address &&
		!eu_has_name(t, f.name))
		last->inner = true;
	dump_add(t, &f);
	return true;
}

const struct dump_format dump_eustack = { "eu-stack", "thread", "threads",
	.head = eu_head, .line = eu_line };
