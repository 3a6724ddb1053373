/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Simplified function names: what prune_from and a profile's own drop_frames
 * are matched against.
 *
 *     foo(int)                        foo
 *     .foo                            foo
 *     (anonymous namespace)::f(int)   (anonymous namespace)::f
 *     A::operator()(int)              A::operator()
 */
#ifndef FT_ENGINE_SIMPLE_H
#define FT_ENGINE_SIMPLE_H

#include "base/str.h"

/* A part of `name`. */
struct str simple_name(struct str name);

#endif
