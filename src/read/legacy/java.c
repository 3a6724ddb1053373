/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads heap and contention dumps of the old Java agent, and the table of names
 * that its CPU profiles share. Addresses only link samples to names; they are
 * dropped afterwards.
 *
 *     --- heapz 1 ---
 *     format = java
 *     resolution = bytes
 *          7048     1 @ 0x00000003 0x00000004
 *     0x00000003 com.example.function03 (source.java:03)
 */
#include "prelude.h"

#include "read/legacy/legacy.h"

#include "base/num.h"

enum { JAVA_HEAP_RATE = 524288 };

static bool
is_java_word(char c)
{
	return ascii_is_digit(c) || ascii_is_letter(c) || c == '_' || c == ' ';
}

/* Split "key = value" at the first `=` between words, which may contain
   blanks. */
static bool
java_attribute(struct str line, struct str *key, struct str *value)
{
	for (size_t i = 1; i + 1 < line.n; i++) {
		size_t from = i, to = i + 1;

		if (line.p[i] != '=' || !is_java_word(line.p[i - 1]) ||
			!is_java_word(line.p[i + 1]))
			continue;
		while (from > 0 && is_java_word(line.p[from - 1]))
			from--;
		while (to < line.n && is_java_word(line.p[to]))
			to++;
		*key = str_trim(str_sub(line, from, i));
		*value = str_trim(str_sub(line, i + 1, to));
		return true;
	}
	return false;
}

/* Apply an attribute to l. UNKNOWN if Java dumps do not have it. */
static int
take_java_attribute(struct legacy *l, bool heap, struct str key,
	struct str value, struct err *err)
{
	int64_t number;

	if (str_is(key, "format"))
		return str_is(value, "java") ? LEGACY_OK : LEGACY_UNKNOWN;
	if (str_is(key, "resolution")) {
		l->n_types = 0;
		legacy_type(l, heap ? STR("inuse_objects") : STR("contentions"),
			STR("count"));
		legacy_type(l, heap ? STR("inuse_space") : STR("delay"), value);
		return LEGACY_OK;
	}
	if (heap ||
		(!str_is(key, "sampling period") &&
			!str_is(key, "ms since reset")))
		return LEGACY_UNKNOWN;
	if (!legacy_go_number(value, &number))
		return err_set(err, ERR_FORMAT,
			"failed to parse attribute %.*s: %.*s", STR_ARG(key),
			STR_ARG(value));
	if (str_is(key, "sampling period"))
		legacy_period(l, STR("contentions"), STR("count"), number);
	else
		l->duration = (int64_t)((uint64_t)number * 1000 * 1000);
	return LEGACY_OK;
}

/* Find "SECOND FIRST @ ADDRESSES" in the line. */
static bool
java_line(struct str line, struct str *second, struct str *first,
	struct str *addresses)
{
	for (size_t from = 0; from < line.n; from++) {
		struct str at = str_skip(line, from);

		if (from > 0 && ascii_is_digit(line.p[from - 1]))
			continue;
		*second = str_cut_digits(&at);
		if (second->n == 0 || !legacy_cut(&at, STR(" ")))
			continue;
		legacy_skip_blanks(&at);
		*first = str_cut_digits(&at);
		if (first->n == 0 || !legacy_cut(&at, STR(" ")))
			continue;
		legacy_skip_blanks(&at);
		if (!str_starts(at, STR("@ ")))
			continue;
		*addresses = str_skip(at, 1);
		return true;
	}
	return false;
}

/* Get the next line that ends in LF, trimmed; *at is its start. A last line
   without LF is ignored, as in pprof. */
static bool
whole_line(struct str *rest, struct str *line, struct str *at)
{
	ptrdiff_t end = str_chr(*rest, '\n');

	if (end < 0)
		return false;
	*at = *rest;
	*line = str_trim(str_sub(*rest, 0, (size_t)end));
	*rest = str_skip(*rest, (size_t)end + 1);
	return true;
}

