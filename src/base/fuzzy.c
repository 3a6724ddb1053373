/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Three ways to lay a word's letters over a text are tried, each in linear
 * time, and the best one counts: together, at the last path element, and
 * anywhere, drawn together as far as the first end allows.
 */
#include "config.h"

#include "base/fuzzy.h"

#include <stdbool.h>

#include "base/ascii.h"

#include "base/banned.h"

enum {
	LETTER = 16,   /* each letter that is there */
	RUN = 12,      /* directly behind the one before */
	START = 12,    /* at the start of a word */
	HUMP = 10,     /* atTheStart of a part of one */
	WHOLE = 10,    /* the letters are all of a word */
	GAP = 3,       /* a gap, */
	GAP_LONG = 1,  /* for each letter of it, */
	GAP_MOST = 12, /* but no more than this */
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

static int
end_bonus(struct str text, size_t end)
{
	return end == text.n || !fuzzy_is_word(text.p[end]) ? WHOLE : 0;
}

/* All letters side by side, at the best of such places. */
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
		if (score > 0)
			score += end_bonus(text, at + n);
		if (score >= best)
			best = score + 1;
	}
	if (best == 0)
		return 0;
	return best - 1 + LETTER * (int)word.n + RUN * ((int)word.n - 1);
}

/* The letters in their order from `from` on: to the first place where the
   last one can be, and back from there. */
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

static int
score_word(struct str word, struct str text)
{
	int best, other;
	ptrdiff_t slash;

	/* A letter is never apart from itself. */
	if (word.n == 1)
		return score_together(word, text);
	best = score_apart(word, text, 0);
	if (best == 0)
		return 0;
	other = score_together(word, text);
	best = other > best ? other : best;
	slash = str_rchr(text, '/');
	if (slash >= 0) {
		other = score_apart(word, text, (size_t)slash + 1);
		best = other > best ? other : best;
	}
	return best;
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

		if (word.n == 0)
			continue;
		score = score_word(word, text);
		if (score == 0)
			return 0;
		sum += score;
	}
	return sum;
}
