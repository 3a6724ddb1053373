/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the threads of a dump that wait, the lock, its holder and how long, and
 * adds comments "waits: ..." to the profile:
 *
 *     deadlock: "a" -> "b" -> "a" (java.lang.Object 0x69, 0x68)
 *     4 of 20 threads wait in Pool.get for Pool 0x69, held by "refill"
 *     "refill" waits for Lock 0x6a, held by "holder", which waits in ...
 *
 * Only owners named in the dump are reported; Go names none.
 */
#include "prelude.h"

#include <inttypes.h>

#include "base/ascii.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "profile/demangle.h"
#include "profile/name.h"
#include "profile/profile.h"
#include "read/dump/dump.h"

#define MINUTE_NS (60 * INT64_C(1000000000))
enum { STEPS_MOST = 3, CIRCLE_SHOWN = 6 };

/* Texts are ids of `texts`; 0 is none. */
struct hang_thread {
	uint32_t name, state, lock, class, place, primitive;
	uint32_t first, end; /* in own[]: frames outside of system code */
	bool waits, for_work, seen;
	bool timed;      /* its wait has a time limit */
	uint8_t wants;   /* enum dump_wants */
	uint32_t holder; /* thread that holds its lock, or NONE */
	uint64_t owner;  /* id of a thread in the dump, or 0 */
	int64_t minutes, id;
};

struct hang_group {
	uint32_t place, primitive, lock, class;
	size_t n;
	uint32_t holder; /* thread that holds the lock, or NONE */
	bool for_work;
	bool is_lock;    /* it waits for a lock, not for anything else */
	int64_t minutes; /* at least 80% have waited this long */
	bool all_same;
};

struct dump_hang {
	const struct dump_format *format;
	struct arena arena;
	struct intern texts;
	VEC(struct hang_thread) thread;
	VEC(uint32_t) own;
	struct map64 holder; /* lock -> thread */
	struct map64 by_key; /* the dump's thread id -> thread */
	struct map64 readable; /* name -> readable name */
	int said;
};

struct dump_hang *
dump_hang_new(const struct dump_format *format)
{
	struct dump_hang *h = xcalloc(1, sizeof(*h));

	h->format = format;
	h->holder = h->by_key = h->readable = (struct map64)MAP64_INIT;
	intern_init(&h->texts, &h->arena);
	return h;
}

static struct str
hang_text(const struct dump_hang *h, uint32_t id)
{
	return intern_str(&h->texts, id);
}

/* ---- What a thread does ---- */

static struct str
label_of(const struct dump_thread *t, const char *key)
{
	for (size_t i = 0; i < t->label.n; i++)
		if (t->label.p[i].own.n == 0 &&
			str_is(str_c(key), t->label.p[i].key))
			return t->label.p[i].text;
	return STR_EMPTY;
}

static bool
hang_is_native(const struct dump_format *format)
{
	return format == &dump_gdb || format == &dump_eustack;
}

/* Return the readable form of a name. Each name is decoded once. */
static struct str
hang_readable(struct dump_hang *h, struct str name)
{
	struct strbuf text = STRBUF_INIT;
	uint32_t id, as;

	if (name.n == 0)
		return name;
	id = intern_copy(&h->texts, name);
	as = map64_get(&h->readable, id);
	if (as == NONE) {
		demangle_other(&text, name, DEMANGLE_DEFAULT);
		as = intern_copy(&h->texts, strbuf_str(&text));
		map64_put(&h->readable, id, as);
	}
	strbuf_free(&text);
	return hang_text(h, as);
}

