/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cautions about a view, and suggestions where to look next. */
#include "prelude.h"

#include "present/hint.h"

#include <math.h>

#include "base/strbuf.h"
#include "engine/calltotals.h"
#include "engine/significance.h"
#include "present/number.h"
#include "present/patterns.h"
#include "present/pythonwait.h"
#include "present/why.h"
#include "profile/name.h"
#include "profile/partial.h"
#include "profile/sampletype.h"
#include "profile/unit.h"

enum {
	FEW_EVENTS = 100,
	MANY_EVENTS = 10, /* with this many events, none should have over half
			     of the weight */
	FLAT_MIN_FRAMES = 40,
	CUT_MIN_SAMPLES = 10,
	CUT_FACTOR = 4, /* minimum ratio of n_deepest to n_shallower */
};
static const double NO_LEAF_ABOVE = 0.05, NAMELESS_ABOVE = 0.2,
		    UPSIDE_DOWN_FROM = 0.95, ONE_ROOT_FROM = 0.9,
		    WAITS_ABOVE = 0.5;

struct context {
	const struct view *v;
	const struct facts *facts;
	const struct hint_sum *summed;
	enum kind_group group;       /* group of the view's sample type */
	double kept;                 /* |sum of all weights in the view| */
	struct strbuf text, command; /* the hint being built */
};

/* Functions that allocate, as patterns for name_is_one_of(). */
static const char *const allocating[] = { "runtime.mallocgc*",
	"runtime.memmove", "runtime.growslice", "runtime.gcWriteBarrier*",
	"runtime.convT*", "runtime.newobject", "runtime.makeslice*",
	"runtime.nextFreeFast", "runtime.memclrNoHeapPointers*", "malloc",
	"calloc", "realloc", "free", "_int_malloc", "_int_free",
	"operator new*", "operator delete*", NULL };
static const char *const synchronising[] = { "runtime.gopark*",
	"runtime.selectgo", "runtime.chanrecv*", "runtime.chansend*",
	"runtime.futex*", "runtime.semacquire*", "runtime.lock*",
	"runtime.unlock*", "futex_wait*", "pthread_cond_*", "__pthread_cond_*",
	"pthread_mutex_lock*", "__lll_lock_wait*", NULL };
static const char *const inputting[] = { "syscall.Syscall*",
	"syscall.RawSyscall*", "internal/runtime/syscall.Syscall*",
	"runtime/internal/syscall.Syscall*", "runtime.netpoll*", "epoll_wait",
	"read", "write", "__libc_read", "__libc_write", "__read", "__write",
	"__GI___libc_read", "__GI___libc_write", "recvmsg", "sendmsg", NULL };
static const char *const idling[] = { "runtime.gopark*", "runtime.futexsleep",
	"runtime.epollwait", "runtime.notesleep", "runtime.usleep",
	"epoll_wait", "epoll_pwait*", "poll", "ppoll", "__poll", "select",
	"__select", "futex_wait*", "pthread_cond_wait*",
	"pthread_cond_timedwait*", "nanosleep", "clock_nanosleep*", "do_idle",
	"cpuidle_*", "intel_idle*", "acpi_idle*", "default_idle*",
	"mwait_idle*", "swapper*", "(idle)", "__futex_abstimed_wait*",
	"mach_cpu_idle", "mach_msg_trap", "mach_msg2_trap",
	"__workq_kernreturn", "__psynch_cvwait",
	"jdk/internal/misc/Unsafe.park", "jdk.internal.misc.Unsafe.park",
	NULL };
static const char *const interpreting[] = { "_PyEval_*", "PyEval_*",
	"Interpreter", "Builtins_InterpreterEntryTrampoline*", "execute_ex",
	"vm_exec_core*", "vm_exec", "rb_vm_exec*", "luaV_execute",
	"Perl_runops_*", NULL };
/* Functions in which programs begin. */
static const char *const beginning[] = { "<module>", "main", "_start", NULL };
static const char *const starting[] = { "_start", "__libc_start*", NULL };
static const char *const nameless[] = { "", "0x*", "[unknown*", "<unknown>",
	"??*", NULL };

