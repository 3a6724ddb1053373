/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saved views: a text that is edited, files that are never lost. */
#include "prelude.h"

#include "conf/saved.h"

#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"

#include "base/file.h"
#include "conf/configfile.h"
#include "util_folder.h"

/* A home of its own, and what a user has set. */
struct home {
	char dir[32];
	struct arena arena;
	struct userdirs dirs;
	struct query base_query, query;
	struct settings base_settings, settings;
	struct options_target base, t;
	struct strbuf kept;
	struct saved_list list;
};

static void
home_init(struct home *h)
{
	*h = (struct home){ .dir = "/tmp/ft-saved-XXXXXX",
		.arena = ARENA_INIT };
	folder_make(h->dir);
	query_init(&h->base_query);
	query_init(&h->query);
	settings_init(&h->base_settings);
	settings_init(&h->settings);
	h->base = (struct options_target){ .query = &h->base_query,
		.settings = &h->base_settings,
		.text = &h->arena };
	h->t = (struct options_target){
		.query = &h->query, .settings = &h->settings, .text = &h->arena
	};
	h->dirs = userdirs_find(&h->arena, NULL, NULL, h->dir, h->dir);
}

static void
home_fini(struct home *h)
{
	saved_fini(&h->list);
	strbuf_free(&h->kept);
	arena_free(&h->arena);
	assert_true(folder_remove(h->dir));
}

static void
set(struct options_target t, const char *name, const char *value)
{
	struct err err = ERR_INIT;

	if (option_set(option_find(str_c(name), NULL), t, str_c(value), &err) !=
		0)
		fail_msg("%s", err.msg);
}

static void
put(struct home *h, enum saved_from from, const char *name)
{
	struct err err = ERR_INIT;

	if (saved_put(&h->dirs, from, str_c(name), h->t, h->base, &h->kept,
		    &err) != 0)
		fail_msg("%s", err.msg);
}

static void
read_again(struct home *h)
{
	saved_fini(&h->list);
	saved_read(&h->list, &h->dirs);
}

static void
must_warn(struct home *h, const char *note)
{
	struct str all = h->list.damage.n > 0 ? h->list.damage.head->text
					      : STR("nothing");

	assert_int_equal(h->list.damage.n, 1);
	if (!str_ends(all, str_c(note)))
		fail_msg("%.*s", STR_ARG(all));
}

static void
apply(struct home *h, const char *name)
{
	const struct saved *v;
	struct warnings damage;

	warnings_init(&damage, &h->arena);
	read_again(h);
	v = saved_find(&h->list, str_c(name));
	assert_non_null(v);
	saved_apply(v, h->t, h->base, &damage);
}

TEST(every_option_of_a_view_comes_back)
{
	struct home h;
	struct strbuf before = STRBUF_INIT, after = STRBUF_INIT;

	home_init(&h);
	set(h.t, "focus", "  \"a b\\\" ");
	set(h.t, "hide", "^runtime\\.");
	set(h.t, "more_tagfocus", "a=1\nb=2");
	set(h.t, "nodefraction", "0.125");
	set(h.t, "trim", "false");
	set(h.t, "granularity", "lines");
	set(h.t, "sample_index", "alloc_space");
	set(h.t, "tablesort", "-total");
	set(h.t, "layout", "rows");
	set(h.t, "zoom", "main;a\\;b");
	options_cmdline(h.t, &before);
	put(&h, SAVED_OWN, "mine");
	query_init(&h.query);
	settings_init(&h.settings);
	set(h.t, "ignore", "gone");
	set(h.t, "more_tagfocus", "gone");
	apply(&h, "mine");
	options_cmdline(h.t, &after);
	assert_string_equal(strbuf_c(&before), strbuf_c(&after));
	assert_true(saved_is_current(&h.list.item.p[0], h.t, h.base));
	set(h.t, "names", "full");
	assert_false(saved_is_current(&h.list.item.p[0], h.t, h.base));
	assert_int_equal(h.kept.n, 0);
	strbuf_free(&before);
	strbuf_free(&after);
	home_fini(&h);
}

TEST(a_view_says_what_differs_from_the_configuration)
{
	struct home h;

	home_init(&h);
	set(h.base, "layout", "rows");
	set(h.base, "noinlines", "true");
	set(h.t, "noinlines", "true");
	set(h.t, "focus", "x");
	put(&h, SAVED_OWN, "mine");
	folder_holds(h.dir, ".config/flametop/views",
		"[mine]\nfocus = x\nlayout = auto\n");
	apply(&h, "mine");
	assert_int_equal(h.settings.layout, LAYOUT_AUTO);
	assert_true(h.query.noinlines);
	home_fini(&h);
}

