/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One name, demangled as in pprof. */
#include "prelude.h"

#include "profile/demangle.h"


bool
demangle_encoded(struct strbuf *out, struct str name, enum demangle_mode mode)
{
	size_t start = out->n;
	bool done;

	if (str_starts(name, STR("_R")))
		done = demangle_rust(out, name, mode);
	else
		done = demangle_old_rust(out, name) ||
			demangle_cxx(out, name, mode);
	if (done && !str_eq(str_skip(strbuf_str(out), start), name))
		return true;
	strbuf_cut(out, start);
	return false;
}

bool
demangle_is_encoded(struct str name)
{
	while (str_starts(name, STR("__")))
		name = str_skip(name, 1);
	return str_starts(name, STR("_Z")) || str_starts(name, STR("_R"));
}

/* True for brackets or "::", but not Java's ".<init>" or Go's "[...]).C". */
static bool
looks_like_cxx(struct str name)
{
	bool any = false;

	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		if (c == '.' && str_starts(str_skip(name, i), STR(".<")))
			return false;
		if (c == ']' && str_starts(str_skip(name, i), STR("]).")))
			return false;
		any = any || c == '<' || c == '>' || c == '[' || c == ']' ||
			(c == ':' && i > 0 && name.p[i - 1] == ':');
	}
	return any;
}

/* Delete the outermost brackets and their contents from `start` on. Stops at a
   closing bracket that was not opened. */
static void
cut_brackets(struct strbuf *b, size_t start, char open, char close)
{
	size_t first = 0, depth = 0, to = start, n = b->n;

	for (size_t at = start; at < n; at++) {
		char c = b->p[at];

		b->p[to++] = c;
		if (c == open && depth++ == 0)
			first = to - 1;
		if (c != close)
			continue;
		if (depth == 0) {
			memmove(b->p + to, b->p + at + 1, n - at - 1);
			to += n - at - 1;
			break;
		}
		if (--depth == 0)
			to = first;
	}
	strbuf_cut(b, to);
}

void
demangle_name(struct strbuf *out, struct str name, enum demangle_mode mode)
{
	size_t start = out->n;

	if (demangle_encoded(out, name, mode))
		return;
	/* macOS puts a "_" before all names. */
	if (str_starts(name, STR("_")) &&
		demangle_encoded(out, str_skip(name, 1), mode))
		return;
	strbuf_add(out, name);
	if (mode == DEMANGLE_FULL || !looks_like_cxx(name))
		return;
	cut_brackets(out, start, '(', ')');
	if (mode != DEMANGLE_TEMPLATES)
		cut_brackets(out, start, '<', '>');
}