/* True if the profile has a linker name for a frame shown without a name. */
static bool
is_named_by_linker(const struct context *c, const struct frame *f)
{
	const struct profile *p = c->v->profile;
	func_id func =
		f->first_line != NONE ? p->line.func[f->first_line] : NONE;

	return func != NONE && p->func.system[func] != 0 &&
		!name_is_one_of(profile_str(p, p->func.system[func]), nameless);
}

/* Return the share of the view's weight that is self of matching functions. */
static double
share_of(const struct context *c, const char *const *pattern)
{
	const struct frames *f = c->v->frames;
	/* Skip values too small to matter, to avoid most comparisons. */
	double floor = c->kept / 10000, sum = 0;

	for (frame_id i = 0; i < f->n; i++) {
		double self = fabs((double)c->v->w.self.value[i]);

		if (self > floor && name_is_one_of(f->frame[i].name, pattern) &&
			(pattern != nameless ||
				!is_named_by_linker(c, &f->frame[i])))
			sum += self;
	}
	return sum / c->kept;
}

static struct str
hint_type_name(const struct context *c, uint32_t column)
{
	const struct profile *p = c->v->profile;

	return profile_str(p, p->types.type[column]);
}

/* Return the first sample type of a kind with a sum other than 0, or NONE. */
static uint32_t
hint_column_of(const struct context *c, const char *kind)
{
	for (uint32_t i = 0; i < c->facts->columns; i++)
		if (c->facts->sum[i] != 0 &&
			str_is(str_c(kind_of_column(c->v->profile, i)->name),
				kind))
			return i;
	return NONE;
}

/* Cautions. */

int64_t
hint_events(const struct view *v, struct row_sum sum)
{
	/* Goroutines are counted, not sampled. */
	return kind_of_column(v->profile, v->column)->group == GROUP_CONCURRENCY
		? 0
		: view_events(v, sum);
}

/* True if the view has only one sample. In heap profiles without counts, for
   example V8's, a single record is one sample. */
static bool
hardly_any(struct context *c)
{
	int64_t parts = hint_events(c->v, c->v->w.kept);
	bool memory = c->group == GROUP_INUSE || c->group == GROUP_ALLOC;
	bool one = parts > 0 && events_whole(parts) <= 1;

	if (!one && !(parts == 0 && memory && c->v->samples == 1))
		return false;
	strbuf_addstr(&c->text,
		"ONE SAMPLE: everything here is chance; profile longer");
	return true;
}

/* True if -base was subtracted and left negative values. */
static bool
is_subtracted(struct context *c)
{
	const int64_t *self = c->v->w.self.value;

	for (frame_id i = 0; i < c->v->frames->n; i++)
		if (self[i] < 0) {
			strbuf_addstr(&c->text,
				"percentages mislead after -base; press D to "
				"compare");
			strbuf_addstr(&c->command, "diff");
			return true;
		}
	return false;
}

static bool
few_samples(struct context *c)
{
	int64_t parts = hint_events(c->v, c->v->w.kept);

	if (events_whole(parts) <= 1 || parts >= FEW_EVENTS * EVENT_PARTS)
		return false;
	strbuf_addstr(&c->text, "only ");
	(void)events_put(&c->text, c->v->events, parts);
	strbuf_addstr(&c->text, " in view; small differences may be noise");
	return true;
}

/* True if call paths are estimated, since the file contains only a call graph
   without stacks (engine/calltotals.h). */
static bool
paths_are_estimated(struct context *c)
{
	const uint8_t *estimated = c->v->w.estimated;
	bool cut = false;

	for (frame_id i = 0; estimated != NULL && i < c->v->frames->n; i++)
		cut |= c->v->nodes[i] > 0 && estimated[i] == ESTIMATED_PART;
	if (cut)
		strbuf_addstr(&c->text,
			"call paths are only estimated and the filters cut "
			"them; totals marked ~ are estimates");
	else
		calltotals_remark(c->v, &c->text);
	return c->text.n > 0;
}

