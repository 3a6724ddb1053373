/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as a file of saved views and as pprof's settings.json: what is
 * read can be edited and written, and what is written reads back the same.
 */
#include "config.h"

#include "conf/configs.h"
#include "conf/views.h"
#include "fuzz.h"

#include "base/banned.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/views", NULL };

static void
as_views(struct str text)
{
	struct views v = VIEWS_INIT;
	struct arena arena = ARENA_INIT;
	struct query query;
	struct settings settings;
	struct options_target target = {
		.query = &query, .settings = &settings, .text = &arena
	};
	struct warnings damage;
	size_t n;

	query_init(&query);
	settings_init(&settings);
	warnings_init(&damage, &arena);
	strbuf_add(&v.text, text);
	views_scan(&v, &damage);
	n = v.section.n;
	for (size_t i = 0; i < n; i++) {
		views_apply(views_body(&v, i), v.section.p[i].line, target,
			&damage);
		must(views_find(&v, views_name(&v, i)) <= i);
	}
	if (views_find(&v, STR("a view")) == SIZE_MAX) {
		views_put(&v, STR("a view"), STR("focus = main\n"));
		must(v.section.n == n + 1);
		must(str_is(views_body(&v, views_find(&v, STR("a view"))),
			"focus = main\n"));
		views_rename(&v, views_find(&v, STR("a view")), STR("b view"));
		must(views_find(&v, STR("a view")) == SIZE_MAX);
		views_remove(&v, views_find(&v, STR("b view")));
	}
	must(v.section.n >= n);
	views_fini(&v);
	arena_free(&arena);
}

static void
as_json(struct str text)
{
	struct configs one = CONFIGS_INIT, two = CONFIGS_INIT;
	struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct warnings damage;

	warnings_init(&damage, &arena);
	if (configs_parse(&one, text, &damage, &err) == 0) {
		configs_print(&one, &first);
		must(configs_parse(&two, strbuf_str(&first), &damage, &err) ==
			0);
		configs_print(&two, &second);
		must(str_eq(strbuf_str(&first), strbuf_str(&second)));
	}
	strbuf_free(&first);
	strbuf_free(&second);
	configs_fini(&one);
	configs_fini(&two);
	arena_free(&arena);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = str_from((const char *)data, size);

	as_views(text);
	as_json(text);
	return 0;
}
