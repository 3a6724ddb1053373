/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of callgrind: see callline.h. */
#include "config.h"

#include "read/callline.h"

#include "base/ascii.h"

#include "base/banned.h"

struct str
call_blanks(struct str s)
{
	while (s.n > 0 && (s.p[0] == ' ' || s.p[0] == '\t' || s.p[0] == '\r'))
		s = str_skip(s, 1);
	return s;
}

/* 12, 0x1f. False when there is none, or it does not fit. */
static bool
number(struct str *s, uint64_t *out)
{
	bool hex = s->n > 2 && s->p[0] == '0' &&
		(s->p[1] == 'x' || s->p[1] == 'X');
	int base = hex ? 16 : 10;
	size_t i = hex ? 2 : 0, from = i;
	uint64_t n = 0;

	for (; i < s->n; i++) {
		int digit = ascii_low_hex(s->p[i]);

		if (digit < 0 || digit >= base)
			break;
		if (n > (UINT64_MAX - (unsigned)digit) / (unsigned)base)
			return false;
		n = n * (unsigned)base + (unsigned)digit;
	}
	*s = str_skip(*s, i);
	*out = n;
	return i > from;
}

/* One column of a position: absolute, or from the one before. */
static bool
position(struct str *s, uint64_t *at)
{
	char sign;
	uint64_t n;

	*s = call_blanks(*s);
	if (s->n == 0)
		return false;
	sign = s->p[0];
	if (sign == '*') {
		*s = str_skip(*s, 1);
		return true;
	}
	if (sign == '+' || sign == '-')
		*s = str_skip(*s, 1);
	if (!number(s, &n))
		return false;
	*at = sign == '+' ? *at + n : sign == '-' ? *at - n : n;
	return true;
}

bool
call_place(struct call_place *at, struct str *s)
{
	uint64_t line = (uint64_t)at->line;

	if (at->has_address && !position(s, &at->address))
		return false;
	if ((at->has_line || !at->has_address) && !position(s, &line))
		return false;
	at->line = line <= INT32_MAX ? (int64_t)line : 0;
	return true;
}

bool
call_costs(struct str s, int64_t *cost, uint32_t events)
{
	uint32_t n = 0;

	for (;; n++) {
		uint64_t value;

		s = call_blanks(s);
		if (s.n == 0)
			break;
		if (n == events)
			return false;
		if (s.p[0] == '.') { /* cachegrind's 0 */
			s = str_skip(s, 1);
			value = 0;
		} else if (!number(&s, &value)) {
			return false;
		}
		cost[n] = value <= INT64_MAX ? (int64_t)value : INT64_MAX;
	}
	for (; n < events; n++)
		cost[n] = 0;
	return true;
}

void
call_columns(struct call_place *at, struct str columns)
{
	at->has_address = at->has_line = false;
	while (columns.n > 0) {
		struct str word = str_cut(&columns, ' ');

		at->has_address |= str_is(word, "instr");
		at->has_line |= str_is(word, "line");
	}
}

char
call_key(struct str line, struct str *key, struct str *value)
{
	size_t n = 0;

	while (n < line.n &&
		(ascii_is_lower(line.p[n]) || line.p[n] == '_'))
		n++;
	if (n == 0 || n == line.n || (line.p[n] != '=' && line.p[n] != ':'))
		return '\0';
	*key = str_sub(line, 0, n);
	*value = str_trim(str_skip(line, n + 1));
	return line.p[n];
}
