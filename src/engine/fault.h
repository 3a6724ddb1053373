/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is wrong with a pattern, in the words of Go's regexp package, which
 * are the words users of pprof know and which reports must print:
 *
 *     re(     error parsing regexp: missing closing ): `re(`
 *     a**     error parsing regexp: invalid nested repetition operator: `**`
 *
 * PCRE2 gives a code and an offset; the part that Go quotes is found here.
 */
#ifndef FT_ENGINE_FAULT_H
#define FT_ENGINE_FAULT_H

#include <stddef.h>

#include "base/str.h"
#include "base/strbuf.h"

enum fault {
	FAULT_OTHER,
	FAULT_TRAILING_BACKSLASH,
	FAULT_ESCAPE,
	FAULT_REPEAT_SIZE,
	FAULT_REPEAT_ARGUMENT,
	FAULT_MISSING_BRACKET,
	FAULT_CLASS_RANGE,
	FAULT_CLASS_NAME,
	FAULT_PROPERTY,
	FAULT_MISSING_PAREN,
	FAULT_UNEXPECTED_PAREN,
	FAULT_PERL,
	FAULT_NAMED,
	FAULT_TOO_LARGE,
	FAULT_TOO_DEEP,
	FAULT_UTF8,
};

/* Append Go's message; `at` is PCRE2's offset and `text` its own message,
   used for what Go has no words for. */
void fault_words(struct strbuf *out, enum fault fault, struct str pattern,
	size_t at, const char *text);

#endif
