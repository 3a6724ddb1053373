/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places and copy suffixes in function names. */
#include "prelude.h"

#include "profile/place.h"

#include "base/ascii.h"
#include "base/compiler.h"

/* ---- Copies ---- */

/* Return the length of the copy suffix at the beginning of s, or 0. */
static size_t
copy_length(struct str s)
{
	static const char *const with_number[] = { ".isra.", ".part.",
		".constprop.", ".llvm.", ".lto_priv.", ".cold." };
	struct str rest;

	if (s.n < 2 || strchr("ipcl", s.p[1]) == NULL)
		return 0;
	for (size_t i = 0; i < COUNT_OF(with_number); i++) {
		if (!str_starts(s, str_c(with_number[i])))
			continue;
		rest = str_skip(s, strlen(with_number[i]));
		if (str_cut_digits(&rest).n > 0)
			return s.n - rest.n;
	}
	return str_starts(s, STR(".cold")) ? 5 : 0;
}

/* Return the total length of the copy suffixes at the beginning of s. */
static size_t
copies_length(struct str s)
{
	size_t all = 0, n;

	while ((n = copy_length(str_skip(s, all))) > 0)
		all += n;
	return all;
}

bool
place_is_copy(struct str suffix)
{
	return suffix.n > 0 && copies_length(suffix) == suffix.n;
}

struct str
place_without_copy(struct str name)
{
	/* Most names return here: this runs for each box on the screen. */
	if (name.n == 0 ||
		(!ascii_is_digit(name.p[name.n - 1]) &&
			name.p[name.n - 1] != 'd'))
		return name;
	for (size_t i = 1; i < name.n; i++) {
		size_t n =
			name.p[i] == '.' ? copies_length(str_skip(name, i)) : 0;

		if (n > 0 && i + n == name.n)
			return str_sub(name, 0, i);
		/* Skip suffixes that are not at the end of the name. */
		i += n > 0 ? n - 1 : 0;
	}
	return name;
}

/* ---- Places ---- */

/* Cut digits and the text `before` them from the end of *s. */
static bool
cut_last_number(struct str *s, struct str before, int64_t *number)
{
	size_t at = s->n;

	while (at > 0 && ascii_is_digit(s->p[at - 1]))
		at--;
	if (at == s->n || !str_ends(str_sub(*s, 0, at), before) ||
		!str_to_i64(str_skip(*s, at), number))
		return false;
	s->n = at - before.n;
	return true;
}

/* Cut ":L#32:C#44", ":L#32", ":12:5" or ":12" from the end of *s. */
static bool
cut_place(struct str *s, struct name_place *out)
{
	struct str name = *s;

	*out = (struct name_place){ .line = 0 };
	if (!cut_last_number(&name, STR(":C#"), &out->column))
		out->column = 0;
	if (!cut_last_number(&name, STR(":L#"), &out->line)) {
		name = *s;
		if (!cut_last_number(&name, STR(":"), &out->line))
			return false;
		out->column = 0;
		if (cut_last_number(&name, STR(":"), &out->column)) {
			int64_t line = out->column;

			out->column = out->line;
			out->line = line;
		}
	}
	/* "::1" is not a place, nor is a number alone. */
	if (name.n == 0 || name.p[name.n - 1] == ':')
		return false;
	*s = name;
	return true;
}

bool
place_around(struct str name, struct str system, struct name_place *out)
{
	*out = (struct name_place){ .line = 0 };
	if (system.n == 0 || !cut_last_number(&name, STR(":"), &out->line) ||
		!str_ends(name, system))
		return false;
	name.n -= system.n;
	if (!str_ends(name, STR(":")))
		return false;
	out->file = str_sub(name, 0, name.n - 1);
	return true;
}

bool
place_cut(struct strbuf *out, struct str name, struct str system,
	struct name_place *place)
{
	struct name_place outer, inner;
	bool around = place_around(name, system, &outer), closes;
	struct str rest;

	if (around)
		name = system;
	closes = str_ends(name, STR(")"));
	rest = closes ? str_sub(name, 0, name.n - 1) : name;
	if (cut_place(&rest, &inner)) {
		*place = inner;
		strbuf_add(out, rest);
		strbuf_addstr(out, closes ? ")" : "");
	} else if (around) {
		*place = outer;
		strbuf_add(out, name);
	} else {
		return false;
	}
	if (around)
		place->file = outer.file;
	return true;
}
