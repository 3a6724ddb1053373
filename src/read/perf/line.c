/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses lines of perf script (perf.h). */
#include "prelude.h"

#include "read/perf/perf.h"

#include "base/ascii.h"

static bool
is_perf_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

static bool
all_digits(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!ascii_is_digit(s.p[i]))
			return false;
	return s.n > 0;
}

/* Cut the next word off s; "" at the end. */
static struct str
perf_word(struct str *s)
{
	size_t from = 0, to;
	struct str word;

	while (from < s->n && is_perf_blank(s->p[from]))
		from++;
	for (to = from; to < s->n && !is_perf_blank(s->p[to]); to++)
		;
	word = str_sub(*s, from, to);
	*s = str_skip(*s, to);
	return word;
}

/* Parse "[003]". */
static bool
perf_cpu(struct str s, struct perf_event *out)
{
	if (s.n < 3 || s.p[0] != '[' || s.p[s.n - 1] != ']')
		return false;
	s = str_sub(s, 1, s.n - 1);
	if (!all_digits(s))
		return false;
	while (s.n > 1 && s.p[0] == '0')
		s = str_skip(s, 1);
	out->cpu = s;
	return true;
}

/* Parse "23797.040983:", with 6 or 9 digits after the point. */
static bool
perf_time(struct str s, struct perf_event *out)
{
	ptrdiff_t dot = str_chr(s, '.');
	struct str frac;
	int64_t sec, ns = 0;

	if (dot <= 0 || s.p[s.n - 1] != ':')
		return false;
	frac = str_sub(s, (size_t)dot + 1, s.n - 1);
	if (!all_digits(frac) || !all_digits(str_sub(s, 0, (size_t)dot)))
		return false;
	for (size_t i = 0; i < 9; i++)
		ns = ns * 10 + (i < frac.n ? frac.p[i] - '0' : 0);
	out->has_time = str_to_i64(str_sub(s, 0, (size_t)dot), &sec) &&
		sec < INT64_MAX / 1000000000;
	out->time = out->has_time ? sec * 1000000000 + ns : 0;
	return true;
}

/* Parse "912" or "881/912", -1 if the kernel had no id. */
static bool
perf_ids(struct str s, struct perf_event *out)
{
	ptrdiff_t slash = str_chr(s, '/');
	struct str pid = slash < 0 ? STR_EMPTY : str_sub(s, 0, (size_t)slash);
	struct str tid = slash < 0 ? s : str_skip(s, (size_t)slash + 1);

	if (!all_digits(
		    tid.n > 0 && tid.p[0] == '-' ? str_skip(tid, 1) : tid) ||
		(slash >= 0 &&
			!all_digits(pid.n > 0 && pid.p[0] == '-'
					? str_skip(pid, 1)
					: pid)))
		return false;
	out->pid = pid;
	out->tid = tid;
	return true;
}

/* The column for a period has ten digits, columns for ids have fewer. */
enum { PERIOD_WIDTH = 10 };

static bool
perf_period(struct str *s, struct perf_event *out)
{
	struct str rest = *s, digits = perf_word(&rest);

	if (!all_digits(digits))
		return false;
	*s = rest;
	out->has_period = true;
	out->clipped = !str_to_i64(digits, &out->period);
	if (out->clipped)
		out->period = INT64_MAX;
	return true;
}

/* Cut ids, cpu and time off *s. Any may be missing; false if all are. */
static bool
perf_fields(struct str line, struct str *s, struct perf_event *out)
{
	struct str rest = *s, next = perf_word(&rest);

	*out = (struct perf_event){ .period = 1,
		.comm = str_trim(str_from(line.p, (size_t)(s->p - line.p))) };
	if (perf_ids(next, out)) {
		*s = rest;
		next = perf_word(&rest);
	}
	if (perf_cpu(next, out)) {
		*s = rest;
		next = perf_word(&rest);
	}
	out->who = str_from(line.p, (size_t)(s->p - line.p));
	if (perf_time(next, out))
		*s = rest;
	return out->tid.n > 0 || out->cpu.n > 0 || out->has_time;
}

/* Cut a period without other fields off *s. */
static bool
perf_only_period(struct str line, struct str *s, struct perf_event *out)
{
	struct str rest = *s;

	*out = (struct perf_event){ .period = 1,
		.comm = str_trim(str_from(line.p, (size_t)(s->p - line.p))) };
	out->who = out->comm;
	if (!perf_period(&rest, out) ||
		(size_t)(rest.p - s->p) < PERIOD_WIDTH) {
		out->has_period = false;
		return false;
	}
	*s = rest;
	return true;
}

/* Parse "cycles:u:" and the rest. */
static bool
perf_event_name(struct str s, struct perf_event *out)
{
	struct str name = perf_word(&s);

	/* A number with a colon is a time; the comm ended in a number. */
	if (name.n < 2 || name.p[name.n - 1] != ':' ||
		ascii_is_digit(name.p[0]))
		return false;
	out->event = str_sub(name, 0, name.n - 1);
	out->rest = str_trim(s);
	return true;
}

/* Parse an event line. The comm may contain blanks, numbers and colons. It ends
   at the first place after which the rest is valid: one that begins with a
   number or, if there is none, with the event. */
