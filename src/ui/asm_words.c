/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instruction pane's rule and status line. */
#include "prelude.h"

#include "ui/pane_asm.h"

#include <inttypes.h>
#include <math.h>

#include "base/utf8.h"
#include "engine/sides.h"
#include "present/caption.h"
#include "present/chrome.h"

enum {
	RULE_COLS = 24,  /* the rule without its text */
	RANGE_COLS = 80, /* minimum columns for the rule's address range */
};

static void
put_self(struct screen *s, struct strbuf *out, const struct row_sum *sum,
	bool share)
{
	const struct asm_pane *ap = asm_own(s)->pane;

	if (ap->view->is_diff) {
		struct sides sides = sides_of(sum);

		number_put(out, &ap->numbers, sides.base);
		strbuf_addf(out, " %s ", glyph_str(GLYPH_ARROW, is_ascii(s)).p);
		number_put(out, &ap->numbers, sides.new);
	} else if (share) {
		value_put(out, &ap->numbers, row_sum_value(sum),
			view_whole(ap->view));
	} else {
		number_put(out, &ap->numbers, row_sum_value(sum));
	}
}

/* Append the function's self, as in the source pane. If the function is inlined
   and the code shown belongs to another function, its name comes first. */
static void
put_own(struct screen *s, struct strbuf *out)
{
	const struct asm_state *a = asm_own(s);
	struct str name = s->app->shown.view->frames->frame[a->frame].name;
	struct str holder = a->made_of->symbol;

	if (holder.n > 0 && !str_eq(name, holder))
		strbuf_add3(out, "", name, " ");
	strbuf_addstr(out, "self ");
	put_self(s, out, &a->self, true);
}

/* Append the self of all instructions if it differs from the function's self:
   the instructions include inlined functions, and the function's code may have
   other copies. */
static void
put_code_sum(struct screen *s, struct strbuf *out)
{
	const struct asm_state *a = asm_own(s);
	const struct row_sum *code = &a->pane->self;
	struct str name = s->app->shown.view->frames->frame[a->frame].name;
	int64_t own = row_sum_value(&a->self), all = row_sum_value(code);

	if (own == all && a->self.base == code->base)
		return;
	strbuf_addstr(out,
		a->copies.n == 1 && str_eq(name, a->made_of->symbol) &&
				u64_abs(all) > u64_abs(own)
			? "  with inlined code "
			: "  this code ");
	put_self(s, out, code, false);
}

/* Append the rule's text: "work  sym-pie +11a0..11fb  self 16ms 6.8%  with
   inlined code 46ms". Without room, the binary's name is left out, then the
   sum of the code. */
void
asm_info(struct screen *s, struct strbuf *info, struct strbuf *right)
{
	struct asm_state *a = asm_own(s);
	const struct asm_pane *ap = asm_refresh(s);
	const struct assembly *m = a->made_of;
	struct strbuf binary = STRBUF_INIT, own = STRBUF_INIT,
		      code = STRBUF_INIT;
	bool ascii = is_ascii(s);
	int cols = s->arranged.pane[PANE_ASM].cols - RULE_COLS, least, room;

	if (ap == NULL)
		return;
	if (a->here)
		strbuf_addstr(right, "this path  ");
	if (a->copies.n > 1)
		strbuf_addf(right, "%u of %u copies  ", a->at_copy + 1,
			a->copies.n);
	strbuf_addstr(right, s->app->now.query.intel_syntax ? "Intel" : "AT&T");
	strbuf_add3(&binary, "", str_basename(m->path), "");
	if (m->is_placed && cols + RULE_COLS >= RANGE_COLS)
		strbuf_addf(
			&binary, " +%" PRIx64 "..%" PRIx64, m->from, m->to - 1);
	put_own(s, &own);
	put_code_sum(s, &code);
	least = utf8_columns(m->symbol, ascii) +
		utf8_columns(strbuf_str(&own), ascii) +
		utf8_columns(strbuf_str(right), ascii);
	room = cols - least - utf8_columns(strbuf_str(&code), ascii);
	strbuf_add(info, m->symbol);
	if (m->symbol.n == 0 ||
		utf8_columns(strbuf_str(&binary), ascii) <= room)
		strbuf_add3(info, m->symbol.n > 0 ? "  " : "",
			strbuf_str(&binary), "");
	strbuf_add3(info, "  ", strbuf_str(&own), "");
	if (room >= 0)
		strbuf_add(info, strbuf_str(&code));
	strbuf_free(&binary);
	strbuf_free(&own);
	strbuf_free(&code);
}

