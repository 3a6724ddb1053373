/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Threads of Python programs. py-spy dump and faulthandler print the leaf
 * first, pystack and profiling.sampling the root:
 *
 *     Thread 8771 (idle): "http worker 0"
 *         Pool.get (hung.py:5)
 *
 *     Thread 0x00007fd827fff6c0 (most recent call first):
 *       File "/src/hung.py", line 5 in get
 *
 *     Traceback for thread 8774 (python) [] (most recent call last):
 *         (Python) File "/src/hung.py", line 5, in get
 *             with lock:
 *
 *     Stack dump for PID 4711, thread 9 (idle; most recent call last):
 *       File "app.py", line 12, in Pool.get
 *         with lock:
 *
 * and of .NET: dotnet-stack report:
 *
 *     Thread (0x25968):
 *       System.Console!System.IO.StdInReader.ReadKey(bool&)
 */
#include "prelude.h"

#include "read/dump/dump.h"

/* Split `FILE", line N in NAME` or `..., line N, in NAME`. */
static bool
python_file(struct str s, struct dump_frame *f)
{
	ptrdiff_t quote = str_find(s, STR("\", line "), 0);
	struct str rest;

	*f = (struct dump_frame){ .line = 0 };
	if (quote < 0) {
		quote = str_find(s, STR("\", in "), 0);
		if (quote < 0)
			return false;
		f->file = str_sub(s, 0, (size_t)quote);
		f->name = str_skip(s, (size_t)quote + 6);
		return f->name.n > 0;
	}
	f->file = str_sub(s, 0, (size_t)quote);
	rest = str_skip(s, (size_t)quote + 8);
	if (!dump_digits(&rest, &f->line) && !dump_cut(&rest, "???"))
		return false;
	(void)dump_cut(&rest, ",");
	if (!dump_cut(&rest, " in "))
		return false;
	f->name = rest;
	return f->name.n > 0;
}

/* ---- py-spy ---- */

static bool
pyspy_head(struct dump_thread *t, struct str s)
{
	struct str id, rest;
	ptrdiff_t close;
	int64_t n;

	if (!dump_cut(&s, "Thread "))
		return false;
	rest = s;
	id = str_cut(&rest, ' ');
	if (id.n == 0 || !dump_cut(&rest, "("))
		return false;
	close = str_chr(rest, ')');
	if (close < 1)
		return false;
	s = str_skip(rest, (size_t)close + 1);
	if (s.n > 0 && (!dump_cut(&s, ": \"") || !str_ends(s, STR("\""))))
		return false;
	if (str_to_i64(id, &n) && n > 0) {
		t->id = (uint64_t)n;
		dump_number(t, "tid", n);
	} else if (!str_starts(id, STR("0x"))) {
		return false;
	}
	dump_text(t, "state", str_sub(rest, 0, (size_t)close));
	dump_text(t, "thread",
		s.n > 1                  ? str_sub(s, 0, s.n - 1)
			: id.p[0] == '0' ? id
					 : STR_EMPTY);
	return true;
}

static bool
pyspy_line(struct dump_thread *t, struct str s)
{
	struct dump_frame f = { .line = 0 };
	ptrdiff_t open;
	struct str place;

	if (!dump_cut(&s, "    "))
		return false;
	if (str_starts(s, STR("    "))) /* arguments and locals */
		return true;
	open = str_bracket(s);
	if (open < 2 || s.p[open - 1] != ' ')
		return false;
	f.name = str_sub(s, 0, (size_t)open - 1);
	place = str_sub(s, (size_t)open + 1, s.n - 1);
	if (str_ends(place, STR(".py")))
		f.file = place;
	else if (!dump_place(place, &f))
		f.map = place;
	dump_add(t, &f);
	return true;
}

const struct dump_format dump_pyspy = { "py-spy", "thread", "threads",
	.head = pyspy_head, .line = pyspy_line };

/* ---- faulthandler ---- */

static bool
faulthandler_head(struct dump_thread *t, struct str s)
{
	bool current = dump_cut(&s, "Current thread ");
	struct str start, name;
	uint64_t id;

	if (!current && !dump_cut(&s, "Thread "))
		return false;
	start = s;
	if (!dump_hex(&s, &id))
		return false;
	name = str_sub(start, 0, start.n - s.n);
	if (dump_cut(&s, " [")) {
		ptrdiff_t end = str_find(s, STR("] ("), 0);

		if (end < 0)
			return false;
		name = str_sub(s, 0, (size_t)end);
		s = str_skip(s, (size_t)end + 1);
	}
	if (!str_is(s, " (most recent call first):"))
		return false;
	t->id = id;
	if (current)
		dump_text(t, "state", STR("current"));
	dump_text(t, "thread", name);
	return true;
}

static bool
faulthandler_line(struct dump_thread *t, struct str s)
{
	struct dump_frame f;

	if (str_is(s, "  ...")) {
		dump_elided(t);
		return true;
	}
	if (str_is(s, "  <no Python frame>")) {
		t->certain = true;
		return true;
	}
	if (!dump_cut(&s, "  File \"") || !python_file(s, &f))
		return false;
	dump_add(t, &f);
	return true;
}

const struct dump_format dump_faulthandler = { "faulthandler", "thread",
	"threads", .head = faulthandler_head, .line = faulthandler_line };

