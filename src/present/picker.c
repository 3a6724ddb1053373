/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Picking functions by a few letters. */
#include "prelude.h"

#include "present/picker.h"

#include "base/ascii.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/xalloc.h"

/* ---- Fuzzy matching ---- */

/* A word's score is the best of three ways to find its letters in a text: side
   by side, scattered within the last path element, or scattered anywhere, as
   close together as the earliest end allows. */
enum {
	LETTER = 16,   /* for each letter that matches */
	RUN = 12,      /* directly after the previous letter */
	START = 12,    /* at the start of a word */
	HUMP = 10,     /* a capital inside a word: camelCase */
	WHOLE = 10,    /* the letters are a whole word */
	GAP = 3,       /* subtracted for each gap */
	GAP_LONG = 1,  /* subtracted for each letter of a gap */
	GAP_MOST = 12, /* maximum subtracted by GAP_LONG for a gap */
};

static bool
fuzzy_is_word(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) ||
		((unsigned char)c & 0x80) != 0;
}

static bool
same(char letter, char c)
{
	return letter == c || letter == ascii_lower(c);
}

static int
place_bonus(struct str text, size_t at)
{
	if (at == 0 || !fuzzy_is_word(text.p[at - 1]))
		return START;
	return ascii_is_upper(text.p[at]) && !ascii_is_upper(text.p[at - 1])
		? HUMP
		: 0;
}

/* Score the best place with all letters side by side; 0 if there is none. */
static int
score_together(struct str word, struct str text)
{
	int best = 0;

	for (size_t at = 0; at + word.n <= text.n; at++) {
		size_t n = 0;
		int score;

		while (n < word.n && same(word.p[n], text.p[at + n]))
			n++;
		if (n < word.n)
			continue;
		score = place_bonus(text, at);
		if (score > 0 &&
			(at + n == text.n || !fuzzy_is_word(text.p[at + n])))
			score += WHOLE;
		if (score >= best)
			best = score + 1;
	}
	if (best == 0)
		return 0;
	return best - 1 + LETTER * (int)word.n + RUN * ((int)word.n - 1);
}

/* Score the letters in order from `from` on: find the first place where the
   last letter matches, then match backwards from there. */
static int
score_apart(struct str word, struct str text, size_t from)
{
	size_t end = from, k = 0, next = 0;
	int score = 0;

	for (; end < text.n && k < word.n; end++)
		if (same(word.p[k], text.p[end]))
			k++;
	if (k < word.n)
		return 0;
	for (size_t at = end; at-- > from && k > 0;) {
		size_t gap;

		if (!same(word.p[k - 1], text.p[at]))
			continue;
		gap = k < word.n ? next - at - 1 : 0;
		score += LETTER + place_bonus(text, at);
		if (k < word.n && gap == 0)
			score += RUN;
		else if (gap > 0)
			score -= GAP +
				(gap * GAP_LONG < GAP_MOST ? (int)gap * GAP_LONG
							   : GAP_MOST);
		next = at;
		k--;
	}
	return score > 0 ? score : 1;
}

uint64_t
fuzzy_letters(struct str s)
{
	uint64_t set = 0;

	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != ' ')
			set |= UINT64_C(1)
				<< ((unsigned char)ascii_lower(s.p[i]) & 63);
	return set;
}

int
fuzzy_score(struct str pattern, struct str text)
{
	int sum = 1;

	while (pattern.n > 0) {
		struct str word = str_cut(&pattern, ' ');
		int score;
		int best, other;
		ptrdiff_t slash;

		if (word.n == 0)
			continue;
		/* A single letter has no gaps. */
		if (word.n == 1) {
			score = score_together(word, text);
		} else {
			best = score_apart(word, text, 0);
			if (best == 0) {
				score = 0;
			} else {
				other = score_together(word, text);
				best = other > best ? other : best;
				slash = str_rchr(text, '/');
				if (slash >= 0) {
					other = score_apart(
						word, text, (size_t)slash + 1);
					best = other > best ? other : best;
				}
				score = best;
			}
		}
		if (score == 0)
			return 0;
		sum += score;
	}
	return sum;
}

/* ---- The picker ---- */

/* True if a is the better match, or as good and heavier. */
static bool
comes_before(const struct picked *a, const struct picked *b)
{
	const struct picker_name *x = a->name, *y = b->name;

	if (a->score != b->score)
		return a->score > b->score;
	if (x->weight != y->weight)
		return x->weight > y->weight;
	if (!str_eq(x->text, y->text))
		return str_cmp(x->text, y->text) < 0;
	return x->frame < y->frame;
}

static void
picker_look_at_all(struct picker *p)
{
	for (size_t i = 0; i < p->n; i++)
		p->left[i] = (uint32_t)i;
	p->n_left = p->n;
}

struct picker *
picker_new(const struct view *v)
{
	struct picker *p = xcalloc(1, sizeof(*p));
	size_t at = 0;

	p->name = xcalloc((size_t)v->n_live + 1, sizeof(*p->name));
	p->left = xcalloc((size_t)v->n_live + 1, sizeof(*p->left));
	for (frame_id f = 0; f < v->frames->n; f++) {
		struct str text = v->frames->frame[f].text;

		if (v->nodes[f] == 0 || p->n == v->n_live)
			continue;
		strbuf_add(&p->texts, text);
		p->name[p->n++] = (struct picker_name){ .text = text,
			.letters = fuzzy_letters(text),
			.weight = i64_abs(columns_value(&v->w.total, f)),
			.frame = f };
	}
	for (size_t i = 0; i < p->n; i++) {
		struct str *text = &p->name[i].text;

		*text = str_sub(strbuf_str(&p->texts), at, at + text->n);
		at += text->n;
	}
	picker_look_at_all(p);
	picker_type(p, STR_EMPTY);
	return p;
}

void
picker_free(struct picker *p)
{
	if (p == NULL)
		return;
	free(p->name);
	free(p->left);
	strbuf_free(&p->texts);
	strbuf_free(&p->typed);
	free(p);
}

void
picker_type(struct picker *p, struct str text)
{
	uint64_t letters = fuzzy_letters(text);
	size_t n = 0;

	/* Further letters can only reduce the previous matches. */
	if (!str_starts(text, strbuf_str(&p->typed)))
		picker_look_at_all(p);
	strbuf_reset(&p->typed);
	strbuf_add(&p->typed, text);
	p->n_best = 0;
	for (size_t i = 0; i < p->n_left; i++) {
		const struct picker_name *name = &p->name[p->left[i]];
		struct picked pick = { .name = name };
		struct picked offer_pick;
		size_t j;

		if ((letters & ~name->letters) != 0)
			continue;
		pick.score = fuzzy_score(text, name->text);
		if (pick.score == 0)
			continue;
		p->left[n++] = p->left[i];
		/* Insert the match at its place in best[]. */
		offer_pick = pick;
		j = p->n_best;
		if (j != PICKER_SHOWN ||
			comes_before(&offer_pick, &p->best[j - 1])) {
			if (j == PICKER_SHOWN)
				j--;
			else
				p->n_best++;
			for (; j > 0 &&
				comes_before(&offer_pick, &p->best[j - 1]);
				j--)
				p->best[j] = p->best[j - 1];
			p->best[j] = offer_pick;
		}
	}
	p->n_left = n;
}
