/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Binaries and debug information by build id, from the servers in
 * DEBUGINFOD_URLS: only if the user enables it, since a build id reveals which
 * program one has. libdebuginfod fetches them and caches the files; a process
 * of its own loads it when it is first needed:
 *
 *     flametop DEBUGINFOD_WORD debuginfo 8c3045bd... <servers
 *     -> /home/x/.cache/debuginfod_client/8c3045bd.../debuginfo
 *        https://debuginfod.debian.net/buildid/8c3045bd.../debuginfo
 */
#ifndef FT_SYMBOL_DEBUGINFOD_H
#define FT_SYMBOL_DEBUGINFOD_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"

#define DEBUGINFOD_WORD "--fetch-by-build-id"

enum debuginfod_what { DEBUGINFOD_EXECUTABLE, DEBUGINFOD_DEBUGINFO };

struct debuginfod_answer {
	struct strbuf path;  /* file, fetched now or earlier */
	uint64_t bytes;      /* fetched now; 0: the file was cached */
	struct strbuf where; /* URL, if it was fetched now */
};

#define DEBUGINFOD_INIT \
	{ \
		.bytes = 0 \
	}

/* Return the servers that would be asked; "": none. */
struct str debuginfod_servers(void);
/* Fetch a file. -1 and err: no server has it, there are no servers or no
   library, or it was cancelled. */
int debuginfod_file(struct debuginfod_answer *f, const char *program,
	enum debuginfod_what what, struct str build_id,
	struct progress *progress, struct err *err);
void debuginfod_free(struct debuginfod_answer *f);

/* Run the child with the words after DEBUGINFOD_WORD. Returns its exit
   status. */
int debuginfod_main(const char *what, const char *build_id);

#endif
