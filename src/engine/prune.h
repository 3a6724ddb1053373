/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Drops the frames that match the profile's own drop_frames and keep_frames
 * patterns. Allocators list their functions there, so that the stacks of a heap
 * profile end at the function that allocates.
 *
 *     drop_frames=malloc|new     main;make;new;malloc   ->  main;make
 *     Matches at the root stay:  malloc;main            ->  malloc;main
 *
 * Applied once, after all files are loaded and merged.
 */
#ifndef FT_ENGINE_PRUNE_H
#define FT_ENGINE_PRUNE_H

#include "base/err.h"
#include "base/str.h"
#include "profile/profile.h"

/* Return a profile without these frames, or a reference to p if nothing
   changes. A pattern that does not compile drops nothing, silently, as in
   pprof. NULL and err if the rewritten profile cannot be made. */
struct profile *prune_profile(const struct profile *p, struct err *err);

/*
 * Return the simplified function name, a part of `name`. prune_from and
 * drop_frames are matched against it.
 *
 *     foo(int)                        foo
 *     .foo                            foo
 *     (anonymous namespace)::f(int)   (anonymous namespace)::f
 *     A::operator()(int)              A::operator()
 */
struct str simple_name(struct str name);

#endif
