/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The option table: it covers every field, and text goes in and out. */
#include "prelude.h"

#include "conf/options.h"

#include "testing.h"

#include "base/compiler.h"
#include "base/xalloc.h"
#include "input/shell.h"

struct place { /* a target with its own memory */
	struct query query;
	struct settings settings;
	struct arena text;
	struct options_target t;
};

static void
place_init(struct place *p)
{
	query_init(&p->query);
	settings_init(&p->settings);
	p->text = (struct arena)ARENA_INIT;
	p->t = (struct options_target){
		.query = &p->query, .settings = &p->settings, .text = &p->text
	};
}

static size_t
field_size(const struct option *o)
{
	switch (o->type) {
	case OPT_BOOL:
		return sizeof(bool);
	case OPT_INT:
	case OPT_SIZE:
		return sizeof(int64_t);
	case OPT_FLOAT:
	case OPT_DIVISOR:
		return sizeof(double);
	case OPT_ENUM:
		return sizeof(int);
	case OPT_STRING:
	case OPT_REGEX:
	case OPT_TAGFILTER:
	case OPT_LIST:
	case OPT_RENAME:
	case OPT_MAP:
	case OPT_URL:
		break;
	}
	return sizeof(struct str);
}

static int
set(struct place *p, const char *name, const char *value, struct err *err)
{
	struct str v = str_c(value);
	const struct option *o = option_find(str_c(name), &v);

	if (o == NULL)
		fail_msg("no option %s", name);
	return option_set(o, p->t, v, err);
}

static void
must_set(struct place *p, const char *name, const char *value)
{
	struct err err = ERR_INIT;

	if (set(p, name, value, &err) != 0)
		fail_msg("%s=%s: %s", name, value, err.msg);
}

static void
must_fail(const char *name, const char *value, const char *msg)
{
	struct place p;
	struct query before;
	struct err err = ERR_INIT;

	place_init(&p);
	before = p.query;
	assert_int_equal(set(&p, name, value, &err), -1);
	assert_string_equal(err.msg, msg);
	assert_int_equal(err.code, ERR_USAGE);
	assert_true(query_equal(&before, &p.query));
	arena_free(&p.text);
}

/* Mark the bytes of one target's rows in `seen`. */
static void
mark_rows(enum option_target target, unsigned char *seen, size_t size)
{
	size_t n;
	const struct option *all = options_all(&n);

	for (size_t i = 0; i < n; i++) {
		if (all[i].target != target)
			continue;
		assert_true(all[i].field + field_size(&all[i]) <= size);
		for (size_t b = 0; b < field_size(&all[i]); b++)
			if (seen[all[i].field + b]++ != 0)
				fail_msg("%s overlaps a row", all[i].doc.name);
	}
}

#ifdef __has_builtin
#if __has_builtin(__builtin_clear_padding)
#define CLEAR_PADDING(p) __builtin_clear_padding(p)
#endif
#endif

TEST(every_byte_of_the_query_belongs_to_one_row)
{
	unsigned char seen[sizeof(struct query)] = { 0 };

	mark_rows(ON_QUERY, seen, sizeof(seen));
#ifdef CLEAR_PADDING
	struct query q;
	unsigned char bytes[sizeof(q)];

	memset(&q, 0xff, sizeof(q));
	CLEAR_PADDING(&q);
	memcpy(bytes, &q, sizeof(q));
	for (size_t b = 0; b < sizeof(q); b++)
		if ((seen[b] != 0) != (bytes[b] != 0))
			fail_msg("byte %zu of struct query: no row", b);
#endif
}

TEST(every_byte_of_the_settings_belongs_to_one_row)
{
	unsigned char seen[sizeof(struct settings)] = { 0 };

	mark_rows(ON_SETTINGS, seen, sizeof(seen));
#ifdef CLEAR_PADDING
	struct settings s;
	unsigned char bytes[sizeof(s)];

	memset(&s, 0xff, sizeof(s));
	CLEAR_PADDING(&s);
	memcpy(bytes, &s, sizeof(s));
	for (size_t b = 0; b < sizeof(s); b++)
		if ((seen[b] != 0) != (bytes[b] != 0))
			fail_msg("byte %zu of struct settings: no row", b);
#endif
}

