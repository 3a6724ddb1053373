/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Patterns. Subjects are first made valid UTF-8: each bad byte becomes U+FFFD,
 * as in Go's regexp, so that PCRE2 and Go give the same answers for any bytes.
 */
#include "prelude.h"

#include "engine/regexp.h"

#include <pthread.h>
#include <stdatomic.h>
#include <wctype.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "base/compiler.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "engine/gosyntax.h"

/* PCRE2_UCP is left out on purpose: Go's \w, \d, \s and \b are ASCII. So is
   PCRE2_MATCH_INVALID_UTF: subjects are already valid, and with it the JIT code
   of PCRE2 10.42 finds no \W, \S or \D in a character of several bytes. */
#define MATCH_OPTIONS \
	(PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C)

enum {
	/* A name that hits this limit takes 2.5 ms with JIT. */
	MATCH_STEPS = 1000 * 1000,
	/* In bytes; if the stack could not grow beyond 32 KiB, names of 2,000
	   bytes would fail. */
	JIT_STACK_MIN = 32 * 1024,
	JIT_STACK_MAX = 1024 * 1024,
	/* In KiB, in addition to the stack; without this limit 1,000,000
	   backtracks in a name of 1 MB take 170 MB. */
	HEAP_MAX = 32 * 1024,
	/* PCRE2 counts steps anew at each start position, and one step may scan
	   the whole name: "a+$" takes minutes on 1 MB of a's. For names of this
	   size or more, the distance that the matcher moves is limited too. A
	   limit on time would make results vary. */
	LONG_NAME = 4 * 1024,
	WALK_MAX = 16 * 1000 * 1000, /* limit on the distance, in bytes */
	WALK_EACH = 16, /* bytes added to the limit for each byte of the name */
	WALK_PART = 8,  /* bytes that each callout adds to the distance */
};

/* A compiled pattern: read-only, shared by all struct regexps that use it. */
struct compiled {
	atomic_uint refs;
	struct strbuf pattern;
	uint32_t options;
	pcre2_code *code;
	bool jit;
	/* Bitmap of the bytes with which a match can begin, if all matches are
	   at the start and not empty; else NULL. Part of `code`. */
	const uint8_t *first;
};

/* The whole match and group 1 to 9. */
enum { GROUPS = 10 };

struct regexp {
	struct compiled *compiled;
	pcre2_code *watched; /* with callouts, for long names; or NULL */
	size_t at;           /* last position of the matcher */
	size_t left;         /* distance that the matcher may still move */
	pcre2_match_data *data;
	pcre2_match_context *context;
	pcre2_jit_stack *stack;
	int matched; /* groups of the last match, the whole included */
	bool jit, stopped;
	struct strbuf clean; /* the subject, with bad bytes replaced */
};

static struct str
cleaned(struct strbuf *out, struct str s)
{
	if (utf8_valid(s) == s.n)
		return s;
	strbuf_reset(out);
	utf8_repair(out, s);
	return strbuf_str(out);
}

/* Compile a pattern translated from Go's syntax. If that fails, compile it
   unchanged: it may use syntax that Go lacks, or give an error with the right
   offset. A fault that only Go finds counts if PCRE2 finds none before. */
static pcre2_code *
compile_pattern(struct str pattern, uint32_t options, int *code, size_t *offset)
{
	struct strbuf go = STRBUF_INIT;
	PCRE2_SIZE at = 0;
	size_t place = 0;
	enum gosyntax refused = gosyntax_to_pcre2(
		&go, pattern, (options & PCRE2_CASELESS) != 0, &place);
	struct str text_pattern = strbuf_str(&go);
	pcre2_code *re = pcre2_compile(
		(PCRE2_SPTR)(text_pattern.p != NULL ? text_pattern.p : ""),
		text_pattern.n, MATCH_OPTIONS | options, code, &at, NULL);

	if (re == NULL)
		re = pcre2_compile(
			(PCRE2_SPTR)(pattern.p != NULL ? pattern.p : ""),
			pattern.n, MATCH_OPTIONS | options, code, &at, NULL);
	strbuf_free(&go);
	if (refused != GOSYNTAX_FINE && (re != NULL || at + 1 >= place)) {
		pcre2_code_free(re);
		re = NULL;
		*code = refused == GOSYNTAX_NESTED
			? PCRE2_ERROR_QUANTIFIER_INVALID
			: PCRE2_ERROR_QUANTIFIER_TOO_BIG;
		at = refused == GOSYNTAX_NESTED ? place - 1 : place;
	}
	*offset = at;
	return re;
}

