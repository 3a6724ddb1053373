/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many bytes keys cost: a walk over the screen, key by key. */
#ifndef FT_TESTS_PTY_WALK_H
#define FT_TESTS_PTY_WALK_H

#include "pty/vt.h"

/* A cursor that goes up and down and aside; zooms in and out. Both begin at
   the root and can be repeated. */
#define WALK_MOVES "jjjjljlhjkkjljhkjjlkjkjlhjkkjk"
#define WALK_ZOOMS "jjj\rjj\r\177\177jl\r\1770j\rjj\r0jjj\r\177"

/* The cost of each key of `keys` that is one of `of` (NULL: of all), in the
   order of size: what is written until the program waits again. Returns how
   many there are; cost[] has room for as many as there are keys. */
size_t walk(struct vt *vt, const char *keys, const char *of, size_t *cost);

#endif
