/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The pane of instructions (a row of PANE_ROWS).
 *
 *     selection -> copies        where the function's code is, the heaviest
 *         |        first: itself, or what it is inlined in
 *         v
 *     a request -> worker: objdump, lines and inlined calls
 *
 * The result is kept, so returning to a function costs nothing. Requests are
 * sent only after a pause in key presses, and never while the pane is closed.
 */
#include "prelude.h"

#include "ui/pane_asm.h"

#include <inttypes.h>

#include "app/undo.h"
#include "base/clock.h"
#include "base/utf8.h"
#include "engine/sides.h"
#include "present/caption.h"
#include "present/chrome.h"
#include "profile/sampletype.h"
#include "ui/commands.h"

enum {
	REST_MS = 300, /* ms without a key before objdump is run */
	BACK_MOST = 32,
	BRIEF_COLS =
		76, /* minimum width for the full text of textcheck_put() */
};

static void
drop_pane(struct asm_state *a)
{
	asm_pane_free(a->pane);
	arena_free(&a->texts);
	a->pane = NULL;
	a->made_of = NULL;
	a->texts_made = (struct stamp){ 0 };
	a->doubt = (struct textcheck){ .doubt = TEXT_FITS };
}

static void
drop_copies(struct asm_state *a)
{
	drop_pane(a);
	if (a->of != NULL)
		footing_fini(&a->footing);
	copies_fini(&a->copies);
	a->of = NULL;
}

/* Free data of another view; `all`: free everything. */
static void
asm_forget(struct screen *s, bool all)
{
	struct asm_state *a = asm_own(s);
	const struct result_slot *d = &s->app->product[PRODUCT_ADDRESSES];

	if (all || d->it != a->of || !stamp_has_view(a->made, s->app))
		drop_copies(a);
	if (!all)
		return;
	vec_free(&a->back);
	strbuf_free(&a->order);
}

/* ---- Where the code is ---- */

static node_id
asm_place(const struct screen *s)
{
	const struct shown *shown = &s->app->shown;

	return shown->view->query.direction == DIR_CALLEES &&
			!selection_is_group(shown->sel)
		? shown->sel.node
		: NONE;
}

/* Sum the selected function's self: at the node `place`, or everywhere if
   that is NONE. */
static void
sum_self(struct screen *s, node_id place)
{
	struct asm_state *a = asm_own(s);
	const struct view *v = s->app->shown.view;
	const struct frame *frame = v->frames->frame;

	a->self = (struct row_sum){ .value = 0 };
	if (place != NONE) {
		row_sum_add(&a->self, &v->tree.self,
			tree_self_row(&v->tree, place));
		return;
	}
	for (frame_id f = 0; f < v->frames->n; f++)
		if (f == a->frame ||
			(v->query.granularity != GRAN_FUNCTIONS &&
				str_eq(frame[f].name, frame[a->frame].name)))
			row_sum_add(&a->self, &v->w.self, f);
}

/* Find the copies of the selected function's code. */
static void
asm_follow(struct screen *s)
{
	struct asm_state *a = asm_own(s);
	const struct shown *shown = &s->app->shown;
	const struct result_slot *d = &s->app->product[PRODUCT_ADDRESSES];
	frame_id frame = source_frame(s);
	node_id place = a->here ? asm_place(s) : NONE;

	if (d->it == NULL || !app_delivered(s->app, PRODUCT_ADDRESSES) ||
		frame == NONE)
		return;
	if (a->of == d->it && a->frame == frame &&
		(!a->here || selection_equal(a->place, shown->sel)))
		return;
	drop_copies(a);
	a->of = d->it;
	a->frame = frame;
	a->place = shown->sel;
	a->made = stamp_of_view(s->app);
	a->at_copy = 0;
	a->placed = false;
	a->footing = place != NONE ? footing_place(a->of, shown->view, place)
				   : footing_all(a->of->view);
	a->copies = copies_find(a->of, &a->footing, shown->view, a->frame);
	sum_self(s, place);
}

static void
put_order(struct screen *s, struct strbuf *out)
{
	struct asm_state *a = asm_own(s);
	const struct copy *c = &a->copies.copy[a->at_copy];
	const struct profile *p = a->of->view->profile;
	const struct query *q = &s->app->now.query;
	const struct assembly_order order = { .path = profile_str(
						      p, p->map.file[c->map]),
		.build_id = profile_str(p, p->map.build_id[c->map]),
		.program = str_c(s->app->spec.symbols.program),
		.tools = q->tools,
		.intel = q->intel_syntax,
		.place = { p->map.start[c->map], p->map.limit[c->map],
			p->map.offset[c->map] },
		.address = c->address,
		.low = c->low,
		.high = c->high };

	assembly_order_put(out, &order);
}

