/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What does a program do that will not come to rest? Said by the kernel
 * (/proc) and, where it is installed, by gdb: which of the things that calm.h
 * waits for is missing, where each thread is, how much of a processor it
 * takes, what is open.
 */
#ifndef FT_TESTS_PTY_AUTOPSY_H
#define FT_TESTS_PTY_AUTOPSY_H

#include "pty/vt.h"

/* Takes seconds; the program goes on afterwards. */
void autopsy(FILE *out, struct vt *t);

#endif
