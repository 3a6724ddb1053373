/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The judge of screens is judged: it lets good ones pass, and each way of
 * being wrong is found. The pictures are drawn here, row by row.
 */
#include "prelude.h"


#include "../unit/testing.h"

#include "base/compiler.h"
#include "base/utf8.h"
#include "pty/sound.h"

enum { COLS = 120 };

typedef bool judge_fn(const struct picture *p, struct strbuf *why);

static void
draw(struct picture *p, const char *text)
{
	struct str rest = str_c(text);
	int rows = 0;

	for (const char *c = text; *c != '\0'; c++)
		rows += *c == '\n';
	picture_clear(p, rows, COLS);
	for (int row = 0; row < rows; row++) {
		struct str line = str_cut(&rest, '\n');

		for (int col = 0; line.n > 0; col++) {
			uint32_t cp;
			size_t n = utf8_decode(line, &cp);

			assert_true(col < COLS);
			memcpy(picture_at(p, row, col)->text, line.p, n);
			picture_at(p, row, col)->text[n] = '\0';
			line = str_skip(line, n);
		}
	}
}

static void
expect(judge_fn *judge, const char *screen, const char *offence)
{
	struct picture p = PICTURE_INIT;
	struct strbuf why = STRBUF_INIT;

	draw(&p, screen);
	if (judge(&p, &why) != (offence == NULL) ||
		(offence != NULL && strstr(strbuf_c(&why), offence) == NULL))
		fail_msg("%s\nwanted %s, got %s", screen,
			offence != NULL ? offence : "nothing", strbuf_c(&why));
	strbuf_free(&why);
	picture_free(&p);
}

TEST(half_characters_and_control_bytes_are_found)
{
	struct picture p = PICTURE_INIT;
	struct strbuf why = STRBUF_INIT;

	draw(&p, "ab\n");
	assert_true(sound_cells(&p, &why));
	picture_at(&p, 0, 1)->text[0] = '\0';
	assert_true(sound_cells(&p, &why));
	picture_at(&p, 0, 2)->text[0] = '\0';
	assert_false(sound_cells(&p, &why));
	draw(&p, "ab\n");
	picture_at(&p, 0, 1)->text[0] = '\033';
	assert_false(sound_cells(&p, &why));
	strbuf_free(&why);
	picture_free(&p);
}

TEST(boxes_are_closed)
{
	expect(sound_lines, " ┌─ Help ─┐\n │  text  │\n └────────┘\n", NULL);
	expect(sound_lines, " ┌─ Help ─┐\n │  text   \n └────────┘\n",
		"a box is open at row 2, column 11");
	expect(sound_lines, " ┌─ Help ─┐\n │  text  │\n └──── ───┘\n",
		"a box is open at row 3");
	expect(sound_lines, " ┌─ Help ─┐\n │  text  │\n ──────────\n",
		"a box has no corner at row 3, column 2");
	expect(sound_lines, " ┌─ Help ─┐\n │  text  │\n └─────────\n",
		"a box has no corner at row 3, column 11");
}

TEST(boxes_may_cover_boxes)
{
	expect(sound_lines,
		" ┌─ Ne┌─ A ─┐┐\n │    │     ││\n"
		" │    └─────┘│\n └───────────┘\n",
		NULL);
	expect(sound_lines,
		" ┌───────────┐\n ┌─ A ─┐     │\n"
		" │     │     │\n └─────┘─────┘\n",
		NULL);
	expect(sound_lines,
		" ┌─ Ne┌─ A ─┐┐\n │    │     │ \n"
		" │    └─────┘│\n └───────────┘\n",
		"a box is open at row 2, column 14");
	expect(sound_lines,
		" ┌─ Ne┌─ A ─┐┐\n │          ││\n"
		" │    └─────┘│\n └───────────┘\n",
		"a box");
}

