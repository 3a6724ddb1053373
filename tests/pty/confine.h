/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program that random keys drive may be told to write any file and to run
 * any command. Confined, it can do neither: the kernel (Landlock, Linux 5.13)
 * refuses to write outside of one folder and of /dev, and to run anything but
 * the program itself.
 */
#ifndef FT_TESTS_PTY_CONFINE_H
#define FT_TESTS_PTY_CONFINE_H

/* Can this kernel do it? */
bool confine_works(void);
/* From now on, for this process and its children; there is no way back. */
bool confine(const char *program, const char *folder);

#endif
