/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The help: a list of all keys, commands and options, to search and run. */
#include "prelude.h"

#include "app/complete.h"
#include "conf/options.h"
#include "report/report.h"
#include "ui/commands.h"
#include "ui/pane.h"

/* With fewer columns only one key of a command is shown. On a narrow or a low
   screen the legend follows the questions. */
enum { HELP_NARROW = 60, HELP_LOW = 20 };

/* Append the key of binding i and the keys of the rows after it that have no
   group, which are further keys of the same command. */
static void
help_add_keys(const struct screen *s, size_t i, struct strbuf *out)
{
	const struct binding *b;
	size_t n = 0;

	do {
		b = keymap_at(s->keymap, i++);
		if (n++ > 0)
			strbuf_addch(out, ' ');
		strbuf_addstr(out, b->key);
		b = keymap_at(s->keymap, i);
	} while (b != NULL && b->group == NULL &&
		n < (s->cols < HELP_NARROW ? 1 : 4));
}

/* Add the first group: the keys that most users need. */
static void
help_add_ten(struct screen *s, struct dialog *d)
{
	static const struct {
		const char *map, *command, *keys, *words;
	} ten[] = {
		{ "all", "down", "arrows", "move in the graph and in lists" },
		{ "flame", "zoom", NULL,
			"zoom to the frame; in a list, find it in the graph" },
		{ "all", "back", NULL,
			"back: close, end the search, zoom out" },
		{ "all", "prompt search", NULL,
			"find frames as you type; n goes to the next" },
		{ "all", "prompt focus", NULL,
			"keep only the stacks that match" },
		{ "all", "cycle system", NULL,
			"hide the runtime, libc and kernel" },
		{ "all", "view", NULL, "invert the graph: who calls what" },
		{ "all", "nextpane", NULL,
			"next pane: table, callers and callees, graph" },
		{ "all", "diff", NULL, "compare with another profile" },
		{ "all", "undo", NULL,
			"undo the last change, and those "
			"before" },
	};
	struct strbuf keys = STRBUF_INIT;

	dialog_heading(d, "Ten keys to start with");
	for (size_t i = 0; i < COUNT_OF(ten); i++) {
		strbuf_reset(&keys);
		if (ten[i].keys != NULL)
			strbuf_addstr(&keys, ten[i].keys);
		else
			keymap_keys_of(s->keymap, ten[i].map,
				str_c(ten[i].command), 1, &keys);
		if (keys.n > 0)
			dialog_addf(d, str_c(ten[i].command), "%s\t%s\t",
				strbuf_c(&keys), ten[i].words)
				->unfiltered = true;
	}
	strbuf_free(&keys);
}

/* Add the graph's legend. */
static void
help_add_legend(struct screen *s, struct dialog *d)
{
	const char *const words[] = {
		"Reading the graph: a box is a function, and its width is its "
		"total cost.",
		"  Its callees are below it. Its shaded end is its self cost.",
		is_ascii(s) ? "  | boxes too narrow for a name   +7 seven "
			      "frames too narrow to draw"
			    : "  ▏▌▊ boxes too narrow for a name   +7 seven "
			      "frames too narrow to draw",
		is_ascii(s) ? "  = same function elsewhere   ~ inlined   "
			      "* found by the search"
			    : "  ◆ same function elsewhere   ᵢ inlined   "
			      "✱ found by the search",
		is_ascii(s) ? "  right edge: # level on screen, : level off "
			      "screen, > selected level"
			    : "  right edge: ▓ level on screen, ░ level off "
			      "screen, ▶ selected level",
	};

	for (size_t i = 0; i < COUNT_OF(words); i++)
		dialog_heading(d, words[i]);
}

static void
help_add_doubts(struct dialog *d)
{
	static const char *const words[] = {
		"Before you trust a number (:notes lists cautions):",
		"  fewer than 100 samples, or 5 in a frame, may be chance: "
		"profile longer;",
		"  CPU time excludes waiting: look at wall, block or mutex "
		"profiles;",
		"  frames without names, truncated stacks and interpreters "
		"hide callers.",
	};

	for (size_t i = 0; i < COUNT_OF(words); i++)
		dialog_heading(d, words[i]);
}

/* Explain how to read a diff and when to trust it. engine/significance.h has
   the formulas. */
static void
add_diff_words(struct dialog *b)
{
	static const char *const words[] = {
		"Reading a diff: ++ and -- much more and less, + and - a "
		"little, N new,",
		"  G gone. No sign: less than 0.1% of the total, 1% of the "
		"base or a sample.",
		"  :diff FILE   :normalize   :why   :diff_min=0.01 hides "
		"changes under 1%",
		"  :diff tagfocus=endpoint=/checkout tagfocus=endpoint=/search",
		"By cause (the first order): the function whose own change "
		"explains its",
		"  callers'. Next comes what stands out, by self; n and N "
		"go through it.",
		"Width (d): after and before draw one side alone; max, sum "
		"and delta add up",
		"  the larger side, both sides or |new - base|, function by "
		"function.",
		"Is it significant? k samples of a value v have the variance "
		"v^2/k. A change",
		"  has the standard error sqrt(sum of v^2/k over both sides). "
		"Its 95% CI is",
		"  1.96 of them to each side: \"95% CI -0.11..+0.77s\". Its p "
		"value is binomial.",
		"  Benjamini-Hochberg keeps false discoveries at 5%. Other "
		"changes are dim",
		"  and have a ?; :why shows how long you would have to record. "
		"Values",
		"  without counts, such as lock waits, are not judged.",
	};

	for (size_t i = 0; i < COUNT_OF(words); i++)
		dialog_heading(b, words[i]);
}