/* Return for how many more milliseconds without a key a request has to wait. */
static int
asm_rest(const struct screen *s)
{
	int64_t left = s->key_at + REST_MS - clock_ms();
	int keys = keys_rest(s);

	return left > keys && !s->bare ? (int)left : keys;
}

uint32_t
asm_cursor(const struct screen *s)
{
	return s->app->now.panes.list[PANE_ASM].at;
}

static void
set_cursor(struct screen *s, uint32_t row)
{
	s->app->now.panes.list[PANE_ASM].at = row;
}

/* Move the cursor to the heaviest instruction, of a->line unless that is 0. */
static void
put_cursor(struct screen *s, const struct asm_state *a)
{
	struct asm_pane *ap = a->pane;
	uint32_t at = asm_pane_of_line(ap, a->file, a->line);

	if (at == NONE && a->line > 0 && a->follows)
		return;
	if (at == NONE && a->line > 0)
		app_say(s->app, "no instruction here belongs to line %" PRId64,
			a->line);
	if (at == NONE && ap->n_hot > 0)
		at = ap->hot[0];
	s->app->now.panes.list[PANE_ASM].at =
		at != NONE ? asm_pane_show(ap, at) : 0;
}

/* Check whether a file is the text that was profiled, by the functions that
   have samples in the code. */
static struct textcheck
check_lines(struct asm_state *a, const struct source *src)
{
	struct text_facts facts = sourcing_facts(src);
	const struct frames *frames = a->of->view->frames;
	const struct profile *p = frames->profile;

	for (frame_id f = 0; f < frames->n; f++) {
		loc_id loc = frames->frame[f].first_loc;
		struct textcheck c;
		func_id func;

		if (!bits_get(&a->copies.wanted, f) || loc == NONE ||
			p->loc.line0[loc] == p->loc.line0[loc + 1])
			continue;
		/* The innermost inlined function. */
		func = p->line.func[p->loc.line0[loc]];
		if (!code_same_file(
			    profile_str(p, p->func.file[func]), src->raw))
			continue;
		c = textcheck_function(&facts, src->raw,
			profile_str(p, p->func.name[func]),
			p->func.start_line[func], &a->texts);
		if (c.doubt != TEXT_FITS)
			return c;
	}
	return textcheck_age(&facts, src->raw);
}

/* Pass the source texts that have been read to the pane, except those that are
   not the text that was profiled. */
static void
take_lines(struct screen *s)
{
	struct asm_state *a = asm_own(s);
	const struct sources *all = sourcing_texts(s);
	VEC(struct asm_text) text = { NULL, 0, 0 };

	a->texts_made = stamp_of(s->app, PRODUCT_SOURCES);
	arena_free(&a->texts);
	a->doubt = (struct textcheck){ .doubt = TEXT_FITS };
	for (size_t i = 0; all != NULL && i < all->n; i++) {
		const struct source *src = &all->source[i];
		struct textcheck c;

		if (src->path.n == 0 || src->outside)
			continue;
		c = check_lines(a, src);
		if (c.doubt == TEXT_FITS)
			vec_push(&text,
				((struct asm_text){
					src->raw, src->line, src->n }));
		else
			a->doubt = c;
	}
	a->pane->text = arena_dup(&a->texts, text.p, text.n, sizeof(*text.p));
	a->pane->n_texts = text.n;
	vec_free(&text);
}

/* Request the source files of all instructions. */
static void
order_lines(struct screen *s)
{
	const struct asm_state *a = asm_own(s);
	const struct assembly *m = a->made_of;
	VEC(struct source_wish) wish = { NULL, 0, 0 };
	const struct profile *p = a->of->view->profile;
	map_id map = a->copies.copy[a->at_copy].map;
	struct str program =
		map != NONE ? profile_str(p, p->map.file[map]) : STR_EMPTY;

	for (size_t i = 0; a->between == BETWEEN_LINES && i < m->chains.n;
		i++) {
		const struct code_chain *c = &m->chains.p[i];
		size_t k = 0;

		if (c->n == 0 || c->call[0].file.n == 0)
			continue;
		while (k < wish.n && !str_eq(wish.p[k].raw, c->call[0].file))
			k++;
		if (k == wish.n)
			vec_push(&wish,
				((struct source_wish){ .name = c->call[0].file,
					.raw = c->call[0].file,
					.program = program }));
	}
	sourcing_want(s, PANE_ASM, wish.p, wish.n);
	vec_free(&wish);
}

