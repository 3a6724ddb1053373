/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Function names for people: parts, shorter forms, the package.
 *
 *   example.com/shop/api/v2.(*CartHandler).Checkout
 *   api.(*CartHandler).Checkout      without the directories
 *   api.CartHandler.Checkout         without the receiver's decoration
 *   CartHandler.Checkout             without the package
 *   Checkout                         the last identifier
 *   Checko…out                       cut: both ends stay where there is room
 *
 * One rule for all panes: the longest form that fits, else the last one cut.
 * Boxes go down to the last identifier; lists stop at the shortest form that
 * has its package, and keep package and identifier when they cut.
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

/* The forms of a name, longest first, each shorter than the one before. The
   spans point into `name` where they can, else into the arena. */
struct name_forms {
	int n;        /* at least 1 */
	int plain;    /* the form for lists and running text: no directories, no
			 parameters, but still with its package */
	int packaged; /* the shortest that has its package */
	struct str form[NAME_FORMS];
};

void name_forms(struct name_forms *out, struct str name, struct arena *arena);

/* The longest of the forms [first, last] that fits in `columns`; the last one
   when none does. */
int name_form_for(const struct name_forms *forms, int first, int last,
	int columns, bool ascii);
/* Form k, if need be cut in the middle with "…" ("~" in ASCII), before the
   last identifier where that leaves room for what it belongs to. */
void name_put(struct strbuf *out, const struct name_forms *forms, int k,
	int columns, bool ascii);
/* Both, of all forms. */
void name_fit(struct strbuf *out, const struct name_forms *forms, int columns,
	bool ascii);
/* One text cut to `columns`: at the left, so that its end stays; or in the
   middle, so that both ends do. Under eight columns there is no middle, a
   few first letters tell more than two and two; under six no "…" either. */
void name_cut(struct strbuf *out, struct str text, int columns, bool ascii);
void name_cut_middle(
	struct strbuf *out, struct str text, int columns, bool ascii);

/* The package, module or namespace: as pprof finds it; "" when there is none.
 */
struct str name_package(struct str name);
/* The name as pprof's own graph shortens it. A part of `name`
   or, where a version was cut out of its middle, in the arena. */
struct str name_shortened(struct str name, struct arena *arena);

#endif
