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
 * A function has a name and a system name. If they differ, a tool has demangled
 * the name already, and it stays unchanged. If any other name looks like C++,
 * pprof deletes all its brackets, which may leave nothing, or give several
 * functions the same name. Reports match pprof; on the screen these functions
 * keep different names.
 *
 * Names in other formats were demangled by tools and may come from any
 * language. They stay unchanged, so that all functions keep different names,
 * except that C++ names lose their parameters and template arguments.
 *
 *     <A as B>::f             py::<module>:/x.py           unchanged
 *     ns::f<int>(char)        ns::f
 *     Vec$LT$T$GT$::push::h0123456789abcdef                demangled as C++
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
	DEMANGLE_FULL,      /* with template arguments and parameters */
	DEMANGLE_NONE,      /* system names */
	DEMANGLE_FORCE,     /* like DEFAULT, but from the system names */
	DEMANGLE_KEEP,      /* names as they were read */
};

enum {
	DEMANGLE_NAME_MOST = 32 << 10, /* longest mangled name, in bytes */
	DEMANGLE_MOST = 64 << 10       /* longest demangled name, in bytes */
};

/* Return a profile with readable names, or a new reference to p if nothing
   changes. All modes except DEFAULT and KEEP start from the system names. The
   remaining names stay unchanged once a hostile profile has exceeded the limit
   on all names, or progress, which may be NULL, asks to stop. */
struct profile *demangle_profile(const struct profile *p,
	enum demangle_mode mode, bool on_screen,
	const struct progress *progress);

/* Append a system name as pprof shows it. */
void demangle_name(
	struct strbuf *out, struct str name, enum demangle_mode mode);
/* Append the readable form of a name from a format that pprof does not read. */
void demangle_other(
	struct strbuf *out, struct str name, enum demangle_mode mode);
/* True if a name begins like a mangled one: "_Z", "_R", "__Z", ... */
bool demangle_is_encoded(struct str name);

/* Append the demangled form of a name in any encoding. False, appending
   nothing, if it is not mangled or does not change. */
bool demangle_encoded(
	struct strbuf *out, struct str name, enum demangle_mode mode);
/* Demangle C++, new Rust or old Rust. False, appending nothing, for others. */
bool demangle_cxx(struct strbuf *out, struct str name, enum demangle_mode mode);
bool demangle_rust(
	struct strbuf *out, struct str name, enum demangle_mode mode);
bool demangle_old_rust(struct strbuf *out, struct str name);
/* Decode a Rust name demangled as C++: "Vec$LT$T$GT$::push::h0123...". */
bool demangle_half_rust(struct strbuf *out, struct str name);

#endif
