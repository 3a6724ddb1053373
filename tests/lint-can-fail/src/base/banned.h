/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FT_BASE_BANNED_H
#define FT_BASE_BANNED_H

int one(int x);

#endif