/* Make JIT code; false if a pattern has none, such as one with (*NO_JIT). */
static bool
make_jit(pcre2_code *re)
{
	size_t size = 0;

	return pcre2_jit_compile(re, PCRE2_JIT_COMPLETE) == 0 &&
		pcre2_pattern_info(re, PCRE2_INFO_JITSIZE, &size) == 0 &&
		size > 0;
}

static const uint8_t *
first_bytes(const pcre2_code *re)
{
	const uint8_t *first = NULL;
	uint32_t options = 0;

	(void)pcre2_pattern_info(re, PCRE2_INFO_ALLOPTIONS, &options);
	if ((options & PCRE2_ANCHORED) == 0 ||
		pcre2_pattern_info(re, PCRE2_INFO_FIRSTBITMAP, &first) != 0)
		return NULL;
	return first;
}

static void
compiled_unref(struct compiled *c)
{
	if (c == NULL ||
		atomic_fetch_sub_explicit(&c->refs, 1, memory_order_acq_rel) >
			1)
		return;
	pcre2_code_free(c->code);
	strbuf_free(&c->pattern);
	free(c);
}

/* The most recently compiled patterns: each key typed into a filter needs the
   same pattern four times, in two threads. */
enum { CACHE_SLOTS = 8 };
static struct {
	pthread_mutex_t lock;
	struct compiled *slot[CACHE_SLOTS];
	unsigned next;
} cache = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Return a cached pattern with a reference, or NULL. */
static struct compiled *
cache_find(struct str pattern, uint32_t options)
{
	struct compiled *found = NULL;

	pthread_mutex_lock(&cache.lock);
	for (unsigned i = 0; i < CACHE_SLOTS && found == NULL; i++)
		if (cache.slot[i] != NULL &&
			cache.slot[i]->options == options &&
			str_eq(strbuf_str(&cache.slot[i]->pattern), pattern))
			found = cache.slot[i];
	if (found != NULL)
		atomic_fetch_add_explicit(
			&found->refs, 1, memory_order_relaxed);
	pthread_mutex_unlock(&cache.lock);
	return found;
}

/* Return a compiled pattern with a reference; or NULL, *code and *offset. */
static struct compiled *
compiled_get(struct str pattern, uint32_t options, int *code, size_t *offset)
{
	struct compiled *c = cache_find(pattern, options), **slot, *old;
	pcre2_code *re;

	if (c != NULL)
		return c;
	re = compile_pattern(pattern, options, code, offset);
	if (re == NULL)
		return NULL;
	c = xcalloc(1, sizeof(*c));
	atomic_init(&c->refs, 2); /* the caller's and the cache's */
	strbuf_add(&c->pattern, pattern);
	c->options = options;
	c->code = re;
	c->jit = make_jit(re);
	c->first = first_bytes(re);
	pthread_mutex_lock(&cache.lock);
	slot = &cache.slot[cache.next++ % CACHE_SLOTS];
	old = *slot;
	*slot = c;
	pthread_mutex_unlock(&cache.lock);
	compiled_unref(old);
	return c;
}

static struct regexp *
new_match(struct str pattern, uint32_t options, size_t *offset, struct err *err)
{
	struct regexp *m;
	size_t at;
	int code;
	struct compiled *c = compiled_get(pattern, options, &code, &at);

	if (c == NULL) {
		PCRE2_UCHAR text[256];

		(void)pcre2_get_error_message(code, text, sizeof(text));
		(void)err_set(err, ERR_USAGE, "%s", (const char *)text);
		if (offset != NULL)
			*offset = at;
		return NULL;
	}
	m = xcalloc(1, sizeof(*m));
	m->compiled = c;
	m->jit = c->jit;
	m->data = pcre2_match_data_create(GROUPS, NULL);
	m->context = pcre2_match_context_create(NULL);
	if (m->data == NULL || m->context == NULL)
		die("out of memory (for a pattern)");
	(void)pcre2_set_match_limit(m->context, MATCH_STEPS);
	(void)pcre2_set_heap_limit(m->context, HEAP_MAX);
	return m;
}

