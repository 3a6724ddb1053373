/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Linkers' names made readable, by the rules of the format that they are from.
 *
 * Names of profile.proto and of pprof's old formats are shown as pprof shows
 * them:
 *
 *     _ZNSt6vectorIiSaIiEE9push_backERKi
 *         std::vector::push_back                               default
 *         std::vector<int, std::allocator<int> >::push_back    templates
 *         std::vector<...>::push_back(int const&)              full
 *     foo::bar<int>(char)
 *         foo::bar            no linker's name, but it looks like C++
 *
 * A function has two names: the one shown, and the system's. Where they differ
 * somebody has made the first one readable, and it stays. pprof's rule for what
 * looks like C++ is a guess: it deletes all brackets, and what is left may be
 * nothing, or what several functions have in common. Reports have to be
 * pprof's; on the screen these functions keep their own names.
 *
 * The other formats have names that tools have made readable, in any language,
 * and nothing is guessed there: two functions never become one, but for what
 * is written of them in C++, which is their parameters and then the arguments
 * of templates.
 *
 *     <A as B>::f             py::<module>:/x.py           as they are
 *     ns::f<int>(char)        ns::f
 *     Vec$LT$T$GT$::push::h0123456789abcdef                half demangled
 *         Vec<T>::push
 */
#ifndef FT_PROFILE_DEMANGLE_H
#define FT_PROFILE_DEMANGLE_H

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
	enum demangle_mode mode, bool on_screen,
	const struct progress *progress);

/* Append what pprof shows of a system's name: itself, if nothing else. */
void demangle_name(
	struct strbuf *out, struct str name, enum demangle_mode mode);
/* The same of a name from another format. */
void demangle_other(
	struct strbuf *out, struct str name, enum demangle_mode mode);
/* Does it begin as names in the encodings do? */
bool demangle_is_encoded(struct str name);

/* Of a name in any of the encodings. False, and nothing appended: it is in
   none, or says what it said before. */
bool demangle_encoded(
	struct strbuf *out, struct str name, enum demangle_mode mode);
/* One encoding each: false, and nothing appended, for a name that is none. */
bool demangle_cxx(struct strbuf *out, struct str name, enum demangle_mode mode);
bool demangle_rust(
	struct strbuf *out, struct str name, enum demangle_mode mode);
bool demangle_old_rust(struct strbuf *out, struct str name);
/* What demanglers of C++ make of that: "Vec$LT$T$GT$::push::h" and a hash. */
bool demangle_half_rust(struct strbuf *out, struct str name);

#endif
