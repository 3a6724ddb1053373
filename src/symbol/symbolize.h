/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Adds names, files and lines to a profile's addresses from its programs and
 * libraries, as pprof's local symbolization does.
 *
 *     mapping 1  /usr/bin/x    0x401136 0x401180 ...
 *          |        a child reads it (child.h)
 *          v
 *     leaf x.c:8 < mid x.c:14 < work x.c:21
 *
 * Unlike pprof, also names JIT-compiled code, from a perf-PID.map in /tmp or in
 * the profile's folder, and kernel code, from vmlinux or the running kernel's
 * own list.
 *
 * The result shares stacks, samples, labels and values with the original
 * profile. Nothing is fetched unless the user allows it, and no other program
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
	SYMBOLS_OFF,    /* no symbolization */
	SYMBOLS_LOCAL,  /* symbol tables, debug information */
	SYMBOLS_FAST,   /* symbol tables only */
	SYMBOLS_REMOTE, /* no local binaries */
};

struct symbol_words;

struct symbol_spec {
	enum symbol_mode mode;
	bool force;          /* also replace existing names */
	bool fetch;          /* get missing files from servers */
	const char *program; /* path of this program, run as the child; NULL:
				no local lookups */
	const char *root;    /* replaces "/" for maps and kernels, in tests;
				NULL: "/" */
	struct str profile;  /* path of the profile; "": none */
	struct symbol_cache *cache; /* borrowed; NULL: no cache */
	/* Asks servers for the remaining names (load/remote.h). Returns a
	   reference to a profile. NULL: no remote lookup. */
	struct profile *(*ask)(const struct profile *p,
		const struct symbol_spec *spec,
		const struct symbol_words *words, struct progress *progress);
	const void *whom; /* passed to `ask`: a struct remotes */
	bool only_here; /* -symbolize=local: do not call ask */
	size_t max_memory; /* bytes for the profile and its names; 0: no
			      limit */
};

/* Messages. Each field may be NULL. */
struct symbol_words {
	struct warnings *warnings; /* why names are missing, in pprof's words */
	struct warnings *news;     /* servers asked and files fetched */
	struct strbuf *notes;      /* one line per mapping */
};

/* If argv is that of a child process, run as that child and exit. Must be
   called first in main(). */
void symbol_child(int argc, char *const *argv);

/* True if symbolize_profile() may find names for some addresses. */
bool symbolize_wants(const struct profile *p, const struct symbol_spec *spec);

/* Return a reference to the symbolized profile, or to p if nothing changed. If
   cancelled, the result contains the names found so far. */
struct profile *symbolize_profile(const struct profile *p,
	const struct symbol_spec *spec, const struct symbol_words *words,
	struct progress *progress);

#endif