struct regexp *
regexp_new(struct str pattern, size_t *offset, struct err *err)
{
	return new_match(pattern, 0, offset, err);
}

/* True if there is a literal upper-case letter; \S, \W, \pL do not count. */
static bool
has_upper(struct str pattern)
{
	while (pattern.n > 0) {
		uint32_t cp;
		size_t len = utf8_decode(pattern, &cp);

		if (cp == '\\' && pattern.n > 1) {
			bool prop = pattern.p[1] == 'p' || pattern.p[1] == 'P';
			bool braced =
				prop && pattern.n > 2 && pattern.p[2] == '{';
			ptrdiff_t end = braced ? str_chr(pattern, '}') : -1;

			pattern = str_skip(pattern,
				end > 0        ? (size_t)end + 1
					: prop ? 3
					       : 2);
			continue;
		}
		if ((wint_t)cp != towlower((wint_t)cp))
			return true;
		pattern = str_skip(pattern, len);
	}
	return false;
}

struct regexp *
regexp_new_smart(struct str pattern, size_t *offset, struct err *err)
{
	return new_match(
		pattern, has_upper(pattern) ? 0 : PCRE2_CASELESS, offset, err);
}

void
regexp_free(struct regexp *m)
{
	if (m == NULL)
		return;
	pcre2_jit_stack_free(m->stack);
	pcre2_match_context_free(m->context);
	pcre2_match_data_free(m->data);
	compiled_unref(m->compiled);
	pcre2_code_free(m->watched);
	strbuf_free(&m->clean);
	free(m);
}

static int
on_callout(pcre2_callout_block *block, void *data)
{
	struct regexp *m = data;
	size_t at = block->current_position;
	size_t gone = (at > m->at ? at - m->at : m->at - at) + WALK_PART;

	if (gone > m->left)
		return PCRE2_ERROR_CALLOUT;
	m->left -= gone;
	m->at = at;
	return 0;
}

/* Return the code for a subject of n bytes, with callouts if it is long. */
static const pcre2_code *
code_for(struct regexp *m, size_t n)
{
	size_t at;
	int code;

	if (n < LONG_NAME)
		return m->compiled->code;
	if (m->watched == NULL) {
		m->watched = compile_pattern(strbuf_str(&m->compiled->pattern),
			m->compiled->options | PCRE2_AUTO_CALLOUT, &code, &at);
		if (m->watched == NULL)
			return m->compiled->code;
		m->jit = m->jit && make_jit(m->watched);
		(void)pcre2_set_callout(m->context, on_callout, m);
	}
	m->at = 0;
	m->left = add_size(mul_size(n, WALK_EACH), WALK_MAX);
	return m->watched;
}

/* True if there is a match at or after byte `at`; m->data then locates it. */
static bool
match_from(struct regexp *m, struct str s, size_t at)
{
	const pcre2_code *re;
	PCRE2_SPTR p;
	int rc = PCRE2_ERROR_JIT_STACKLIMIT;

	if (m->stopped)
		return false;
	p = (PCRE2_SPTR)(s.p != NULL ? s.p : "");
	re = code_for(m, s.n);
	if (m->jit)
		rc = pcre2_jit_match(re, p, s.n, at, 0, m->data, m->context);
	/* Few patterns need more than the 32 KiB of the thread's stack that
	   PCRE2 uses by default. */
	if (m->jit && rc == PCRE2_ERROR_JIT_STACKLIMIT && m->stack == NULL) {
		m->stack = pcre2_jit_stack_create(
			JIT_STACK_MIN, JIT_STACK_MAX, NULL);
		if (m->stack != NULL) {
			pcre2_jit_stack_assign(m->context, NULL, m->stack);
			re = code_for(m, s.n);
			rc = pcre2_jit_match(
				re, p, s.n, at, 0, m->data, m->context);
		}
	}
	if (rc == PCRE2_ERROR_JIT_STACKLIMIT)
		rc = pcre2_match(re, p, s.n, at,
			PCRE2_NO_JIT | PCRE2_NO_UTF_CHECK, m->data, m->context);
	m->matched = rc > 0 ? rc : GROUPS;
	if (rc >= 0)
		return true;
	if (rc != PCRE2_ERROR_NOMATCH)
		m->stopped = true;
	return false;
}

