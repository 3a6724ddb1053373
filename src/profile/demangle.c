/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of a profile, made readable by pprof's rules: see demangle.h. */
#include "config.h"

#include "profile/demangle.h"

#include <stdlib.h>

#include "base/xalloc.h"

#include "base/banned.h"

/* ---- One name ---- */

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

/* Neither Java's "a.b.<init>" nor Go's "a.(*B[...]).C". */
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

/* Take out what is between the outermost brackets, and these, from `start` on.
   Stops where one is closed that was not opened. */
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

/* ---- All names of a profile ---- */

/* What all names may cost together, in bytes. One that looks like a linker's
   and is none costs time. */
enum { NAMES_MOST = 128 << 20, COST_OF_NONE = 4096 };

struct names {
	const struct profile *p;
	enum demangle_mode mode;
	size_t left;
	struct strbuf text;
	str_id *answer; /* [strings.n] of a system's name; NONE: not asked yet
			 */
	struct profile *made; /* NULL while nothing has changed */
};

static str_id
new_name(struct names *n, str_id name)
{
	struct str was = profile_str(n->p, name);
	str_id now = name;
	size_t cost;

	if (n->mode == DEMANGLE_NONE)
		return name;
	if (n->answer[name] != NONE)
		return n->answer[name];
	strbuf_reset(&n->text);
	if (n->left > 0)
		demangle_name(&n->text, was, n->mode);
	else
		strbuf_add(&n->text, was);
	if (!str_eq(strbuf_str(&n->text), was)) {
		if (n->made == NULL)
			n->made = profile_overlay(n->p);
		now = intern_copy(&n->made->strings, strbuf_str(&n->text));
		cost = n->text.n;
	} else {
		cost = str_starts(was, STR("_Z")) ||
				str_starts(was, STR("_R")) ||
				str_starts(was, STR("__"))
			? COST_OF_NONE
			: 0;
	}
	n->left -= cost < n->left ? cost : n->left;
	return n->answer[name] = now;
}

static void
rename_function(struct names *n, func_id f)
{
	str_id name = n->p->func.name[f], system = n->p->func.system[f];
	str_id now;

	if (n->mode == DEMANGLE_DEFAULT ? name != 0 && name != system
					: name != 0 && system == 0)
		return;
	if (name == 0 && n->mode == DEMANGLE_NONE)
		return;
	now = new_name(n, system);
	if (now == name)
		return;
	if (n->made == NULL)
		n->made = profile_overlay(n->p);
	n->made->func.name[f] = now;
}

struct profile *
demangle_profile(const struct profile *p, enum demangle_mode mode,
	const struct progress *progress)
{
	struct names n = { .p = p, .mode = mode, .left = NAMES_MOST };

	if (mode == DEMANGLE_KEEP)
		return profile_ref(p);
	n.answer = xrealloc(NULL, p->strings.n, sizeof(*n.answer));
	for (size_t i = 0; i < p->strings.n; i++)
		n.answer[i] = NONE;
	for (func_id f = 0; f < p->func.n; f++) {
		if (progress_stopped(progress))
			break;
		rename_function(&n, f);
	}
	free(n.answer);
	strbuf_free(&n.text);
	return n.made != NULL ? n.made : profile_ref(p);
}
