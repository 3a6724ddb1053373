/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows, sums, lanes and folds of the assembly pane. */
#include "prelude.h"

#include "present/asm.h"

#include "testing.h"

#include "profile/builder.h"
#include "engine/query.h"
#include "util_view.h"

/* A loop of three, inside of one that ends with a jump out of the function. */
static const char listing[] = "10:\tpush   %rbx\n"
			      "11:\tnop\n"
			      "14:\tmov    %edi,%eax\n"
			      "16:\tadd    $0x1,%eax\n"
			      "19:\tcmp    $0x7,%eax\n"
			      "1c:\tjne    16 <f+0x6>\n"
			      "1e:\tcall   50 <g>\n"
			      "23:\tjmp    14 <f+0x4>\n"
			      "25:\txor    %eax,%eax\n"
			      "27:\txor    %ebx,%ebx\n"
			      "29:\txor    %ecx,%ecx\n"
			      "2b:\txor    %edx,%edx\n"
			      "2d:\tje     60 <h>\n"
			      "2f:\tret\n";
enum { FROM = 0x10, TO = 0x30, BASE = 0x400000, ROWS = 14 };

/* A part of the function is elsewhere, and jumps back. */
static const char cold[] = "98:\tud2\n"
			   "9a:\tjmp    14 <f+0x4>\n";
enum { COLD_FROM = 0x98, COLD_TO = 0x9c, COLD_ROWS = 2 };

/* The loop's body is of line 8, what follows of line 9. */
static const struct code_call line_8[] = { { { "g", 1 }, { "/s/f.c", 6 }, 8 },
	{ { "f", 1 }, { "/s/f.c", 6 }, 20 } };
static const struct code_call line_9[] = { { { "f", 1 }, { "/s/f.c", 6 }, 9 } };

struct bed {
	struct profile *profile;
	struct engine *engine;
	struct listing *listing;
	struct footing footing;
	struct assembly assembly;
	uint32_t chain[ROWS + COLD_ROWS];
	struct asm_pane *pane;
};

/* Stacks of one or two addresses, the caller second. */
static struct profile *
profile_of_addresses(void)
{
	static const struct {
		uint64_t address, caller;
		int64_t weight;
	} stacks[] = { { 0x16, 0, 5 }, { 0x17, 0, 2 }, { 0x19, 0, 4 },
		{ 0x14, 0, 1 }, { 0x50, 0x1f, 9 }, { 0x99, 0, 50 } };
	struct builder *b = builder_new(0);
	struct builder_mapping m = { .start = BASE,
		.limit = BASE + 0x1000,
		.file = builder_string(b, STR("x")) };
	map_id map = builder_mapping(b, &m);
	struct err err = ERR_INIT;

	builder_type(b, builder_string(b, STR("samples")),
		builder_string(b, STR("count")));
	for (size_t i = 0; i < COUNT_OF(stacks); i++) {
		struct builder_location leaf = {
			.address = BASE + stacks[i].address, .map = map
		};
		struct builder_location caller = {
			.address = BASE + stacks[i].caller, .map = map
		};
		loc_id loc[] = { builder_location(b, &leaf), NONE };
		size_t n = 1;

		if (stacks[i].caller != 0)
			loc[n++] = builder_location(b, &caller);
		assert_int_equal(
			builder_sample(b, builder_stack(b, loc, n),
				builder_labels(b, NULL, 0), &stacks[i].weight),
			0);
	}
	return builder_seal(b, &err);
}

static void
add_code(struct assembly *a, const char *name, uint64_t from, uint64_t to,
	const char *text)
{
	struct code_part part = { .name = str_c(name),
		.from = from,
		.to = to,
		.first = (uint32_t)a->code.instruction.n };

	code_parse(&a->code, str_c(text));
	part.n = (uint32_t)a->code.instruction.n - part.first;
	vec_push(&a->part, part);
}

static struct bed *
bed_new(bool with_cold)
{
	struct bed *bed = xcalloc(1, sizeof(*bed));
	struct err err = ERR_INIT;
	struct query q;

	query_init(&q);
	bed->profile = profile_of_addresses();
	assert_non_null(bed->profile);
	bed->engine = engine_new(bed->profile);
	bed->listing = addresses_new(bed->engine, &q, NULL, &err);
	assert_non_null(bed->listing);
	bed->footing = footing_all(bed->listing->view);
	bed->assembly = (struct assembly){
		.is_placed = true, .base = BASE, .from = FROM, .to = TO
	};
	add_code(&bed->assembly, "f", FROM, TO, listing);
	assert_int_equal(bed->assembly.code.instruction.n, ROWS);
	if (with_cold)
		add_code(&bed->assembly, "f.cold", COLD_FROM, COLD_TO, cold);
	bed->assembly.chain = bed->chain;
	vec_push(&bed->assembly.chains, ((struct code_chain){ .n = 0 }));
	vec_push(&bed->assembly.chains, ((struct code_chain){ 2, line_8 }));
	vec_push(&bed->assembly.chains, ((struct code_chain){ 1, line_9 }));
	bed->pane = asm_pane_new(&bed->footing, 0, &bed->assembly, NULL);
	return bed;
}

