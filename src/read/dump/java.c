/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Threads of a JVM: jstack, jcmd Thread.print, kill -QUIT:
 *
 *     "pool-1" #13 daemon prio=5 os_prio=0 cpu=1.29ms ... waiting for ...
 *        java.lang.Thread.State: BLOCKED (on object monitor)
 *             at Hung$Pool.get(Hung.java:8)
 *             - waiting to lock <0x000000069ec1b948> (a Hung$Pool)
 *             at java.lang.Thread.run(java.base@17.0.15/Thread.java:840)
 *
 *        Locked ownable synchronizers:
 *             - <0x000000069ec1ab28> (a java.util.concurrent...NonfairSync)
 *
 * and of Thread.dump_to_file, as text; from version 25 on with states and
 * "at ", from 26 on with owners:
 *
 *     #19 "transfer-1" virtual WAITING 2026-11-25T23:02:08Z
 *         at Hung.ab(Hung.java:15)
 *         - parking to wait for <java.lang.Object@1499d82e>, owner #20
 */
#include "prelude.h"

#include "base/ascii.h"
#include "read/dump/dump.h"

enum { JAVA_FRAMES, JAVA_SYNCHRONIZERS };

/* Find the thread's name, which may contain quotes. False if none fits. */
static bool
java_name(struct str s, struct str *name, struct str *rest)
{
	ptrdiff_t end = str_rfind(s, STR("\" #"));

	if (end < 0)
		end = str_find(s, STR("\" os_prio="), 0);
	/* Take the last quote that is followed by the rest of a head. */
	while (end > 0) {
		struct str tail = str_skip(s, (size_t)end + 1);
		struct str digits = str_skip(tail, 2);

		if (str_starts(tail, STR(" os_prio=")) ||
			str_cut_digits(&digits).n > 0) {
			*name = str_sub(s, 1, (size_t)end);
			*rest = tail;
			return true;
		}
		end = str_rfind(str_sub(s, 0, (size_t)end), STR("\" #"));
	}
	return false;
}

static const char *const states[] = { "NEW", "RUNNABLE", "BLOCKED", "WAITING",
	"TIMED_WAITING", "TERMINATED" };

/* `#19 "NAME" virtual STATE TIME` */
static bool
java_file_head(struct dump_thread *t, struct str s)
{
	struct str number = s, name;
	ptrdiff_t end;
	int64_t id;

	if (!dump_cut(&s, "#") || !dump_digits(&s, &id))
		return false;
	number.n -= s.n;
	if (!dump_cut(&s, " \""))
		return false;
	end = str_rchr(s, '"');
	if (end < 0)
		return false;
	name = str_sub(s, 0, (size_t)end);
	s = str_skip(s, (size_t)end + 1);
	t->id = (uint64_t)id + 1;
	t->certain = t->hides_initialization = true;
	dump_text(t, "thread", name.n > 0 ? name : number);
	while (s.n > 0) {
		struct str word = str_cut(&s, ' ');

		if (str_is(word, "virtual"))
			dump_text(t, "virtual", STR("true"));
		for (size_t i = 0; i < COUNT_OF(states); i++)
			if (str_is(word, states[i]))
				dump_text(t, "state", word);
	}
	return true;
}

static bool
java_head(struct dump_thread *t, struct str s)
{
	struct str name, rest;
	int64_t id = 0;

	if (str_starts(s, STR("#")))
		return java_file_head(t, s);
	if (!str_starts(s, STR("\"")) || !java_name(s, &name, &rest) ||
		str_find(rest, STR(" tid=0x"), 0) < 0 ||
		str_find(rest, STR("prio="), 0) < 0)
		return false;
	t->certain = true;
	if (!dump_cut(&rest, " #") || !dump_digits(&rest, &id)) {
		t->left_out = true;
		return true;
	}
	t->id = (uint64_t)id + 1;
	dump_text(t, "thread", name);
	if (str_find(rest, STR(" daemon "), 0) >= 0)
		dump_text(t, "daemon", STR("true"));
	if (str_find(rest, STR(" virtual "), 0) >= 0)
		dump_text(t, "virtual", STR("true"));
	return true;
}

bool
dump_java_frame(struct str s, struct dump_frame *out)
{
	ptrdiff_t open = str_bracket(s), slash;
	struct str place;

	if (open <= 0)
		return false;
	place = str_sub(s, (size_t)open + 1, s.n - 1);
	s = str_sub(s, 0, (size_t)open);
	/* Cut "app//", "java.base@17/", but not "Ctx$$Lambda$1/0x00007f.run" or
	   "Ctx$$Lambda$1/1572098393.run": no name begins with a digit. */
	while ((slash = str_chr(s, '/')) >= 0) {
		struct str rest = str_skip(s, (size_t)slash + 1);

		if (rest.n > 0 && ascii_is_digit(rest.p[0]))
			break;
		s = rest;
	}
	if (str_chr(s, '.') <= 0 || str_chr(s, ' ') >= 0)
		return false;
	*out = (struct dump_frame){ .name = s };
	slash = str_rchr(place, '/');
	place = str_skip(place, (size_t)(slash + 1));
	if (str_is(place, "Native Method") || str_is(place, "Unknown Source"))
		return true;
	if (!dump_place(place, out))
		out->file = place;
	return true;
}

