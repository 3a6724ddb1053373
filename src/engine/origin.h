/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Origin of code: the rules. A frame is judged by its name, its source file and
 * its mapping's file; the first rule that matches gives user, library, system
 * or unknown.
 *
 *     main.parse        /home/u/app/main.go              user
 *     json.(*Decoder)   encoding/json/decode.go          library
 *     runtime.mallocgc  runtime/malloc.go                system
 *     malloc            libc.so.6                        system
 *     malloc            libjemalloc.so.2                 library
 *     foo               (nothing else is known)          unknown
 *
 * System is the kernel and what a language needs in order to run: runtime,
 * interpreter, libc. A standard library is a library. CodSpeed draws the same
 * lines.
 *
 * A language's rules apply only to its own frames. The source file's name gives
 * the language, else the form of the function's name.
 *
 * Each pair of function and mapping is judged once, on first use.
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
	const char *why; /* "Go runtime": the rule that matched */
};

/* Facts about one frame. Texts may be empty. */
struct origin_facts {
	struct str name, file, map;
	bool is_main; /* the mapping is the program itself */
	/* Equal for all frames of a profile. */
	bool is_go;
	struct str module; /* folder of main.main's sources, or its module's
			      path if files are relative to that; may be
			      empty */
};

/* "user", "library", "system", "unknown" */
const char *origin_name(enum origin_kind kind);

/* The rules, and their results for a profile. */
struct origins;

/* Make the origins of a profile. The query's patterns for user, library and
   system code override the rules; they are tried in this order, on names, files
   and mappings. q NULL: no patterns. NULL and err (ERR_USAGE) if one is bad. */
struct origins *origins_new(
	const struct profile *p, const struct query *q, struct err *err);
void origins_free(struct origins *o); /* NULL is fine */

/* Judge a frame by the rules alone. */
struct origin origin_judge(struct origins *o, const struct origin_facts *facts);

/* Return the origin of a function in a mapping; either may be NONE. */
struct origin origin_of(struct origins *o, func_id func, map_id map);
/* Return a frame's origin: that of its first function and mapping. */
struct origin origin_of_frame(
	struct origins *o, const struct frames *frames, frame_id frame);

#endif
