/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Functions that invite overflows, hidden state or locale surprises do not
 * compile. Every .c file includes this header last, after the system's own
 * declarations.
 */
#ifndef FT_BASE_BANNED_H
#define FT_BASE_BANNED_H

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
