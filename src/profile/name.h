/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Function names for display: their parts, shorter forms and packages.
 *
 *   example.com/shop/api/v2.(*CartHandler).Checkout
 *   api.(*CartHandler).Checkout      without the directories
 *   api.CartHandler.Checkout         without the receiver's brackets
 *   CartHandler.Checkout             without the package
 *   Checkout                         the last identifier
 *   Checko…out                       cut in the middle, if there is room
 *
 * All panes show the longest form that fits, or else the shortest form cut.
 * Boxes may show only the last identifier. Lists use only forms with a package,
 * and keep parts of package and identifier when they cut.
 *
 * Parses Go, C++ (templates, operators, lambdas, anonymous namespaces, ABI
 * tags), Rust (hashes), Java and plain C names; other names are only cut.
 */
#ifndef FT_PROFILE_NAME_H
#define FT_PROFILE_NAME_H

#include "base/arena.h"
#include "base/str.h"
#include "base/strbuf.h"

enum { NAME_FORMS = 8 };

/* The forms of a name, each shorter than the previous form. They point into the
   name if possible, else into the arena. */
struct name_forms {
	int n;        /* number of forms, at least 1 */
	int plain;    /* index of the form for lists and running text: with
			 package, without directories and parameters */
	int packaged; /* index of the shortest form with the package */
	struct str form[NAME_FORMS];
};

void name_forms(struct name_forms *out, struct str name, struct arena *arena);

/* Return the first of the forms first .. last that fits in `columns`, or
   `last`. */
int name_form_for(const struct name_forms *forms, int first, int last,
	int columns, bool ascii);
/* Append form k. If it is too wide, cut it in the middle with "…" ("~" in
   ASCII), if possible before the last identifier. */
void name_put(struct strbuf *out, const struct name_forms *forms, int k,
	int columns, bool ascii);
/* Append the longest form that fits, or a cut one. */
void name_fit(struct strbuf *out, const struct name_forms *forms, int columns,
	bool ascii);
/* Append a text cut to `columns`: name_cut() keeps its end, name_cut_middle()
   both ends. With fewer than eight columns name_cut_middle() keeps only the
   beginning, and with fewer than six it does not add "…". */
void name_cut(struct strbuf *out, struct str text, int columns, bool ascii);
void name_cut_middle(
	struct strbuf *out, struct str text, int columns, bool ascii);

/* Return the package, module or namespace as pprof finds it, or "". */
struct str name_package(struct str name);
/* Return the name as pprof's graph shortens it. The result points into `name`,
   or into the arena if a version was cut out of the middle. */
struct str name_shortened(struct str name, struct arena *arena);

/* True if a name is in a list of names ended by NULL; those that end in '*' are
   prefixes. */
bool name_is_one_of(struct str name, const char *const *pattern);

/* True for a name like "liblzma+15ae0", which flametop gives to a function
   without a symbol: the file, and where the function starts according to the
   file's unwind tables. */
bool name_is_made_up(struct str name);

#endif
