/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The frames that a profile itself wants dropped: its drop_frames and
 * keep_frames patterns. Allocators put their own functions
 * there, so that a heap profile ends at who allocated.
 *
 *     drop_frames=malloc|new     main;make;new;malloc   ->  main;make
 *     but not before another frame was seen: malloc;main  stays
 *
 * Applied once, when everything is loaded and merged.
 */
#ifndef FT_ENGINE_PRUNE_H
#define FT_ENGINE_PRUNE_H

#include "base/err.h"
#include "base/str.h"
#include "profile/profile.h"

/* A profile without these frames, or a reference to p itself when nothing
   changes. A pattern that does not compile drops nothing, silently, as in
   pprof. NULL and err when the rewritten profile cannot be made. */
struct profile *prune_profile(const struct profile *p, struct err *err);

/*
 * Simplified function names, parts of `name`: what prune_from and drop_frames
 * are matched against.
 *
 *     foo(int)                        foo
 *     .foo                            foo
 *     (anonymous namespace)::f(int)   (anonymous namespace)::f
 *     A::operator()(int)              A::operator()
 */
struct str simple_name(struct str name);

#endif