/* Rebuild the rows and stay on the same instruction. */
static void
remake_rows(struct screen *s, struct asm_pane *ap)
{
	uint32_t i = asm_pane_at(ap, asm_cursor(s));

	ap->between = asm_own(s)->between;
	ap->folds = !asm_own(s)->no_folds;
	asm_pane_rows(ap);
	if (i != NONE)
		set_cursor(s, ap->row_of[i]);
}

/* Update the pane's rows and return it, or NULL if there are none yet. */
struct asm_pane *
asm_refresh(struct screen *s)
{
	struct asm_state *a = asm_own(s);
	const struct result_slot *d = &s->app->product[PRODUCT_ASSEMBLY];
	struct strbuf order = STRBUF_INIT;
	bool here;
	const struct view *v;

	asm_follow(s);
	if (a->of == NULL || a->copies.n == 0)
		return NULL;
	put_order(s, &order);
	here = d->it != NULL &&
		str_eq(((const struct assembly *)d->it)->order,
			strbuf_str(&order));
	strbuf_free(&order);
	if (!here)
		drop_pane(a);
	if (here && a->pane != NULL && a->made_of == d->it &&
		a->between == BETWEEN_LINES &&
		!stamp_has(a->texts_made, s->app, PRODUCT_SOURCES)) {
		take_lines(s);
		remake_rows(s, a->pane);
	}
	if (!here || (a->pane != NULL && a->made_of == d->it))
		return a->pane;
	drop_pane(a);
	a->made_of = d->it;
	a->pane = asm_pane_new(&a->footing, a->copies.copy[a->at_copy].map,
		a->made_of, &a->copies.wanted);
	a->pane->between = a->between;
	a->pane->folds = !a->no_folds;
	take_lines(s);
	order_lines(s);
	asm_pane_rows(a->pane);
	if (!a->placed)
		put_cursor(s, a);
	a->placed = true;
	/* Explain skid (interrupts come late) once, for CPU time, until the
	   next key. */
	v = a->of->view;
	if (a->told == 0 && a->pane->has_code &&
		kind_of_column(v->profile, v->w.column)->group == GROUP_CPU)
		a->told = s->key_at;
	return a->pane;
}

/* True if the current request differs from the last one sent. */
static bool
asm_lacks(struct screen *s)
{
	struct asm_state *a = asm_own(s);

	asm_follow(s);
	if (a->of == NULL || a->copies.n == 0)
		return false;
	strbuf_reset(&a->order);
	put_order(s, &a->order);
	return !str_eq(
		s->app->product[PRODUCT_ASSEMBLY].order, strbuf_str(&a->order));
}

/* Return the milliseconds until a request is due; -1: none is. */
static int
asm_waits(struct screen *s)
{
	return asm_lacks(s) ? asm_rest(s) : -1;
}

static void
asm_look(struct screen *s)
{
	struct asm_state *a = asm_own(s);
	struct str file = STR_EMPTY;
	int64_t line = 0;

	/* If the source pane beside this one has the focus, go to the
	   instructions of its line. */
	if (s->arranged.paired && s->app->now.panes.focus == PANE_SOURCE &&
		source_line(s, &file, &line) &&
		!(a->follows && line == a->line && str_eq(file, a->file))) {
		a->file = app_keep(s->app, file);
		a->line = line;
		a->follows = true;
		if (a->pane != NULL)
			put_cursor(s, a);
	}
	if (asm_lacks(s) && asm_rest(s) == 0)
		app_request(s->app, PRODUCT_ASSEMBLY,
			strbuf_str(&asm_own(s)->order));
}

/* ---- Moving ---- */

static uint32_t
asm_length(struct screen *s)
{
	struct asm_pane *ap = asm_refresh(s);

	return ap != NULL ? (uint32_t)ap->row.n : 0;
}

static int
cmd_hot(const struct call *call)
{
	struct screen *s = call->on;
	struct asm_pane *ap = asm_refresh(s);
	uint32_t row = ap != NULL
		? asm_pane_hot(ap, asm_cursor(s), call->self->data)
		: NONE;

	if (row != NONE)
		set_cursor(s, row);
	else
		app_say(s->app, "no instruction here has samples");
	return 0;
}

