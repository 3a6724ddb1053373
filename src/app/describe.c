/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands, reports and options in words: see describe.h. */
#include "config.h"

#include "app/describe.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "conf/options.h"
#include "report/report.h"

#include "base/banned.h"

static int
described_by_name(const void *a, const void *b)
{
	const struct option *const *x = a, *const *y = b;

	return strcmp((*x)->doc.name, (*y)->doc.name);
}

static int
described_by_text(const void *a, const void *b)
{
	const struct str *x = a, *y = b;

	return str_cmp(*x, *y);
}

/* What a value may be: the choices of an option, or the sample types. */
static void
add_choices(struct strbuf *out, struct app *app, const struct option *o)
{
	VEC(struct str) names = { NULL, 0, 0 };
	const struct profile *p =
		app->session != NULL ? app->session->profile : NULL;

	for (size_t i = 0; o->type == OPT_ENUM && o->doc.choices[i] != NULL;
		i++)
		vec_push(&names, str_c(o->doc.choices[i]));
	if (names.n > 0)
		qsort(names.p, names.n, sizeof(names.p[0]), described_by_text);
	for (uint32_t i = 0; p != NULL && i < p->types.n &&
		strcmp(o->doc.name, "sample_index") == 0;
		i++)
		vec_push(&names, profile_str(p, p->types.type[i]));
	for (size_t i = 0; i < names.n; i++)
		strbuf_addf(out, "%s%.*s", i > 0 ? " | " : "//: [",
			STR_ARG(names.p[i]));
	if (names.n > 0)
		strbuf_addch(out, ']');
	vec_free(&names);
}

static void
describe_value(struct strbuf *out, struct app *app, const struct option *o)
{
	const struct view *v = app->shown.view;
	size_t from = out->n;

	option_get(o, app_target(app, &app->now), out);
	if (out->n > from)
		return;
	/* The type that is shown when none was asked for. */
	if (strcmp(o->doc.name, "sample_index") == 0 && v != NULL)
		strbuf_add(out,
			profile_str(
				v->profile, v->profile->types.type[v->column]));
	else
		strbuf_addc(out, "\"\"");
}

void
describe_options(struct app *app, struct strbuf *out)
{
	struct strbuf value = STRBUF_INIT, comment = STRBUF_INIT;
	VEC(const struct option *) sorted = { NULL, 0, 0 };
	size_t n;
	const struct option *all = options_all(&n);

	for (size_t i = 0; i < n; i++)
		vec_push(&sorted, &all[i]);
	qsort(sorted.p, sorted.n, sizeof(sorted.p[0]), described_by_name);
	for (size_t i = 0; i < n; i++) {
		const struct option *o = sorted.p[i];

		strbuf_reset(&value);
		strbuf_reset(&comment);
		describe_value(&value, app, o);
		add_choices(&comment, app, o);
		if (strcmp(o->doc.name, "nodecount") == 0 &&
			app->now.query.nodecount == -1)
			strbuf_addc(&comment, "//: default");
		strbuf_addf(out, "  %-25s = %-20s %s\n", o->doc.name,
			strbuf_c(&value), strbuf_c(&comment));
	}
	vec_free(&sorted);
	strbuf_free(&value);
	strbuf_free(&comment);
}

/* The keys whose command begins with this word and, unless it is empty, has
   that argument. */
static void
describe_keys(struct strbuf *out, const struct keymap *km, struct str command,
	struct str arg)
{
	const struct binding *b;
	char name[KEY_TEXT_MAX];
	bool any = false;

	for (size_t i = 0; (b = keymap_at(km, i)) != NULL; i++) {
		struct str rest = str_c(b->command);
		struct str word = str_cut(&rest, ' ');

		if (strcmp(b->map, "menu") == 0 || strcmp(b->map, "pager") == 0)
			continue;
		if ((command.n > 0 && !str_eq(word, command)) ||
			(arg.n > 0 && !str_eq(str_trim(rest), arg)))
			continue;
		strbuf_addf(out, "%s%s", any ? " " : "  keys: ",
			key_text(key_parse(str_c(b->key)), name));
		any = true;
	}
	if (any)
		strbuf_addch(out, '\n');
}

static void
describe_option(const struct commands *cs, const struct keymap *km,
	const struct option *o, struct strbuf *out)
{
	strbuf_addf(out, "%s=%s\n  %s\n  now: ", o->doc.name,
		o->doc.arg != NULL ? o->doc.arg : "true|false", o->doc.help);
	describe_value(out, cs->app, o);
	if (option_is_default(o, app_target(cs->app, &cs->app->now)))
		strbuf_addc(out, "   (the default)");
	strbuf_addc(out, "\n  ");
	add_choices(out, cs->app, o);
	if (out->p[out->n - 1] == ' ')
		strbuf_cut(out, out->n - 2);
	else
		strbuf_addch(out, '\n');
	if (o->doc.alias != NULL)
		strbuf_addf(out, "  also: %s\n", o->doc.alias);
	describe_keys(out, km, STR_EMPTY, str_c(o->doc.name));
}

static void
describe_report(const struct report *r, struct strbuf *out)
{
	strbuf_addf(out, "%s%s%s\n  %s\n", r->doc.name,
		r->doc.arg != NULL ? " [regexp]" : "",
		" [n] [-cum] [focus_regexp] [-ignore_regexp]", r->doc.help);
	if (r->doc.arg != NULL)
		strbuf_addc(
			out, "  Without a regexp: of the selected function\n");
	strbuf_addc(out,
		"  n rows; -cum: by what calls include; > file and | command "
		"send it there\n");
	if (r->doc.alias != NULL)
		strbuf_addf(out, "  also: %s\n", r->doc.alias);
}

int
describe(const struct commands *cs, const struct keymap *km, struct str name,
	struct strbuf *out, struct err *err)
{
	const struct command *c = commands_find(cs, name);
	const struct report *r = report_find(name);
	const struct option *o = option_find(name, NULL);

	if (c != NULL) {
		strbuf_addf(out, "%s%s%s\n  %s\n", c->name,
			c->arg != NULL ? " " : "", c->arg != NULL ? c->arg : "",
			c->help);
		describe_keys(out, km, name, STR_EMPTY);
	}
	if (r != NULL)
		describe_report(r, out);
	if (o != NULL)
		describe_option(cs, km, o, out);
	if (c == NULL && r == NULL && o == NULL)
		return commands_unknown(cs, name, err);
	return 0;
}