TEST(other_lines_of_the_file_stay)
{
	static const char text[] = "# weekly\n"
				   "[a]\n"
				   "  # why\n"
				   "focus = old\n"
				   "\n"
				   "# of b\n"
				   "[b]\r\n"
				   "hide = y\r\n"
				   "future = 1\n"
				   "\n"
				   "[c]\n"
				   "show = z";
	struct home h;
	struct err err = ERR_INIT;

	home_init(&h);
	folder_write(h.dir, ".config/flametop/views", text);
	set(h.t, "focus", "new");
	put(&h, SAVED_OWN, "a");
	put(&h, SAVED_OWN, "d");
	assert_int_equal(saved_change(&h.dirs, SAVED_OWN, STR("b"),
				 &STR("b two"), &h.kept, &err),
		0);
	assert_int_equal(
		saved_change(&h.dirs, SAVED_OWN, STR("c"), NULL, &h.kept, &err),
		0);
	folder_holds(h.dir, ".config/flametop/views",
		"# weekly\n"
		"[a]\n"
		"focus = new\n"
		"\n"
		"# of b\n"
		"[b two]\r\n"
		"hide = y\r\n"
		"future = 1\n"
		"\n"
		"[d]\n"
		"focus = new\n");
	/* That view had a line that this program does not know. */
	folder_holds(h.dir, ".config/flametop/views.bad", text);
	home_fini(&h);
}

TEST(names_are_checked_and_not_taken_twice)
{
	struct home h;
	struct err err = ERR_INIT;
	static const struct {
		const char *name;
		const char *msg;
	} bad[] = {
		{ "", "a name cannot be empty or begin or end with a blank" },
		{ " a", "a name cannot be empty or begin or end with a blank" },
		{ "a\nb", "a name cannot contain control characters" },
		{ "a\x1b", "a name cannot contain control characters" },
		{ "\xff", "a name cannot contain control characters" }
	};

	home_init(&h);
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		assert_int_equal(
			saved_put(&h.dirs, SAVED_OWN, str_c(bad[i].name), h.t,
				h.base, &h.kept, &err),
			-1);
		assert_string_equal(err.msg, bad[i].msg);
	}
	put(&h, SAVED_OWN, "]x[");
	put(&h, SAVED_OWN, "b");
	read_again(&h);
	assert_non_null(saved_find(&h.list, STR("]x[")));
	assert_int_equal(saved_change(&h.dirs, SAVED_OWN, STR("b"), &STR("]x["),
				 &h.kept, &err),
		-1);
	assert_string_equal(err.msg, "the view \"]x[\" already exists");
	assert_int_equal(
		saved_change(&h.dirs, SAVED_OWN, STR("q"), NULL, &h.kept, &err),
		-1);
	assert_string_equal(err.msg, "you have no view \"q\"");
	home_fini(&h);
}

TEST(damage_is_named_and_the_rest_is_used)
{
	static const struct {
		const char *text, *note;
		size_t views;
	} cases[] = {
		{ "focus = x\n[a]\nhide = y\n",
			"views:1: outside any view; a view begins with [name]",
			1 },
		{ "[a\nfocus = x\n[b]\n",
			"views:1: a view's name belongs in brackets: [name]",
			1 },
		{ "[a]\nfocus = (\nhide = y\n",
			"views:2: parsing focus regexp: error parsing regexp: "
			"missing closing ): `(`",
			1 },
		{ "[a]\n\nfocsu = x\nhide = y\n",
			"views:3: unknown option focsu, did you mean focus?",
			1 },
		{ "[a]\ncolor = never\n",
			"views:2: color cannot be part of a view", 1 },
		{ "[a]\nmap q quit\n", "views:2: unknown option map q quit",
			1 },
	};

	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct home h;

		home_init(&h);
		folder_write(h.dir, ".config/flametop/views", cases[i].text);
		read_again(&h);
		must_warn(&h, cases[i].note);
		/* Default is there always. */
		assert_int_equal(h.list.item.n, cases[i].views + 1);
		put(&h, SAVED_OWN, "new");
		folder_holds(
			h.dir, ".config/flametop/views.bad", cases[i].text);
		home_fini(&h);
	}
}

TEST(a_project_file_gives_views_and_is_not_written)
{
	struct home h;
	struct strbuf below = STRBUF_INIT;
	struct err err = ERR_INIT;

	home_init(&h);
	folder_write(h.dir, "p/.flametop",
		"[by line]\ngranularity = lines\ndiff = /etc/passwd\n");
	folder_write(h.dir, "p/a/b/x", "");
	strbuf_addf(&below, "%s/p/a/b", h.dir);
	h.dirs = userdirs_find(&h.arena, NULL, NULL, h.dir, strbuf_c(&below));
	strbuf_free(&below);
	assert_true(str_ends(h.dirs.project, STR("/p/.flametop")));
	apply(&h, "by line");
	assert_int_equal(h.query.granularity, GRAN_LINES);
	assert_int_equal(h.settings.diff.n, 0);
	assert_int_equal(h.list.item.p[0].from, SAVED_PROJECT);
	assert_true(str_is(h.list.item.p[0].name, "by line"));
	assert_int_equal(saved_change(&h.dirs, SAVED_PROJECT, STR("by line"),
				 NULL, &h.kept, &err),
		-1);
	assert_string_equal(err.msg, "edit the project file .flametop by hand");
	home_fini(&h);
}

