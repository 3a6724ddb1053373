/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gzip and zlib, bounded. gzip is read as Go's reader does it, so that a file
 * is damaged here when it is damaged there: several members are joined, and
 * what follows a member must be a member (verified: no padding is skipped).
 *
 * ISA-L does it in a third of zlib's time where there is one. It has fewer
 * words for what is wrong, so zlib is asked again then, and is right: the
 * answers are zlib's, with either.
 */
#ifndef FT_INPUT_INFLATE_H
#define FT_INPUT_INFLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "input/bytes.h"

/* Inflate all of `in` into *out, which is empty before. At most max bytes;
   0 is no limit. Returns 1, or 0 when `in` is not compressed (*out stays
   empty), or -1 and err: "decompressing profile: why (place)". */
int inflate_all(struct str in, size_t max, struct bytes *out,
	struct progress *progress, struct err *err);

/* Is it gzip, or might it be zlib, too, by its first two bytes? */
bool inflate_is_gzip(struct str in);
bool inflate_is_packed(struct str in);
/* How much room to give inflate_gzip(): what the file itself says, which
   need not be true, and a byte by which its end shows. */
size_t inflate_guess(struct str in, size_t max);

/*
 * gzip, for somebody who reads while it goes on: *out is room for some bytes,
 * and told() hears how many are in it. When the room does not suffice, or
 * what ISA-L did has to be done again, the bytes go to another place: told()
 * hears no more, and in the end out->p is another. *was is the old place
 * then, to be freed; else NULL. In case of an error that happens as well; out
 * is never freed here.
 */
struct inflate_listener {
	void (*told)(void *arg, size_t n);
	bool (*stopped)(void *arg); /* give up? */
	void *arg;
};
int inflate_gzip(struct str in, size_t max, struct bytes *out, char **was,
	const struct inflate_listener *listener, struct progress *progress,
	struct err *err);

/* "zlib 1.2.13, ISA-L 2.30.0" */
void inflate_version(char text[64]);

#endif
