/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Live reload: read files again when they are rewritten, and a pipe when it
 * grows.
 *
 *     every TICK   size and time of each file, size of the pipe
 *                       |
 *     changed, and then unchanged for one tick (written completely)
 *                       |
 *     read again        or, while paused, "1.2 s waiting"
 *
 * Adding or removing a file in a folder is also a change. Files are watched
 * only if the option follow is on.
 */
#ifndef FT_LOAD_FILEWATCH_H
#define FT_LOAD_FILEWATCH_H

#include <sys/types.h>

#include "base/err.h"
#include "base/str.h"
#include "base/vec.h"
#include "input/stream.h"

struct load_spec;

/* The properties that show whether a source has changed. */
struct file_stamp {
	dev_t dev;
	ino_t ino;
	off_t size;
	struct timespec changed;
	bool may_be_empty; /* a pipe, or a file in a folder */
};

struct stamps {
	struct file_stamp *p; /* owned */
	size_t n, cap;
};

struct follow {
	struct growing *growing; /* standard input; NULL: not followed */
	bool over;               /* standard input had ended at the last look */
	bool paused;
	int64_t next;    /* clock_ms() of the next look; 0: none yet */
	int64_t since;   /* clock_ms() of the pending change; 0: none */
	struct str diff; /* the option, which may name files; borrowed */
	struct stamps loaded, seen; /* when last read; at the last look */
};

/* Start reading standard input if it is among the sources. */
int follow_begin(struct follow *f, const struct load_spec *spec,
	size_t max_memory, struct err *err);
void follow_fini(struct follow *f);

/* Record that the files, and those in `diff`, have been read. */
void follow_loaded(
	struct follow *f, const struct load_spec *spec, struct str diff);
/* Look for changes if it is time. True: read the files again. */
bool follow_look(struct follow *f, const struct load_spec *spec);
/* Return the milliseconds until the next look (if `looks`) or the next header
   update; -1: never. */
int follow_timeout(
	const struct follow *f, const struct load_spec *spec, bool looks);

/* Pause live reload, or catch up. True: read the files again. */
bool follow_pause(struct follow *f, bool pause);
/* Return the ms for which a pause has held back a change; -1: none. */
int64_t follow_waiting(const struct follow *f);
/* True if the only source is a pipe that has ended and is shown completely. */
bool follow_ended(const struct follow *f, const struct load_spec *spec);

#endif