/* Return the weight of a single event with more than half of the view's weight,
   or 0. Waits and heap samples can weigh that much, so they are not
   considered. */
static double
overweight(const struct context *c)
{
	const struct view *v = c->v;
	const struct events *e = v->events;
	const int64_t *value = v->profile->sample.value[v->column];
	bool may_be = c->group == GROUP_CPU || c->group == GROUP_HARDWARE ||
		c->group == GROUP_KERNEL || c->group == GROUP_OTHER;

	if (!may_be || e->unknown != NULL || e->name == NULL ||
		e->count == NULL || e->is_estimate || e->count == value ||
		(double)c->facts->most[v->column] <= c->kept / 2)
		return 0;
	for (size_t i = 0; i < v->profile->sample.n; i++) {
		double weight = fabs((double)value[i]);

		if (weight > c->kept / 2 && e->count[i] == 1 &&
			view_keeps(v, i))
			return weight;
	}
	return 0;
}

/* True if one event outweighs all others, maybe because of a wrong period. */
static bool
one_of_many(struct context *c)
{
	int64_t parts = hint_events(c->v, c->v->w.kept);
	const struct profile *p = c->v->profile;
	double weight;

	if (parts < MANY_EVENTS * EVENT_PARTS)
		return false;
	weight = overweight(c);
	if (weight <= 0)
		return false;
	strbuf_addf(&c->text,
		"1 of %s samples has %.0f%% of the weight (wrong period?); s "
		"shows counts",
		grouped(events_whole(parts)).text, 100 * weight / c->kept);
	for (uint32_t i = 0; i < p->types.n; i++)
		if (p->sample.value[i] == c->v->events->count)
			strbuf_addf(&c->command, "sample_index=%u", i);
	return true;
}

/* True if a share of 1% may be off by more than itself: the 95% interval
   around it (Wilson's) is wider than 1%. False for few samples, for which
   few_samples() is true. */
static bool
wide_shares(struct context *c)
{
	const double p = 0.01, z = 1.96;
	int64_t parts = hint_events(c->v, c->v->w.kept);
	double n = (double)events_whole(parts);
	double middle, half, scale;

	if (parts < FEW_EVENTS * EVENT_PARTS)
		return false;
	scale = 1 + z * z / n;
	middle = (p + z * z / (2 * n)) / scale;
	half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / scale;
	if (2 * half <= p)
		return false;
	(void)events_put(&c->text, c->v->events, parts);
	strbuf_addf(&c->text,
		": a share of 1%% may be %.1f to %.1f%%; record more to "
		"compare small ones",
		100 * (middle - half), 100 * (middle + half));
	return true;
}

/* True if the file's default type is empty and another was chosen, or if the
   type shown is empty. */
static bool
empty_type(struct context *c)
{
	const struct facts *f = c->facts;
	uint32_t column = c->v->column, fallback;
	struct err err = ERR_INIT;

	if (f->sum[column] == 0) {
		for (uint32_t i = 0; i < f->columns; i++) {
			if (f->sum[i] == 0)
				continue;
			strbuf_addf(&c->text, "%.*s is empty; %.*s is not",
				STR_ARG(hint_type_name(c, column)),
				STR_ARG(hint_type_name(c, i)));
			strbuf_addf(&c->command, "sample_index=%u", i);
			return true;
		}
		return false;
	}
	if (profile_sample_index(c->v->profile, STR_EMPTY, &fallback, &err) !=
			0 ||
		f->sum[fallback] != 0)
		return false;
	strbuf_addf(&c->text, "%.*s, the default here, is empty",
		STR_ARG(hint_type_name(c, fallback)));
	return true;
}

/* True if many samples have the depth at which profilers truncate stacks: a
   power of two, or one less. */
