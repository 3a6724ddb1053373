/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Binaries and their debug information by build id, from the servers that
 * DEBUGINFOD_URLS names: only where the user has switched that on, since a
 * build id tells a server which program one has. libdebuginfod does it, and
 * keeps what comes; it is loaded when it is first needed, by a process of its
 * own:
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
	struct strbuf path;  /* of a file that was fetched now or before */
	uint64_t bytes;      /* fetched now; 0: it was there */
	struct strbuf where; /* the URL, if it was fetched now */
};

#define DEBUGINFOD_INIT \
	{ \
		.bytes = 0 \
	}

/* The servers that would be asked; "" none. */
struct str debuginfod_servers(void);
/* -1 and err: nobody has it, there are no servers, no library, progress asked
   to stop. */
int debuginfod_file(struct debuginfod_answer *f, const char *program,
	enum debuginfod_what what, struct str build_id,
	struct progress *progress, struct err *err);
void debuginfod_free(struct debuginfod_answer *f);

/* What the child does, with the words behind DEBUGINFOD_WORD. Returns its exit
   status. */
int debuginfod_main(const char *what, const char *build_id);

#endif
