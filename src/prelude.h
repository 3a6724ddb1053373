/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every .c file includes this header first. It includes config.h, which
 * configures the system's headers, and the C headers that nearly every file
 * needs. It bans functions that invite overflows, hidden state or locale
 * surprises: calls to them do not compile. If a library header uses a banned
 * name, include it before this one, in the only file that needs the library.
 */
#ifndef FT_PRELUDE_H
#define FT_PRELUDE_H

#include "config.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BANNED(name) sorry_##name##_is_a_banned_function

#undef strcpy
#define strcpy(d, s) BANNED(strcpy)
#undef strcat
#define strcat(d, s) BANNED(strcat)
#undef strncpy
#define strncpy(d, s, n) BANNED(strncpy)
#undef strncat
#define strncat(d, s, n) BANNED(strncat)
#undef sprintf
#define sprintf(...) BANNED(sprintf)
#undef vsprintf
#define vsprintf(...) BANNED(vsprintf)
#undef strtok
#define strtok(s, d) BANNED(strtok)
#undef gets
#define gets(s) BANNED(gets)
#undef atoi
#define atoi(s) BANNED(atoi)
#undef strtol
#define strtol(s, e, b) BANNED(strtol)
#undef gmtime
#define gmtime(t) BANNED(gmtime)
#undef localtime
#define localtime(t) BANNED(localtime)
#undef alloca
#define alloca(n) BANNED(alloca)
#undef system
#define system(c) BANNED(system)

#endif