TEST(borders_go_from_rule_to_rule)
{
	expect(sound_lines, "───┬───\n a │ b\n   ├───\n   │\n───┴───\n", NULL);
	expect(sound_lines, "───┬───\n a │ b\n   │   \n   │\n\n\n\n\n\n\n\n\n",
		"a border ends in nothing");
	expect(sound_lines, "───┬───\n a │ b\n── remark ───\n", NULL);
	expect(sound_lines, "───┬───\n a   b\n───┴───\n",
		"a border ends at once");
	expect(sound_lines, "───┬───\n a │ b\n   ├   \n   │\n───┴───\n",
		"no line goes right");
	expect(sound_lines, "───────\n a   b\n───┴───\n", "no line comes down");
}

#define HEAD " flametop  x  cpu  10.0s total, 20s\n"
#define STATUS "\n\n────────\n g   self 0.50s 5.0%   total 1.00s 10.0%\n"

TEST(a_table_that_adds_up_passes)
{
	expect(sound_sums,
		HEAD "   Self▾     %   Total     % Function\n"
		     "   2.79s 27.9%   2.79s 27.9% a\n"
		     "▶  1.19s 11.9%   8.04s 80.4% b\n"
		     "       0  0.0%   8.04s 80.4% c" STATUS,
		NULL);
	/* A diff has other columns: not looked at. */
	expect(sound_sums,
		HEAD "  Base   New  Δself▾ Function\n"
		     "  1s     2s   +1s    a" STATUS,
		NULL);
	/* Shares of the parent are of the part inside it. */
	expect(sound_sums,
		HEAD "root  · percent parent\n"
		     "   Self▾     %   Total     % Function\n"
		     "   2.79s 27.9%   2.79s 27.9% a\n"
		     "   1.19s  0.4%   8.04s 80.4% b" STATUS,
		NULL);
	/* Bytes change their unit on the way. */
	expect(sound_sums,
		HEAD "      Self▾     %      Total     % Function\n"
		     "     1.90MB 26.6%     2.91MB 40.8% a\n"
		     "   901.49kB 12.3%     1.01MB 14.2% b" STATUS,
		"100 % is more than the title's");
}

TEST(a_table_that_does_not_add_up_is_found)
{
	expect(sound_sums,
		HEAD "   Self▾     %   Total     % Function\n"
		     "   2.79s 27.9%   2.70s 27.0% a" STATUS,
		"row 3: self is more than total");
	expect(sound_sums,
		HEAD "   Self▾     %   Total     % Function\n"
		     "   2.79s 27.9%   2.79s 27.9% a\n"
		     "   1.19s 12.5%   8.04s 80.4% b" STATUS,
		"row 4: no part of the same 100 %");
	expect(sound_sums,
		HEAD "   Self▾     %   Total     % Function\n"
		     "   1.19s 11.9%   8.04s 80.4% b\n"
		     "   2.79s 27.9%   2.79s 27.9% a" STATUS,
		"row 4: not in the order");
	expect(sound_sums,
		HEAD "   Self▴     %   Total     % Function\n"
		     "   2.79s 27.9%   2.79s 27.9% a\n"
		     "   1.19s 11.9%   8.04s 80.4% b" STATUS,
		"row 4: not in the order");
	expect(sound_sums,
		HEAD "   Self▾     %   Total     % Function\n"
		     "   2.79s 14.0%   2.79s 14.0% a" STATUS,
		"100 % is more than the title's");
}

TEST(the_status_line_and_the_table_agree)
{
	expect(sound_sums,
		HEAD " root\n"
		     "   Self▾     %   Total     % Function\n"
		     "▶  0.10s  1.0%   8.04s 80.4% g" STATUS,
		"one place is more than its function");
	/* In the callers view, self has another meaning. */
	expect(sound_sums,
		HEAD " root  · callers\n"
		     "   Self▾     %   Total     % Function\n"
		     "▶  0.10s  1.0%   8.04s 80.4% g" STATUS,
		NULL);
	/* The status line is of the function in the peek pane. */
	expect(sound_sums,
		HEAD " root\n"
		     "   Self▾     %   Total     % Function\n"
		     "▶  0.10s  1.0%   8.04s 80.4% f\n"
		     "── ▸ 3 Peek  Enter select ──" STATUS,
		NULL);
	expect(sound_sums, HEAD "\n\n\n g   self 1.50s 5.0%   total 1.00s\n",
		"status: self is more than total");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