static bool
cut_stacks(struct context *c)
{
	const struct facts *f = c->facts;
	uint32_t d = f->depth;
	bool power = d >= 16 && ((d & (d - 1)) == 0 || (d & (d + 1)) == 0);

	if (!power || f->n_deepest < CUT_MIN_SAMPLES ||
		f->n_deepest / CUT_FACTOR < f->n_shallower)
		return false;
	strbuf_addf(&c->text,
		"%s stacks have exactly %u frames and look truncated: their "
		"outermost callers are missing",
		grouped(f->n_deepest).text, d);
	return true;
}

static bool
many_small(struct context *c)
{
	double most = 0;

	if (c->v->n_live < FLAT_MIN_FRAMES)
		return false;
	for (frame_id i = 0; i < c->v->frames->n; i++)
		most = fmax(most, fabs((double)c->v->w.self.value[i]));
	if (most > c->kept * NO_LEAF_ABOVE)
		return false;
	strbuf_addf(&c->text,
		"no function has more than %.1f%% self; hide your own wrappers "
		"with x, or press v for callers",
		100 * most / c->kept);
	strbuf_addstr(&c->command, "direction=callers");
	return true;
}

static bool
is_one_allocator(const struct profile *p, func_id f)
{
	return is_allocator(profile_str(p, p->func.name[f]),
		profile_str(p, p->func.file[f]));
}

/* True if one function holds most memory and another allocates most. */
static bool
held_and_churned(struct context *c)
{
	const struct profile *p = c->v->profile;
	uint32_t held = hint_column_of(c, "inuse_space");
	uint32_t churned = hint_column_of(c, "alloc_space");
	uint32_t other = c->v->column == held ? churned : held;
	struct name_forms a_name, b_name;
	struct arena arena = ARENA_INIT;
	func_id a, b;

	if (held == NONE || churned == NONE ||
		query_drops_samples(&c->v->query) ||
		(c->group != GROUP_INUSE && c->group != GROUP_ALLOC))
		return false;
	a = c->facts->top[held];
	b = c->facts->top[churned];
	if (a == NONE || b == NONE || p->func.name[a] == p->func.name[b])
		return false;
	if (c->v->folded.n > 0 &&
		(is_one_allocator(p, a) || is_one_allocator(p, b)))
		return false;
	name_forms(&a_name, profile_str(p, p->func.name[a]), &arena);
	name_forms(&b_name, profile_str(p, p->func.name[b]), &arena);
	strbuf_addf(&c->text,
		"%.*s holds the most memory, %.*s allocates the most; s shows "
		"allocations",
		STR_ARG(a_name.form[a_name.plain]),
		STR_ARG(b_name.form[b_name.plain]));
	arena_free(&arena);
	strbuf_addf(&c->command, "sample_index=%u", other);
	return true;
}

/* True if the view is a sum of snapshots of a level, such as memory in use. */
static bool
levels_added_up(struct context *c)
{
	if (c->summed == NULL)
		return false;
	strbuf_addf(&c->text, "%zu snapshots added up: never held at once",
		c->summed->snapshots);
	strbuf_add3(&c->command, "range=", c->summed->last, "");
	return true;
}

/* Return the weight of stacks that end in the function `end`. Stacks that end
   in main, called by _start, are not counted: they are in the right order. */
static double
weight_from_end(const struct context *c, frame_id end)
{
	const struct frames *f = c->v->frames;
	const struct tree *t = &c->v->full;
	bool is_main = str_is(f->frame[end].name, "main");
	double sum = 0;

	for (node_id node = 1; node < t->n; node++) {
		node_id up = node;

		if (t->frame[node] != end || tree_self(t, node) == 0)
			continue;
		while (is_main && up != 0 &&
			!name_is_one_of(f->frame[t->frame[up]].name, starting))
			up = t->parent[up];
		if (!is_main || up == 0)
			sum += fabs((double)tree_self(t, node));
	}
	return sum;
}

/* True if nearly all stacks end in a function where programs begin, such as
   <module> or main, and begin in several others. */