void
dump_hang_add(struct dump_hang *h, struct dump_thread *t)
{
	struct hang_thread one = { .minutes = t->wait / MINUTE_NS };
	struct str name = label_of(t, "thread");
	struct str state = label_of(t, "state");

	/* The last dump of several may be another runtime's. */
	if (h->thread.n == 0)
		h->format = t->format;
	for (size_t i = 0; i < t->label.n; i++) {
		const struct dump_label *l = &t->label.p[i];

		if (l->own.n == 0 && str_is(str_c(l->key), "holds"))
			map64_put(&h->holder, intern_copy(&h->texts, l->text),
				(uint32_t)h->thread.n);
		if (l->is_number &&
			(str_is(str_c(l->key), "goroutine") ||
				str_is(str_c(l->key), "tid")))
			one.id = l->number;
	}
	one.name = intern_copy(&h->texts, name);
	one.state = intern_copy(&h->texts, state);
	one.lock = intern_copy(&h->texts, t->lock);
	one.class = intern_copy(&h->texts, label_of(t, "lock_class"));
	for (size_t i = 0; hang_is_native(t->format) && i < t->frame.n; i++)
		t->frame.p[i].name = hang_readable(h, t->frame.p[i].name);
	one.waits = dump_is_waiting(t, state);
	/* Notified, a thread of Java waits for its lock again. */
	if (t->wants == WANTS_NOTICE && str_is(state, "BLOCKED"))
		t->wants = WANTS_LOCK;
	one.wants = (uint8_t)t->wants;
	one.timed = str_is(state, "TIMED_WAITING");
	one.owner = t->owner;
	one.holder = NONE;
	if (t->id != 0)
		map64_put(&h->by_key, t->id, (uint32_t)h->thread.n);
	one.first = (uint32_t)h->own.n;
	for (size_t i = 0; i < t->frame.n; i++) {
		const struct dump_frame *f = &t->frame.p[i];
		uint32_t id;

		one.for_work |= dump_is_for_work(t, f);
		if (dump_is_system(t->format, f))
			continue;
		id = intern_copy(&h->texts, f->name);
		vec_push(&h->own, id);
		if (one.place == 0) {
			one.place = id;
			if (i > 0)
				one.primitive = intern_copy(
					&h->texts, t->frame.p[i - 1].name);
		}
	}
	one.end = (uint32_t)h->own.n;
	if (t->format == &dump_go && one.waits && one.primitive == 0)
		one.primitive = one.state;
	if (one.end == one.first + 1 && one.lock == 0 &&
		(str_starts(state, STR("chan receive")) ||
			str_starts(state, STR("select"))))
		one.for_work = true;
	vec_push(&h->thread, one);
}

/* ---- Groups ---- */

static int
by_group(const void *a, const void *b)
{
	const struct hang_thread *x = a, *y = b;

	if (x->place != y->place)
		return x->place < y->place ? -1 : 1;
	if (x->primitive != y->primitive)
		return x->primitive < y->primitive ? -1 : 1;
	if (x->lock != y->lock)
		return x->lock < y->lock ? -1 : 1;
	return x->minutes < y->minutes ? 1 : x->minutes > y->minutes ? -1 : 0;
}

/* True if x is a better group to report than y. */
static bool
group_is_before(const struct hang_group *x, const struct hang_group *y)
{
	if (x->for_work != y->for_work)
		return y->for_work;
	if (x->is_lock != y->is_lock)
		return x->is_lock;
	if (x->n == y->n && (x->holder != NONE) != (y->holder != NONE))
		return x->holder != NONE;
	if (x->minutes != y->minutes)
		return x->minutes > y->minutes;
	return x->n > y->n;
}

/* True if a thread appears to wait for a lock. */
static bool
is_for_lock(const struct dump_hang *h, const struct hang_thread *t)
{
	struct str class = hang_text(h, t->class);

	class = str_skip(class, (size_t)(str_rchr(class, '.') + 1));
	return t->wants == WANTS_LOCK || t->holder != NONE ||
		(t->wants == WANTS_PARK &&
			str_find(class, STR("Lock"), 0) >= 0);
}

/* Get the group to report. False if no two threads wait in the same way. */
static bool
largest_group(struct dump_hang *h, struct hang_group *best)
{
	size_t n = 0, from = 0;
	struct hang_thread *sorted;
	bool found = false;

	sorted = xmalloc(mul_size(h->thread.n + 1, sizeof(*sorted)));
	for (size_t i = 0; i < h->thread.n; i++)
		if (h->thread.p[i].waits && h->thread.p[i].place != 0)
			sorted[n++] = h->thread.p[i];
	qsort(sorted, n, sizeof(*sorted), by_group);
	for (size_t i = 0; i < n; i++) {
		struct hang_group g = { .place = sorted[i].place,
			.primitive = sorted[i].primitive,
			.lock = sorted[i].lock,
			.class = sorted[i].class,
			.holder = sorted[i].holder,
			.for_work = sorted[i].for_work };

		if (i + 1 < n && sorted[i + 1].place == g.place &&
			sorted[i + 1].primitive == g.primitive &&
			sorted[i + 1].lock == g.lock)
			continue;
		g.n = i + 1 - from;
		g.is_lock = is_for_lock(h, &sorted[i]);
		/* sorted[] has the longest wait of a group first. */
		g.minutes = sorted[from + (g.n * 4 + 4) / 5 - 1].minutes;
		g.all_same = sorted[from].minutes == sorted[i].minutes;
		from = i + 1;
		if (g.n > 1 && (!found || group_is_before(&g, best))) {
			*best = g;
			found = true;
		}
	}
	free(sorted);
	return found;
}

