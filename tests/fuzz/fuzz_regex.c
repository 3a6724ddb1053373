/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as a pattern: it compiles, or the message says why; and it ends
 * on a name that is made to keep it busy.
 */
#include "prelude.h"

#include "base/strbuf.h"
#include "engine/gosyntax.h"
#include "engine/regexp.h"
#include "engine/query.h"
#include "fuzz.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/regex", NULL };

enum { PATTERN_MAX = 4096 };

/* It ends, whatever the text. */
static void
match_texts(struct regexp *m, struct str pattern)
{
	static const char *const texts[] = { "", "a", " ", "\n", "a\n", "\na",
		"main", "a::b<c>(d, e)", "net/http.(*conn).serve", "\xff\xfe",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab" };

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		(void)regexp_str(m, str_c(texts[i]));
	(void)regexp_str(m, pattern);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str pattern = str_from((const char *)data, size);
	struct strbuf why = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct regexp *m;
	size_t offset = 0;

	if (size > PATTERN_MAX)
		return 0;
	(void)gosyntax_to_pcre2(&why, pattern, size % 2 == 1, &offset);
	strbuf_reset(&why);
	m = regexp_new(pattern, &offset, &err);
	if (m == NULL)
		must(err.msg[0] != '\0' && offset <= size);
	else
		match_texts(m, pattern);
	regexp_free(m);
	(void)regexp_explain(&why, pattern);
	strbuf_reset(&why);
	/* Quoted, it is a pattern for itself. */
	regexp_quote(&why, pattern);
	err = (struct err)ERR_INIT;
	m = regexp_new(strbuf_str(&why), NULL, &err);
	must(m == NULL || regexp_str(m, pattern) || regexp_stopped(m));
	regexp_free(m);
	strbuf_free(&why);
	return 0;
}