/* Return the reason why there are no instructions. */
static struct str
asm_notice(struct screen *s)
{
	const struct asm_state *a = asm_own(s);
	const struct app *app = s->app;

	if (!app_delivered(app, PRODUCT_ADDRESSES))
		return STR("summing up addresses...");
	if (app->product[PRODUCT_ADDRESSES].it == NULL)
		return STR("stopped; press u and Ctrl-R to compute again");
	if (source_frame(s) == NONE)
		return STR("Select a function to see its instructions.");
	if (a->copies.n == 0)
		return STR("the profile has no addresses for this function");
	if (asm_rest(s) > 0 || app->computing)
		return STR("reading its instructions...");
	return STR("stopped; press R to read again");
}

static void
draw_asm(struct screen *s, struct grid *g, struct rect r)
{
	struct arrangement *panes = &s->app->now.panes;
	struct asm_state *a = asm_own(s);
	struct asm_pane *ap = asm_refresh(s);
	struct asm_draw d = { .focused = !s->bare && panes->focus == PANE_ASM,
		.address = a->address,
		.file = a->file };

	if (a->follows && s->arranged.paired && panes->focus == PANE_SOURCE)
		d.line = a->line;

	if (ap == NULL) {
		notice_draw(g, r, asm_notice(s));
		return;
	}
	if (a->made_of->why.n > 0 && r.rows > 2) {
		grid_put_cut(g, r.row, r.col + 2, r.cols - 2, a->made_of->why,
			STYLE_ERROR);
		r.row++;
		r.rows--;
	}
	if (a->between == BETWEEN_LINES && a->doubt.doubt != TEXT_FITS &&
		r.rows > 2) {
		struct strbuf why = STRBUF_INIT;

		textcheck_put(&why, &a->doubt, r.cols < BRIEF_COLS);
		grid_put_cut(g, r.row, r.col + 2, r.cols - 2, strbuf_str(&why),
			STYLE_ERROR);
		strbuf_free(&why);
		r.row++;
		r.rows--;
	}
	if (ap->n == 0) {
		notice_draw(
			g, r, STR("none of its instructions has samples here"));
		return;
	}
	list_show(&panes->list[PANE_ASM], ap->row.n, r.rows);
	d.list = panes->list[PANE_ASM];
	asm_pane_draw(g, r, ap, &d);
}

/* ---- Commands ---- */

/* Select a function by its name. Return false if it is not in the graph. */
static bool
go_to_function(struct screen *s, struct str name)
{
	const struct view *v = s->app->shown.view;
	struct asm_state *a = asm_own(s);

	for (frame_id f = 0; f < v->frames->n; f++) {
		if (v->nodes[f] == 0 || !str_eq(v->frames->frame[f].name, name))
			continue;
		if (a->back.n == BACK_MOST)
			memmove(a->back.p, a->back.p + 1,
				--a->back.n * sizeof(*a->back.p));
		vec_push(&a->back, app_keep(s->app, selected_name(s->app)));
		a->line = 0;
		flame_select_frame(s, f);
		return true;
	}
	return false;
}

/* Return the function's name in "<put@plt>" or "<work+0x20>". */
static struct str
called_name(const struct instruction *code)
{
	ptrdiff_t from = str_rchr(code->text, '<');
	struct str name =
		str_sub(code->text, (size_t)(from + 1), code->text.n - 1);
	ptrdiff_t end = str_rfind(name, STR("+0x"));

	if (end < 0)
		end = str_find(name, STR("@"), 0);
	return end > 0 ? str_sub(name, 0, (size_t)end) : name;
}

static int
cmd_enter(const struct call *call)
{
	struct screen *s = call->on;
	struct asm_pane *ap = asm_refresh(s);
	uint32_t i = ap != NULL ? asm_pane_at(ap, asm_cursor(s)) : NONE;
	const struct asm_instruction *in;
	struct str name;

	if (i == NONE)
		return 0;
	in = &ap->in[i];
	if (ap->row.p[asm_cursor(s)].kind == ASM_FOLD) {
		asm_pane_toggle(ap, asm_cursor(s));
	} else if (in->flow == FLOW_NONE) {
		return err_set(call->err, ERR_USAGE,
			"this is neither a jump nor a call");
	} else if (in->to != NONE) {
		set_cursor(s, asm_pane_show(ap, in->to));
	} else {
		name = called_name(in->code);
		if (!go_to_function(s, name))
			return err_set(call->err, ERR_NO_MATCH,
				"%.*s has no samples", STR_ARG(name));
	}
	return 0;
}

