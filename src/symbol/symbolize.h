/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names, files and lines for the addresses of a profile, out of the programs
 * and libraries that it was taken of: pprof's local symbolization.
 *
 *     mapping 1  /usr/bin/x    0x401136 0x401180 ...
 *          |        a child reads it (child.h)
 *          v
 *     leaf x.c:8 < mid x.c:14 < work x.c:21
 *
 * Beyond pprof, code that a compiler made at run time has the names of its
 * /tmp/perf-PID.map, or of such a file beside the profile, and the kernel its
 * vmlinux's or, if it runs here, its own.
 *
 * The profile that is made shares stacks, samples, labels and values with the
 * first one. Nothing is fetched unless the user wants that, and no other
 * program is run.
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
	SYMBOLS_REMOTE, /* no binary is looked at */
};

struct symbol_words;

struct symbol_spec {
	enum symbol_mode mode;
	bool force;          /* also where there are names already */
	bool fetch;          /* from servers: see debuginfod.h */
	const char *program; /* runs symbol_child(); NULL: none does, so that
				nothing is looked for */
	const char *root;    /* a folder that stands for "/", where maps and
				kernels are; NULL: none */
	struct str profile;  /* the file; "": there is none */
	struct symbol_cache *cache; /* borrowed; NULL: nothing is kept */
	/* Asked for what has no names then, with all of this (load/remote.h):
	   a reference. NULL: nobody is. */
	struct profile *(*ask)(const struct profile *p,
		const struct symbol_spec *spec,
		const struct symbol_words *words, struct progress *progress);
	const void *whom;
	bool only_here; /* -symbolize=local: nobody is to be asked */
};

/* What is said besides; each may be NULL. */
struct symbol_words {
	struct warnings *warnings; /* why names are missing, as pprof says it */
	struct warnings *news;     /* what was fetched */
	struct strbuf *notes;      /* a line for each mapping */
};

/* For the first of main(): is this a child of ours? Then what it does, and it
   does not return. */
void symbol_child(int argc, char *const *argv);

/* Is there anything that would be looked for? */
bool symbolize_wants(const struct profile *p, const struct symbol_spec *spec);

/* A reference; p itself when nothing was found. When progress asks to stop,
   what came so far stays. */
struct profile *symbolize_profile(const struct profile *p,
	const struct symbol_spec *spec, const struct symbol_words *words,
	struct progress *progress);

#endif
