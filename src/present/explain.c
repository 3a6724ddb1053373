/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words where there is no picture: see explain.h. */
#include "config.h"

#include "present/explain.h"

#include "base/arena.h"
#include "base/utf8.h"

#include "base/banned.h"

static bool
all_zero(const struct view *v)
{
	const int64_t *value = v->profile->sample.value[v->column];

	for (size_t i = 0; i < v->profile->sample.n; i++)
		if (value[i] != 0)
			return false;
	return true;
}

static bool
has_stacks(const struct profile *p)
{
	return p->trie.n > 1;
}

bool
explain_blank(struct strbuf *out, const struct view *v)
{
	const struct profile *p = v->profile;

	if (p->sample.n == 0)
		strbuf_addc(out, "This profile has no samples.");
	else if (!has_stacks(p))
		strbuf_addf(out,
			"The %zu samples of this profile have no stacks: only "
			"their values and labels are known.",
			p->sample.n);
	else if (all_zero(v))
		strbuf_addf(out,
			"Every sample has 0 %.*s. Another sample type may have "
			"something to show: press s.",
			STR_ARG(profile_str(p, p->types.type[v->column])));
	return out->n > 0;
}

bool
explain_is_empty(const struct view *v)
{
	return v->n_effects > 0;
}

/* The filter that took the last of it. */
static const struct effect *
culprit_of(const struct view *v)
{
	for (uint32_t i = 0; i < v->n_effects; i++)
		if (v->effect[i].kept == 0)
			return &v->effect[i];
	return v->n_effects > 0 ? &v->effect[v->n_effects - 1] : NULL;
}

void
explain_nothing_left(struct strbuf *out, const struct view *v,
	const struct numbers *n, bool ascii)
{
	const struct effect *culprit = culprit_of(v);
	char count[NUMBER_MAX], number[NUMBER_MAX], percent[PERCENT_MAX];

	(void)count_text(v->profile->sample.n, count);
	strbuf_addf(out, "All %s samples are filtered out.\n\n", count);
	for (uint32_t i = 0; i < v->n_effects; i++) {
		const struct effect *e = &v->effect[i];

		(void)number_text(n, e->kept, number);
		(void)percent_text(e->kept, v->w.total, percent);
		strbuf_addf(out, "%s %s=",
			e != culprit    ? " "
				: ascii ? ">"
					: "\xE2\x96\xB6",
			e->option);
		utf8_put(out, e->value, ascii, 40);
		strbuf_addf(out, "\tkeeps %s", number);
		if (e == culprit)
			strbuf_addc(out, i > 0 ? " of those" : "");
		else
			strbuf_addf(out, "  %s", percent);
		strbuf_addch(out, '\n');
		if (e == culprit)
			break;
	}
}
