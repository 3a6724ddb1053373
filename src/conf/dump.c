/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Printing the tables. All printers see one list of items, in which options
 * and flags look alike.
 */
#include "config.h"

#include "conf/dump.h"

#include <string.h>

#include "base/compiler.h"
#include "base/vec.h"
#include "conf/options.h"

#include "base/banned.h"

struct item {
	const char *name, *alias, *arg;
	const char *const *choices;
	bool shorthand, is_file, is_view, minor, silent;
	const char *group, *help;
	const struct option *option; /* NULL for a flag */
};

struct items {
	struct item *p;
	size_t n, cap;
};

/* The flags of one group, or those of the groups that have no options. */
static void
add_flags(struct items *items, const char *group, const struct flag_doc *flags,
	size_t n)
{
	size_t n_options;
	const struct option *all = options_all(&n_options);

	for (size_t i = 0; i < n; i++) {
		const struct flag_doc *f = &flags[i];
		struct item item = { .name = f->name,
			.alias = f->alias,
			.arg = f->arg,
			.choices = f->choices,
			.is_file = f->is_file,
			.is_view = f->is_view,
			.minor = f->minor,
			.silent = f->silent,
			.group = f->group,
			.help = f->help };
		bool wanted = group == NULL || strcmp(f->group, group) == 0;

		for (size_t o = 0; group == NULL && o < n_options; o++)
			if (strcmp(all[o].group, f->group) == 0)
				wanted = false;
		if (wanted)
			vec_push(items, item);
	}
}

static void
items_make(struct items *items, const struct flag_doc *flags, size_t n)
{
	size_t n_options;
	const struct option *all = options_all(&n_options);

	*items = (struct items){ .p = NULL };
	add_flags(items, NULL, flags, n);
	for (size_t i = 0; i < n_options; i++) {
		const struct option *o = &all[i];
		struct item item = { .name = o->name,
			.alias = o->alias,
			.arg = o->arg,
			.choices = o->choices,
			.shorthand = o->shorthand,
			.minor = o->minor,
			.group = o->group,
			.help = o->help,
			.option = o };

		if (i == 0 || strcmp(o->group, all[i - 1].group) != 0)
			add_flags(items, o->group, flags, n);
		vec_push(items, item);
	}
}

/* The i-th item is the first (last) of its group. */
static bool
is_first(const struct items *items, size_t i)
{
	return i == 0 || strcmp(items->p[i].group, items->p[i - 1].group) != 0;
}

static bool
is_last(const struct items *items, size_t i)
{
	return i + 1 == items->n || is_first(items, i + 1);
}

/*
 * --help
 */

enum { HELP_COLUMN = 25, HELP_WIDTH = 79 };

static const char usage[] =
	"Usage: flametop [option...] profile...\n"
	"\n"
	"Walk through a profile in the terminal: from pprof, perf, "
	"callgrind,\n"
	"bpftrace, V8, speedscope and others, or folded stacks; - is "
	"standard\n"
	"input, several profiles are added up.\n"
	"\n"
	"  flametop cpu.pb.gz                         ? lists the keys, q "
	"quits\n"
	"  flametop -base=old.pb.gz new.pb.gz         what changed\n"
	"  flametop -top -cum -focus=Serve cpu.pb.gz  a report instead\n"
	"  curl -s localhost:6060/debug/pprof/heap | flametop -\n"
	"\n";

/* "  -focus=regexp", "  -functions -files"; returns its columns. */
static int
put_head(FILE *out, const struct item *item)
{
	int n = fprintf(out, " ");

	for (size_t c = 0; item->shorthand && item->choices[c] != NULL; c++)
		n += fprintf(out, " -%s", item->choices[c]);
	if (!item->shorthand)
		n += fprintf(out, " -%s", item->name);
	if (item->option == NULL && item->alias != NULL)
		n += fprintf(out, ", -%s", item->alias);
	if (!item->shorthand && item->arg != NULL)
		n += fprintf(out, "=%s", item->arg);
	return n;
}