static int
cmd_return(const struct call *call)
{
	struct screen *s = call->on;
	struct asm_state *a = asm_own(s);
	frame_id frame;

	if (a->back.n == 0) {
		app_say(s->app, "this is where you started; 1 shows the graph");
		return 0;
	}
	frame = frames_find(s->app->shown.view->frames, a->back.p[--a->back.n]);
	if (frame != NONE)
		flame_select_frame(s, frame);
	else
		app_say(s->app, "that function is not in this view");
	return 0;
}

/* Go from a source line to its instructions. */
static int
cmd_of_line(const struct call *call)
{
	struct screen *s = call->on;
	struct asm_state *a = asm_own(s);
	struct str file = STR_EMPTY;
	int64_t line = 0;

	if (source_line(s, &file, &line)) {
		a->file = app_keep(s->app, file);
		a->line = line;
		a->follows = false;
		a->placed = false;
		drop_pane(a);
	}
	screen_runf(s, "pane %d", pane_digit(PANE_ASM));
	return 0;
}

/* Go to the innermost source line of the instruction. */
static int
cmd_line(const struct call *call)
{
	struct screen *s = call->on;
	const struct code_chain *chain = asm_chain(s);

	if (chain != NULL && chain->call[0].line > 0) {
		struct str file = app_keep(s->app, chain->call[0].file);
		int64_t line = chain->call[0].line;
		struct str name = chain->call[0].name;
		frame_id now = selected_frame(s->app);

		if (now == NONE ||
			!str_eq(s->app->shown.view->frames->frame[now].name,
				name))
			(void)go_to_function(s, name);
		source_seek(s, file, line);
	}
	screen_runf(s, "pane %d", pane_digit(PANE_SOURCE));
	return 0;
}

static int
cmd_fold(const struct call *call)
{
	struct screen *s = call->on;
	struct asm_pane *ap = asm_refresh(s);
	bool all = !asm_own(s)->no_folds;

	asm_own(s)->no_folds = all;
	if (ap != NULL)
		remake_rows(s, ap);
	app_say(s->app,
		all ? "every instruction is shown"
		    : "instructions without samples are folded");
	return 0;
}

/* Cycle through marks of inlined calls, source lines and nothing between the
   instructions (data 1), or between marks and nothing (data 0). */
static int
cmd_between(const struct call *call)
{
	static const char *const words[BETWEENS] = {
		[BETWEEN_CALLS] = "marks where inlined code begins",
		[BETWEEN_LINES] = "lines of the source between instructions",
		[BETWEEN_NOTHING] = "only instructions",
	};
	struct screen *s = call->on;
	struct asm_state *a = asm_own(s);
	struct asm_pane *ap = asm_refresh(s);

	if (call->self->data != 0)
		a->between = (a->between + 1) % BETWEENS;
	else
		a->between = a->between == BETWEEN_NOTHING ? BETWEEN_CALLS
							   : BETWEEN_NOTHING;
	if (ap != NULL) {
		order_lines(s);
		remake_rows(s, ap);
	}
	app_say(s->app, "%s", words[a->between]);
	return 0;
}

static int
cmd_copy(const struct call *call)
{
	struct screen *s = call->on;
	struct asm_state *a = asm_own(s);
	uint32_t n;

	asm_follow(s);
	n = (uint32_t)a->copies.n;
	if (n < 2)
		return err_set(call->err, ERR_USAGE,
			"this function has only one copy");
	a->at_copy = (a->at_copy + (call->self->data > 0 ? 1 : n - 1)) % n;
	a->placed = false;
	drop_pane(a);
	return 0;
}

static int
cmd_place(const struct call *call)
{
	struct screen *s = call->on;
	struct asm_state *a = asm_own(s);

	if (!a->here &&
		(selected_frame(s->app) == NONE || asm_place(s) == NONE)) {
		app_say(s->app,
			"to show one path only, select the frame in the "
			"callees view (v)");
		return 0;
	}
	a->here = !a->here;
	drop_copies(a);
	return 0;
}

static int
cmd_syntax(const struct call *call)
{
	struct screen *s = call->on;

	screen_set(s, "intel_syntax",
		s->app->now.query.intel_syntax ? STR("false") : STR("true"));
	return 0;
}

