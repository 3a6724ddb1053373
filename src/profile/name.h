/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Function names for people: parts, shorter forms, the package.
 *
 *   example.com/shop/api/v2.(*CartHandler).Checkout
 *   api.(*CartHandler).Checkout      without the directories
 *   api.CartHandler.Checkout         without the receiver's decoration
 *   CartHandler.Checkout             without the package
 *   Checkout                         the last identifier
 *   Checko…out                       cut in the middle, if there is room
 *
 * All panes follow one rule: the longest form that fits, else the last one cut.
 * Boxes go down to the last identifier. Lists stop at the shortest form with a
 * package, and a cut keeps package and identifier.
 *
 * Works on Go, C++ (templates, operators, lambdas, anonymous namespaces, ABI
 * tags), Rust (hashes), Java and plain C names; anything else is only cut.
 */
#ifndef FT_PROFILE_NAME_H
#define FT_PROFILE_NAME_H

#include "base/arena.h"
#include "base/str.h"
#include "base/strbuf.h"

enum { NAME_FORMS = 8 };

/* The forms of a name, longest first, each shorter than the one before. They
   point into the name if possible, else into the arena. */
struct name_forms {
	int n;        /* at least 1 */
	int plain;    /* form for lists and running text: no directories, no
			 parameters, but with the package */
	int packaged; /* shortest form with the package */
	struct str form[NAME_FORMS];
};

void name_forms(struct name_forms *out, struct str name, struct arena *arena);

/* Return the longest of the forms [first, last] that fits in `columns`, or the
   last one. */
int name_form_for(const struct name_forms *forms, int first, int last,
	int columns, bool ascii);
/* Append form k. If it is too wide, cut it in the middle with "…" ("~" in
   ASCII), before the last identifier if its scope has room. */
void name_put(struct strbuf *out, const struct name_forms *forms, int k,
	int columns, bool ascii);
/* Append the longest form that fits, or a cut one. */
void name_fit(struct strbuf *out, const struct name_forms *forms, int columns,
	bool ascii);
/* Append a text cut to `columns`: name_cut() keeps its end, name_cut_middle()
   both ends. Under eight columns the latter keeps only the first letters, since
   they identify more than two and two; under six without "…". */
void name_cut(struct strbuf *out, struct str text, int columns, bool ascii);
void name_cut_middle(
	struct strbuf *out, struct str text, int columns, bool ascii);

/* Return the package, module or namespace as pprof finds it, or "". */
struct str name_package(struct str name);
/* Return the name as pprof's graph shortens it: a part of `name`, or in the
   arena if a version was cut out of its middle. */
struct str name_shortened(struct str name, struct arena *arena);

#endif
