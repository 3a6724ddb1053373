/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The questions of a profile's reader: see questions.h. */
#include "config.h"

#include "ui/questions.h"

#include "app/command.h"
#include "ui/parts.h"

#include "base/banned.h"

/* clang-format off */
static const struct question questions[] = {
	{ "cpu", "Where does the time go?",
	  "the hottest path, down to its leaf",
	  { "pane flame", "zoomreset", "first", "hotpath" } },
	{ "leaf", "Which function is the hottest itself?",
	  "the table by self; Enter finds it",
	  { "tablesort=self", "pane top", "first" } },
	{ "subtree", "What does this subtree cost?",
	  "zoom: total and share are below",
	  { "pane flame", "zoom" } },
	{ "why", "Why is this function slow?",
	  "its callers above, its callees below",
	  { "sandwich" } },
	{ "line", "Which line is it?",
	  "a frame for each line; L goes back",
	  { "granularity=lines", "tablesort=self", "pane top", "first" } },
	{ "paths", "By which call paths does it get here?",
	  "the hottest stacks of the selection",
	  { "pane peek" } },
	{ "mine", "What of it is my code?",
	  "system frames out of sight; . brings them",
	  { "system=hide", "tablesort=self", "pane top", "first" } },
	{ "changed", "What changed since then?",
	  "a diff; without a base it asks for one",
	  { "diff" } },
	{ "routes", "Which route, tenant or tag costs more?",
	  "tags and their weight; mark two, then D",
	  { "pane tags" } },
	{ "small", "Many small costs everywhere?",
	  "by file they add up; A colours packages",
	  { "granularity=files", "tablesort=self", "pane top", "first" } },
	{ "memory", "Why does the memory climb?",
	  "what is held now (heap profiles)",
	  { "sample_index=inuse_space", "pane flame", "zoomreset",
	    "hotpath" } },
	{ "garbage", "What keeps the garbage collector busy?",
	  "all that was allocated (heap profiles)",
	  { "sample_index=alloc_space", "tablesort=self", "pane top",
	    "first" } },
	{ "locks", "Who waits for locks, and for how long?",
	  "delays (block and mutex profiles)",
	  { "sample_index=delay", "pane flame", "zoomreset", "hotpath" } },
};
/* clang-format on */

const struct question *
question_at(size_t i)
{
	return i < COUNT_OF(questions) ? &questions[i] : NULL;
}

static int
run_question(struct screen *s, const struct question *q, struct err *err)
{
	for (size_t i = 0; i < QUESTION_COMMANDS && q->command[i] != NULL; i++)
		if (command_run(&s->commands, str_c(q->command[i]), err) != 0)
			return -1;
	app_say(s->app, "%s %s", q->text, q->how);
	return 0;
}

int
cmd_answer(const struct call *call)
{
	struct strbuf names = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(questions); i++) {
		if (str_is(call->arg, questions[i].name)) {
			strbuf_free(&names);
			return run_question(
				call->on, &questions[i], call->err);
		}
		strbuf_addf(&names, "%s%s", i > 0 ? ", " : "",
			questions[i].name);
	}
	(void)err_set(call->err, ERR_USAGE, "answer: one of %s",
		strbuf_c(&names));
	strbuf_free(&names);
	return -1;
}
