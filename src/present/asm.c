/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instructions of a function as rows. */
#include "prelude.h"

#include "present/asm.h"

#include <inttypes.h>

#include "base/num.h"
#include "present/caption.h"

enum {
	FOLD_LEAST = 4,
	SPAN_MOST = 1000, /* rows; longer jumps get no arrow */
};

static void
sum_add(struct row_sum *to, const struct row_sum *s)
{
	for (int k = 0; k < COLUMNS; k++)
		i64_sum(&to->column[k], s->column[k]);
}

/* ---- Instructions and their costs ---- */

static const struct code_chain no_chain;

bool
asm_is_of_line(const struct asm_instruction *in, struct str file, int64_t line)
{
	const struct code_chain *c = in->chain;

	for (uint32_t i = 0; i < c->n; i++)
		if (c->call[i].line == line &&
			code_same_file(c->call[i].file, file))
			return true;
	return false;
}

uint32_t
asm_pane_of_line(const struct asm_pane *ap, struct str file, int64_t line)
{
	for (uint32_t i = 0; i < ap->n_hot && line > 0; i++)
		if (asm_is_of_line(&ap->in[ap->hot[i]], file, line))
			return ap->hot[i];
	for (uint32_t i = 0; i < ap->n && line > 0; i++)
		if (asm_is_of_line(&ap->in[i], file, line))
			return i;
	return NONE;
}

struct str
asm_pane_text(const struct asm_pane *ap, uint32_t i)
{
	const struct code_chain *c = ap->in[i].chain;

	for (size_t k = 0; c->n > 0 && k < ap->n_texts; k++) {
		const struct asm_text *t = &ap->text[k];

		if (str_eq(t->file, c->call[0].file))
			return c->call[0].line > 0 &&
					c->call[0].line <= (int64_t)t->n
				? str_trim(t->line[c->call[0].line - 1])
				: STR_EMPTY;
	}
	return STR_EMPTY;
}

uint32_t
asm_pane_part(const struct asm_pane *ap, uint32_t i)
{
	const struct assembly *a = ap->assembly;
	uint32_t part = 0;

	while (ap->has_code && part + 1 < a->part.n &&
		i >= a->part.p[part].first + a->part.p[part].n)
		part++;
	return part;
}

static bool
is_in_parts(const struct assembly *a, uint64_t address)
{
	for (size_t i = 0; i < a->part.n; i++)
		if (address >= a->part.p[i].from && address < a->part.p[i].to)
			return true;
	return false;
}

/* Fill in[] with the sampled addresses, if there is no code. */
static void
take_addresses(struct asm_pane *ap, const struct address_sums *sums, map_id map,
	const struct bits *wanted)
{
	const struct assembly *a = ap->assembly;
	struct instruction *code =
		ARENA_ZARRAY(&ap->arena, struct instruction, sums->n);

	ap->in = ARENA_ZARRAY(&ap->arena, struct asm_instruction, sums->n);
	for (uint32_t i = address_sums_from(sums, map, 0);
		i < sums->n && sums->sum[i].map == map; i++) {
		const struct address_sum *s = &sums->sum[i];
		uint64_t address = s->address - (a->is_placed ? a->base : 0);
		struct asm_instruction *in = &ap->in[ap->n];
		frame_id frame;
		const struct frame *f;
		struct code_chain *chain;
		struct code_call *call;

		if (a->is_placed ? !is_in_parts(a, address)
				 : !bits_get(wanted, s->frame))
			continue;
		code[ap->n].address = address;
		/* Take name and line from the profile. */
		frame = s->frame;
		f = &ap->view->frames->frame[frame];
		chain = ARENA_ARRAY(&ap->arena, struct code_chain, 1);
		call = ARENA_ARRAY(&ap->arena, struct code_call, 1);
		call->name = f->name;
		call->file = caption_source(ap->view, frame, &call->line);
		*chain = (struct code_chain){ 1, call };
		*in = (struct asm_instruction){ .code = &code[ap->n],
			.chain = chain,
			.self = s->self,
			.total = s->total,
			.noise = s->noise_self };
		ap->n++;
	}
}

/* ---- The flow of control ---- */

uint32_t
asm_pane_find(const struct asm_pane *ap, uint64_t address)
{
	const struct assembly *a = ap->assembly;

	for (size_t i = 0; i < a->part.n; i++) {
		const struct code_part *part = &a->part.p[i];
		uint32_t low = part->first, high = low + part->n;

		while (low < high) {
			uint32_t mid = low + (high - low) / 2;

			if (ap->in[mid].code->address < address)
				low = mid + 1;
			else
				high = mid;
		}
		if (low < part->first + part->n &&
			ap->in[low].code->address == address)
			return low;
	}
	return NONE;
}

