/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Linkers' names as pprof makes them readable.
 *
 *     _ZNSt6vectorIiSaIiEE9push_backERKi
 *         std::vector::push_back                               default
 *         std::vector<int, std::allocator<int> >::push_back    templates
 *         std::vector<...>::push_back(int const&)              full
 *     foo::bar<int>(char)
 *         foo::bar            no linker's name, but it looks like C++
 *
 * A function has two names: the one shown, and the system's. Where they differ
 * somebody has made the first one readable, and it stays.
 */
#ifndef FT_PROFILE_DEMANGLE_H
#define FT_PROFILE_DEMANGLE_H

#include <stdbool.h>

#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "profile/profile.h"

enum demangle_mode {
	DEMANGLE_DEFAULT,   /* names only: no parameters, no templates */
	DEMANGLE_TEMPLATES, /* with template arguments */
	DEMANGLE_FULL,      /* with parameters, too */
	DEMANGLE_NONE,      /* the system's names */
	DEMANGLE_FORCE,     /* as the default, but for all functions */
	DEMANGLE_KEEP,      /* the names that were read */
};

enum {
	DEMANGLE_NAME_MOST = 32 << 10, /* longer names stay as they are, */
	DEMANGLE_MOST = 64 << 10       /* and those that become longer */
};

/* The profile with readable names, or a reference to p itself when nothing
   changes. All but DEFAULT and KEEP begin with the system's names. A hostile
   profile may ask for more than can be had: then the last names stay as they
   are, as they do when progress, which may be NULL, asks to stop. */
struct profile *demangle_profile(const struct profile *p,
	enum demangle_mode mode, const struct progress *progress);

/* Append what is shown of a system's name: itself, if nothing else. */
void demangle_name(
	struct strbuf *out, struct str name, enum demangle_mode mode);

/* Of a name in any of the encodings. False, and nothing appended: it is in
   none, or says what it said before. */
bool demangle_encoded(
	struct strbuf *out, struct str name, enum demangle_mode mode);
/* One encoding each: false, and nothing appended, for a name that is none. */
bool demangle_cxx(struct strbuf *out, struct str name, enum demangle_mode mode);
bool demangle_rust(
	struct strbuf *out, struct str name, enum demangle_mode mode);
bool demangle_old_rust(struct strbuf *out, struct str name);

#endif