TEST(every_row_takes_its_own_printed_default)
{
	size_t n;
	const struct option *all = options_all(&n);

	for (size_t i = 0; i < n; i++) {
		struct place p;
		struct strbuf text = STRBUF_INIT;
		struct err err = ERR_INIT;

		place_init(&p);
		option_get(&all[i], p.t, &text);
		if (option_set(&all[i], p.t, str_c(strbuf_c(&text)), &err) != 0)
			fail_msg("%s: %s", all[i].doc.name, err.msg);
		if (!option_is_default(&all[i], p.t))
			fail_msg("%s changed", all[i].doc.name);
		strbuf_free(&text);
		arena_free(&p.text);
	}
}

/* A value that differs from the default, for any row. */
static const char *
other_value(const struct option *o)
{
	struct place p;

	place_init(&p);
	switch (o->type) {
	case OPT_BOOL: {
		const bool *b = o->target == ON_QUERY
			? (const void *)((char *)&p.query + o->field)
			: (const void *)((char *)&p.settings + o->field);
		return *b ? "false" : "true";
	}
	case OPT_INT:
		return "17";
	case OPT_SIZE:
		return "3G";
	case OPT_FLOAT:
	case OPT_DIVISOR:
		return "0.1";
	case OPT_ENUM:
		return o->doc.choices[1];
	case OPT_LIST:
		return "tenant=a b\nbytes=1kb:2kb";
	case OPT_URL:
		return "https://x.org/{file}#L{line}";
	case OPT_RENAME:
	case OPT_MAP:
		return "/src=/home/u/x y\n/b=c";
	case OPT_STRING:
	case OPT_REGEX:
	case OPT_TAGFILTER:
		break;
	}
	return "it's $HOME \"q\" \\* é;x";
}

TEST(every_row_gives_back_what_was_set_and_can_be_reset)
{
	size_t n;
	const struct option *all = options_all(&n);

	for (size_t i = 0; i < n; i++) {
		struct place p;
		struct strbuf text = STRBUF_INIT;

		place_init(&p);
		must_set(&p, all[i].doc.name, other_value(&all[i]));
		option_get(&all[i], p.t, &text);
		assert_string_equal(strbuf_c(&text), other_value(&all[i]));
		assert_false(option_is_default(&all[i], p.t));
		option_reset(&all[i], p.t);
		assert_true(option_is_default(&all[i], p.t));
		strbuf_free(&text);
		arena_free(&p.text);
	}
}

TEST(every_option_of_a_query_makes_queries_differ)
{
	size_t n;
	const struct option *all = options_all(&n);

	for (size_t i = 0; i < n; i++) {
		struct place a, b;

		place_init(&a);
		place_init(&b);
		must_set(&b, all[i].doc.name, other_value(&all[i]));
		if (query_equal(&a.query, &b.query) !=
			(all[i].target == ON_SETTINGS))
			fail_msg("%s", all[i].doc.name);
		option_copy(&all[i], a.t, b.t);
		assert_true(option_same(&all[i], a.t, b.t));
		assert_true(query_equal(&a.query, &b.query));
		arena_free(&a.text);
		arena_free(&b.text);
	}
}

TEST(equal_queries_may_have_their_texts_in_different_places)
{
	struct query a, b;
	char text[] = "main";

	query_init(&a);
	query_init(&b);
	assert_true(query_equal(&a, &b));
	a.focus = STR("main");
	b.focus = str_c(text);
	assert_true(query_equal(&a, &b));
	text[0] = 'M';
	assert_false(query_equal(&a, &b));
}

TEST(a_number_that_is_none_differs_from_a_number)
{
	struct place a, b;

	place_init(&a);
	place_init(&b);
	must_set(&a, "nodefraction", "nan");
	assert_false(query_equal(&a.query, &b.query));
	must_set(&b, "nodefraction", "nan");
	assert_true(query_equal(&a.query, &b.query));
}

