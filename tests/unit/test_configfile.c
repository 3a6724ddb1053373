/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The configuration edited as text, and how the screen looked last. */
#include "prelude.h"

#include "conf/configfile.h"

#include <sys/stat.h>

#include "testing.h"

#include "base/file.h"
#include "util_folder.h"

#define CONFIG ".config/flametop/config"

struct home {
	char dir[32];
	struct arena arena;
	struct userdirs dirs;
	struct query query;
	struct settings settings;
	struct options_target t;
	struct strbuf kept;
};

static void
home_init(struct home *h)
{
	*h = (struct home){ .dir = "/tmp/ft-edit-XXXXXX", .arena = ARENA_INIT };
	folder_make(h->dir);
	query_init(&h->query);
	settings_init(&h->settings);
	h->t = (struct options_target){
		.query = &h->query, .settings = &h->settings, .text = &h->arena
	};
	h->dirs = userdirs_find(&h->arena, NULL, NULL, h->dir, NULL);
}

static void
home_fini(struct home *h)
{
	strbuf_free(&h->kept);
	arena_free(&h->arena);
	assert_true(folder_remove(h->dir));
}

static void
set_and_keep(struct home *h, const char *name, const char *value)
{
	const struct option *o = option_find(str_c(name), NULL);
	struct err err = ERR_INIT;

	assert_int_equal(option_set(o, h->t, str_c(value), &err), 0);
	if (configfile_keep(&h->dirs, o, h->t, &h->kept, &err) != 0)
		fail_msg("%s", err.msg);
}

TEST(only_the_lines_of_the_option_change)
{
	struct home h;

	home_init(&h);
	folder_write(h.dir, CONFIG,
		"# how I like it\n"
		"layout = rows   \n"
		"\n"
		"  # granularity = lines\n"
		"lines\n"
		"names=full");
	set_and_keep(&h, "layout", "graph");
	set_and_keep(&h, "granularity", "files");
	set_and_keep(&h, "percent", "off");
	folder_holds(h.dir, CONFIG,
		"# how I like it\n"
		"layout = graph\n"
		"\n"
		"  # granularity = lines\n"
		"granularity = files\n"
		"names=full\n"
		"percent = off\n");
	/* A default value needs no line. */
	set_and_keep(&h, "layout", "auto");
	set_and_keep(&h, "names", "auto");
	folder_holds(h.dir, CONFIG,
		"# how I like it\n"
		"\n"
		"  # granularity = lines\n"
		"granularity = files\n"
		"percent = off\n");
	assert_int_equal(h.kept.n, 0);
	home_fini(&h);
}

TEST(the_last_of_several_lines_is_the_place)
{
	struct home h;

	home_init(&h);
	folder_write(
		h.dir, CONFIG, "unit = ms\nmean\nunit = s\ntrim = false\n");
	set_and_keep(&h, "unit", "us");
	folder_holds(h.dir, CONFIG, "mean\nunit = us\ntrim = false\n");
	set_and_keep(&h, "more_tagfocus", "a=1\nb=2");
	set_and_keep(&h, "more_tagfocus", "c=3\nd=4");
	folder_holds(h.dir, CONFIG,
		"mean\nunit = us\ntrim = false\n"
		"more_tagfocus = c=3\nmore_tagfocus = d=4\n");
	home_fini(&h);
}

TEST(keys_are_kept_and_given_back)
{
	struct home h;
	struct err err = ERR_INIT;
	struct keymap *km = keymap_new(&err);

	home_init(&h);
	folder_write(h.dir, CONFIG, "map Z undo\n# end\n");
	assert_int_equal(keymap_map(km, STR("Z redo"), 0, &err), 0);
	assert_int_equal(keymap_map(km, STR("; zoomreset"), 0, &err), 0);
	assert_int_equal(
		configfile_keep_key(&h.dirs, km, 'Z', &h.kept, &err), 0);
	assert_int_equal(
		configfile_keep_key(&h.dirs, km, ';', &h.kept, &err), 0);
	folder_holds(h.dir, CONFIG, "map Z redo\n# end\nmap ; zoomreset\n");
	assert_true(keymap_unmap(km, 'Z'));
	assert_int_equal(
		configfile_keep_key(&h.dirs, km, 'Z', &h.kept, &err), 0);
	folder_holds(h.dir, CONFIG, "# end\nmap ; zoomreset\n");
	keymap_free(km);
	home_fini(&h);
}

TEST(a_damaged_file_is_copied_before_it_is_replaced)
{
	struct home h;

	home_init(&h);
	folder_write(h.dir, CONFIG, "layuot = rows\n");
	set_and_keep(&h, "layout", "rows");
	folder_holds(h.dir, CONFIG, "layuot = rows\nlayout = rows\n");
	folder_holds(h.dir, ".config/flametop/config.bad", "layuot = rows\n");
	assert_true(str_ends(strbuf_str(&h.kept), STR("config.bad")));
	home_fini(&h);
}

