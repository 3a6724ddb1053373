/* SPDX-License-Identifier: GPL-3.0-or-later */
/* e: the source of the selection in the user's editor. */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>

#include "app/change.h"
#include "input/shell.h"
#include "report/srcfile.h"
#include "ui/parts.h"

#include "base/banned.h"

static const char *
editor(const char **variable)
{
	static const char *const names[] = { "VISUAL", "EDITOR" };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *value = getenv(names[i]);

		*variable = names[i];
		if (value != NULL && *value != '\0')
			return value;
	}
	return "vi";
}

static void
add_word(struct strbuf *out, struct str word)
{
	strbuf_add(out, word);
	strbuf_addch(out, '\0');
}

/* "$EDITOR +41 ./src/rules.go", its words: no shell reads the name. One that
   begins with '-' is no option. */
static int
editor_words(struct strbuf *out, struct str path, int64_t line, struct err *err)
{
	struct strbuf word = STRBUF_INIT;
	const char *variable;
	struct str rest = str_c(editor(&variable));
	int status;

	/* It may have arguments of its own, quoted as for a shell. */
	while ((status = shell_next(&rest, &word, err)) > 0)
		add_word(out, strbuf_str(&word));
	if (status < 0) {
		strbuf_free(&word);
		return err_wrap(err, "%s", variable);
	}
	strbuf_reset(&word);
	if (line > 0) {
		strbuf_addf(&word, "+%" PRId64, line);
		add_word(out, strbuf_str(&word));
	}
	strbuf_reset(&word);
	if (!str_starts(path, STR("/")))
		strbuf_addc(&word, "./");
	strbuf_add(&word, path);
	add_word(out, strbuf_str(&word));
	strbuf_free(&word);
	return 0;
}

static int
cmd_edit(const struct call *call)
{
	struct screen *s = call->on;
	const struct view *v = s->app->shown.view;
	frame_id frame = selected_frame(s->app);
	struct str file;
	struct srcfile f;
	int64_t line;
	int rc;

	if (frame == NONE)
		return err_set(call->err, ERR_USAGE,
			"select a function: its source is opened");
	file = caption_source(v, frame, &line);
	if (file.n == 0)
		return err_set(call->err, ERR_IO,
			"the profile does not say where the source of %.*s is",
			STR_ARG(selected_name(s->app)));
	rc = srcfile_read(
		&f, file, v->query.trim_path, v->query.source_path, 1);
	if (rc == 0) {
		strbuf_reset(&s->command);
		rc = editor_words(&s->command, f.path, line, call->err);
		s->command_reads = false;
		s->wants |= rc == 0 ? SCREEN_RUN : 0;
	} else {
		(void)err_set(call->err, ERR_IO,
			"%.*s; :source_path= says where sources are",
			STR_ARG(f.why));
	}
	srcfile_fini(&f);
	return rc;
}

static const struct command rows[] = {
	{ "edit", NULL, "the source of the selection in $EDITOR", cmd_edit },
};

const struct command *
edit_commands(size_t *n)
{
	*n = COUNT_OF(rows);
	return rows;
}
