/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Go's regular expressions, for PCRE2: rewritten where PCRE2 reads the same
 * text differently, refused where only Go refuses them. Faults are reported in
 * the words of Go's regexp package, which pprof users know and reports must
 * print.
 *
 *     \s          ->  [\t\n\f\r ]   no vertical tab
 *     \v          ->  \x0b           not any vertical space
 *     ^*          ->  (?:^)*         an assertion may be repeated
 *     [\d-z]      ->  [0-9\-z]       a set is no end of a range
 *     [[:^word:]] ->  [\0-/:-@...]   sets as ranges: PCRE2 loses some
 *     [:a:]       ->  [\:a:]         a class of these characters
 *     (?P<n>a)    ->  (a)            names may be equal, 1n is one
 *     a\Q\E*      ->  a*             nothing is quoted
 *
 *     a{1001}         at most 1,000 times,
 *     (a{50}){21}     all in all: this would be 1,050 of the innermost a
 *     operator++      nested; to PCRE2 it is a + that does not give back
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

/* Append the pattern for PCRE2; `fold`: case is ignored from the start. An
   invalid pattern stays invalid. Returns the first fault that only Go finds;
   *at is then the offset just after it. */
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

/* Append Go's message. PCRE2 gives the offset `at`, where the part that Go
   quotes is found, and `text`, used for faults that Go has no message for. */
void gosyntax_fault(struct strbuf *out, enum regex_fault fault,
	struct str pattern, size_t at, const char *text);

#endif