static int
bed_make(void **state)
{
	*state = bed_new(false);
	return 0;
}

static int
bed_free(void **state)
{
	struct bed *bed = *state;

	asm_pane_free(bed->pane);
	code_free(&bed->assembly.code);
	vec_free(&bed->assembly.part);
	vec_free(&bed->assembly.chains);
	footing_fini(&bed->footing);
	addresses_free(bed->listing);
	engine_free(bed->engine);
	profile_unref(bed->profile);
	free(bed);
	return 0;
}

TEST(an_address_counts_for_the_instruction_that_it_is_in)
{
	const struct asm_pane *ap = ((struct bed *)*state)->pane;
	static const int64_t self[ROWS] = { [2] = 1, [3] = 7, [4] = 4 };

	for (uint32_t i = 0; i < ROWS; i++) {
		assert_int_equal(row_sum_value(&ap->in[i].self), self[i]);
		assert_int_equal(
			row_sum_value(&ap->in[i].total), i == 6 ? 9 : self[i]);
	}
	assert_int_equal(row_sum_value(&ap->self), 12);
	assert_int_equal(ap->most, 7);
}

TEST(loops_weigh_what_is_in_them)
{
	const struct asm_pane *ap = ((struct bed *)*state)->pane;

	assert_int_equal(ap->in[5].flow, FLOW_JUMP);
	assert_int_equal(ap->in[5].to, 3);
	assert_int_equal(ap->in[5].loop, 11);
	assert_int_equal(ap->in[7].to, 2);
	assert_int_equal(ap->in[7].loop, 12);
	assert_int_equal(ap->in[6].flow, FLOW_CALL);
	assert_int_equal(ap->in[6].to, NONE);
	assert_int_equal(ap->in[12].to, NONE);
	/* The inner one is nearer to the text. */
	assert_int_equal(ap->in[5].lane, 0);
	assert_int_equal(ap->in[7].lane, 1);
	assert_int_equal(ap->in[12].lane, NO_LANE);
	assert_int_equal(ap->lanes, 2);
}

TEST_WITH(what_weighs_nothing_is_folded, bed_make, bed_free)
{
	struct asm_pane *ap = ((struct bed *)*state)->pane;
	uint32_t row = ap->row_of[8], rows = (uint32_t)ap->row.n;

	/* Padding alone, and six at the end. */
	assert_int_equal(ap->row.p[ap->row_of[1]].kind, ASM_FOLD);
	assert_int_equal(ap->row.p[ap->row_of[1]].n, 1);
	assert_int_equal(ap->row.p[row].kind, ASM_FOLD);
	assert_int_equal(ap->row.p[row].n, 6);
	assert_int_equal(rows, ROWS - 5);
	/* Opened by going there, and closed again. */
	assert_int_equal(asm_pane_show(ap, 12), row + 4);
	assert_int_equal(ap->row.n, ROWS);
	asm_pane_toggle(ap, ap->row_of[9]);
	assert_int_equal(ap->row.n, rows);
	ap->folds = false;
	asm_pane_rows(ap);
	assert_int_equal(ap->row.n, ROWS);
}

TEST(hot_ones_come_by_weight_and_around)
{
	struct asm_pane *ap = ((struct bed *)*state)->pane;
	static const uint32_t order[] = { 3, 4, 2, 3 };
	uint32_t row = ap->row_of[0];

	for (size_t i = 0; i < COUNT_OF(order); i++) {
		row = asm_pane_hot(ap, row, 1);
		assert_int_equal(asm_pane_at(ap, row), order[i]);
	}
	row = asm_pane_hot(ap, row, -1);
	assert_int_equal(asm_pane_at(ap, row), 2);
}

TEST(texts_name_targets_for_people)
{
	const struct asm_pane *ap = ((struct bed *)*state)->pane;
	static const struct {
		uint32_t at;
		const char *text;
	} rows[] = { { 0, "push   %rbx" }, { 5, "jne    ^ 16" },
		{ 6, "call   g" }, { 12, "je     h" }, { 13, "ret" } };

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct strbuf text = STRBUF_INIT;

		asm_text_put(&text, ap, rows[i].at, true);
		assert_string_equal(strbuf_c(&text), rows[i].text);
		strbuf_free(&text);
	}
}