static bool
upside_down(struct context *c)
{
	const struct frames *f = c->v->frames;
	const struct tree *t = &c->v->full;
	const int64_t *self = c->v->w.self.value;
	double least = UPSIDE_DOWN_FROM * c->kept, root = 0;
	frame_id end = 0;

	if (c->v->query.direction != DIR_CALLEES || f->n == 0)
		return false;
	for (frame_id i = 1; i < f->n; i++)
		if (self[i] > self[end])
			end = i;
	if (!name_is_one_of(f->frame[end].name, beginning) ||
		(double)self[end] < least || weight_from_end(c, end) < least)
		return false;
	/* If stacks are in the right order, nearly all begin with one
	   caller. */
	for (node_id node = t->first[0]; node != 0; node = t->next[node])
		root = fmax(root, fabs((double)tree_total(t, node)));
	if (root >= ONE_ROOT_FROM * c->kept)
		return false;
	strbuf_addf(&c->text,
		"the stacks seem upside down, as they end in %.*s; v turns "
		"them",
		STR_ARG(f->frame[end].name));
	strbuf_addstr(&c->command, "direction=callers");
	return true;
}

/* True if values may not be samples: folded stacks can count anything. */
static bool
counts_no_samples(struct context *c)
{
	if (!c->v->events->is_doubtful)
		return false;
	strbuf_addstr(&c->text, c->v->events->unknown);
	return true;
}

/* True if stacks end one or more frames further up than in the profile. */
static bool
leaves_are_folded(struct context *c)
{
	const struct leaffolds *f = &c->v->folded;
	struct arena arena = ARENA_INIT;
	struct name_forms name;

	if (f->n == 0)
		return false;
	name_forms(&name, c->v->frames->frame[f->example].text, &arena);
	strbuf_addf(&c->text, "folded into %s: %.*s",
		f->n == 1 ? "its callers" : "their callers",
		STR_ARG(name.form[name.plain]));
	if (f->n > 1)
		strbuf_addf(&c->text, " and %u more", f->n - 1);
	strbuf_addf(&c->text, ", %s",
		!f->is_allocation   ? "where Go's scheduler stops them"
			: f->n == 1 ? "an allocator at the ends of stacks"
				    : "allocators at the ends of stacks");
	strbuf_addstr(&c->command, "fold_leaves=false");
	arena_free(&arena);
	return true;
}

static bool
is_partial(struct context *c)
{
	struct partial_marks m = partial_find(c->v->profile);

	if (m.n == 0)
		return false;
	strbuf_addstr(&c->text, "partial: ");
	partial_text(&c->text, c->v->profile);
	if (m.n == 1 && m.rest.n > 0)
		strbuf_addf(&c->text, " (%.*s)", STR_ARG(m.rest));
	strbuf_addstr(&c->command, "reload");
	return true;
}

/* True if one side of a diff was recorded for longer. */
static bool
lengths_differ(struct context *c)
{
	if (c->v->evidence == NULL || !evidence_lengths_differ(c->v))
		return false;
	why_put_lengths(&c->text, c->v);
	strbuf_addstr(&c->text,
		": a difference in length counts as a change; normalize "
		"compares shares");
	strbuf_addstr(&c->command, "normalize");
	return true;
}

/* True if a Python program spends most of its time waiting. */
static bool
python_waiting(struct context *c)
{
	const struct frames *f = c->v->frames;
	double waited = 0;
	bool other = false;

	if (c->group != GROUP_CPU && c->group != GROUP_WALL)
		return false;
	for (frame_id i = 0; i < f->n; i++) {
		double self = fabs((double)c->v->w.self.value[i]);

		if (self > c->kept / 10000 &&
			python_waits(f->frame[i].name, frame_file(f, i)))
			waited += self;
	}
	if (waited <= c->kept * WAITS_ABOVE)
		return false;
	for (frame_id i = 0; i < f->n && !other; i++)
		other = c->v->w.total.value[i] != 0 &&
			python_uses_process(f->frame[i].name, frame_file(f, i));
	strbuf_addf(&c->text, "%.0f%% of the time is spent waiting; %s",
		100 * waited / c->kept,
		other ? "it starts other processes, which are not profiled"
		      : "everything else looks small; callers show what it "
			"waits for");
	strbuf_addstr(&c->command, other ? "" : "direction=callers");
	return true;
}

