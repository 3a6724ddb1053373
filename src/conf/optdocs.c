/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The option table as text for users: --help, the manual page's sections about
 * options, and the completions of three shells.
 */
#include "prelude.h"

#include "conf/options.h"

#include "base/compiler.h"
#include "base/vec.h"

/* ---- Printing the table ---- */

/* The rows to print. */
enum options_detail {
	DOCS_MAJOR, /* --help */
	DOCS_LOUD,  /* completions: all but silent ones */
	DOCS_ALL,
};

struct docs {
	const struct doc *(*flag_at)(size_t i);
	enum options_detail detail;
	const struct doc **p;
	size_t n, cap;
};

static void
docs_add(struct docs *docs, const struct doc *d)
{
	if (docs->detail == DOCS_ALL ||
		(!d->silent &&
			(docs->detail == DOCS_LOUD || !d->only_help_all)))
		vec_push(docs, d);
}

/* Return the option of a row; NULL: it is a flag. */
static const struct option *
doc_option(const struct doc *d)
{
	return option_find(str_c(d->name), NULL);
}

/* Return a flag's alias, or NULL. An option's alias is not printed, since it is
   only another spelling. */
static const char *
flag_alias(const struct doc *d)
{
	return doc_option(d) == NULL ? d->alias : NULL;
}

static bool
has_options(const char *group)
{
	size_t n;
	const struct option *all = options_all(&n);

	for (size_t i = 0; i < n; i++)
		if (strcmp(all[i].doc.group, group) == 0)
			return true;
	return false;
}

/* Add the flags of a group; NULL: of all groups without options. */
static void
add_flags(struct docs *docs, const char *group)
{
	const struct doc *f;

	for (size_t i = 0; (f = docs->flag_at(i)) != NULL; i++) {
		bool wanted = group != NULL ? strcmp(f->group, group) == 0
					    : !has_options(f->group);

		if (wanted)
			docs_add(docs, f);
	}
}

static struct docs
docs_make(const struct doc *(*flag_at)(size_t i), enum options_detail detail)
{
	struct docs docs = { .flag_at = flag_at, .detail = detail };
	size_t n;
	const struct option *all = options_all(&n);

	add_flags(&docs, NULL);
	for (size_t i = 0; i < n; i++) {
		const char *group = all[i].doc.group;

		if (i == 0 || strcmp(group, all[i - 1].doc.group) != 0)
			add_flags(&docs, group);
		docs_add(&docs, &all[i].doc);
	}
	return docs;
}

/* Print the choices separated by blanks, between two strings. */
static void
put_choices(
	FILE *out, const char *before, const struct doc *d, const char *behind)
{
	for (size_t i = 0; d->choices[i] != NULL; i++)
		fprintf(out, "%s%s", i == 0 ? before : " ", d->choices[i]);
	fputs(behind, out);
}

/* True if the i-th row is the first (last) of its group. */
static bool
is_group_start(const struct docs *docs, size_t i)
{
	return i == 0 || strcmp(docs->p[i]->group, docs->p[i - 1]->group) != 0;
}

static bool
is_group_end(const struct docs *docs, size_t i)
{
	return i + 1 == docs->n || is_group_start(docs, i + 1);
}

/* Print the names of a group's rows without help, separated by `between`. */
static void
put_ignored(FILE *out, const struct docs *docs, size_t from, const char *before,
	const char *between, const char *behind)
{
	bool any = false;

	for (size_t i = from; i < docs->n; i++) {
		if (docs->p[i]->help == NULL)
			fprintf(out, "%s%s", any ? between : before,
				docs->p[i]->name);
		any = any || docs->p[i]->help == NULL;
		if (is_group_end(docs, i))
			break;
	}
	fputs(any ? behind : "", out);
}

/* ---- Printing --help ---- */

enum { HELP_COLUMN = 25 };

/* clang-format off */
static const char usage[] =
"Usage: flametop [option...] profile...\n"
"\n"
"Explore a profile in the terminal: pprof, perf, JFR, V8, folded stacks and\n"
"many more. - is standard input, a folder means every file in it, @list.txt\n"
"every file it lists. Several profiles are added up.\n"
"\n"
"  flametop cpu.pb.gz                         ? lists the keys, q quits\n"
"  flametop -diff_base=old.pb.gz new.pb.gz    what changed\n"
"  flametop -top -cum -focus=Serve cpu.pb.gz  a report instead\n"
"  flametop localhost:6060                    a running Go program\n"
"\n";
/* clang-format on */

