/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Rough handling: keys without sense, windows of any size. Random, but the
 * same for the same seed.
 */
#ifndef FT_TESTS_PTY_ROUGH_H
#define FT_TESTS_PTY_ROUGH_H

#include "pty/vt.h"

/* The next number below 2^31. */
uint64_t rough_next(uint64_t *state);

/* A key by name: none that leaves the program, and in prompts nothing that
   could name a file or a command of the shell. */
const char *rough_key(uint64_t *state);
/* Any key, for a program that is confined. */
const char *rough_any_key(uint64_t *state);
/* A line for the command prompt. */
const char *rough_line(uint64_t *state);

void rough_resize(struct vt *t, uint64_t *state);

#endif