bool
perf_event_line(struct str line, struct perf_event *out)
{
	struct str s = line, none;

	if (line.n == 0 || line.p[0] == '#')
		return false;
	do {
		struct str rest = s;

		/* Try the optional fields, then the event. */
		if (perf_only_period(line, &rest, out) &&
			perf_event_name(rest, out))
			return true;
		rest = s;
		if (perf_fields(line, &rest, out)) {
			(void)perf_period(&rest, out);
			if (perf_event_name(rest, out))
				return true;
		}
	} while (perf_word(&s).n > 0);
	s = line;
	do {
		none = s;
		if (!perf_fields(line, &none, out) && perf_event_name(s, out))
			return true;
	} while (perf_word(&s).n > 0);
	return false;
}

bool
perf_event_is_sure(const struct perf_event *e)
{
	return e->has_time || (e->comm.n > 0 && e->tid.n > 0);
}

/* Accept the rest: nothing, or a frame. */
static bool
perf_bare_rest(struct str rest, bool any, struct perf_event *out)
{
	out->rest = str_trim(rest);
	return (any && out->rest.n == 0) || perf_frame_is_sure(out->rest);
}

static bool
perf_bare_at(struct str line, struct str s, struct perf_event *out)
{
	struct str rest = s;

	if (perf_only_period(line, &rest, out) &&
		perf_bare_rest(rest, true, out))
		return true;
	rest = s;
	if (perf_fields(line, &rest, out)) {
		if (perf_bare_rest(rest, true, out))
			return true;
		if (perf_period(&rest, out) && perf_bare_rest(rest, true, out))
			return true;
	}
	/* No fields, but a frame after the comm. */
	*out = (struct perf_event){ .period = 1,
		.comm = str_trim(str_from(line.p, (size_t)(s.p - line.p))) };
	out->who = out->comm;
	return perf_bare_rest(s, false, out);
}

void
perf_bare_line(struct str line, struct perf_event *out)
{
	struct str s = line;

	do {
		if (perf_bare_at(line, s, out))
			return;
	} while (perf_word(&s).n > 0);
	*out = (struct perf_event){
		.who = line, .comm = str_trim(line), .period = 1
	};
}

static bool
perf_address(struct str s, uint64_t *out)
{
	*out = 0;
	if (s.n == 0 || s.n > 16)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		int digit = ascii_low_hex(s.p[i]);

		if (digit < 0)
			return false;
		*out = *out << 4 | (uint64_t)digit;
	}
	return true;
}

bool
perf_frame_line(struct str line, struct perf_frame *out)
{
	struct str s = line;
	ptrdiff_t at;
	size_t end;

	*out = (struct perf_frame){ .inlined = false };
	if (!perf_address(perf_word(&s), &out->address))
		return false;
	s = str_trim(s);
	at = str_bracket(s);
	/* A symbol such as "f(int)" may end in brackets, without a blank before
	   them. */
	if (at == 0 || (at > 0 && is_perf_blank(s.p[at - 1]))) {
		out->dso = str_sub(s, (size_t)at + 1, s.n - 1);
		s.n = (size_t)at;
		s = str_trim(s);
		out->inlined = str_is(out->dso, "inlined");
		if (str_ends(out->dso, STR(" (deleted)")))
			out->dso.n -= 10;
	}
	/* Cut the offset off "find+0x1b". */
	end = s.n;
	while (end > 0 && ascii_low_hex(s.p[end - 1]) >= 0)
		end--;
	if (end < s.n && end >= 4 && str_is(str_sub(s, end - 3, end), "+0x"))
		s.n = end - 3;
	out->symbol = s;
	return true;
}

bool
perf_frame_is_sure(struct str line)
{
	enum { INDENT = 17 }; /* a tab, then 16 digits or blanks */
	struct str rest = line;
	struct perf_frame f;

	if (!perf_frame_line(line, &f))
		return false;
	if (f.inlined || str_starts(f.dso, STR("/")) ||
		str_starts(f.dso, STR("[")))
		return true;
	(void)perf_word(&rest);
	return line.p[0] == '\t' && line.n - rest.n >= INDENT;
}

/* Parse "0x14000" or "0". */
static bool
perf_hex(struct str s, uint64_t *out)
{
	if (str_starts(s, STR("0x")))
		s = str_skip(s, 2);
	return perf_address(s, out);
}

bool
perf_map_line(struct str line, struct perf_map *out)
{
	ptrdiff_t at = str_find(line, STR("PERF_RECORD_MMAP"), 0);
	struct str s, inside, word;

	*out = (struct perf_map){ .executable = false };
	if (at < 0)
		return false;
	s = str_skip(line, (size_t)at);
	(void)str_cut(&s, '[');
	inside = str_cut(&s, ']');
	word = str_cut(&inside, '(');
	if (!perf_hex(word, &out->start) ||
		!perf_hex(str_cut(&inside, ')'), &out->size) ||
		!str_is(perf_word(&inside), "@") ||
		!perf_hex(perf_word(&inside), &out->offset))
		return false;
	word = perf_word(&inside);
	if (word.n > 2 && word.p[0] == '<' && word.p[word.n - 1] == '>')
		out->build_id = str_sub(word, 1, word.n - 1);
	if (!str_is(perf_word(&s), ":"))
		return false;
	word = perf_word(&s);
	out->executable = str_chr(word, 'x') >= 0;
	out->file = str_trim(s);
	if (str_ends(out->file, STR(" (deleted)")))
		out->file.n -= 10;
	return out->file.n > 0;
}
