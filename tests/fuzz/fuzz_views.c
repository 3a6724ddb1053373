/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as a file of saved views and as pprof's settings.json: the result
 * can be edited and written, and the written text reads back the same.
 */
#include "prelude.h"

#include "conf/pprofconfig.h"
#include "conf/saved.h"
#include "fuzz.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/views", NULL };

static void
as_views(struct str text)
{
	struct savedfile v = SAVEDFILE_INIT;
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
	savedfile_scan(&v, &damage);
	n = v.section.n;
	for (size_t i = 0; i < n; i++) {
		savedfile_apply(savedfile_body(&v, i), v.section.p[i].line,
			target, &damage);
		must(savedfile_find(&v, savedfile_name(&v, i)) <= i);
	}
	if (savedfile_find(&v, STR("a view")) == SIZE_MAX) {
		savedfile_put(&v, STR("a view"), STR("focus = main\n"));
		must(v.section.n == n + 1);
		must(str_is(
			savedfile_body(&v, savedfile_find(&v, STR("a view"))),
			"focus = main\n"));
		savedfile_rename(
			&v, savedfile_find(&v, STR("a view")), STR("b view"));
		must(savedfile_find(&v, STR("a view")) == SIZE_MAX);
		savedfile_remove(&v, savedfile_find(&v, STR("b view")));
	}
	must(v.section.n >= n);
	savedfile_fini(&v);
	arena_free(&arena);
}

static void
as_json(struct str text)
{
	struct pprof_configs one = PPROF_CONFIGS_INIT, two = PPROF_CONFIGS_INIT;
	struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct warnings damage;

	warnings_init(&damage, &arena);
	if (pprof_configs_parse(&one, text, &damage, &err) == 0) {
		pprof_configs_print(&one, &first);
		must(pprof_configs_parse(
			     &two, strbuf_str(&first), &damage, &err) == 0);
		pprof_configs_print(&two, &second);
		must(str_eq(strbuf_str(&first), strbuf_str(&second)));
	}
	strbuf_free(&first);
	strbuf_free(&second);
	pprof_configs_fini(&one);
	pprof_configs_fini(&two);
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