/* True if the first byte rules out a match. Cleaning a subject does not change
   an ASCII byte. Most names are ruled out here; JIT code of an anchored pattern
   has no such check. */
static bool
begins_otherwise(const struct compiled *c, struct str s)
{
	unsigned char byte;

	if (c->first == NULL || s.n == 0)
		return c->first != NULL;
	byte = (unsigned char)s.p[0];
	return byte < 0x80 && (c->first[byte / 8] & 1U << byte % 8) == 0;
}

bool
regexp_str(struct regexp *m, struct str s)
{
	if (begins_otherwise(m->compiled, s)) {
		m->matched = GROUPS;
		return false;
	}
	return match_from(m, cleaned(&m->clean, s), 0);
}

bool
regexp_next(struct regexp *m, struct str s, size_t *from, size_t *to)
{
	const PCRE2_SIZE *found = pcre2_get_ovector_pointer(m->data);

	if (*to > s.n || utf8_valid(s) != s.n || !match_from(m, s, *to))
		return false;
	*from = found[0];
	*to = found[1];
	return true;
}

bool
regexp_group(const struct regexp *m, struct str s, int group, struct str *text)
{
	const PCRE2_SIZE *found = pcre2_get_ovector_pointer(m->data);
	PCRE2_SIZE from = found[2 * group], to = found[2 * group + 1];

	/* A pattern with fewer groups leaves the others as they were. */
	if (group >= m->matched || from == PCRE2_UNSET || to > s.n || from > to)
		return false;
	*text = str_sub(s, from, to);
	return true;
}

void
regexp_interpret(struct regexp *m)
{
	m->jit = false;
}

bool
regexp_stopped(const struct regexp *m)
{
	return m->stopped;
}

void
regexp_escape(struct strbuf *out, struct str text)
{
	struct strbuf clean = STRBUF_INIT;

	text = cleaned(&clean, text);
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] != '\0' &&
			strchr(MATCH_SPECIAL, text.p[i]) != NULL)
			strbuf_addch(out, '\\');
		strbuf_addch(out, text.p[i]);
	}
	strbuf_free(&clean);
}

void
regexp_quote(struct strbuf *out, struct str text)
{
	strbuf_addch(out, '^');
	regexp_escape(out, text);
	strbuf_addch(out, '$');
}

