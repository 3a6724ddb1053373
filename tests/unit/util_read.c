/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts as profiles: see util_read.h. */
#include "config.h"

#include "util_read.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/banned.h"

struct profile *
read_as(const char *format, struct str text, struct notes *notes,
	struct err *err)
{
	const struct read_spec spec = {
		.bytes = text, .name = STR("x"), .format = str_c(format)
	};
	struct profile *p = read_profile(&spec, NULL, notes, err);

	if (p != NULL)
		assert_true(profile_check(p));
	return p;
}
