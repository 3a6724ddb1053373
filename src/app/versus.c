/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is compared: see versus.h. */
#include "config.h"

#include "app/versus.h"

#include "base/strbuf.h"
#include "base/vec.h"
#include "conf/options.h"
#include "input/shell.h"

#include "base/banned.h"

/* "focus=a": an option of the query with a value. */
static bool
is_query(struct str word)
{
	ptrdiff_t eq = str_chr(word, '=');
	struct str choice = STR_EMPTY;
	const struct option *o;

	if (eq <= 0)
		return false;
	o = option_find(str_sub(word, 0, (size_t)eq), &choice);
	return o != NULL && o->target == ON_QUERY && choice.n == 0;
}

static int
split(struct str text, struct versus *out, struct arena *arena, struct err *err)
{
	VEC(struct str) word = { NULL, 0, 0 };
	struct strbuf b = STRBUF_INIT;
	struct str *copy;
	int status;

	while ((status = shell_next(&text, &b, err)) > 0)
		vec_push(&word, arena_str(arena, strbuf_str(&b)));
	copy = ARENA_ARRAY(arena, struct str, word.n);
	for (size_t i = 0; i < word.n; i++)
		copy[i] = word.p[i];
	out->word = copy;
	out->n = word.n;
	vec_free(&word);
	strbuf_free(&b);
	return status;
}

int
versus_parse(struct str text, struct versus *out, struct arena *arena,
	struct err *err)
{
	size_t queries = 0;

	*out = (struct versus){ .kind = VERSUS_NOTHING };
	if (split(text, out, arena, err) != 0)
		return err_wrap(err, "diff");
	for (size_t i = 0; i < out->n; i++)
		queries += is_query(out->word[i]);
	if (out->n == 0)
		return 0;
	if (queries == 0) {
		out->kind = VERSUS_FILES;
		return 0;
	}
	if (queries != 2 || out->n != 2)
		return err_set(err, ERR_USAGE,
			"diff wants a file, or two queries like "
			"tagfocus=route=/a tagfocus=route=/b");
	out->kind = VERSUS_SLICES;
	for (size_t i = 0; i < 2; i++)
		if (slice_parse(out->word[i], arena, &out->slice[i], err) != 0)
			return err_wrap(
				err, "diff %.*s", STR_ARG(out->word[i]));
	return 0;
}

void
versus_of_files(struct strbuf *out, const struct str *file, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		strbuf_addc(out, i > 0 ? " " : "");
		shell_word(out, file[i]);
	}
}

bool
made_equal(const struct made *a, const struct made *b)
{
	return str_eq(a->diff, b->diff) && a->swap == b->swap &&
		a->normalize == b->normalize;
}

void
versus_names(const struct versus *v, bool swap, struct str source,
	struct strbuf *base, struct strbuf *new)
{
	struct strbuf *a = swap ? new : base, *b = swap ? base : new;

	if (v->kind == VERSUS_SLICES) {
		strbuf_add(a, v->word[0]);
		strbuf_add(b, v->word[1]);
		return;
	}
	if (v->n == 1)
		strbuf_add(a,
			str_is(v->word[0], "-") ? STR("(standard input)")
						: str_basename(v->word[0]));
	else
		strbuf_addf(a, "%zu profiles", v->n);
	strbuf_add(b, source);
}