/* Split "<0x0000> (a C)" or "<C@1234>". */
static bool
java_object(struct str s, struct str *object, struct str *class)
{
	ptrdiff_t open = str_chr(s, '<'), close = str_chr(s, '>'), at;

	if (open < 0 || close < open)
		return false;
	*object = str_sub(s, (size_t)open + 1, (size_t)close);
	at = str_find(s, STR(" (a "), (size_t)close);
	*class = STR_EMPTY;
	if (at > 0 && str_ends(s, STR(")")))
		*class = str_sub(s, (size_t)at + 4, s.n - 1);
	at = str_rchr(*object, '@');
	if (class->n == 0 && at > 0)
		*class = str_sub(*object, 0, (size_t)at);
	return object->n > 0 && !str_starts(*object, STR("no object"));
}

static struct str
initialization(struct dump_thread *t, struct str class)
{
	struct strbuf text = STRBUF_INIT;
	struct str copy;

	strbuf_add3(&text, DUMP_INITIALIZATION, class, "");
	copy = arena_str(&t->arena, strbuf_str(&text));
	strbuf_free(&text);
	return copy;
}

void
dump_java_add(struct dump_thread *t, const struct dump_frame *frame)
{
	struct str class = frame->name;

	if (str_ends(class, STR(".<clinit>"))) {
		class.n -= 9;
		dump_text(t, "holds", initialization(t, class));
	}
	dump_add(t, frame);
}

/* "- waiting on the Class initialization monitor for C". The dump shows the
   thread's state as RUNNABLE. */
static bool
java_class_lock(struct dump_thread *t, struct str s)
{
	if (!dump_cut(&s, "- waiting on the Class initialization monitor for "))
		return false;
	if (t->lock.n == 0 && s.n > 0) {
		t->lock = initialization(t, s);
		t->wants = WANTS_LOCK;
		dump_text(t, "lock", t->lock);
	}
	return true;
}

/* "- waiting to lock <0x0000> (a C)"; "- eliminated <0x0000> (a C)" is a lock
   that the compiler removed. */
static void
java_lock(struct dump_thread *t, struct str s)
{
	static const struct {
		const char *word;
		enum dump_wants wants;
	} rows[] = {
		{ "- waiting to lock ", WANTS_LOCK },
		{ "- waiting on ", WANTS_NOTICE },
		{ "- waiting to re-lock ", WANTS_NOTICE },
		{ "- parking ", WANTS_PARK },
	};
	struct str object, class, owner;
	bool holds =
		str_starts(s, STR("- locked ")) || str_starts(s, STR("- <"));
	enum dump_wants wants = WANTS_NOTHING;
	ptrdiff_t at;
	int64_t id;

	if (!java_object(s, &object, &class))
		return;
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		if (str_starts(s, str_c(rows[i].word)))
			wants = rows[i].wants;
	if (wants != WANTS_NOTHING && t->lock.n == 0) {
		t->lock = object;
		t->wants = wants;
		dump_text(t, "lock", object);
		dump_text(t, "lock_class", class);
		at = str_rfind(s, STR(", owner #"));
		owner = str_skip(s, at < 0 ? s.n : (size_t)at + 9);
		if (dump_digits(&owner, &id))
			t->owner = (uint64_t)id + 1;
	} else if (holds && !str_eq(object, t->lock)) {
		dump_text(t, "holds", object);
	}
}

static bool
java_dump_line(struct dump_thread *t, struct str s)
{
	struct dump_frame f;
	struct str rest = str_trim(s);
	bool file;

	file = str_starts(s, STR("      ")) && !str_starts(s, STR("       "));
	if (str_starts(rest, STR("Locked ownable synchronizers:"))) {
		t->state = JAVA_SYNCHRONIZERS;
		return true;
	}
	if (t->state == JAVA_SYNCHRONIZERS && str_starts(rest, STR("- "))) {
		java_lock(t, rest);
		return true;
	}
	if (t->ended)
		return false;
	if (dump_cut(&rest, "java.lang.Thread.State: ")) {
		dump_text(t, "state", str_cut(&rest, ' '));
		return true;
	}
	if (str_starts(rest, STR("Carrying virtual thread")) ||
		str_starts(rest, STR("Mounted virtual thread")) ||
		str_starts(rest, STR("No compile task")) ||
		str_starts(rest, STR("Compiling: ")))
		return true;
	if (str_starts(rest, STR("- "))) {
		if (!java_class_lock(t, rest))
			java_lock(t, rest);
		return true;
	}
	/* A copied dump may have blanks instead of the tab, or nothing. */
	if (!dump_cut(&rest, "at ") && !file)
		return false;
	if (!dump_java_frame(rest, &f))
		return false;
	dump_java_add(t, &f);
	return true;
}

const struct dump_format dump_java = { "Java", "thread", "threads",
	.left_out = "of the VM", .has_parts = true, .head = java_head,
	.line = java_dump_line };
