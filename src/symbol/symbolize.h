/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names, files and lines for a profile's addresses, from its programs and
 * libraries: pprof's local symbolization.
 *
 *     mapping 1  /usr/bin/x    0x401136 0x401180 ...
 *          |        a child reads it (child.h)
 *          v
 *     leaf x.c:8 < mid x.c:14 < work x.c:21
 *
 * In addition to pprof, JIT-compiled code gets names from its
 * /tmp/perf-PID.map, or from such a file beside the profile, and the kernel
 * from vmlinux or, if it is running, from its own list.
 *
 * The result shares stacks, samples, labels and values with the original
 * profile. Nothing is fetched unless the user wants that, and no other program
 * is run.
 */
#ifndef FT_SYMBOL_SYMBOLIZE_H
#define FT_SYMBOL_SYMBOLIZE_H

#include "base/progress.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "profile/profile.h"

struct symbol_cache;

enum symbol_mode {
	SYMBOLS_OFF,    /* addresses stay */
	SYMBOLS_LOCAL,  /* symbol tables, debug information */
	SYMBOLS_FAST,   /* symbol tables only */
	SYMBOLS_REMOTE, /* no local binaries */
};

struct symbol_words;

struct symbol_spec {
	enum symbol_mode mode;
	bool force;          /* also addresses with names */
	bool fetch;          /* from servers (debuginfod.h) */
	const char *program; /* runs symbol_child(); NULL: there is no child, so
				no lookups */
	const char *root;    /* folder in place of "/" for maps and kernels;
				NULL: none */
	struct str profile;  /* its file; "": none */
	struct symbol_cache *cache; /* borrowed; NULL: no cache */
	/* Called for addresses left without names, with all of this
	   (load/remote.h): a reference. NULL: no remote lookup. */
	struct profile *(*ask)(const struct profile *p,
		const struct symbol_spec *spec,
		const struct symbol_words *words, struct progress *progress);
	const void *whom;
	bool only_here; /* -symbolize=local: do not call ask */
};

/* Outputs; each may be NULL. */
struct symbol_words {
	struct warnings *warnings; /* why names are missing, in pprof's words */
	struct warnings *news;     /* list of fetched files */
	struct strbuf *notes;      /* one line per mapping */
};

/* Run as a child of ours if this process is one, and never return. Called first
   in main(). */
void symbol_child(int argc, char *const *argv);

/* True if there is something to look up. */
bool symbolize_wants(const struct profile *p, const struct symbol_spec *spec);

/* Return a reference to the symbolized profile; p itself if nothing was found.
   If cancelled, results so far are used. */
struct profile *symbolize_profile(const struct profile *p,
	const struct symbol_spec *spec, const struct symbol_words *words,
	struct progress *progress);

#endif
