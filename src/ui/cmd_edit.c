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

/* May have arguments of its own: sh reads it. */
static const char *
editor(void)
{
	static const char *const names[] = { "VISUAL", "EDITOR" };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *value = getenv(names[i]);

		if (value != NULL && *value != '\0')
			return value;
	}
	return "vi";
}

/* "$EDITOR +41 'src/rules.go'": a name that begins with '-' is no option. */
static void
editor_line(struct strbuf *out, struct str path, int64_t line)
{
	struct strbuf whole = STRBUF_INIT;

	strbuf_addc(out, editor());
	if (line > 0)
		strbuf_addf(out, " +%" PRId64, line);
	strbuf_addch(out, ' ');
	if (!str_starts(path, STR("/")))
		strbuf_addc(&whole, "./");
	strbuf_add(&whole, path);
	shell_word(out, strbuf_str(&whole));
	strbuf_free(&whole);
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
		editor_line(&s->command, f.path, line);
		s->command_reads = false;
		s->wants |= SCREEN_RUN;
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
