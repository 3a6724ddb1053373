/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Live reload: files that are written anew, and a pipe that grows, are read
 * again by themselves.
 *
 *     every TICK   size and time of each file, size of the pipe
 *                       |
 *     changed, and the same for one more tick (nobody is writing)
 *                       |
 *     read again        or, while paused, "1.2 s waiting"
 *
 * Files that come into a folder, or go, are a change of it.
 *
 * Nothing is watched unless the option follow is on.
 */
#ifndef FT_LOAD_FILEWATCH_H
#define FT_LOAD_FILEWATCH_H

#include <sys/types.h>

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "input/stream.h"

struct load_spec;

/* By which a source is known to be another one. */
struct file_stamp {
	dev_t dev;
	ino_t ino;
	off_t size;
	struct timespec changed;
	bool may_be_empty; /* as a pipe, or one of a folder's files */
};

struct stamps {
	struct file_stamp *p; /* owned */
	size_t n, cap;
};

struct follow {
	struct growing *growing; /* standard input; NULL: it is not followed */
	bool over; /* the last look saw its end: there is no other look */
	bool paused;
	int64_t next;    /* clock_ms() of the next look; 0: not begun */
	int64_t since;   /* when the change that waits was seen; 0: none */
	struct str diff; /* the option, which may name files; borrowed */
	struct stamps loaded, seen;
};

/* Take standard input over, if the spec has it. */
int follow_begin(struct follow *f, const struct load_spec *spec,
	size_t max_memory, struct err *err);
void follow_fini(struct follow *f);

/* The profile was read just now, compared with what `diff` says. */
void follow_loaded(
	struct follow *f, const struct load_spec *spec, struct str diff);
/* Look, if it is time to. True: it is to be read again. */
bool follow_look(struct follow *f, const struct load_spec *spec);
/* Milliseconds until the next look (never, unless `looks`) or the next change
   of the header; -1: never. */
int follow_timeout(
	const struct follow *f, const struct load_spec *spec, bool looks);

/* Freeze, or catch up. True: it is to be read again. */
bool follow_pause(struct follow *f, bool pause);
/* Milliseconds that a change has been waiting for; -1: none. */
int64_t follow_waiting(const struct follow *f);
/* No more will come: all of it was on a pipe, which has ended. */
bool follow_ended(const struct follow *f, const struct load_spec *spec);

#endif
