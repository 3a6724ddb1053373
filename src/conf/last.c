/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the screen looked last: see last.h. */
#include "config.h"

#include "conf/last.h"

#include <string.h>

#include "base/file.h"
#include "conf/configfile.h"

#include "base/banned.h"

static const char *const remembered[] = { "layout", "split", "split_lists",
	"root" };

static bool
is_remembered(const struct option *o)
{
	for (size_t i = 0; i < COUNT_OF(remembered); i++)
		if (strcmp(o->doc.name, remembered[i]) == 0)
			return true;
	return false;
}

void
last_read(const struct userdirs *dirs, struct options_target t)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf unquoted = STRBUF_INIT;
	struct err ignored = ERR_INIT;
	struct str rest = STR_EMPTY;

	if (userdirs_path(&path, dirs->state, "flametop/last") &&
		file_read(path.p, CONFIGFILE_MAX, &text, &ignored) == 0)
		rest = strbuf_str(&text);
	while (rest.n > 0) {
		struct str line = str_trim(str_cut(&rest, '\n')), value;
		const struct option *o;

		if (line.n > 0 && line.p[0] != '#' &&
			configfile_line(
				line, &o, &value, &unquoted, &ignored) == 0 &&
			is_remembered(o))
			(void)option_set(o, t, value, &ignored);
	}
	strbuf_free(&path);
	strbuf_free(&text);
	strbuf_free(&unquoted);
}

int
last_write(const struct userdirs *dirs, struct options_target begin,
	struct options_target now, struct err *err)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf value = STRBUF_INIT;
	bool is_changed = false;
	int rc = 0;

	strbuf_addc(&text, "# written by flametop when it is left\n");
	for (size_t i = 0; i < COUNT_OF(remembered); i++) {
		const struct option *o =
			option_find(str_c(remembered[i]), NULL);

		is_changed = is_changed || !option_same(o, begin, now);
		strbuf_reset(&value);
		option_get(o, now, &value);
		configfile_put(&text, o, strbuf_str(&value));
	}
	if (is_changed && userdirs_path(&path, dirs->state, "flametop/last"))
		rc = file_replace(path.p, strbuf_str(&text), err);
	strbuf_free(&path);
	strbuf_free(&text);
	strbuf_free(&value);
	return rc == 0 ? 0 : err_wrap(err, "layout not remembered");
}
