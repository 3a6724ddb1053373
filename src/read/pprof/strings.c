/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The string table of a file (pprof.h). */
#include "prelude.h"

#include "read/pprof/pprof.h"

#include "base/num.h"
#include "base/xalloc.h"

enum { AT_ONCE = 64 };

void
pprof_strings_init(struct pprof_strings *s, struct builder *b, size_t most)
{
	*s = (struct pprof_strings){ .b = b };
	s->text = xmalloc(mul_size(most, sizeof(*s->text)));
	s->id = xmalloc(mul_size(most, sizeof(*s->id)));
}

void
pprof_strings_fini(struct pprof_strings *s)
{
	free(s->text);
	free(s->id);
	*s = (struct pprof_strings){ .b = NULL };
}

void
pprof_strings_add(struct pprof_strings *s, struct str text)
{
	s->text[s->n] = text;
	s->id[s->n++] = NONE;
}

void
pprof_strings_settle(struct pprof_strings *s)
{
	if (s->text == NULL)
		return;
	builder_strings_ahead(s->b, s->n);
	for (size_t i = 0; i < s->n && builder_goes_on(s->b, i); i += AT_ONCE)
		builder_strings(s->b, s->text + i,
			s->n - i < AT_ONCE ? s->n - i : AT_ONCE, s->id + i);
	free(s->text);
	s->text = NULL;
}

str_id
pprof_strings_id(struct pprof_strings *s, uint64_t i)
{
	size_t n = 1;

	if (s->id[i] != NONE || s->text == NULL)
		return s->id[i];
	/* Functions usually have consecutive strings. */
	while (n < AT_ONCE && s->n - i > n && s->id[i + n] == NONE)
		n++;
	builder_strings(s->b, s->text + i, n, s->id + i);
	return s->id[i];
}
