/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history of prompts. */
#include "prelude.h"

#include "app/history.h"

#include "base/vec.h"
#include "base/xalloc.h"
#include "fetch/secret.h"

enum { KEPT = 200 }; /* texts per kind */

struct history_line {
	char *text; /* owned; the bytes of kind and typed */
	struct str kind, typed;
};

struct history {
	VEC(struct history_line) line; /* the oldest first, all kinds mixed */
};

struct history *
history_new(void)
{
	return xcalloc(1, sizeof(struct history));
}

void
history_free(struct history *h)
{
	if (h == NULL)
		return;
	for (size_t i = 0; i < h->line.n; i++)
		free(h->line.p[i].text);
	vec_free(&h->line);
	free(h);
}

static void
forget(struct history *h, size_t i)
{
	free(h->line.p[i].text);
	memmove(&h->line.p[i], &h->line.p[i + 1],
		(h->line.n - i - 1) * sizeof(h->line.p[0]));
	h->line.n--;
}

/* Remove an equal text or, if the kind is full, its oldest text. */
static void
history_make_room(struct history *h, struct str kind, struct str text)
{
	size_t of_kind = 0, oldest = SIZE_MAX;

	for (size_t i = h->line.n; i-- > 0;) {
		if (!str_eq(h->line.p[i].kind, kind))
			continue;
		if (str_eq(h->line.p[i].typed, text)) {
			forget(h, i);
			return;
		}
		of_kind++;
		oldest = i;
	}
	if (of_kind >= KEPT)
		forget(h, oldest);
}

void
history_add(struct history *h, struct str kind, struct str text)
{
	struct history_line line;

	if (text.n == 0 || secrets_in(text))
		return;
	line.text = xmalloc(kind.n + text.n + 1);
	if (kind.n > 0)
		memcpy(line.text, kind.p, kind.n);
	memcpy(line.text + kind.n, text.p, text.n);
	line.kind = str_from(line.text, kind.n);
	line.typed = str_from(line.text + kind.n, text.n);
	history_make_room(h, line.kind, line.typed);
	vec_push(&h->line, line);
}

struct str
history_get(const struct history *h, struct str kind, size_t i)
{
	for (size_t at = h->line.n; at-- > 0;)
		if (str_eq(h->line.p[at].kind, kind) && i-- == 0)
			return h->line.p[at].typed;
	return STR_EMPTY;
}

size_t
history_find(const struct history *h, struct str kind, size_t from,
	struct str needle)
{
	for (size_t i = from;; i++) {
		struct str text = history_get(h, kind, i);

		if (text.p == NULL)
			return SIZE_MAX;
		if (str_find(text, needle, 0) >= 0)
			return i;
	}
}
