/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds source files for the source pane, in more places than -list does, and
 * reads only those that are the user's sources.
 *
 *     fmt/print.go                     /usr/local/go/src/fmt/print.go
 *     github.com/a/B@v1.2.0/c.go       ~/go/pkg/mod/github.com/a/!b@v1.2.0/c.go
 *     example.com/shop/price/rules.go  ./price/rules.go       (go.mod)
 *     /rustc/HASH/library/core/x.rs    ~/.rustup/toolchains/...
 *     /build/app-1.2/src/main.c        ./src/main.c
 *     /home/them/shop/price/rules.go   price/rules.go     (in the work tree)
 *
 * pprof's rule comes first (srcfile.h), then `source_map`, then the above in
 * this order. Each finds only files below its folder, with links resolved.
 *
 * A profile is untrusted, and may name any file. So a file is read only if it
 * is below a root and no part of its name below the root begins with a dot.
 * Roots are: source_path (or the current directory), its work tree, the Go
 * module that is named like the file, at or above these, the right sides of
 * source_map, the source folders of Go, Rust and their packages, and
 * the system headers (/usr/include); never "/" or the home directory itself.
 * Any other file is not read, only named, unless its name is in `allowed`.
 */
#ifndef FT_REPORT_SRCFIND_H
#define FT_REPORT_SRCFIND_H

#include "base/arena.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"

/* Limits. Larger files and files with more lines are read up to the limit;
   longer lines are cut, with a mark. */
enum {
	SOURCE_BYTES_MAX = 16 << 20,
	SOURCE_LINES_MAX = 200000,
	SOURCE_LINE_MAX = 65536
};

/* A file to find. All borrowed. */
struct source_wish {
	struct str name; /* trimmed, as in reports */
	struct str raw;  /* as in the profile */
	struct str program; /* the compiled program, whose age shows whether the
			       file changed since; or empty */
};

/* The rules for all files. */
struct source_rules {
	struct str trim_path, source_path; /* values of the options */
	struct str map;                    /* FROM=TO, one per line */
	struct str allowed; /* files outside the roots, one per line */
};

struct source_tried {
	struct str path;
	struct str why; /* "no such file or directory", "binary" */
};

struct source {
	struct str name, raw, program; /* from the wish */
	struct str path;      /* path of the file; "": not found */
	struct str rule;      /* rule that found the file; "": pprof's */
	bool outside;         /* found outside the roots, not read */
	bool part;            /* only the beginning was read */
	int64_t mtime;        /* ns since 1970 */
	int64_t program_mtime; /* likewise; 0: no such program here */
	size_t n;
	struct str *line; /* [n] without line ends; line[0] is line 1 */
	size_t n_tried;
	struct source_tried *tried; /* [n_tried] in the order of the rules */
};

struct sources {
	struct arena arena;
	struct str order;
	size_t n;
	struct source *source; /* [n] as ordered */
};

/* A product (app/job.h): source_order() appends the order, a text for
   sources_new(), which returns NULL only if stopped. progress may be NULL. */
void source_order(struct strbuf *out, const struct source_rules *rules,
	const struct source_wish *wish, size_t n);
/* Append more wishes to an order. */
void source_order_wishes(
	struct strbuf *out, const struct source_wish *wish, size_t n);
struct sources *sources_new(struct str order, struct progress *progress);
void sources_free(struct sources *s); /* NULL is fine */

#endif
