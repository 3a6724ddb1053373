/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where input may be cut: see cut.h. */
#include "config.h"

#include "input/cut.h"

#include <string.h>

#include "base/banned.h"

enum { HEAD = 512 }; /* bytes by which text is told */

/* JSON and XML are text, but not of lines; and what begins with a line end
   is the first field of a profile.proto, as like as not. */
static bool
is_other(struct str head)
{
	struct str text = str_trim(head);

	return str_starts(head, STR("\n")) ||
		(text.n > 0 && strchr("{[<", text.p[0]) != NULL);
}

size_t
cut_lines(struct str bytes)
{
	struct str head = str_sub(bytes, 0, HEAD);

	if (!str_is_text(head) || is_other(head))
		return 0;
	return (size_t)(str_rchr(bytes, '\n') + 1);
}

bool
cut_enough(struct bytes *out, size_t part, size_t part_of,
	const struct progress *progress)
{
	size_t lines;

	if (!progress_kept(progress) || (part_of != 0 && part >= part_of))
		return false;
	lines = cut_lines(bytes_str(out));
	if (lines == 0)
		return false;
	out->n = lines;
	out->part = part;
	out->part_of = part_of;
	return true;
}