/* True if the name alone is incomplete; completions then offer only "name=". */
static bool
needs_value(const struct doc *d)
{
	return d->arg != NULL && !d->arg_is_optional;
}

/* Print a row of --help: "-focus=regexp Keep only ...". */
static void
put_help_row(FILE *out, const struct doc *d)
{
	int n = fprintf(out, " ");

	for (size_t c = 0; d->shorthand && d->choices[c] != NULL; c++)
		n += fprintf(out, " -%s", d->choices[c]);
	if (!d->shorthand)
		n += fprintf(out, " -%s", d->name);
	if (flag_alias(d) != NULL)
		n += fprintf(out, ", -%s", d->alias);
	if (!d->shorthand && d->arg != NULL)
		n += fprintf(out, d->arg_is_optional ? "[=%s]" : "=%s", d->arg);
	if (n + 2 > HELP_COLUMN) {
		fputc('\n', out);
		n = 0;
	}
	fprintf(out, "%*s%s\n", HELP_COLUMN - n, "", d->help);
}

void
dump_help(FILE *out, const struct doc *(*flag_at)(size_t i), bool all)
{
	struct docs docs = docs_make(flag_at, all ? DOCS_ALL : DOCS_MAJOR);
	size_t group = 0;

	fputs(usage, out);
	for (size_t i = 0; i < docs.n; i++) {
		if (is_group_start(&docs, i)) {
			if (all)
				fprintf(out, "\n%s:\n", docs.p[i]->group);
			group = i;
		}
		if (docs.p[i]->help != NULL)
			put_help_row(out, docs.p[i]);
		if (is_group_end(&docs, i))
			put_ignored(out, &docs, group,
				"  Accepted for pprof and ignored:\n  -", " -",
				"\n");
	}
	fputs(all ? "\nMore: man flametop\n"
		  : "\nMore: flametop --help=all, man flametop\n",
		out);
	vec_free(&docs);
}

/* ---- Printing the man page's sections about options ---- */

static void
put_mdoc(FILE *out, const struct docs *docs)
{
	size_t group = 0;

	for (size_t i = 0; i < docs->n; i++) {
		if (is_group_start(docs, i)) {
			fprintf(out, ".Ss %s\n.Bl -tag -width Ds\n",
				docs->p[i]->group);
			group = i;
		}
		if (docs->p[i]->help != NULL) {
			const struct doc *d = docs->p[i];
			const char *const *c = d->choices;

			fprintf(out, ".It Fl %s", d->name);
			if (d->arg != NULL && d->arg_is_optional)
				fprintf(out, " Ns Op = Ns Ar %s", d->arg);
			else if (d->arg != NULL)
				fprintf(out, " Ns = Ns Ar %s", d->arg);
			fputc('\n', out);
			if (d->alias != NULL)
				fprintf(out, ".It Fl %s%s%s\n", d->alias,
					d->arg != NULL ? " Ns = Ns Ar " : "",
					d->arg != NULL ? d->arg : "");
			for (size_t j = 0; d->shorthand && c[j] != NULL; j++)
				fprintf(out, ".It Fl %s\n", c[j]);
			fprintf(out, "%s.\n", d->help);
			if (c != NULL && !d->shorthand) {
				fputs("One of\n", out);
				for (size_t j = 0; c[j] != NULL; j++)
					fprintf(out, ".Cm %s %s\n", c[j],
						c[j + 1] != NULL ? "," : ".");
			}
			if (doc_option(d) != NULL) {
				const struct option *o = doc_option(d);
				struct strbuf text = STRBUF_INIT;
				struct option_fields f;

				/* Print "The default is x." unless x is empty,
				   0 or false. */
				option_get(o, option_defaults(&f, NULL), &text);
				if (o->type == OPT_BOOL)
					fputs(str_is(strbuf_str(&text), "true")
							? "On by default.\n"
							: "",
						out);
				else if (text.n > 0 &&
					!str_is(strbuf_str(&text), "0"))
					fprintf(out,
						"The default is\n.Cm %s .\n",
						strbuf_c(&text));
				strbuf_free(&text);
			}
		}
		if (!is_group_end(docs, i))
			continue;
		fputs(".El\n", out);
		put_ignored(out, docs, group,
			".Pp\nAccepted for pprof and ignored:\n.Fl ", " , ",
			" .\n");
	}
}

