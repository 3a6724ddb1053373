/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Where nobody looks at labels, samples of one stack may be one: those of a
 * kind.
 *
 *     sample  values 7 0, labels route: /pay, size: 64 bytes, size: 2 bytes
 *     kind    values + 0, labels size in bytes, size in bytes
 *
 * A report sums magnitudes, too, and leaves out what is zero: so what is summed
 * here is of one sign. And it warns of a key whose numbers have several units.
 *
 * What labels say is gone, but for those of a process, which names of addresses
 * may depend on: see pprof_kinds_key.
 */
#ifndef FT_READ_PPROF_KINDS_H
#define FT_READ_PPROF_KINDS_H

#include "base/arena.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/str.h"
#include "base/vec.h"

/* A label as it is on the wire: indices of strings. */
struct pprof_label {
	uint64_t key, str, num, unit;
};

/* From its bytes. False: nobody writes it so, or it is damaged. */
bool pprof_label_read(struct str bytes, struct pprof_label *l);

/* What all samples together say under a key. */
struct pprof_kinds_key {
	uint64_t key;
	uint32_t n;
	struct pprof_label label[2]; /* [n] the first different ones */
	bool has_more;               /* different ones than these */
};

enum {
	PPROF_KINDS_TYPES = 32, /* more values than that have no kind */
	PPROF_KINDS_MEMO = 8,
};

struct pprof_kinds {
	struct arena arena;
	struct intern names; /* kind i is name i + 1: numbers of 64 bits, its
				signs, then key and unit of each label */
	uint32_t last;       /* name that was had last */
	uint64_t bare;       /* signs of the kind without labels that was had */
	uint32_t bare_kind;  /* ... last; NONE: none yet */
	VEC(uint64_t) name;  /* scratch */
	VEC(struct pprof_kinds_key) key;
	struct map64 key_of;             /* key -> its place there */
	uint32_t memo[PPROF_KINDS_MEMO]; /* that of a sample's i-th label */
	uint64_t most;                   /* the largest index of a string */
};

void pprof_kinds_init(struct pprof_kinds *k);
void pprof_kinds_fini(struct pprof_kinds *k);
/* Bytes held. */
size_t pprof_kinds_bytes(const struct pprof_kinds *k);

/* All labels of a sample, each with its key and length, and the signs of its
   values, in any coding. NONE: labels as nobody writes them. */
uint32_t pprof_kind(struct pprof_kinds *k, struct str labels, uint64_t signs);

static inline uint32_t
pprof_kinds_count(const struct pprof_kinds *k)
{
	return (uint32_t)k->names.n - 1;
}

/* The i-th label of a kind, of which only key and unit are known. False: it has
   no more. */
bool pprof_kind_label(const struct pprof_kinds *k, uint32_t kind, size_t i,
	struct pprof_label *label);

#endif
