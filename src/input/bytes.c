/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contents of files (bytes.h). */
#include "prelude.h"

#include "input/bytes.h"

#include "base/num.h"

void
bytes_size(size_t n, char text[32])
{
	if (n >= 1 << 20)
		(void)snprintf(text, 32, "%zu MiB", n >> 20);
	else if (n >= 10 << 10)
		(void)snprintf(text, 32, "%zu KiB", n >> 10);
	else
		(void)snprintf(text, 32, "%zu bytes", n);
}

int
ratio_check(size_t in, size_t out, size_t max, struct err *err)
{
	size_t ratio = out / (in > 0 ? in : 1);
	char from[32], to[32];

	/* `max` is the rest of the limit; the caller names the whole limit. */
	if (max != 0 && out > max && ratio < 2)
		return err_set(err, ERR_LIMIT,
			"decompressing profile: larger than the memory limit "
			"allows (compressed byte %zu, see --max-memory)",
			in);
	if (max != 0 && out > max)
		return err_set(err, ERR_LIMIT,
			"decompressing profile: larger than the memory limit "
			"allows (%zu : 1 up to compressed byte %zu, see "
			"--max-memory)",
			ratio, in);
	if (out < RATIO_FROM || ratio < RATIO_BOMB)
		return 0;
	bytes_size(in, from);
	bytes_size(out, to);
	return err_set(err, ERR_LIMIT,
		"decompressing profile: %s became %s, %zu : 1, like a "
		"decompression bomb; if you trust it, unpack it first: gzip "
		"-dc FILE | flametop -",
		from, to, ratio);
}

size_t
ratio_room(const struct bytes *full, size_t first, size_t max)
{
	size_t cap = full->cap == 0 ? first : mul_size(full->cap, 2);

	return max != 0 && cap > max ? max + 1 : cap;
}

enum { HEAD = 512 }; /* bytes examined to detect text */

size_t
bytes_lines(struct str bytes)
{
	struct str head = str_sub(bytes, 0, HEAD), text = str_trim(head);

	/* JSON and XML cannot be cut at a line end. A leading '\n' is probably
	   the tag of the first field of a profile.proto. */
	if (!str_is_text(head) || str_starts(head, STR("\n")) ||
		(text.n > 0 && strchr("{[<", text.p[0]) != NULL))
		return 0;
	return (size_t)(str_rchr(bytes, '\n') + 1);
}

bool
bytes_cut(struct bytes *out, size_t part, size_t part_of,
	const struct progress *progress)
{
	size_t lines;

	if (!progress_kept(progress) || (part_of != 0 && part >= part_of))
		return false;
	lines = bytes_lines(bytes_str(out));
	if (lines == 0)
		return false;
	out->n = lines;
	out->part = part;
	out->part_of = part_of;
	return true;
}