static int
cmd_address(const struct call *call)
{
	struct asm_state *a = asm_own(call->on);

	a->address =
		a->address == ADDRESS_HIDDEN ? ADDRESS_OF_FILE : a->address + 1;
	return 0;
}

static int
cmd_copy_text(const struct call *call)
{
	struct screen *s = call->on;
	struct asm_pane *ap = asm_refresh(s);
	uint32_t i = ap != NULL ? asm_pane_at(ap, asm_cursor(s)) : NONE;

	strbuf_reset(&s->copy);
	if (i != NONE && ap->has_code)
		utf8_clean(&s->copy, ap->in[i].code->text);
	else if (i != NONE)
		strbuf_addf(&s->copy, "0x%" PRIx64, ap->in[i].code->address);
	yank_send(s, "", strbuf_str(&s->copy));
	return 0;
}

const struct code_chain *
asm_chain(struct screen *s)
{
	struct asm_pane *ap = asm_refresh(s);
	uint32_t i = ap != NULL ? asm_pane_at(ap, asm_cursor(s)) : NONE;

	return i != NONE && ap->in[i].chain->n > 0 ? ap->in[i].chain : NULL;
}

/* Get the innermost source line of the instruction, for the editor. */
static bool
asm_file(struct screen *s, struct str *path, int64_t *line)
{
	const struct code_chain *chain = asm_chain(s);

	if (chain == NULL || chain->call[0].file.n == 0)
		return false;
	*path = chain->call[0].file;
	*line = chain->call[0].line;
	return true;
}

static int
asm_height(struct screen *s)
{
	struct asm_pane *ap = asm_refresh(s);

	return ap != NULL ? (int)ap->row.n + (asm_own(s)->made_of->why.n > 0)
			  : 2;
}

static const struct command asm_commands[] = {
	{ "asm_enter", NULL, "follow the jump or call; unfold instructions",
		cmd_enter },
	{ "asm_back", NULL, "go back to the previous function", cmd_return },
	{ "asm_next", NULL, "go to the next hot instruction", cmd_hot, 1 },
	{ "asm_prev", NULL, "go to the previous hot instruction", cmd_hot, -1 },
	{ "asm_line", NULL, "go to the source line of this instruction",
		cmd_line },
	{ "asm_of_line", NULL, "go to the instructions of this line",
		cmd_of_line },
	{ "asm_fold", NULL, "fold or show instructions without samples",
		cmd_fold },
	{ "asm_chains", NULL, "show or hide marks where inlined code begins",
		cmd_between, 0 },
	{ "asm_lines", NULL,
		"show or hide source lines and marks of inlined code",
		cmd_between, 1 },
	{ "asm_next_copy", NULL,
		"go to the next function that inlines this one", cmd_copy, 1 },
	{ "asm_prev_copy", NULL,
		"go to the previous function that inlines this one", cmd_copy,
		-1 },
	{ "asm_places", NULL, "show costs of this path only, or of all paths",
		cmd_place },
	{ "asm_syntax", NULL, "switch between AT&T and Intel syntax",
		cmd_syntax },
	{ "asm_address", NULL,
		"show addresses in the file, in the function, or none",
		cmd_address },
	{ "asm_yank", NULL, "copy the instruction", cmd_copy_text },
	{ NULL },
};

static bool
asm_is_there(const struct screen *s)
{
	return s->app->session != NULL && s->app->session->facts->addresses;
}

static const struct keylegend legend[] = { { "n N", "hot" },
	{ "Enter", "follow" }, { "4", "source" }, { ";", "syntax" },
	{ "_", "lines" }, { "=", "fold" }, { "( )", "copies" },
	{ "\"", "inlined" }, { ",", "this path" }, { "L", "addresses" },
	{ "e", "editor" }, { "q", "close" }, { "?", "help" } };

const struct pane pane_asm = {
	.name = "Asm",
	.map = "asm",
	.size = sizeof(struct asm_state),
	.there = asm_is_there,
	.draw = draw_asm,
	.info = asm_info,
	.length = asm_length,
	.forget = asm_forget,
	.fed = true,
	.product = PRODUCT_ADDRESSES,
	.height = asm_height,
	.refresh = asm_look,
	.waits = asm_waits,
	.file = asm_file,
	.place = asm_file,
	.status = asm_status,
	.legend = legend,
	.n_legend = COUNT_OF(legend),
	.command = asm_commands,
};