/* ---- pystack ---- */

static bool
pystack_head(struct dump_thread *t, struct str s)
{
	ptrdiff_t open, close;
	int64_t id;

	if (!dump_cut(&s, "Traceback for thread ") || !dump_digits(&s, &id) ||
		!str_ends(s, STR("(most recent call last):")))
		return false;
	t->id = (uint64_t)id;
	dump_number(t, "tid", id);
	open = str_find(s, STR(" ("), 0);
	close = str_find(s, STR(") ["), 0);
	if (open == 0 && close > 0)
		dump_text(t, "thread", str_sub(s, 2, (size_t)close));
	open = str_find(s, STR(" ["), 0);
	close = str_find(s, STR("] ("), 0);
	if (open >= 0 && close > open)
		dump_text(t, "state",
			str_sub(s, (size_t)open + 2, (size_t)close));
	return true;
}

static bool
pystack_line(struct dump_thread *t, struct str s)
{
	struct dump_frame f;
	ptrdiff_t open;
	bool native;

	if (!dump_cut(&s, "    "))
		return false;
	native = str_starts(s, STR("(C) File \""));
	if (!dump_cut(&s, "(Python) File \"") && !dump_cut(&s, "(C) File \""))
		return str_starts(s, STR("    "));
	if (!python_file(s, &f))
		return false;
	open = native ? str_bracket(f.name) : -1;
	if (open > 1 && f.name.p[open - 1] == ' ') {
		f.map = str_sub(f.name, (size_t)open + 1, f.name.n - 1);
		f.name = str_sub(f.name, 0, (size_t)open - 1);
	}
	dump_add(t, &f);
	return true;
}

const struct dump_format dump_pystack = { "pystack", "thread", "threads",
	.root_first = true, .head = pystack_head, .line = pystack_line };

/* ---- profiling.sampling dump ---- */

static bool
tachyon_head(struct dump_thread *t, struct str s)
{
	struct str details, part, state = STR_EMPTY;
	ptrdiff_t open;
	int64_t n;

	if (!dump_cut(&s, "Stack dump"))
		return false;
	open = str_find(s, STR(" ("), 0);
	if (open < 0 || !str_ends(s, STR("most recent call last):")))
		return false;
	details = str_sub(
		s, (size_t)open + 2, s.n - STR("most recent call last):").n);
	s = str_sub(s, 0, (size_t)open);
	if (dump_cut(&s, " for PID ") && dump_digits(&s, &n))
		t->pid = n;
	if (t->pid > 0)
		dump_number(t, "pid", t->pid);
	if (dump_cut(&s, ", thread ") && dump_digits(&s, &n)) {
		t->id = (uint64_t)n;
		dump_number(t, "tid", n);
	}
	while (details.n > 0) {
		part = str_trim(str_cut(&details, ';'));
		if (dump_cut(&part, "interpreter "))
			dump_text(t, "interpreter", part);
		else if (dump_cut(&part, "task "))
			dump_text(t, "task", part);
		else if (state.n == 0)
			state = part;
		else if (part.n > 0)
			state.n = (size_t)(part.p + part.n - state.p);
	}
	dump_text(t, "state", state);
	return true;
}

static bool
tachyon_line(struct dump_thread *t, struct str s)
{
	struct dump_frame f = { .line = 0 };
	ptrdiff_t at;

	if (str_is(s, "No Python frames")) {
		t->certain = true;
		return true;
	}
	if (!dump_cut(&s, "  "))
		return false;
	if (str_starts(s, STR("  "))) /* source */
		return true;
	at = str_find(s, STR("  opcode="), 0);
	if (at > 0)
		s = str_sub(s, 0, (size_t)at);
	if (dump_cut(&s, "File \"")) {
		if (!python_file(s, &f))
			return false;
	} else {
		f.name = s;
	}
	dump_add(t, &f);
	return true;
}

const struct dump_format dump_tachyon = { "profiling.sampling", "thread",
	"threads", .root_first = true, .head = tachyon_head,
	.line = tachyon_line };

/* ---- .NET ---- */

static bool
dotnet_head(struct dump_thread *t, struct str s)
{
	struct str id;
	uint64_t n;

	if (!dump_cut(&s, "Thread ("))
		return false;
	id = s;
	if (!dump_hex(&s, &n) || !str_is(s, "):"))
		return false;
	t->id = n;
	dump_text(t, "thread", str_sub(id, 0, id.n - s.n));
	return true;
}

static bool
dotnet_line(struct dump_thread *t, struct str s)
{
	struct dump_frame f = { .line = 0 };
	ptrdiff_t bang, open;

	if (!dump_cut(&s, "  "))
		return false;
	bang = str_chr(s, '!');
	if (bang > 0) {
		f.map = str_sub(s, 0, (size_t)bang);
		s = str_skip(s, (size_t)bang + 1);
		open = str_bracket(s);
		if (open > 0)
			s = str_sub(s, 0, (size_t)open);
	} else if (!str_starts(s, STR("["))) {
		return false;
	}
	f.name = s;
	dump_add(t, &f);
	return true;
}

const struct dump_format dump_dotnet = { ".NET", "thread", "threads",
	.head = dotnet_head, .line = dotnet_line };
