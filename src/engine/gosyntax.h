/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Translates Go's regular expressions for PCRE2: rewrites syntax that PCRE2
 * reads differently, and refuses patterns that only Go refuses. Error messages
 * are those of Go's regexp package: pprof users know them and reports must
 * print them.
 *
 *     \s          ->  [\t\n\f\r ]   no vertical tab
 *     \v          ->  \x0b           a vertical tab, not any vertical space
 *     ^*          ->  (?:^)*         an assertion may be repeated
 *     [\d-z]      ->  [0-9\-z]       a set cannot begin a range
 *     [[:^word:]] ->  [\0-/:-@...]   sets as ranges: PCRE2 loses some
 *     [:a:]       ->  [\:a:]         a class of these characters
 *     (?P<n>a)    ->  (a)            names may be equal, and 1n is a name
 *     a\Q\E*      ->  a*             an empty quote
 *
 *     a{1001}         refused: more than 1,000 repetitions
 *     (a{50}){21}     refused: 1,050 repetitions of the innermost a
 *     operator++      refused: nested; in PCRE2 ++ is possessive
 *
 *     re(     error parsing regexp: missing closing ): `re(`
 *     a**     error parsing regexp: invalid nested repetition operator: `**`
 *
 * Syntax that Go lacks (look-around, back references) is left unchanged.
 */
#ifndef FT_ENGINE_GOSYNTAX_H
#define FT_ENGINE_GOSYNTAX_H

#include "base/str.h"
#include "base/strbuf.h"

enum gosyntax {
	GOSYNTAX_FINE,
	GOSYNTAX_TOO_MANY,
	GOSYNTAX_NESTED,
};

/* Append the pattern for PCRE2; `fold`: ignore case from the start. An invalid
   pattern stays invalid. Returns the first fault that only Go finds, and sets
   *at to the offset just after it. */
enum gosyntax gosyntax_to_pcre2(
	struct strbuf *out, struct str pattern, bool fold, size_t *at);

enum regex_fault {
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

/* Append Go's error message. `at` is PCRE2's error offset, near the text that
   Go quotes. `text` is PCRE2's message, for faults without a message in Go. */
void gosyntax_fault(struct strbuf *out, enum regex_fault fault,
	struct str pattern, size_t at, const char *text);

#endif