/* A shell command that lists the saved views (conf/saved.h). */
#define VIEW_NAMES \
	"sed -n 's/^\\[\\(.*\\)\\]$/\\1/p' " \
	"\"${XDG_CONFIG_HOME:-$HOME/.config}/flametop/views\" .flametop " \
	"2>/dev/null"

/* ---- Completions: each choice of a shorthand option is a switch ---- */

static void
put_bash(FILE *out, const struct docs *docs)
{
	fputs("# bash completion for flametop; flametop --dump-options=bash "
	      "prints it\n\n"
	      "_flametop()\n"
	      "{\n"
	      "\tlocal cur=${COMP_WORDS[COMP_CWORD]}\n"
	      "\tlocal prev=${COMP_WORDS[COMP_CWORD - 1]} dash=- at='' names\n"
	      "\t# For bash the = of -name=value is a word.\n"
	      "\tif [[ $cur == = ]]; then\n"
	      "\t\tcur=\n"
	      "\telif [[ $prev == = ]]; then\n"
	      "\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n"
	      "\tfi\n"
	      "\tcase $prev in\n",
		out);
	for (size_t i = 0; i < docs->n; i++)
		if (needs_value(docs->p[i])) {
			const struct doc *d = docs->p[i];

			/* Print the names as a pattern of the shell's case. */
			fprintf(out, "\t-%s|--%s", d->name, d->name);
			if (d->alias != NULL)
				fprintf(out, "|-%s|--%s", d->alias, d->alias);
			fputs(")\n\t\t", out);
			if (d->is_file) {
				fputs("mapfile -t COMPREPLY < <(compgen -f -- "
				      "\"$cur\")\n"
				      "\t\tcompopt -o filenames\n",
					out);
			} else if (d->is_view) {
				/* Names of views may have blanks. */
				fputs("local IFS=$'\\n'\n"
				      "\t\tmapfile -t COMPREPLY < <(compgen -W "
				      "\"$(" VIEW_NAMES ")\" -- \"$cur\")\n"
				      "\t\tcompopt -o filenames\n",
					out);
			} else if (d->choices != NULL) {
				put_choices(out,
					"mapfile -t COMPREPLY < <(compgen -W '",
					d, "' -- \"$cur\")\n");
			} else {
				fputs("COMPREPLY=()\n", out);
			}
			fputs("\t\treturn ;;\n", out);
		}
	fputs("\tesac\n"
	      "\tif [[ $cur != -* ]]; then\n"
	      "\t\t# A list of files: @list.txt.\n"
	      "\t\t[[ $cur == @* ]] && at=@\n"
	      "\t\tmapfile -t COMPREPLY < <(compgen -P \"$at\" -f -- "
	      "\"${cur#\"$at\"}\")\n"
	      "\t\tcompopt -o filenames\n"
	      "\t\treturn\n"
	      "\tfi\n"
	      "\tnames='",
		out);
	for (size_t i = 0; i < docs->n; i++) {
		const struct doc *d = docs->p[i];
		const char *end = needs_value(d) ? "=" : "";

		fprintf(out, "\n\t\t%s%s", d->name, end);
		if (flag_alias(d) != NULL)
			fprintf(out, " %s%s", d->alias, end);
		for (size_t c = 0; d->shorthand && d->choices[c] != NULL; c++)
			fprintf(out, " %s", d->choices[c]);
	}
	fputs("'\n"
	      "\t[[ $cur == --* ]] && dash=--\n"
	      "\tmapfile -t COMPREPLY < <(compgen -P \"$dash\" -W \"$names\" "
	      "-- \"${cur#\"$dash\"}\")\n"
	      "\t[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
	      "}\n\n"
	      "complete -F _flametop flametop\n",
		out);
}

