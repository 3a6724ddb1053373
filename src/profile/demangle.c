/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The function names of a profile, demangled. */
#include "prelude.h"

#include "profile/demangle.h"

#include <inttypes.h>

#include "base/bits.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "profile/place.h"

/* ---- All names of a profile ---- */

/* Limits for all names of a profile, in bytes of demangled text. A name that
   only looks mangled counts as COST_OF_NONE bytes, as trying takes time. */
enum { NAMES_MOST = 128 << 20, COST_OF_NONE = 4096 };

struct demangle_names {
	const struct profile *p;
	enum demangle_mode mode;
	size_t left;
	struct strbuf text;
	str_id *answer;       /* [strings.n] new id; NONE: not computed */
	struct profile *made; /* the result; NULL while nothing has changed */
};

/* Return the id of the readable form of a name. */
static str_id
new_name(struct demangle_names *n, str_id name)
{
	struct str was = profile_str(n->p, name);
	str_id now = name;
	size_t cost;

	if (n->mode == DEMANGLE_NONE)
		return name;
	if (n->answer[name] != NONE)
		return n->answer[name];
	strbuf_reset(&n->text);
	if (n->left == 0)
		strbuf_add(&n->text, was);
	else if (n->p->header.names == NAMES_OTHER)
		demangle_other(&n->text, was, n->mode);
	else
		demangle_name(&n->text, was, n->mode);
	if (!str_eq(strbuf_str(&n->text), was)) {
		if (n->made == NULL)
			n->made = profile_overlay(n->p);
		now = intern_copy(&n->made->strings, strbuf_str(&n->text));
		cost = n->text.n;
	} else {
		cost = demangle_is_encoded(was) || str_starts(was, STR("__"))
			? COST_OF_NONE
			: 0;
	}
	n->left -= cost < n->left ? cost : n->left;
	return n->answer[name] = now;
}

/* Return the name of f to demangle; NONE: its current name stays. In formats
   that pprof does not read, the system name may be missing or any text, so it
   replaces a name only if it is mangled. */
static str_id
old_name(const struct demangle_names *n, func_id f)
{
	str_id name = n->p->func.name[f], system = n->p->func.system[f];

	if (n->p->header.names == NAMES_OTHER)
		return name == 0 ||
				(n->mode != DEMANGLE_DEFAULT &&
					!demangle_is_encoded(
						profile_str(n->p, name)) &&
					demangle_is_encoded(
						profile_str(n->p, system)))
			? system
			: name;
	if (n->mode == DEMANGLE_DEFAULT ? name != 0 && name != system
					: name != 0 && system == 0)
		return NONE;
	return system;
}

static void
set_name(struct demangle_names *n, func_id f, str_id now)
{
	if (n->made == NULL)
		n->made = profile_overlay(n->p);
	n->made->func.name[f] = now;
}

/* ---- Names from pprof's formats on the screen ---- */

/* If pprof's rule left only "" or "::x" of a name, demangle the name again, by
   the rules for other formats. */
static void
keep_own_name(struct demangle_names *n, func_id f)
{
	struct str now;
	str_id name;
	const struct profile *p;

	p = n->made != NULL ? n->made : n->p;
	now = profile_str(p, p->func.name[f]);
	name = n->p->func.name[f];

	if (now.n > 0 && !str_starts(now, STR("::")))
		return;
	if (name == 0)
		name = n->p->func.system[f];
	strbuf_reset(&n->text);
	demangle_other(&n->text, profile_str(n->p, name), n->mode);
	if (n->text.n > 0 && !str_eq(strbuf_str(&n->text), now)) {
		if (n->made == NULL)
			n->made = profile_overlay(n->p);
		set_name(n, f,
			intern_copy(&n->made->strings, strbuf_str(&n->text)));
	}
}

/* Names like "file:system:line" are shown as "system", which is the system
   name, or as "system file:line" if several names have the same system name. */
struct demangle_placed {
	struct demangle_names *n;
	str_id *first;       /* [strings.n] first name that was found for each
				system name */
	struct bits several; /* system names with more than one name */
};

static void
screen_names(struct demangle_names *n)
{
	const struct profile *p = n->p;
	struct demangle_placed s = { .n = n, .first = NULL };
	VEC(func_id) placed = { 0 };
	struct name_place place;

	for (func_id f = 0; f < p->func.n; f++)
		if (place_around(profile_str(p, p->func.name[f]),
			    profile_str(p, p->func.system[f]), &place))
			vec_push(&placed, f);
		else
			keep_own_name(n, f);
	if (placed.n > 0) {
		s.first = ids_new(p->strings.n);
		s.several = bits_new(p->strings.n);
		for (size_t i = 0; i < placed.n; i++) {
			func_id f = placed.p[i];
			str_id name = s.n->p->func.name[f],
			       system = s.n->p->func.system[f];

			if (s.first[system] == NONE)
				s.first[system] = name;
			else if (s.first[system] != name)
				bits_set(&s.several, system);
		}
	}
	for (size_t i = 0; i < placed.n; i++) {
		func_id f = placed.p[i];
		struct demangle_names *count;
		str_id system;
		struct strbuf *b;

		(void)place_around(profile_str(p, p->func.name[f]),
			profile_str(p, p->func.system[f]), &place);
		count = s.n;
		system = count->p->func.system[f];
		b = &count->text;
		if (!bits_get(&s.several, system) || place.file.n == 0) {
			set_name(count, f, system);
		} else {
			strbuf_reset(b);
			strbuf_add3(b, "", profile_str(count->p, system), " ");
			strbuf_add(b, str_basename(place.file));
			strbuf_addf(b, ":%" PRId64, place.line);
			if (count->made == NULL)
				count->made = profile_overlay(count->p);
			set_name(count, f,
				intern_copy(
					&count->made->strings, strbuf_str(b)));
		}
	}
	free(s.first);
	free(s.several.word);
	vec_free(&placed);
}

struct profile *
demangle_profile(const struct profile *p, enum demangle_mode mode,
	bool on_screen, const struct progress *progress)
{
	struct demangle_names n = { .p = p, .mode = mode, .left = NAMES_MOST };

	if (mode == DEMANGLE_KEEP)
		return profile_ref(p);
	n.answer = ids_new(p->strings.n);
	for (func_id f = 0; f < p->func.n; f++) {
		str_id name, old, now;

		if (f % 64 == 0 && progress_stopped(progress))
			break;
		name = n.p->func.name[f];
		old = old_name(&n, f);
		if (old != NONE && !(name == 0 && n.mode == DEMANGLE_NONE)) {
			now = new_name(&n, old);
			if (now != name)
				set_name(&n, f, now);
		}
	}
	if (on_screen && mode != DEMANGLE_NONE &&
		p->header.names != NAMES_OTHER)
		screen_names(&n);
	free(n.answer);
	strbuf_free(&n.text);
	return n.made != NULL ? n.made : profile_ref(p);
}