TEST(what_is_cold_stands_behind_the_rest)
{
	struct bed *bed = bed_new(true);
	struct asm_pane *ap = bed->pane;
	void *to_free = bed;

	/* 0x99 is in an instruction of the second part; addresses between the
	   parts are in none. */
	assert_int_equal(ap->n, ROWS + COLD_ROWS);
	assert_int_equal(row_sum_value(&ap->in[ROWS].self), 50);
	assert_int_equal(row_sum_value(&ap->in[ROWS - 1].self), 0);
	assert_int_equal(asm_pane_part(ap, ROWS), 1);
	assert_int_equal(asm_pane_find(ap, 0x9a), ROWS + 1);
	assert_int_equal(ap->row.p[ap->row_of[ROWS] - 1].kind, ASM_PART);
	/* A jump out of it is no loop, however far it goes up. */
	assert_int_equal(ap->in[ROWS + 1].to, 2);
	assert_int_equal(ap->in[ROWS + 1].loop, 0);
	(void)bed_free(&to_free);
}

static uint32_t
count_rows(const struct asm_pane *ap, enum asm_row_kind kind)
{
	uint32_t n = 0;

	for (size_t i = 0; i < ap->row.n; i++)
		n += ap->row.p[i].kind == kind;
	return n;
}

TEST(lines_stand_where_they_change)
{
	static const struct str text[] = { { "a", 1 }, { "b", 1 }, { "", 0 },
		{ "", 0 }, { "", 0 }, { "", 0 }, { "", 0 }, { "\ts += x;", 8 },
		{ "\treturn s;", 10 } };
	struct asm_text texts[] = { { { "/s/f.c", 6 }, text, COUNT_OF(text) } };
	struct bed *bed = bed_new(false);
	void *to_free = bed;
	struct asm_pane *ap;

	for (uint32_t i = 0; i < ROWS; i++)
		bed->chain[i] = i >= 3 && i <= 5 ? 1 : i > 5 ? 2 : 0;
	asm_pane_free(bed->pane);
	bed->pane = ap = asm_pane_new(&bed->footing, 0, &bed->assembly, NULL);
	assert_int_equal(count_rows(ap, ASM_CHAIN), 2);
	assert_int_equal(count_rows(ap, ASM_SOURCE), 0);
	/* Without a text there is nothing to show. */
	ap->between = BETWEEN_LINES;
	asm_pane_rows(ap);
	assert_int_equal(count_rows(ap, ASM_SOURCE), 0);
	ap->text = texts;
	ap->n_texts = 1;
	asm_pane_rows(ap);
	assert_int_equal(count_rows(ap, ASM_SOURCE), 2);
	assert_int_equal(ap->row.p[ap->row_of[3] - 1].kind, ASM_SOURCE);
	assert_true(str_is(asm_pane_text(ap, 3), "s += x;"));
	assert_true(str_is(asm_pane_text(ap, 6), "return s;"));
	ap->between = BETWEEN_NOTHING;
	asm_pane_rows(ap);
	assert_int_equal(count_rows(ap, ASM_CHAIN), 0);
	/* The heaviest of a line, by any of the calls; as other tools name the
	   file. */
	assert_int_equal(asm_pane_of_line(ap, STR("/s/f.c"), 8), 3);
	assert_int_equal(asm_pane_of_line(ap, STR("s/f.c"), 20), 3);
	assert_int_equal(asm_pane_of_line(ap, STR("f.c"), 9), 6);
	assert_int_equal(asm_pane_of_line(ap, STR("/t/f.c"), 9), NONE);
	assert_int_equal(asm_pane_of_line(ap, STR("/s/f.c"), 7), NONE);
	(void)bed_free(&to_free);
}

/* The screen of a pane of so many columns. */
static void
draw_to(struct strbuf *out, const struct asm_pane *ap, int cols)
{
	struct asm_draw d = { .list.at = 0 };
	struct rect r = { 0, 0, ROWS, cols };
	struct grid g;

	strbuf_reset(out);
	grid_init(&g, ROWS, cols, true);
	asm_pane_draw(&g, r, ap, &d);
	grid_text(&g, out);
	grid_fini(&g);
}