/* Print each name that can follow a dash. */
static void
put_switches(FILE *out, const struct docs *docs,
	void (*put)(FILE *out, const struct doc *d, const char *name))
{
	for (size_t i = 0; i < docs->n; i++) {
		const struct doc *d = docs->p[i];
		struct doc choice = *d;

		put(out, d, d->name);
		if (flag_alias(d) != NULL)
			put(out, d, d->alias);
		choice.arg = NULL;
		for (size_t c = 0; d->shorthand && d->choices[c] != NULL; c++)
			put(out, &choice, d->choices[c]);
	}
}

/* Print text for '...', with a backslash before the characters in `special`. */
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
put_zsh_item(FILE *out, const struct doc *d, const char *name)
{
	fprintf(out, "\t'%s-%s%s[", d->repeats ? "*" : "", name,
		needs_value(d) ? "=" : "");
	put_quoted(out, d->help, "[]:\\");
	fputc(']', out);
	if (needs_value(d)) {
		fprintf(out, ":%s:", d->arg);
		if (d->is_file)
			fputs("_files", out);
		if (d->is_view)
			fputs("_flametop_views", out);
		for (size_t c = 0; d->choices != NULL && d->choices[c] != NULL;
			c++) {
			fputc(c == 0 ? '(' : ' ', out);
			put_quoted(out, d->choices[c], ":");
		}
		if (d->choices != NULL)
			fputc(')', out);
	}
	fputs("' \\\n", out);
}

static void
put_zsh(FILE *out, const struct docs *docs)
{
	fputs("#compdef flametop\n"
	      "# flametop --dump-options=zsh prints this\n\n"
	      "_flametop_views()\n"
	      "{\n"
	      "\tcompadd -- ${(f)\"$(" VIEW_NAMES ")\"}\n"
	      "}\n\n"
	      "# A file, a folder, a list of files: @list.txt.\n"
	      "_flametop_profiles()\n"
	      "{\n"
	      "\tcompset -P @\n"
	      "\t_files\n"
	      "}\n\n"
	      "_arguments \\\n",
		out);
	put_switches(out, docs, put_zsh_item);
	fputs("\t'*:profile:_flametop_profiles'\n", out);
}

static void
put_fish_item(FILE *out, const struct doc *d, const char *name)
{
	fprintf(out, "complete -c flametop -o %s", name);
	if (d->arg != NULL && d->is_file)
		fputs(" -rF", out);
	else if (needs_value(d))
		fputs(" -x", out);
	if (d->is_view)
		fputs(" -a '(set -q XDG_CONFIG_HOME; or set -l XDG_CONFIG_HOME "
		      "~/.config; cat $XDG_CONFIG_HOME/flametop/views "
		      ".flametop 2>/dev/null | string replace -fr "
		      "\"^\\[(.*)\\]\\$\" \"\\$1\")'",
			out);
	if (d->arg != NULL && d->choices != NULL)
		put_choices(out, " -a '", d, "'");
	fputs(" -d '", out);
	for (const char *c = d->help; *c != '\0'; c++)
		fprintf(out, "%s%c", *c == '\'' || *c == '\\' ? "\\" : "", *c);
	fputs("'\n", out);
}

static void
put_fish(FILE *out, const struct docs *docs)
{
	fputs("# flametop --dump-options=fish prints this\n\n", out);
	put_switches(out, docs, put_fish_item);
}

int
dump_format(FILE *out, struct str format,
	const struct doc *(*flag_at)(size_t i), struct err *err)
{
	static const struct {
		const char *name;
		void (*put)(FILE *out, const struct docs *docs);
		enum options_detail detail;
	} formats[] = {
		{ "mdoc", put_mdoc, DOCS_ALL },
		{ "bash", put_bash, DOCS_LOUD },
		{ "zsh", put_zsh, DOCS_LOUD },
		{ "fish", put_fish, DOCS_LOUD },
	};
	struct docs docs;

	for (size_t i = 0; i < COUNT_OF(formats); i++) {
		if (!str_is(format, formats[i].name))
			continue;
		docs = docs_make(flag_at, formats[i].detail);
		formats[i].put(out, &docs);
		vec_free(&docs);
		return 0;
	}
	return err_set(err, ERR_USAGE,
		"dump-options: \"%.*s\" is not one of mdoc, bash, zsh, fish",
		STR_ARG(format));
}
