/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rules that give one frame its origin (origin.h). The rules of a language
 * apply only to frames in that language. The source file's name gives the
 * language or, if it does not, the form of the function's name.
 *
 * struct origin_rules belongs to one thread: it compiles each pattern when it
 * is first needed, and remembers which patterns match the last mapping.
 */
#ifndef FT_ENGINE_ORIGINRULES_H
#define FT_ENGINE_ORIGINRULES_H

#include "base/str.h"
#include "engine/running.h"
#include "engine/runtimes.h"

enum origin_kind {
	ORIGIN_USER,
	ORIGIN_LIBRARY,
	ORIGIN_SYSTEM,
	ORIGIN_UNKNOWN,
};

struct origin {
	uint8_t kind; /* enum origin_kind */
	bool is_kernel;
	uint8_t runtime; /* enum runtime; RUNTIME_NONE if not system */
	uint8_t does;    /* enum runtime_kind by the rule; see origin_does() */
	const char *why; /* name of the matching rule: "Go runtime" */
};

/* Facts about one frame. The texts may be empty. */
struct origin_facts {
	struct str name, file, map;
	bool is_main;       /* the mapping is the program itself */
	struct running run; /* the same for all frames of a profile */
	bool of_locks;      /* a profile of waiting for locks */
};

struct origin_rules;

struct origin_rules *origin_rules_new(void);
void origin_rules_free(struct origin_rules *r); /* NULL is fine */
/* Return a frame's origin by the first rule that holds. */
struct origin origin_rules_judge(
	struct origin_rules *r, const struct origin_facts *facts);

#endif