TEST(rows_are_complete_and_names_are_unique)
{
	size_t n;
	const struct option *all = options_all(&n);

	for (size_t i = 0; i < n; i++) {
		const struct option *o = &all[i];
		size_t len = strlen(o->doc.help);

		assert_ptr_equal(option_find(str_c(o->doc.name), NULL), o);
		if (o->doc.alias != NULL)
			assert_ptr_equal(
				option_find(str_c(o->doc.alias), NULL), o);
		assert_non_null(o->doc.group);
		assert_true(len > 0 && len <= 60);
		assert_true(o->doc.help[len - 1] != '.');
		assert_int_equal(o->doc.arg == NULL, o->type == OPT_BOOL);
		assert_int_equal(o->doc.choices != NULL, o->type == OPT_ENUM);
		/* Options that a row names are there. */
		if (o->more != NULL)
			assert_non_null(option_find(str_c(o->more), NULL));
		if (o->opposite != NULL)
			assert_non_null(option_find(str_c(o->opposite), NULL));
		/* Groups are not split. */
		for (size_t j = i + 2; j < n; j++)
			if (strcmp(all[j].doc.group, o->doc.group) == 0)
				assert_string_equal(
					all[j - 1].doc.group, o->doc.group);
	}
}

/* A new filter that drops samples has to be known to query_drops_samples(). */
TEST(filters_are_texts_of_a_query_that_undo_is_for)
{
	static const char *const keep[] = { "system", "tagshow", "taghide",
		"tagroot", "tagleaf" };
	size_t n;
	const struct option *all = options_all(&n);

	for (size_t i = 0; i < n; i++) {
		const struct option *o = &all[i];
		bool drops = true;
		struct place p;

		if (strncmp(o->doc.group, "Filters on ", 11) == 0)
			assert_int_not_equal(o->filters, NO_FILTER);
		if (o->remembered)
			assert_true(o->saved && !o->undone &&
				o->target == ON_SETTINGS);
		if (o->filters == NO_FILTER)
			continue;
		assert_true(o->target == ON_QUERY && o->saved && o->undone);
		place_init(&p);
		assert_int_equal(option_text(o, &p.query).n, 0);
		must_set(&p, o->doc.name, o->type == OPT_ENUM ? "hide" : "a");
		assert_true(str_is(option_text(o, &p.query),
			o->type == OPT_ENUM ? "hide" : "a"));
		for (size_t k = 0; k < COUNT_OF(keep); k++)
			drops = drops && strcmp(o->doc.name, keep[k]) != 0;
		assert_int_equal(query_drops_samples(&p.query), drops);
		arena_free(&p.text);
	}
}

TEST(a_choice_is_a_name_of_its_own)
{
	struct place p;

	place_init(&p);
	must_set(&p, "lines", NULL);
	assert_int_equal(p.query.granularity, GRAN_LINES);
	must_set(&p, "filefunctions", NULL);
	assert_int_equal(p.query.granularity, GRAN_FILEFUNCTIONS);
	must_set(&p, "cum", NULL);
	assert_int_equal(p.query.sort, SORT_CUM);
	must_set(&p, "flat", NULL);
	assert_int_equal(p.query.sort, SORT_FLAT);
	assert_null(option_find(STR("rows"), NULL));
	assert_string_equal(
		option_find(STR("sort"), NULL)->doc.choices[1], "cum");
	assert_null(option_find(STR("sort"), NULL)->doc.choices[2]);
	arena_free(&p.text);
}

TEST(a_dash_in_a_name_is_as_good_as_an_underscore)
{
	assert_string_equal(
		option_find(STR("max-memory"), NULL)->doc.name, "max_memory");
	assert_string_equal(
		option_find(STR("tagfocus"), NULL)->doc.name, "tagfocus");
	assert_null(option_find(STR("max-memor"), NULL));
	assert_null(option_find(STR(""), NULL));
	assert_null(option_find(STR("foc"), NULL));
}

