/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kinds of profiles in a list of sources that cannot be merged. Profiles
 * with equal sample types are of one kind.
 *
 *     3 profiles   samples, cpu   cpu-1.pb.gz cpu-2.pb.gz cpu-3.pb.gz
 *     1 profile    goroutine      goroutine.pb.gz
 */
#include "prelude.h"

#include "load/load_internal.h"

#include "base/intern.h"
#include "base/utf8.h"
#include "fetch/choices.h"

/* Append the names of the sample types. */
static void
put_type_names(struct strbuf *out, const struct profile *p)
{
	for (uint32_t i = 0; i < p->types.n; i++) {
		if (i > 0)
			strbuf_addstr(out, ", ");
		utf8_put(out, profile_str(p, p->types.type[i]), false, -1);
	}
}

/* Return the kinds as choices. `readable`: all sources can be read again. */
static struct choices *
kinds_of(const struct group *g, bool *readable)
{
	struct choices *c = choices_new(STR("Profiles of different kinds"));
	struct strbuf text = STRBUF_INIT;
	struct intern kind;
	uint32_t *of = ARENA_ARRAY(&c->arena, uint32_t, g->part.n);

	*readable = true;
	intern_init(&kind, &c->arena);
	for (size_t i = 0; i < g->part.n; i++) {
		strbuf_reset(&text);
		put_type_names(&text, g->part.p[i].profile);
		of[i] = intern_copy(&kind, strbuf_str(&text));
	}
	for (uint32_t id = 0; id < kind.n; id++) {
		struct str *file =
			ARENA_ARRAY(&c->arena, struct str, g->part.n);
		struct choice *row;
		size_t n = 0;

		for (size_t i = 0; i < g->part.n; i++)
			if (of[i] == id)
				file[n++] =
					arena_str(&c->arena, g->part.p[i].name);
		if (n == 0)
			continue;
		strbuf_reset(&text);
		strbuf_addf(&text, "%zu profile%s\t", n, n == 1 ? "" : "s");
		strbuf_add3(&text, "", intern_str(&kind, id), "\t");
		for (size_t i = 0; i < n; i++) {
			*readable =
				*readable && !str_is(file[i], "standard input");
			strbuf_addstr(&text, i > 0 ? " " : "");
			utf8_put(&text, str_basename(file[i]), false, -1);
		}
		row = choices_add(c, strbuf_str(&text), file[0]);
		row->file = file;
		row->files = n;
	}
	intern_fini(&kind);
	strbuf_free(&text);
	return c;
}

void
group_tell_kinds(struct load *l, const struct group *g)
{
	bool readable;
	struct choices *c = kinds_of(g, &readable);

	if (c->row.n > 1 && readable && l->spec->choices != NULL &&
		str_is(str_c(g->what), "source")) {
		*l->spec->choices = c;
		(void)err_set(l->err, ERR_CHOICES, "choose a kind of profile");
		return;
	}
	/* If there are only two profiles, the warnings of the merge name
	   both. */
	if (c->row.n > 1 && g->part.n > 2) {
		struct strbuf text = STRBUF_INIT;

		for (size_t i = 0; i < c->row.n; i++) {
			struct str rest = c->row.p[i].text;

			(void)str_cut(&rest, '\t');
			strbuf_addf(&text, "%s%zu of ", i > 0 ? "; " : "",
				c->row.p[i].files);
			strbuf_add(&text, str_cut(&rest, '\t'));
		}
		warnings_add(l->warnings,
			"%zu %s profiles of %zu kinds, which cannot be "
			"added: %s",
			g->part.n, g->what, c->row.n, strbuf_c(&text));
		strbuf_free(&text);
	}
	choices_free(c);
}
