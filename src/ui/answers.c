/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The help's list "Which view answers my question?": each question with the
 * commands that show its answer.
 *
 *     granularity=lines   tablesort=self   pane top   first
 *           |                                           |
 *           `-- a view is computed -- it is there ------'
 *
 * A command that needs the rows of a view waits until the view requested by
 * earlier commands is computed. All commands of an answer are one undo step.
 */
#include "prelude.h"

#include "app/complete.h"
#include "app/undo.h"
#include "engine/origin.h"
#include "engine/regexp.h"
#include "present/info.h"
#include "present/inshort.h"
#include "present/mainpath.h"
#include "present/owners.h"
#include "present/patterns.h"
#include "present/top.h"
#include "profile/sampletype.h"
#include "profile/unit.h"
#include "ui/commands.h"
#include "ui/pane.h"

enum { QUESTION_COMMANDS = 8, COLS_OF_BOTH = 56 };

struct question {
	const char *name; /* argument of :answer */
	const char *text; /* "Which line is it?" */
	const char *how;  /* view with the answer; keys to use there */
	/* kind of sample type it applies to; KIND_GROUPS: any */
	enum kind_group about;
	/* Returns false and fills `why` if the question does not apply to the
	   view. NULL: it always applies. */
	bool (*can)(struct screen *s, struct strbuf *why);
	bool is_path; /* ends with the heaviest path in the graph */
	/* If not NULL, the answer ends in the table, sorted by `sort` or, in a
	   diff, by `diff_sort`, at the row selected by the command `row`. In a
	   diff "self" sorts by change, which answers "changed" instead. */
	const char *sort, *diff_sort, *row;
	const char *diff_how; /* `how` in a diff; NULL: the same */
	bool owners;          /* reports whose code costs what */
	bool in_short;        /* with is_path: all sentences of inshort.h */
	const char *command[QUESTION_COMMANDS]; /* run in order before `row` */
};

/* ---- Whether a question applies ---- */

static bool
can_select(struct screen *s, struct strbuf *why)
{
	if (selected_frame(s->app) != NONE)
		return true;
	strbuf_addstr(why,
		"select a function first: J finds one by its name, H goes to "
		"the heaviest");
	return false;
}

static bool
can_grow(struct screen *s, struct strbuf *why)
{
	if (s->app->walk.all.n_sources > 1)
		return true;
	strbuf_addstr(why,
		"open several heap profiles of one process: "
		"flametop heap-*.pb.gz");
	return false;
}

static bool
can_know(struct screen *s, struct strbuf *why, enum info_part part,
	const char *missing)
{
	if (info_knows(s->app->shown.view->profile, part))
		return true;
	strbuf_addf(why, "the profile has no %s", missing);
	return false;
}

static bool
can_lines(struct screen *s, struct strbuf *why)
{
	return can_know(s, why, KNOWS_LINES, "line numbers, only functions");
}

static bool
can_files(struct screen *s, struct strbuf *why)
{
	return can_know(s, why, KNOWS_FILES,
		"file names: A colours the graph by package");
}

static bool
can_labels(struct screen *s, struct strbuf *why)
{
	return can_know(s, why, KNOWS_LABELS,
		"labels: the program has to set them while it runs");
}

static bool
can_allocators(struct screen *s, struct strbuf *why)
{
	const struct view *v = s->app->shown.view;
	const struct profile *p = v->profile;
	enum kind_group group = kind_of_column(p, v->column)->group;
	struct err ignored = ERR_INIT;
	struct regexp *m;
	bool any = false;

	if (group == GROUP_INUSE || group == GROUP_ALLOC) {
		strbuf_addstr(why,
			group == GROUP_ALLOC
				? "a heap profile shows only allocations: the "
				  "table (2), sorted by self, shows who "
				  "allocates most"
				: "a heap profile shows only allocations: see "
				  "Why is garbage collection (GC) busy?");
		return false;
	}
	m = regexp_new(STR(PATTERN_ALLOCATORS), NULL, &ignored);
	for (func_id f = 0; m != NULL && f < p->func.n && !any; f++)
		any = regexp_str(m, profile_str(p, p->func.name[f]));
	regexp_free(m);
	if (!any)
		strbuf_addstr(why,
			"no function is named malloc, mallocgc, operator new "
			"or similar");
	return any;
}

/* ---- The questions ---- */

#define ANY_KIND .about = KIND_GROUPS
#define PATH .is_path = true
#define FUNCTIONS "granularity=functions"
#define TO_GRAPH FUNCTIONS, "direction=callees", "pane flame", "zoomreset"
#define BY_SELF .sort = "self", .diff_sort = "new", .row = "first"
#define BY_SELF_OWN .sort = "self", .diff_sort = "new", .row = "first_own"

/* clang-format off */
static const struct question questions[] = {
	{ "cpu", "Where does the time go?",
	  "the hottest call path",
	  ANY_KIND, PATH, .in_short = true,
	  .command = { TO_GRAPH } },
	{ "leaf", "Which function has the most self cost?",
	  "the table by self",
	  ANY_KIND, BY_SELF,
	  .command = { FUNCTIONS } },
	{ "line", "Which line is it?",
	  "your lines by cost; u goes back",
	  ANY_KIND, can_lines, BY_SELF_OWN,
	  .command = { "hide_libraries", "granularity=lines",
		"system=hide" } },
	{ "why", "Why is it slow, and who calls it?",
	  "its callers above, callees below",
	  ANY_KIND, can_select,
	  .command = { "sandwich" } },
	{ "paths", "By which call paths is it reached?",
	  "callers, callees, hottest stacks",
	  ANY_KIND, can_select,
	  .command = { "pane peek" } },
	{ "subtree", "What does this subtree cost?",
	  "zoom; the status line has the cost",
	  ANY_KIND, can_select,
	  .command = { "pane flame", "zoom" } },
	{ "mine", "How much of it is my own code?",
	  "yours, libraries, runtime; . unfolds",
	  ANY_KIND, BY_SELF_OWN, .owners = true,
	  .command = { FUNCTIONS, "system=hide" } },
	{ "small", "Many small costs everywhere?",
	  "one row per file; u goes back",
	  ANY_KIND, can_files, BY_SELF,
	  .command = { "granularity=files" } },
	{ "changed", "What changed since then?",
	  "compare: it asks for a base",
	  .diff_how = "the largest first; ? may be chance",
	  ANY_KIND, .sort = "self", .diff_sort = "self", .row = "first",
	  .command = { "compare" } },
	{ "routes", "Which route, tenant or tag costs more?",
	  "labels; mark two with Space, D",
	  ANY_KIND, can_labels,
	  .command = { "pane tags", "first" } },
	{ "memory", "Why does memory grow? What leaks?",
	  "what is held (heap profiles)",
	  GROUP_INUSE, PATH,
	  .command = { TO_GRAPH } },
	{ "leak", "Is it a leak? What grows over time?",
	  "D compares the last snapshot with the first",
	  GROUP_INUSE, .can = can_grow,
	  .command = { "pane grows" } },
	{ "garbage", "Why is garbage collection (GC) busy?",
	  "all that was allocated (heap)",
	  GROUP_ALLOC, BY_SELF,
	  .command = { FUNCTIONS } },
	{ "alloc", "Who calls the allocator?",
	  "stacks with malloc, new; u: back",
	  ANY_KIND, can_allocators, BY_SELF_OWN,
	  .command = { FUNCTIONS, "focus=" PATTERN_ALLOCATORS,
		"hide=" PATTERN_ALLOCATORS,
		"system=hide" } },
	{ "locks", "Who waits for locks, and for how long?",
	  "contention; mutex profiles: who held it",
	  GROUP_CONTENTION, PATH,
	  .command = { TO_GRAPH } },
};
/* clang-format on */

void
offer_questions(void *on, struct completion *c, struct str begun)
{
	(void)on;
	for (size_t i = 0; i < COUNT_OF(questions); i++)
		complete_offer(c, str_c(questions[i].name),
			str_c(questions[i].text), begun);
}

void
help_add_questions(struct dialog *d, int cols)
{
	struct strbuf run = STRBUF_INIT;

	dialog_heading(d, "Which view answers my question?  Enter shows it");
	for (size_t i = 0; i < COUNT_OF(questions); i++) {
		const struct question *q = &questions[i];

		strbuf_reset(&run);
		strbuf_addf(&run, "answer %s", q->name);
		if (cols < COLS_OF_BOTH)
			dialog_addf(d, strbuf_str(&run), "%s", q->text);
		else
			dialog_addf(d, strbuf_str(&run), "%-40s%s", q->text,
				q->how);
	}
	strbuf_free(&run);
}

/* ---- Kinds of profiles ---- */

/* Append the kind of the view's profile, e.g. "a heap profile". */
static void
put_kind(struct strbuf *out, const struct view *v)
{
	static const char *const names[KIND_GROUPS] = {
		[GROUP_CPU] = "CPU",
		[GROUP_WALL] = "wall-clock",
		[GROUP_INUSE] = "heap",
		[GROUP_ALLOC] = "heap",
		[GROUP_CONTENTION] = "lock",
	};
	const struct profile *p = v->profile;
	enum kind_group group = kind_of_column(p, v->column)->group;
	struct str type = profile_str(p, p->types.type[v->column]);

	if (names[group] != NULL)
		type = str_c(names[group]);
	strbuf_addf(out, "a %.*s profile", STR_ARG(type));
}

/* Return a sample type of the kind `group`, if possible not a mere count; NONE
   if there is none. */
static uint32_t
column_about(const struct profile *p, enum kind_group group)
{
	uint32_t found = NONE;

	for (uint32_t i = 0; i < p->types.n; i++) {
		const struct kind *kind = kind_of_column(p, i);

		if (kind->group == group && (found == NONE || !kind->counts))
			found = i;
		if (found == i && !kind->counts)
			break;
	}
	return found;
}

/* ---- Asking ---- */

int
cmd_first_own(const struct call *call)
{
	struct screen *s = call->on;
	const struct view *v = s->app->shown.view;
	struct origins *o = flamegraph_origins(s->app->shown.flamegraph);
	struct top *top = table_top(s);
	uint32_t row = 0;

	while (row < top->n &&
		!origin_is_users(o, v->frames, top_frame(top, row)))
		row++;
	if (row < top->n)
		flame_select_frame(s, top_frame(top, row));
	else
		pane_move(s, PANE_TOP, MOVE_FIRST);
	return 0;
}

int
cmd_hide_libraries(const struct call *call)
{
	struct screen *s = call->on;
	const struct view *v = s->app->shown.view;
	struct origins *o = flamegraph_origins(s->app->shown.flamegraph);

	if (s->app->now.query.hide.n > 0)
		return 0;
	for (frame_id f = 0; f < v->frames->n; f++) {
		if (columns_value(&v->w.total, f) == 0 ||
			!origin_is_users(o, v->frames, f))
			continue;
		screen_set(s, "hide", STR("origin:library"));
		break;
	}
	return 0;
}

/* Return the i-th command of an answer; NULL after the last. */
static const char *
answer_command(const struct question *q, size_t i, bool of_diff,
	struct strbuf *sort)
{
	const char *table[] = { NULL, "pane top", q->row };
	size_t n = 0;

	while (n < QUESTION_COMMANDS && q->command[n] != NULL)
		n++;
	if (i < n)
		return q->command[i];
	if (q->sort == NULL || i - n >= COUNT_OF(table))
		return NULL;
	strbuf_addf(sort, "tablesort=%s", of_diff ? q->diff_sort : q->sort);
	table[0] = strbuf_c(sort);
	return table[i - n];
}

/* Append all sentences about the view (inshort.h), or nothing if there are
   none. The least important comes last, because the status line may cut it. */
static void
put_in_short(struct screen *s, struct strbuf *text)
{
	static const char *const order[] = { "change", "waits", "path", "line",
		"code" };
	struct inshort brief;
	size_t said = 0;

	inshort_make(&brief, s->app->product[PRODUCT_OWNERSHIP].it,
		s->app->shown.flamegraph,
		flamegraph_origins(s->app->shown.flamegraph), is_ascii(s));
	for (size_t k = 0; k < COUNT_OF(order); k++)
		for (size_t i = 0; i < brief.n; i++)
			if (strcmp(brief.row[i].name, order[k]) == 0)
				strbuf_add3(text, said++ > 0 ? "; " : "",
					brief.row[i].text, "");
	inshort_free(&brief);
}

/* Run the next command of an answer, or after the last one show the result.
   Return true if the next step can run at once. */
static bool
answer_step(struct screen *s, struct asked *a)
{
	const struct question *q = a->question;
	struct strbuf sort = STRBUF_INIT;
	const char *command =
		answer_command(q, a->next, s->app->shown.view->is_diff, &sort);
	bool waits = s->app->due.view || s->app->loading != NULL;
	struct err err = ERR_INIT;
	bool goes_on = false;

	if (command == NULL && (q->owners || q->in_short) && !waits) {
		app_want(s->app, PRODUCT_OWNERSHIP);
		waits = !app_delivered(s->app, PRODUCT_OWNERSHIP);
	}
	if (waits &&
		(command == NULL ||
			commands_allow(&s->commands, str_c(command),
				CMD_NEEDS_VIEW))) {
		strbuf_free(&sort);
		return false;
	}
	a->next++;
	if (command == NULL) {
		const struct shown *shown;
		const struct view *v;
		const struct profile *p;
		struct strbuf text = STRBUF_INIT, path = STRBUF_INIT;
		struct selection end;
		size_t before;

		change_merge(s->app, a->undos);
		shown = &s->app->shown;
		v = shown->view;
		p = v->profile;
		if (q->owners) {
			const struct ownership *o =
				s->app->product[PRODUCT_OWNERSHIP].it;

			info_show_owners(s);
			if (o != NULL)
				owners_put(&text, o);
			app_say(s->app, "%s   9 has the table",
				strbuf_c(&text));
			strbuf_free(&text);
		} else if (!q->is_path) {
			app_say(s->app, "%s  %s", q->text,
				v->is_diff && q->diff_how != NULL ? q->diff_how
								  : q->how);
		} else {
			if (q->about == KIND_GROUPS &&
				!unit_is_time(profile_str(
					p, p->types.unit[v->column])) &&
				kind_of_column(p, v->column)->group !=
					GROUP_CPU) {
				strbuf_addch(&text, '(');
				put_kind(&text, v);
				strbuf_addf(&text, ": %.*s, not time) ",
					STR_ARG(profile_str(
						p, p->types.type[v->column])));
			}
			before = text.n;
			if (q->in_short)
				put_in_short(s, &text);
			end = mainpath_put(text.n > before ? &path : &text,
				shown->flamegraph,
				flamegraph_origins(shown->flamegraph),
				selection_root(shown->flamegraph), false,
				is_ascii(s));
			strbuf_free(&path);
			change_selection(s->app, end);
			screen_focus(s, PANE_FLAME);
			flame_reveal(s);
			app_say(s->app, "%s", strbuf_c(&text));
			strbuf_free(&text);
		}
	} else if (command_run(&s->commands, str_c(command), &err) != 0) {
		app_error(s->app, "%s", err.msg);
	} else {
		/* If the command opened a prompt, the answer ends here. */
		goes_on = !s->live.active;
	}
	if (!goes_on && a->question == q)
		a->question = NULL;
	strbuf_free(&sort);
	return goes_on;
}

void
answer_go_on(struct screen *s)
{
	struct asked *a = &s->asked;
	const struct question *q = a->question;

	while (q != NULL && a->question == q) {
		/* A computation failed: keep its error message. */
		if (s->app->message_kind == MESSAGE_ERROR)
			a->question = NULL;
		else if (!answer_step(s, a))
			break;
	}
}

void
answer_stop(struct screen *s)
{
	s->asked.question = NULL;
}

int
cmd_answer(const struct call *call)
{
	struct screen *s = call->on;
	const struct view *v = s->app->shown.view;
	struct strbuf text = STRBUF_INIT;
	const struct question *q = NULL;
	uint32_t column = NONE;
	int rc = 0;

	for (size_t i = 0; i < COUNT_OF(questions); i++) {
		strbuf_addf(
			&text, "%s%s", i > 0 ? ", " : "", questions[i].name);
		if (str_is(call->arg, questions[i].name))
			q = &questions[i];
	}
	if (q == NULL) {
		rc = err_set(call->err, ERR_USAGE, "answer: expected one of %s",
			strbuf_c(&text));
		strbuf_free(&text);
		return rc;
	}
	strbuf_reset(&text);
	if (q->about != KIND_GROUPS) {
		column = column_about(v->profile, q->about);
		if (column == NONE) {
			bool held = q->about == GROUP_INUSE;

			/* "this is a CPU profile: locks need a mutex or block
			   profile" */
			strbuf_addstr(&text, "this is ");
			put_kind(&text, v);
			if (q->about == GROUP_CONTENTION)
				strbuf_addstr(&text,
					": locks need a mutex or block "
					"profile");
			else if (column_about(v->profile,
					 held ? GROUP_ALLOC : GROUP_INUSE) ==
				NONE)
				strbuf_addf(&text, ": %s a heap profile",
					held ? "memory needs"
					     : "allocations need");
			else
				strbuf_addf(&text, " of what %s",
					held ? "was allocated, not of what is "
					       "held"
					     : "is held, not of what was "
					       "allocated");
		}
	}
	if (text.n == 0 && (q->can == NULL || q->can(s, &text))) {
		s->asked = (struct asked){ q, 0, s->app->undo.n };
		app_clear_message(s->app);
		if (column != NONE && column != v->column)
			screen_runf(s, "sample_index=%u", column);
		answer_go_on(s);
	} else {
		app_say(s->app, "%s", strbuf_c(&text));
	}
	strbuf_free(&text);
	return 0;
}