TEST(folders_are_where_the_xdg_rules_say)
{
	struct arena arena = ARENA_INIT;
	struct userdirs d;
	struct strbuf path = STRBUF_INIT;

	d = userdirs_find(&arena, "/c", "/s", "/h", "/");
	assert_true(str_is(d.config, "/c"));
	assert_true(str_is(d.state, "/s"));
	d = userdirs_find(&arena, "c", "", "/h", NULL);
	assert_true(str_is(d.config, "/h/.config"));
	assert_true(str_is(d.state, "/h/.local/state"));
	assert_int_equal(d.project.n, 0);
	d = userdirs_find(&arena, NULL, NULL, NULL, NULL);
	assert_false(userdirs_path(&path, d.config, "x"));
	assert_int_equal(path.n, 0);
	arena_free(&arena);
}

TEST(without_a_folder_nothing_is_saved)
{
	struct home h;
	struct err err = ERR_INIT;

	home_init(&h);
	h.dirs = userdirs_find(&h.arena, NULL, NULL, NULL, NULL);
	assert_int_equal(saved_put(&h.dirs, SAVED_OWN, STR("a"), h.t, h.base,
				 &h.kept, &err),
		-1);
	assert_string_equal(err.msg,
		"nowhere to save it: neither XDG_CONFIG_HOME nor HOME is set");
	read_again(&h);
	assert_int_equal(h.list.item.n, 1);
	assert_int_equal(h.list.damage.n, 0);
	home_fini(&h);
}

#ifdef HAVE_JANSSON

TEST(configurations_stand_in_the_same_list)
{
	struct home h;
	struct err err = ERR_INIT;

	home_init(&h);
	set(h.t, "focus", "Check");
	set(h.t, "nodecount", "0");
	put(&h, SAVED_OWN, "view");
	put(&h, SAVED_PPROF, "conf");
	set(h.t, "more_tagfocus", "a=1");
	set(h.t, "sample_index", "cpu");
	set(h.t, "focus", "other");
	apply(&h, "conf");
	assert_int_equal(h.list.item.n, 3);
	assert_true(str_is(h.list.item.p[1].name, "Default"));
	assert_true(h.list.item.p[1].is_builtin);
	assert_true(str_is(h.query.focus, "Check"));
	assert_int_equal(h.query.nodecount, 0);
	assert_int_equal(h.query.more_tagfocus.n, 0);
	assert_true(str_is(h.query.sample_index, "cpu"));
	assert_true(saved_is_current(&h.list.item.p[2], h.t, h.base));
	assert_false(saved_is_current(&h.list.item.p[1], h.t, h.base));
	apply(&h, "Default");
	assert_int_equal(h.query.focus.n, 0);
	assert_int_equal(h.query.nodecount, -1);
	assert_int_equal(saved_change(&h.dirs, SAVED_PPROF, STR("conf"),
				 &STR("c2"), &h.kept, &err),
		0);
	read_again(&h);
	assert_non_null(saved_find_from(&h.list, SAVED_PPROF, STR("c2")));
	assert_int_equal(saved_change(&h.dirs, SAVED_PPROF, STR("c2"), NULL,
				 &h.kept, &err),
		0);
	assert_int_equal(saved_change(&h.dirs, SAVED_PPROF, STR("c2"), NULL,
				 &h.kept, &err),
		-1);
	assert_string_equal(err.msg, "config c2 not found");
	folder_holds(h.dir, ".config/pprof/settings.json",
		"{\n  \"configs\": []\n}");
	home_fini(&h);
}

TEST(damaged_settings_are_copied_before_they_are_replaced)
{
	static const char text[] = "{\"configs\": [\n{\"name\": \"a\"},\n{";
	struct home h;

	home_init(&h);
	folder_write(h.dir, ".config/pprof/settings.json", text);
	read_again(&h);
	assert_int_equal(h.list.item.n, 2);
	assert_int_equal(h.list.damage.n, 1);
	assert_true(str_find(h.list.damage.head->text, STR("settings.json:3: "),
			    0) > 0);
	put(&h, SAVED_PPROF, "b");
	assert_true(str_ends(strbuf_str(&h.kept), STR("/settings.json.bad")));
	folder_holds(h.dir, ".config/pprof/settings.json.bad", text);
	read_again(&h);
	assert_int_equal(h.list.item.n, 3);
	assert_int_equal(h.list.damage.n, 0);
	home_fini(&h);
}

#endif

int
main(void)
{
	return tests_run(NULL, NULL);
}
