/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A unit test: cmocka with the headers that it wants before it, and TEST(), the
   head of a case that needs no state. */
#ifndef FT_TESTING_H
#define FT_TESTING_H

#include <stdarg.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/compiler.h"

#define TEST(name) static void name(void **state UNUSED)

#endif
