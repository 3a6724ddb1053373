/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gzip: see deflate.h. */
#include "config.h"

#include "write/deflate.h"

#include <limits.h>
#include <zlib.h>

#include "base/banned.h"

enum { GZIP_WINDOW = 15 + 16, MEMORY_LEVEL = 8, PIECE = 64 * 1024 };

int
gzip_append(struct strbuf *out, struct str data, struct err *err)
{
	z_stream z = { .zalloc = Z_NULL };
	unsigned char piece[PIECE];
	int rc;

	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW,
		    MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
		return err_set(err, ERR_IO, "cannot start compressing");
	do {
		/* zlib only reads, though next_in is not const */
		z.next_in = (unsigned char *)(uintptr_t)data.p;
		z.avail_in = data.n > UINT_MAX ? UINT_MAX : (unsigned)data.n;
		data = str_skip(data, z.avail_in);
		do {
			z.next_out = piece;
			z.avail_out = sizeof(piece);
			rc = deflate(&z, data.n == 0 ? Z_FINISH : Z_NO_FLUSH);
			strbuf_add(out,
				str_from((char *)piece,
					sizeof(piece) - z.avail_out));
		} while (z.avail_out == 0);
	} while (data.n > 0);
	(void)deflateEnd(&z);
	return rc == Z_STREAM_END
		? 0
		: err_set(err, ERR_IO, "cannot compress");
}