/* Go's fault for each PCRE2 error: PCRE2 has a hundred, Go a dozen. */
static const struct {
	int code;
	enum regex_fault fault;
} faults[] = {
	{ PCRE2_ERROR_END_BACKSLASH, FAULT_TRAILING_BACKSLASH },
	{ PCRE2_ERROR_UNKNOWN_ESCAPE, FAULT_ESCAPE },
	{ PCRE2_ERROR_UNSUPPORTED_ESCAPE_SEQUENCE, FAULT_ESCAPE },
	{ PCRE2_ERROR_BACKSLASH_C_CALLER_DISABLED, FAULT_ESCAPE },
	{ PCRE2_ERROR_BACKSLASH_G_SYNTAX, FAULT_ESCAPE },
	{ PCRE2_ERROR_BACKSLASH_K_SYNTAX, FAULT_ESCAPE },
	{ PCRE2_ERROR_BACKSLASH_N_IN_CLASS, FAULT_ESCAPE },
	{ PCRE2_ERROR_BACKSLASH_O_MISSING_BRACE, FAULT_ESCAPE },
	{ PCRE2_ERROR_BACKSLASH_C_SYNTAX, FAULT_ESCAPE },
	{ PCRE2_ERROR_BAD_SUBPATTERN_REFERENCE, FAULT_ESCAPE },
	{ PCRE2_ERROR_ESCAPE_INVALID_IN_CLASS, FAULT_ESCAPE },
	{ PCRE2_ERROR_INVALID_HEXADECIMAL, FAULT_ESCAPE },
	{ PCRE2_ERROR_CODE_POINT_TOO_BIG, FAULT_ESCAPE },
	{ PCRE2_ERROR_UNICODE_DISALLOWED_CODE_POINT, FAULT_ESCAPE },
	{ PCRE2_ERROR_QUANTIFIER_OUT_OF_ORDER, FAULT_REPEAT_SIZE },
	{ PCRE2_ERROR_QUANTIFIER_TOO_BIG, FAULT_REPEAT_SIZE },
	{ PCRE2_ERROR_QUANTIFIER_INVALID, FAULT_REPEAT_ARGUMENT },
	{ PCRE2_ERROR_MISSING_SQUARE_BRACKET, FAULT_MISSING_BRACKET },
	{ PCRE2_ERROR_CLASS_RANGE_ORDER, FAULT_CLASS_RANGE },
	{ PCRE2_ERROR_CLASS_INVALID_RANGE, FAULT_CLASS_RANGE },
	{ PCRE2_ERROR_UNKNOWN_POSIX_CLASS, FAULT_CLASS_NAME },
	{ PCRE2_ERROR_MALFORMED_UNICODE_PROPERTY, FAULT_PROPERTY },
	{ PCRE2_ERROR_UNKNOWN_UNICODE_PROPERTY, FAULT_PROPERTY },
	{ PCRE2_ERROR_MISSING_CLOSING_PARENTHESIS, FAULT_MISSING_PAREN },
	{ PCRE2_ERROR_MISSING_COMMENT_CLOSING, FAULT_MISSING_PAREN },
	{ PCRE2_ERROR_UNMATCHED_CLOSING_PARENTHESIS, FAULT_UNEXPECTED_PAREN },
	{ PCRE2_ERROR_INVALID_AFTER_PARENS_QUERY, FAULT_PERL },
	{ PCRE2_ERROR_UNRECOGNIZED_AFTER_QUERY_P, FAULT_PERL },
	{ PCRE2_ERROR_INVALID_HYPHEN_IN_OPTIONS, FAULT_PERL },
	{ PCRE2_ERROR_SUBPATTERN_NAME_EXPECTED, FAULT_NAMED },
	{ PCRE2_ERROR_MISSING_NAME_TERMINATOR, FAULT_NAMED },
	{ PCRE2_ERROR_SUBPATTERN_NAME_TOO_LONG, FAULT_NAMED },
	{ PCRE2_ERROR_PATTERN_TOO_LARGE, FAULT_TOO_LARGE },
	{ PCRE2_ERROR_PARENTHESES_NEST_TOO_DEEP, FAULT_TOO_DEEP },
};

bool
regexp_explain(struct strbuf *out, struct str pattern)
{
	enum regex_fault fault = FAULT_OTHER;
	PCRE2_UCHAR text[256];
	size_t at;
	int code;
	struct compiled *c = compiled_get(pattern, 0, &code, &at);

	if (c != NULL) {
		compiled_unref(c);
		return false;
	}
	(void)pcre2_get_error_message(code, text, sizeof(text));
	if (code < 0)
		fault = FAULT_UTF8;
	for (size_t i = 0; i < COUNT_OF(faults); i++)
		if (faults[i].code == code)
			fault = faults[i].fault;
	gosyntax_fault(out, fault, pattern, at, (const char *)text);
	return true;
}

struct regexp *
regexp_option(const char *option, struct str pattern, struct err *err)
{
	struct regexp *m = regexp_new(pattern, NULL, err);
	struct strbuf words = STRBUF_INIT;

	if (m != NULL)
		return m;
	(void)regexp_explain(&words, pattern);
	(void)err_set(err, ERR_USAGE, "parsing %s regexp: %s", option,
		strbuf_c(&words));
	strbuf_free(&words);
	return NULL;
}