/* Add the keys of the map "pager" or "menu". They have no effect in panes, so
   the rows have no command. */
static void
add_keys_of(struct screen *s, struct dialog *d, const char *map)
{
	struct strbuf keys = STRBUF_INIT;
	const struct binding *b;
	const char *group = NULL;

	for (size_t i = 0; (b = keymap_at(s->keymap, i)) != NULL; i++) {
		if (b->group == NULL || strcmp(b->map, map) != 0)
			continue;
		if (group == NULL)
			dialog_heading(d, b->group);
		group = b->group;
		strbuf_reset(&keys);
		help_add_keys(s, i, &keys);
		dialog_addf(d, STR_EMPTY, "%s\t%s\t", strbuf_c(&keys), b->help);
	}
	strbuf_free(&keys);
}

void
help_open(struct screen *s)
{
	struct strbuf title = STRBUF_INIT;
	struct dialog *b;
	struct strbuf run = STRBUF_INIT;
	const struct report *r;
	struct strbuf commands_run = STRBUF_INIT;
	const struct command *c;
	struct strbuf options_run = STRBUF_INIT;
	const char *group = NULL;
	size_t n;
	const struct option *o;
	struct dialog *d;
	struct strbuf keys = STRBUF_INIT;
	const char *bindings_group = NULL;
	const struct binding *bindings_b;
	bool legend_first, explained = false;

	strbuf_addf(&title, "Help: %s%s   type to filter  Enter run  Esc close",
		s->pager.open ? "reports" : pane_focused(s)->name,
		s->pager.open ? "" : " pane");
	b = dialog_open(s, DIALOG_MENU, strbuf_c(&title));
	strbuf_free(&title);
	b->is.filters = true;
	b->is.drops_last = true;
	if (s->pager.open)
		add_keys_of(s, b, "pager");
	/* On a large screen the legend leaves room for the questions. */
	legend_first = s->cols >= HELP_NARROW && s->rows >= HELP_LOW;
	if (legend_first)
		help_add_legend(s, b);
	help_add_questions(b, s->cols);
	help_add_ten(s, b);
	if (!legend_first)
		help_add_legend(s, b);
	help_add_doubts(b);
	d = b;
	for (size_t i = 0; (bindings_b = keymap_at(s->keymap, i)) != NULL;
		i++) {
		if (bindings_b->group == NULL || binding_is_own(bindings_b))
			continue;
		if (bindings_group == NULL ||
			strcmp(bindings_group, bindings_b->group) != 0) {
			if (!explained && bindings_group != NULL &&
				strcmp(bindings_group, "Two profiles") == 0) {
				add_diff_words(d);
				explained = true;
			}
			bindings_group = bindings_b->group;
			dialog_heading(d, bindings_group);
		}
		strbuf_reset(&keys);
		help_add_keys(s, i, &keys);
		dialog_addf(d, str_c(bindings_b->command), "%s\t%s\t:%s",
			strbuf_c(&keys), bindings_b->help, bindings_b->command);
	}
	strbuf_free(&keys);
	if (!s->pager.open)
		add_keys_of(s, b, "pager");
	add_keys_of(s, b, "menu");
	dialog_heading(b, "Commands without a key");
	for (size_t i = 0; (c = commands_at(&s->commands, i)) != NULL; i++) {
		const struct binding *key_b;
		size_t count = strlen(c->name);
		bool has_key;

		/* Check whether a key runs this command, with any argument. */
		has_key = false;
		for (size_t j = 0; (key_b = keymap_at(s->keymap, j)) != NULL;
			j++)
			if (strncmp(key_b->command, c->name, count) == 0 &&
				(key_b->command[count] == '\0' ||
					key_b->command[count] == ' ')) {
				has_key = true;
				break;
			}
		if (has_key)
			continue;
		strbuf_reset(&commands_run);
		/* A command that needs an argument opens the command line. */
		strbuf_addf(&commands_run, "%s%s",
			c->arg != NULL && c->arg[0] != '[' ? "prompt command "
							   : "",
			c->name);
		dialog_addf(b, strbuf_str(&commands_run), ":%s\t%s\t%s",
			c->name, c->help, c->arg != NULL ? c->arg : "");
	}
	strbuf_free(&commands_run);
	dialog_heading(b, "Reports, as in pprof's shell");
	for (size_t i = 0; (r = report_at(i)) != NULL; i++) {
		bool needs_arg = r->doc.arg != NULL && !r->doc.arg_is_optional;

		if (r->doc.help == NULL)
			continue;
		strbuf_reset(&run);
		strbuf_addf(&run, "%s%s%s", needs_arg ? "prompt command " : "",
			r->doc.name, needs_arg ? " " : "");
		dialog_addf(b, strbuf_str(&run), ":%s\t%s\t%s", r->doc.name,
			r->doc.help, r->doc.arg != NULL ? r->doc.arg : "");
	}
	strbuf_free(&run);
	o = options_all(&n);
	for (size_t i = 0; i < n; i++) {
		if (group == NULL || strcmp(group, o[i].doc.group) != 0) {
			group = o[i].doc.group;
			dialog_addf(b, STR_EMPTY, "Options: %s", group)
				->heading = true;
		}
		strbuf_reset(&options_run);
		strbuf_addf(&options_run, "prompt command %s=", o[i].doc.name);
		dialog_addf(b, strbuf_str(&options_run), ":%s=\t%s\t",
			o[i].doc.name, o[i].doc.help);
	}
	strbuf_free(&options_run);
	dialog_ready(b);
}
