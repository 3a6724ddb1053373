// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The program's entry. For now it can only say what it is.
 */
#include "config.h"

#include <stdio.h>

int
main(void)
{
	puts(PACKAGE_STRING);
	return 0;
}