static void
find_flow(struct asm_pane *ap)
{
	int64_t *before = xcalloc((size_t)ap->n + 1, sizeof(*before));

	for (uint32_t i = 0; i < ap->n; i++)
		before[i + 1] = i64_wrap_add(
			before[i], row_sum_value(&ap->in[i].self));
	for (uint32_t i = 0; i < ap->n; i++) {
		struct asm_instruction *in = &ap->in[i];

		in->flow = instruction_flow(in->code, &in->target);
		in->to = in->flow != FLOW_NONE ? asm_pane_find(ap, in->target)
					       : NONE;
		if (in->flow != FLOW_JUMP || in->to == NONE || in->to > i ||
			asm_pane_part(ap, in->to) != asm_pane_part(ap, i))
			continue;
		in->loop = i64_wrap_sub(before[i + 1], before[in->to]);
		in->repeats |= in->loop != 0;
		ap->in[in->to].repeats |= in->loop != 0;
	}
	free(before);
}

/* ---- Hot instructions ---- */

struct asm_heat {
	uint64_t value;
	uint32_t at;
};

static int
asm_by_heat(const void *a, const void *b)
{
	const struct asm_heat *x = a, *y = b;

	if (x->value != y->value)
		return x->value > y->value ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static void
asm_find_hot(struct asm_pane *ap)
{
	struct asm_heat *heat = xcalloc((size_t)ap->n + 1, sizeof(*heat));

	for (uint32_t i = 0; i < ap->n; i++) {
		int64_t v = row_sum_value(&ap->in[i].self);
		uint64_t size = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;

		sum_add(&ap->self, &ap->in[i].self);
		if (size == 0)
			continue;
		heat[ap->n_hot++] = (struct asm_heat){ size, i };
		if (size > (uint64_t)ap->most)
			ap->most = size > INT64_MAX ? INT64_MAX : (int64_t)size;
	}
	qsort(heat, ap->n_hot, sizeof(*heat), asm_by_heat);
	ap->hot = ARENA_ARRAY(&ap->arena, uint32_t, ap->n_hot);
	for (uint32_t i = 0; i < ap->n_hot; i++)
		ap->hot[i] = heat[i].at;
	free(heat);
}

struct asm_pane *
asm_pane_new(const struct footing *footing, map_id map,
	const struct assembly *a, const struct bits *wanted)
{
	struct asm_pane *ap = xcalloc(1, sizeof(*ap));
	struct address_sums *sums = address_sums_new(footing);

	ap->view = footing->view;
	ap->assembly = a;
	ap->numbers = numbers_of(ap->view, &ap->view->w);
	ap->folds = true;
	ap->has_code = a->code.instruction.n > 0;
	if (ap->has_code) {
		const struct assembly *code_a = ap->assembly;

		ap->n = (uint32_t)code_a->code.instruction.n;
		ap->in =
			ARENA_ZARRAY(&ap->arena, struct asm_instruction, ap->n);
		for (uint32_t i = 0; i < ap->n; i++) {
			ap->in[i].code = &code_a->code.instruction.p[i];
			ap->in[i].chain = &code_a->chains.p[code_a->chain[i]];
		}
		for (size_t i = 0; i < code_a->part.n; i++) {
			const struct assembly *sums_a = ap->assembly;
			uint32_t at = address_sums_from(sums, map,
				sums_a->base + code_a->part.p[i].from);
			uint32_t end =
				code_a->part.p[i].first + code_a->part.p[i].n;

			for (uint32_t j = code_a->part.p[i].first; j < end;
				j++) {
				struct asm_instruction *in = &ap->in[j];
				uint64_t next = j + 1 < end
					? ap->in[j + 1].code->address
					: code_a->part.p[i].to;

				while (at < sums->n &&
					sums->sum[at].map == map &&
					sums->sum[at].address - sums_a->base <
						next) {
					const struct address_sum *s =
						&sums->sum[at++];

					sum_add(&in->self, &s->self);
					sum_add(&in->total, &s->total);
					in->noise += s->noise_self;
				}
			}
		}
	} else
		take_addresses(ap, sums, map, wanted);
	find_flow(ap);
	asm_find_hot(ap);
	ap->open = bits_in(&ap->arena, ap->n);
	ap->row_of = ARENA_ZARRAY(&ap->arena, uint32_t, (size_t)ap->n + 1);
	asm_pane_rows(ap);
	address_sums_free(sums);
	return ap;
}

void
asm_pane_free(struct asm_pane *ap)
{
	if (ap == NULL)
		return;
	vec_free(&ap->row);
	vec_free(&ap->jump);
	arena_free(&ap->arena);
	free(ap);
}

/* ---- Rows ---- */

static bool
is_padding(const struct asm_instruction *in)
{
	struct str text = in->code->text;
	ptrdiff_t nop = str_find(text, STR("nop"), 0);

	return nop == 0 || (nop > 0 && text.p[nop - 1] == ' ') ||
		str_starts(text, STR("xchg   %ax,%ax")) ||
		str_starts(text, STR("int3"));
}

static bool
asm_is_cold(const struct asm_pane *ap, uint32_t i)
{
	const struct asm_instruction *in = &ap->in[i];

	return ap->folds && ap->has_code && !bits_get(&ap->open, i) &&
		!in->repeats && in->self.value == 0 && in->self.base == 0 &&
		in->total.value == 0 && in->total.base == 0;
}

/* True if instruction i begins a part other than the first. */
static bool
begins_part(const struct asm_pane *ap, uint32_t i)
{
	return i > 0 && asm_pane_part(ap, i) != asm_pane_part(ap, i - 1);
}

/* Return the length of the fold that starts here; 0 if none does. */
static uint32_t
fold_length(const struct asm_pane *ap, uint32_t from)
{
	uint32_t n = 0, padding = 0;

	while (from + n < ap->n && asm_is_cold(ap, from + n) &&
		(n == 0 || !begins_part(ap, from + n))) {
		padding += is_padding(&ap->in[from + n]);
		n++;
	}
	/* Show the instruction before a sampled one, because of skid. */
	if (n > 0 && from + n < ap->n && !begins_part(ap, from + n) &&
		!is_padding(&ap->in[from + n - 1]))
		n--;
	if (n >= FOLD_LEAST || (n > 0 && padding == n))
		return n;
	/* Fold the padding at the front of a short run. */
	n = 0;
	while (from + n < ap->n && asm_is_cold(ap, from + n) &&
		is_padding(&ap->in[from + n]) &&
		(n == 0 || !begins_part(ap, from + n)))
		n++;
	return n;
}

/* True if the chains differ at most in their innermost line. */
static bool
same_calls(const struct code_chain *a, const struct code_chain *b)
{
	if (a->n != b->n || !str_eq(a->call[0].file, b->call[0].file))
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (!str_eq(a->call[i].name, b->call[i].name) ||
			(i > 0 && a->call[i].line != b->call[i].line))
			return false;
	return true;
}

/* ---- Jump arrows ---- */

struct asm_jump {
	uint32_t at, top, bottom; /* index in in[]; rows of the arrow */
};

static int
by_length(const void *a, const void *b)
{
	const struct asm_jump *x = a, *y = b;
	uint32_t m = x->bottom - x->top, n = y->bottom - y->top;

	if (m != n)
		return m < n ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* Assign arrow columns, short jumps first; the rest show only ↑ or ↓. */
static void
give_columns(struct asm_pane *ap)
{
	VEC(struct asm_jump) jumps = { 0 };
	struct bits used[LANES_MOST];

	for (uint32_t i = 0; i < ap->n; i++) {
		struct asm_instruction *in = &ap->in[i];
		struct asm_jump j = { .at = i, .top = ap->row_of[i] };

		in->lane = NO_LANE;
		if (in->flow != FLOW_JUMP || in->to == NONE)
			continue;
		j.bottom = ap->row_of[in->to];
		if (j.top > j.bottom) {
			j.bottom = j.top;
			j.top = ap->row_of[in->to];
		}
		if (j.top != j.bottom && j.bottom - j.top < SPAN_MOST)
			vec_push(&jumps, j);
	}
	if (jumps.n > 0)
		qsort(jumps.p, jumps.n, sizeof(*jumps.p), by_length);
	for (int k = 0; k < LANES_MOST; k++)
		used[k] = bits_new(ap->row.n + 1);
	ap->lanes = 0;
	for (size_t i = 0; i < jumps.n; i++) {
		const struct asm_jump *j = &jumps.p[i];
		int lane;

		for (lane = 0; lane < LANES_MOST; lane++) {
			uint32_t r = j->top;

			while (r <= j->bottom && !bits_get(&used[lane], r))
				r++;
			if (r > j->bottom)
				break;
		}
		if (lane == LANES_MOST)
			continue;
		for (uint32_t r = j->top; r <= j->bottom; r++)
			bits_set(&used[lane], r);
		ap->in[j->at].lane = (uint8_t)lane;
		ap->lanes = lane + 1 > ap->lanes ? lane + 1 : ap->lanes;
	}
	ap->jump.n = 0;
	for (int lane = ap->lanes - 1; lane >= 0; lane--)
		for (size_t i = 0; i < jumps.n; i++)
			if (ap->in[jumps.p[i].at].lane == lane)
				vec_push(&ap->jump, jumps.p[i].at);
	for (int k = 0; k < LANES_MOST; k++)
		free(used[k].word);
	vec_free(&jumps);
}

void
asm_pane_rows(struct asm_pane *ap)
{
	const struct code_chain *last = &no_chain;

	ap->row.n = 0;
	for (uint32_t i = 0; i < ap->n;) {
		uint32_t n = fold_length(ap, i);
		struct asm_row row = { .kind = n > 0 ? ASM_FOLD : ASM_CODE,
			.at = i,
			.n = n > 0 ? n : 1 };

		if (begins_part(ap, i)) {
			vec_push(
				&ap->row, ((struct asm_row){ ASM_PART, i, 1 }));
			last = &no_chain;
		}
		if (n == 0) {
			const struct code_chain *now = ap->in[i].chain;

			/* Add the rows above an instruction; `last` is the
			   chain of the previous instruction. */
			if (ap->between != BETWEEN_NOTHING && ap->has_code &&
				now->n != 0) {
				if (now->call[0].name.n > 0 &&
					!same_calls(now, last))
					vec_push(&ap->row,
						((struct asm_row){
							ASM_CHAIN, i, 1 }));
				if (ap->between == BETWEEN_LINES &&
					(now->n == 0 || last->n == 0 ||
						now->call[0].line !=
							last->call[0].line ||
						!str_eq(now->call[0].file,
							last->call[0].file)) &&
					asm_pane_text(ap, i).n > 0)
					vec_push(&ap->row,
						((struct asm_row){
							ASM_SOURCE, i, 1 }));
			}
			if (ap->in[i].chain->n > 0)
				last = ap->in[i].chain;
		}
		for (uint32_t k = 0; k < row.n; k++)
			ap->row_of[i + k] = (uint32_t)ap->row.n;
		vec_push(&ap->row, row);
		i += row.n;
	}
	give_columns(ap);
}

uint32_t
asm_pane_show(struct asm_pane *ap, uint32_t i)
{
	if (i >= ap->n)
		return 0;
	if (ap->row.p[ap->row_of[i]].kind == ASM_FOLD)
		asm_pane_toggle(ap, ap->row_of[i]);
	return ap->row_of[i];
}

void
asm_pane_toggle(struct asm_pane *ap, uint32_t row)
{
	struct asm_row r;
	uint32_t from, to;
	bool opens;

	if (row >= ap->row.n)
		return;
	r = ap->row.p[row];
	opens = r.kind == ASM_FOLD;
	from = to = r.at;
	if (opens) {
		to = r.at + r.n;
	} else {
		while (from > 0 && bits_get(&ap->open, from - 1))
			from--;
		while (to < ap->n && bits_get(&ap->open, to))
			to++;
	}
	for (uint32_t i = from; i < to; i++) {
		if (opens)
			bits_set(&ap->open, i);
		else
			bits_clear(&ap->open, i);
	}
	asm_pane_rows(ap);
}

uint32_t
asm_pane_at(const struct asm_pane *ap, uint32_t row)
{
	return row < ap->row.n ? ap->row.p[row].at : NONE;
}

uint32_t
asm_pane_hot(struct asm_pane *ap, uint32_t row, int step)
{
	uint32_t here = asm_pane_at(ap, row), next;

	if (ap->n_hot == 0)
		return NONE;
	for (next = 0; next < ap->n_hot; next++)
		if (ap->hot[next] == here)
			break;
	if (next == ap->n_hot || ap->row.p[row].kind != ASM_CODE)
		next = 0;
	else
		next = (next + (step > 0 ? 1 : ap->n_hot - 1)) % ap->n_hot;
	return asm_pane_show(ap, ap->hot[next]);
}
