/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Under qemu's user emulation (tests/cli/cross) a program's memory is the
   emulator's, too, limits of it are not kept, and what cannot be started fails
   later. */
#ifndef FT_TESTS_UTIL_EMULATED_H
#define FT_TESTS_UTIL_EMULATED_H

static inline bool
emulated(void)
{
	return getenv("FT_EMULATED") != NULL;
}

#endif