TEST(the_last_layout_is_remembered_when_it_was_changed)
{
	struct home h;
	struct query query;
	struct settings settings;
	struct options_target begin = { .query = &query,
		.settings = &settings };
	struct err err = ERR_INIT;
	struct strbuf path = STRBUF_INIT;

	home_init(&h);
	query_init(&query);
	settings_init(&settings);
	h.query.focus = STR("x");
	assert_int_equal(remembered_write(&h.dirs, begin, h.t, &err), 0);
	strbuf_addf(&path, "%s/.local", h.dir);
	assert_int_equal(remove(strbuf_c(&path)), -1); /* it is not there */
	h.settings.layout = LAYOUT_ROWS;
	assert_int_equal(remembered_write(&h.dirs, begin, h.t, &err), 0);
	folder_holds(h.dir, ".local/state/flametop/last",
		"# written by flametop when it quits\nlayout = rows\nsplit = "
		"0\nsplit_lists = 0\nroot = top\n");
	remembered_read(&h.dirs, begin);
	assert_int_equal(settings.layout, LAYOUT_ROWS);
	assert_int_equal(query.focus.n, 0);
	strbuf_free(&path);
	home_fini(&h);
}

TEST(the_last_file_sets_nothing_else)
{
	struct home h;
	struct strbuf path = STRBUF_INIT;
	struct err err = ERR_INIT;

	home_init(&h);
	strbuf_addf(&path, "%s/.local/state/flametop/last", h.dir);
	assert_int_equal(file_replace(strbuf_c(&path),
				 STR("focus = x\n[]\nlayout = sideways\n"
				     "layout = graph\n"),
				 &err),
		0);
	remembered_read(&h.dirs, h.t);
	assert_int_equal(h.query.focus.n, 0);
	assert_int_equal(h.settings.layout, LAYOUT_GRAPH);
	strbuf_free(&path);
	home_fini(&h);
}

/* A value that is not the default and not easily written on a line. */
static const char *
other_value(const struct option *o, struct options_target t)
{
	switch (o->type) {
	case OPT_BOOL: {
		struct strbuf now = STRBUF_INIT;
		bool on;

		option_get(o, t, &now);
		on = str_is(strbuf_str(&now), "true");
		strbuf_free(&now);
		return on ? "false" : "true";
	}
	case OPT_INT:
		return "17";
	case OPT_SIZE:
		return "3G";
	case OPT_FLOAT:
	case OPT_DIVISOR:
		return "0.125";
	case OPT_ENUM:
		return o->doc.choices[1];
	case OPT_URL:
		return "https://x.org/{file}#L{line}";
	case OPT_RENAME:
	case OPT_MAP:
		return "/from here=/to";
	case OPT_LIST:
		return "a=1\n b=\" \n\"c\"";
	case OPT_STRING:
	case OPT_REGEX:
	case OPT_TAGFILTER:
		break;
	}
	return " # \"a = \\\\b\" ";
}

TEST(every_option_goes_into_the_file_and_comes_back)
{
	struct home h, back;
	size_t n;
	const struct option *o = options_all(&n);

	home_init(&h);
	home_init(&back);
	for (size_t i = 0; i < n; i++) {
		struct strbuf line = STRBUF_INIT;
		struct err err = ERR_INIT;
		struct warnings damage;

		warnings_init(&damage, &back.arena);
		if (option_set(&o[i], h.t, str_c(other_value(&o[i], h.t)),
			    &err) != 0)
			fail_msg("%s", err.msg);
		configfile_put(&line, &o[i], h.t);
		configfile_apply(strbuf_str(&line), back.t, NULL, &damage);
		if (damage.n > 0 || !option_same(&o[i], h.t, back.t))
			fail_msg("%s", strbuf_c(&line));
		strbuf_free(&line);
	}
	home_fini(&h);
	home_fini(&back);
}

TEST(servers_stay_at_the_end)
{
	struct home h;
	struct named_servers *all = named_new();
	struct strbuf path = STRBUF_INIT;
	struct warnings damage;

	home_init(&h);
	warnings_init(&damage, &h.arena);
	folder_write(h.dir, CONFIG,
		"noinlines\n"
		"[server a]\n"
		"url = http://h/\n"
		"tls_ca = x\n"
		"granularity = lines\n");
	set_and_keep(&h, "granularity", "files");
	folder_holds(h.dir, CONFIG,
		"noinlines\n"
		"granularity = files\n"
		"[server a]\n"
		"url = http://h/\n"
		"tls_ca = x\n"
		"granularity = lines\n");
	assert_int_equal(h.kept.n, 0);
	/* The server's line too many is the only thing to note. */
	strbuf_addf(&path, "%s/" CONFIG, h.dir);
	configfile_read(path.p, h.t, NULL, all, &damage);
	assert_int_equal(damage.n, 1);
	assert_true(str_find(damage.head->text, STR(":6: "), 0) > 0);
	assert_true(str_is(named_at(all, 0), "a"));
	named_free(all);
	strbuf_free(&path);
	home_fini(&h);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
