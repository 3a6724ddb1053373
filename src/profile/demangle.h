/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Demangling, by the rules of the format that the names come from.
 *
 * Names in profile.proto and in pprof's old formats are shown as pprof shows
 * them:
 *
 *     _ZNSt6vectorIiSaIiEE9push_backERKi
 *         std::vector::push_back                               default
 *         std::vector<int, std::allocator<int> >::push_back    templates
 *         std::vector<...>::push_back(int const&)              full
 *     foo::bar<int>(char)
 *         foo::bar            not mangled, but it looks like C++
 *
 * A function has two names: the one shown and the system name. If they differ,
 * a tool has demangled the first one already, and it stays. pprof guesses which
 * names look like C++ and deletes all their brackets, which may leave nothing,
 * or the same name for several functions. Reports must match pprof; on the
 * screen these functions keep their own names.
 *
 * Other formats contain names that tools have demangled, in any language. No
 * guess is made there, and two functions never become one, except that C++
 * names lose their parameters and then their template arguments.
 *
 *     <A as B>::f             py::<module>:/x.py           unchanged
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
	DEMANGLE_FULL,      /* with parameters as well */
	DEMANGLE_NONE,      /* system names */
	DEMANGLE_FORCE,     /* DEFAULT, but for all functions */
	DEMANGLE_KEEP,      /* names as they were read */
};

enum {
	DEMANGLE_NAME_MOST = 32 << 10, /* longest name that is demangled, */
	DEMANGLE_MOST = 64 << 10       /* and longest demangled name */
};

/* Return the profile with readable names, or a new reference to p if nothing
   changes. All modes but DEFAULT and KEEP begin with the system names. The last
   names stay unchanged if a hostile profile exceeds the limit, or if progress,
   which may be NULL, asks to stop. */
struct profile *demangle_profile(const struct profile *p,
	enum demangle_mode mode, bool on_screen,
	const struct progress *progress);

/* Append what pprof shows for a system name: at least the name itself. */
void demangle_name(
	struct strbuf *out, struct str name, enum demangle_mode mode);
/* Append the readable form of a name from another format. */
void demangle_other(
	struct strbuf *out, struct str name, enum demangle_mode mode);
/* True if a name begins like a mangled one. */
bool demangle_is_encoded(struct str name);

/* Append the demangled form of a name in any encoding. False, appending
   nothing, if it is not mangled or does not change. */
bool demangle_encoded(
	struct strbuf *out, struct str name, enum demangle_mode mode);
/* Decode one encoding each. False, appending nothing, for any other name. */
bool demangle_cxx(struct strbuf *out, struct str name, enum demangle_mode mode);
bool demangle_rust(
	struct strbuf *out, struct str name, enum demangle_mode mode);
bool demangle_old_rust(struct strbuf *out, struct str name);
/* Append a Rust name half demangled as C++: "Vec$LT$T$GT$::push::h", a hash. */
bool demangle_half_rust(struct strbuf *out, struct str name);

#endif