static bool
no_symbols(struct context *c)
{
	const char *why = "the profiler found no symbols";
	double share;
	const struct profile *p;

	/* Frames that are files never have names. */
	if (c->v->query.granularity == GRAN_FILES)
		return false;
	share = share_of(c, nameless);
	if (share <= NAMELESS_ABOVE)
		return false;
	/* Go's runtime counts goroutines and threads in text files. */
	p = c->v->profile;
	if (p->header.names == NAMES_LEGACY && p->types.n == 1 &&
		str_is(profile_str(p, p->types.unit[0]), "count"))
		why = "with ?debug=1 the names are only comments; fetch "
		      "without debug=1, or put the binary before the profile "
		      "on the command line";
	else if (c->v->profile->header.names == NAMES_LEGACY)
		why = "its format has only addresses; put the binary before "
		      "the profile on the command line";
	strbuf_addf(&c->text, "%.0f%% of this view has no function names: %s",
		share * 100, why);
	return true;
}

/* True if functions with much of the view's weight have made-up names, which
   only tell them apart. */
static bool
made_up_names(struct context *c)
{
	const struct frames *f = c->v->frames;
	double sum = 0, most = 0;
	frame_id example = 0;

	for (frame_id i = 0; i < f->n; i++) {
		double self = fabs((double)c->v->w.self.value[i]);

		if (self <= c->kept / 10000 ||
			!name_is_made_up(f->frame[i].name))
			continue;
		sum += self;
		if (self > most) {
			most = self;
			example = i;
		}
	}
	if (sum <= c->kept * NAMELESS_ABOVE)
		return false;
	strbuf_addf(&c->text,
		"%.0f%% of this view has made-up names (%.*s): a -dbgsym "
		"package or --debuginfod has the real ones",
		100 * sum / c->kept, STR_ARG(f->frame[example].name));
	return true;
}

/* True for the lock profiles of Go: its mutex profiles charge a delay to the
   holder of the lock, its block profiles to the function that waited. */
static bool
blames_one_side(struct context *c)
{
	const struct profile *p = c->v->profile;
	struct str type = profile_str(p, p->types.type[c->v->column]);
	bool is_go = false;

	if (!str_is(type, "delay") && !str_is(type, "contentions"))
		return false;
	for (func_id f = 0; f < p->func.n && !is_go; f++)
		is_go = str_starts(
			profile_str(p, p->func.name[f]), STR("sync.("));
	if (!is_go)
		return false;
	strbuf_addstr(&c->text,
		"a mutex profile charges the delay to who held the lock; a "
		"block profile to who waited");
	return true;
}

/* True if names were joined (engine/renames.h). */
static bool
names_joined(struct context *c)
{
	uint32_t n = c->v->profile->header.joined;

	if (n == 0)
		return false;
	strbuf_addf(&c->text,
		"%s names joined: they differ only in ids that change from run "
		"to run",
		grouped(n).text);
	strbuf_addstr(&c->command, "volatile=keep");
	return true;
}

/* All rules, in the order shown. A rule without find() applies if the share of
   the functions in `names` is more than `share`, or for LOOK at least
   `share`. */
