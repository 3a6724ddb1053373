/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stages: the intermediate results of view_compute(), shared by views and
 * cached by key.
 *
 *     struct shape {                    cache "shapes"
 *         struct stage stage;  <------- slot[0]  key "hide=x;show=..."
 *         ...                           slot[1]  key ...
 *     };
 *     view A --ref--> shape             (2 references: the view's, the
 *                                        cache's)
 *
 * The engine's thread writes a stage until stages_keep(). After that only trees
 * of callers grow (lazycallers.h). The columns are one block in the stage's
 * arena. When the cache drops a stage with no other references, the next stage
 * of that kind gets the arena with its warm pages, so a key press causes no
 * page faults.
 *
 * Keys are the bytes of everything the stage depends on, so a wrong hit cannot
 * happen.
 */
#ifndef FT_ENGINE_STAGE_H
#define FT_ENGINE_STAGE_H

#include <stdatomic.h>

#include "base/arena.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "engine/weights.h"

struct stage {
	atomic_uint refs;
	struct arena arena; /* the stage's data, key included */
	struct str key;
	uint64_t id;                       /* unique within the cache */
	uint64_t used;                     /* cache clock at the last request */
	void (*fini)(struct stage *stage); /* copied from the cache */
	struct stage *self; /* this stage, not const: all other pointers to a
			       finished stage are const, but stage_ref() must
			       write `refs` */
};

/* Each cache keeps two stages of any size, one for the view on screen and one
   for the next, and more while all fit in STAGES_BYTES. */
enum { STAGES_MAX = 12, STAGES_FEW = 2, STAGES_BYTES = 32 << 20 };

struct stages {
	unsigned max; /* slots in use, at most STAGES_MAX */
	/* Free what a stage has outside its arena; may be NULL. */
	void (*fini)(struct stage *stage);
	uint64_t clock, made;
	uint64_t before; /* the clock when the current run began */
	struct stage *slot[STAGES_MAX];
	struct arena spare; /* arena of a dropped stage */
};

/* Return the stage with this key: the cached one, or a new one that fill()
   makes in `size` zeroed bytes, which start with a struct stage; NULL if fill()
   returns -1. Borrowed: call stage_ref() to keep it. Frees `key`. */
struct run;
const void *stages_get(struct stages *c, struct strbuf *key, size_t size,
	const struct run *run,
	int (*fill)(const struct run *run, void *stage, const void *arg),
	const void *arg);

/* The steps of stages_get(). Return the stage with this key, or NULL. */
struct stage *stages_find(struct stages *c, struct str key);
/* Make an unfinished stage with one reference. */
struct stage *stages_new(struct stages *c, size_t size, struct str key);
/* Store a finished stage; the cache takes over the caller's reference. */
void stages_keep(struct stages *c, struct stage *stage);
/* Give up a stage; the next one reuses its memory. */
void stages_abandon(struct stages *c, struct stage *stage);
/* Drop all of the cache's references. */
void stages_free(struct stages *c);
/* Return the bytes held, including those of the spare arena. */
size_t stages_bytes(const struct stages *c);
/* Free a spare arena, or the least recently used stage that has no other
   references and is not used by the current run. False if there is none. */
bool stages_shrink(struct stages *c);

struct stage *stage_ref(const struct stage *stage);
void stage_unref(struct stage *stage); /* NULL is fine */

/* Append a part to a key, strings with their length so that parts cannot run
   into each other. If a stage points into another stage, its key has the
   other's id, as an equal stage made later has its data elsewhere. */
void key_str(struct strbuf *key, struct str s);
void key_num(struct strbuf *key, uint64_t v);

/* Several columns in one block: sum their sizes first, then take them in the
   same order. */
struct block {
	unsigned char *p;
	size_t left;
};

static inline size_t
block_size(size_t n, size_t size)
{
	return add_size(mul_size(n, size), 15) & ~(size_t)15;
}

void block_init(struct block *b, struct arena *arena, size_t size);
void *block_take(struct block *b, size_t n, size_t size);
/* Return the size of, or take, n rows of the columns that `like` has. */
size_t columns_bytes(const struct columns *like, size_t n);
void columns_take(struct columns *l, const struct columns *like,
	struct block *b, size_t n);

#endif
