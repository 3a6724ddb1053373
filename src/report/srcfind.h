/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Source files for people to read: found further afield than -list looks, and
 * not shown when they are none of the user's sources.
 *
 *     fmt/print.go                     /usr/local/go/src/fmt/print.go
 *     github.com/a/B@v1.2.0/c.go       ~/go/pkg/mod/github.com/a/!b@v1.2.0/c.go
 *     example.com/shop/price/rules.go  ./price/rules.go       (go.mod)
 *     /rustc/HASH/library/core/x.rs    ~/.rustup/toolchains/...
 *     /build/app-1.2/src/main.c        ./src/main.c
 *     /home/them/shop/price/rules.go   price/rules.go     (the work tree's)
 *
 * pprof's rule comes first (srcfile.h), then `source_map`, then these, in this
 * order. What they find stays below the folder that they look in, links
 * resolved.
 *
 * A profile is data from somewhere, and the names in it can be those of any
 * file. So a file is only read when it is below a root, and no part of its name
 * from there on begins with a dot. Roots are: source_path (without one: the
 * current directory), the work tree that that is in, the right sides of
 * source_map, where Go, Rust and their packages keep sources, and the headers
 * that are everybody's (/usr/include); never "/" or the home directory itself.
 * Any other file is named, and read when that name is `allowed`.
 */
#ifndef FT_REPORT_SRCFIND_H
#define FT_REPORT_SRCFIND_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"

/* Larger files, or with more lines, are read up to there; longer lines are cut
   with a mark. */
enum {
	SOURCE_BYTES_MAX = 16 << 20,
	SOURCE_LINES_MAX = 200000,
	SOURCE_LINE_MAX = 65536
};

/* What is looked for. All borrowed. */
struct source_wish {
	struct str name; /* as reports show it: trimmed */
	struct str raw;  /* as the profile has it */
};

/* What holds for all of them. */
struct source_rules {
	struct str trim_path, source_path; /* options */
	struct str map;                    /* of FROM=TO, one a line */
	struct str allowed; /* files outside of the roots, one a line */
};

struct source_tried {
	struct str path;
	struct str why; /* "no such file or directory", "binary" */
};

struct source {
	struct str name, raw; /* of the wish */
	struct str path;      /* where it was found; empty: it was not */
	struct str rule;      /* which rule did; empty: pprof's */
	bool outside;         /* found outside of the roots, and not read */
	bool part;            /* of a larger file the beginning */
	int64_t mtime;        /* ns since 1970 */
	size_t n;
	struct str *line; /* [n] without line ends; line[0] is line 1 */
	size_t n_tried;
	struct source_tried *tried; /* [n_tried] in the order of the rules; at
				       most some hundred */
};

struct sources {
	struct arena arena;
	struct str order; /* as in the call */
	size_t n;
	struct source *source; /* [n] as ordered */
};

/* A product (app/job.h): the order is a text, made by source_order(). NULL only
   when asked to stop; progress may be NULL. */
void source_order(struct strbuf *out, const struct source_rules *rules,
	const struct source_wish *wish, size_t n);
/* More wishes, for the end of an order. */
void source_order_wishes(
	struct strbuf *out, const struct source_wish *wish, size_t n);
struct sources *sources_new(struct str order, struct progress *progress);
void sources_free(struct sources *s); /* NULL is fine */

#endif