static const struct hint_rule {
	const char *id;
	enum { DOUBT, ASIDE, LOOK } sort;
	bool (*find)(struct context *c); /* writes the hint or returns false */
	const char *const *names;
	double share;
	const char *words; /* text after the percentage */
	const char *type;  /* sample type to append, if there is one */
	const char *other; /* text to append otherwise */
	const char *command;
} rules[] = {
	{ "subtracted", DOUBT, is_subtracted },
	{ "added-up", DOUBT, levels_added_up },
	{ "upside-down", DOUBT, upside_down },
	{ "hardly-any", DOUBT, hardly_any },
	{ "one-of-many", DOUBT, one_of_many },
	{ "partial", DOUBT, is_partial },
	{ "lengths", DOUBT, lengths_differ },
	{ "empty-type", DOUBT, empty_type },
	{ "no-samples", DOUBT, counts_no_samples },
	{ "few-samples", DOUBT, few_samples },
	{ "no-symbols", DOUBT, no_symbols },
	{ "idle", DOUBT, NULL, idling, 0.5,
		" of this view is idle waiting, so everything else looks small",
		.command = "ignore=" PATTERN_IDLE },
	{ "waits", DOUBT, python_waiting },
	{ "cut-stacks", DOUBT, cut_stacks },
	{ "interpreter", DOUBT, NULL, interpreting, 0.2,
		" ends in the interpreter; a profiler for the language would "
		"name the script's lines" },
	{ "held-or-waited", DOUBT, blames_one_side },
	{ "folded-leaves", ASIDE, leaves_are_folded },
	{ "joined-names", ASIDE, names_joined },
	{ "made-up-names", ASIDE, made_up_names },
	{ "estimated-paths", ASIDE, paths_are_estimated },
	{ "wide-shares", ASIDE, wide_shares },
	{ "allocation", LOOK, NULL, allocating, 0.25,
		" of this view allocates memory: ", "alloc_space",
		"an allocation profile" },
	{ "synchronisation", LOOK, NULL, synchronising, 0.25,
		" of this view waits for others: ", "delay",
		"a block or mutex profile" },
	{ "io", LOOK, NULL, inputting, 0.25,
		" of this view reads or writes; the callers show what",
		.command = "direction=callers" },
	{ "held-and-churned", LOOK, held_and_churned },
	{ "many-small", LOOK, many_small },
};

static bool
find_share(struct context *c, const struct hint_rule *r)
{
	double share = (c->group == GROUP_CPU || c->group == GROUP_WALL)
		? share_of(c, r->names)
		: 0;
	uint32_t column;

	if (r->sort == LOOK ? share < r->share : share <= r->share)
		return false;
	strbuf_addf(&c->text, "%.0f%%%s", share * 100, r->words);
	strbuf_addstr(&c->command, r->command != NULL ? r->command : "");
	if (r->type == NULL)
		return true;
	column = hint_column_of(c, r->type);
	strbuf_addf(&c->text, "%.*s shows who asks for it",
		STR_ARG(column != NONE ? hint_type_name(c, column)
				       : str_c(r->other)));
	if (column != NONE)
		strbuf_addf(&c->command, "sample_index=%u", column);
	return true;
}

void
hints_find(struct hints *out, const struct view *v, const struct facts *facts,
	const struct hint_sum *summed)
{
	struct context c = { .v = v,
		.facts = facts,
		.summed = summed,
		.group = kind_of_column(v->profile, v->column)->group,
		.kept = fabs((double)v->w.kept.value) };
	bool subtracted = false;

	hints_free(out);
	for (const struct hint_rule *r = rules; r < rules + COUNT_OF(rules);
		r++) {
		struct hint h = { .id = r->id,
			.is_look = r->sort == LOOK,
			.is_aside = r->sort != DOUBT,
			.is_loud = r->find == hardly_any ||
				r->find == is_subtracted };

		/* Diffs have significance tests instead (significance.h). */
		if (v->is_diff && r->find != is_partial &&
			r->find != lengths_differ &&
			r->find != leaves_are_folded && r->find != names_joined)
			continue;
		/* Most rules need a sum above 0 and no subtracted base. */
		if ((subtracted ||
			    (c.kept <= 0 && r->find != empty_type &&
				    r->find != is_subtracted)) &&
			r->find != is_partial && r->find != names_joined)
			continue;
		strbuf_reset(&c.text);
		strbuf_reset(&c.command);
		if (r->find != NULL ? !r->find(&c) : !find_share(&c, r))
			continue;
		h.text = arena_str(&out->arena, strbuf_str(&c.text));
		h.command = arena_str(&out->arena, strbuf_str(&c.command));
		vec_push(&out->row, h);
		subtracted = subtracted || r->find == is_subtracted;
	}
	strbuf_free(&c.text);
	strbuf_free(&c.command);
}

void
hints_free(struct hints *h)
{
	vec_free(&h->row);
	arena_free(&h->arena);
}