static const char *
nearest_option(struct str name)
{
	struct nearest n = { .wanted = name };

	nearest_options(&n);
	return n.name;
}

TEST(wrong_names_get_the_nearest_one)
{
	assert_string_equal(nearest_option(STR("focsu")), "focus");
	assert_string_equal(nearest_option(STR("Focus")), "focus");
	assert_string_equal(nearest_option(STR("sampleindex")), "sample_index");
	assert_string_equal(nearest_option(STR("line")), "lines");
	assert_string_equal(nearest_option(STR("gran")), "granularity");
	assert_null(nearest_option(STR("xyzzy")));
	assert_null(nearest_option(STR("")));
	assert_null(nearest_option(
		STR("a_name_that_is_far_longer_than_any_name_in_the_table")));
}

TEST(booleans_take_what_pprof_takes)
{
	static const char *const yes[] = { "true", "T", "1", "yes", "Y", "",
		"TRUE" };
	static const char *const no[] = { "false", "f", "0", "No", "n" };
	struct place p;

	place_init(&p);
	for (size_t i = 0; i < COUNT_OF(yes); i++) {
		p.query.mean = false;
		must_set(&p, "mean", yes[i]);
		assert_true(p.query.mean);
	}
	must_set(&p, "mean", NULL);
	assert_true(p.query.mean);
	for (size_t i = 0; i < COUNT_OF(no); i++) {
		p.query.trim = true;
		must_set(&p, "trim", no[i]);
		assert_false(p.query.trim);
	}
	must_fail("mean", "maybe",
		"mean: illegal value \"maybe\" for bool variable");
	must_fail("mean", "truer",
		"mean: illegal value \"truer\" for bool variable");
	/* '1' but for one bit */
	must_fail("mean", "\x11",
		"mean: illegal value \"\x11\" for bool variable");
}

TEST(sizes_take_suffixes)
{
	static const struct {
		const char *text;
		int64_t bytes;
	} good[] = { { "0", 0 }, { "4096", 4096 }, { "512M", 512 << 20 },
		{ "4GiB", (int64_t)4 << 30 }, { "1k", 1024 }, { "2kb", 2048 },
		{ "7B", 7 }, { "1TiB", (int64_t)1 << 40 } };
	struct place p;

	place_init(&p);
	for (size_t i = 0; i < COUNT_OF(good); i++) {
		must_set(&p, "max_memory", good[i].text);
		assert_true(p.settings.max_memory == good[i].bytes);
	}
	must_fail("max_memory", "4X",
		"max_memory: parsing \"4X\": "
		"not a size such as 512M or 4G");
	must_fail("max_memory", "-1",
		"max_memory: parsing \"-1\": "
		"not a size such as 512M or 4G");
	must_fail("max_memory", "G",
		"max_memory: parsing \"G\": "
		"not a size such as 512M or 4G");
	must_fail("max_memory", "9999999999T",
		"max_memory: parsing "
		"\"9999999999T\": value out of range");
}

TEST(wrong_values_say_what_is_wrong)
{
	must_fail("nodecount", "ten",
		"nodecount: parsing \"ten\": not a whole number");
	must_fail(
		"nodecount", "", "nodecount: parsing \"\": not a whole number");
	must_fail("nodefraction", "1%",
		"nodefraction: parsing \"1%\": not a number");
	must_fail("divide_by", "0", "zero divisor specified");
	must_fail("esc_delay", "99999",
		"esc_delay: \"99999\" is outside the range [0..10000]");
	must_fail("sort", "abc",
		"invalid \"sort\" value \"abc\", must be one of: [flat cum]");
	must_fail("focus", NULL, "please specify a value, e.g. focus=<val>");
}