static void
put_row(FILE *out, const struct item *item)
{
	int n = put_head(out, item);

	if (n + 2 > HELP_COLUMN) {
		fputc('\n', out);
		n = 0;
	}
	fprintf(out, "%*s%s\n", HELP_COLUMN - n, "", item->help);
}

/* The names of the minor items up to the end of a group, `to` included. */
static void
put_minor(FILE *out, const struct items *items, size_t from, size_t to)
{
	int column = 0;

	for (size_t i = from; i <= to; i++) {
		const char *name = items->p[i].name;

		if (!items->p[i].minor)
			continue;
		if (column == 0)
			column = fprintf(out, "  and");
		if (column + (int)strlen(name) + 2 > HELP_WIDTH)
			column = fprintf(out, "\n     ") - 1;
		column += fprintf(out, " -%s", name);
	}
	if (column > 0)
		fputc('\n', out);
}

void
dump_help(FILE *out, const struct flag_doc *flags, size_t n, bool all)
{
	struct items items;
	size_t group = 0;

	items_make(&items, flags, n);
	fputs(usage, out);
	for (size_t i = 0; i < items.n; i++) {
		if (is_first(&items, i)) {
			fprintf(out, "%s%s:\n", all ? "\n" : "",
				items.p[i].group);
			group = i;
		}
		if (all || !(items.p[i].minor || items.p[i].silent))
			put_row(out, &items.p[i]);
		if (is_last(&items, i) && !all)
			put_minor(out, &items, group, i);
	}
	fputs(all ? "\nMore: man flametop\n"
		  : "\nMore: flametop --help=all, man flametop\n",
		out);
	vec_free(&items);
}

/*
 * mdoc: the sections of the manual page about options
 */

/* "The default is x." for an option that has one worth telling. */
static void
put_mdoc_default(FILE *out, const struct option *o)
{
	struct strbuf text = STRBUF_INIT;
	struct query q;
	struct settings s;
	struct options_target t = { .query = &q, .settings = &s };

	query_init(&q);
	settings_init(&s);
	option_get(o, t, &text);
	if (o->type == OPT_BOOL)
		fputs(str_is(strbuf_str(&text), "true") ? "On by default.\n"
							: "",
			out);
	else if (text.n > 0 && !str_is(strbuf_str(&text), "0"))
		fprintf(out, "The default is\n.Cm %s .\n", strbuf_c(&text));
	strbuf_free(&text);
}

static void
put_mdoc_item(FILE *out, const struct item *item)
{
	const char *const *c = item->choices;

	fprintf(out, ".It Fl %s", item->name);
	if (item->arg != NULL)
		fprintf(out, " Ns = Ns Ar %s", item->arg);
	fputc('\n', out);
	if (item->alias != NULL)
		fprintf(out, ".It Fl %s%s%s\n", item->alias,
			item->arg != NULL ? " Ns = Ns Ar " : "",
			item->arg != NULL ? item->arg : "");
	for (size_t i = 0; item->shorthand && c[i] != NULL; i++)
		fprintf(out, ".It Fl %s\n", c[i]);
	fprintf(out, "%s.\n", item->help);
	if (c != NULL && !item->shorthand) {
		fputs("One of\n", out);
		for (size_t i = 0; c[i] != NULL; i++)
			fprintf(out, ".Cm %s %s\n", c[i],
				c[i + 1] != NULL ? "," : ".");
	}
	if (item->option != NULL)
		put_mdoc_default(out, item->option);
}

static void
put_mdoc(FILE *out, const struct items *items)
{
	for (size_t i = 0; i < items->n; i++) {
		if (is_first(items, i))
			fprintf(out, ".Ss %s\n.Bl -tag -width Ds\n",
				items->p[i].group);
		put_mdoc_item(out, &items->p[i]);
		if (is_last(items, i))
			fputs(".El\n", out);
	}
}

/* Saved views are headings in brackets, see conf/views.h. */
#define VIEW_NAMES \
	"sed -n 's/^\\[\\(.*\\)\\]$/\\1/p' " \
	"\"${XDG_CONFIG_HOME:-$HOME/.config}/flametop/views\" .flametop " \
	"2>/dev/null"

