/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Whose code is this: the rules. One frame is judged by its name, its source
 * file and the file that it was mapped from; the first rule that holds says
 * user, library, system or unknown.
 *
 *     main.parse        /home/u/app/main.go              user
 *     json.(*Decoder)   encoding/json/decode.go          library
 *     runtime.mallocgc  runtime/malloc.go                system
 *     malloc            libc.so.6                        system
 *     malloc            libjemalloc.so.2                 library
 *     foo               (nothing else is known)          unknown
 *
 * System is the kernel and what a language brings along to run at all:
 * runtime, interpreter, libc. A standard library is a library. CodSpeed draws
 * the same lines.
 *
 * A language's rules are asked only for its own frames. Which language that
 * is, is told by the source file's name first, then by the shape of the
 * function's name.
 *
 * Each pair of function and mapping is judged once, when it is first asked
 * for.
 *
 * Borrows the profile; belongs to one thread.
 */
#ifndef FT_ENGINE_ORIGIN_H
#define FT_ENGINE_ORIGIN_H

#include "base/err.h"
#include "base/str.h"
#include "engine/frame.h"
#include "engine/query.h"
#include "profile/profile.h"

enum origin_kind {
	ORIGIN_USER,
	ORIGIN_LIBRARY,
	ORIGIN_SYSTEM,
	ORIGIN_UNKNOWN,
};

struct origin {
	uint8_t kind; /* enum origin_kind */
	bool is_kernel;
	const char *why; /* "Go runtime": which rule held */
};

/* What is known about one frame. Texts may be empty. */
struct origin_facts {
	struct str name, file, map;
	bool is_main; /* the mapping is the program itself */
	/* The same for all frames of a profile. */
	bool is_go;
	struct str module; /* where the sources of main.main are: a folder,
			      or the path of its module when files are
			      given relative to that; may be empty */
};

/* "user", "library", "system", "unknown" */
const char *origin_name(enum origin_kind kind);

/* The rules, and what they say of the functions of a profile. */
struct origins;

/* Of the query its patterns for what is the user's own, a library's and the
   system's, whatever the rules say: tried in this order, on names, files and
   mappings. NULL: none. NULL and err (ERR_USAGE) when one is bad. */
struct origins *origins_new(
	const struct profile *p, const struct query *q, struct err *err);
void origins_free(struct origins *o); /* NULL is fine */

/* By the rules alone. */
struct origin origin_judge(struct origins *o, const struct origin_facts *facts);

/* Either may be NONE. */
struct origin origin_of(struct origins *o, func_id func, map_id map);
/* A frame of this profile: that of the first place that gave it. */
struct origin origin_of_frame(
	struct origins *o, const struct frames *frames, frame_id frame);

#endif