int
legacy_java(struct legacy *l, struct str text, struct err *err)
{
	struct str line, at, key, value, first, second, addresses;
	int result;
	bool heap, is_head = true;

	if (!whole_line(&text, &line, &at))
		return LEGACY_UNKNOWN;
	heap = str_is(line, "--- heapz 1 ---");
	if (!heap && !str_is(line, "--- contentionz 1 ---"))
		return LEGACY_UNKNOWN;
	l->has_bytes = heap;
	legacy_period(l, STR_EMPTY, STR_EMPTY, 0);
	while (whole_line(&text, &line, &at)) {
		struct legacy_sample *s;

		if (line.n == 0)
			continue;
		is_head = is_head && java_attribute(line, &key, &value);
		if (is_head) {
			result = take_java_attribute(l, heap, key, value, err);
			if (result != LEGACY_OK)
				return result;
			continue;
		}
		if (!java_line(line, &second, &first, &addresses)) {
			text = at;
			break;
		}
		s = legacy_begin(l);
		if (!legacy_go_number(first, &s->value[0]) ||
			!legacy_go_number(second, &s->value[1]))
			return err_set(err, ERR_FORMAT,
				"parsing sample: value out of range");
		if (heap) {
			if (s->value[0] == 0)
				return err_set(err, ERR_FORMAT,
					"parsing sample: second value must be "
					"non-zero");
			s->bytes = s->value[1] / s->value[0];
			legacy_unsample(
				&s->value[0], &s->value[1], JAVA_HEAP_RATE);
		} else if (l->period != 0) {
			for (int i = 0; i < 2; i++)
				s->value[i] = (int64_t)((uint64_t)s->value[i] *
					(uint64_t)l->period);
		}
		if (legacy_addresses(l, addresses, SIZE_MAX, err) != 0)
			return -1;
	}
	return legacy_java_symbols(l, text, err);
}

/* Split "function (inside)" at the last blank before a parenthesis that ends
   the text. */
static bool
split_parenthesis(struct str text, struct str *function, struct str *inside)
{
	if (text.n == 0 || text.p[text.n - 1] != ')')
		return false;
	for (size_t i = text.n - 1; i > 0; i--) {
		size_t end = i;

		if (text.p[i] != '(' || !legacy_is_space(text.p[i - 1]))
			continue;
		while (end > 0 && legacy_is_space(text.p[end - 1]))
			end--;
		/* as in pprof, the name keeps all blanks but one */
		*function = str_sub(text, 0, i - 1);
		*inside = str_sub(text, i + 1, text.n - 1);
		return true;
	}
	return false;
}

static struct legacy_symbol
java_symbol(struct str text)
{
	struct legacy_symbol symbol = { .function = text };
	struct str function, inside;
	ptrdiff_t colon;
	int64_t line;

	if (!split_parenthesis(text, &function, &inside)) {
		if (str_find(text, STR("generated stub/JIT"), 0) >= 0)
			symbol.function = STR("STUB");
		return symbol;
	}
	symbol.function = function;
	colon = str_rchr(inside, ':');
	if (colon > 0) {
		struct str digits = str_skip(inside, (size_t)colon + 1);
		struct str rest = digits;

		(void)legacy_cut(&rest, STR("-"));
		if (str_cut_digits(&rest).n > 0 && rest.n == 0) {
			symbol.file = str_sub(inside, 0, (size_t)colon);
			if (str_to_i64(digits, &line) && line > 0)
				symbol.line = line;
			return symbol;
		}
	}
	symbol.file = str_basename(inside);
	return symbol;
}

int
legacy_java_symbols(struct legacy *l, struct str text, struct err *err)
{
	l->named = true;
	while (text.n > 0) {
		struct str line = str_trim(str_cut(&text, '\n'));
		struct str rest = line, digits;
		uint64_t address;
		uint32_t *slot;

		if (!legacy_cut(&rest, STR("0x")))
			continue;
		digits = legacy_run(&rest, legacy_is_hex);
		if (!legacy_hex(digits, &address))
			return err_set(err, ERR_FORMAT,
				"parsing sample %.*s: value out of range",
				STR_ARG(line));
		if (digits.n == 0 || rest.n == 0 || !legacy_is_space(rest.p[0]))
			continue;
		slot = map64_at(&l->symbol_of, address);
		*slot = (uint32_t)l->symbol.n;
		vec_push(&l->symbol, java_symbol(str_trim(rest)));
	}
	return LEGACY_OK;
}
