/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as a configuration file, as words of a shell and as the value of
 * each option: what an option took it gives back as a text that it takes
 * again, to the same effect.
 */
#include "prelude.h"

#include "conf/configfile.h"
#include "input/shell.h"
#include "engine/tagfilter.h"
#include "fuzz.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/options", NULL };

struct selection {
	struct arena arena;
	struct query query;
	struct settings settings;
};

static struct options_target
target_init(struct selection *t)
{
	*t = (struct selection){ .arena = ARENA_INIT };
	query_init(&t->query);
	settings_init(&t->settings);
	return (struct options_target){
		.query = &t->query, .settings = &t->settings, .text = &t->arena
	};
}

static void
as_value(const struct option *o, struct str value)
{
	struct selection a, b;
	struct options_target at = target_init(&a), bt = target_init(&b);
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;

	if (option_set(o, at, value, &err) != 0) {
		must(err.msg[0] != '\0');
		must(option_is_default(o, at));
	} else {
		option_get(o, at, &text);
		must(option_set(o, bt, strbuf_str(&text), &err) == 0);
		must(option_same(o, at, bt));
	}
	strbuf_free(&text);
	arena_free(&a.arena);
	arena_free(&b.arena);
}

static void
as_file(struct str text)
{
	struct selection t;
	struct options_target target = target_init(&t);
	struct err err = ERR_INIT;
	struct keymap *keymap = keymap_new(&err);
	struct named_servers *servers = named_new();
	struct strbuf line = STRBUF_INIT;
	struct warnings damage;
	struct str first = text;

	warnings_init(&damage, &t.arena);
	must(keymap != NULL);
	configfile_apply(text, target, keymap, &damage);
	named_read(servers, text, &damage);
	for (size_t i = 0; named_at(servers, i).n > 0; i++)
		must(named_at(servers, i).n <= text.n);
	(void)named_expand(servers, str_cut(&first, '\n'), &t.arena);
	named_free(servers);
	must(options_check(target, &err) == 0);
	options_cmdline(target, &line);
	strbuf_free(&line);
	keymap_free(keymap);
	arena_free(&t.arena);
}

static void
as_words(struct str line)
{
	struct strbuf word = STRBUF_INIT;
	struct err err = ERR_INIT;
	size_t left = line.n;

	while (shell_next(&line, &word, &err) == 1) {
		must(line.n < left || left == 0);
		left = line.n;
		strbuf_reset(&word);
	}
	strbuf_free(&word);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = str_from((const char *)data, size);
	struct tag_range range;
	struct err err = ERR_INIT;
	const struct option *all;
	size_t n;

	all = options_all(&n);
	as_file(text);
	as_words(text);
	(void)tag_range_parse("tagfocus", text, &range, &err);
	if (size > 0)
		as_value(&all[data[0] % n], str_skip(text, 1));
	return 0;
}
