/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decompression bombs: see ratio.h. */
#include "config.h"

#include "input/ratio.h"

#include "base/num.h"

#include "base/banned.h"

static int
fail_limit(size_t in, size_t ratio, size_t max, struct err *err)
{
	char most[32];

	bytes_size(max, most);
	if (ratio < 2)
		return err_set(err, ERR_LIMIT,
			"decompressing profile: it is more than the %s that "
			"are allowed (compressed byte %zu, see --max-memory)",
			most, in);
	return err_set(err, ERR_LIMIT,
		"decompressing profile: it is more than the %s that are "
		"allowed (%zu : 1 up to compressed byte %zu, see --max-memory)",
		most, ratio, in);
}

int
ratio_check(size_t in, size_t out, size_t max, struct err *err)
{
	size_t ratio = out / (in > 0 ? in : 1);
	char from[32], to[32];

	if (max != 0 && out > max)
		return fail_limit(in, ratio, max, err);
	if (out < RATIO_FROM || ratio < RATIO_BOMB)
		return 0;
	bytes_size(in, from);
	bytes_size(out, to);
	return err_set(err, ERR_LIMIT,
		"decompressing profile: %s became %s, %zu : 1, like a "
		"decompression bomb; if it is none, unpack it first: "
		"gzip -dc FILE | flametop -",
		from, to, ratio);
}

size_t
ratio_room(const struct bytes *full, size_t first, size_t max)
{
	size_t cap = full->cap == 0 ? first : mul_size(full->cap, 2);

	return max != 0 && cap > max ? max + 1 : cap;
}