TEST(wrong_patterns_are_told_in_the_words_of_pprof)
{
	must_fail("focus", "a(",
		"parsing focus regexp: "
		"error parsing regexp: missing closing ): `a(`");
	must_fail("hide", "a**",
		"parsing hide regexp: error parsing regexp: "
		"invalid nested repetition operator: `**`");
	must_fail("show", "*a",
		"parsing show regexp: error parsing regexp: "
		"missing argument to repetition operator: `*`");
	must_fail("show_from", "x{3}{4}",
		"parsing show_from regexp: "
		"error parsing regexp: invalid nested repetition operator: "
		"`{3}{4}`");
	must_fail("ignore", "x[^]a",
		"parsing ignore regexp: "
		"error parsing regexp: missing closing ]: `[^]a`");
	must_fail("prune_from", "x[z-a0]",
		"parsing prune_from regexp: "
		"error parsing regexp: invalid character class range: `z-a`");
	must_fail("focus", "a)(",
		"parsing focus regexp: "
		"error parsing regexp: unexpected ): `a)(`");
	must_fail("focus", "foo\\",
		"parsing focus regexp: "
		"error parsing regexp: trailing backslash at end of "
		"expression: ``");
	must_fail("tagshow", "a{2,1}",
		"parsing tagshow regexp: "
		"error parsing regexp: invalid repeat count: `{2,1}`");
	must_fail("search", "\\y",
		"parsing search regexp: "
		"error parsing regexp: invalid escape sequence: `\\y`");
}

TEST(tag_filters_are_ranges_or_lists_of_patterns)
{
	struct place p;

	place_init(&p);
	must_set(&p, "tagfocus", "bytes=+1kb:2kb");
	must_set(&p, "tagfocus", "+5");
	must_set(&p, "tagfocus", ":+5ms");
	must_set(&p, "tagfocus", "tenant=a,b");
	must_set(&p, "tagignore", "");
	arena_free(&p.text);
	must_fail("tagfocus", "tenant=a,b(",
		"parsing tagfocus regexp: "
		"error parsing regexp: missing closing ): `b(`");
	must_fail("more_tagignore", "a\n+x",
		"parsing more_tagignore regexp: "
		"error parsing regexp: missing argument to repetition "
		"operator: `+`");
}

TEST(a_list_appends_line_by_line)
{
	const struct option *o = option_find(STR("more_tagfocus"), NULL);
	struct place p;
	struct err err = ERR_INIT;
	char passing[] = "tenant=a";

	place_init(&p);
	assert_int_equal(option_append(o, p.t, str_c(passing), &err), 0);
	memset(passing, 'x', sizeof(passing) - 1);
	assert_int_equal(option_append(o, p.t, STR("b"), &err), 0);
	assert_true(str_is(p.query.more_tagfocus, "tenant=a\nb"));
	assert_int_equal(option_append(o, p.t, STR("("), &err), -1);
	assert_true(str_is(p.query.more_tagfocus, "tenant=a\nb"));
	assert_int_equal(option_set(o, p.t, STR("c"), &err), 0);
	assert_true(str_is(p.query.more_tagfocus, "c"));
	arena_free(&p.text);
}

/* The words a POSIX shell makes of a line, one a line; by the shell. */
static char *
shell_words(const char *line)
{
	struct strbuf script = STRBUF_INIT;
	char *out = xcalloc(1, 4096);
	FILE *sh;

	strbuf_addf(&script, "printf '<%%s>' %s", line);
	assert_int_equal(setenv("FT_SCRIPT", strbuf_c(&script), 1), 0);
	/* dash does not know $'\001' yet, which POSIX has since 2024. */
	sh = popen("exec bash -c 'eval \"$FT_SCRIPT\"'", "r");
	assert_non_null(sh);
	out[fread(out, 1, 4095, sh)] = '\0';
	assert_int_equal(pclose(sh), 0);
	strbuf_free(&script);
	return out;
}

