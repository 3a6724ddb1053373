/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Source files on this machine, found by their names in a profile.
 *
 * With source_path=/home/u/app, /build/app/x.c is looked for as x.c in
 * /home/u/app, /home/u, /home and /.
 */
#ifndef FT_REPORT_SRCFILE_H
#define FT_REPORT_SRCFILE_H

#include "base/arena.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"

/* Maximum bytes read of a file. */
enum { SRCFILE_BYTES_MAX = 64 << 20 };

struct srcfile {
	struct arena arena;
	struct strbuf text;  /* the part that is needed */
	size_t n;            /* number of lines: see srcfile_line() */
	VEC(uint32_t) start; /* [n + 1] offsets of lines in `text` */
	bool is_cut;         /* wanted lines are beyond the limit */
	struct str path;     /* path of the file, if found */
	struct str why;   /* error text; not a struct err, because a name in it
			     may be long and hold any byte */
};

/* Read the first `want` lines of a file, or fewer if it is shorter. A line of
   64 KiB or more ends it, as in pprof; a file that is not regular has no lines
   and is not opened, as that may block or have effects.
   An empty source_path is the current directory. -1 and f->why if it is not
   found; always free with srcfile_fini(). */
int srcfile_read(struct srcfile *f, struct str name, struct str trim_path,
	struct str source_path, int64_t want);
void srcfile_fini(struct srcfile *f);
/* Return line i + 1 without its end; i < n. */
struct str srcfile_line(const struct srcfile *f, size_t i);

/* Call `try` with each path at which pprof would look for a trimmed name, until
   it returns true. source_path is not empty. */
bool srcfile_try(struct arena *arena, struct str name, struct str source_path,
	bool (*try)(void *arg, struct str path), void *arg);

#endif
