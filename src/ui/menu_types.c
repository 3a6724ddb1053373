/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The switcher of sample types: what belongs together stands together, with
 * its total and what it is good for. See menus.h.
 */
#include "config.h"

#include "profile/kind.h"
#include "profile/unit.h"
#include "ui/menus.h"
#include "ui/parts.h"

#include "base/banned.h"

static void
add_type(struct screen *s, struct dialog *b, uint32_t column)
{
	const struct profile *p = s->app->session->profile;
	const struct kind *kind = kind_of_column(p, column);
	struct str unit = profile_str(p, p->types.unit[column]);
	struct strbuf text = STRBUF_INIT, command = STRBUF_INIT;
	int64_t sum = s->app->session->facts->sum[column];
	char total[UNIT_TEXT_MAX];

	(void)unit_label(sum, unit, STR("auto"), total);
	strbuf_add(&text, profile_str(p, p->types.type[column]));
	strbuf_addch(&text, '\t');
	strbuf_add(&text, unit);
	if (sum == 0)
		strbuf_addc(&text, "\tempty\t");
	else
		strbuf_addf(&text, "\t%s total\t", total);
	if (kind->hint != NULL)
		strbuf_addc(&text, kind->hint);
	strbuf_addf(&command, "sample_index=%u", column);
	dialog_add(b, strbuf_str(&text), strbuf_str(&command))->current =
		column == s->app->shown.view->column;
	strbuf_free(&text);
	strbuf_free(&command);
}

/* One heading for each group there is, if there are several. */
static void
fill_types(struct screen *s, struct dialog *b)
{
	const struct profile *p = s->app->session->profile;
	unsigned groups = 0;

	for (uint32_t i = 0; i < p->types.n; i++)
		groups |= 1U << kind_of_column(p, i)->group;
	for (int g = 0; g < KIND_GROUPS; g++) {
		if ((groups & 1U << g) == 0)
			continue;
		if ((groups & (groups - 1)) != 0)
			dialog_add(b,
				str_c(kind_group_name((enum kind_group)g)),
				STR_EMPTY)
				->heading = true;
		for (uint32_t i = 0; i < p->types.n; i++)
			if (kind_of_column(p, i)->group == (enum kind_group)g)
				add_type(s, b, i);
	}
}

static enum dialog_answer
act_types(struct screen *s, const struct dialog_row *row, int key)
{
	(void)row;
	if (key != 'm' || s->dialog.filter.text.n > 0)
		return DIALOG_IGNORED;
	dialog_close(s);
	screen_run(s, STR("cycle mean"));
	return DIALOG_STAYS;
}

void
menu_types(struct screen *s)
{
	const struct profile *p = s->app->session->profile;
	struct dialog *b = dialog_open(s, DIALOG_MENU, "Sample type  (s)");
	struct strbuf mean = STRBUF_INIT;

	b->filters = true;
	b->act = act_types;
	fill_types(s, b);
	if (p->types.n > 1) {
		strbuf_addf(&mean, "m mean per %.*s: %s",
			STR_ARG(profile_str(p, p->types.type[0])),
			s->app->now.query.mean ? "on" : "off");
		dialog_footer(b, strbuf_c(&mean));
	}
	dialog_footer(b, "type to filter, Enter choose, Esc keep");
	dialog_ready(b);
	strbuf_free(&mean);
}
