/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simplified function names: see simple.h. */
#include "config.h"

#include "engine/simple.h"

#include "base/banned.h"

struct str
simple_name(struct str name)
{
	static const char *const reserved[] = { "(anonymous namespace)",
		"operator()" };
	size_t i = 0;

	if (name.n > 0 && name.p[0] == '.')
		name = str_skip(name, 1);
	while (i < name.n) {
		struct str rest = str_skip(name, i);

		if (str_starts(rest, str_c(reserved[0])))
			i += strlen(reserved[0]);
		else if (str_starts(rest, str_c(reserved[1])))
			i += strlen(reserved[1]);
		else if (name.p[i] == '(')
			return str_sub(name, 0, i);
		else
			i++;
	}
	return name;
}
