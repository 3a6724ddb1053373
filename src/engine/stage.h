/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stages: the intermediate results of view_compute(), shared by views and
 * found again by key.
 *
 *     struct shape {                    cache "shapes"
 *         struct stage stage;  <------- slot[0]  key "hide=x;show=..."
 *         ...                           slot[1]  key ...
 *     };
 *     view A --ref--> shape             (2 references: the view's, the
 *                                        cache's)
 *
 * A stage is written by the engine's thread until stage_keep(), and never
 * again, but for the nodes of a tree that grows (lazycallers.h). Its columns
 * are one block in its arena: when the cache drops a stage that nobody else
 * holds, the arena and its warm pages go to the next stage of that kind, so a
 * keystroke faults no pages in.
 *
 * Keys are the bytes of everything the stage depends on, so a wrong hit
 * cannot happen.
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
	struct arena arena; /* what belongs to the stage, key included */
	struct str key;
	uint64_t id;   /* no other stage of the cache ever has it */
	uint64_t used; /* the cache's clock when it was last asked for */
	void (*fini)(struct stage *stage); /* the cache's */
	struct stage *self; /* readers hold stages as const; only the count of
			       references is written */
};

/* Two stages of a kind are kept whatever their size, one for the view that is
   shown and one for the next; more of them while they are not larger than
   STAGES_BYTES together. */
enum { STAGES_MAX = 12, STAGES_FEW = 2, STAGES_BYTES = 32 << 20 };

struct stages {
	unsigned max; /* slots in use, at most STAGES_MAX */
	/* Give back what a stage has outside of its arena. May be NULL. */
	void (*fini)(struct stage *stage);
	uint64_t clock, made;
	uint64_t before; /* the clock when the present run began */
	struct stage *slot[STAGES_MAX];
	struct arena spare; /* of a stage that was dropped unfinished */
};

/* The stage of a key: the one that is there, or a new one that fill() makes
   of `size` zeroed bytes, whose head is a struct stage; NULL when it returns
   -1. Borrowed: stage_ref() to keep it. Frees `key`. */
struct run;
const void *stages_get(struct stages *c, struct strbuf *key, size_t size,
	const struct run *run,
	int (*fill)(const struct run *run, void *stage, const void *arg),
	const void *arg);

/* The parts of that: the stage of this key, or NULL; ... */
struct stage *stages_find(struct stages *c, struct str key);
/* ... an unfinished stage with one reference; ... */
struct stage *stages_new(struct stages *c, size_t size, struct str key);
/* ... it is finished, and the cache takes the maker's reference. */
void stages_keep(struct stages *c, struct stage *stage);
/* ... or will not be, and its memory is kept for another one. */
void stages_abandon(struct stages *c, struct stage *stage);
/* Drop the cache's references. */
void stages_free(struct stages *c);
/* Bytes that are kept, with the spare ones. */
size_t stages_bytes(const struct stages *c);
/* Give memory back: that of a spare arena, or of the stage that was asked for
   least recently, if nobody else holds it and the present run has not asked for
   it. False: there is none. */
bool stages_shrink(struct stages *c);

struct stage *stage_ref(const struct stage *stage);
void stage_unref(struct stage *stage); /* NULL is fine */

/* A stage that points into another one has that one's id in its key: of an
   equal stage that was made again the pointers would be those of the one that
   is gone.

   Building keys: fields with their lengths, so that they cannot run into
   each other. */
void key_str(struct strbuf *key, struct str s);
void key_num(struct strbuf *key, uint64_t v);

/* Columns out of one block: sizes are summed first, then handed out in the
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
/* The same for n rows of the columns that `like` has. */
size_t columns_bytes(const struct columns *like, size_t n);
void columns_take(struct columns *l, const struct columns *like,
	struct block *b, size_t n);

#endif