TEST(the_command_line_survives_a_shell)
{
	struct place p;
	struct strbuf line = STRBUF_INIT;
	char *words;

	place_init(&p);
	options_cmdline(p.t, &line);
	assert_string_equal(strbuf_c(&line), "");
	must_set(&p, "focus", "it's (a|b)*\\.$ \"q\" `x` $HOME");
	must_set(&p, "hide", "plain.name");
	must_set(&p, "more_tagfocus", "a=1\nb=2 3");
	must_set(&p, "lines", NULL);
	must_set(&p, "cum", NULL);
	must_set(&p, "mean", NULL);
	must_set(&p, "trim", "false");
	must_set(&p, "nodefraction", "0.1");
	must_set(&p, "zoom", "main.main;a b");
	must_set(&p, "color", "256"); /* an option of this terminal, not of the
					 view */
	options_cmdline(p.t, &line);
	assert_string_equal(strbuf_c(&line),
		"-focus='it'\\''s (a|b)*\\.$ \"q\" `x` $HOME' "
		"-hide=plain.name -more_tagfocus=a=1 -more_tagfocus='b=2 3' "
		"-mean -lines -cum -nodefraction=0.1 -trim=false "
		"-zoom='main.main;a b'");
	words = shell_words(strbuf_c(&line));
	assert_string_equal(words,
		"<-focus=it's (a|b)*\\.$ \"q\" `x` $HOME>"
		"<-hide=plain.name><-more_tagfocus=a=1>"
		"<-more_tagfocus=b=2 3><-mean><-lines><-cum>"
		"<-nodefraction=0.1><-trim=false><-zoom=main.main;a b>");
	free(words);
	strbuf_free(&line);
	arena_free(&p.text);
}

TEST(any_byte_survives_quoting)
{
	struct strbuf all = STRBUF_INIT, line = STRBUF_INIT;
	struct strbuf want = STRBUF_INIT;
	char *words;

	for (int c = 1; c < 256; c++)
		strbuf_addch(&all, (char)c);
	shell_word(&line, strbuf_str(&all));
	strbuf_addch(&line, ' ');
	shell_word(&line, STR_EMPTY);
	strbuf_addstr(&line, " ");
	shell_word(&line, STR("--"));
	strbuf_addf(&want, "<%s><><-->", strbuf_c(&all));
	words = shell_words(strbuf_c(&line));
	assert_string_equal(words, strbuf_c(&want));
	free(words);
	strbuf_free(&all);
	strbuf_free(&line);
	strbuf_free(&want);
}

TEST(a_path_keeps_names_that_hold_its_separator)
{
	struct strbuf path = STRBUF_INIT, name = STRBUF_INIT;
	struct str rest;

	framepath_add_name(&path, STR("main"));
	framepath_add_name(&path, STR("Ljava/lang/Object;.<init>"));
	framepath_add_name(&path, STR("a\\b"));
	assert_string_equal(
		strbuf_c(&path), "main;Ljava/lang/Object\\;.<init>;a\\\\b");
	rest = strbuf_str(&path);
	assert_true(framepath_next_name(&rest, &name));
	assert_string_equal(strbuf_c(&name), "main");
	assert_true(framepath_next_name(&rest, &name));
	assert_string_equal(strbuf_c(&name), "Ljava/lang/Object;.<init>");
	assert_true(framepath_next_name(&rest, &name));
	assert_string_equal(strbuf_c(&name), "a\\b");
	assert_false(framepath_next_name(&rest, &name));
	strbuf_free(&path);
	strbuf_free(&name);
}

/* Given while the program runs. */
TEST(a_pair_is_added_beside_others_or_in_place_of_its_own)
{
	static const struct {
		const char *value, *all;
	} rows[] = { { "/a=/b", "/a=/b" }, { "/c=/d", "/a=/b\n/c=/d" },
		{ "/a=/e", "/c=/d\n/a=/e" }, { "", "" },
		{ "/x=/y\n/z=/w", "/x=/y\n/z=/w" } };
	const struct option *o = option_find(STR("source_map"), NULL);
	struct arena arena = ARENA_INIT;
	struct settings set;
	struct options_target t = { .settings = &set, .text = &arena };
	struct err err = ERR_INIT;

	settings_init(&set);
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		assert_int_equal(
			option_add(o, t, str_c(rows[i].value), &err), 0);
		assert_true(str_is(set.source_map, rows[i].all));
	}
	assert_int_equal(option_add(o, t, STR("nothing"), &err), -1);
	assert_true(str_is(set.source_map, "/x=/y\n/z=/w"));
	arena_free(&arena);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
