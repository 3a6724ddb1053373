/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The origin of code: user, library, system or unknown. Rules look at a frame's
 * name, its source file and its mapping's file; the first that matches decides.
 *
 *     main.parse        /home/u/app/main.go              user
 *     json.(*Decoder)   encoding/json/decode.go          library
 *     runtime.mallocgc  runtime/malloc.go                system
 *     malloc            libc.so.6                        system
 *     malloc            libjemalloc.so.2                 library
 *     foo               (nothing else is known)          unknown
 *
 * System is the kernel and what a language needs in order to run: runtime,
 * interpreter, libc. A standard library is a library. CodSpeed uses the same
 * categories. In a profile of lock waits, the functions that lock are system as
 * well: they have all of the cost, so their callers matter.
 *
 * An installed program is the user's own as well, although its sources are
 * where libraries are (running.h). If no code would be the user's, that of the
 * outermost installed package is.
 *
 * Each pair of function and mapping is judged once, on first use, so callers
 * need not remember what they have asked for.
 *
 * struct origins borrows the profile and belongs to one thread.
 */
#ifndef FT_ENGINE_ORIGIN_H
#define FT_ENGINE_ORIGIN_H

#include "base/err.h"
#include "base/str.h"
#include "engine/frame.h"
#include "engine/originrules.h"
#include "engine/query.h"
#include "engine/running.h"
#include "engine/runtimes.h"
#include "engine/tree.h"
#include "profile/profile.h"

/* "user", "library", "system", "unknown" */
const char *origin_name(enum origin_kind kind);

/* The results of the rules for a profile, cached. */
struct origins;

/* Make the origins of a profile. The query's patterns for user, library and
   system code override the rules; they are tried in this order, on names, files
   and mappings. q NULL: no patterns. NULL and err (ERR_USAGE) if one is bad. */
struct origins *origins_new(
	const struct profile *p, const struct query *q, struct err *err);
struct origins *origins_ref(struct origins *o);
/* Drop a reference. NULL is fine. */
void origins_free(struct origins *o);
/* True if origins_new() would return an equal result for these arguments. */
bool origins_are_of(const struct origins *o, const struct profile *p,
	const struct query *q);

/* True if a query asks for a sample type about waiting for locks. */
bool origins_of_locks(const struct profile *p, const struct query *q);

/* Return the program that ran; its `how` is NULL if it is not installed. */
const struct running *origins_running(const struct origins *o);

/* Return the origin of a function in a mapping; either may be NONE. */
struct origin origin_of(struct origins *o, func_id func, map_id map);
/* Return a frame's origin: that of its first function and mapping. */
struct origin origin_of_frame(
	struct origins *o, const struct frames *frames, frame_id frame);
/* True if the frame is the user's own code. */
bool origin_is_users(
	struct origins *o, const struct frames *frames, frame_id frame);
/* If the frame at a node of a tree of callees is code of a library or of the
   system, return the nearest node above it that is the user's own, and set
   *called to the node that this one calls; else NONE. */
node_id origin_own_caller(struct origins *o, const struct frames *frames,
	const struct tree *t, node_id node, node_id *called);
/* Return what a function in a mapping does, judged by its name and file;
   RKIND_OTHER if that is unclear or it is not system code. The first call
   compiles many patterns. */
enum runtime_kind origin_does(struct origins *o, func_id func, map_id map);
enum runtime_kind origin_does_of_frame(
	struct origins *o, const struct frames *frames, frame_id frame);

#endif