/*
 * Completions. A choice of a shorthand option is a switch of its own there.
 */

/* Each name that takes a value of one kind, as a pattern of case. */
static void
put_bash_case(FILE *out, const struct item *item)
{
	fprintf(out, "\t-%s|--%s", item->name, item->name);
	if (item->alias != NULL)
		fprintf(out, "|-%s|--%s", item->alias, item->alias);
	fputs(")\n\t\t", out);
	if (item->is_file) {
		fputs("mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
		      "\t\tcompopt -o filenames\n",
			out);
	} else if (item->is_view) {
		/* Names may have blanks. */
		fputs("local IFS=$'\\n'\n"
		      "\t\tmapfile -t COMPREPLY < <(compgen -W \"$(" VIEW_NAMES
		      ")\" -- \"$cur\")\n"
		      "\t\tcompopt -o filenames\n",
			out);
	} else if (item->choices != NULL) {
		fputs("mapfile -t COMPREPLY < <(compgen -W '", out);
		for (size_t i = 0; item->choices[i] != NULL; i++)
			fprintf(out, "%s%s", i > 0 ? " " : "",
				item->choices[i]);
		fputs("' -- \"$cur\")\n", out);
	} else {
		fputs("COMPREPLY=()\n", out);
	}
	fputs("\t\treturn ;;\n", out);
}

static void
put_bash_names(FILE *out, const struct items *items)
{
	for (size_t i = 0; i < items->n; i++) {
		const struct item *item = &items->p[i];
		const char *end = item->arg != NULL ? "=" : "";

		fprintf(out, "\n\t\t%s%s", item->name, end);
		if (item->option == NULL && item->alias != NULL)
			fprintf(out, " %s%s", item->alias, end);
		for (size_t c = 0; item->shorthand && item->choices[c] != NULL;
			c++)
			fprintf(out, " %s", item->choices[c]);
	}
}

static void
put_bash(FILE *out, const struct items *items)
{
	fputs("# bash completion for flametop; flametop --dump-options=bash "
	      "prints it\n\n"
	      "_flametop()\n"
	      "{\n"
	      "\tlocal cur=${COMP_WORDS[COMP_CWORD]}\n"
	      "\tlocal prev=${COMP_WORDS[COMP_CWORD - 1]} dash=- names\n"
	      "\t# For bash the = of -name=value is a word.\n"
	      "\tif [[ $cur == = ]]; then\n"
	      "\t\tcur=\n"
	      "\telif [[ $prev == = ]]; then\n"
	      "\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n"
	      "\tfi\n"
	      "\tcase $prev in\n",
		out);
	for (size_t i = 0; i < items->n; i++)
		if (items->p[i].arg != NULL)
			put_bash_case(out, &items->p[i]);
	fputs("\tesac\n"
	      "\tif [[ $cur != -* ]]; then\n"
	      "\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
	      "\t\tcompopt -o filenames\n"
	      "\t\treturn\n"
	      "\tfi\n"
	      "\tnames='",
		out);
	put_bash_names(out, items);
	fputs("'\n"
	      "\t[[ $cur == --* ]] && dash=--\n"
	      "\tmapfile -t COMPREPLY < <(compgen -P \"$dash\" -W \"$names\" "
	      "-- \"${cur#\"$dash\"}\")\n"
	      "\t[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
	      "}\n\n"
	      "complete -F _flametop flametop\n",
		out);
}

/* Text inside '...' where each of `special` wants a backslash. */
static void
put_quoted(FILE *out, const char *text, const char *special)
{
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			fputs("'\\'", out);
		else if (strchr(special, *text) != NULL)
			fputc('\\', out);
		fputc(*text, out);
	}
}