/* ---- Sentences ---- */

/* Append a function without its package, which Go's system code keeps. */
static void
hang_put_function(struct strbuf *out, const struct dump_hang *h, uint32_t id)
{
	struct str name = hang_text(h, id), rest;
	struct dump_frame f = { .name = name };
	ptrdiff_t at;

	if (h->format == &dump_go) {
		at = str_find(name, STR("("), 0);
		rest = at > 0 ? str_sub(name, 0, (size_t)at) : name;
		name = str_skip(name, (size_t)(str_rchr(rest, '/') + 1));
		at = str_chr(name, '.');
		if (!dump_is_system(h->format, &f) && at > 0)
			name = str_skip(name, (size_t)at + 1);
	} else if (h->format == &dump_java) {
		/* Names of packages begin in lower case. */
		while ((at = str_chr(name, '.')) > 0 &&
			!ascii_is_upper(name.p[0]) &&
			str_chr(str_skip(name, (size_t)at + 1), '.') > 0)
			name = str_skip(name, (size_t)at + 1);
	} else if (h->format == &dump_dotnet) {
		/* "System.Tasks.Task`1[System.Int32].Get" -> "Task.Get" */
		at = str_rchr(name, '.');
		rest = str_sub(name, 0, at > 0 ? (size_t)at : 0);
		name = str_skip(name, at > 0 ? (size_t)at : 0);
		at = str_chr(rest, '[');
		if (at > 0)
			rest.n = (size_t)at;
		at = str_chr(rest, '`');
		if (at > 0)
			rest.n = (size_t)at;
		strbuf_add(
			out, str_skip(rest, (size_t)(str_rchr(rest, '.') + 1)));
	} else if (hang_is_native(h->format)) {
		struct name_forms forms;
		struct arena arena = { 0 };

		name_forms(&forms, name, &arena);
		strbuf_add(out, forms.form[forms.packaged]);
		arena_free(&arena);
		return;
	}
	strbuf_add(out, name);
}

static void
put_where(struct strbuf *out, const struct dump_hang *h, uint32_t primitive,
	uint32_t place)
{
	if (primitive != 0) {
		hang_put_function(out, h, primitive);
		strbuf_addstr(out, " < ");
	}
	hang_put_function(out, h, place);
}

/* Append "Class 0x1f". `whole`: with the package. `class` NONE: only the
   address. */
static void
put_lock(struct strbuf *out, const struct dump_hang *h, uint32_t lock,
	uint32_t class, bool whole)
{
	struct str text = hang_text(h, lock), kind = STR_EMPTY, dot;
	uint64_t address;

	if (str_starts(text, STR(DUMP_INITIALIZATION))) {
		strbuf_add(out, text);
		return;
	}
	if (class != NONE)
		kind = hang_text(h, class);
	if (str_chr(text, '@') > 0) {
		kind = text; /* Class@hash */
		text = STR_EMPTY;
	}
	dot = str_skip(kind, (size_t)(str_rchr(kind, '.') + 1));
	strbuf_add(out, whole ? kind : dot);
	if (text.n == 0)
		return;
	if (kind.n == 0 && class != NONE)
		strbuf_addstr(out, "lock");
	if (class != NONE)
		strbuf_addch(out, ' ');
	kind = text;
	if (dump_hex(&kind, &address) && kind.n == 0)
		strbuf_addf(out, "0x%" PRIx64, address);
	else
		strbuf_add(out, text);
}

static void
put_thread(struct strbuf *out, const struct dump_hang *h, uint32_t at)
{
	const struct hang_thread *t = &h->thread.p[at];

	if (t->name != 0)
		strbuf_add3(out, "\"", hang_text(h, t->name), "\"");
	else
		strbuf_addf(out, "%s %" PRId64, h->format->thread, t->id);
}

/* Return the thread that must proceed before this one can, or NONE. A thread
   that waits to be notified must reacquire its lock. */
static uint32_t
held_up_by(const struct dump_hang *h, uint32_t at)
{
	const struct hang_thread *t = &h->thread.p[at];
	uint32_t holder = NONE;

	if (t->waits && t->owner != 0)
		holder = map64_get(&h->by_key, t->owner);
	else if (t->waits && t->lock != 0)
		holder = map64_get(&h->holder, t->lock);
	return holder == at ? NONE : holder;
}

