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

	strbuf_addc(out, "All ");
	count_put(out, v->profile->sample.n);
	strbuf_addc(out, " samples are filtered out.\n\n");
	for (uint32_t i = 0; i < v->n_effects; i++) {
		const struct effect *e = &v->effect[i];

		strbuf_addf(out, "%s %s=",
			e != culprit    ? " "
				: ascii ? ">"
					: "\xE2\x96\xB6",
			e->option);
		utf8_put(out, e->value, ascii, 40);
		strbuf_addc(out, "\tkeeps ");
		number_put(out, n, e->kept);
		strbuf_addc(out,
			e != culprit    ? "  "
				: i > 0 ? " of those"
					: "");
		if (e != culprit)
			(void)percent_put(out, e->kept, v->w.total);
		strbuf_addch(out, '\n');
		if (e == culprit)
			break;
	}
}
