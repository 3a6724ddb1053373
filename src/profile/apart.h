/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Different functions with the same name, told apart by the places where they
 * begin.
 *
 *     <listcomp>   /srv/a.py, line 3         <listcomp> a.py:3
 *     <listcomp>   /srv/a.py, line 9         <listcomp> a.py:9
 *     <listcomp>   /srv/b.py                 <listcomp> b.py
 *     <module>     /srv/json/__init__.py     <module> json/__init__.py:1
 *     <module>     /srv/re/__init__.py       <module> re/__init__.py:1
 *     dumps        /srv/json/__init__.py     dumps
 *
 * This is for formats with header.by_place, which pprof does not read. In other
 * formats functions with the same name count as one, as in pprof. A name gets
 * as much of its path as it needs.
 */
#ifndef FT_PROFILE_APART_H
#define FT_PROFILE_APART_H

#include "base/progress.h"
#include "profile/profile.h"

/* Return the profile with unique names, or a new reference to p if nothing
   changes. Names that are ambiguous only in `other`, which may be NULL, also
   change, so that both sides of a comparison have the same names. Names with a
   place (place.h) stay. If progress, which may be NULL, asks to stop, all names
   stay. */
struct profile *apart_rename(const struct profile *p,
	const struct profile *other, const struct progress *progress);

#endif