/* Likewise. for_ever: NONE if the wait has a time limit. */
static uint32_t
next_of_circle(const struct dump_hang *h, uint32_t at, bool for_ever)
{
	const struct hang_thread *t = &h->thread.p[at];

	return for_ever && t->wants == WANTS_PARK && t->timed
		? NONE
		: held_up_by(h, at);
}

/* Find the holder of the lock that each thread waits for. */
static void
find_holders(struct dump_hang *h)
{
	for (uint32_t i = 0; i < h->thread.n; i++)
		if (h->thread.p[i].wants != WANTS_NOTICE)
			h->thread.p[i].holder = held_up_by(h, i);
}

static void
hang_say(struct dump_hang *h, struct builder *b, struct strbuf *text)
{
	struct strbuf comment = STRBUF_INIT;

	strbuf_add3(&comment, COMMENT_WAITS, strbuf_str(text), "");
	if (text->n > 0 && h->said++ < WAITS_MOST)
		read_comment(b, strbuf_str(&comment));
	strbuf_free(&comment);
	strbuf_reset(text);
}

/* Append a cycle of threads that wait for one another; `begun` is in it. */
static void
put_circle(
	struct strbuf *out, struct dump_hang *h, uint32_t begun, bool for_ever)
{
	struct strbuf locks = STRBUF_INIT;
	uint32_t at = begun, class = 0;
	size_t n = 0;

	strbuf_addstr(
		out, for_ever ? "deadlock: " : "deadlock until a time limit: ");
	put_thread(out, h, begun);
	do {
		const struct hang_thread *t = &h->thread.p[at];
		bool first = n == 0;

		if (n++ < CIRCLE_SHOWN) {
			if (!first)
				strbuf_addstr(&locks, ", ");
			put_lock(&locks, h, t->lock,
				first || t->class != class ? t->class : NONE,
				true);
			class = t->class;
		}
		at = next_of_circle(h, at, for_ever);
		if (n <= CIRCLE_SHOWN || at == begun) {
			strbuf_addstr(
				out, n > CIRCLE_SHOWN ? " -> ... -> " : " -> ");
			put_thread(out, h, at);
		}
	} while (at != begun);
	strbuf_add3(out, " (", strbuf_str(&locks), ")");
	strbuf_free(&locks);
}

/* Report the cycles: two in a sentence each, of others the number. Returns
   their number. */
static size_t
say_circles(struct dump_hang *h, bool for_ever, struct builder *b)
{
	enum { SHOWN = 2 };
	/* [thread] number of the walk that met it; 0: none */
	uint32_t *round = xcalloc(h->thread.n + 1, sizeof(*round));
	struct strbuf text = STRBUF_INIT;
	size_t n = 0;

	for (uint32_t i = 0; i < h->thread.n; i++) {
		uint32_t at = i;

		for (; at != NONE && round[at] == 0;
			at = next_of_circle(h, at, for_ever))
			round[at] = i + 1;
		if (at == NONE || round[at] != i + 1 || ++n > SHOWN)
			continue;
		hang_say(h, b, &text);
		put_circle(&text, h, at, for_ever);
	}
	if (n > SHOWN)
		strbuf_addf(&text, ", and %zu more", n - SHOWN);
	hang_say(h, b, &text);
	strbuf_free(&text);
	free(round);
	return n;
}

/* Append the chain of holders of a lock, and what each of them does. */
static void
put_holders(
	struct strbuf *out, struct dump_hang *h, uint32_t at, struct builder *b)
{
	for (int i = 0; i < STEPS_MOST && at != NONE; i++) {
		struct hang_thread *t = &h->thread.p[at];
		uint32_t next = t->holder;

		if (t->seen)
			break;
		t->seen = true;
		put_thread(out, h, at);
		if (!t->waits && t->place == 0) {
			strbuf_reset(out);
			break;
		}
		strbuf_addstr(out, t->waits ? " waits " : " runs ");
		if (t->waits && t->lock != 0) {
			strbuf_addstr(out, "for ");
			put_lock(out, h, t->lock, t->class, false);
		}
		if (next != NONE) {
			const struct hang_thread *holder = &h->thread.p[next];

			strbuf_addstr(out, ", held by ");
			put_thread(out, h, next);
			if (holder->holder == NONE && holder->place != 0) {
				strbuf_addstr(out,
					holder->waits ? ", which waits in "
						      : ", which runs ");
				put_where(out, h, holder->primitive,
					holder->place);
				next = NONE;
			}
		} else if (t->place != 0) {
			strbuf_addstr(out,
				!t->waits              ? ""
					: t->lock != 0 ? " in "
						       : "in ");
			put_where(out, h, t->primitive, t->place);
		}
		hang_say(h, b, out);
		at = next;
	}
}

