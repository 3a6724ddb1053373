/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Binaries and their debug information by build id, from the servers that
 * DEBUGINFOD_URLS names: only where the user has switched that on, since a
 * build id tells a server which program one has. libdebuginfod does it, and
 * keeps what comes; it is loaded when it is first needed, by a process of its
 * own:
 *
 *     flametop FETCH_WORD debuginfo 8c3045bd... <servers
 *     -> /home/x/.cache/debuginfod_client/8c3045bd.../debuginfo
 *        https://debuginfod.debian.net/buildid/8c3045bd.../debuginfo
 */
#ifndef FT_SYMBOL_FETCH_H
#define FT_SYMBOL_FETCH_H

#include <stdint.h>

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"

#define FETCH_WORD "--fetch-by-build-id"

enum fetch_what { FETCH_EXECUTABLE, FETCH_DEBUGINFO };

struct fetched {
	struct strbuf path;  /* of a file that was fetched now or before */
	uint64_t bytes;      /* fetched now; 0: it was there */
	struct strbuf where; /* the URL, if it was fetched now */
};

#define FETCHED_INIT \
	{ \
		.bytes = 0 \
	}

/* The servers that would be asked; "" none. */
struct str fetch_servers(void);
/* -1 and err: nobody has it, there are no servers, no library, progress asked
   to stop. */
int fetch_file(struct fetched *f, const char *program, enum fetch_what what,
	struct str build_id, struct progress *progress, struct err *err);
void fetched_free(struct fetched *f);

/* What the child does, with the words behind FETCH_WORD. Returns its exit
   status. */
int fetch_main(const char *what, const char *build_id);

#endif
