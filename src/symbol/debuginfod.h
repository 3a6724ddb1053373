/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fetches binaries and debug information by build id from the servers in
 * DEBUGINFOD_URLS, if the user allows it: a build id reveals which program the
 * user has. A child process loads libdebuginfod, which fetches and caches the
 * files:
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
	struct strbuf path;  /* fetched or cached file */
	uint64_t bytes;      /* file size; 0: the file was cached */
	struct strbuf where; /* URL; "": the file was cached */
};

#define DEBUGINFOD_INIT \
	{ \
		.bytes = 0 \
	}

/* Return the servers in DEBUGINFOD_URLS; "": none. */
struct str debuginfod_servers(void);
/* Fetch a file. `program` is the path of this program. -1 and err if no server
   has the file, no server or library is available, or the user cancelled. */
int debuginfod_file(struct debuginfod_answer *f, const char *program,
	enum debuginfod_what what, struct str build_id,
	struct progress *progress, struct err *err);
void debuginfod_free(struct debuginfod_answer *f);

/* Run as the child, with the arguments after DEBUGINFOD_WORD. Return the exit
   status. */
int debuginfod_main(const char *what, const char *build_id);

#endif
