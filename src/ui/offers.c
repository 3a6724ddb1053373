/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What completion offers behind commands of the screen, by the word that
 * stands for it in their help: ":views [VIEW]". A row for each word.
 */
#include "config.h"

#include "app/complete.h"
#include "conf/saved.h"
#include "ui/export.h"
#include "ui/parts.h"
#include "ui/questions.h"

#include "base/banned.h"

static void
offer_saved(
	struct screen *s, struct completion *c, struct str begun, bool of_pprof)
{
	struct saved_list l;
	struct strbuf note = STRBUF_INIT;

	saved_read(&l, &s->dirs);
	for (size_t i = 0; i < l.item.n; i++) {
		const struct saved *v = &l.item.p[i];

		if ((v->from == SAVED_PPROF) != of_pprof)
			continue;
		strbuf_reset(&note);
		saved_summary(&note, v);
		complete_offer(c, v->name, strbuf_str(&note), begun);
	}
	strbuf_free(&note);
	saved_fini(&l);
}

static void
offer_views(void *on, struct completion *c, struct str begun)
{
	offer_saved(on, c, begun, false);
}

static void
offer_configs(void *on, struct completion *c, struct str begun)
{
	offer_saved(on, c, begun, true);
}

static void
offer_formats(void *on, struct completion *c, struct str begun)
{
	const char *name, *help;

	(void)on;
	for (size_t i = 0; export_format(i, &name, &help); i++)
		complete_offer(c, str_c(name), str_c(help), begun);
}

static void
offer_questions(void *on, struct completion *c, struct str begun)
{
	const struct question *q;

	(void)on;
	for (size_t i = 0; (q = question_at(i)) != NULL; i++)
		complete_offer(c, str_c(q->name), str_c(q->text), begun);
}

static const struct word_kind kinds[] = {
	{ "VIEW", offer_views },
	{ "CONFIG", offer_configs },
	{ "FORMAT", offer_formats },
	{ "QUESTION", offer_questions },
};

void
offers_add(struct screen *s)
{
	commands_kinds(&s->commands, kinds, COUNT_OF(kinds), s);
}
