/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdio.h>

#include "base/one.h"

#include "base/banned.h"

static const char *const word[] = { "a", "b" };

int
one(int x)
{
	return puts(word[x & 1]);
}