/* Append a note about skid, for an instruction with a mark always, for others
   only once. It comes first, because the end of the line may be cut. */
static void
put_skid(const struct screen *s, struct strbuf *out, const struct asm_pane *ap,
	uint32_t i)
{
	const struct asm_state *a = asm_own(s);

	if (asm_is_skid(ap, i))
		strbuf_addf(out,
			"skid: probably the cost of the %.*s before   ",
			STR_ARG(asm_mnemonic(ap, i - 1)));
	else if (a->told != 0 && a->told == s->key_at)
		strbuf_addstr(
			out, "skid: a sample may land one instruction late   ");
}

/* "11f5  xor %esi,%edx   36ms 17.6%   36 samples ±6   leafᵢ:8 ← mid:13" */
void
asm_status(struct screen *s, struct strbuf *out)
{
	struct asm_pane *ap = asm_refresh(s);
	uint32_t i = ap != NULL ? asm_pane_at(ap, asm_cursor(s)) : NONE;
	const struct asm_instruction *in;
	struct strbuf text = STRBUF_INIT;
	struct sides sides;
	int64_t events;

	if (i == NONE)
		return;
	in = &ap->in[i];
	if (ap->row.p[asm_cursor(s)].kind == ASM_FOLD) {
		strbuf_addf(out, "%" PRIu32 " instructions without samples",
			ap->row.p[asm_cursor(s)].n);
		return;
	}
	put_skid(s, out, ap, i);
	strbuf_addf(out, "%" PRIx64 "  ", in->code->address);
	asm_text_put(&text, ap, i, is_ascii(s));
	strbuf_add(out, strbuf_str(&text));
	strbuf_addstr(out, "   ");
	if (ap->view->is_diff) {
		sides = sides_of(&in->self);
		number_put(out, &ap->numbers, sides.base);
		strbuf_addf(out, " %s ", glyph_str(GLYPH_ARROW, is_ascii(s)).p);
		number_put(out, &ap->numbers, sides.new);
		strbuf_addstr(out, "   ");
		delta_put(out, &ap->numbers, sides);
	} else {
		value_put(out, &ap->numbers, row_sum_value(&in->self),
			view_whole(ap->view));
		strbuf_addstr(out, " of all");
	}
	strbuf_addstr(out, "   ");
	events = view_events(ap->view, in->self);
	if (events != 0 && events_put(out, ap->view->events, events)) {
		bool ascii = is_ascii(s);
		double n = fabs((double)events) / (double)EVENT_PARTS;

		/* " ±6" after "36 samples": the standard error. */
		if (!ap->view->events->is_estimate && n >= 1)
			strbuf_addf(out, " %s%.0f",
				glyph_str(GLYPH_ERROR, ascii).p, sqrt(n));
		strbuf_addstr(out, "   ");
	}
	asm_chain_put(out, in->chain, is_ascii(s));
	if (ap->between == BETWEEN_LINES && in->chain->n > 0 &&
		asm_pane_text(ap, i).n == 0)
		strbuf_addstr(out,
			asm_own(s)->doubt.doubt != TEXT_FITS
				? "   not the text that was profiled"
				: "   source not found");
	strbuf_free(&text);
}
