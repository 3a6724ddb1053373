/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks that are freed, kept and grown, by a few callers. */
#include <stdlib.h>
#include <string.h>

struct list {
	struct list *next;
	char *text;
};

static struct list *kept;
static char *volatile last; /* so that no call is optimized away */

static void __attribute__((noinline))
keep(size_t size)
{
	struct list *l = malloc(sizeof(*l));

	l->text = calloc(1, size);
	l->next = kept;
	kept = l;
}

static void __attribute__((noinline))
drop(void)
{
	struct list *l = kept;

	kept = l->next;
	free(l->text);
	free(l);
}

static void __attribute__((noinline))
work(int depth)
{
	char *p = malloc((size_t)depth * 100 + 50);

	memset(p, depth, 50);
	last = p;
	if (depth > 0)
		work(depth - 1);
	free(p);
}

static void __attribute__((noinline))
grow(size_t size)
{
	char *p = NULL;

	for (size_t n = 16; n <= size; n *= 2) {
		p = realloc(p, n);
		memset(p, 1, n);
	}
	last = p;
	free(p);
}

int
main(void)
{
	for (int i = 0; i < 300; i++) {
		keep(1000 + (size_t)i);
		work(4);
		if (i % 3 == 0)
			drop();
		if (i % 50 == 0)
			grow(1 << 16);
	}
	return kept != NULL && kept->text[0] != 0;
}