/* "main.(*pool).get" -> "main.(*pool)", or "" */
static struct str
go_type(struct str name)
{
	ptrdiff_t end = str_rfind(name, STR(")."));

	return end > 0 ? str_sub(name, 0, (size_t)end + 1) : STR_EMPTY;
}

/* Append the goroutines in another method of the type whose lock a group waits
   for. Go does not name the owner, which may be one of them. */
static void
put_inside(struct strbuf *out, struct dump_hang *h, const struct hang_group *g)
{
	struct str type = go_type(hang_text(h, g->place));
	size_t n = 0, first = 0;
	uint32_t method = 0;

	if (type.n == 0 || !g->is_lock)
		return;
	for (size_t i = 0; i < h->thread.n; i++) {
		const struct hang_thread *t = &h->thread.p[i];

		/* Skip a thread that waits, or may wait, for that lock. */
		if (t->wants == WANTS_LOCK &&
			(t->lock == g->lock || t->lock == 0 || g->lock == 0))
			continue;
		for (uint32_t k = t->first; k < t->end; k++) {
			struct str name = hang_text(h, h->own.p[k]);

			if (!str_eq(go_type(name), type))
				continue;
			/* A method's closure that runs as a goroutine of its
			   own. */
			if (k + 1 == t->end &&
				str_find(name, STR(".func"), type.n) > 0)
				continue;
			if (n++ == 0) {
				first = i;
				method = h->own.p[k];
			}
			break;
		}
	}
	if (n == 0)
		return;
	strbuf_addf(out, "%zu more %s inside ", n, n == 1 ? "is" : "are");
	type = str_skip(type, (size_t)(str_rchr(type, '.') + 1));
	strbuf_add(out, type);
	strbuf_addstr(out, ": ");
	put_thread(out, h, (uint32_t)first);
	strbuf_add3(out, ", ", hang_text(h, h->thread.p[first].state), "");
	if (h->thread.p[first].minutes > 0)
		strbuf_addf(out, " for %" PRId64 " minute%s",
			h->thread.p[first].minutes,
			plural((uint64_t)h->thread.p[first].minutes));
	strbuf_addstr(out, ", ");
	put_where(out, h,
		h->thread.p[first].place != method ? h->thread.p[first].place
						   : 0,
		method);
}

static void
hang_put_group(
	struct strbuf *out, struct dump_hang *h, const struct hang_group *g)
{
	strbuf_addf(out, "%zu of %zu %ss wait ", g->n, h->thread.n,
		h->format->thread);
	if (g->minutes > 0)
		strbuf_addf(out, "for %" PRId64 " minute%s%s ", g->minutes,
			plural((uint64_t)g->minutes),
			g->all_same ? "" : " or more");
	strbuf_addstr(out, "in ");
	put_where(out, h, g->primitive, g->place);
	if (g->lock != 0 && h->format != &dump_go) {
		strbuf_addstr(out, " for ");
		put_lock(out, h, g->lock, g->class, false);
	}
	if (g->holder != NONE) {
		strbuf_addstr(out, ", held by ");
		put_thread(out, h, g->holder);
	}
}

void
dump_hang_end(struct dump_hang *h, bool asleep, struct builder *b)
{
	struct strbuf text = STRBUF_INIT;
	struct hang_group g = { .n = 0 };

	if (h == NULL)
		return;
	if (b != NULL) {
		find_holders(h);
		if (asleep) {
			strbuf_addf(&text,
				"all %zu %ss wait: deadlock (Go ended the "
				"program)",
				h->thread.n, h->format->thread);
			hang_say(h, b, &text);
		} else if (say_circles(h, true, b) == 0) {
			(void)say_circles(h, false, b);
		}
		if (largest_group(h, &g)) {
			hang_put_group(&text, h, &g);
			hang_say(h, b, &text);
			put_holders(&text, h, g.holder, b);
			if (h->format == &dump_go)
				put_inside(&text, h, &g);
			hang_say(h, b, &text);
		}
	}
	strbuf_free(&text);
	intern_fini(&h->texts);
	arena_free(&h->arena);
	map64_free(&h->holder);
	map64_free(&h->by_key);
	map64_free(&h->readable);
	vec_free(&h->thread);
	vec_free(&h->own);
	free(h);
}