TEST(weights_stay_beside_a_long_comment)
{
	struct bed *bed = bed_new(false);
	void *to_free = bed;
	struct strbuf out = STRBUF_INIT;

	bed->assembly.code.instruction.p[6].text =
		STR("mov    0x2fe2(%rip),%rax        # 50 <g_has_a_long_name>");
	bed->assembly.code.instruction.p[5].text =
		STR("bnd notrack jne    16 <f+0x6>");
	asm_pane_free(bed->pane);
	bed->pane = asm_pane_new(&bed->footing, 0, &bed->assembly, NULL);
	draw_to(&out, bed->pane, 100);
	assert_non_null(strstr(out.p, "# 50 <g_has_a_long_name>   -> 9"));
	draw_to(&out, bed->pane, 60);
	assert_non_null(strstr(out.p, "mov    0x2fe2(%rip),%rax   -> 9"));
	draw_to(&out, bed->pane, 46);
	assert_non_null(strstr(out.p, "0x2fe2(%"));
	assert_non_null(strstr(out.p, "   -> 9"));
	strbuf_free(&out);
	(void)bed_free(&to_free);
}

/* Instructions with their costs; which of them are marked. */
static void
marks(const char *const *text, const int64_t *self, size_t n, const char *want)
{
	struct profile *p = profile_of_addresses();
	struct instruction code[8];
	struct asm_instruction in[8];
	struct assembly assembly = { .is_placed = true };
	struct view view = { .profile = p };
	struct asm_pane ap = { .view = &view,
		.assembly = &assembly,
		.has_code = true,
		.n = (uint32_t)n,
		.in = in };
	struct strbuf have = STRBUF_INIT;

	for (size_t i = 0; i < n; i++) {
		code[i] = (struct instruction){ .text = str_c(text[i]) };
		in[i] = (struct asm_instruction){ .code = &code[i],
			.self = { .value = self[i] } };
		ap.self.value += self[i];
	}
	for (uint32_t i = 0; i < n; i++)
		strbuf_addch(&have, asm_is_skid(&ap, i) ? '^' : '.');
	assert_string_equal(strbuf_c(&have), want);
	strbuf_free(&have);
	profile_unref(p);
}

TEST(a_cheap_instruction_after_a_slow_one_is_marked)
{
	static const char *const att[] = { "xor    %edx,%edx", "div    %ecx",
		"mov    %edx,%eax", "mov    (%rdi,%rax,4),%edx",
		"add    %edx,%esi", "mov    %esi,(%rdi)", "cmp    $0x7,%esi",
		"jne    16 <f+0x6>" };
	static const char *const intel[] = { "mov    eax,DWORD PTR [rdi]",
		"add    esi,eax", "mov    DWORD PTR [rdi],esi",
		"add    esi,0x1", "ret", "xor    eax,eax" };
	static const char *const arm[] = { "ldr\tw0, [x1]", "add\tw0, w0, #1",
		"str\tw0, [x1]", "add\tx1, x1, #4" };

	/* The division shows little, the move after it all. */
	marks(att, (const int64_t[]){ 1, 2, 50, 1, 30, 1, 1, 1 }, 8,
		"..^.^...");
	/* The cost at a slow instruction is its own. */
	marks(att, (const int64_t[]){ 1, 60, 50, 40, 30, 1, 1, 1 }, 8,
		"........");
	/* A store is neither, nor is a twentieth of little. */
	marks(att, (const int64_t[]){ 50, 1, 1, 0, 2, 9, 40, 20 }, 8,
		"........");
	marks(intel, (const int64_t[]){ 1, 9, 1, 9, 1, 9 }, 6, ".^....");
	marks(arm, (const int64_t[]){ 1, 9, 1, 9 }, 4, ".^..");
}

TEST(the_mark_names_the_slow_one)
{
	struct bed *bed = bed_new(false);
	struct asm_pane *ap = bed->pane;
	struct asm_draw d = { .list.at = NONE, .address = ADDRESS_HIDDEN };
	struct grid g;

	bed->assembly.code.instruction.p[2].text = STR("div    %ecx");
	ap->between = BETWEEN_NOTHING;
	asm_pane_rows(ap);
	d.list.first = ap->row_of[2];
	grid_init(&g, 3, 60, true);
	asm_pane_draw(&g, (struct rect){ 0, 0, 3, 60 }, ap, &d);
	grid_is(&g,
		"   1 #         ,->  div    %ecx\n"
		"   7 ########  |,>  add    $0x1,%eax   ^ div?\n"
		"   4 #####     ||   cmp    $0x7,%eax\n");
	grid_fini(&g);
	(void)bed_free((void **)&bed);
}

int
main(void)
{
	return tests_run(bed_make, bed_free);
}