static void
put_zsh_item(FILE *out, const struct item *item, const char *name)
{
	bool many = strcmp(name, "base") == 0 ||
		strcmp(name, "diff_base") == 0 ||
		(item->option != NULL && item->option->type == OPT_LIST);

	fprintf(out, "\t'%s-%s%s[", many ? "*" : "", name,
		item->arg != NULL ? "=" : "");
	put_quoted(out, item->help, "[]:\\");
	fputc(']', out);
	if (item->arg != NULL) {
		fprintf(out, ":%s:", item->arg);
		if (item->is_file)
			fputs("_files", out);
		if (item->is_view)
			fputs("_flametop_views", out);
		for (size_t c = 0;
			item->choices != NULL && item->choices[c] != NULL;
			c++) {
			fputc(c == 0 ? '(' : ' ', out);
			put_quoted(out, item->choices[c], ":");
		}
		if (item->choices != NULL)
			fputc(')', out);
	}
	fputs("' \\\n", out);
}

static void
put_zsh(FILE *out, const struct items *items)
{
	fputs("#compdef flametop\n"
	      "# flametop --dump-options=zsh prints this\n\n"
	      "_flametop_views()\n"
	      "{\n"
	      "\tcompadd -- ${(f)\"$(" VIEW_NAMES ")\"}\n"
	      "}\n\n"
	      "_arguments \\\n",
		out);
	for (size_t i = 0; i < items->n; i++) {
		const struct item *item = &items->p[i];
		struct item choice = *item;

		put_zsh_item(out, item, item->name);
		if (item->option == NULL && item->alias != NULL)
			put_zsh_item(out, item, item->alias);
		choice.arg = NULL;
		for (size_t c = 0; item->shorthand && item->choices[c] != NULL;
			c++)
			put_zsh_item(out, &choice, item->choices[c]);
	}
	fputs("\t'*:profile:_files'\n", out);
}

static void
put_fish_item(FILE *out, const struct item *item, const char *name)
{
	fprintf(out, "complete -c flametop -o %s", name);
	if (item->arg != NULL && item->is_file)
		fputs(" -rF", out);
	else if (item->arg != NULL)
		fputs(" -x", out);
	if (item->is_view)
		fputs(" -a '(set -q XDG_CONFIG_HOME; "
		      "or set -l XDG_CONFIG_HOME ~/.config; "
		      "cat $XDG_CONFIG_HOME/flametop/views .flametop "
		      "2>/dev/null | "
		      "string replace -fr \"^\\[(.*)\\]\\$\" \"\\$1\")'",
			out);
	for (size_t c = 0; item->arg != NULL && item->choices != NULL &&
		item->choices[c] != NULL;
		c++)
		fprintf(out, "%s%s%s", c == 0 ? " -a '" : " ", item->choices[c],
			item->choices[c + 1] == NULL ? "'" : "");
	fputs(" -d '", out);
	for (const char *c = item->help; *c != '\0'; c++)
		fprintf(out, "%s%c", *c == '\'' || *c == '\\' ? "\\" : "", *c);
	fputs("'\n", out);
}

static void
put_fish(FILE *out, const struct items *items)
{
	fputs("# flametop --dump-options=fish prints this\n\n", out);
	for (size_t i = 0; i < items->n; i++) {
		const struct item *item = &items->p[i];
		struct item choice = *item;

		put_fish_item(out, item, item->name);
		if (item->option == NULL && item->alias != NULL)
			put_fish_item(out, item, item->alias);
		choice.arg = NULL;
		for (size_t c = 0; item->shorthand && item->choices[c] != NULL;
			c++)
			put_fish_item(out, &choice, item->choices[c]);
	}
}

int
dump_format(FILE *out, struct str format, const struct flag_doc *flags,
	size_t n, struct err *err)
{
	static const struct {
		const char *name;
		void (*put)(FILE *out, const struct items *items);
	} formats[] = {
		{ "mdoc", put_mdoc },
		{ "bash", put_bash },
		{ "zsh", put_zsh },
		{ "fish", put_fish },
	};
	struct items items;

	for (size_t i = 0; i < COUNT_OF(formats); i++) {
		if (!str_is(format, formats[i].name))
			continue;
		items_make(&items, flags, n);
		formats[i].put(out, &items);
		vec_free(&items);
		return 0;
	}
	return err_set(err, ERR_USAGE,
		"dump-options: \"%.*s\" is none of mdoc, bash, zsh, fish",
		STR_ARG(format));
}
